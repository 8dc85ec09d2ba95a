"""Techniques: named kinds of deduction, ranked from easy to hard, in one table.

A technique is a function from candidates to steps. It changes nothing and prints nothing; every
step it yields is true of every solution that the candidates still allow, so steps found together
may be taken together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from kenken_cp.encode.line_sums import LineSum, line_sums
from kenken_cp.logic.candidates import BitTuple, Candidates, Layout, bits_of, layout_of
from kenken_cp.model.geometry import Cell, House
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Cage, Puzzle


class Level(IntEnum):
    """How hard a puzzle is: the level of the hardest technique that it needs."""

    EASY = 1
    NORMAL = 2
    HARD = 3
    EXTREME = 4
    UNREASONABLE = 5

    def __str__(self) -> str:
        return self.name.lower()


class Contradiction(NamedTuple):
    """What shows that candidates allow no solution: one of a cell without a value, a cage without
    a tuple, a house without a place for a value.
    """

    cell: Cell | None = None
    cage: Cage | None = None
    house: House | None = None
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction.

    Args:
        technique: the name of its kind.
        places: cells that get a value.
        removes: candidates that go, as cell and values.
        cells: the cells it follows from.
        values: the values it is about.
        houses: the houses it follows from.
        cages: the cages it follows from.
        ways: the tuples that are left to a cage, where they are few enough to tell.
        total: what ``cells`` make together, under ``operator``.
        operator: add or multiply, for line sums.
        then: what follows from ``values`` in ``cells``, for a trial, up to its contradiction.
        contradiction: how a trial ends.
    """

    technique: str
    places: tuple[tuple[Cell, int], ...] = ()
    removes: tuple[tuple[Cell, tuple[int, ...]], ...] = ()
    cells: tuple[Cell, ...] = ()
    values: tuple[int, ...] = ()
    houses: tuple[House, ...] = ()
    cages: tuple[Cage, ...] = ()
    ways: tuple[tuple[int, ...], ...] = ()
    total: int | None = None
    operator: Operator | None = None
    then: tuple[Step, ...] = ()
    contradiction: Contradiction | None = None


Removal = tuple[int, int]
"""A cell (index) and the mask of what goes from it."""

Find = Callable[[Candidates], Iterator[Step]]


@dataclass(frozen=True, slots=True)
class Technique:
    """A named kind of step."""

    name: str
    level: Level
    summary: str
    find: Find


class _Stepper:
    """Makes steps out of indices and masks, for one technique on one state."""

    def __init__(self, technique: str, candidates: Candidates) -> None:
        self._name, self._layout = technique, candidates.layout

    def __call__(
        self,
        removals: list[Removal],
        *,
        places: tuple[tuple[int, int], ...] = (),
        cells: tuple[int, ...] = (),
        values: int = 0,
        houses: tuple[int, ...] = (),
        cages: tuple[int, ...] = (),
        ways: tuple[BitTuple, ...] = (),
    ) -> Step:
        layout = self._layout
        at, puzzle = layout.cells, layout.puzzle
        return Step(
            self._name,
            tuple((at[cell], layout.value(bit)) for cell, bit in places),
            tuple((at[cell], layout.values(mask)) for cell, mask in removals),
            tuple(at[cell] for cell in cells),
            layout.values(values),
            tuple(puzzle.all_houses[house] for house in houses),
            tuple(puzzle.cages[cage] for cage in cages),
            tuple(tuple(map(layout.value, way)) for way in ways),
        )


# --- placing --------------------------------------------------------------------------------------


def last_candidate(candidates: Candidates) -> Iterator[Step]:
    """An open cell with one candidate (naked single)."""
    step = _Stepper("last candidate", candidates)
    for cell in sorted(candidates.open_cells):
        mask = candidates.masks[cell]
        if mask and not mask & (mask - 1):
            yield step([], places=((cell, mask),), cells=(cell,), values=mask)


