"""The number of different values: of as many cells, all differ."""

from collections.abc import Sequence

from kenken_cp.model.operators.record import Fold, Operator


def _evaluate(values: Sequence[int]) -> int:
    return len(set(values))


def _alive(seen: frozenset[int], left: int, target: int, low: int, high: int) -> bool:
    if target > high - low + 1:
        return False
    return len(seen) <= target <= len(seen) + left


DISTINCT = Operator(
    name="distinct",
    symbol="distinct",
    glyph="distinct",
    verb="have, of different values, the number",
    noun="number of different values",
    meaning="the number of different values",
    evaluate=_evaluate,
    fold=Fold(frozenset(), lambda seen, value: seen | {value}, _alive),
    aliases=("different",),
)
