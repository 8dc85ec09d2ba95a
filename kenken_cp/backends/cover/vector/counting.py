"""Counting by the search of many nodes at a time (``search``), by one worker or several.

If other workers help, the waiting nodes are dealt out among them. When a worker has nothing to do,
the others are recalled: they return the nodes that are left, which are dealt out again. That is
done as seldom as possible, for these may take 64 MB. Workers that cannot be recalled return them
after some time. (Nodes of different workers cannot be merged: on four boards, 2% to 4% more nodes
were branched on.)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kenken_cp.backends.cover.methods import Sharing, expected
from kenken_cp.backends.cover.propagation import propagate
from kenken_cp.backends.cover.vector.inference import UnsuitableError, VectorInference
from kenken_cp.backends.cover.vector.nodes import Hand
from kenken_cp.backends.cover.vector.search import VectorSearch
from kenken_cp.clock import StoppedError, checkpoint
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import Limits

if TYPE_CHECKING:
    from concurrent.futures import Future

MIN_SHARED = 1 << 8
"""With fewer waiting nodes, none are dealt out."""

MIN_SECONDS_PER_PART = 0.5
"""Time before a part is recalled, or returns if it cannot be recalled."""

SECONDS_PER_PART = 4.0
"""Time after which a part returns that was not recalled, so that what it has found is known."""

SECONDS_BESIDE_OURS = 16.0
"""The same while this process works at nodes, too, and knows by these how far the search is: it
may take a second until all nodes are back and dealt out again.
"""

TIMES_SHARED = 2
"""The longer work has been shared, the longer a part may take: up to the time so far, divided by
this.
"""


class Worked(NamedTuple):
    """What was done of a part; most attributes are those of ``VectorSearch``.

    Attributes:
        left: the nodes that are left.
        is_cut_short: whether a limit stopped it, so that nodes are lost.
    """

    found: int
    leaves: int
    share: float
    statistics: dict[str, int | float]
    left: Hand
    is_cut_short: bool


@dataclass(frozen=True, slots=True)
class PartOfSearch:
    """The task of another worker: the search below some nodes.

    Args:
        compiled: whether to use compiled inference, if the worker has it.
        seconds: time after which it returns with the nodes that are left, if it is not recalled.
    """

    puzzle: Puzzle
    compiled: bool
    nodes: Hand
    seconds: float

    def __call__(self, limits: Limits, is_recalled: Callable[[], bool]) -> Worked:
        left, is_cut_short = Hand(), True
        with limits.enforced():
            try:
                search = VectorSearch(_inference(self.puzzle, compiled=self.compiled))
            except StoppedError:
                return Worked(0, 0, 0.0, {}, left, is_cut_short)
            with suppress(StoppedError):
                search.take(self.nodes)
                due = time.monotonic() + self.seconds
                while search.has_nodes:
                    for _ in search.step():
                        checkpoint()
                    if is_recalled() or time.monotonic() > due:
                        break
                for _ in search.settle():
                    checkpoint()
                (left,) = search.waiting.dealt(1)
                is_cut_short = False
        done = search.found, search.leaves, search.share, search.statistics
        return Worked(*done, left, is_cut_short)


@lru_cache(maxsize=1)
def _inference(puzzle: Puzzle, *, compiled: bool) -> VectorInference:
    """The inference, which all parts of one count share. It is compiled only if the compiled code
    is on disk: no worker compiles.
    """
    kind = VectorInference
    if compiled:
        with suppress(ModuleNotFoundError):
            from kenken_cp.backends.cover.compiled import vector_inference

            if vector_inference.is_on_disk():
                kind = vector_inference.CompiledInference
    cover = ExactCover(puzzle)
    return kind(cover, propagate(cover, cover.all_options, cover.primary_items)[0])


class VectorCounting:
    """A ``DepthFirstCounting`` that gives up at once if the puzzle is unsuitable.

    Args:
        kind: the kind of inference.
    """

    has_own_core = False

    def __init__(self, cover: ExactCover, kind: type[VectorInference] = VectorInference) -> None:
        self._cover, self._kind = cover, kind
        self._search: VectorSearch | None = None
        self.sharing: Sharing | None = None
        self._shared_since = self._dealt_at = 0.0
        self._parts: list[Future[Worked]] = []
        self._is_cut_short = False
        self.steps = self._count()

    @property
    def statistics(self) -> dict[str, int | float]:
        """As in ``CountingMethod``, and so are the following."""
        return self._search.statistics if self._search else {}

    @property
    def share(self) -> float | None:
        return self._search.share if self._search else None

    @property
    def empty_part(self) -> PartOfSearch:
        return self._part(Hand(), 0.0)

    @property
    def leaves(self) -> int:
        return self._search.leaves if self._search else 0

    @property
    def found(self) -> int:
        return self._search.found if self._search else 0

    @property
    def expected(self) -> float:
        return expected(self.found, self.share)

    def at_least(self) -> int:
        """The solutions that it and the other workers, which are stopped, have found."""
        if self.sharing is not None and self._search is not None:
            for worked in self.sharing.helpers.stopped(self._parts):
                self._add(self._search, worked)
            self._parts = []
        return self.found

    def _count(self) -> Generator[bool, None, int | None]:
        cover = self._cover
        live, _ = propagate(cover, cover.all_options, cover.primary_items)
        if not live:
            return 0
        try:
            search = VectorSearch(self._kind(cover, live))
        except UnsuitableError:
            return None
        self._search = search
        yield False
        search.begin()
        try:
            while search.has_nodes or self._parts or self._is_cut_short:
                self._exchange(search)
                if self._is_busy(search):
                    for _ in search.step():
                        yield False
                else:
                    yield True
        finally:
            if self._parts and self.sharing is not None:
                self.sharing.helpers.recall()  # their results are not needed: free the workers
            for part in self._parts:
                part.cancel()
        return search.found

    def _is_busy(self, search: VectorSearch) -> bool:
        """Whether there is work to be done here, and not by other workers."""
        if self.sharing is None or self.sharing.keeping:
            return search.has_nodes
        return search.has_nodes and search.waiting.size < MIN_SHARED

    def _exchange(self, search: VectorSearch) -> None:
        """Takes the results of other workers, and deals nodes out to idle ones; recalls the others
        if there are no nodes to deal out.
        """
        if self.sharing is None:
            return
        for part in [part for part in self._parts if part.done()]:
            self._parts.remove(part)
            self._add(search, part.result())
        helpers, workers, keeping = self.sharing
        idle, now = workers - len(self._parts), time.monotonic()
        if search.waiting.size < MIN_SHARED:
            needs_nodes = idle or (keeping and not search.has_nodes)
            if self._parts and needs_nodes and now > self._dealt_at + MIN_SECONDS_PER_PART:
                helpers.recall()
            return
        if idle <= 0:
            return
        self._dealt_at, self._shared_since = now, self._shared_since or now
        least = SECONDS_BESIDE_OURS if keeping else SECONDS_PER_PART
        least = least if helpers.can_recall else MIN_SECONDS_PER_PART
        seconds = max(least, (now - self._shared_since) / TIMES_SHARED)
        hands = search.waiting.dealt(idle + keeping)
        if keeping:
            search.take(hands.pop())
        for nodes in hands:
            self._parts.append(helpers.submit(self._part(nodes, seconds)))

    def _part(self, nodes: Hand, seconds: float) -> PartOfSearch:
        return PartOfSearch(self._cover.instance.puzzle, self._kind.compiled, nodes, seconds)

    def _add(self, search: VectorSearch, worked: Worked) -> None:
        search.found += worked.found
        search.leaves += worked.leaves
        search.share = min(1.0, search.share + worked.share)
        for name, figure in worked.statistics.items():
            search.statistics[name] = search.statistics.get(name, 0) + figure
        search.statistics["parts"] = search.statistics.get("parts", 0) + 1
        search.take(worked.left)
        # The limit that has stopped a part stops the whole count, too.
        self._is_cut_short = self._is_cut_short or worked.is_cut_short
