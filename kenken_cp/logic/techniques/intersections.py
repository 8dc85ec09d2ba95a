"""Where houses cross: a value's places in some of them all lie in as many others."""

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import combinations

from kenken_cp.clock import checkpoint
from kenken_cp.encode.instance import Instance
from kenken_cp.encode.masks import bits_in, union
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.relevance import no_other_place
from kenken_cp.logic.steps import Absent, Level, Step, StepMaker, Taken, Technique
from kenken_cp.logic.words import any_of, name_of, names_of, one_by_one, so_single
from kenken_cp.model.geometry import House
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import cell_name

# --- two houses: pointing and claiming -----------------------------------------------------------


@lru_cache(maxsize=8)
def _overlaps(taken: Instance, *, from_line: bool) -> list[tuple[int, int, frozenset[int]]]:
    """A full house, another, and their common cells, where these are two or more."""
    lines = taken.rows + taken.columns
    sets = [frozenset(house.cells) for house in taken.houses]
    # Of which some cell is not common; a board may have thousands of pairs.
    larger = [number for number, cells in enumerate(sets) if len(cells) > 2]
    return [
        (one, other, shared)
        for one in (range(lines) if from_line else range(lines, len(sets)))
        if taken.houses[one].full
        for other in larger
        if one != other and max(one, other) >= lines
        if len(shared := sets[one] & sets[other]) > 1
    ]


def _intersection(candidates: Candidates, *, name: str, from_line: bool) -> Iterator[Step]:
    step = StepMaker(name, candidates)
    taken, masks = candidates.instance, candidates.masks
    changed = frozenset(candidates.changed_houses(name))
    for one, other, shared in _overlaps(taken, from_line=from_line):
        if one not in changed:
            continue
        checkpoint()
        inside = outside = 0
        for cell in taken.houses[one].cells:
            if cell in shared:
                inside |= masks[cell]
            else:
                outside |= masks[cell]
        for bit in bits_in(inside & ~outside):
            eliminations = [
                (cell, bit)
                for cell in taken.houses[other].cells
                if masks[cell] & bit and cell not in shared
            ]
            if eliminations:
                holding = [cell for cell in sorted(shared) if masks[cell] & bit]
                yield step(eliminations, cells=holding, values=bit, houses=(one, other))


def _intersection_in_words(taken: Taken, puzzle: Puzzle) -> str:
    one, other = (name_of(house, puzzle) for house in taken.step.houses)
    (value,) = taken.step.values
    return (
        f"In {one}, {value} can only be at {any_of(map(cell_name, taken.step.cells))}, "
        f"so nowhere else in {other}" + so_single(taken)
    )


POINTING, CLAIMING = (
    Technique(
        name,
        Level.HARD,
        f"all places of a value in a {one} lie in another house, such as a {other}",
        partial(_intersection, name=name, from_line=one == "line"),
        one_by_one(_intersection_in_words),
        no_other_place,
    )
    for name, one, other in (("pointing", "box", "line"), ("claiming", "line", "box"))
)

# --- parallel lines, and as many that cross them: fish -------------------------------------------


def _fish(candidates: Candidates, *, name: str, size: int) -> Iterator[Step]:
    step = StepMaker(name, candidates)
    taken, masks = candidates.instance, candidates.masks
    changed = candidates.changed_values(name)
    if not changed:
        return
    rows, columns = range(taken.rows), range(taken.rows, taken.rows + taken.columns)
    places = [candidates.places(line) for line in (*rows, *columns)]
    for bit in bits_in(changed):
        value = bit.bit_length() - 1
        checkpoint()
        for base, crossing in ((rows, columns), (columns, rows)):
            if not taken.houses[base[0]].full:
                continue  # only a full line must hold the value
            few = [line for line in base if 2 <= places[line][value].bit_count() <= size]
            for lines in combinations(few, size):
                across = union(places[line][value] for line in lines)
                if across.bit_count() != size:
                    continue
                crossed = [line for i, line in enumerate(crossing) if across >> i & 1]
                base_cells = {cell for line in lines for cell in taken.houses[line].cells}
                holding = [
                    cell
                    for line in crossed
                    for cell in taken.houses[line].cells
                    if masks[cell] & bit
                ]
                eliminations = [(cell, bit) for cell in holding if cell not in base_cells]
                if eliminations:
                    kept = sorted(base_cells.intersection(holding))
                    yield step(eliminations, cells=kept, values=bit, houses=(*lines, *crossed))


def _nowhere_outside_crossing(step: Step, before: Candidates) -> Absent:
    base, crossing = _halves(step)
    crossed = {cell for house in crossing for cell in house}
    outside = [cell for house in base for cell in house if cell not in crossed]
    return dict.fromkeys(before.instance.indices(outside), before.domain.mask(step.values))


def _halves(step: Step) -> tuple[tuple[House, ...], tuple[House, ...]]:
    """The lines whose places are counted, and those that cross them."""
    half = len(step.houses) // 2
    return step.houses[:half], step.houses[half:]


def _fish_in_words(taken: Taken, puzzle: Puzzle) -> str:
    base, crossed = (names_of(houses, puzzle) for houses in _halves(taken.step))
    (value,) = taken.step.values
    return (
        f"In {base}, {value} must be in {crossed}, so no other cell of {crossed} is {value}"
        + so_single(taken)
    )


def _look_at_fish(step: Step, puzzle: Puzzle) -> str:
    return ", ".join(names_of(houses, puzzle) for houses in _halves(step))


X_WING, SWORDFISH = (
    Technique(
        name,
        Level.EXTREME,
        f"a value's places in {number} parallel lines lie in {number} crossing lines",
        partial(_fish, name=name, size=size),
        one_by_one(_fish_in_words),
        _nowhere_outside_crossing,
        _look_at_fish,
    )
    for name, size, number in (("X-wing", 2, "two"), ("swordfish", 3, "three"))
)
