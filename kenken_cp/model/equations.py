"""Linear equations over cells, which state the meaning of operators.

An operator on a cage becomes a conjunction of linear equations over the values of its cells and
over *value literals*, the 0/1 variables [cell = value]. A sum is one equation; a product is one
equation for each prime, over the exponents of that prime in the values. Every variable is a
function of the cells, so the number of solutions does not change. Nothing here depends on a solver:
variables are hashable keys.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from kenken_cp.clock import checkpoint


@dataclass(frozen=True, slots=True)
class Largest:
    """The variable that is the largest of some cells."""

    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Literal:
    """The variable [of = value], 0 or 1."""

    of: int | Largest
    value: int


Variable = int | Largest | Literal
"""A cell (its index in reading order), the largest of some, or a value literal."""


@dataclass(frozen=True, slots=True)
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
    """The number of negative factors is even or odd, as the sign of the target requires."""
    negative = [value for value in values if value < 0]
    if not negative:
        return [NEVER] if target < 0 else []
    terms = tuple((Literal(cell, value), 1) for cell in cells for value in negative)
    return [Equation(terms, tuple(range(target < 0, len(cells) + 1, 2)))]


def exponents(
    powers: dict[int | Largest, int], target: int, values: tuple[int, ...]
) -> Iterable[Equation]:
    """That the product of some powers is a target, whatever their signs: for each prime, its
    exponents in the factors add up to that in the target.

    Args:
        powers: variables, none of which is 0, each with the exponent of its power.
        target: not 0.
    """
    factors = {value: _prime_factors(abs(value)) for value in values if value}
    rest = abs(target)
    for prime in sorted(set[int]().union(*factors.values())):
        exponent = 0
        while rest % prime == 0:
            rest, exponent = rest // prime, exponent + 1
        multiples = [(value, its[prime]) for value, its in factors.items() if prime in its]
        terms: list[tuple[Variable, int]] = []
        for of, power in powers.items():
            checkpoint()
            terms += [(Literal(of, value), power * count) for value, count in multiples]
        yield Equation(tuple(terms), (exponent,))
    if rest != 1:
        yield NEVER


@lru_cache(1 << 10)
def _prime_factors(number: int) -> Counter[int]:
    """The prime factors of a positive number, each as often as it occurs."""
    found = Counter[int]()
    divisor = 2
    while divisor * divisor <= number:
        while number % divisor == 0:
            found[divisor] += 1
            number //= divisor
        divisor += 1
    if number > 1:
        found[number] += 1
    return found
