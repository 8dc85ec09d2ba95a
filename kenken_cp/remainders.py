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

from kenken_cp.operators import ADD, GIVEN, MULTIPLY, Operator
from kenken_cp.puzzle import House, Puzzle, lines

Remainder = tuple[tuple[int, ...], int | None]
"""Cells (indices in reading order) and what they make together; None for what nothing can make."""


def remainders(puzzle: Puzzle, operator: Operator, most: int) -> list[Remainder]:
    """The remainders of at most ``most`` cells, under addition or multiplication.

    No cells at all, with another target than 0 (for sums) or 1 (for products), say that the puzzle
    has no solution.
    """
    if len(puzzle.values) > puzzle.size or (operator is MULTIPLY and 0 in puzzle.values):
        return []
    known = [
        (_mask(puzzle.size, cage.cells), cage.target)
        for cage in puzzle.cages
        if cage.operator is operator or cage.operator is GIVEN
    ]
    if not any(mask & (mask - 1) for mask, _ in known):
        return []
    found: dict[int, int | None] = {}
    for region, count in _regions(puzzle.size, puzzle.houses):
        inside = [cage for cage in known if not cage[0] & ~region]
        left = region - sum(mask for mask, _ in inside)  # cages do not overlap
        if inside and left.bit_count() <= most:
            parts = [target for _, target in inside]
            found[left] = _remainder(operator, puzzle.values, count, parts)
    return [(_cells(left), target) for left, target in found.items()]


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
def _regions(size: int, houses: tuple[House, ...]) -> list[tuple[int, int]]:
    """Every run of rows, every run of columns, and every extra house that holds every value, as
    (mask of its cells, how many lines it is worth).
    """
    found = [(_mask(size, house), 1) for house in houses if len(house) == size]
    masks = [_mask(size, line) for line in lines(size)]
    for parallel in (masks[:size], masks[size:]):
        for first in range(size):
            region = 0
            for count, line in enumerate(parallel[first:], 1):
                region |= line
                found.append((region, count))
    return found


def _mask(size: int, cells: tuple[tuple[int, int], ...]) -> int:
    mask = 0
    for row, column in cells:
        mask |= 1 << (row * size + column)
    return mask


def _cells(mask: int) -> tuple[int, ...]:
    return tuple(index for index in range(mask.bit_length()) if mask >> index & 1)