def last_place(candidates: Candidates) -> Iterator[Step]:
    """A value that fits in one cell of a house that must hold it (hidden single)."""
    step = _Stepper("last place", candidates)
    layout, masks = candidates.layout, candidates.masks
    told = set()
    for number, house in enumerate(layout.houses):
        if not layout.full[number]:
            continue
        once = twice = 0
        for cell in house:
            twice |= once & masks[cell]
            once |= masks[cell]
        once &= ~twice
        for cell in house:
            bit = masks[cell] & once
            if bit and cell in candidates.open_cells and cell not in told and not bit & (bit - 1):
                told.add(cell)
                yield step([], places=((cell, bit),), cells=(cell,), values=bit, houses=(number,))


# --- cages ----------------------------------------------------------------------------------------


def cage_values(candidates: Candidates) -> Iterator[Step]:
    """A value that no live tuple of a cage has anywhere leaves all its cells."""
    yield from _cage(candidates, "cage values", per_cell=False)


def cage_combinations(candidates: Candidates) -> Iterator[Step]:
    """A value that no live tuple of a cage has in a cell leaves that cell."""
    yield from _cage(candidates, "cage combinations", per_cell=True)


def _cage(candidates: Candidates, name: str, *, per_cell: bool) -> Iterator[Step]:
    step = _Stepper(name, candidates)
    for number in sorted(candidates.stale):
        unions = candidates.filter_cage(number)
        cells = candidates.layout.cages[number]
        removals = [] if unions is None else _beyond(candidates, cells, unions)
        if not removals:
            candidates.stale.discard(number)
        elif not per_cell:
            anywhere = _union(unions or ())
            removals = _beyond(candidates, cells, (anywhere,) * len(cells))
        if removals:
            live = candidates.live[number] or ()
            ways = live if len(live) <= MOST_WAYS else ()
            yield step(removals, cells=cells, cages=(number,), ways=ways)


MOST_WAYS = 24
"""Tuples of a cage that a step tells: the orders of four values."""


def _beyond(candidates: Candidates, cells: Sequence[int], kept: Sequence[int]) -> list[Removal]:
    """What goes when each of the cells keeps only a mask."""
    masks = candidates.masks
    return [
        (cell, gone)
        for cell, mask in zip(cells, kept, strict=True)
        if (gone := masks[cell] & ~mask)
    ]


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def cage_and_line(candidates: Candidates) -> Iterator[Step]:
    """A value that every live tuple of a cage has in a house leaves the rest of that house."""
    step = _Stepper("cage and line", candidates)
    layout, masks = candidates.layout, candidates.masks
    for number, cells in enumerate(layout.cages):
        rows = candidates.live[number]
        if not rows or len(cells) == 1:
            continue
        for house in sorted({house for cell in cells for house in layout.houses_at[cell]}):
            inside = [i for i, cell in enumerate(cells) if house in layout.houses_at[cell]]
            if len(inside) < 2:
                continue
            always = held_by_all(rows, inside)
            removals = [
                (cell, masks[cell] & always)
                for cell in layout.houses[house]
                if masks[cell] & always and cell not in cells
            ]
            if removals:
                yield step(
                    removals,
                    cells=tuple(cells[i] for i in inside),
                    values=_union(mask for _, mask in removals),
                    houses=(house,),
                    cages=(number,),
                )


def held_by_all(rows: Iterable[BitTuple], inside: Sequence[int]) -> int:
    """The values that each of the tuples has in one of those places."""
    always = -1
    for row in rows:
        held = 0
        for i in inside:
            held |= row[i]
        always &= held
        if not always:
            break
    return always


# --- houses ---------------------------------------------------------------------------------------


def line_and_box(candidates: Candidates) -> Iterator[Step]:
    """A value whose places in one house all lie in another leaves the rest of that other."""
    step = _Stepper("line and box", candidates)
    layout, masks = candidates.layout, candidates.masks
    for one, other, shared in _overlaps(layout.puzzle):
        if not layout.full[one]:
            continue
        common, outside = 0, 0
        for cell in layout.houses[one]:
            if cell in shared:
                common |= masks[cell]
            else:
                outside |= masks[cell]
        for bit in bits_of(common & ~outside):
            removals = [
                (cell, bit)
                for cell in layout.houses[other]
                if masks[cell] & bit and cell not in shared
            ]
            if removals:
                holding = tuple(cell for cell in sorted(shared) if masks[cell] & bit)
                yield step(removals, cells=holding, values=bit, houses=(one, other))


