"""Two houses that share cells: pointing and claiming."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from kenken_cp.encode.instance import Instance
from kenken_cp.logic.candidates import Candidates, bits_of
from kenken_cp.logic.premises import no_other_place
from kenken_cp.logic.steps import Level, Step, StepMaker, Taken, Technique
from kenken_cp.logic.words import any_of, name_of, one_by_one, so_single
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import cell_name


@lru_cache(maxsize=64)
def _overlaps(taken: Instance) -> list[tuple[int, int, frozenset[int]]]:
    """Pairs of a full house and another with two cells or more in common, as (one, other, the
    cells).
    """
    lines = taken.rows + taken.columns
    sets = [frozenset(house.cells) for house in taken.houses]
    return [
        (one, other, shared)
        for one in range(len(sets))
        if taken.houses[one].full
        for other in range(len(sets))
        if one != other and max(one, other) >= lines
        if len(shared := sets[one] & sets[other]) > 1
    ]


def _intersection(candidates: Candidates, *, name: str, from_line: bool) -> Iterator[Step]:
    step = StepMaker(name, candidates)
    taken, masks = candidates.instance, candidates.masks
    lines = taken.rows + taken.columns
    for one, other, shared in _overlaps(taken):
        if (one < lines) is not from_line:
            continue
        inside = outside = 0
        for cell in taken.houses[one].cells:
            if cell in shared:
                inside |= masks[cell]
            else:
                outside |= masks[cell]
        for bit in bits_of(inside & ~outside):
            eliminations = [
                (cell, bit)
                for cell in taken.houses[other].cells
                if masks[cell] & bit and cell not in shared
            ]
            if eliminations:
                holding = [cell for cell in sorted(shared) if masks[cell] & bit]
                yield step(eliminations, cells=holding, values=bit, houses=(one, other))


def _in_words(taken: Taken, puzzle: Puzzle) -> str:
    one, other = (name_of(house, puzzle) for house in taken.step.houses)
    (value,) = taken.step.values
    return (
        f"In {one}, {value} can only be at {any_of(map(cell_name, taken.step.cells))}, "
        f"so nowhere else in {other}" + so_single(taken)
    )


POINTING = Technique(
    "pointing",
    Level.HARD,
    "all places of a value in a box lie in another house, such as a line",
    partial(_intersection, name="pointing", from_line=False),
    one_by_one(_in_words),
    no_other_place,
)

CLAIMING = Technique(
    "claiming",
    Level.HARD,
    "all places of a value in a line lie in another house, such as a box",
    partial(_intersection, name="claiming", from_line=True),
    one_by_one(_in_words),
    no_other_place,
)
