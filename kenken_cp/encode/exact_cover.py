"""A puzzle as an exact cover problem, on bit sets of options.

An *option* is one tuple of a cage, or one value of a free cell. A *primary item* is covered by
exactly one of the chosen options: a cage, or a value in a full group of cells. A *secondary item*
is covered by at most one: a value in a group of fewer cells than there are values. An item is an
integer whose bits are the options that cover it, and the set of options that are still live is such
an integer, too. To choose an option is to remove all that it excludes: one operation on integers of
some hundred bits. (The problem and its vocabulary: Knuth, The Art of Computer Programming 4B,
7.2.2.1. Bit sets take the place of dancing links.)

A cage of too many tuples to list is stated by its layered automaton (``encode.mdd``): an option for
each arc, which gives one cell a value. The arc chosen for a cell must end in the state that the arc
chosen for the next cell starts from; so each tuple of the cage is still one choice of options.
"""

from collections.abc import Iterable
from typing import NamedTuple

from kenken_cp.caches import remembered
from kenken_cp.clock import checkpoint
from kenken_cp.encode.instance import IndexedCage, instance
from kenken_cp.encode.line_sums import contradicts_itself
from kenken_cp.encode.masks import numbers_in
from kenken_cp.encode.mdd import Mdd, union_of_automata
from kenken_cp.encode.tuples import Relation, Rows, relation
from kenken_cp.errors import KenKenError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle

MAX_LISTED_TUPLES = 1000
"""Tuples of a cage; a cage with more is stated by its automaton."""

MAX_OPTIONS = 1 << 15
"""With more, every step would handle integers of several kilobytes, for thousands of items."""

MAX_ITEM_BYTES = 1 << 28
"""Size of the bit sets of all values in all groups, of which a board may have thousands."""

MAX_REMEMBERED_BYTES = 1 << 25
"""Roughly, of what several options exclude: remembered for each set of them asked about."""

Placement = tuple[int, int, int]
"""(position in the cage, value, bit set of the tuples that have this value there)."""


class TooManyOptionsError(KenKenError):
    """The puzzle is too large to be stated as an exact cover."""


class OptionGroup(NamedTuple):
    """Options that fill the same cells, so that exactly one of them is chosen: those of a cage
    whose tuples are listed, of a free cell, or of one cell of an automaton.

    Attributes:
        rows: the values of the cells, option after option, in one flat sequence.
        first: the number of the first option; the others follow it.
        mask: the options as a bit set.
    """

    cells: tuple[int, ...]
    rows: Rows
    first: int
    mask: int

    def row(self, option: int) -> Rows:
        """The values that an option gives the cells."""
        width = len(self.cells)
        start = (option - self.first) * width
        return self.rows[start : start + width]


class State(NamedTuple):
    """A state between two cells of an automaton: the arcs that end in it and that start from it,
    as bit sets of options.
    """

    ending: int
    starting: int


