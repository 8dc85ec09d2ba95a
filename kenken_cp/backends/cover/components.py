"""Counting by component caching.

Depth first on the most constrained item, with full inference at every node. The live options of a
node are remembered with their count, so that equal subproblems are counted once (memoization:
Nishino, Yasuda, Minato and Nagata, "Dancing with decision diagrams", AAAI 2017), and a subproblem
of several connected components is the product of their counts (Sang, Bacchus, Beame, Kautz and
Pitassi, "Combining component caching and clause learning for effective model counting", SAT 2004).
"""

from collections.abc import Generator, Sequence

from kenken_cp.backends.cover.methods import Sharing, expected
from kenken_cp.backends.cover.propagation import connected_components, most_constrained, propagate
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.encode.mdd import bits

MAX_CACHED_COUNTS = 1 << 18
"""Counts in each of two generations of the cache; some 120 MB in all on a 9x9."""

MAX_CACHED_BYTES = 1 << 27
"""Of each, roughly: the options of a large board make a key of kilobytes."""

NODES_PER_STEP = 16
"""Nodes between two pauses."""


class ComponentCaching:
    """A ``DepthFirstCounting``, in Python."""

    has_own_core = False
    sharing: Sharing | None = None  # and it does not share, whoever may help
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
        # The frames of the recursion are kept in a list, for it may be thousands deep.
        stack = [self._below(self._cover.all_options, self._cover.primary_items, 1.0)]
        result: int | None = None
        while stack:
            try:
                # None starts a generator; the others wait for the count that they asked for.
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
        """Counts one subproblem, which is a share of the whole; yields those that it needs the
        counts of.
        """
        self.statistics["nodes"] += 1
        share_in_the_end = self.share + share
        cover = self._cover
        live, still_open = propagate(cover, live, items)
        if not live:
            self.share = share_in_the_end
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
                each = share / len(components) / options.bit_count()
                for option in bits(options):
                    frame.total += yield component & ~cover.excluded(option), its_items, each
                total, frame.total = frame.total, 0
                self._cache.put(component, total)
            frame.product *= total
            if not frame.product:
                break
        self._frames.pop()
        self.share = max(self.share, share_in_the_end)  # the sum of its parts may be rounded
        return frame.product


class _Frame:
    """A subproblem that is being counted.

    Attributes:
        waiting: its components that are not begun.
        product: the counts of those that are done.
        total: what is counted of the one between these.
    """

    __slots__ = ("product", "total", "waiting")

    def __init__(self, components: int) -> None:
        self.waiting, self.product, self.total = components, 1, 0


class CountCache:
    """Counts by the live options of their subproblem, in bounded memory.

    Two generations: when the younger is full the older is dropped, except for what has been used
    since.
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
