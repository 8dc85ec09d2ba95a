"""The candidates that a few cages and houses of a puzzle forbid together, by a SAT solver.

Such an answer is a fact, whatever was asked before, so it is kept. Only sets that hold together are
asked about: if two parts of a set have at most one cell in common, they forbid no more together
than each by itself, provided that no smaller set forbids anything. On a 9x9 that leaves some 40
pairs and 50 triples.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import combinations
from math import comb

from kenken_cp.clock import Clock, checkpoint
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.encode.instance import Constraint, Instance, Kind
from kenken_cp.encode.masks import bits_in, mask_of, numbers_in, union
from kenken_cp.logic.candidates import Candidates, Elimination

MAX_CANDIDATES = 1_000
"""Candidates of a board: every 9x9 has fewer, and so have most 12x12 where techniques end. With
more, a step may take minutes.
"""

_MAX_HOUSE_CLAUSES = 1_000_000
"""Clauses of all houses together: a 32x32 has that many, and they take 200 MB."""

MAX_CHECKPOINTS = 20_000
"""Checkpoints of the search for all reasons of a puzzle: about one for each question. The Keen
puzzles take 15,511 at most, in 3.4 s. A 12x12 of large cages reaches the limit after 12 s; without
it, it would take a minute.
"""

_EFFORT_OF_SET = 4
"""Checkpoints, of 500 conflicts each, after which a question is given up: on long lines some
questions take a solver for ever.
"""

Members = tuple[Constraint, ...]
"""Constraints, in their order."""


@contextmanager
def counted(left: Iterator[int], error: Callable[[], Exception]) -> Iterator[None]:
    """In the ``with`` block, allows the checkpoints that are left; then raises an error.

    Unlike a time limit, that is the same whenever the same is asked.
    """
    counter = _CheckpointCounter(left)
    try:
        with counter.running():
            yield
    except _SpentError as spent:
        if spent.counter is counter:  # these blocks may be nested
            raise error() from None
        raise


class _SpentError(Exception):
    """No checkpoints are left."""

    def __init__(self, counter: _CheckpointCounter) -> None:
        super().__init__()
        self.counter = counter


class _CheckpointCounter(Clock):
    """A clock that also stops work after a number of checkpoints."""

    def __init__(self, left: Iterator[int]) -> None:
        super().__init__()
        self._left = left

    def check(self) -> None:
        if next(self._left, None) is None:
            raise _SpentError(self)
        if self._outer is not None:
            self._outer.check()


class Effort:
    """The effort allowed for the search for all reasons of one puzzle: ``MAX_CHECKPOINTS``.

    Earlier answers are forgotten when it is made, for the effort must not depend on them.
    """

    def __init__(self) -> None:
        self._left = iter(range(MAX_CHECKPOINTS))
        _LATEST.asked = None

    def spent(self) -> AbstractContextManager[None]:
        """In the ``with`` block, checkpoints are counted; TooLargeError if none are left."""
        return counted(self._left, _too_long)


def _too_long() -> TooLargeError:
    return TooLargeError("the search for the smallest reasons takes too long")


class TooHardError(Exception):
    """A question took more effort than was allowed."""


def limited_effort(checkpoints: int) -> AbstractContextManager[None]:
    """In the ``with`` block, allows that many checkpoints; then raises ``TooHardError``."""
    return counted(iter(range(checkpoints)), TooHardError)


class Asked:
    """The questions asked about a puzzle: the oracle, and its answers, which stay true."""

    def __init__(self, instance: Instance) -> None:
        from kenken_cp.sat.oracle import SatOracle

        self.instance = instance
        self.oracle = SatOracle(instance, {Kind.CAGE, Kind.HOUSE})
        self._masks = {
            Constraint(Kind.HOUSE, number): mask_of(house.cells)
            for number, house in enumerate(instance.houses)
        }
        for cage in instance.cages:
            self._masks[Constraint(Kind.CAGE, cage.number)] = mask_of(cage.cells)
        self._supports: dict[Members, list[list[int]]] = {}
        """For sets of constraints, grids that satisfy them: of each cell the bit of its value."""
        self._sets: dict[int, list[Members]] = {}

    def cells(self, members: Members) -> list[int]:
        """The cells of some constraints, ascending."""
        return list(numbers_in(union(self._masks[member] for member in members)))

    def sets(self, size: int) -> list[Members]:
        """The sets of that many constraints that hold together if every cell is open."""
        if not self._sets:
            every = mask_of(range(len(self.instance.cells)))
            found = _growing(self._masks)
            self._sets = {
                number: [members for members in sets if self.hold_together(members, every)]
                for number, sets in found.items()
            }
        return self._sets[size]

    def hold_together(self, members: Members, open_cells: int) -> bool:
        """Whether the constraints are connected by open cells, and stay so without any one cell."""
        masks = [self._masks[member] & open_cells for member in members]
        if len(masks) == 1:
            return bool(masks[0])
        shared = seen = 0
        for mask in masks:
            shared |= seen & mask
            seen |= mask
        masks = [mask & shared for mask in masks]
        return bool(shared) and all(_connected(masks, ~bit) for bit in bits_in(shared))

    def forbidden(self, members: Members, candidates: Candidates) -> tuple[Elimination, ...]:
        """The candidates that some constraints forbid together, except those for which the question
        is too hard.
        """
        masks, cells = candidates.masks, self.cells(members)
        supports = [
            support
            for support in self._supports.get(members, ())
            if all(support[cell] & masks[cell] for cell in cells)
        ]
        unseen = {cell: masks[cell] & ~union(each[cell] for each in supports) for cell in cells}
        gone: dict[int, int] = {}
        board = self.eliminated(cells, candidates) if any(unseen.values()) else []
        for cell in cells:
            while unseen[cell]:
                bit = unseen[cell] & -unseen[cell]
                unseen[cell] ^= bit
                try:
                    support = self._support(members, [*board, self.literal(cell, bit, candidates)])
                except TooHardError:
                    continue
                if support is None:
                    gone[cell] = gone.get(cell, 0) | bit
                else:
                    supports.append(support)
                    for other in cells:
                        unseen[other] &= ~support[other]
        self._supports[members] = supports
        return tuple(sorted(gone.items()))

    def _support(self, members: Members, literals: Sequence[int]) -> list[int] | None:
        """A grid that satisfies some constraints and literals, as the bits of its values; None if
        there is none.
        """
        with limited_effort(_EFFORT_OF_SET):
            grid = self.oracle.grid(members, literals)
        bit = {value: 1 << place for place, value in enumerate(self.instance.domain)}
        return None if grid is None else [bit[value] for row in grid for value in row]

    def needed(self, members: Members, literals: list[int], candidate: int) -> list[int]:
        """A minimal subset of some literals with which some constraints forbid a candidate.

        Literals are left out by halves and then one by one. Cores are not used, for they would
        depend on earlier questions.
        """
        kept, parts = literals, [literals]
        while parts:
            part = parts.pop()
            fewer = [literal for literal in kept if literal not in part]
            if self.oracle.grid(members, [candidate, *fewer]) is None:
                kept = fewer
            elif len(part) > 1:
                half = len(part) // 2
                parts += [part[half:], part[:half]]
        return kept

    def literal(self, cell: int, bit: int, candidates: Candidates) -> int:
        """The literal that a cell has a value, given as its bit."""
        return self.oracle.literal(cell, candidates.domain.value(bit))

    def eliminated(self, cells: Sequence[int], candidates: Candidates) -> list[int]:
        """The literals that cells do not have their eliminated values."""
        every, masks = candidates.domain.every, candidates.masks
        return [
            -self.literal(cell, bit, candidates)
            for cell in cells
            for bit in bits_in(every & ~masks[cell])
        ]


def _connected(masks: Sequence[int], without: int) -> bool:
    """Whether sets of cells are connected by common cells, without some cells."""
    first, *rest = masks
    reached = first & without
    while rest:
        apart = [mask for mask in rest if not mask & reached]
        if len(apart) == len(rest):
            return False
        reached |= union(mask & without for mask in rest if mask & reached)
        rest = apart
    return True


def _growing(masks: Mapping[Constraint, int]) -> dict[int, list[Members]]:
    """By size, the sets of constraints that may hold together: single ones; pairs with two common
    cells; and triples in which two pairs have two common cells, or all three pairs have one.
    """
    touching: dict[Constraint, set[Constraint]] = {one: set() for one in masks}
    overlapping: dict[Constraint, set[Constraint]] = {one: set() for one in masks}
    for one, other in combinations(masks, 2):
        common = (masks[one] & masks[other]).bit_count()
        if common:
            touching[one].add(other)
            touching[other].add(one)
        if common > 1:
            overlapping[one].add(other)
            overlapping[other].add(one)
    pairs = {frozenset((one, other)) for one in masks for other in overlapping[one]}
    triples = {
        frozenset((one, *others)) for one in masks for others in combinations(overlapping[one], 2)
    }
    for one in masks:
        checkpoint()
        for other in touching[one]:
            triples |= {frozenset((one, other, each)) for each in touching[one] & touching[other]}
    return {
        1: [(one,) for one in sorted(masks) if masks[one]],
        2: sorted(tuple(sorted(pair)) for pair in pairs),
        3: sorted(tuple(sorted(triple)) for triple in triples),
    }


_LATEST = threading.local()
"""The questions asked about the latest puzzle in this thread; threads do not share a solver."""


def asked_about(candidates: Candidates) -> Asked:
    """The questions asked about a puzzle: those so far if it is the latest one, else none.

    Raises:
        TooLargeError: if the board is too large.
    """
    instance = candidates.instance
    number = sum(mask.bit_count() for mask in candidates.masks)
    clauses = sum(comb(len(house.cells), 2) for house in instance.houses) * len(instance.domain)
    if number > MAX_CANDIDATES or clauses > _MAX_HOUSE_CLAUSES:
        raise TooLargeError("the board is too large to look for the smallest reason of a step")
    latest: Asked | None = getattr(_LATEST, "asked", None)
    if latest is None or latest.instance is not instance:
        latest = _LATEST.asked = Asked(instance)
    return latest
