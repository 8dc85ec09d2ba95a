"""The greatest common divisor of the values, and their least common multiple."""

import math

from kenken_cp.model.operators.record import Operator, lattice_fold

GCD = Operator(
    name="gcd",
    noun="greatest common divisor",
    meaning="the greatest common divisor of the values, whatever their signs",
    evaluate=lambda values: math.gcd(*values),
    fold=lattice_fold(0, math.gcd),  # 0, which all numbers divide, is that of zeros alone
)

LCM = Operator(
    name="lcm",
    noun="least common multiple",
    meaning="the least common multiple of the values, whatever their signs; 0 if one of them is 0",
    evaluate=lambda values: math.lcm(*values),
    fold=lattice_fold(1, math.lcm),
)
