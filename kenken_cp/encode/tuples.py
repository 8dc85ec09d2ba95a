"""The tuples of a clue: listed where there are not too many, and shared by all equal cages.

The same clues recur throughout a batch of puzzles. So nothing here depends on where a cage lies,
only on which of its cells must differ.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, NamedTuple

from kenken_cp.clock import checkpoint
from kenken_cp.encode.masks import numbers_in
from kenken_cp.encode.mdd import Mdd, automaton
from kenken_cp.model.operators import Operator

FlatTuples = tuple[int, ...]
"""Tuples in one flat sequence: ``len(flat) // cells`` of them, in lexicographic order."""

Placements = list[list[tuple[int, int]]]
"""For each cell of a cage its values, each with the bit set of the tuples that have it there."""

MAX_FILLINGS = 10_000
"""Ways to fill the largest cage that is listed without an automaton: four cells of a 9x9."""

_MAX_BEGINNINGS_PER_TUPLE = 4
"""Beginnings of tuples that may be listed for each tuple of the limit. Some lead to no tuple, since
cells must differ; with more of them, listing is given up.
"""

MAX_VALUE_SETS = 60
"""Sets of values of the largest cage whose sets are named; with more, each says too little."""

_MAX_TUPLES_OF_SETS = 10_000
"""Tuples of the largest cage whose sets are named; one with more mostly has too many sets, too."""


class ValueSet(NamedTuple):
    """A set of values that the cells of a cage can have together.

    Attributes:
        values: ascending.
        of_cells: for each cell, those of the values that it can have if the cage has this set.
    """

    values: tuple[int, ...]
    of_cells: tuple[tuple[int, ...], ...]


@dataclass(eq=False)
class Relation:
    """The tuples that a clue allows, wherever its cells are, and the automata that generate them.

    Args:
        values: the domain of every cell, ascending.
        operators: those that may explain the clue.
        must_differ: for each cell, a bit mask of the earlier ones that it must differ from.
    """

    values: tuple[int, ...]
    operators: tuple[Operator, ...]
    target: int
    must_differ: tuple[int, ...]
    _rows: FlatTuples | None = field(default=None, init=False, repr=False)
    _limit_to_try: int = field(default=0, init=False, repr=False)

    @cached_property
    def clue_automaton(self) -> Mdd | None:
        """The automaton of the clue, whether cells differ or not; None if it is too large."""
        return automaton(self.values, self.operators, self.target, (0,) * len(self.must_differ))

    @cached_property
    def mdd(self) -> Mdd | None:
        """The automaton whose paths are the tuples; None if it is too large to build."""
        if self.clue_automaton is None or not any(self.must_differ):
            return self.clue_automaton
        return automaton(self.values, self.operators, self.target, self.must_differ)

    def tuples(self, limit: int) -> FlatTuples | None:
        """Every tuple; None if there are more than ``limit``, or if listing them takes more than
        four times as many beginnings of tuples.

        They are remembered, and so is the largest limit that did not suffice.
        """
        cells = len(self.must_differ)
        if self._rows is None and limit >= self._limit_to_try:
            small = len(self.values) ** cells <= MAX_FILLINGS
            found = self._from_fillings() if small else self._from_automaton(limit)
            if found is not None and len(found) <= limit:
                self._rows = tuple(chain.from_iterable(found))
            else:
                self._limit_to_try = limit + 1  # as a smaller one does not suffice
        if self._rows is None or len(self._rows) > limit * cells:
            return None
        return self._rows

    @cached_property
    def placements(self) -> Placements:
        """Where each value stands in the tuples, which have been listed."""
        assert self._rows is not None
        width = len(self.must_differ)
        return [bit_sets(self._rows[position::width]) for position in range(width)]

    @cached_property
    def value_sets(self) -> tuple[ValueSet, ...] | None:
        """The value sets of all tuples; None if there are more than ``MAX_VALUE_SETS``, or too many
        tuples.
        """
        flat, cells = self.tuples(_MAX_TUPLES_OF_SETS), len(self.must_differ)
        if flat is None:
            return None
        found: dict[frozenset[int], list[set[int]]] = {}
        for row in each_tuple(flat, cells):
            values = frozenset(row)
            if values not in found:
                found[values] = [set() for _ in range(cells)]
                if len(found) > MAX_VALUE_SETS:
                    return None
            for of_cell, value in zip(found[values], row, strict=True):
                of_cell.add(value)
        return tuple(
            ValueSet(tuple(sorted(values)), tuple(tuple(sorted(each)) for each in found[values]))
            for values in sorted(found, key=lambda values: sorted(values, reverse=True))
        )

    def _from_fillings(self) -> list[tuple[int, ...]]:
        """The tuples, taken from all ways to fill the cells."""
        low, high = self.values[0], self.values[-1]
        rows: list[tuple[int, ...]] = []
        for operator in self.operators:
            alive = operator.fold.alive
            for state, fillings in _fillings(self.values, operator, len(self.must_differ)).items():
                if alive(state, 0, self.target, low, high):
                    rows += fillings
        if len(self.operators) > 1:  # several may explain the same values
            rows = list(set(rows))
        for cell, mask in enumerate(self.must_differ):
            for earlier in numbers_in(mask):
                rows = [row for row in rows if row[cell] != row[earlier]]
        rows.sort()
        return rows

    def _from_automaton(self, limit: int) -> list[tuple[int, ...]] | None:
        """The tuples, as paths of the clue's automaton; None if there are too many."""
        mdd = self.clue_automaton
        if mdd is None or (not any(self.must_differ) and mdd.path_count > limit):
            return None
        by_state: dict[int, list[tuple[int, ...]]] = {0: [()]}
        for layer, mask in zip(mdd.layers, self.must_differ, strict=True):
            checkpoint()
            longer: dict[int, list[tuple[int, ...]]] = {}
            count = 0
            for state, value, following in layer:
                rows = by_state.get(state, [])
                for earlier in numbers_in(mask):
                    rows = [row for row in rows if row[earlier] != value]
                longer.setdefault(following, []).extend([(*row, value) for row in rows])
                count += len(rows)
                if count > _MAX_BEGINNINGS_PER_TUPLE * limit:
                    return None
            by_state = longer
        return sorted(by_state.get(0, []))


