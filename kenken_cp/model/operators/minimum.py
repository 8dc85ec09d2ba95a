"""The smallest value."""

import math

from kenken_cp.model.operators.record import Operator, lattice_fold

MINIMUM = Operator(
    name="minimum",
    symbol="min",
    noun="minimum",
    meaning="the smallest value",
    evaluate=min,
    fold=lattice_fold(math.inf, min),
    least_cells=1,
)