@lru_cache(maxsize=64)
def _overlaps(puzzle: Puzzle) -> list[tuple[int, int, frozenset[int]]]:
    """Pairs of houses with two cells or more in common, as (one, other, the cells)."""
    lines = puzzle.rows + puzzle.columns
    sets = [frozenset(house) for house in layout_of(puzzle).houses]
    return [
        (one, other, shared)
        for one in range(len(sets))
        for other in range(len(sets))
        if one != other and max(one, other) >= lines
        if len(shared := sets[one] & sets[other]) > 1
    ]


def naked_set(candidates: Candidates) -> Iterator[Step]:
    """Two, three or four cells of a house with as many values between them: nobody else has
    these.
    """
    step = _Stepper("naked set", candidates)
    layout, masks = candidates.layout, candidates.masks
    for number, house in enumerate(layout.houses):
        cells = [cell for cell in house if masks[cell].bit_count() > 1]
        for size in range(2, min(5, len(cells))):
            small = [cell for cell in cells if masks[cell].bit_count() <= size]
            for group in combinations(small, size):
                union = _union(masks[cell] for cell in group)
                if union.bit_count() != size:
                    continue
                removals = [
                    (cell, gone)
                    for cell in cells
                    if cell not in group and (gone := masks[cell] & union)
                ]
                if removals:
                    yield step(removals, cells=group, values=union, houses=(number,))


def hidden_set(candidates: Candidates) -> Iterator[Step]:
    """Two, three or four values with as many places in a house: nothing else goes there."""
    step = _Stepper("hidden set", candidates)
    layout, masks = candidates.layout, candidates.masks
    for number, house in enumerate(layout.houses):
        if not layout.full[number]:
            continue
        places = {}
        for bit in bits_of(layout.every):
            found = frozenset(cell for cell in house if masks[cell] & bit)
            if len(found) > 1:
                places[bit] = found
        for size in range(2, min(5, len(places))):
            few = [bit for bit, found in places.items() if len(found) <= size]
            for group in combinations(few, size):
                cells = frozenset().union(*(places[bit] for bit in group))
                if len(cells) != size:
                    continue
                union = sum(group)
                removals = [
                    (cell, gone) for cell in sorted(cells) if (gone := masks[cell] & ~union)
                ]
                if removals:
                    yield step(removals, cells=tuple(sorted(cells)), values=union, houses=(number,))


def fish(candidates: Candidates) -> Iterator[Step]:
    """A value whose places in two or three rows lie in as many columns leaves the rest of these
    (X-wing, swordfish); and with rows and columns exchanged.
    """
    step = _Stepper("fish", candidates)
    layout, masks = candidates.layout, candidates.masks
    size = layout.puzzle.size
    if not layout.full[0]:
        return
    for bit in bits_of(layout.every):
        for first, crossing in ((0, size), (size, 0)):
            spread = {}
            for line in range(first, first + size):
                where = [i for i, cell in enumerate(layout.houses[line]) if masks[cell] & bit]
                if 2 <= len(where) <= 3:
                    spread[line] = frozenset(where)
            for count in (2, 3):
                for lines in combinations(spread, count):
                    across = frozenset().union(*(spread[line] for line in lines))
                    if len(across) != count:
                        continue
                    kept = {layout.houses[line][i] for line in lines for i in across}
                    crossed = tuple(crossing + i for i in sorted(across))
                    removals = [
                        (cell, bit)
                        for line in crossed
                        for cell in layout.houses[line]
                        if masks[cell] & bit and cell not in kept
                    ]
                    if removals:
                        holding = tuple(sorted(cell for cell in kept if masks[cell] & bit))
                        yield step(removals, cells=holding, values=bit, houses=(*lines, *crossed))


# --- sums of lines --------------------------------------------------------------------------------

_MOST_LEFT = 4
"""Cells of the largest remainder that a person would look at."""


