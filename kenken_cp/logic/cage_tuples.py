"""``CageTuples``: the tuples of a cage that the candidates of its cells leave.

They are the paths of an automaton (``encode.mdd``), which has a layer of arcs for each cell: from a
state, with a value, to the next state. So a million tuples are filtered in the time of some hundred
arcs, and one pass tells what all of them have in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache, reduce
from math import prod
from operator import and_

from kenken_cp.clock import checkpoint
from kenken_cp.encode.masks import union
from kenken_cp.encode.mdd import Arc, automaton
from kenken_cp.encode.tuples import Relation

BitTuple = tuple[int, ...]
"""A tuple of a cage, each value as its bit."""

_MAX_COMBINATIONS = 5_000
"""The most combinations of candidates for which an automaton is built if the cage's own is too
large.
"""


class CageTuples:
    """Some tuples of a cage; immutable.

    Args:
        relation: what the clue and the houses of the cage allow.
        layers: the arcs for each cell, which have values as bits. Arcs that lie on no path are left
            out.
        exact: whether they are exactly the tuples of the cage. If not, they are too many: houses
            are ignored, or even the clue.

    Attributes:
        count: the number of tuples.
        supports: for each cell, the mask of the values that it has in some tuple.
    """

    def __init__(self, relation: Relation, layers: Sequence[Sequence[Arc]], *, exact: bool) -> None:
        self._relation, self.exact = relation, exact
        counts = {0: 1}  # the paths from each state to the end
        self._layers: list[list[Arc]] = []
        for layer in reversed(layers):
            arcs = [arc for arc in layer if arc[2] in counts]
            before: dict[int, int] = {}
            for state, _, following in arcs:
                before[state] = before.get(state, 0) + counts[following]
            counts = before
            self._layers.append(arcs)
        self._layers.reverse()
        self.count = sum(counts.values())
        self.supports = tuple([union({arc[1] for arc in arcs}) for arcs in self._layers])

    def __bool__(self) -> bool:
        return self.count > 0

    def within(self, masks: Iterable[int]) -> CageTuples:
        """The tuples in which every cell has one of the values of its mask."""
        kept = tuple(map(and_, self.supports, masks))
        if kept == self.supports:
            return self
        checkpoint()
        relation = self._relation
        is_inexact = not self.exact and relation.clue_automaton is None
        if is_inexact and prod(map(int.bit_count, kept)) <= _MAX_COMBINATIONS:
            clue = relation.values, relation.operators, relation.target, relation.must_differ
            if (mdd := automaton(*clue, kept)) is not None:
                return CageTuples(relation, mdd.bit_arcs(), exact=True)
        reached = {0}
        layers = []
        for layer, mask in zip(self._layers, kept, strict=True):
            arcs = [arc for arc in layer if arc[1] & mask and arc[0] in reached]
            reached = {following for _, _, following in arcs}
            layers.append(arcs)
        return CageTuples(relation, layers, exact=self.exact)

    def tuples(self, limit: int) -> list[BitTuple] | None:
        """The tuples in lexicographic order; None for more than ``limit``, or inexact ones."""
        return self._tuples if self.exact and self.count <= limit else None

    @cached_property
    def _tuples(self) -> list[BitTuple]:
        by_state: dict[int, list[BitTuple]] = {0: [()]}  # their beginnings
        for arcs in self._layers:
            longer: dict[int, list[BitTuple]] = {}
            for state, bit, following in arcs:
                longer.setdefault(following, []).extend((*row, bit) for row in by_state[state])
            by_state = longer
        return sorted(by_state.get(0, []))

    def always(self, cells: Sequence[int]) -> int:
        """The values that every tuple has somewhere in these cells (by position)."""
        return _always(self, tuple(cells)) if self and cells else 0

    def _always(self, cells: tuple[int, ...]) -> int:
        # Each state is on some path, so the cells before and after these do not matter.
        first, last = min(cells), max(cells)
        always = dict.fromkeys({state for state, _, _ in self._layers[first]}, 0)
        for cell in range(first, last + 1):
            after: dict[int, int] = {}
            known = after.get
            counts = -1 if cell in cells else 0
            for state, bit, following in self._layers[cell]:
                after[following] = known(following, -1) & (always[state] | bit & counts)
            always = after
        return reduce(and_, always.values())


_always = lru_cache(maxsize=1 << 12)(CageTuples._always)


@lru_cache(maxsize=1 << 9)
def all_tuples(relation: Relation) -> CageTuples:
    """The tuples of a cage before anything is eliminated; any whatsoever, as long as many
    candidates are left, if its automaton is too large.
    """
    mdd = relation.clue_automaton if relation.mdd is None else relation.mdd
    if mdd is not None:
        return CageTuples(relation, mdd.bit_arcs(), exact=mdd is relation.mdd)
    any_value = [(0, 1 << place, 0) for place in range(len(relation.values))]
    return CageTuples(relation, [any_value] * len(relation.must_differ), exact=False)
