"""The bitwise or of the values: each binary digit that some value has."""

from functools import reduce
from operator import or_

from kenken_cp.model.operators.record import Operator, lattice_fold

OR = Operator(
    name="or",
    symbol="|",
    noun="bitwise or",
    meaning="bitwise or: the binary digits that some value has, negative ones in two's complement",
    evaluate=lambda values: reduce(or_, values),
    fold=lattice_fold(0, or_),
    least_cells=1,
)
