"""The power: the values in any order as a tower of powers, evaluated from the right.

2, 4 and 2 make 2^(4^2) = 65536, and also 4^(2^2) = 256. Whatever is above a 1 does not matter:
3^(2^(1^9)) is 9. Anything to the power of 0 is 1, even 0. A negative exponent gives an integer only
for the bases 1 and -1; with other bases there is no result.

Powers explode, so they are never computed on the way to a target. A base beyond 1 and -1 makes the
target by a single exponent, which is then the target for the other values. For the bases 1, -1 and
0, all that matters of the exponent is its sign, whether it is even, and whether it is 0.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import log

from kenken_cp.model.operators.record import Fold, Operator

_MAX_EVALUATED = 10**12
"""The largest result of ``evaluate``: larger targets can be read and made, but nobody prints them.
"""

_MAX_CELLS = 8
"""For n cells, up to 2^n subsets are considered, with up to n bases in each. Publishers put such
clues on two to four cells.
"""


def _without(values: tuple[int, ...], value: int) -> tuple[int, ...]:
    place = values.index(value)
    return values[:place] + values[place + 1 :]


def _alike(value: int) -> int:
    """The representative of a value: 0, 1 and -1 themselves; for any other, 2 if it is even and 3
    if it is odd, with its sign.
    """
    if -1 <= value <= 1:
        return value
    return (2 + value % 2) * (1 if value > 0 else -1)


@lru_cache(1 << 12)
def _kinds(values: tuple[int, ...]) -> frozenset[int]:
    """The representatives of all numbers that values can make; values are ascending representatives
    (``_alike``).
    """
    if len(values) == 1 or values[0] > 0:
        return frozenset(values)  # positive exponents do not change that of a positive base
    return frozenset(
        _alike(base ** abs(exponent))
        for base in set(values)
        for exponent in _kinds(_without(values, base))
        if exponent >= 0 or abs(base) == 1
    )


def _makes(values: Sequence[int], target: int) -> bool:
    return _made(tuple(sorted(values)), target)


@lru_cache(1 << 12)
def _made(values: tuple[int, ...], target: int) -> bool:
    """Whether values, ascending, make a target in some order."""
    if len(values) == 1:
        return values[0] == target
    for base in dict.fromkeys(values):
        rest = _without(values, base)
        if abs(base) > 1:
            exponent = _exponent(base, target)
            if exponent is not None and _made(rest, exponent):
                return True
        elif abs(target) <= 1:
            kinds = _kinds(tuple(sorted(map(_alike, rest))))
            if any(base ** abs(kind) == target for kind in kinds if kind >= 0 or base):
                return True
    return False


def _exponent(base: int, power: int) -> int | None:
    """The exponent of a base beyond 1 and -1 that makes a power; None if there is none."""
    if power == 0:
        return None
    nearest = round(log(abs(power)) / log(abs(base)))
    return nearest if base**nearest == power else None


def _evaluate(values: Sequence[int]) -> int | None:
    """A small one of the targets that can be made: that of the values in descending order."""
    exponent, *bases = sorted(values)
    for base in bases:
        if exponent < 0 and abs(base) != 1:
            return None
        if abs(base) > 1 and exponent * log(abs(base)) > log(_MAX_EVALUATED):
            return None
        exponent = base ** abs(exponent)
    return exponent


def _alive(state: tuple[int, ...], left: int, target: int, low: int, high: int) -> bool:
    return left > 0 or _made(state, target)  # earlier bounds made no automaton smaller or faster


POWER = Operator(
    name="power",
    symbol="^",
    verb="make the power",
    noun="power",
    meaning="the values in any order as a tower of powers, taken from the right",
    evaluate=_evaluate,
    makes=_makes,
    fold=Fold((), lambda seen, value: tuple(sorted((*seen, value))), _alive),
    least_cells=1,
    most_cells=_MAX_CELLS,
)
