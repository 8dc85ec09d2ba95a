"""The greatest common divisor of the values; 0, which all numbers divide, only of zeros."""

import math

from kenken_cp.model.operators.record import Operator, lattice_fold

GCD = Operator(
    name="gcd",
    noun="greatest common divisor",
    meaning="the greatest common divisor of the values, whatever their signs",
    evaluate=lambda values: math.gcd(*values),
    fold=lattice_fold(0, math.gcd),
)
