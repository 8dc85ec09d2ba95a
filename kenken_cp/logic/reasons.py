"""Reasons: which few cages and houses forbid a candidate, given what is eliminated already.

A reason is a set of constraints that no grid satisfies which has the candidate, and otherwise only
candidates: a minimal unsatisfiable subset (MUS) of the puzzle's clauses, with the candidate
assumed. The smallest reason on a board is what a person may hope to see next. (Espasa, Gent,
Hoffmann, Jefferson and Lynch, "Using small MUSes to explain how to solve pen and paper puzzles",
2021.)

Reasons of up to ``EXACT`` constraints are found by asking each small set what it forbids. Such an
answer is a fact, so nothing depends on what was asked before it. Only sets that hold together are
asked: as long as nothing smaller forbids anything, two parts of a set that have no cell in common,
or one, forbid no more together than apart. On a 9x9 that leaves some 40 pairs and 50 triples.
Larger reasons come from the cores of a solver, made minimal.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from kenken_cp.checkpoints import StoppedError, checkpoint, limited
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.encode.instance import Constraint, Instance, Kind
from kenken_cp.encode.mdd import bits
from kenken_cp.frozen import frozen
from kenken_cp.logic.candidates import Candidates, Elimination
from kenken_cp.logic.paths import bits_of, union

if TYPE_CHECKING:  # the solver is loaded when it is first asked
    from kenken_cp.sat.oracle import Constraints, SatOracle

EXACT = 3
"""Constraints: every set of that many that may be a reason is asked."""

MAX_CANDIDATES = 1_000
"""Of a board: any 9x9 has fewer, and most 12x12 where techniques end. Beyond, a step may take
minutes.
"""

_MAX_HOUSE_CLAUSES = 1_000_000
"""Of all houses together: a 32x32 has as many, and they take 200 MB."""

MAX_CHECKPOINTS = 20_000
"""Of the search for all reasons of a puzzle: about one a question. The Keen puzzles take 15,511 at
most, in 3.4 s; a 12x12 of large cages takes 12 s for all of them, and would take a minute in all.
"""

_EFFORTS = (2, 16, 128)
"""Checkpoints of a question about all constraints, 500 conflicts each, before it is put aside; the
next is tried only if nothing was found with less.
"""

_MAX_TOO_HARD = 50
"""Questions about all constraints that are put aside before no more are asked."""

_MAX_CORES = 40
"""Of all cores, the smallest, that are made minimal."""

_EFFORT_OF_SET = 4
"""The same of a question about a small set: on long lines some take a solver for ever."""

_Members = tuple[Constraint, ...]
"""Constraints, in their order."""


@contextmanager
def counted(left: Iterator[int], error: Callable[[], Exception]) -> Iterator[None]:
    """Within it, as many checkpoints as are left; then an error. (They, unlike time, are as many
    whenever the same is asked.)
    """
    try:
        # The counter is the reason, for one may be inside another.
        with limited(lambda: None if next(left, None) is not None else left):
            yield
    except StoppedError as stopped:
        if stopped.reason is left:
            raise error() from None
        raise


class Effort:
    """What the search for all reasons of one puzzle may take: ``MAX_CHECKPOINTS``.

    It forgets what was asked before, for what is left must not depend on that.
    """

    def __init__(self) -> None:
        self._left = iter(range(MAX_CHECKPOINTS))
        _LATEST.asked = None

    def spent(self) -> AbstractContextManager[None]:
        """Within it, checkpoints are counted; TooLargeError if none are left."""
        return counted(self._left, _too_long)


def _too_long() -> TooLargeError:
    return TooLargeError("the search for the smallest reasons takes too long")


@frozen
class Reason:
    """Constraints, and the candidates that they forbid together, though no part of them does."""

    members: _Members
    forbids: tuple[Elimination, ...]


def smallest_reason(candidates: Candidates) -> Reason | None:
    """The smallest reason on a board; None if some solution has each of the candidates.

    Of those of one size, that whose cells have the fewest candidates. There is none smaller than
    one of up to ``EXACT`` + 1 constraints; of larger ones it is the smallest that was found.

    Raises:
        TooLargeError: for a board, or a cage, too large to be asked about.
        StoppedError: if a limit came first.
    """
    asked, masks = _asked(candidates), candidates.masks
    open_cells = _mask(cell for cell, mask in enumerate(masks) if mask & (mask - 1))

    def effort(members: _Members) -> int:
        return sum(masks[cell].bit_count() for cell in asked.cells(members))

    for size in range(1, EXACT + 1):
        together = (some for some in asked.sets(size) if asked.hold_together(some, open_cells))
        for members in sorted(together, key=lambda some: (effort(some), some)):
            if forbidden := asked.forbidden(members, candidates):
                return Reason(members, forbidden)
    from kenken_cp.sat.oracle import SatOracle

    with SatOracle(candidates.instance, {Kind.CAGE, Kind.HOUSE}) as oracle:
        return _Larger(candidates, asked, oracle).smallest()


def placeable(candidates: Candidates) -> bool | None:
    """Whether some open cell has the same value in all solutions that the candidates allow; None
    if there is no solution. Raises as ``smallest_reason``.
    """
    asked = _asked(candidates)
    board = asked.eliminated(range(len(candidates.masks)), candidates)
    possible = [0] * len(candidates.masks)

    def found(literals: Sequence[int]) -> bool:
        grid = asked.oracle.grid(asked.oracle.constraints, [*board, *literals])
        values = (value for row in grid or () for value in row)
        for cell, value in enumerate(values):
            possible[cell] |= candidates.domain.bit[value]
        return grid is not None

    if not found(()):
        return None
    for cell in sorted(candidates.open_cells):
        one = possible[cell]
        if not one & (one - 1) and not found([-asked.literal(cell, one, candidates)]):
            return True
    return False


def absences_needed(
    members: _Members, cell: int, bit: int, candidates: Candidates
) -> dict[int, int]:
    """Of what is eliminated, for cells the masks of so much that the constraints of a reason
    forbid a candidate, and that nothing of it can be spared; raises as ``smallest_reason``.
    """
    asked = _asked(candidates)
    cells = asked.cells(members)
    candidate = asked.literal(cell, bit, candidates)
    absent = {
        -asked.literal(each, gone, candidates): (each, gone)
        for each in cells
        for gone in bits_of(candidates.domain.every & ~candidates.masks[each])
    }
    needed: dict[int, int] = {}
    for literal in asked.needed(members, list(absent), candidate):
        each, gone = absent[literal]
        needed[each] = needed.get(each, 0) | gone
    return needed


# --- what sets of constraints forbid -------------------------------------------------------------


class _Asked:
    """What has been asked about a puzzle: the oracle, and answers that stay true."""

    def __init__(self, instance: Instance) -> None:
        from kenken_cp.sat.oracle import SatOracle

        self.instance = instance
        self.oracle = SatOracle(instance, {Kind.CAGE, Kind.HOUSE})
        self._masks = {
            Constraint(Kind.HOUSE, number): _mask(house.cells)
            for number, house in enumerate(instance.houses)
        }
        for cage in instance.cages:
            self._masks[Constraint(Kind.CAGE, cage.number)] = _mask(cage.cells)
        self._supports: dict[_Members, list[list[int]]] = {}
        """For sets, what the cells of the board (bits) are in grids that satisfy them."""
        self._sets: dict[int, list[_Members]] = {}

    def cells(self, members: _Members) -> list[int]:
        """The cells of some constraints, ascending."""
        return list(bits(union(self._masks[one] for one in members)))

    def sets(self, size: int) -> list[_Members]:
        """The sets of that many constraints that would hold together if every cell were open."""
        if not self._sets:
            every = _mask(range(len(self.instance.cells)))
            found = _growing(self._masks)
            self._sets = {
                number: [some for some in sets if self.hold_together(some, every)]
                for number, sets in found.items()
            }
        return self._sets[size]

    def hold_together(self, members: _Members, open_cells: int) -> bool:
        """Whether the constraints are connected by open cells, and would be without any one."""
        masks = [self._masks[one] & open_cells for one in members]
        if len(masks) == 1:
            return bool(masks[0])
        shared = seen = 0
        for mask in masks:
            shared |= seen & mask
            seen |= mask
        masks = [mask & shared for mask in masks]
        return bool(shared) and all(_connected(masks, ~bit) for bit in bits_of(shared))

    def forbidden(self, members: _Members, candidates: Candidates) -> tuple[Elimination, ...]:
        """The candidates that some constraints forbid together; none that it is too hard to ask
        about.
        """
        masks, cells = candidates.masks, self.cells(members)
        supports = [
            support
            for support in self._supports.get(members, ())
            if all(support[cell] & masks[cell] for cell in cells)
        ]
        unseen = {cell: masks[cell] & ~union(one[cell] for one in supports) for cell in cells}
        gone: dict[int, int] = {}
        board = self.eliminated(cells, candidates) if any(unseen.values()) else []
        for cell in cells:
            while unseen[cell]:
                bit = unseen[cell] & -unseen[cell]
                unseen[cell] ^= bit
                try:
                    support = self._support(members, [*board, self.literal(cell, bit, candidates)])
                except _TooHardError:
                    continue
                if support is None:
                    gone[cell] = gone.get(cell, 0) | bit
                else:
                    supports.append(support)
                    for other in cells:
                        unseen[other] &= ~support[other]
        self._supports[members] = supports
        return tuple(sorted(gone.items()))

    def _support(self, members: _Members, literals: Sequence[int]) -> list[int] | None:
        """What the cells of the board (bits) are in a grid that satisfies some constraints and
        literals; None if there is none.
        """
        with _effort(_EFFORT_OF_SET):
            grid = self.oracle.grid(members, literals)
        bit = {value: 1 << place for place, value in enumerate(self.instance.domain)}
        return None if grid is None else [bit[value] for row in grid for value in row]

    def needed(self, members: _Members, literals: list[int], candidate: int) -> list[int]:
        """Those of some literals that make some constraints forbid a candidate, none to be spared.

        They are left out in halves and then one by one, and not by cores: these would depend on
        what was asked before.
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
        """The literal of a cell having a value, given as a bit."""
        return self.oracle.literal(cell, candidates.domain.value(bit))

    def eliminated(self, cells: Sequence[int], candidates: Candidates) -> list[int]:
        """The literals that say what some cells cannot be."""
        every, masks = candidates.domain.every, candidates.masks
        return [
            -self.literal(cell, bit, candidates)
            for cell in cells
            for bit in bits_of(every & ~masks[cell])
        ]


