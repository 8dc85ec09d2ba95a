"""Counting by component caching.

The search goes depth first, on the most constrained item, with full inference at every node. The
live options of a node are remembered with their count, so that equal subproblems are counted once
(memoization: Nishino, Yasuda, Minato and Nagata, "Dancing with decision diagrams", AAAI 2017). The
count of a subproblem of several connected components is the product of their counts (Sang, Bacchus,
Beame, Kautz and Pitassi, "Combining component caching and clause learning for effective model
counting", SAT 2004).
"""

from collections.abc import Generator, Sequence

from kenken_cp.backends.cover.methods import Sharing, expected
from kenken_cp.backends.cover.propagation import connected_components, most_constrained, propagate
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.encode.masks import numbers_in

MAX_CACHED_COUNTS = 1 << 18
"""Counts in each of the two generations of the cache; together some 120 MB on a 9x9."""

MAX_CACHED_BYTES = 1 << 27
"""Rough size of each generation: on a large board a key, the live options, takes kilobytes."""

NODES_PER_STEP = 16
"""Nodes between two pauses."""


class ComponentCaching:
    """A ``DepthFirstCounting``, in Python."""

    has_own_core = False
    sharing: Sharing | None = None  # ignored: it never shares its work
    empty_part = None

    def __init__(self, cover: ExactCover) -> None:
        self._cover = cover
        bytes_per_count = cover.options // 8 + 200
        self._cache = CountCache(min(MAX_CACHED_COUNTS, MAX_CACHED_BYTES // bytes_per_count))
        self._frames: list[_Frame] = []
        self.leaves = 0
        self.share = 0.0
        self.statistics = {"nodes": 0, "cache hits": 0, "decomposed": 0}
        self.steps = self._count()

    @property
    def found(self) -> int:
        found = 0
        for frame in reversed(self._frames):
            found = 0 if frame.waiting else frame.product * (frame.total + found)
        return found

    @property
    def expected(self) -> float:
        return expected(self.found, self.share)

    def at_least(self) -> int:
        return self.found

    def _count(self) -> Generator[None, None, int | None]:
        # The recursion, which may be thousands deep, is a list of generators.
        stack = [self._below(self._cover.all_options, self._cover.primary_items, 1.0)]
        result: int | None = None
        while stack:
            try:
                # None starts a generator; later ones get the count of the child they yielded.
                child = stack[-1].send(result)  # type: ignore[arg-type]
            except StopIteration as ended:
                result = ended.value
                stack.pop()
            else:
                stack.append(self._below(*child))
                result = None
                if self.statistics["nodes"] % NODES_PER_STEP == 0:
                    yield
        return result

    def _below(
        self, live: int, items: Sequence[int], share: float
    ) -> Generator[tuple[int, list[int], float], int, int]:
        """Counts one subproblem, which is a share of the whole; yields each child whose count it
        needs, and is sent that count.
        """
        self.statistics["nodes"] += 1
        share_when_done = self.share + share
        cover = self._cover
        live, still_open = propagate(cover, live, items)
        if not live:
            self.share = share_when_done
            return 0
        components = connected_components(live, still_open, cover.couplings)
        self.leaves += not components
        self.statistics["decomposed"] += len(components) > 1
        frame = _Frame(len(components))
        self._frames.append(frame)
        for component, its_items in components:
            frame.waiting -= 1
            total = self._cache.get(component)
            if total is not None:
                self.statistics["cache hits"] += 1
                self.leaves += total > 0
            else:
                options = component & most_constrained(component, its_items)
                child_share = share / len(components) / options.bit_count()
                for option in numbers_in(options):
                    frame.total += yield component & ~cover.excluded(option), its_items, child_share
                total, frame.total = frame.total, 0
                self._cache.put(component, total)
            frame.product *= total
            if not frame.product:
                break
        self._frames.pop()
        self.share = max(self.share, share_when_done)  # the sum of its parts may be rounded down
        return frame.product


class _Frame:
    """A subproblem that is being counted.

    Attributes:
        waiting: the number of its components that are not begun.
        product: the product of the counts of those that are done.
        total: the solutions counted so far of the component at work.
    """

    __slots__ = ("product", "total", "waiting")

    def __init__(self, components: int) -> None:
        self.waiting, self.product, self.total = components, 1, 0


class CountCache:
    """A cache of counts by the live options of their subproblems, in bounded memory.

    It has two generations. When the younger is full, the older is dropped, except for the counts
    that were used since.
    """

    def __init__(self, max_counts: int) -> None:
        self._max_counts = max_counts
        self._young: dict[int, int] = {}
        self._old: dict[int, int] = {}

    def get(self, live: int) -> int | None:
        """The count of a subproblem, if it is in the cache."""
        found = self._young.get(live)
        if found is None and (found := self._old.get(live)) is not None:
            self.put(live, found)
        return found

    def put(self, live: int, count: int) -> None:
        """Remembers a count."""
        if len(self._young) >= self._max_counts:
            self._young, self._old = {}, self._young
        self._young[live] = count
