"""Cages stated arithmetically, for those whose tuples are too many to list.

A cage becomes a conjunction of linear equations over its cells' values and over *value literals*,
the 0/1 variables [cell = value]: a sum is one equation; a product is one a prime, over the
exponents of that prime in the values. Every variable is a function of the cells, so the number of
solutions is untouched. This module knows no solver: it names variables by hashable keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kenken_cp.model.operators import ADD, DIVIDE, MULTIPLY, SUBTRACT, Operator


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


_NEVER = Equation((), (1,))
"""An empty sum is 0, never 1."""


def equations(
    operator: Operator, cells: Sequence[int], target: int, values: Sequence[int]
) -> list[Equation]:
    """Equations that hold together exactly when the operator makes the target of the cells."""
    return _STATEMENTS[operator](tuple(cells), target, tuple(values))


def _sum(cells: tuple[int, ...], target: int, values: tuple[int, ...]) -> list[Equation]:
    if not len(cells) * values[0] <= target <= len(cells) * values[-1]:
        return [_NEVER]
    return [Equation(tuple((cell, 1) for cell in cells), (target,))]


def _difference(cells: tuple[int, ...], target: int, values: tuple[int, ...]) -> list[Equation]:
    reach = max(abs(values[0]), abs(values[-1])) * (len(cells) + 2)
    if abs(target) > reach:
        return [_NEVER]
    return [Equation(((Largest(cells), 2), *((cell, -1) for cell in cells)), (target,))]


def _product(cells: tuple[int, ...], target: int, values: tuple[int, ...]) -> list[Equation]:
    if target == 0:
        return [_zeros(cells, values, range(1, len(cells) + 1))]
    return [
        _zeros(cells, values, (0,)),
        *_parity(cells, target, values),
        *_exponents(dict.fromkeys(cells, 1), target, values),
    ]


def _quotient(cells: tuple[int, ...], target: int, values: tuple[int, ...]) -> list[Equation]:
    if target == 0:
        return [_zeros(cells, values, (1,))]
    # largest = target * (the rest), so the square of the largest is target * the product of all.
    return [
        _zeros(cells, values, (0,)),
        *_parity(cells, target, values),
        *_exponents({Largest(cells): 2, **dict.fromkeys(cells, -1)}, target, values),
    ]


_STATEMENTS = {ADD: _sum, SUBTRACT: _difference, MULTIPLY: _product, DIVIDE: _quotient}


def _zeros(cells: tuple[int, ...], values: tuple[int, ...], how_many: Iterable[int]) -> Equation:
    terms = tuple((Literal(cell, 0), 1) for cell in cells) if 0 in values else ()
    return Equation(terms, tuple(how_many))


def _parity(cells: tuple[int, ...], target: int, values: tuple[int, ...]) -> list[Equation]:
    """As many negative factors as make the sign of the target."""
    negative = [value for value in values if value < 0]
    if not negative:
        return [_NEVER] if target < 0 else []
    terms = tuple((Literal(cell, value), 1) for cell in cells for value in negative)
    return [Equation(terms, tuple(range(target < 0, len(cells) + 1, 2)))]


def _exponents(
    powers: dict[int | Largest, int], target: int, values: tuple[int, ...]
) -> Iterable[Equation]:
    """For each prime, the exponents in variables raised to powers add up to that in the target."""
    rest = abs(target)
    for prime in _primes_of(values):
        exponent, rest = _split(rest, prime)
        within = [(value, _split(abs(value), prime)[0]) for value in values if value]
        yield Equation(
            tuple(
                (Literal(of, value), power * e)
                for of, power in powers.items()
                for value, e in within
                if e
            ),
            (exponent,),
        )
    if rest != 1:
        yield _NEVER


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
