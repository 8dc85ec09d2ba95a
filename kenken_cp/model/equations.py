"""Linear equations over cells, in which operators state their meaning.

An operator on a cage becomes a conjunction of linear equations over its cells' values and over
*value literals*, the 0/1 variables [cell = value]: a sum is one equation; a product is one a prime,
over the exponents of that prime in the values. Every variable is a function of the cells, so the
number of solutions is untouched. No solver is known here: variables are named by hashable keys.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from kenken_cp.checkpoints import checkpoint
from kenken_cp.frozen import frozen


@frozen
class Largest:
    """The variable that is the largest of some cells."""

    cells: tuple[int, ...]


@frozen
class Literal:
    """The variable [of = value], 0 or 1."""

    of: int | Largest
    value: int


Variable = int | Largest | Literal
"""A cell (its index in reading order), the largest of some, or a value literal."""


@frozen
class Equation:
    """The sum of coefficient times variable is one of ``allowed`` (sorted integers)."""

    terms: tuple[tuple[Variable, int], ...]
    allowed: tuple[int, ...]


NEVER = Equation((), (1,))
"""An empty sum is 0, never 1."""


def zeros(cells: tuple[int, ...], values: tuple[int, ...], counts: Iterable[int]) -> Equation:
    """The number of cells that hold 0 is one of ``counts``."""
    terms = tuple((Literal(cell, 0), 1) for cell in cells) if 0 in values else ()
    return Equation(terms, tuple(counts))


def negatives(cells: tuple[int, ...], target: int, values: tuple[int, ...]) -> list[Equation]:
    """As many negative factors as make the sign of the target."""
    negative = [value for value in values if value < 0]
    if not negative:
        return [NEVER] if target < 0 else []
    terms = tuple((Literal(cell, value), 1) for cell in cells for value in negative)
    return [Equation(terms, tuple(range(target < 0, len(cells) + 1, 2)))]


def extreme(cells: tuple[int, ...], target: int, allowed: Sequence[int]) -> list[Equation]:
    """Every cell holds an allowed value, and some cell the target, which must be one of them."""
    if target not in allowed:
        return [NEVER]
    holding = tuple((Literal(cell, target), 1) for cell in cells)
    return [
        *(Equation(((cell, 1),), tuple(allowed)) for cell in cells),
        Equation(holding, tuple(range(1, len(cells) + 1))),
    ]


def exponents(
    powers: dict[int | Largest, int], target: int, values: tuple[int, ...]
) -> Iterable[Equation]:
    """For each prime, the exponents in variables raised to powers add up to that in the target."""
    rest = abs(target)
    for prime in _primes_of(values):
        exponent, rest = _split(rest, prime)
        within = [(value, _split(abs(value), prime)[0]) for value in values if value]
        holding = [(value, e) for value, e in within if e]
        terms: list[tuple[Variable, int]] = []
        for of, power in powers.items():
            checkpoint()
            terms += [(Literal(of, value), power * e) for value, e in holding]
        yield Equation(tuple(terms), (exponent,))
    if rest != 1:
        yield NEVER


@lru_cache(maxsize=64)
def _primes_of(values: tuple[int, ...]) -> tuple[int, ...]:
    """The primes that divide some value."""
    primes: set[int] = set()
    for value in values:
        rest, divisor = abs(value), 2
        while rest > 1:
            if divisor * divisor > rest:
                divisor = rest
            exponent, rest = _split(rest, divisor)
            if exponent:
                primes.add(divisor)
            divisor += 1
    return tuple(sorted(primes))


def _split(number: int, prime: int) -> tuple[int, int]:
    """(exponent of the prime in a positive number, what is left of the number)."""
    exponent = 0
    while number and number % prime == 0:
        number //= prime
        exponent += 1
    return exponent, number
