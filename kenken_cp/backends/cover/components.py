"""Counting by component caching.

Depth first on the most constrained item, with full inference at every node. The live options of a
node are remembered with their count, so that equal subproblems are counted once (memoization:
Nishino, Yasuda, Minato and Nagata, "Dancing with decision diagrams", AAAI 2017), and a subproblem
of several connected components is the product of their counts (Sang, Bacchus, Beame, Kautz and
Pitassi, "Combining component caching and clause learning for effective model counting", SAT 2004).
"""

from collections.abc import Generator, Sequence

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
    """A ``CountingMethod``, depth first, in Python."""

    def __init__(self, cover: ExactCover) -> None:
        self._cover = cover
        bytes_per_count = cover.options // 8 + 200
        self._cache = CountCache(min(MAX_CACHED_COUNTS, MAX_CACHED_BYTES // bytes_per_count))
        self._stopped = False
        self.leaves = 0
        self.statistics = {"nodes": 0, "cache hits": 0, "decomposed": 0}
        self.steps = self._count()

    def at_least(self) -> int:
        # No subproblem is begun any more, and the frames add up what they have.
        self._stopped = True
        try:
            next(self.steps)
        except StopIteration as ended:
            return ended.value or 0
        raise AssertionError("a stopped count does not pause")

    def _count(self) -> Generator[None, None, int | None]:
        # The frames of the recursion are kept in a list, for it may be thousands deep.
        stack = [self._below(self._cover.all_options, self._cover.primary_items)]
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
                if self.statistics["nodes"] % NODES_PER_STEP == 0 and not self._stopped:
                    yield
        return result

    def _below(self, live: int, items: Sequence[int]) -> Generator[tuple[int, list[int]], int, int]:
        """Counts one subproblem; yields those that it needs the counts of."""
        self.statistics["nodes"] += 1
        if self._stopped:
            return 0
        cover = self._cover
        live, still_open = propagate(cover, live, items)
        if not live:
            return 0
        product = 1
        components = connected_components(live, still_open, cover.couplings)
        self.leaves += not components
        self.statistics["decomposed"] += len(components) > 1
        for component, its_items in components:
            total = self._cache.get(component)
            if total is not None:
                self.statistics["cache hits"] += 1
                self.leaves += total > 0
            else:
                total = 0
                for option in bits(component & most_constrained(component, its_items)):
                    total += yield component & ~cover.excluded(option), its_items
                if not self._stopped:
                    self._cache.put(component, total)
            product *= total
            if not product:
                break
        return product


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
