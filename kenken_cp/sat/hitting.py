"""Smallest hitting sets, one after the other, while sets are added."""

from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from pysat.card import ITotalizer

from kenken_cp.sat.solver import GLUCOSE, Solver

Item = TypeVar("Item", bound=Hashable)

_FIRST_BOUND = 8
"""Up to which the totalizer counts at first; it grows with what is asked of it."""


class HittingSets(Generic[Item]):
    """Sets to be hit, and a smallest set of items that hits each of them.

    By implicit hitting sets a smallest set is found of anything that an oracle can refute: it is
    asked about the smallest candidate, and what it answers is one more set to be hit. (Ignatiev,
    Previti, Liffiton and Marques-Silva, "Smallest MUS extraction with minimal hitting set
    dualization", 2015.) The number of items is bounded by a totalizer (Bailleux and Boufkhad,
    "Efficient CNF encoding of Boolean cardinality constraints", 2003), and as sets are only added,
    it only grows.

    Args:
        items: all that sets may have.
    """

    def __init__(self, items: Iterable[Item]) -> None:
        self._variable = {item: number for number, item in enumerate(items, 1)}
        self._number = 0
        self._totalizer = ITotalizer(list(self._variable.values()), ubound=_FIRST_BOUND)
        self._solver = Solver(self._totalizer.cnf.clauses, engine=GLUCOSE)

    def close(self) -> None:
        """Frees its memory."""
        self._solver.close()
        self._totalizer.delete()

    def add(self, items: Iterable[Item]) -> None:
        """One more set; an empty one cannot be hit."""
        self._solver.add([self._variable[item] for item in items])

    def forbid(self, items: Iterable[Item]) -> None:
        """From now on, no set with all of these."""
        self._solver.add([-self._variable[item] for item in items])

    def smallest(self) -> frozenset[Item] | None:
        """A smallest set that hits all sets; None if there is none.

        Raises:
            StoppedError: if a limit came first.
        """
        while self._number < len(self._variable):
            if self._solver.solve([self._at_most(self._number)]):
                return self._chosen()
            self._number += 1
        return self._chosen() if self._solver.solve() else None

    def _at_most(self, number: int) -> int:
        """A literal that says that no more items are chosen."""
        if number >= len(self._totalizer.rhs):
            self._totalizer.increase(ubound=2 * number)
            for clause in self._totalizer.cnf.clauses[-self._totalizer.nof_new :]:
                self._solver.add(clause)
        return -int(self._totalizer.rhs[number])

    def _chosen(self) -> frozenset[Item]:
        model = self._solver.model()
        return frozenset(item for item, number in self._variable.items() if model[number - 1] > 0)