def each_tuple(flat: FlatTuples, cells: int) -> Iterator[tuple[int, ...]]:
    """The tuples of a flat sequence, one after the other."""
    return (flat[start : start + cells] for start in range(0, len(flat), cells))


def bit_sets(column: Sequence[int]) -> list[tuple[int, int]]:
    """Each value of a column, with the bit set of its places there."""
    one = ord("1")
    digits = {value: bytearray(b"0" * len(column)) for value in set(column)}  # in base 2
    for place, value in enumerate(reversed(column)):
        digits[value][place] = one
    return [(value, int(each, 2)) for value, each in digits.items()]


@lru_cache(maxsize=32)
def _fillings(
    values: tuple[int, ...], operator: Operator, cells: int
) -> dict[Any, list[tuple[int, ...]]]:
    """All ways to fill some cells, by the state of the operator's fold that they lead to."""
    by_state: dict[Any, list[tuple[int, ...]]] = {operator.fold.start: [()]}
    for _ in range(cells):
        longer: dict[Any, list[tuple[int, ...]]] = {}
        for state, fillings in by_state.items():
            for value in values:
                following = longer.setdefault(operator.fold.step(state, value), [])
                following += [(*filling, value) for filling in fillings]
        by_state = longer
    return by_state


def relation(
    values: tuple[int, ...],
    operators: tuple[Operator, ...],
    target: int,
    must_differ: tuple[int, ...],
) -> Relation:
    """The relation of a clue, the same object for equal cages as long as it is remembered.

    Many small cages are remembered, but few large ones, whose automata take megabytes.
    """
    small = len(values) ** len(must_differ) <= MAX_FILLINGS
    return (_small_relation if small else _large_relation)(values, operators, target, must_differ)


_small_relation = lru_cache(maxsize=1024)(Relation)
_large_relation = lru_cache(maxsize=64)(Relation)
