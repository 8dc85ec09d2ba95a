"""Intersection techniques: pointing, claiming, X-wing, swordfish.

All of them look at one value. If its remaining cells in N houses lie in only N other houses, those
other houses need the value there, and it can be eliminated from their other cells.
"""

from collections.abc import Iterator
from functools import partial
from itertools import chain, combinations

from kenken_cp.clock import checkpoint
from kenken_cp.encode.masks import bits_in, numbers_in, union
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.relevance import gone_elsewhere, no_other_place
from kenken_cp.logic.steps import Absent, Level, Step, Technique, make_step

# --- two houses: pointing and claiming -----------------------------------------------------------


def _intersection(candidates: Candidates, *, name: str, from_line: bool) -> Iterator[Step]:
    instance = candidates.instance
    lines, houses = range(instance.rows + instance.columns), range(len(instance.houses))
    if len(lines) == len(houses):
        return  # two lines share one cell only
    for number in lines if from_line else houses[len(lines) :]:
        house = instance.houses[number]
        if not house.full:
            continue
        checkpoint()
        for value, places in enumerate(candidates.places(number)):
            if places.bit_count() < 2:
                continue
            cells = [house.cells[place] for place in numbers_in(places)]
            shared = frozenset.intersection(*(instance.groups_of[cell] for cell in cells))
            for other in sorted(shared - {number}):
                if other >= len(houses):
                    break  # a cage, under rules that forbid it a repetition
                outside = [cell for cell in instance.houses[other].cells if cell not in cells]
                if eliminations := candidates.eliminations_of(outside, 1 << value):
                    both = (number, other)
                    yield make_step(
                        name, candidates, eliminations, cells=cells, values=1 << value, houses=both
                    )


POINTING, CLAIMING = (
    Technique(
        name,
        Level.HARD,
        f"all places of a value in a {one} lie in another house, such as a {other}",
        partial(_intersection, name=name, from_line=one == "line"),
        "In {house}, {values} can only be at {any cell}, so nowhere else in {second half}"
        "{so single}.",
        no_other_place,
        says_gone=gone_elsewhere,
    )
    for name, one, other in (("pointing", "box", "line"), ("claiming", "line", "box"))
)

# --- parallel lines, and as many that cross them: fish -------------------------------------------


def _fish(candidates: Candidates, *, name: str, size: int) -> Iterator[Step]:
    instance, masks = candidates.instance, candidates.masks
    rows, columns = range(instance.rows), range(instance.rows, instance.rows + instance.columns)
    places = [candidates.places(line) for line in (*rows, *columns)]
    for value, bit in enumerate(bits_in(candidates.domain.every)):
        checkpoint()
        for base, crossing in ((rows, columns), (columns, rows)):
            few = [
                line
                for line in base
                if instance.houses[line].full  # else it need not hold the value
                and 2 <= places[line][value].bit_count() <= size
            ]
            for lines in combinations(few, size):
                across = union(places[line][value] for line in lines)
                if across.bit_count() != size:
                    continue
                crossed = [crossing[place] for place in numbers_in(across)]
                if not all(instance.houses[line].cells for line in crossed):
                    continue  # a house that is not part of a conflict may have the value twice
                base_cells = {cell for line in lines for cell in instance.houses[line].cells}
                cells = [cell for line in crossed for cell in instance.houses[line].cells]
                others = [cell for cell in cells if cell not in base_cells]
                if eliminations := candidates.eliminations_of(others, bit):
                    held = sorted(
                        cell for cell in base_cells.intersection(cells) if masks[cell] & bit
                    )
                    houses = (*lines, *crossed)
                    yield make_step(
                        name, candidates, eliminations, cells=held, values=bit, houses=houses
                    )


def _nowhere_outside_crossing(step: Step, before: Candidates) -> Absent:
    half = len(step.houses) // 2
    base, crossing = chain(*step.houses[:half]), chain(*step.houses[half:])
    outside = before.instance.indices(list(set(base).difference(crossing)))
    return dict.fromkeys(outside, before.domain.mask(step.values))


X_WING, SWORDFISH = (
    Technique(
        name,
        Level.EXTREME,
        f"a value's places in {number} parallel lines lie in {number} crossing lines",
        partial(_fish, name=name, size=size),
        "In {first half}, {values} must be in {second half}, so no other cell of {second half} is "
        "{values}{so single}.",
        _nowhere_outside_crossing,
        says_gone=gone_elsewhere,
        look_at="{first half}, {second half}",
    )
    for name, size, number in (("X-wing", 2, "two"), ("swordfish", 3, "three"))
)
