"""The tuples of a clue, listed only as far as they are needed, and shared by all equal cages.

The same clues recur throughout a batch of puzzles. So nothing here depends on where a cage lies,
only on which of its cells must differ.
"""

from dataclasses import dataclass, field
from itertools import chain

from kenken_cp.caches import computed_once, hold, remembered
from kenken_cp.clock import checkpoint
from kenken_cp.encode.mdd import Mdd, automaton, paths
from kenken_cp.model.operators import Operator

Rows = tuple[int, ...]
"""Tuples in one flat sequence: ``len(rows) // cells`` of them, in lexicographic order."""

_MAX_DEAD_ENDS_PER_TUPLE = 40
"""Dead ends allowed for each tuple of the limit; with more, listing is given up too."""


@dataclass(eq=False)
class Relation:
    """The tuples that a clue allows, wherever its cells are, and the automata that generate them.

    Args:
        values: the domain of every cell, ascending.
        operators: those that may explain the clue.
        conflicts: for each cell, a bit mask of the earlier ones that it must differ from.
    """

    values: tuple[int, ...]
    operators: tuple[Operator, ...]
    target: int
    conflicts: tuple[int, ...]
    _found: list[tuple[int, ...]] = field(default_factory=list, init=False, repr=False)
    _rows: Rows | None = field(default=None, init=False, repr=False)

    @computed_once
    def clue_automaton(self) -> Mdd | None:
        """The automaton of the clue alone, without ``conflicts``; None if it is too large."""
        return automaton(self.values, self.operators, self.target, (0,) * len(self.conflicts))

    @computed_once
    def mdd(self) -> Mdd | None:
        """The automaton whose paths are the tuples; None if it is too large to build."""
        if self.clue_automaton is None or not any(self.conflicts):
            return self.clue_automaton
        return automaton(self.values, self.operators, self.target, self.conflicts)

    @computed_once
    def count(self) -> int | None:
        """How many tuples there are; None if the automaton is too large to build."""
        return None if self.mdd is None else self.mdd.path_count

    def tuples(self, limit: int) -> Rows | None:
        """Every tuple; None if there are more than ``limit``, or too many dead ends among them."""
        if self._rows is None and len(self._found) <= limit:
            self._list(limit, limit)
        if self._rows is None or len(self._rows) > limit * len(self.conflicts):
            return None
        return self._rows

    def impossible(self, limit: int) -> bool:
        """Whether ``tuples`` would find that there is no tuple; at most one is listed for that."""
        if self._rows is None and not self._found:
            self._list(0, limit)
        return self._rows == ()

    def _list(self, limit: int, dead_end_limit: int) -> None:
        """Continues the list until it has more than ``limit`` tuples, or more dead ends than
        ``dead_end_limit`` tuples allow.
        """
        mdd = self.clue_automaton
        if mdd is None or (not any(self.conflicts) and mdd.path_count > limit):
            return
        found = self._found[:]  # a copy, so that several threads may list at once
        dead_ends = _MAX_DEAD_ENDS_PER_TUPLE * (dead_end_limit + len(self.values))
        for path in paths(mdd, self.conflicts, found[-1] if found else None):
            if path is None:
                checkpoint()
                dead_ends -= 1
                if not dead_ends:
                    return
            else:
                found.append(path)
                if len(found) > limit:
                    self._found = found
                    hold(len(found) * (60 + 8 * len(self.conflicts)))
                    return
        self._rows = tuple(chain.from_iterable(found))
        hold(8 * len(self._rows))
        self._found = []


relation = remembered(1 << 14, lambda made: 500 + 40 * len(made.conflicts))(Relation)
"""The relation of a clue, made once for all equal cages."""
