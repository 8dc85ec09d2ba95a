"""Line sums (innies and outies, the "45 rule"): what the cages inside whole lines leave of them.

Where every line holds every value, the rows i to j (or columns, or a box) add up to a known total;
the sum cages that lie within them take known parts of it; what is left is the sum of the few cells
that remain. So it is with products. Such equations are implied by the puzzle, but no engine finds
them by itself: they add up many constraints at once. On 9x9 boards of sums they cut the time to a
third, and the worst case to a tenth (``benchmarks/README.md``, "Line sums").
"""

from functools import lru_cache
from typing import NamedTuple

from kenken_cp.encode.instance import Group, Instance
from kenken_cp.model.geometry import House
from kenken_cp.model.operators import GIVEN, OPERATORS, Operator
from kenken_cp.model.puzzle import Cage


class LineSum(NamedTuple):
    """What some cells make together, and how that comes about.

    Attributes:
        operator: under which they make it: one with a complement.
        cells: indices, ascending.
        target: what they make; None if nothing can make what is left.
        houses: the whole houses.
        cages: those inside the houses, whose targets are taken from the total.
    """

    operator: Operator
    cells: tuple[int, ...]
    target: int | None
    houses: tuple[House, ...]
    cages: tuple[Cage, ...]

    @property
    def contradicts(self) -> bool:
        """Whether no cell is left for what is left, so that the puzzle has no solution."""
        return not self.cells and self.target != self.operator.evaluate(())


def line_sums(instance: Instance, max_cells: int) -> list[LineSum]:
    """The line sums of at most ``max_cells`` cells; for the same cells that of fewest houses."""
    return [found for operator in OPERATORS for found in _line_sums(instance, operator, max_cells)]


def contradicts_itself(instance: Instance) -> bool:
    """Whether cages that fill whole lines make another total than the lines do."""
    return any(line_sum.contradicts for line_sum in line_sums(instance, 0))


def _line_sums(instance: Instance, operator: Operator, max_cells: int) -> list[LineSum]:
    complement = operator.complement
    known = [
        (_mask(cage.cells), cage.cage)
        for cage in instance.cages
        if cage.cage.operator is operator or cage.cage.operator is GIVEN
    ]
    if complement is None or not any(mask & (mask - 1) for mask, _ in known):
        return []
    whole = operator.evaluate(instance.domain)
    if whole is None or any(complement(whole, value) is None for value in instance.domain):
        return []  # some value, such as a zero, cannot be taken from a line again
    found: dict[int, LineSum] = {}
    for region, houses in _regions(instance.rows, instance.columns, instance.houses):
        inside = [(mask, cage) for mask, cage in known if not mask & ~region]
        left = region - sum(mask for mask, _ in inside)  # cages do not overlap
        if not inside or left.bit_count() > max_cells:
            continue
        if left not in found or len(houses) < len(found[left].houses):
            target = operator.evaluate((whole,) * len(houses))
            for _, cage in inside:
                target = None if target is None else complement(target, cage.target)
            cells = tuple(cell for cell in range(left.bit_length()) if left >> cell & 1)
            cages = tuple(cage for _, cage in inside)
            found[left] = LineSum(operator, cells, target, houses, cages)
    return list(found.values())


@lru_cache(maxsize=64)
def _regions(
    rows: int, columns: int, groups: tuple[Group, ...]
) -> tuple[tuple[int, tuple[House, ...]], ...]:
    """(Mask of cells, houses): every run of full rows or columns, and every other full house."""
    found: list[tuple[int, tuple[House, ...]]] = [
        (_mask(group.cells), (group.house,)) for group in groups[rows + columns :] if group.full
    ]
    for parallel in (groups[:rows], groups[rows : rows + columns]):
        if not parallel[0].full:
            continue
        for first in range(len(parallel)):
            region = 0
            houses: tuple[House, ...] = ()
            for line in parallel[first:]:
                region |= _mask(line.cells)
                houses = (*houses, line.house)
                found.append((region, houses))
    return tuple(found)


def _mask(cells: tuple[int, ...]) -> int:
    return sum(1 << cell for cell in cells)
