"""The bitwise exclusive or of the values: each binary digit that an odd number of them have."""

from functools import reduce
from operator import xor

from kenken_cp.model.operators.record import Fold, Operator

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
