"""Contradiction chains: a candidate is assumed, and what follows ends in a contradiction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kenken_cp.logic.candidates import Candidates, bits_of
from kenken_cp.logic.inference import contradiction_in, settle
from kenken_cp.logic.relevance import chain_premises
from kenken_cp.logic.steps import TECHNIQUES, Level, Step, StepMaker, Taken, Technique
from kenken_cp.logic.techniques.cages import CAGE_COMBINATIONS
from kenken_cp.logic.techniques.singles import HIDDEN_SINGLE, NAKED_SINGLE
from kenken_cp.logic.words import conclusion, contradiction_name, look_at_cells, one_by_one
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import cell_name, listed

_MAX_CANDIDATES = 4
"""Candidates of a cell of which one is assumed: where there are more, one guesses instead."""

_MAX_FOLLOWED = 8
"""Placements of a chain that a sentence lists."""


def _chain(candidates: Candidates, name: str, helpers: tuple[Technique, ...]) -> Iterator[Step]:
    """The first chain found, that of the cell with the fewest candidates."""
    step = StepMaker(name, candidates)
    masks = candidates.masks
    few = [cell for cell in candidates.open_cells if masks[cell].bit_count() <= _MAX_CANDIDATES]
    for cell in sorted(few, key=lambda cell: (masks[cell].bit_count(), cell)):
        for bit in bits_of(masks[cell]):
            assumed = candidates.copy()
            assumed.place(cell, bit)
            then = settle(assumed, helpers)
            if contradiction := contradiction_in(assumed):
                found = step([(cell, bit)], cells=(cell,), values=bit, contradiction=contradiction)
                yield replace(found, then=tuple(then))
                return


def _contradiction_chain(candidates: Candidates) -> Iterator[Step]:
    helpers = (NAKED_SINGLE, HIDDEN_SINGLE, CAGE_COMBINATIONS)
    yield from _chain(candidates, CONTRADICTION_CHAIN.name, helpers)


def _nishio(candidates: Candidates) -> Iterator[Step]:
    easier = []
    for technique in TECHNIQUES:
        if technique is NISHIO:
            break
        if technique is not CONTRADICTION_CHAIN:
            easier.append(technique)
    yield from _chain(candidates, NISHIO.name, tuple(easier))


def _in_words(taken: Taken, puzzle: Puzzle) -> str:
    step = taken.step
    assert step.contradiction is not None
    end = contradiction_name(step.contradiction, puzzle, would="would be")
    places = [place for then in step.then for place in then.places]
    if places:
        (first, value), *others = places[:_MAX_FOLLOWED]
        follows = [f"{cell_name(first)} would be {value}"]
        follows += [f"{cell_name(cell)} {value}" for cell, value in others]
        more = len(places) > _MAX_FOLLOWED
        end = f"{', '.join(follows) + ' and so on' if more else listed(follows)}, and {end}"
    return f"If {cell_name(step.cells[0])} were {step.values[0]}, {end}; so {conclusion(taken)}."


CONTRADICTION_CHAIN = Technique(
    "contradiction chain",
    Level.UNREASONABLE,
    "a candidate leads to a contradiction by singles and cages alone",
    _contradiction_chain,
    one_by_one(_in_words),
    chain_premises,
    look_at_cells,
    rank=100,
)

NISHIO = Technique(
    "Nishio",
    Level.UNREASONABLE,
    "a candidate leads to a contradiction by all easier techniques",
    _nishio,
    one_by_one(_in_words),
    chain_premises,
    look_at_cells,
    rank=101,
)
"""Other techniques of its level rank below it, so that it uses them, too."""
