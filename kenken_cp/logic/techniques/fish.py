"""Fish: a value's places in parallel lines that all lie in as many crossing lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from kenken_cp.logic.candidates import Candidates, bits_of, union
from kenken_cp.logic.steps import Absent, Level, Step, StepMaker, Taken, Technique
from kenken_cp.logic.words import names_of, one_by_one, so_single
from kenken_cp.model.geometry import House
from kenken_cp.model.puzzle import Puzzle


def _fish(candidates: Candidates, *, name: str, size: int) -> Iterator[Step]:
    step = StepMaker(name, candidates)
    taken, masks = candidates.instance, candidates.masks
    rows, columns = range(taken.rows), range(taken.rows, taken.rows + taken.columns)
    places = [candidates.places(line) for line in (*rows, *columns)]
    for value, bit in enumerate(bits_of(candidates.domain.every)):
        for base, crossing in ((rows, columns), (columns, rows)):
            if not taken.houses[base[0]].full:
                continue  # only a full line must hold the value
            few = [line for line in base if 2 <= places[line][value].bit_count() <= size]
            for lines in combinations(few, size):
                across = union(places[line][value] for line in lines)
                if across.bit_count() != size:
                    continue
                crossed = [line for i, line in enumerate(crossing) if across >> i & 1]
                kept = {
                    cell
                    for line in lines
                    for i, cell in enumerate(taken.houses[line].cells)
                    if across >> i & 1
                }
                eliminations = [
                    (cell, bit)
                    for line in crossed
                    for cell in taken.houses[line].cells
                    if masks[cell] & bit and cell not in kept
                ]
                if eliminations:
                    holding = sorted(cell for cell in kept if masks[cell] & bit)
                    yield step(eliminations, cells=holding, values=bit, houses=(*lines, *crossed))


def _nowhere_outside_crossing(step: Step, before: Candidates) -> Absent:
    base, crossing = _halves(step)
    crossed = {cell for house in crossing for cell in house}
    outside = [cell for house in base for cell in house if cell not in crossed]
    return dict.fromkeys(before.instance.indices(outside), before.domain.mask(step.values))


def _halves(step: Step) -> tuple[tuple[House, ...], tuple[House, ...]]:
    """The lines whose places are counted, and those that cross them."""
    half = len(step.houses) // 2
    return step.houses[:half], step.houses[half:]


def _in_words(taken: Taken, puzzle: Puzzle) -> str:
    base, crossed = (names_of(houses, puzzle) for houses in _halves(taken.step))
    (value,) = taken.step.values
    return (
        f"In {base}, {value} must be in {crossed}, so no other cell of {crossed} is {value}"
        + so_single(taken)
    )


def _look_at(step: Step, puzzle: Puzzle) -> str:
    return ", ".join(names_of(houses, puzzle) for houses in _halves(step))


def fish(name: str, size: int, number: str) -> Technique:
    """The fish of that many lines."""
    return Technique(
        name,
        Level.EXTREME,
        f"a value's places in {number} parallel lines lie in {number} crossing lines",
        partial(_fish, name=name, size=size),
        one_by_one(_in_words),
        _nowhere_outside_crossing,
        _look_at,
    )


X_WING = fish("X-wing", 2, "two")
SWORDFISH = fish("swordfish", 3, "three")
