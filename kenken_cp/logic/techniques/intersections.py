"""Intersection techniques: pointing, claiming, X-wing, swordfish.

All of them look at one value. If its remaining cells in N houses lie in only N other houses, those
other houses need the value there, and it can be eliminated from their other cells.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations

from kenken_cp.clock import checkpoint
from kenken_cp.encode.instance import Instance
from kenken_cp.encode.masks import bits_in, union
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.relevance import no_other_place
from kenken_cp.logic.sentences import any_of, name_of, names_of, one_by_one, so_single
from kenken_cp.logic.steps import Absent, Level, Step, StepMaker, Technique
from kenken_cp.model.geometry import House
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import cell_name

# --- two houses: pointing and claiming -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Overlap:
    """Two houses that share at least two cells, as indices into ``Instance.houses``."""

    source: int  # a full house: every value occurs in it
    target: int  # the house from whose other cells a value may be eliminated
    shared: frozenset[int]


@lru_cache(maxsize=8)
def _overlaps(instance: Instance, *, from_line: bool) -> list[_Overlap]:
    """Find the pairs of houses that pointing (a box into a line) or claiming (a line into a box)
    can use; two lines share one cell, so they are left out.
    """
    lines = instance.rows + instance.columns
    sets = [frozenset(house.cells) for house in instance.houses]
    # A house of two cells has no cell outside the overlap; a board may have thousands of these.
    larger = [number for number, cells in enumerate(sets) if len(cells) > 2]
    return [
        _Overlap(source, target, shared)
        for source in (range(lines) if from_line else range(lines, len(sets)))
        if instance.houses[source].full
        for target in larger
        if source != target and max(source, target) >= lines
        if len(shared := sets[source] & sets[target]) > 1
    ]


def _intersection(candidates: Candidates, *, name: str, from_line: bool) -> Iterator[Step]:
    make = StepMaker(name, candidates)
    houses, masks = candidates.instance.houses, candidates.masks
    changed = candidates.changed_cells(name)
    for overlap in _overlaps(candidates.instance, from_line=from_line):
        source, shared = houses[overlap.source].cells, overlap.shared
        if changed.isdisjoint(source):
            continue
        checkpoint()
        inside = union([masks[cell] for cell in shared])
        outside = union([masks[cell] for cell in source if cell not in shared])
        for bit in bits_in(inside & ~outside):
            others = [cell for cell in houses[overlap.target].cells if cell not in shared]
            if eliminations := candidates.without(others, bit):
                yield make(
                    eliminations,
                    cells=[cell for cell in sorted(shared) if masks[cell] & bit],
                    values=bit,
                    houses=(overlap.source, overlap.target),
                )


def _intersection_sentence(step: Step, puzzle: Puzzle) -> str:
    one, other = (name_of(house, puzzle) for house in step.houses)
    (value,) = step.values
    return (
        f"In {one}, {value} can only be at {any_of(map(cell_name, step.cells))}, "
        f"so nowhere else in {other}" + so_single(step)
    )


POINTING, CLAIMING = (
    Technique(
        name,
        Level.HARD,
        f"all places of a value in a {one} lie in another house, such as a {other}",
        partial(_intersection, name=name, from_line=one == "line"),
        one_by_one(_intersection_sentence),
        no_other_place,
    )
    for name, one, other in (("pointing", "box", "line"), ("claiming", "line", "box"))
)

# --- parallel lines, and as many that cross them: fish -------------------------------------------


def _fish(candidates: Candidates, *, name: str, size: int) -> Iterator[Step]:
    make = StepMaker(name, candidates)
    instance, masks = candidates.instance, candidates.masks
    rows, columns = range(instance.rows), range(instance.rows, instance.rows + instance.columns)
    places = [candidates.places(line) for line in (*rows, *columns)]
    for value in range(len(candidates.domain.bit)):
        bit = 1 << value
        checkpoint()
        for base, crossing in ((rows, columns), (columns, rows)):
            if not instance.houses[base[0]].full:
                continue  # only a full line must hold the value
            few = [line for line in base if 2 <= places[line][value].bit_count() <= size]
            for lines in combinations(few, size):
                across = union(places[line][value] for line in lines)
                if across.bit_count() != size:
                    continue
                crossed = [line for i, line in enumerate(crossing) if across >> i & 1]
                base_cells = {cell for line in lines for cell in instance.houses[line].cells}
                cells = [cell for line in crossed for cell in instance.houses[line].cells]
                others = [cell for cell in cells if cell not in base_cells]
                if eliminations := candidates.without(others, bit):
                    held = sorted(
                        cell for cell in base_cells.intersection(cells) if masks[cell] & bit
                    )
                    yield make(eliminations, cells=held, values=bit, houses=(*lines, *crossed))


def _nowhere_outside_crossing(step: Step, before: Candidates) -> Absent:
    base, crossing = _halves(step)
    crossed = {cell for house in crossing for cell in house}
    outside = [cell for house in base for cell in house if cell not in crossed]
    return dict.fromkeys(before.instance.indices(outside), before.domain.mask(step.values))


def _halves(step: Step) -> tuple[tuple[House, ...], tuple[House, ...]]:
    """The lines whose places are counted, and those that cross them."""
    half = len(step.houses) // 2
    return step.houses[:half], step.houses[half:]


def _fish_sentence(step: Step, puzzle: Puzzle) -> str:
    base, crossed = (names_of(houses, puzzle) for houses in _halves(step))
    (value,) = step.values
    return (
        f"In {base}, {value} must be in {crossed}, so no other cell of {crossed} is {value}"
        + so_single(step)
    )


def _look_at_fish(step: Step, puzzle: Puzzle) -> str:
    return ", ".join(names_of(houses, puzzle) for houses in _halves(step))


X_WING, SWORDFISH = (
    Technique(
        name,
        Level.EXTREME,
        f"a value's places in {number} parallel lines lie in {number} crossing lines",
        partial(_fish, name=name, size=size),
        one_by_one(_fish_sentence),
        _nowhere_outside_crossing,
        _look_at_fish,
    )
    for name, size, number in (("X-wing", 2, "two"), ("swordfish", 3, "three"))
)
