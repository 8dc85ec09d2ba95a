"""Two ways of counting the solutions of an exact cover without going through them, in a race.

*Remainders*: depth first on the smallest item, with full inference; what is left is remembered with
its count, so that equal remainders are counted once (Nishino, Yasuda, Minato and Nagata, "Dancing
with decision diagrams", AAAI 2017), and remainders that fall into parts with nothing in common are
counted apart and multiplied. Best where clues leave little open.

*Layers*: one part of the board after the other, in reading order; of the boards filled so far it
only matters what they leave open, and how many there are of each. No inference, so that many boards
leave the same. Best where there are hardly any clues: Latin squares.

Which is better shows only when it is tried, so they take turns; the first to finish has the answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from itertools import islice
from typing import Protocol

from kenken_cp.exact_cover import ExactCover, Part, bits, propagate, separate, smallest
from kenken_cp.search import Counted, Status

REMEMBERED = 1 << 18
"""Counts remembered in each of two generations; some 120 MB in all on a 9x9."""

WIDEST = 1 << 17
"""States of one layer; a wider one is split, and its pieces are gone through one by one."""

TURN = 0.02
"""Seconds of a turn: long against what taking turns costs, short against what a person notices."""


Steps = Generator[None, None, int | None]
"""Work that pauses often, and returns a count, or None if it gives up."""


class Method(Protocol):
    """One way of counting."""

    steps: Steps

    def at_least(self) -> int:
        """Ends the work: a lower bound."""

    @property
    def statistics(self) -> dict[str, int]:
        """Its own figures."""


class RemainderMethod(Method, Protocol):
    """Counting by remainders, here or in a compiled kernel.

    ``met`` is how many times it came to solutions, each time to one or to more.
    """

    @property
    def met(self) -> int: ...


class Race:
    """A count by both methods in turn."""

    def __init__(self, cover: ExactCover, remainders: RemainderMethod | None = None) -> None:
        self._cover = cover
        self._remainders = remainders or _Remainders(cover)
        self._methods: list[Method] = [self._remainders, _Layers(cover)]
        self._racing = list(self._methods)

    @property
    def met(self) -> int:
        """How many times it came to solutions, each time to one or to more."""
        return self._remainders.met

    @property
    def statistics(self) -> dict[str, int]:
        """Figures of both methods."""
        figures = {"options": self._cover.options}
        for method in self._methods:
            figures |= method.statistics
        return figures

    def run(self, why_stop: Callable[[], Status | None]) -> int | Status:
        """The count, or the reason to stop; after that it can be run on.

        Args:
            why_stop: asked every few milliseconds.
        """
        while True:
            for method in list(self._racing):
                turn_over = time.monotonic() + TURN
                try:
                    while time.monotonic() < turn_over:
                        next(method.steps)
                        if status := why_stop():
                            return status
                except StopIteration as ended:
                    if ended.value is not None:
                        total: int = ended.value
                        return total
                    self._racing.remove(method)

    def at_least(self) -> int:
        """Ends the race: a lower bound."""
        return max(method.at_least() for method in self._methods)

    def counted(self, why_stop: Callable[[], Status | None]) -> Counted:
        """The count, or a lower bound if there was a reason to stop."""
        answer = self.run(why_stop)
        if isinstance(answer, Status):
            return Counted(answer, self.at_least(), self.statistics)
        return Counted(Status.EXHAUSTED, answer, self.statistics)


class _Remainders:
    """Depth first, remembering and multiplying."""

    PAUSE = 16
    """Nodes between pauses."""

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


class _Layers:
    """Part after part, merging boards that leave the same open.

    Values that no cage can hold are interchangeable: of those not used yet the first stands for
    all, which divides the work on an empty board by the factorial of its order.
    """

    PAUSE = 512
    """States between pauses."""

    def __init__(self, cover: ExactCover) -> None:
        self._total = self._states = self._widest = 0
        self._cover = cover
        parts = sorted(cover.parts, key=lambda part: part.cells)
        self._parts = [part.mask for part in parts]
        self._value_of = self._interchangeable(parts)
        self.steps = self._count()

    @property
    def statistics(self) -> dict[str, int]:
        return {"states": self._states, "widest": self._widest}

    def at_least(self) -> int:
        return self._total

    def _interchangeable(self, parts: Sequence[Part]) -> dict[int, int]:
        """For each option with a value that only free cells can hold, a bit for that value.

        Only free cells have that many options of one cell each: every value there is.
        """
        full = self._cover.values
        elsewhere = {
            value for part in parts if part.cells[1:] or part.rows != full for value in part.rows
        }
        fresh = [value for value in full if value not in elsewhere]
        if len(fresh) < 2:
            return {}
        above = self._cover.options  # those bits are kept above the options, in the same integer
        bit = {value: 1 << (above + index) for index, value in enumerate(fresh)}
        return {
            part.first + index: bit[value]
            for part in parts
            if part.rows == full
            for index, value in enumerate(full)
            if value in bit
        }

    def _count(self) -> Steps:
        fresh = 0
        for bit in self._value_of.values():
            fresh |= bit
        waiting = [(0, {self._cover.all_options | fresh: 1})]
        while waiting:
            depth, layer = waiting.pop()
            if depth == len(self._parts):
                self._total += sum(layer.values())
                continue
            following: dict[int, int] = {}
            yield from self._fill(depth, layer, following)
            self._states += len(following)
            self._widest = max(self._widest, len(following))
            if len(following) <= WIDEST:
                waiting.append((depth + 1, following))
            elif depth < len(self._parts) // 3:
                return None  # it will only get wider
            else:
                states = iter(following.items())
                while piece := dict(islice(states, WIDEST // 2)):
                    waiting.append((depth + 1, piece))
        return self._total

    def _fill(
        self, depth: int, layer: dict[int, int], following: dict[int, int]
    ) -> Generator[None, None, None]:
        """Every way of filling one more part."""
        part, rest = self._parts[depth], self._parts[depth + 1 :]
        options = list(bits(part))
        keep = {option: ~(self._cover.excluded(option) | 1 << option) for option in options}
        value_of, get = self._value_of, following.get
        for done, (state, ways) in enumerate(layer.items()):
            if done % self.PAUSE == 0:
                yield
            unused = state >> self._cover.options
            met = 0
            for option in bits(state & part):
                child, weight = state & keep[option], ways
                if unused and (value := value_of.get(option, 0) & state):
                    if met:
                        continue
                    met = value
                    child ^= value
                    weight *= unused.bit_count()
                for other in rest:
                    if not child & other:
                        break
                else:
                    following[child] = get(child, 0) + weight


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
