"""The least common multiple of the values; 0 if one of them is 0."""

import math

from kenken_cp.model.operators.record import Operator, lattice_fold

LCM = Operator(
    name="lcm",
    noun="least common multiple",
    meaning="the least common multiple of the values, whatever their signs; 0 if one of them is 0",
    evaluate=lambda values: math.lcm(*values),
    fold=lattice_fold(1, math.lcm),
)
