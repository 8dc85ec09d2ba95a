"""Counting by search: component caching first, and where that takes long, in turns with the search
of many nodes at a time. Both in Python and numpy, or both compiled.

Component caching finishes small counts before numpy is imported, and is best where a board splits
into components. On other boards, many nodes at a time take a twentieth of the time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, NamedTuple

from kenken_cp.backends.cover.components import ComponentCaching
from kenken_cp.backends.cover.methods import DepthFirstCounting, Sharing
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.search.protocol import PartOfCount

if TYPE_CHECKING:
    from kenken_cp.backends.cover.vector.counting import VectorCounting


class Alone(NamedTuple):
    """For how many nodes component caching works alone, before the other method begins.

    Attributes:
        nodes: this many in any case.
        expected: as long as its share tells that it will be done within this many.
    """

    nodes: int
    expected: int


ALONE = Alone(32, 256)
"""If numpy is imported: they take about as long as the other method takes to begin."""

NODES_OF_IMPORT = 1500
"""Nodes of component caching that take as long as to import numpy, 0.1 s, and to begin."""

ALONE_BEFORE_IMPORT = Alone(192, NODES_OF_IMPORT)
"""If numpy is not imported yet."""

TIMES_LONGER = 6
"""How many times as long as component caching the other method works."""

TIMES_LONGER_IF_BEHIND = 48
"""The same once component caching is behind: it has done less of its work, even by its time."""

SECONDS_TO_FALL_BEHIND = 0.1
"""Work of the other method before component caching may be behind."""


def _vector_search(cover: ExactCover) -> VectorCounting:
    from kenken_cp.backends.cover.vector.counting import VectorCounting

    return VectorCounting(cover)


class _Renting:
    """Counts in this process that did without numpy. Once the import would have paid for itself,
    the next count that is not small makes it, so that many counts never take twice the time.

    Attributes:
        nodes: those that component caching visited beyond ``ALONE``.
    """

    def __init__(self) -> None:
        self.nodes = 0

    def alone(self) -> Alone:
        """How long component caching works alone in the next count."""
        if "numpy" in sys.modules or self.nodes >= NODES_OF_IMPORT:
            return ALONE
        return ALONE_BEFORE_IMPORT

    def note(self, nodes: int) -> None:
        """Notes the nodes of one count."""
        self.nodes += max(0, nodes - ALONE.nodes)


_renting = _Renting()


class SearchCounting:
    """A ``DepthFirstCounting`` of two methods that take turns.

    Args:
        caching: component caching; by default in Python.
        vector_search: makes the other method; by default in numpy.
        alone: how long component caching works alone; by default about as long as it takes the
            other method to begin.
    """

    has_own_core = False

    def __init__(
        self,
        cover: ExactCover,
        caching: DepthFirstCounting | None = None,
        vector_search: Callable[[ExactCover], VectorCounting] = _vector_search,
        alone: Alone | None = None,
    ) -> None:
        self._cover = cover
        self._caching = caching or ComponentCaching(cover)
        self._begin_vector_search = vector_search
        self._alone = alone or _renting.alone()
        self._vectors: VectorCounting | None = None
        self.sharing: Sharing | None = None
        self.steps = self._count()

    @property
    def _methods(self) -> list[DepthFirstCounting]:
        return [self._caching, *([self._vectors] if self._vectors else [])]

    @property
    def statistics(self) -> dict[str, int | float]:
        """The figures of both methods."""
        return {name: n for method in self._methods for name, n in method.statistics.items()}

    @property
    def empty_part(self) -> PartOfCount[object] | None:
        """As in ``DepthFirstCounting``, and so are the following."""
        return None if self._vectors is None else self._vectors.empty_part

    @property
    def leaves(self) -> int:
        return max(method.leaves for method in self._methods)

    @property
    def share(self) -> float:
        return max(method.share or 0.0 for method in self._methods)

    @property
    def found(self) -> int:
        return max(method.found for method in self._methods)

    @property
    def expected(self) -> float:
        return max(method.expected for method in self._methods)

    def at_least(self) -> int:
        return max(method.at_least() for method in self._methods)

    def _count(self) -> Generator[object, None, int | None]:
        try:
            return (yield from self._in_turns())
        finally:
            for method in self._methods:
                method.steps.close()

    def _is_alone(self, caching: DepthFirstCounting) -> bool:
        nodes, share = caching.statistics["nodes"], caching.share or 0.0
        return nodes < max(self._alone.nodes, self._alone.expected * share)

    def _in_turns(self) -> Generator[object, None, int | None]:
        caching = self._caching
        while self._is_alone(caching):
            try:
                yield next(caching.steps)
            except StopIteration as ended:
                _renting.note(int(caching.statistics["nodes"]))
                count: int | None = ended.value
                return count
        self._vectors = vectors = self._begin_vector_search(self._cover)
        credit = worked = 0.0  # seconds that component caching may work, that the other has worked
        given_up = False
        while True:
            method = caching if given_up or credit > 0 else vectors
            vectors.sharing = self.sharing
            started = time.thread_time()
            try:
                yield next(method.steps)
            except StopIteration as ended:
                if ended.value is not None:
                    total: int = ended.value
                    return total
                given_up = True
            seconds = time.thread_time() - started
            if method is caching:
                credit -= seconds
            else:
                worked += seconds
                is_behind = worked > SECONDS_TO_FALL_BEHIND and _is_behind(caching, vectors)
                credit += seconds / (TIMES_LONGER_IF_BEHIND if is_behind else TIMES_LONGER)


def _is_behind(caching: DepthFirstCounting, other: DepthFirstCounting) -> bool:
    """Whether component caching has done less of its work than the other method, in equal time."""
    return (caching.share or 0.0) * TIMES_LONGER < (other.share or 0.0)
