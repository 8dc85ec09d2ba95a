"""The tuples of a cage: listed once, as far as anybody has asked, and shared by all cages alike.

Cages of one clue recur all over a batch of puzzles, so nothing here says where a cage lies: only
which of its cells must differ from which.
"""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from kenken_cp.caches import hold, remembered
from kenken_cp.checkpoints import checkpoint
from kenken_cp.encode.mdd import Mdd, automaton, paths
from kenken_cp.model.operators import Operator

Rows = tuple[int, ...]
"""Tuples one after the other, flat: ``len(rows) // cells`` of them, in lexicographic order."""

_MAX_DEAD_ENDS_PER_TUPLE = 40
"""Dead ends allowed for each tuple of a limit: a list that mostly meets these is given up, too."""


@dataclass(eq=False)
class Relation:
    """What a clue allows its cells, whatever they are: tuples, and the automata that make them.

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

    @cached_property
    def clue_automaton(self) -> Mdd | None:
        """That of the clue alone: that cells differ is left to groups. None if it is too large."""
        return automaton(self.values, self.operators, self.target, (0,) * len(self.conflicts))

    @cached_property
    def mdd(self) -> Mdd | None:
        """The automaton whose paths are the tuples; None if it is too large to build."""
        if self.clue_automaton is None or not any(self.conflicts):
            return self.clue_automaton
        return automaton(self.values, self.operators, self.target, self.conflicts)

    @cached_property
    def count(self) -> int | None:
        """How many tuples there are; None if the automaton is too large to build."""
        return None if self.mdd is None else self.mdd.path_count

    def tuples(self, limit: int) -> Rows | None:
        """Every tuple, flat; None if there are over ``limit``, or too many dead ends among them."""
        if self._rows is None and len(self._found) <= limit:
            self._list(limit, limit)
        if self._rows is None or len(self._rows) > limit * len(self.conflicts):
            return None
        return self._rows

    def impossible(self, limit: int) -> bool:
        """Whether there is no tuple, as far as ``tuples`` would find out; at most one is listed."""
        if self._rows is None and not self._found:
            self._list(0, limit)
        return self._rows == ()

    def _list(self, limit: int, dead_end_limit: int) -> None:
        """Lists on, from where it was left, until there are more than a limit, or more dead ends
        than another limit of tuples allows.
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
"""The relation of a clue, made once for all cages alike."""
