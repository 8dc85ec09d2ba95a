"""The tuples of a cage that its candidates allow.

For a large cage they are represented by the arcs of its automaton on which they lie. So a million
tuples are filtered in the time of the arcs, and a question about all of them takes one pass. Once
they are few enough they are listed, and from then on the tuples left are a mask of that list.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from operator import and_

from kenken_cp.encode.masks import bits_in, union
from kenken_cp.encode.mdd import Arc, automaton
from kenken_cp.encode.tuples import Relation
from kenken_cp.logic.listing import BitTuple, Listing

MAX_COMBINATIONS = 5_000
"""The most combinations of candidates for which an automaton is built if the cage's own is too
large.
"""

_MAX_LISTED = 1 << 14
"""The most tuples of a cage that are listed."""

_MAX_PARTS = 1 << 13
"""Parts of cages that are remembered: a 9x9 has some 500, a 16x16 some 6,000."""


class Paths(ABC):
    """Some tuples of a cage; immutable.

    Attributes:
        count: the number of tuples.
        supports: for each cell, the mask of the values that it has in some tuple.
        exact: whether they are exactly the tuples of the cage. If not, there are others among them,
            in which cells that must differ have the same value.
    """

    __slots__ = ("_always", "_whole", "count", "exact", "supports")

    def __init__(
        self, count: int, supports: tuple[int, ...], whole: Paths | None, *, exact: bool
    ) -> None:
        self.count = count
        self.supports = supports
        self.exact = exact
        self._whole = self if whole is None else whole
        # The same questions come again as long as nothing is eliminated from the cage.
        self._always: dict[tuple[int, ...], int] = {}

    def __bool__(self) -> bool:
        return bool(self.supports[0])

    def tuples(self, limit: int) -> list[BitTuple] | None:
        """The tuples in lexicographic order; None for more than ``limit``, or inexact paths."""
        return None

    def within(self, masks: Sequence[int]) -> Paths:
        """The tuples in which every cell has one of the values of its mask.

        Equal sets of tuples are the same object, for many trials leave a cage the same values.
        """
        kept = tuple(map(and_, self.supports, masks))
        if kept == self.supports:
            return self
        known = _parts.get((self._whole, kept))
        if known is None:
            found = self._filtered(kept)
            if len(_parts) > _MAX_PARTS:
                _parts.clear()
            # Different masks may allow the same tuples.
            known = _parts.setdefault((self._whole, found.supports), found)
            _parts[self._whole, kept] = known
        return known

    def always(self, cells: Iterable[int], among: int = -1) -> int:
        """The values among some that every tuple has in one of the cells (by position)."""
        asked = tuple(cells)
        among &= union(self.supports[cell] for cell in asked)
        if not among:
            return 0
        known = self._always.get(asked)
        if known is None:
            known = self._always[asked] = self._always_in(asked)
        return known & among

    @abstractmethod
    def _filtered(self, masks: tuple[int, ...]) -> Paths: ...

    @abstractmethod
    def _always_in(self, cells: tuple[int, ...]) -> int: ...


class _Arcs(Paths):
    """Tuples as the paths of an automaton; every arc lies on one."""

    __slots__ = ("_layers",)

    def __init__(
        self, layers: Sequence[Sequence[Arc]], count: int, whole: Paths | None, *, exact: bool
    ) -> None:
        super().__init__(count, _supports(layers), whole, exact=exact)
        self._layers = layers

    def _filtered(self, masks: tuple[int, ...]) -> Paths:
        reached = {0}
        layers: list[list[Arc]] = []
        for arcs, mask in zip(self._layers, masks, strict=True):
            kept = [arc for arc in arcs if arc[1] & mask and arc[0] in reached]
            reached = {following for _, _, following in kept}
            layers.append(kept)
        return _along(layers, self._whole, exact=self.exact)

    def _always_in(self, cells: tuple[int, ...]) -> int:
        # Each state is on some path, so the cells before and after these do not matter.
        first, last = min(cells), max(cells)
        always = dict.fromkeys({source for source, _, _ in self._layers[first]}, 0)
        for cell in range(first, last + 1):
            following: dict[int, int] = {}
            known = following.get
            if cell in cells:
                for source, bit, target in self._layers[cell]:
                    following[target] = known(target, -1) & (always[source] | bit)
            else:
                for source, _, target in self._layers[cell]:
                    following[target] = known(target, -1) & always[source]
            always = following
        return reduce(and_, always.values())


class Listed(Paths):
    """Tuples as a mask over a list."""

    __slots__ = ("_tuples", "listing", "some")

    def __init__(
        self,
        listing: Listing,
        some: int,
        supports: tuple[int, ...],
        whole: Paths | None,
        *,
        exact: bool,
    ) -> None:
        super().__init__(some.bit_count(), supports, whole, exact=exact)
        self.listing = listing
        self.some = some
        self._tuples: list[BitTuple] | None = None

    @property
    def all_tuples(self) -> list[BitTuple]:
        """The tuples, in lexicographic order."""
        if self._tuples is None:
            self._tuples = self.listing.tuples(self.some)
        return self._tuples

    def tuples(self, limit: int) -> list[BitTuple] | None:
        return self.all_tuples if self.exact and self.count <= limit else None

    def _filtered(self, masks: tuple[int, ...]) -> Paths:
        some, holding = self.some, self.listing.holding
        for held, before, after in zip(holding, self.supports, masks, strict=True):
            for bit in bits_in(before & ~after):
                some &= ~held[bit]
        supports = self.listing.supports(some, masks)
        return Listed(self.listing, some, supports, self._whole, exact=self.exact)

    def _always_in(self, cells: tuple[int, ...]) -> int:
        always, some = 0, self.some
        for bit, tuples in self.listing.with_any(cells).items():
            if some & tuples == some:
                always |= bit
        return always


def _along(layers: list[list[Arc]], whole: Paths | None, *, exact: bool) -> Paths:
    """The paths along some arcs, which need not all lie on one."""
    counts = {0: 1}
    for cell in range(len(layers) - 1, -1, -1):
        layers[cell] = [arc for arc in layers[cell] if arc[2] in counts]
        before: dict[int, int] = {}
        for state, _, following in layers[cell]:
            before[state] = before.get(state, 0) + counts[following]
        counts = before
    count = sum(counts.values())
    if count > _MAX_LISTED:
        return _Arcs(layers, count, whole, exact=exact)
    listing = Listing(layers, count)
    return Listed(listing, listing.every, _supports(layers), whole, exact=exact)


def _supports(layers: Sequence[Sequence[Arc]]) -> tuple[int, ...]:
    return tuple(union({bit for _, bit, _ in arcs}) for arcs in layers)


_parts: dict[tuple[Paths, tuple[int, ...]], Paths] = {}
"""The paths of a cage within some values of its cells, by all its paths and these values."""


@lru_cache(1 << 11)
def all_paths(relation: Relation) -> Paths | None:
    """The paths of a cage before anything is eliminated; None if its automaton is too large."""
    mdd = relation.clue_automaton if relation.mdd is None else relation.mdd
    return None if mdd is None else _along(mdd.bit_arcs(), None, exact=mdd is relation.mdd)


@lru_cache(1 << 10)
def paths_within(relation: Relation, masks: tuple[int, ...]) -> Paths | None:
    """The paths of a cage whose automaton is too large, if few candidates are left; else None."""
    combinations = 1
    for mask in masks:
        combinations *= mask.bit_count()
        if combinations > MAX_COMBINATIONS:
            return None
    mdd = automaton(relation.values, relation.operators, relation.target, relation.conflicts, masks)
    return None if mdd is None else _along(mdd.bit_arcs(), None, exact=True)


@lru_cache(1 << 12)
def supports(relation: Relation, masks: tuple[int, ...]) -> tuple[int, ...]:
    """For each cell of a relation, those values of its mask that some tuple within them has."""
    paths = all_paths(relation)
    if paths is None:
        paths = paths_within(relation, masks)
    return masks if paths is None else paths.within(masks).supports
