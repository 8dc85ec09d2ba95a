"""The parity of the sum: 0 if that is even, 1 if it is odd."""

from collections.abc import Sequence

from kenken_cp.model.operators.record import Fold, Operator


def _evaluate(values: Sequence[int]) -> int:
    return sum(values) % 2


def _alive(parity: int, left: int, target: int, low: int, high: int) -> bool:
    if left == 0 or low == high:
        return (parity + left * low) % 2 == target
    return target in (0, 1)


PARITY = Operator(
    name="parity",
    symbol="parity",
    glyph="parity",
    verb="have the parity",
    noun="parity",
    meaning="0 if the sum of the values is even, 1 if it is odd",
    evaluate=_evaluate,
    fold=Fold(0, lambda parity, value: (parity + value) % 2, _alive),
)
