"""Smallest hitting sets of a growing collection of sets."""

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from pysat.card import ITotalizer

from kenken_cp.sat.solver import GLUCOSE, SatSolver

Item = TypeVar("Item", bound=Hashable)

_FIRST_BOUND = 8
"""The bound up to which the totalizer counts at first; it is raised when needed."""


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
        self._size = 0
        self._totalizer = ITotalizer(list(self._variable.values()), ubound=_FIRST_BOUND)
        self._solver = SatSolver(self._totalizer.cnf.clauses, engine=GLUCOSE)

    def close(self) -> None:
        """Frees its memory."""
        self._solver.close()
        self._totalizer.delete()

    def add(self, items: Iterable[Item]) -> None:
        """Adds a set to be hit; an empty set cannot be hit."""
        self._solver.add([self._variable[item] for item in items])

    def smallest(self) -> frozenset[Item] | None:
        """A smallest set that hits all sets; None if there is none.

        Raises:
            StoppedError: if a limit came first.
        """
        while self._size < len(self._variable):
            if self._solver.solve([self._at_most(self._size)]):
                return self._chosen()
            self._size += 1
        return self._chosen() if self._solver.solve() else None

    def _at_most(self, number: int) -> int:
        """The literal that at most that many items are chosen."""
        if number >= len(self._totalizer.rhs):
            self._totalizer.increase(ubound=2 * number)
            self._solver.extend(self._totalizer.cnf.clauses[-self._totalizer.nof_new :])
        return -int(self._totalizer.rhs[number])

    def _chosen(self) -> frozenset[Item]:
        model = self._solver.model()
        return frozenset(item for item, number in self._variable.items() if model[number - 1] > 0)