class ExactCover:
    """The exact cover problem of a puzzle.

    Attributes:
        option_groups: groups that share no option and together fill the board.
        primary_items: bit sets of which exactly one option is chosen: the option groups, then
            values in full groups of cells.
        secondary_items: bit sets of which at most one option is chosen.
        transitions: for any two neighbouring cells of an automaton, the states between them.
        states: the states of all transitions.
        transition_conflicts: for an option of an automaton, the options of its neighbouring cells
            that end in, or start from, another state.
        couplings: bit sets that are not primary items, but whose options may exclude each other.
        options: the number of options.
        all_options: the bit set of all options.

    Args:
        max_options: the most options allowed; at most ``MAX_OPTIONS``.
        with_operators: whether an option also says which operator explains a hidden clue. Then
            there is one option for each pair of a tuple and an operator that explains it, so that
            each grid is counted once for every choice of operators.

    Raises:
        TooManyOptionsError: for more options than allowed.
    """

    def __init__(
        self, puzzle: Puzzle, max_options: int | None = None, *, with_operators: bool = False
    ) -> None:
        self._with_operators = with_operators
        self._max_options = min(MAX_OPTIONS, MAX_OPTIONS if max_options is None else max_options)
        self.instance = instance(puzzle)
        self.option_groups: list[OptionGroup] = []
        self._group_of: list[OptionGroup] = []
        self.transitions: list[list[State]] = []
        self.transition_conflicts: dict[int, int] = {}
        self.options = 0
        domain = self.instance.domain
        self._check_room(len(self.instance.free_cells) * len(domain))
        self._covering = [dict.fromkeys(domain, 0) for _ in self.instance.groups]
        for cage in self.instance.cages:
            self._add_cage(cage)
        single = _placements(domain, 1)
        for cell in self.instance.free_cells:
            self._add((cell,), domain, single)
        self._collect_items()
        self.all_options = (1 << self.options) - 1
        self._excluded: list[int | None] = [None] * self.options
        self._excluded_by_all: dict[int, int] = {}
        self._max_remembered = MAX_REMEMBERED_BYTES // (200 + self.options // 4)

    def _add_cage(self, cage: IndexedCage) -> None:
        relations = [cage.relation]
        if self._with_operators and len(cage.operators) > 1:
            domain, target = self.instance.domain, cage.target
            relations = [relation(domain, (op,), target, cage.conflicts) for op in cage.operators]
        listed = [found for each in relations if (found := _listed(each))]
        if len(listed) == len(relations):
            self._add(cage.cells, *_together(listed, len(cage.cells)))
            return
        automata = [each.clue_automaton for each in relations]
        known = [automaton for automaton in automata if automaton]
        if len(known) < len(relations):
            raise TooManyOptionsError(
                f"exact cover needs too many options for the cage {cage.cage}; "
                "expected smaller cages, or another backend, such as cp-sat"
            )
        self._add_automaton(cage.cells, known[0] if len(known) == 1 else union_of_automata(known))

    def _add(self, cells: tuple[int, ...], rows: Rows, placements: Iterable[Placement]) -> None:
        first, count = self.options, len(rows) // len(cells)
        self._check_room(count)
        self.options += count
        covering, groups_of = self._covering, self.instance.groups_of
        for position, value, options in placements:
            mask = options << first
            for group in groups_of[cells[position]]:
                covering[group][value] |= mask
        added = OptionGroup(cells, rows, first, ((1 << count) - 1) << first)
        self.option_groups.append(added)
        self._group_of += [added] * count

    def _check_room(self, more: int) -> None:
        """TooManyOptionsError if there is no room for that many more options."""
        checkpoint()
        options = self.options + more
        item_bits = len(self.instance.groups) * len(self.instance.domain) * options
        if options > self._max_options or item_bits > 8 * MAX_ITEM_BYTES:
            raise TooManyOptionsError(
                f"exact cover needs more than {self._max_options} options for this puzzle; "
                "expected a smaller one, or another backend, such as cp-sat"
            )

    def _add_automaton(self, cells: tuple[int, ...], automaton: Mdd) -> None:
        ending: dict[int, int] = {}
        for cell, arcs in zip(cells, automaton.layers, strict=True):
            self._check_room(len(arcs))
            starting: dict[int, int] = {}
            next_ending: dict[int, int] = {}
            for option, (state, _, next_state) in enumerate(arcs, self.options):
                starting[state] = starting.get(state, 0) | 1 << option
                next_ending[next_state] = next_ending.get(next_state, 0) | 1 << option
            values = tuple(value for _, value, _ in arcs)
            self._add((cell,), values, _placements(values, 1))
            if ending:
                self._add_transition([State(ending[state], starting[state]) for state in starting])
            ending = next_ending

    def _add_transition(self, states: list[State]) -> None:
        self.transitions.append(states)
        all_ending = sum(state.ending for state in states)
        all_starting = sum(state.starting for state in states)
        conflicts = self.transition_conflicts
        for ending, starting in states:
            either_way = (ending, all_starting & ~starting), (starting, all_ending & ~ending)
            for options, others in either_way:
                for option in numbers_in(options):
                    conflicts[option] = conflicts.get(option, 0) | others

    def _collect_items(self) -> None:
        self.primary_items = [group.mask for group in self.option_groups]
        self.secondary_items: list[int] = []
        for group, covering in zip(self.instance.groups, self._covering, strict=True):
            items = self.primary_items if group.full else self.secondary_items
            items.extend(covering.values())
        self.states = [state for states in self.transitions for state in states]
        options_of_transitions = (sum(map(sum, states)) for states in self.transitions)
        self.couplings = [*self.secondary_items, *options_of_transitions]
        if self.transitions and contradicts_itself(self.instance):
            self.primary_items.append(0)  # an item without options: propagation would not see it

    def excluded(self, option: int) -> int:
        """The options that cannot be chosen together with one."""
        found = self._excluded[option]
        if found is None:
            group, covering = self._group_of[option], self._covering
            groups_of = self.instance.groups_of
            found = group.mask | self.transition_conflicts.get(option, 0)
            for cell, value in zip(group.cells, group.row(option), strict=True):
                for number in groups_of[cell]:
                    found |= covering[number][value]
            found = self._excluded[option] = found & ~(1 << option)
        return found

    def excluded_by_all(self, options: int) -> int:
        """The options that each of some excludes, so that they cannot be chosen whichever is."""
        found = self._excluded_by_all.get(options)
        if found is None:
            found, left = -1, options
            while left and found:
                option = left.bit_length() - 1
                found &= self.excluded(option)
                left ^= 1 << option
            if len(self._excluded_by_all) >= self._max_remembered:
                self._excluded_by_all.clear()
            self._excluded_by_all[options] = found
        return found

    @property
    def repeats_tuples(self) -> bool:
        """Whether several options may have the same tuple, for different operators."""
        return self._with_operators and any(len(cage.operators) > 1 for cage in self.instance.cages)

    def grid(self, chosen: Iterable[int]) -> Grid:
        """The grid of a solution, given as one option of each option group, ascending."""
        flat = [0] * len(self.instance.cells)
        for group, option in zip(self.option_groups, chosen, strict=True):
            for cell, value in zip(group.cells, group.row(option), strict=True):
                flat[cell] = value
        return self.instance.grid(flat)


