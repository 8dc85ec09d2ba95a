"""Singles: a cell with one candidate, a value with one place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.premises import no_other_place, nothing_else_in_cells
from kenken_cp.logic.steps import Level, Step, StepMaker, Taken, Technique
from kenken_cp.logic.words import look_at_cells, name_of, one_by_one
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import cell_name


def _naked_single(candidates: Candidates) -> Iterator[Step]:
    step = StepMaker(NAKED_SINGLE.name, candidates)
    for cell in sorted(candidates.open_cells):
        mask = candidates.masks[cell]
        if mask and not mask & (mask - 1):
            yield step(places=[(cell, mask)], cells=(cell,), values=mask)


def _naked_singles_in_words(run: Sequence[Taken], _: Puzzle) -> list[str]:
    (first, value), *others = (place for taken in run for place in taken.step.places)
    parts = [f"{cell_name(first)} can only be {value}"]
    return [", ".join(parts + [f"{cell_name(cell)} {value}" for cell, value in others]) + "."]


NAKED_SINGLE = Technique(
    "naked single",
    Level.EASY,
    "a cell has one candidate left",
    _naked_single,
    _naked_singles_in_words,
    nothing_else_in_cells,
    look_at_cells,
)


def _hidden_single(candidates: Candidates) -> Iterator[Step]:
    step = StepMaker(HIDDEN_SINGLE.name, candidates)
    masks = candidates.masks
    found = set()
    for number, house in enumerate(candidates.instance.houses):
        if not house.full:
            continue
        once = twice = 0
        for cell in house.cells:
            twice |= once & masks[cell]
            once |= masks[cell]
        once &= ~twice
        for cell in house.cells:
            bit = masks[cell] & once
            if bit and cell in candidates.open_cells and cell not in found and not bit & (bit - 1):
                found.add(cell)
                yield step(places=[(cell, bit)], cells=(cell,), values=bit, houses=(number,))


def _hidden_single_in_words(taken: Taken, puzzle: Puzzle) -> str:
    ((cell, value),) = taken.step.places
    return f"In {name_of(taken.step.houses[0], puzzle)} only {cell_name(cell)} can be {value}."


HIDDEN_SINGLE = Technique(
    "hidden single",
    Level.EASY,
    "a value has one place left in a house that must hold it",
    _hidden_single,
    one_by_one(_hidden_single_in_words),
    no_other_place,
)
