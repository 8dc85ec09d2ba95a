"""The bitwise operators: and, or, exclusive or. Negative values are in two's complement."""

from functools import reduce
from operator import and_, or_, xor

from kenken_cp.model.operators.record import Fold, Operator, lattice_fold

OR = Operator(
    name="or",
    symbol="|",
    noun="bitwise or",
    meaning="bitwise or: the binary digits that some value has, negative ones in two's complement",
    evaluate=lambda values: reduce(or_, values),
    fold=lattice_fold(0, or_),
    least_cells=1,
)

AND = Operator(
    name="and",
    symbol="&",
    noun="bitwise and",
    meaning=(
        "bitwise and: the binary digits that all values have, negative ones in two's complement"
    ),
    evaluate=lambda values: reduce(and_, values),
    fold=lattice_fold(-1, and_),
    least_cells=1,
)

XOR = Operator(
    name="xor",
    noun="bitwise exclusive or",
    meaning=(
        "bitwise exclusive or: the binary digits that an odd number of values have, "
        "negative ones in two's complement"
    ),
    evaluate=lambda values: reduce(xor, values, 0),
    fold=Fold(0, xor),
    least_cells=1,
    complement=xor,
)