_Listed = tuple[Rows, list[Placement]]


def _listed(relation: Relation) -> _Listed | None:
    """The tuples of a relation and their placements; None if there are too many to list."""
    rows = relation.tuples(MAX_LISTED_TUPLES)
    return None if rows is None else (rows, _listed_placements(relation))


def _together(listed: list[_Listed], width: int) -> _Listed:
    """The tuples of several lists as one list."""
    if len(listed) == 1:
        return listed[0]
    rows, placements = tuple[int, ...](), list[Placement]()
    for more, its_placements in listed:
        shift = len(rows) // width
        placements += [(cell, value, options << shift) for cell, value, options in its_placements]
        rows += more
    return rows, placements


@remembered(1 << 14, lambda found: sum(100 + options.bit_length() // 8 for *_, options in found))
def _listed_placements(relation: Relation) -> list[Placement]:
    """The placements of a relation, remembered by the relation: hashing its rows takes long."""
    rows = relation.tuples(MAX_LISTED_TUPLES)
    assert rows is not None
    return _placements(rows, len(relation.conflicts))


def _placements(rows: Rows, width: int) -> list[Placement]:
    found: dict[tuple[int, int], int] = {}
    for index, value in enumerate(rows):
        option, position = divmod(index, width)
        found[position, value] = found.get((position, value), 0) | 1 << option
    return [(position, value, options) for (position, value), options in found.items()]
