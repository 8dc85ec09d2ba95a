"""The largest value."""

import math

from kenken_cp.model.operators.record import Operator, lattice_fold

MAXIMUM = Operator(
    name="maximum",
    symbol="max",
    noun="maximum",
    meaning="the largest value",
    evaluate=max,
    fold=lattice_fold(-math.inf, max),
    least_cells=1,
)
