"""Singles, and naked and hidden subsets: pairs, triples and quads.

All of them look at one house. As many values as cells belong together where the cells have no other
candidates (naked) or the values no other places (hidden).
"""

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from kenken_cp.clock import checkpoint
from kenken_cp.encode.masks import mask_of, union
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.relevance import gone_elsewhere, no_other_place, nothing_else_in_cells
from kenken_cp.logic.steps import Level, Step, Technique, make_step

# --- singles -------------------------------------------------------------------------------------


def _naked_single(candidates: Candidates) -> Iterator[Step]:
    for cell in sorted(candidates.open_cells):
        mask = candidates.masks[cell]
        if mask.bit_count() == 1:
            places = [(cell, mask)]
            yield make_step(
                NAKED_SINGLE.name, candidates, places=places, cells=(cell,), values=mask
            )


NAKED_SINGLE = Technique(
    "naked single",
    Level.EASY,
    "a cell has one candidate left",
    _naked_single,
    "{cells} can only be {values}.",
    nothing_else_in_cells,
    look_at="{cells}",
    run_on=", {cells} {values}",
)


def _hidden_single(candidates: Candidates) -> Iterator[Step]:
    to_place = candidates.open_cells.copy()
    for number, house in enumerate(candidates.instance.houses):
        if not house.full:
            continue
        checkpoint()
        once = [
            (house.cells[places.bit_length() - 1], 1 << value)
            for value, places in enumerate(candidates.places(number))
            if places.bit_count() == 1
        ]
        for cell, bit in sorted(once):
            if cell in to_place:
                to_place.discard(cell)
                places, houses = [(cell, bit)], (number,)
                yield make_step(
                    HIDDEN_SINGLE.name,
                    candidates,
                    places=places,
                    cells=(cell,),
                    values=bit,
                    houses=houses,
                )


HIDDEN_SINGLE = Technique(
    "hidden single",
    Level.EASY,
    "a value has one place left in a house that must hold it",
    _hidden_single,
    "In {house} only {cells} can be {values}.",
    no_other_place,
)

# --- pairs, triples and quads --------------------------------------------------------------------


def _subset(candidates: Candidates, *, name: str, size: int, hidden: bool) -> Iterator[Step]:
    """Naked subsets, by the candidates of cells; or hidden ones, by the places of values."""
    for number, house in enumerate(candidates.instance.houses):
        if hidden and not house.full:
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
            lose = (cells, ~values) if hidden else (others, values)
            if eliminations := candidates.eliminations_of(*lose):
                yield make_step(
                    name, candidates, eliminations, cells=cells, values=values, houses=(number,)
                )


def _subsets(size: int, word: str, number: str) -> tuple[Technique, Technique]:
    naked, hidden = f"naked {word}", f"hidden {word}"
    return (
        Technique(
            naked,
            Level.HARD,
            f"{number} cells of a house have {number} values between them",
            partial(_subset, name=naked, size=size, hidden=False),
            "{cells} share {values}, so no other cell of {house} is {any gone}{so single}.",
            nothing_else_in_cells,
            says_gone=gone_elsewhere,
            look_at="{houses}, {cell names}",
        ),
        Technique(
            hidden,
            Level.HARD,
            f"{number} values have {number} places between them in a house that must hold them",
            partial(_subset, name=hidden, size=size, hidden=True),
            "In {house} only {cells} can hold {values}, so {conclusion}.",
            no_other_place,
        ),
    )


SUBSETS = (
    *_subsets(2, "pair", "two"),
    *_subsets(3, "triple", "three"),
    *_subsets(4, "quad", "four"),
)
