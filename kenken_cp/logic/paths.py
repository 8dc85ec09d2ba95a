"""Which tuples its candidates leave a cage, as the arcs of its automaton that they lie on.

Nothing is listed: a cage of a million tuples is filtered in time of its arcs, and what is asked of
all its tuples is answered in one pass along them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import and_

from kenken_cp.caches import emptied_by, hold, remembered
from kenken_cp.encode.mdd import Arc, Mdd, automaton
from kenken_cp.encode.tuples import Relation

BitTuple = tuple[int, ...]
"""A tuple of a cage, each value as its bit."""

MAX_COMBINATIONS = 5_000
"""Combinations of candidates of which an automaton is built, where the whole one is too large."""


def union(masks: Iterable[int]) -> int:
    """The mask of all that is in any of some masks."""
    found = 0
    for mask in masks:
        found |= mask
    return found


class Paths:
    """Paths of an automaton; immutable. Every arc lies on one of them.

    Attributes:
        supports: for each cell, the mask of the values that it has on some path.
        exact: whether the paths are the tuples of the cage. Otherwise they are more: the cells that
            must differ do not on all of them.
    """

    __slots__ = ("_always", "_count", "_examples", "_layers", "_whole", "exact", "supports")

    def __init__(
        self,
        layers: Sequence[Sequence[Arc]],
        supports: tuple[int, ...],
        whole: Paths | None = None,
        *,
        exact: bool,
    ) -> None:
        self._layers = layers
        self._whole = self if whole is None else whole
        self.supports = supports
        self.exact = exact
        # Asked again wherever nothing has been eliminated from the cage since.
        self._always: dict[tuple[int, ...], int] = {}
        self._count: int | None = None
        self._examples: tuple[BitTuple, ...] = ()

    @classmethod
    def of(cls, mdd: Mdd, *, exact: bool) -> Paths:
        """All paths of an automaton."""
        supports = tuple(union(bit for _, bit, _ in arcs) for arcs in mdd.bit_arcs)
        return cls(mdd.bit_arcs, supports, exact=exact)

    def __bool__(self) -> bool:
        return bool(self.supports[0])

    def within(self, masks: Sequence[int]) -> Paths:
        """The paths on which every cell has one of the values of its mask.

        The same paths are the same object: one trial after another leaves a cage the same values.
        """
        kept = tuple(map(and_, self.supports, masks))
        if kept == self.supports:
            return self
        known = _parts.get((self._whole, kept))
        if known is None:
            found = self._filtered(kept)
            # Masks may differ, and hold the same paths.
            known = _parts.setdefault((self._whole, found.supports), found)
            _parts[self._whole, kept] = known
            hold(600 + 100 * len(kept) + (known is found and 8 * sum(map(len, found._layers))))
        return known

    def _filtered(self, masks: Sequence[int]) -> Paths:
        reached = {0}
        layers: list[Sequence[Arc]] = []
        for arcs, mask in zip(self._layers, masks, strict=True):
            kept = [arc for arc in arcs if arc[1] & mask and arc[0] in reached]
            reached = {following for _, _, following in kept}
            layers.append(kept)
        supports = [0] * len(layers)
        for cell in range(len(layers) - 1, -1, -1):
            kept = [arc for arc in layers[cell] if arc[2] in reached]
            reached = {state for state, _, _ in kept}
            layers[cell], supports[cell] = kept, union({bit for _, bit, _ in kept})
        return Paths(layers, tuple(supports), self._whole, exact=self.exact)

    @property
    def count(self) -> int:
        """How many paths there are."""
        if self._count is None:
            self._count = self._counted()
        return self._count

    def _counted(self) -> int:
        counts = {0: 1}
        for arcs in self._layers:
            following: dict[int, int] = {}
            for source, _, target in arcs:
                following[target] = following.get(target, 0) + counts[source]
            counts = following
        return sum(counts.values())

    def tuples(self, limit: int) -> list[BitTuple] | None:
        """The tuples in lexicographic order; None for more than ``limit``, or inexact paths."""
        if not self.exact or self.count > limit:
            return None
        begun: list[tuple[BitTuple, int]] = [((), 0)]
        for arcs in self._layers:
            leaving: dict[int, list[tuple[int, int]]] = {}
            for source, bit, target in arcs:
                leaving.setdefault(source, []).append((bit, target))
            begun = [
                ((*bits, bit), target)
                for bits, state in begun
                for bit, target in leaving.get(state, ())
            ]
        return [bits for bits, _ in begun]

    def always(self, cells: Iterable[int], among: int = -1) -> int:
        """Those of some values that every path has in one of some cells (by their places)."""
        asked = tuple(cells)
        known = self._always.get(asked)
        if known is None:
            for path in self._few():
                had = 0
                for cell in asked:
                    had |= path[cell]
                among &= had
                if not among:
                    return 0
            known = self._always[asked] = self._always_in(frozenset(asked))
        return known & among

    def _few(self) -> tuple[BitTuple, ...]:
        """Four paths, unlike each other where they can be: what one of them lacks, not all have."""
        if not self._examples and self:
            first = [{arc[0]: arc for arc in reversed(arcs)} for arcs in self._layers]
            last = [{arc[0]: arc for arc in arcs} for arcs in self._layers]
            mixed = [(first, last)[i % 2][i] for i in range(len(first))]
            other = [(last, first)[i % 2][i] for i in range(len(first))]
            self._examples = tuple(map(_path, (first, last, mixed, other)))
        return self._examples

    def _always_in(self, inside: frozenset[int]) -> int:
        if not inside or not self:
            return 0
        # Each state is on some path, so the cells before and after those asked of do not matter.
        first, last = min(inside), max(inside)
        always = dict.fromkeys({source for source, _, _ in self._layers[first]}, 0)
        for cell in range(first, last + 1):
            following: dict[int, int] = {}
            known = following.get
            if cell in inside:
                for source, bit, target in self._layers[cell]:
                    following[target] = known(target, -1) & (always[source] | bit)
            else:
                for source, _, target in self._layers[cell]:
                    following[target] = known(target, -1) & always[source]
            always = following
        had = -1
        for each in always.values():
            had &= each
        return had


def _path(arcs_by_state: Iterable[Mapping[int, Arc]]) -> BitTuple:
    """The path that takes a certain arc from each state."""
    bits, state = [], 0
    for arcs in arcs_by_state:
        _, bit, state = arcs[state]
        bits.append(bit)
    return tuple(bits)


_parts: dict[tuple[Paths, tuple[int, ...]], Paths] = {}
"""Of all the paths of a cage, by the values that its cells keep, those within them."""
emptied_by(_parts.clear)


@remembered(1 << 14, lambda _: 300)
def all_paths(relation: Relation) -> Paths | None:
    """The paths of a cage before anything is eliminated; None if its automaton is too large."""
    if relation.mdd is not None:
        return Paths.of(relation.mdd, exact=True)
    if relation.clue_automaton is not None:
        return Paths.of(relation.clue_automaton, exact=False)
    return None


def paths_within(relation: Relation, masks: Sequence[int]) -> Paths | None:
    """The paths of a cage whose automaton is too large, if few candidates are left; else None."""
    combinations = 1
    for mask in masks:
        combinations *= mask.bit_count()
        if combinations > MAX_COMBINATIONS:
            return None
    mdd = automaton(
        relation.values, relation.operators, relation.target, relation.conflicts, tuple(masks)
    )
    return None if mdd is None else Paths.of(mdd, exact=True)


@remembered(1 << 16, lambda masks: 2 * sum(40 + mask.bit_length() // 8 for mask in masks))
def supports(relation: Relation, masks: tuple[int, ...]) -> tuple[int, ...]:
    """For each cell of a relation, those values of its mask that some tuple within them has."""
    paths = all_paths(relation)
    if paths is None:
        paths = paths_within(relation, masks)
    return masks if paths is None else paths.within(masks).supports
