"""The remainder: one of two values divided by the other, in whichever order makes the target.

So 5 and 7 make 2 (7 mod 5) and 5 (5 mod 7). The remainder has the sign of what it is divided by,
as a clock that runs backwards would show it: -7 mod 5 is 3, and 7 mod -5 is -3. Nothing is divided
by 0; 0 itself leaves 0.
"""

from collections.abc import Sequence

from kenken_cp.model.operators.record import Fold, Operator


def _makes(values: Sequence[int], target: int) -> bool:
    one, other = values
    return (other != 0 and one % other == target) or (one != 0 and other % one == target)


def _evaluate(values: Sequence[int]) -> int | None:
    smaller, larger = sorted(values)
    if smaller != 0:
        return larger % smaller
    return smaller % larger if larger != 0 else None


def _alive(state: tuple[int, ...], left: int, target: int, low: int, high: int) -> bool:
    return left > 0 or _makes(state, target)


MODULO = Operator(
    name="modulo",
    symbol="mod",
    verb="leave the remainder",
    noun="remainder",
    meaning="what is left when one of two values is divided by the other, in either order",
    evaluate=_evaluate,
    makes=_makes,
    fold=Fold((), lambda seen, value: (*seen, value), _alive),
    most_cells=2,
)
