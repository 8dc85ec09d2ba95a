"""The bitwise exclusive or of the values: each binary digit that an odd number of them have."""

from collections.abc import Sequence
from functools import reduce
from operator import xor

from kenken_cp.model.operators.record import Fold, Operator


def _evaluate(values: Sequence[int]) -> int:
    return reduce(xor, values, 0)


def _alive(state: int, left: int, target: int, low: int, high: int) -> bool:
    missing = state ^ target
    if left == 0:
        return missing == 0
    if left == 1:
        return low <= missing <= high
    return low < 0 or (missing >= 0 and missing.bit_length() <= high.bit_length())


XOR = Operator(
    name="xor",
    symbol="xor",
    glyph="xor",
    verb="have the bitwise exclusive or",
    noun="bitwise exclusive or",
    meaning=(
        "bitwise exclusive or: the binary digits that an odd number of values have, "
        "negative ones in two's complement"
    ),
    evaluate=_evaluate,
    fold=Fold(0, xor, _alive),
    least_cells=1,
    aliases=("bitxor", "⊕", "⊻"),
    complement=xor,
)
