"""Subsets of a house: naked and hidden pairs, triples and quads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from kenken_cp.logic.candidates import Candidates, union
from kenken_cp.logic.premises import no_other_place, nothing_else_in_cells
from kenken_cp.logic.steps import Level, Step, StepMaker, Taken, Technique
from kenken_cp.logic.words import (
    any_of,
    cells_of,
    conclusion,
    eliminated,
    name_of,
    names_of,
    one_by_one,
    so_single,
)
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import cell_names, listed

_SIZES = {2: ("pair", "two"), 3: ("triple", "three"), 4: ("quad", "four")}


def _naked(candidates: Candidates, *, name: str, size: int) -> Iterator[Step]:
    step = StepMaker(name, candidates)
    masks = candidates.masks
    for number, house in enumerate(candidates.instance.houses):
        cells = [cell for cell in house.cells if masks[cell].bit_count() > 1]
        if len(cells) <= size:
            continue
        small = [cell for cell in cells if masks[cell].bit_count() <= size]
        for subset in combinations(small, size):
            values = union(masks[cell] for cell in subset)
            if values.bit_count() != size:
                continue
            eliminations = [
                (cell, gone)
                for cell in cells
                if cell not in subset and (gone := masks[cell] & values)
            ]
            if eliminations:
                yield step(eliminations, cells=subset, values=values, houses=(number,))


def _naked_in_words(taken: Taken, puzzle: Puzzle) -> str:
    step = taken.step
    return (
        f"{cells_of(step.cells)} share {listed(step.values)}, "
        f"so no other cell of {name_of(step.houses[0], puzzle)} is {any_of(eliminated(step))}"
        + so_single(taken)
    )


def _look_at_naked(step: Step, puzzle: Puzzle) -> str:
    return f"{names_of(step.houses, puzzle)}, {cell_names(step.cells)}"


def naked_subset(size: int) -> Technique:
    """The technique of that many cells of a house with as many values between them."""
    word, number = _SIZES[size]
    name = f"naked {word}"
    return Technique(
        name,
        Level.HARD,
        f"{number} cells of a house have {number} values between them",
        partial(_naked, name=name, size=size),
        one_by_one(_naked_in_words),
        nothing_else_in_cells,
        _look_at_naked,
    )


def _hidden(candidates: Candidates, *, name: str, size: int) -> Iterator[Step]:
    step = StepMaker(name, candidates)
    masks = candidates.masks
    for number, house in enumerate(candidates.instance.houses):
        if not house.full:
            continue
        places = candidates.places(number)
        few = [value for value, found in enumerate(places) if 2 <= found.bit_count() <= size]
        for subset in combinations(few, size):
            held = union(places[value] for value in subset)
            if held.bit_count() != size:
                continue
            values = sum(1 << value for value in subset)
            cells = [cell for place, cell in enumerate(house.cells) if held >> place & 1]
            eliminations = [(cell, gone) for cell in cells if (gone := masks[cell] & ~values)]
            if eliminations:
                yield step(eliminations, cells=cells, values=values, houses=(number,))


def _hidden_in_words(taken: Taken, puzzle: Puzzle) -> str:
    step = taken.step
    return (
        f"In {name_of(step.houses[0], puzzle)} only {cells_of(step.cells)} can hold "
        f"{listed(step.values)}, and so nothing else: {conclusion(taken)}."
    )


def hidden_subset(size: int) -> Technique:
    """The technique of that many values with as many places between them in a house."""
    word, number = _SIZES[size]
    name = f"hidden {word}"
    return Technique(
        name,
        Level.HARD,
        f"{number} values have {number} places between them in a house that must hold them",
        partial(_hidden, name=name, size=size),
        one_by_one(_hidden_in_words),
        no_other_place,
    )


SUBSETS = tuple(subset(size) for size in _SIZES for subset in (naked_subset, hidden_subset))
"""From pairs to quads, each time the naked ones first."""
