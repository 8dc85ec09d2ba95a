"""Which steps a conclusion really rests on.

A solver takes every step it sees; most of them never matter. So a line of steps is read backwards:
a step stays if it eliminated a candidate whose absence a later step, or the conclusion, needs. What
a step needs to be absent, its technique says; what several of them share is below.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from kenken_cp.clock import checkpoint
from kenken_cp.logic.cage_tuples import all_tuples
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.sentences import eliminated
from kenken_cp.logic.steps import GUESS, TECHNIQUES, Absent, Contradiction, Step, take, take_as_told
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Cage


def relevant(
    start: Candidates,
    steps: Sequence[Step],
    conclusion: Callable[[Candidates], Absent] | None = None,
) -> tuple[list[Step], Absent]:
    """The steps that a conclusion rests on, cut down to what matters; and what must be absent at
    the start.

    Args:
        start: the candidates before the first step; unchanged.
        steps: to be taken one after the other.
        conclusion: what must be absent after the last; None: keep every step that places a value.
    """
    after, before_each = start.copy(), list[Candidates]()
    for step in steps:
        checkpoint()
        before_each.append(after.copy())
        take(after, step)
    needed = conclusion(after) if conclusion else {}
    kept = []
    for step, before in zip(reversed(steps), reversed(before_each), strict=True):
        checkpoint()
        gone = after.gone_since(before)
        wanted = {cell: both for cell, mask in needed.items() if (both := mask & gone.get(cell, 0))}
        after = before
        if not wanted and (conclusion or not step.places):
            continue
        cut = _cut(step, wanted, before)
        kept.append(cut)
        for cell, mask in absences_needed(cut, before).items():
            needed[cell] = needed.get(cell, 0) | mask
    needed = {cell: mask & ~start.masks[cell] for cell, mask in needed.items()}
    return list(_with_what_is_left(start, kept[::-1])), needed


def _with_what_is_left(start: Candidates, steps: Sequence[Step]) -> Iterator[Step]:
    """Steps with the values that they, and nothing else, leave to the cells they narrow."""
    now, index = start.copy(), start.instance.index
    for step in steps:
        take_as_told(now, step)
        masks = {cell: now.masks[index(cell)] for cell, _ in step.eliminates}
        yield replace(step, left={cell: now.domain.values(mask) for cell, mask in masks.items()})


class Premise(NamedTuple):
    """Candidates that a step needs to be absent from a cell, and which earlier step saw to it."""

    step: int
    cell: Cell
    values: tuple[int, ...]


def traced(start: Candidates, steps: Sequence[Step]) -> Iterator[list[Premise]]:
    """What each of the steps that matter rests on, beside what is absent from the start.

    Args:
        start: the candidates before the first step; unchanged.
        steps: all that matter, as ``relevant`` returns them. They are numbered from 0.
    """
    left = start.copy()
    cells, domain = start.instance.cells, start.domain
    gone_by: dict[int, list[tuple[int, int]]] = {}  # for each cell the steps, and what went by them
    for number, step in enumerate(steps):
        checkpoint()
        yield [
            Premise(earlier, cells[cell], domain.values(mask & gone))
            for cell, mask in sorted(absences_needed(step, left).items())
            for earlier, gone in gone_by.get(cell, ())
            if mask & gone
        ]
        before = left.copy()
        take(left, step)
        for cell, gone in left.gone_since(before).items():
            gone_by.setdefault(cell, []).append((number, gone))


def shown_by(contradiction: Contradiction, after: Candidates) -> Absent:
    """The absences that make a contradiction."""
    instance, domain = after.instance, after.domain
    if contradiction.cage is not None:
        return _emptying(contradiction.cage, after)
    if contradiction.house is not None:
        assert contradiction.value is not None
        return dict.fromkeys(instance.indices(contradiction.house), domain.bit[contradiction.value])
    if contradiction.cell is None:
        return {}  # the clues alone show it
    return {instance.index(contradiction.cell): domain.every}


def _emptying(cage: Cage, after: Candidates) -> Absent:
    """Absences that leave a cage no tuple, none of them to be spared."""
    indexed = after.instance.cages[after.instance.puzzle.cages.index(cage)]
    masks = [after.masks[cell] for cell in indexed.cells]
    for i, narrow in enumerate(masks):
        checkpoint()
        masks[i] = after.domain.every
        if all_tuples(indexed.relation).within(masks):
            masks[i] = narrow
    return {cell: ~mask for cell, mask in zip(indexed.cells, masks, strict=True)}


def absences_needed(step: Step, before: Candidates) -> Absent:
    """What must be absent for a step to follow. It is absent in the candidates before."""
    if step.technique == GUESS:
        return {}
    premises = TECHNIQUES.named(step.technique).premises(step, before)
    return {cell: gone for cell, mask in premises.items() if (gone := mask & ~before.masks[cell])}


def _consequences(step: Step, before: Candidates) -> tuple[list[Step], Absent]:
    """The consequences of an assumption that lead to its contradiction, and what they rest on."""
    assert step.contradiction is not None
    assumed = before.copy()
    assumed.place(before.instance.index(step.cells[0]), before.domain.bit[step.values[0]])
    return relevant(assumed, step.then, partial(shown_by, step.contradiction))


def _cut(step: Step, wanted: Absent, before: Candidates) -> Step:
    """A step with only the eliminations that are ``wanted``, or only those consequences of its
    assumption that lead to the contradiction.
    """
    if step.then:
        return replace(step, then=tuple(_consequences(step, before)[0]))
    if step.places:
        return step
    cells, domain = before.instance.cells, before.domain
    eliminates = tuple((cells[cell], domain.values(mask)) for cell, mask in sorted(wanted.items()))
    return replace(step, eliminates=eliminates)


# --- absences that techniques share --------------------------------------------------------------


def nothing_else_in_cells(step: Step, before: Candidates) -> Absent:
    """The cells of the step have no other candidates than they have."""
    return dict.fromkeys(before.instance.indices(step.cells), before.domain.every)


def nothing_else_in_cages(step: Step, before: Candidates) -> Absent:
    """Of what their clues alone allow, the cells of the cages have nothing else than they have."""
    absent: Absent = {}
    for cage in step.cages:
        indexed = before.instance.cages[before.instance.puzzle.cages.index(cage)]
        absent |= zip(indexed.cells, all_tuples(indexed.relation).supports, strict=True)
    return absent


def no_other_place(step: Step, before: Candidates) -> Absent:
    """The values of the step are nowhere else in its first house."""
    elsewhere = [cell for cell in step.houses[0] if cell not in step.cells]
    return dict.fromkeys(before.instance.indices(elsewhere), before.domain.mask(step.values))


def gone_elsewhere(step: Step, before: Candidates) -> Absent:
    """The eliminated values are gone from every other cell of the house (of a fish: of the crossing
    lines, which are the second half of the houses of the step).
    """
    cells = {cell for house in step.houses[len(step.houses) // 2 :] for cell in house}
    elsewhere = before.instance.indices([*cells.difference(step.cells)])
    return dict.fromkeys(elsewhere, before.domain.mask(eliminated(step)))


def contradiction_follows(step: Step, before: Candidates) -> Absent:
    """The assumption of the step leads to its contradiction."""
    return _consequences(step, before)[1]