def line_sum(candidates: Candidates) -> Iterator[Step]:
    """What cages leave of the total of whole lines: the few other cells must make it (45 rule)."""
    step = _Stepper("line sum", candidates)
    layout = candidates.layout
    for account in _line_sums(layout.puzzle):
        operator, cells = account.operator, account.cells
        assert account.target is not None
        made = _makes(layout, cells, candidates.masks, operator, account.target)
        if removals := _beyond(candidates, cells, made):
            yield replace(
                step(removals, cells=cells),
                houses=account.houses,
                cages=account.cages,
                total=account.target,
                operator=operator,
            )


@lru_cache(maxsize=64)
def _line_sums(puzzle: Puzzle) -> list[LineSum]:
    """Line sums of one to four cells."""
    return [
        found
        for found in line_sums(layout_of(puzzle).instance, _MOST_LEFT)
        if found.cells and found.target is not None
    ]


def _makes(
    layout: Layout, cells: Sequence[int], masks: Sequence[int], operator: Operator, total: int
) -> list[int]:
    """The values that each cell has in some choice of all that makes the total."""
    found = [0] * len(cells)
    differ = [
        [j for j in range(i) if cells[j] in layout.peers[cell]] for i, cell in enumerate(cells)
    ]

    def extend(bits: BitTuple, values: tuple[int, ...]) -> None:
        i = len(bits)
        if i == len(cells):
            if operator.holds(values, total):
                found[:] = map(int.__or__, found, bits)
            return
        for bit in bits_of(masks[cells[i]]):
            if all(bits[j] != bit for j in differ[i]):
                extend((*bits, bit), (*values, layout.value(bit)))

    extend((), ())
    return found


def two_cages(candidates: Candidates) -> Iterator[Step]:
    """Two cages that share lines: only tuples of one that leave the other a tuple can be."""
    step = _Stepper("two cages", candidates)
    layout = candidates.layout
    for one, other, clashing in _neighbours(layout.puzzle):
        rows, others = candidates.live[one], candidates.live[other]
        if not rows or not others or len(rows) * len(others) > 2_000:
            continue
        unions = [0] * len(layout.cages[one])
        for row in rows:
            for partner in others:
                if all(row[i] != partner[j] for i, j in clashing):
                    for i, bit in enumerate(row):
                        unions[i] |= bit
                    break
        removals = _beyond(candidates, layout.cages[one], unions)
        if removals:
            yield step(removals, cells=layout.cages[one], cages=(one, other))


@lru_cache(maxsize=64)
def _neighbours(puzzle: Puzzle) -> list[tuple[int, int, list[tuple[int, int]]]]:
    """Ordered pairs of cages with two or more pairs of cells that must differ, with those pairs."""
    layout = layout_of(puzzle)
    found = []
    for one, cells in enumerate(layout.cages):
        for other, partners in enumerate(layout.cages):
            pairs = [
                (i, j)
                for i, cell in enumerate(cells)
                for j, partner in enumerate(partners)
                if partner in layout.peers[cell]
            ]
            if one != other and len(cells) > 1 and len(partners) > 1 and len(pairs) > 1:
                found.append((one, other, pairs))
    return found


# --- trial ----------------------------------------------------------------------------------------


MOST_TRIED = 4
"""Candidates of a cell that a trial looks at: where there are more, one guesses instead."""


def _trial(candidates: Candidates, name: str, helpers: tuple[Find, ...]) -> Iterator[Step]:
    step = _Stepper(name, candidates)
    masks = candidates.masks
    few = [cell for cell in candidates.open_cells if masks[cell].bit_count() <= MOST_TRIED]
    for cell in sorted(few, key=lambda cell: (masks[cell].bit_count(), cell)):
        for bit in bits_of(masks[cell]):
            assumed = candidates.copy()
            assumed.place(cell, bit)
            then = settle(assumed, helpers)
            if contradiction := contradiction_in(assumed):
                found = step([(cell, bit)], cells=(cell,), values=bit)
                yield replace(found, then=tuple(then), contradiction=contradiction)
                return


