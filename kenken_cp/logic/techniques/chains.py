"""Contradiction chains: a candidate is assumed, and what follows ends in a contradiction."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from kenken_cp.encode.masks import bits_in
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.relevance import contradiction_follows
from kenken_cp.logic.sentences import contradiction_name, filled_in
from kenken_cp.logic.steps import (
    TECHNIQUES,
    Level,
    Step,
    Technique,
    contradiction_in,
    make_step,
    take_all,
)
from kenken_cp.logic.techniques.cages import CAGE_COMBINATIONS
from kenken_cp.logic.techniques.subsets import HIDDEN_SINGLE, NAKED_SINGLE
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import cell_name, listed

_MAX_TRIED = 4
"""Candidates of a cell of which one is assumed: where there are more, one guesses instead."""

_MAX_TO_ASSUME = 1_000
"""Candidates of the largest board on which any is assumed: every 9x9 has fewer. With more, a step
may take a minute.
"""

_MAX_FOLLOWED = 8
"""Placements of a chain that a sentence lists."""


def _chain(candidates: Candidates, kind: Technique, helpers: Sequence[Technique]) -> Iterator[Step]:
    """The first chain found, that of the cell with the fewest candidates."""
    masks = candidates.masks
    if sum(mask.bit_count() for mask in masks) > _MAX_TO_ASSUME:
        return
    few = [cell for cell in candidates.open_cells if masks[cell].bit_count() <= _MAX_TRIED]
    for cell in sorted(few, key=lambda cell: (masks[cell].bit_count(), cell)):
        for bit in bits_in(masks[cell]):
            assumed = candidates.copy()
            assumed.place(cell, bit)
            then = tuple(take_all(assumed, helpers))
            if contradiction := contradiction_in(assumed):
                step = make_step(kind.name, candidates, [(cell, bit)], cells=(cell,), values=bit)
                yield replace(step, then=then, contradiction=contradiction)
                return


def _contradiction_chain(candidates: Candidates) -> Iterator[Step]:
    return _chain(candidates, CONTRADICTION_CHAIN, (NAKED_SINGLE, HIDDEN_SINGLE, CAGE_COMBINATIONS))


def _nishio(candidates: Candidates) -> Iterator[Step]:
    easier = takewhile(lambda technique: technique is not NISHIO, TECHNIQUES)
    used = [each for each in easier if each is not CONTRADICTION_CHAIN and not each.asks_solver]
    return _chain(candidates, NISHIO, used)


def _sentence(step: Step, puzzle: Puzzle) -> str:
    assert step.contradiction is not None
    end = contradiction_name(step.contradiction, puzzle, would="would be")
    places = [place for then in step.then for place in then.places]
    if places:
        (first, value), *others = places[:_MAX_FOLLOWED]
        parts = [f"{cell_name(first)} would be {value}"]
        parts += [f"{cell_name(cell)} {value}" for cell, value in others]
        more = len(places) > _MAX_FOLLOWED
        end = f"{', '.join(parts) + ' and so on' if more else listed(parts)}, and {end}"
    return filled_in(f"If {{cells}} were {{values}}, {end}; so {{conclusion}}.", step, puzzle)


CONTRADICTION_CHAIN, NISHIO = (
    Technique(
        name,
        Level.UNREASONABLE,
        f"a candidate leads to a contradiction by {means}",
        find,
        _sentence,
        contradiction_follows,
        look_at="{cells}",
        rank=rank,
    )
    for name, means, find, rank in (
        ("contradiction chain", "singles and cages alone", _contradiction_chain, 100),
        ("Nishio", "all easier techniques", _nishio, 101),
    )
)
"""Other techniques of its level rank below it, so that it uses them, too."""
