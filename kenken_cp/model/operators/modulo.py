"""The remainder: one of two values divided by the other, in whichever order makes the target.

So 5 and 7 make 2 (7 mod 5) and 5 (5 mod 7). The remainder has the sign of what it is divided by,
as a clock that runs backwards would show it: -7 mod 5 is 3, and 7 mod -5 is -3. Nothing is divided
by 0; 0 itself leaves 0.
"""

from collections.abc import Sequence

from kenken_cp.model.operators.record import Fold, Operator


def _targets(values: Sequence[int], bits: int = 0) -> list[int]:
    """Both remainders, however many bits they have; first the larger value by the smaller."""
    smaller, larger = sorted(values)
    pairs = ((larger, smaller), (smaller, larger))
    return [dividend % divisor for dividend, divisor in pairs if divisor != 0]


def _evaluate(values: Sequence[int]) -> int | None:
    return next(iter(_targets(values)), None)


def _alive(state: tuple[int, ...], left: int, target: int, low: int, high: int) -> bool:
    return left > 0 or target in _targets(state)


MODULO = Operator(
    name="modulo",
    symbol="mod",
    verb="leave the remainder",
    noun="remainder",
    meaning="what is left when one of two values is divided by the other, in either order",
    evaluate=_evaluate,
    targets=_targets,
    fold=Fold((), lambda seen, value: (*seen, value), _alive),
    most_cells=2,
)
