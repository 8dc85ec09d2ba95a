"""Exact cover first, which is done with most puzzles before CP-SAT has translated them; CP-SAT
where that does not get on: boards of large cages, boards of thousands of options; the compiled
engine, if it is installed, where there is much to do.

A search that changes horses begins anew. The solutions that the first engine showed are remembered,
and shown once; after so many that they should not all be remembered, it changes no more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from kenken_cp.backends.cover.components import Race
from kenken_cp.backends.cover.search import explore
from kenken_cp.encode.exact_cover import ExactCover, TooManyOptionsError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.backend import BACKENDS
from kenken_cp.search.protocol import Counted, Ended, Limits, Status, Visit, VisitBlock

if TYPE_CHECKING:
    from kenken_cp.search.blocks import Block

STUCK = "cp-sat"
"""What takes over where exact cover finds nothing."""

LONG = "compiled"
"""What takes over where it finds much, if it is installed."""

MOST_SEARCHED = 2500
"""Options of a board that exact cover is tried on. Of random boards with fewer than 1000 it is done
with all before its patience ends, of those with 2000 to 4000 with one in six, and finding that
out costs as much as CP-SAT needs.
"""

SEARCH_PATIENCE = 0.02
"""Seconds of work without a solution; boards of large cages take CP-SAT 50 to 200 ms."""

COUNT_PATIENCE = 0.1
"""The same for counts."""

MANY = 5000
"""Solutions that CP-SAT goes through before the count by exact cover is taken up again ..."""

MORE = 8
"""... and that many times as many each further time."""

SECONDS_A_SOLUTION = 3e-4
"""Patience for each solution met; CP-SAT needs a third of that or more."""

NODE = 5e-9
"""Seconds a node, times the options to the power of 1.5: measured from 125 options to 27,000. A
search's patience is counted in nodes, not on a clock, so that it always goes the same way.
"""

SETTLED = 5000
"""Solutions after which a search is long, and the last at which it changes."""

LONG_COUNT = 1.0
"""Seconds after which a count is long: what the compiled engine takes to load."""


def search(puzzle: Puzzle, visit: Visit, limits: Limits) -> Ended:
    """Visits every solution."""
    return blocks(puzzle, visit, None, limits)


def blocks(puzzle: Puzzle, visit: Visit, visit_block: VisitBlock | None, limits: Limits) -> Ended:
    """Visits every solution; many at once, if they may be, where there are many."""
    left = _time_left(limits)
    cover = _cover(puzzle, MOST_SEARCHED)
    if cover is None:
        return _search_by(STUCK, puzzle, visit, left(), {})
    first = _First(cover, visit, left().watch())
    ended = explore(cover, first.show, first.why_change)
    figures = _named("cover", ended.statistics)
    if first.other is None:
        return Ended(ended.status, figures)
    if first.other == LONG and visit_block and (engine := BACKENDS.named(LONG).blocks):
        others = engine(puzzle, visit, _without(first.shown, visit_block), left())
        return Ended(others.status, {**figures, **_named(LONG, others.statistics)})

    def show_others(grid: Grid) -> bool:
        return grid in first.shown or visit(grid)

    return _search_by(first.other, puzzle, show_others, left(), figures)


class _First:
    """A search by exact cover that may be given up for another.

    Attributes:
        shown: what it has visited, as long as it may be given up.
        other: the engine that is to take over, if any.
    """

    def __init__(
        self, cover: ExactCover, visit: Visit, why_stop: Callable[[], Status | None]
    ) -> None:
        self._visit, self._why_stop = visit, why_stop
        self._a_node = NODE * cover.options**1.5
        self._found = self._nodes = 0
        self.shown: set[Grid] = set()
        self.other: str | None = None

    def show(self, grid: Grid) -> bool:
        self._found += 1
        if self._found <= SETTLED:
            self.shown.add(grid)
        else:
            self.shown.clear()
        return self._visit(grid)

    def why_change(self) -> Status | None:
        """A reason to stop: one of the limits, or ``other``."""
        self._nodes += 1
        if self._found < SETTLED:
            patience = SEARCH_PATIENCE + self._found * SECONDS_A_SOLUTION
            self.other = STUCK if self._nodes * self._a_node > patience else None
        elif self._found == SETTLED:
            self.other = LONG if _long_installed() else None
        return Status.INTERRUPTED if self.other else self._why_stop()


def _without(shown: set[Grid], visit: VisitBlock) -> VisitBlock:
    """Leaves out what has been shown: once each, and then looks for it no more."""

    def visit_others(block: Block) -> bool:
        if shown:
            grids = list(block.grids())
            new = [index for index, grid in enumerate(grids) if grid not in shown]
            shown.difference_update(grids)
            block = block.only(new)
        return not len(block) or visit(block)

    return visit_others


def count(puzzle: Puzzle, limits: Limits) -> Counted:
    """How many solutions there are; ``limits.solutions`` is not heeded.

    Where the count by exact cover comes to no solutions, CP-SAT goes through so many; if there are
    more, the two go on in turns, each time for longer.
    """
    left = _time_left(limits)
    cover = _cover(puzzle, None)
    if cover is None:
        return _count_by_search(puzzle, left(), None)
    with closing(Race(cover)) as race:
        return _count(puzzle, cover, race, left)


def _count(puzzle: Puzzle, cover: ExactCover, race: Race, left: Callable[[], Limits]) -> Counted:
    engine, change = "cover", ""
    started = time.monotonic()
    until = started + COUNT_PATIENCE
    most, found = MANY, 0
    why_stop = left().watch()
    figures: dict[str, int | float] = {}

    def why_change() -> Status | None:
        nonlocal change
        now = time.monotonic()
        if now > until + race.remainders.met * SECONDS_A_SOLUTION:
            change = STUCK
        elif engine != LONG and now > started + LONG_COUNT and _long_installed():
            change = LONG
        return Status.LIMIT if change else why_stop()

    while True:
        change = ""
        answer = race.run(why_change)
        figures |= _named(engine, race.statistics)
        if change == LONG:
            from kenken_cp.backends.cover.compiled import Remainders

            found = max(found, race.remainders.at_least())
            race.go_on_with(Remainders(cover))
            engine = LONG
        elif change == STUCK:
            searched = _count_by_search(puzzle, left(), most)
            figures |= searched.statistics
            found = max(found, searched.total)
            if searched.status is Status.EXHAUSTED:
                return Counted(searched.status, searched.total, figures)
            answer = searched.status
            most *= MORE
        if answer is not Status.LIMIT:
            break
        now = time.monotonic()
        until = now + (now - started) - race.remainders.met * SECONDS_A_SOLUTION
    if isinstance(answer, Status):
        return Counted(answer, max(found, race.remainders.at_least()), figures)
    return Counted(Status.EXHAUSTED, answer, figures)


@cache
def _long_installed() -> bool:
    """Whether the compiled engine can be had; it is not loaded for that."""
    return BACKENDS.named(LONG).installed


def _cover(puzzle: Puzzle, most: int | None) -> ExactCover | None:
    try:
        return ExactCover(puzzle, most)
    except TooManyOptionsError:
        return None


def _time_left(limits: Limits) -> Callable[[], Limits]:
    """A function that answers the limits with the time that is left of them."""
    if limits.seconds is None:
        return lambda: limits
    end = time.monotonic() + limits.seconds
    least = 1e-3  # a limit of no time at all is an error
    return lambda: replace(limits, seconds=max(end - time.monotonic(), least))


def _search_by(
    engine: str, puzzle: Puzzle, visit: Visit, limits: Limits, figures: Mapping[str, int | float]
) -> Ended:
    ended = BACKENDS.named(engine).search(puzzle, visit, limits)
    return Ended(ended.status, {**figures, **_named(engine, ended.statistics)})


def _count_by_search(puzzle: Puzzle, limits: Limits, most: int | None) -> Counted:
    found = 0

    def add(_: Grid) -> bool:
        nonlocal found
        found += 1
        return found != most

    ended = _search_by(STUCK, puzzle, add, limits, {})
    return Counted(ended.status, found, ended.statistics)


def _named(engine: str, statistics: Mapping[str, int | float]) -> dict[str, int | float]:
    """An engine's figures under its name: they say which engines were at work."""
    return {f"{engine} {name}": figure for name, figure in statistics.items()}
