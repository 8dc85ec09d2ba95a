"""Two ways of counting the solutions of an exact cover without going through them, in a race.

*Remainders*: depth first on the smallest item, with full inference; what is left is remembered with
its count, so that equal remainders are counted once (Nishino, Yasuda, Minato and Nagata, "Dancing
with decision diagrams", AAAI 2017), and remainders that fall into parts with nothing in common are
counted apart and multiplied. Best where clues leave little open.

*Layers*: one part of the board after the other, merging boards that leave the same; see
``_layers``. Best where there are few clues.

Which is better shows only when it is tried, so they take turns; the first to finish has the answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from typing import Protocol, TypeVar

from kenken_cp.encode.exact_cover import ExactCover, bits, propagate, separate, smallest
from kenken_cp.search.protocol import Counted, Status

Reason = TypeVar("Reason")
"""Why a search ends or a count pauses: a status, or what a portfolio does next."""

REMEMBERED = 1 << 18
"""Counts remembered in each of two generations; some 120 MB in all on a 9x9."""

TURN = 0.02
"""Seconds of a turn: long against what taking turns costs, short against what a person notices."""


Steps = Generator[None, None, int | None]
"""Work that pauses often, and returns a count, or None if it gives up."""


class Method(Protocol):
    """One way of counting.

    Attributes:
        steps: the work; to close them ends it.
        turn: seconds of a turn; none for work that is done in another thread.
    """

    steps: Steps
    turn: float

    @property
    def statistics(self) -> dict[str, int]:
        """Its own figures."""


class Remainders(Method, Protocol):
    """Counting by remainders, here or in a compiled kernel."""

    @property
    def met(self) -> int:
        """How many times it came to solutions, each time to one or to more."""

    def at_least(self) -> int:
        """Ends the work: a lower bound."""


class Race:
    """A count by both methods in turn; to be closed.

    Attributes:
        remainders: the one of them that always comes to an end.
    """

    def __init__(self, cover: ExactCover, remainders: Remainders | None = None) -> None:
        self._cover = cover
        self.remainders = remainders or RememberedRemainders(cover)
        self._layers: Method | None = None
        self._racing: list[Method] = [self.remainders]

    @property
    def statistics(self) -> dict[str, int]:
        """Figures of the methods that took part."""
        layers = self._layers.statistics if self._layers else {}
        return {"options": self._cover.options, **self.remainders.statistics, **layers}

    def go_on_with(self, remainders: Remainders) -> None:
        """Begins the one method anew, with another engine; the other goes on."""
        self.remainders.steps.close()
        self._racing[self._racing.index(self.remainders)] = remainders
        self.remainders = remainders

    def run(self, why_stop: Callable[[], Reason | None]) -> int | Reason:
        """The count, or the reason to stop; after that it can be run on.

        Args:
            why_stop: asked every few milliseconds.
        """
        started = time.monotonic()
        while True:
            for method in list(self._racing):
                turn_over = time.monotonic() + method.turn
                try:
                    while True:
                        next(method.steps)
                        if (reason := why_stop()) is not None:
                            return reason
                        if time.monotonic() >= turn_over:
                            break
                except StopIteration as ended:
                    if ended.value is not None:
                        total: int = ended.value
                        return total
                    self._racing.remove(method)
            if self._layers is None and time.monotonic() > started + TURN:
                from kenken_cp.backends.cover.frontier import (
                    Layers,  # with numpy; most counts are shorter
                )

                self._layers = Layers(self._cover)
                self._racing.append(self._layers)

    def close(self) -> None:
        """Ends the race, whoever is still at work."""
        for method in self._racing:
            method.steps.close()

    def counted(self, why_stop: Callable[[], Status | None]) -> Counted:
        """The count, or a lower bound if there was a reason to stop."""
        answer = self.run(why_stop)
        if isinstance(answer, Status):
            return Counted(answer, self.remainders.at_least(), self.statistics)
        return Counted(Status.EXHAUSTED, answer, self.statistics)


class RememberedRemainders:
    """Depth first, remembering and multiplying."""

    PAUSE = 16
    """Nodes between pauses."""

    turn = TURN

    def __init__(self, cover: ExactCover) -> None:
        self._cover = cover
        self._neighbours = [*cover.loose, *cover.meetings]
        self._memory = Memory(REMEMBERED)
        self._stopped = False
        self._met = self._nodes = self._multiplied = 0
        self.steps = self._count()

    @property
    def met(self) -> int:
        return self._met

    @property
    def statistics(self) -> dict[str, int]:
        return {
            "nodes": self._nodes,
            "remembered": self._memory.hits,
            "multiplied": self._multiplied,
        }

    def at_least(self) -> int:
        # Every sum is left as it is, and the frames add up what they have.
        self._stopped = True
        try:
            next(self.steps)
        except StopIteration as ended:
            return ended.value or 0
        raise AssertionError("a stopped count does not pause")

    def _count(self) -> Steps:
        # The frames of the recursion are kept in a list, for it may be thousands deep.
        stack = [self._below(self._cover.all_options, self._cover.items)]
        answer: int | None = None
        while stack:
            try:
                # None starts a generator; the others are waiting for a number.
                child = stack[-1].send(answer)  # type: ignore[arg-type]
            except StopIteration as ended:
                answer = ended.value
                stack.pop()
            else:
                stack.append(self._below(*child))
                answer = None
                if self._nodes % self.PAUSE == 0 and not self._stopped:
                    yield
        return answer

    def _below(self, live: int, items: Sequence[int]) -> Generator[tuple[int, list[int]], int, int]:
        """Counts what is left; yields what it needs to have counted."""
        self._nodes += 1
        if self._stopped:
            return 0
        live, still_open = propagate(self._cover, live, items)
        if not live:
            return 0
        product = 1
        parts = separate(live, still_open, self._neighbours)
        self._met += not parts
        self._multiplied += len(parts) > 1
        for part, part_items in parts:
            total = self._memory.get(part)
            if total:
                self._met += 1
            elif total is None:
                total = 0
                for option in bits(part & smallest(part, part_items)):
                    total += yield part & ~self._cover.excluded(option), part_items
                if not self._stopped:
                    self._memory.put(part, total)
            product *= total
            if not product:
                break
        return product


class Memory:
    """Counts by what they are of, in bounded memory.

    Two generations: when the younger is full the older is forgotten, except for what has been asked
    for since.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._young: dict[int, int] = {}
        self._old: dict[int, int] = {}
        self.hits = 0

    def get(self, key: int) -> int | None:
        """The count of a remainder, if it is remembered."""
        found = self._young.get(key)
        if found is None:
            found = self._old.get(key)
            if found is None:
                return None
            self.put(key, found)
        self.hits += 1
        return found

    def put(self, key: int, count: int) -> None:
        """Remembers a count."""
        if len(self._young) >= self._room:
            self._young, self._old = {}, self._young
        self._young[key] = count