def contradiction_in(candidates: Candidates) -> Contradiction | None:
    """Why candidates allow no solution, if that is plain to see."""
    layout, masks = candidates.layout, candidates.masks
    if () in candidates.live:
        return Contradiction(cage=layout.puzzle.cages[candidates.live.index(())])
    if 0 in masks:
        return Contradiction(cell=layout.cells[masks.index(0)])
    for number, house in enumerate(layout.houses):
        missing = layout.every & ~_union(masks[cell] for cell in house)
        if layout.full[number] and missing:
            value = layout.values(missing)[0]
            return Contradiction(house=layout.puzzle.all_houses[number], value=value)
    return None


def short_trial(candidates: Candidates) -> Iterator[Step]:
    """A candidate that leads to a contradiction by cages and single places alone."""
    yield from _trial(candidates, "short trial", (last_candidate, last_place, cage_combinations))


def long_trial(candidates: Candidates) -> Iterator[Step]:
    """A candidate that leads to a contradiction by every technique below (Nishio)."""
    yield from _trial(candidates, "long trial", tuple(t.find for t in TECHNIQUES[:-2]))


TECHNIQUES = (
    Technique("last candidate", Level.EASY, "a cell has one candidate left", last_candidate),
    Technique("last place", Level.EASY, "a value has one place left in a house", last_place),
    Technique("cage values", Level.EASY, "a value is in no live tuple of its cage", cage_values),
    Technique(
        "cage combinations",
        Level.NORMAL,
        "no live tuple of the cage has the value in this cell",
        cage_combinations,
    ),
    Technique(
        "cage and line",
        Level.HARD,
        "every live tuple of a cage has a value in a house",
        cage_and_line,
    ),
    Technique(
        "line and box", Level.HARD, "a value's places in a house lie in another", line_and_box
    ),
    Technique("naked set", Level.HARD, "two to four cells share as many values", naked_set),
    Technique("hidden set", Level.HARD, "two to four values share as many places", hidden_set),
    Technique("line sum", Level.EXTREME, "what cages leave of the total of whole lines", line_sum),
    Technique("fish", Level.EXTREME, "a value's places in two or three lines align", fish),
    Technique("two cages", Level.UNREASONABLE, "tuples of two cages exclude each other", two_cages),
    Technique(
        "short trial", Level.UNREASONABLE, "a candidate soon leads to a dead end", short_trial
    ),
    Technique("long trial", Level.UNREASONABLE, "a candidate leads to a dead end", long_trial),
)
"""From easy to hard; after any progress one starts again at the top."""


def take(candidates: Candidates, step: Step) -> bool:
    """Carries a step out; answers whether that changed anything."""
    layout, columns = candidates.layout, candidates.layout.puzzle.columns
    changed = False
    for (row, column), value in step.places:
        cell = row * columns + column
        if cell in candidates.open_cells:
            candidates.place(cell, layout.bit[value])
            changed = True
    for (row, column), values in step.removes:
        gone = sum(layout.bit[value] for value in values)
        changed |= bool(candidates.keep(row * columns + column, ~gone))
    return changed


def next_steps(candidates: Candidates, techniques: tuple[Find, ...]) -> list[Step]:
    """The steps of the easiest technique that finds any; none at a dead end or when stuck."""
    if candidates.dead:
        return []
    for find in techniques:
        steps = list(find(candidates))
        if steps:
            return steps
    return []


def settle(candidates: Candidates, techniques: tuple[Find, ...]) -> list[Step]:
    """Takes steps until none is left, or there is a contradiction; answers those that changed
    something.
    """
    taken: list[Step] = []
    while steps := next_steps(candidates, techniques):
        for step in steps:
            if not stands(step, candidates):
                return taken
            if take(candidates, step):
                taken.append(step)
    return taken


def stands(step: Step, candidates: Candidates) -> bool:
    """Whether a step still follows once others, found beside it, are taken.

    It does, unless these have shown a contradiction.
    """
    layout, columns = candidates.layout, candidates.layout.puzzle.columns
    return not candidates.dead and all(
        candidates.masks[row * columns + column] & layout.bit[value]
        for (row, column), value in step.places
    )
