"""Smallest hitting sets, one after the other, while sets are added."""

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from pysat.examples.hitman import Hitman

Item = TypeVar("Item", bound=Hashable)


class HittingSets(Generic[Item]):
    """Sets to be hit, and a smallest set of items that hits each of them.

    By implicit hitting sets a smallest set is found of anything that an oracle can refute: it is
    asked about the smallest candidate, and what it answers is one more set to be hit. (Ignatiev,
    Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal hitting set
    dualization", 2015; by python-sat's MaxSAT solver RC2.)
    """

    def __init__(self) -> None:
        self._hitman = Hitman(htype="sorted")
        self._empty = False

    def close(self) -> None:
        """Frees its memory."""
        self._hitman.delete()

    def add(self, items: Iterable[Item]) -> None:
        """One more set; an empty one cannot be hit."""
        found = list(items)
        self._empty |= not found
        if found:
            self._hitman.hit(found)

    def forbid(self, items: Iterable[Item]) -> None:
        """From now on, no set with all of these."""
        self._hitman.block(list(items))

    def smallest(self) -> frozenset[Item] | None:
        """A smallest set that hits all sets; None if there is none."""
        found = None if self._empty else self._hitman.get()
        return None if found is None else frozenset(found)
