"""Singles, and naked and hidden subsets: pairs, triples and quads.

All of them look at one house. As many values as cells belong together where the cells have no other
candidates (naked) or the values no other places (hidden).
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from kenken_cp.clock import checkpoint
from kenken_cp.encode.masks import mask_of, union
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.relevance import no_other_place, nothing_else_in_cells
from kenken_cp.logic.sentences import (
    any_of,
    cells_of,
    conclusion,
    eliminated,
    look_at_cells,
    name_of,
    names_of,
    one_by_one,
    so_single,
)
from kenken_cp.logic.steps import Level, Step, StepMaker, Technique
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import cell_name, cell_names, listed

# --- singles -------------------------------------------------------------------------------------


def _naked_single(candidates: Candidates) -> Iterator[Step]:
    make = StepMaker(NAKED_SINGLE.name, candidates)
    for cell in sorted(candidates.open_cells):
        mask = candidates.masks[cell]
        if mask and not mask & (mask - 1):
            yield make(places=[(cell, mask)], cells=(cell,), values=mask)


def _naked_singles_sentence(run: Sequence[Step], _: Puzzle) -> list[str]:
    (first, value), *others = (place for step in run for place in step.places)
    parts = [f"{cell_name(first)} can only be {value}"]
    return [", ".join(parts + [f"{cell_name(cell)} {value}" for cell, value in others]) + "."]


NAKED_SINGLE = Technique(
    "naked single",
    Level.EASY,
    "a cell has one candidate left",
    _naked_single,
    _naked_singles_sentence,
    nothing_else_in_cells,
    look_at_cells,
)


def _hidden_single(candidates: Candidates) -> Iterator[Step]:
    make = StepMaker(HIDDEN_SINGLE.name, candidates)
    masks = candidates.masks
    placed = set()
    changed = candidates.changed_cells(HIDDEN_SINGLE.name)
    for number, house in enumerate(candidates.instance.houses):
        if not house.full or changed.isdisjoint(house.cells):
            continue
        checkpoint()
        once = twice = 0
        for cell in house.cells:
            twice |= once & masks[cell]
            once |= masks[cell]
        once &= ~twice
        for cell in house.cells:
            bit = masks[cell] & once
            if bit and cell in candidates.open_cells and cell not in placed and not bit & (bit - 1):
                placed.add(cell)
                yield make(places=[(cell, bit)], cells=(cell,), values=bit, houses=(number,))


def _hidden_single_sentence(step: Step, puzzle: Puzzle) -> str:
    ((cell, value),) = step.places
    return f"In {name_of(step.houses[0], puzzle)} only {cell_name(cell)} can be {value}."


HIDDEN_SINGLE = Technique(
    "hidden single",
    Level.EASY,
    "a value has one place left in a house that must hold it",
    _hidden_single,
    one_by_one(_hidden_single_sentence),
    no_other_place,
)

# --- pairs, triples and quads --------------------------------------------------------------------


def _subset(candidates: Candidates, *, name: str, size: int, hidden: bool) -> Iterator[Step]:
    """Naked subsets, by the candidates of cells; or hidden ones, by the places of values."""
    make = StepMaker(name, candidates)
    changed = candidates.changed_cells(name)
    for number, house in enumerate(candidates.instance.houses):
        if changed.isdisjoint(house.cells) or (hidden and not house.full):
            continue
        checkpoint()
        masks = [candidates.masks[cell] for cell in house.cells]
        sets = candidates.places(number) if hidden else masks
        few = [member for member, held in enumerate(sets) if 2 <= held.bit_count() <= size]
        for subset in combinations(few, size):
            held = union(sets[member] for member in subset)
            if held.bit_count() != size:
                continue
            places, values = (held, mask_of(subset)) if hidden else (mask_of(subset), held)
            cells = [cell for place, cell in enumerate(house.cells) if places >> place & 1]
            others = [cell for cell in house.cells if cell not in cells]
            if eliminations := (
                candidates.without(cells, ~values) if hidden else candidates.without(others, values)
            ):
                yield make(eliminations, cells=cells, values=values, houses=(number,))


def _naked_sentence(step: Step, puzzle: Puzzle) -> str:
    return (
        f"{cells_of(step.cells)} share {listed(step.values)}, "
        f"so no other cell of {name_of(step.houses[0], puzzle)} is {any_of(eliminated(step))}"
        + so_single(step)
    )


def _look_at_naked(step: Step, puzzle: Puzzle) -> str:
    return f"{names_of(step.houses, puzzle)}, {cell_names(step.cells)}"


def _hidden_sentence(step: Step, puzzle: Puzzle) -> str:
    return (
        f"In {name_of(step.houses[0], puzzle)} only {cells_of(step.cells)} can hold "
        f"{listed(step.values)}, and so nothing else: {conclusion(step)}."
    )


SUBSETS = tuple(
    technique
    for size, word, number in ((2, "pair", "two"), (3, "triple", "three"), (4, "quad", "four"))
    for technique in (
        Technique(
            f"naked {word}",
            Level.HARD,
            f"{number} cells of a house have {number} values between them",
            partial(_subset, name=f"naked {word}", size=size, hidden=False),
            one_by_one(_naked_sentence),
            nothing_else_in_cells,
            _look_at_naked,
        ),
        Technique(
            f"hidden {word}",
            Level.HARD,
            f"{number} values have {number} places between them in a house that must hold them",
            partial(_subset, name=f"hidden {word}", size=size, hidden=True),
            one_by_one(_hidden_sentence),
            no_other_place,
        ),
    )
)
