"""Which steps a conclusion really rests on.

A solver takes every step it sees; most of them never matter. So a line of steps is read backwards:
a step stays if it eliminated a candidate whose absence a later step, or the conclusion, needs. What
a step needs to be absent, its technique says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.inference import take
from kenken_cp.logic.paths import all_paths
from kenken_cp.logic.premises import cage_number, fewest
from kenken_cp.logic.steps import GUESS, TECHNIQUES, Absent, Contradiction, Step, Taken
from kenken_cp.model.geometry import Cell

MAX_TUPLES = 24
"""Tuples of a cage that a step lists: the orders of four values."""


def relevant(
    start: Candidates,
    steps: Sequence[Step],
    conclusion: Callable[[Candidates], Absent],
    *,
    all_places: bool = False,
) -> tuple[list[Taken], Absent]:
    """The steps that a conclusion rests on, and what it needs to be absent from the start.

    Args:
        start: the candidates before the first step; unchanged.
        steps: to be taken one after the other.
        conclusion: what is needed after the last.
        all_places: keep every step that places a value.
    """
    states = [start.copy()]
    for step in steps:
        states.append(states[-1].copy())
        take(states[-1], step)
    needed = conclusion(states[-1])
    kept = []
    for step, before, after in zip(reversed(steps), states[-2::-1], states[:0:-1], strict=True):
        given = {
            cell: gone
            for cell, mask in needed.items()
            if (gone := mask & before.masks[cell] & ~after.masks[cell])
        }
        if not given and not (all_places and step.places):
            continue
        cut = _cut(step, given, before)
        kept.append(Taken(cut, _left(cut, after)))
        for cell, mask in premises(cut, before).items():
            needed[cell] = needed.get(cell, 0) | mask
    return kept[::-1], {cell: mask & ~start.masks[cell] for cell, mask in needed.items()}


def premises(step: Step, before: Candidates) -> Absent:
    """What must be absent for a step to follow. It is absent in the candidates before."""
    if step.technique == GUESS:
        return {}
    found = TECHNIQUES.named(step.technique).premises(step, before)
    return {cell: gone for cell, mask in found.items() if (gone := mask & ~before.masks[cell])}


def shown_by(contradiction: Contradiction) -> Callable[[Candidates], Absent]:
    """The absences that make a contradiction."""

    def conclusion(after: Candidates) -> Absent:
        taken, domain = after.instance, after.domain
        if contradiction.cage is not None:
            number = taken.puzzle.cages.index(contradiction.cage)
            return fewest(after, number, lambda paths: not paths)
        if contradiction.house is not None:
            assert contradiction.value is not None
            bit = domain.bit[contradiction.value]
            return dict.fromkeys(taken.indices(contradiction.house), bit)
        assert contradiction.cell is not None
        return {taken.index(contradiction.cell): domain.every}

    return conclusion


def chain_premises(step: Step, before: Candidates) -> Absent:
    """What an assumption needs to be absent in order to lead to its contradiction."""
    return _chain(step, before)[1]


def _chain(step: Step, before: Candidates) -> tuple[list[Taken], Absent]:
    """The part of an assumption's consequences that leads to its contradiction, and what it
    needs to be absent.
    """
    assert step.contradiction is not None
    start = before.copy()
    start.place(before.instance.index(step.cells[0]), before.domain.bit[step.values[0]])
    chain, needed = relevant(start, step.then, shown_by(step.contradiction))
    return chain, {cell: mask & ~before.masks[cell] for cell, mask in needed.items()}


def _cut(step: Step, given: Absent, before: Candidates) -> Step:
    if step.then:
        chain, _ = _chain(step, before)
        return replace(step, then=tuple(taken.step for taken in chain))
    if step.places:
        return step
    cells, domain = before.instance.cells, before.domain
    eliminates = tuple((cells[cell], domain.values(mask)) for cell, mask in sorted(given.items()))
    cut = replace(step, eliminates=eliminates)
    return replace(cut, tuples=_tuples(cut, before)) if step.tuples else cut


def _tuples(step: Step, before: Candidates) -> tuple[tuple[int, ...], ...]:
    """The tuples left to a cage by what the step needs, and by the cells already placed: more is
    perhaps not explained, and whoever reads the tuples should be able to check them.
    """
    cage = before.instance.cages[cage_number(step, before)]
    whole = all_paths(cage.relation)
    if whole is None:
        return step.tuples
    absent = premises(step, before)
    masks = [
        before.domain.every & ~(absent.get(cell, 0) | _seen(before, cell)) for cell in cage.cells
    ]
    left = whole.within(masks).tuples(MAX_TUPLES) or ()
    return tuple(tuple(map(before.domain.value, bits)) for bits in left)


def _seen(before: Candidates, cell: int) -> int:
    """What a cell cannot hold because of cells that are placed, itself included."""
    if cell not in before.open_cells:
        return ~before.masks[cell]
    seen = 0
    for peer in before.instance.peers[cell]:
        if peer not in before.open_cells:
            seen |= before.masks[peer]
    return seen


def _left(step: Step, after: Candidates) -> dict[Cell, tuple[int, ...]]:
    index, domain = after.instance.index, after.domain
    return {cell: domain.values(after.masks[index(cell)]) for cell, _ in step.eliminates}
