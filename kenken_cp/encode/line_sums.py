"""Line sums (innies and outies, the "45 rule"): the sums of the cells that cages leave of lines.

If every line holds every value, the rows i to j (or columns, or a box) have a known total, and the
sum cages that lie within them take known parts of it. The rest is the sum of the few cells that
remain. The same holds for products. Such equations are implied by the puzzle, but no engine finds
them by itself, for they add up many constraints at once. On boards with large sums they cut the
median time to between an eighth and a third (``benchmarks/README.md``, "Hard boards").
"""

from collections.abc import Iterator
from typing import NamedTuple

from kenken_cp.clock import checkpoint
from kenken_cp.encode.instance import Instance
from kenken_cp.encode.masks import mask_of, numbers_in, union
from kenken_cp.model.geometry import House
from kenken_cp.model.operators import GIVEN, OPERATORS, Operator
from kenken_cp.model.puzzle import Cage

MAX_LINE_SUM_CELLS = 5
"""Cells of a line sum that engines get: with more they cost more than they gain."""


class LineSum(NamedTuple):
    """The sum (or product, ...) of some cells, and what it follows from.

    Attributes:
        operator: an operator with a complement.
        cells: indices, ascending.
        target: what the cells make; None if no integer can be the rest of the total.
        houses: the whole houses.
        cages: those inside the houses, whose targets are subtracted from the total.
        contradicts: true if no integer can be the rest, or if no cell is left and the rest is not
            that of no cells; then there is no solution.
    """

    operator: Operator
    cells: tuple[int, ...]
    target: int | None
    houses: tuple[House, ...]
    cages: tuple[Cage, ...]
    contradicts: bool


def line_sums(instance: Instance, max_cells: int = MAX_LINE_SUM_CELLS) -> list[LineSum]:
    """The line sums of at most ``max_cells`` cells; of several for the same cells, one that
    contradicts, or else the one with the fewest houses.
    """
    return [found for operator in OPERATORS for found in _line_sums(instance, operator, max_cells)]


def _line_sums(instance: Instance, operator: Operator, max_cells: int) -> list[LineSum]:
    complement = operator.complement
    if complement is None:
        return []
    known = [
        (mask_of(cage.cells), cage.cage)
        for cage in instance.cages
        if instance.puzzle.possible_operators(cage.cage) in ((operator,), (GIVEN,))
    ]
    if not any(mask & (mask - 1) for mask, _ in known):
        return []  # no such cage has several cells
    whole = operator.evaluate(instance.domain)
    if whole is None or any(complement(whole, value) is None for value in instance.domain):
        return []  # some value, such as a zero in a product, cannot be taken out of a total
    of_no_cells = complement(whole, whole)
    found: dict[int, LineSum] = {}
    for region, houses in _regions(instance):
        checkpoint()
        inside = [(mask, cage) for mask, cage in known if not mask & ~region]
        left = region ^ union(mask for mask, _ in inside)
        if not inside or left.bit_count() > max_cells:
            continue
        target = operator.evaluate((whole,) * len(houses))
        for _, cage in inside:
            target = None if target is None else complement(target, cage.target)
        cages = tuple(cage for _, cage in inside)
        contradicts = target is None or (not left and target != of_no_cells)
        one = LineSum(operator, tuple(numbers_in(left)), target, houses, cages, contradicts)
        found[left] = min(
            found.get(left, one), one, key=lambda each: (not each.contradicts, len(each.houses))
        )
    return list(found.values())


def _regions(instance: Instance) -> Iterator[tuple[int, tuple[House, ...]]]:
    """Houses that do not overlap and hold every value, and the mask of their cells: each of the
    extra houses alone, and each run of neighbouring rows, or columns.
    """
    rows, lines = instance.rows, instance.rows + instance.columns
    for group in instance.houses[lines:]:
        if group.full:
            yield mask_of(group.cells), (group.places,)
    for parallel in (instance.houses[:rows], instance.houses[rows:lines]):
        for first in range(len(parallel)):
            region, houses = 0, list[House]()
            for line in parallel[first:]:
                if not line.full:
                    break
                region |= mask_of(line.cells)
                houses.append(line.places)
                yield region, tuple(houses)
