"""The power: the values in any order as a tower of powers, evaluated from the right.

2, 4 and 2 make 2^(4^2) = 65536, and also 4^(2^2) = 256. Whatever is above a 1 does not matter:
3^(2^(1^9)) is 9. Anything to the power of 0 is 1, even 0. A negative exponent gives an integer only
for the bases 1 and -1; with other bases there is no result.

Powers explode, but as an exponent a huge number is as good as any other of its sign and parity:
only the bases 0, 1 and -1 make a printable number with it, and to these only its sign and parity
matter.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import log2

from kenken_cp.model.operators.record import Fold, Operator

_HUGE = 16
"""An exponent of 16 or more counts as 16 if it is even, as 17 if it is odd: 2^16 is larger than the
binary logarithm of any target (at most 4300 digits), so a power cut to that stays huge.
"""

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


@lru_cache(1 << 12)
def _exponents(values: tuple[int, ...]) -> frozenset[int]:
    """The numbers that values, ascending, make in any order; huge ones stand for all such of their
    sign and parity.
    """
    if len(values) == 1:
        return frozenset(values)
    return frozenset(
        base ** (exponent if exponent < _HUGE else _HUGE + exponent % 2)
        for base, exponent in _tops(values)
    )


def _tops(values: tuple[int, ...]) -> list[tuple[int, int]]:
    """The pairs of a base, one of the values, and an exponent, not negative, that the other values
    make; to the bases 1 and -1 an exponent is as good as its opposite.
    """
    return [
        (base, abs(exponent))
        for base in dict.fromkeys(values)
        for exponent in _exponents(_without(values, base))
        if exponent >= 0 or abs(base) == 1
    ]


@lru_cache(1 << 12)
def _made(values: tuple[int, ...], bits: int) -> frozenset[int]:
    """What values, ascending, make in any order, of at most so many bits."""
    if len(values) == 1:
        return frozenset(values)
    return frozenset(
        base**exponent
        for base, exponent in _tops(values)
        if abs(base) <= 1 or _fits(base, exponent, bits)
    )


def _fits(base: int, exponent: int, bits: float) -> bool:
    """Whether a power of a base of two or more has at most so many bits."""
    return exponent <= bits and exponent * log2(abs(base)) <= bits  # a huge one fits in no float


def _evaluate(values: Sequence[int]) -> int | None:
    """A small one of the targets that can be made: that of the values in descending order."""
    exponent, *bases = sorted(values)
    for base in bases:
        if exponent < 0 and abs(base) != 1:
            return None
        if abs(base) > 1 and not _fits(base, exponent, log2(_MAX_EVALUATED)):
            return None
        exponent = base ** abs(exponent)
    return exponent


def _alive(state: tuple[int, ...], left: int, target: int, low: int, high: int) -> bool:
    # Bounds before the last value made no automaton smaller or faster.
    return left > 0 or target in _made(state, target.bit_length())


POWER = Operator(
    name="power",
    symbol="^",
    verb="make the power",
    noun="power",
    meaning="the values in any order as a tower of powers, taken from the right",
    evaluate=_evaluate,
    targets=lambda values, bits: _made(tuple(sorted(values)), bits),
    fold=Fold((), lambda seen, value: tuple(sorted((*seen, value))), _alive),
    least_cells=1,
    most_cells=_MAX_CELLS,
)
