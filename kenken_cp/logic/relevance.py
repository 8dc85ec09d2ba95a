"""Which steps a conclusion really rests on.

A solver takes every step it sees; most of them never matter. Here a line of steps is read
backwards: a step stays if it removed a candidate whose absence a later step, or the conclusion,
needs. So each technique says what it needs to be absent; the table has an entry for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from kenken_cp.logic.candidates import BitTuple, Candidates, Layout
from kenken_cp.logic.techniques import MOST_WAYS, Contradiction, Step, held_by_all, take
from kenken_cp.model.geometry import Cell

Absent = dict[int, int]
"""For cells (indices) the mask of what they must not hold."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A step that matters, cut down to the removals that matter.

    Args:
        left: the values left after it to the cells it narrows.
    """

    step: Step
    left: dict[Cell, tuple[int, ...]]


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
        _need(needed, premises(cut, before))
    return kept[::-1], {cell: mask & ~start.masks[cell] for cell, mask in needed.items()}


def premises(step: Step, before: Candidates) -> Absent:
    """What must be absent for a step to follow. It is absent in the candidates before."""
    found = _PREMISES[step.technique](step, before)
    return {cell: gone for cell, mask in found.items() if (gone := mask & ~before.masks[cell])}


def shown_by(contradiction: Contradiction) -> Callable[[Candidates], Absent]:
    """The absences that make a contradiction."""

    def conclusion(after: Candidates) -> Absent:
        layout = after.layout
        if contradiction.cage is not None:
            number = layout.puzzle.cages.index(contradiction.cage)
            return _fewest(after, number, lambda rows: not rows)
        if contradiction.house is not None:
            assert contradiction.value is not None
            bit = layout.bit[contradiction.value]
            return dict.fromkeys(_indices(contradiction.house, layout), bit)
        assert contradiction.cell is not None
        return dict.fromkeys(_indices([contradiction.cell], layout), layout.every)

    return conclusion


def _cut(step: Step, given: Absent, before: Candidates) -> Step:
    layout = before.layout
    removes = tuple(
        (layout.cells[cell], layout.values(mask)) for cell, mask in sorted(given.items())
    )
    if step.then:
        chain, _ = _trial_chain(step, before)
        return replace(step, then=tuple(taken.step for taken in chain))
    if step.places:
        return step
    cut = replace(step, removes=removes)
    return replace(cut, ways=_ways(cut, before)) if step.ways else cut


def _ways(step: Step, before: Candidates) -> tuple[tuple[int, ...], ...]:
    """The tuples left to a cage by what the step needs, and by the cells already placed: more is
    perhaps not told, and whoever is told the tuples should be able to check them.
    """
    layout = before.layout
    number = layout.puzzle.cages.index(step.cages[0])
    rows = layout.tuples[number]
    if rows is None:
        return step.ways
    absent = premises(step, before)
    gone = [absent.get(cell, 0) | _seen(before, cell) for cell in layout.cages[number]]
    left = [row for row in rows if not any(map(int.__and__, row, gone))]
    if len(left) > MOST_WAYS:
        return ()
    return tuple(tuple(map(layout.value, row)) for row in left)


def _left(step: Step, after: Candidates) -> dict[Cell, tuple[int, ...]]:
    layout = after.layout
    return {
        cell: layout.values(after.masks[index])
        for cell, index in _with_indices((cell for cell, _ in step.removes), layout)
    }


def _need(needed: Absent, more: Absent) -> None:
    for cell, mask in more.items():
        needed[cell] = needed.get(cell, 0) | mask


# --- what each technique needs -------------------------------------------------------------------


def _cells_hold_nothing_else(step: Step, before: Candidates) -> Absent:
    return dict.fromkeys(_indices(step.cells, before.layout), before.layout.every)


def _no_other_place(step: Step, before: Candidates) -> Absent:
    """The values are nowhere else in the houses that they are missing from."""
    layout = before.layout
    bits = sum(layout.bit[value] for value in step.values)
    elsewhere = [cell for cell in step.houses[0] if cell not in step.cells]
    return dict.fromkeys(_indices(elsewhere, layout), bits)


def _outside_crossing(step: Step, before: Candidates) -> Absent:
    layout = before.layout
    bit = layout.bit[step.values[0]]
    half = len(step.houses) // 2
    crossed = {cell for house in step.houses[half:] for cell in house}
    outside = [cell for house in step.houses[:half] for cell in house if cell not in crossed]
    return dict.fromkeys(_indices(outside, layout), bit)


def _seen(before: Candidates, cell: int) -> int:
    """What a cell cannot hold because of cells that are placed, itself included."""
    if cell not in before.open_cells:
        return ~before.masks[cell]
    seen = 0
    for peer in before.layout.peers[cell]:
        if peer not in before.open_cells:
            seen |= before.masks[peer]
    return seen


def _tuples_without_anywhere(step: Step, before: Candidates) -> Absent:
    """No tuple has anywhere what goes."""
    (cage,) = step.cages
    gone = {before.layout.bit[value] for _, values in step.removes for value in values}

    def holds(rows: Iterable[BitTuple]) -> bool:
        return all(gone.isdisjoint(row) for row in rows)

    return _fewest(before, before.layout.puzzle.cages.index(cage), holds)


def _tuples_without(step: Step, before: Candidates) -> Absent:
    """No tuple has in its cell what goes from there."""
    (cage,) = step.cages
    gone = [
        (cage.cells.index(cell), sum(before.layout.bit[value] for value in values))
        for cell, values in step.removes
    ]

    def holds(rows: Iterable[BitTuple]) -> bool:
        return not any(row[i] & mask for row in rows for i, mask in gone)

    return _fewest(before, before.layout.puzzle.cages.index(cage), holds)


def _tuples_with(step: Step, before: Candidates) -> Absent:
    """Every tuple has, in the house, the values that leave the rest of it."""
    (cage,) = step.cages
    inside = [cage.cells.index(cell) for cell in step.cells]
    bits = 0
    for _, values in step.removes:
        for value in values:
            bits |= before.layout.bit[value]

    def holds(rows: Iterable[BitTuple]) -> bool:
        return not bits & ~held_by_all(rows, inside)

    return _fewest(before, before.layout.puzzle.cages.index(cage), holds)


def _tuples_of_both(step: Step, before: Candidates) -> Absent:
    layout = before.layout
    cells = [cell for cage in step.cages for cell in cage.cells]
    return dict.fromkeys(_indices(cells, layout), layout.every)


def _trial_premises(step: Step, before: Candidates) -> Absent:
    return _trial_chain(step, before)[1]


_PREMISES: dict[str, Callable[[Step, Candidates], Absent]] = {
    "last candidate": _cells_hold_nothing_else,
    "last place": _no_other_place,
    "cage values": _tuples_without_anywhere,
    "cage combinations": _tuples_without,
    "cage and line": _tuples_with,
    "line and box": _no_other_place,
    "naked set": _cells_hold_nothing_else,
    "hidden set": _no_other_place,
    "line sum": _cells_hold_nothing_else,
    "fish": _outside_crossing,
    "two cages": _tuples_of_both,
    "short trial": _trial_premises,
    "long trial": _trial_premises,
    "guess": lambda step, before: {},
}


def _trial_chain(step: Step, before: Candidates) -> tuple[list[Taken], Absent]:
    """The part of a trial's consequences that leads to its contradiction, and what it needs."""
    assert step.contradiction is not None
    layout = before.layout
    ((_, index),) = _with_indices(step.cells, layout)
    start = before.copy()
    start.place(index, layout.bit[step.values[0]])
    chain, needed = relevant(start, step.then, shown_by(step.contradiction))
    absent = {cell: mask & ~before.masks[cell] for cell, mask in needed.items()}
    return chain, absent


def _fewest(before: Candidates, number: int, holds: Callable[[Iterable[BitTuple]], bool]) -> Absent:
    """Some absences in a cage of which none can be spared, cell by cell, for a claim about its
    tuples to hold; all of them, for a cage too large to list.
    """
    layout = before.layout
    cells = layout.cages[number]
    masks = [before.masks[cell] for cell in cells]
    rows = layout.tuples[number]
    if rows is not None:
        for i in range(len(cells)):
            narrow, masks[i] = masks[i], layout.every
            if not holds([row for row in rows if all(map(int.__and__, row, masks))]):
                masks[i] = narrow
    return {cell: layout.every & ~mask for cell, mask in zip(cells, masks, strict=True)}


def _indices(cells: Iterable[Cell], layout: Layout) -> list[int]:
    return [index for _, index in _with_indices(cells, layout)]


def _with_indices(cells: Iterable[Cell], layout: Layout) -> list[tuple[Cell, int]]:
    size = layout.puzzle.size
    return [((row, column), row * size + column) for row, column in cells]
