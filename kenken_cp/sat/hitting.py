"""Smallest hitting sets of a growing collection of sets."""

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from pysat.card import ITotalizer

from kenken_cp.sat.solver import GLUCOSE, SatSolver

Item = TypeVar("Item", bound=Hashable)


class HittingSets(Generic[Item]):
    """Sets to be hit, and a smallest set of items that hits all of them.

    With *implicit hitting sets* one finds a smallest set of any kind that an oracle can test: the
    oracle is asked about the smallest hitting set, and if it refutes that, it returns one more set
    to be hit. (Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal
    hitting set dualization", 2015.) The number of items is bounded by a totalizer (Bailleux and
    Boufkhad, "Efficient CNF encoding of Boolean cardinality constraints", 2003). Since sets are
    only added, the bound only grows.

    Args:
        items: all items that may be in sets.
    """

    def __init__(self, items: Iterable[Item]) -> None:
        self._variable = {item: number for number, item in enumerate(items, 1)}
        self._size, numbers = 0, list(self._variable.values())
        with ITotalizer(numbers, ubound=len(numbers)) as totalizer:
            self._more_than: list[int] = totalizer.rhs
            self._solver = SatSolver(totalizer.cnf.clauses, engine=GLUCOSE)

    def close(self) -> None:
        """Frees its memory."""
        self._solver.close()

    def add(self, items: Iterable[Item]) -> None:
        """Adds a set to be hit; an empty set cannot be hit."""
        self._solver.add([self._variable[item] for item in items])

    def smallest(self) -> frozenset[Item] | None:
        """A smallest set that hits all sets; None if there is none.

        Raises:
            StoppedError: if a limit came first.
        """
        while self._size <= len(self._variable):
            more = self._more_than[self._size : self._size + 1]  # empty where all may be chosen
            if self._solver.solve([-literal for literal in more]):
                model = self._solver.model()
                return frozenset(item for item, n in self._variable.items() if model[n - 1] > 0)
            self._size += 1
        return None
