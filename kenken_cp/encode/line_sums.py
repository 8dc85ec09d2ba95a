"""What cages leave over of whole lines: the players' "45 rule", for sums and for products.

Where every line holds every value, the rows i to j (or columns, or a box) add up to a known total;
the sum cages that lie within them take known parts of it; what is left is the sum of the few cells
that remain. Such equations are implied by the puzzle, but no engine finds them by itself: they add
up many constraints at once. On 9x9 boards of sums they cut the time to a third, and the worst case
to a tenth (``benchmarks/README.md``, "Remainders").
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from kenken_cp.model.operators import ADD, GIVEN, MULTIPLY, Operator
from kenken_cp.model.puzzle import Cage, House, Puzzle, lines

Remainder = tuple[tuple[int, ...], int | None]
"""Cells (indices in reading order) and what they make together; None for what nothing can make."""


class Account(NamedTuple):
    """How a remainder comes about: whole houses, and the cages inside that are taken away."""

    cells: tuple[int, ...]
    target: int | None
    houses: tuple[House, ...]
    cages: tuple[Cage, ...]


def remainders(puzzle: Puzzle, operator: Operator, most: int) -> list[Remainder]:
    """The remainders of at most ``most`` cells, under addition or multiplication.

    No cells at all, with another target than 0 (for sums) or 1 (for products), say that the puzzle
    has no solution.
    """
    return [(account.cells, account.target) for account in accounts(puzzle, operator, most)]


def accounts(puzzle: Puzzle, operator: Operator, most: int) -> list[Account]:
    """The remainders of at most ``most`` cells, each as what the fewest houses leave over."""
    if len(puzzle.values) > puzzle.size or (operator is MULTIPLY and 0 in puzzle.values):
        return []
    known = [
        (_mask(puzzle.size, cage.cells), cage)
        for cage in puzzle.cages
        if cage.operator is operator or cage.operator is GIVEN
    ]
    if not any(mask & (mask - 1) for mask, _ in known):
        return []
    found: dict[int, Account] = {}
    for region, houses in _regions(puzzle.size, puzzle.houses):
        inside = [(mask, cage) for mask, cage in known if not mask & ~region]
        left = region - sum(mask for mask, _ in inside)  # cages do not overlap
        if not inside or left.bit_count() > most:
            continue
        if left not in found or len(houses) < len(found[left].houses):
            cages = tuple(cage for _, cage in inside)
            parts = [cage.target for cage in cages]
            target = _remainder(operator, puzzle.values, len(houses), parts)
            found[left] = Account(_cells(left), target, houses, cages)
    return list(found.values())


def _remainder(
    operator: Operator, values: Sequence[int], count: int, parts: Sequence[int]
) -> int | None:
    """What is left of what ``count`` lines make, when the parts are taken away."""
    if operator is ADD:
        return count * sum(values) - sum(parts)
    whole: int = math.prod(values) ** count
    taken: int = math.prod(parts)
    return None if taken == 0 or whole % taken else whole // taken


@lru_cache(maxsize=64)
def _regions(size: int, houses: tuple[House, ...]) -> list[tuple[int, tuple[House, ...]]]:
    """Every run of rows, every run of columns, and every extra house that holds every value, as
    (mask of its cells, the houses).
    """
    found: list[tuple[int, tuple[House, ...]]] = [
        (_mask(size, house), (house,)) for house in houses if len(house) == size
    ]
    for parallel in (lines(size)[:size], lines(size)[size:]):
        for first in range(size):
            region = 0
            for end, line in enumerate(parallel[first:], first + 1):
                region |= _mask(size, line)
                found.append((region, parallel[first:end]))
    return found


def _mask(size: int, cells: tuple[tuple[int, int], ...]) -> int:
    mask = 0
    for row, column in cells:
        mask |= 1 << (row * size + column)
    return mask


def _cells(mask: int) -> tuple[int, ...]:
    return tuple(index for index in range(mask.bit_length()) if mask >> index & 1)