def _mask(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


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


def _growing(masks: Mapping[Constraint, int]) -> dict[int, list[_Members]]:
    """The constraints alone; pairs; and triples of which two pairs have two cells in common, or
    all three pairs one.
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
        2: sorted(tuple(sorted(some)) for some in pairs),
        3: sorted(tuple(sorted(some)) for some in triples),
    }


_LATEST = threading.local()
"""What has been asked about the latest puzzle in this thread: a solver is not shared by threads."""


def _asked(candidates: Candidates) -> _Asked:
    """What has been asked about a puzzle, if it is the latest; otherwise nothing yet.

    Raises:
        TooLargeError: if the board is too large.
    """
    taken = candidates.instance
    number = sum(mask.bit_count() for mask in candidates.masks)
    clauses = sum(comb(len(house.cells), 2) for house in taken.houses) * len(taken.domain)
    if number > MAX_CANDIDATES or clauses > _MAX_HOUSE_CLAUSES:
        raise TooLargeError("the board is too large to look for the smallest reason of a step")
    latest: _Asked | None = getattr(_LATEST, "asked", None)
    if latest is None or latest.instance is not taken:
        latest = _LATEST.asked = _Asked(taken)
    return latest


# --- larger reasons ------------------------------------------------------------------------------


class _TooHardError(Exception):
    """A question took more effort than it was given."""


def _effort(checkpoints: int) -> AbstractContextManager[None]:
    """Within it, that many checkpoints; then a _TooHardError."""
    return counted(iter(range(checkpoints)), _TooHardError)


class _Larger:
    """Reasons of more than ``EXACT`` constraints, on a board where there are none of fewer.

    The cores that it finds depend on what its solver has learnt; so it begins with nothing.
    """

    def __init__(self, candidates: Candidates, asked: _Asked, oracle: SatOracle) -> None:
        self._candidates, self._asked, self._oracle = candidates, asked, oracle
        self._possible = [0] * len(candidates.masks)
        """For each cell, the values that it has in some solution."""
        for literal in asked.eliminated(range(len(candidates.masks)), candidates):
            oracle.require(literal)

    def smallest(self) -> Reason | None:
        """The smallest reason that is found; None if every candidate is in some solution.

        Raises:
            TooLargeError: if no candidate was refuted, or no core made minimal, with reasonable
                effort.
        """
        for effort in _EFFORTS:
            cores, too_hard = self._cores(effort)
            best: Constraints | None = None
            cores.sort(key=lambda found: (len(found[0]), *found[1:]))
            for core, cell, bit in cores[:_MAX_CORES]:
                minimal = self._minimal(core, cell, bit, best, effort)
                if minimal is not None:
                    best, first = minimal, (cell, bit)
                    if len(best) == EXACT + 1:
                        break
            if best is not None:
                return self._reason(tuple(sorted(best)), first)
            if not cores and not too_hard:
                return None
        raise TooLargeError("no candidate of the board was refuted in reasonable time")

    def _cores(self, effort: int) -> tuple[list[tuple[Constraints, int, int]], bool]:
        """For the candidates (cell, bit) that no solution has, constraints that forbid them; and
        whether some candidate was too hard to ask about.
        """
        cores: list[tuple[Constraints, int, int]] = []
        too_hard = 0
        oracle, candidates = self._oracle, self._candidates
        masks = candidates.masks
        for cell in sorted(range(len(masks)), key=lambda cell: (masks[cell].bit_count(), cell)):
            for bit in bits_of(masks[cell]):
                if bit & self._possible[cell]:
                    continue
                if too_hard == _MAX_TOO_HARD:
                    return cores, True
                literal = self._asked.literal(cell, bit, candidates)
                try:
                    with _effort(effort):
                        grid = oracle.grid(oracle.constraints, [literal])
                except _TooHardError:
                    too_hard += 1
                    continue
                if grid is None:
                    cores.append((oracle.core(), cell, bit))
                    continue
                values = (value for row in grid for value in row)
                for each, value in enumerate(values):
                    self._possible[each] |= candidates.domain.bit[value]
        return cores, too_hard > 0

    def _minimal(
        self, core: Constraints, cell: int, bit: int, best: Constraints | None, effort: int
    ) -> Constraints | None:
        """A minimal part of constraints that forbids the candidate; None if it is too hard to find,
        or no smaller than the best.
        """
        oracle, literal = self._oracle, self._asked.literal(cell, bit, self._candidates)
        needed: Constraints = frozenset()
        try:
            while core != needed:
                if best is not None and len(needed) + 1 >= len(best):
                    return None
                # Houses first: what is left of them is what a reader has to hold in mind.
                one = min(core - needed, key=lambda each: (each.kind is Kind.CAGE, each.number))
                with _effort(effort):
                    if oracle.grid(core - {one}, [literal]) is None:
                        core = oracle.core()
                    else:
                        needed |= {one}
        except _TooHardError:
            return None
        return core

    def _reason(self, members: _Members, first: tuple[int, int]) -> Reason:
        """A reason with all the candidates that it forbids, but no part of it."""
        forbids = {first[0]: first[1]}
        for cell, mask in self._asked.forbidden(members, self._candidates):
            for bit in bits_of(mask):
                if self._needs_all(members, cell, bit):
                    forbids[cell] = forbids.get(cell, 0) | bit
        return Reason(members, tuple(sorted(forbids.items())))

    def _needs_all(self, members: _Members, cell: int, bit: int) -> bool:
        literal = self._asked.literal(cell, bit, self._candidates)
        return all(
            self._oracle.grid(set(members) - {one}, [literal]) is not None for one in members
        )
