"""The number of different values: of as many cells, all differ."""

from kenken_cp.model.operators.record import Fold, Operator


def _alive(seen: frozenset[int], left: int, target: int, low: int, high: int) -> bool:
    return len(seen) <= target <= len(seen) + left


DISTINCT = Operator(
    name="distinct",
    verb="have the number of different values",
    noun="number of different values",
    meaning="the number of different values",
    evaluate=lambda values: len(set(values)),
    fold=Fold(frozenset(), lambda seen, value: seen | {value}, _alive),
)
