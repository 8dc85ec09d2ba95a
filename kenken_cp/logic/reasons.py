"""Reasons: the few cages and houses that forbid a candidate, with what is already eliminated.

A reason is a set of constraints that no grid of candidates with this candidate satisfies: a minimal
unsatisfiable subset (MUS) of the puzzle's clauses, with the candidate assumed. The smallest reason
on a board is what a person is most likely to see next. (Espasa, Gent, Hoffmann, Jefferson and
Lynch, "Using small MUSes to explain how to solve pen and paper puzzles", 2021.)

Reasons of up to ``EXACT`` constraints are found by asking, for every small set of constraints that
hold together, what it forbids (``questions``). Larger reasons are cores of a SAT solver, made
minimal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.encode.instance import Kind
from kenken_cp.encode.masks import bits_in, mask_of
from kenken_cp.logic.candidates import Candidates, Elimination
from kenken_cp.logic.questions import Asked, Members, TooHardError, asked_about, limited_effort
from kenken_cp.model.geometry import Grid

if TYPE_CHECKING:  # the solver is loaded when it is first asked
    from kenken_cp.sat.oracle import Constraints, SatOracle

EXACT = 3
"""Constraints of a reason up to which every set that may be a reason is asked about."""

_EFFORTS = (2, 16, 128)
"""Checkpoints, of 500 conflicts each, after which a question about all constraints is given up. A
larger number is tried only if nothing was found with the smaller ones.
"""

_MAX_TOO_HARD = 50
"""Questions about all constraints that may be given up; after that no more are asked."""

_MAX_CORES = 40
"""Cores that are made minimal: the smallest ones."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Constraints, and the candidates that they, but no subset of them, forbid."""

    members: Members
    forbids: tuple[Elimination, ...]


def smallest_reason(candidates: Candidates) -> Reason | None:
    """The smallest reason on a board; None if every candidate is in some solution.

    Of several of the same size, it is the one whose cells have the fewest candidates. A reason of
    up to ``EXACT`` + 1 constraints is certainly a smallest one; a larger one is the smallest that
    was found.

    Raises:
        TooLargeError: for a board, or a cage, that is too large for these questions.
        StoppedError: if a limit came first.
    """
    asked, masks = asked_about(candidates), candidates.masks
    open_cells = mask_of(cell for cell, mask in enumerate(masks) if mask & (mask - 1))

    def effort(members: Members) -> int:
        return sum(masks[cell].bit_count() for cell in asked.cells(members))

    for size in range(1, EXACT + 1):
        together = (each for each in asked.sets(size) if asked.hold_together(each, open_cells))
        for members in sorted(together, key=lambda each: (effort(each), each)):
            if forbidden := asked.forbidden(members, candidates):
                return Reason(members, forbidden)
    from kenken_cp.sat.oracle import SatOracle

    with SatOracle(candidates.instance, {Kind.CAGE, Kind.HOUSE}) as oracle:
        return _Larger(candidates, asked, oracle).smallest()


def placeable(candidates: Candidates) -> bool | None:
    """Whether some open cell has the same value in all solutions that the candidates allow; None
    if there is no solution. Raises as ``smallest_reason``.
    """
    asked = asked_about(candidates)
    board = asked.eliminated(range(len(candidates.masks)), candidates)
    possible = [0] * len(candidates.masks)

    def found(literals: Sequence[int]) -> bool:
        grid = asked.oracle.grid(asked.oracle.constraints, [*board, *literals])
        if grid is not None:
            _add_values(possible, grid, candidates)
        return grid is not None

    if not found(()):
        return None
    for cell in sorted(candidates.open_cells):
        bit = possible[cell]
        if not bit & (bit - 1) and not found([-asked.literal(cell, bit, candidates)]):
            return True
    return False


def _add_values(possible: list[int], grid: Grid, candidates: Candidates) -> None:
    """Adds the values of a grid to those that each cell may have."""
    for cell, value in enumerate(chain.from_iterable(grid)):
        possible[cell] |= candidates.domain.bit[value]


def absences_needed(
    members: Members, cell: int, bit: int, candidates: Candidates
) -> dict[int, int]:
    """A minimal set of eliminated values with which the constraints of a reason forbid a candidate:
    a mask for each cell that matters. Raises as ``smallest_reason``.
    """
    asked = asked_about(candidates)
    cells = asked.cells(members)
    candidate = asked.literal(cell, bit, candidates)
    absent = {
        -asked.literal(each, gone, candidates): (each, gone)
        for each in cells
        for gone in bits_in(candidates.domain.every & ~candidates.masks[each])
    }
    needed: dict[int, int] = {}
    for literal in asked.needed(members, list(absent), candidate):
        each, gone = absent[literal]
        needed[each] = needed.get(each, 0) | gone
    return needed


# --- larger reasons ------------------------------------------------------------------------------


class _Larger:
    """Reasons of more than ``EXACT`` constraints, on a board where there are none of fewer.

    It has a solver of its own, for the cores that it finds depend on what the solver has learnt.
    """

    def __init__(self, candidates: Candidates, asked: Asked, oracle: SatOracle) -> None:
        self._candidates, self._asked, self._oracle = candidates, asked, oracle
        self._possible = [0] * len(candidates.masks)
        """For each cell, the values that it has in some solution."""
        for literal in asked.eliminated(range(len(candidates.masks)), candidates):
            oracle.require(literal)

    def smallest(self) -> Reason | None:
        """The smallest reason that is found; None if every candidate is in some solution.

        Raises:
            TooLargeError: if, with reasonable effort, no candidate was refuted, or no core made
                minimal.
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
        """For each candidate that is in no solution: constraints that forbid it, its cell and its
        bit. And whether the question about some candidate was too hard.
        """
        cores: list[tuple[Constraints, int, int]] = []
        too_hard = 0
        oracle, candidates = self._oracle, self._candidates
        masks = candidates.masks
        for cell in sorted(range(len(masks)), key=lambda cell: (masks[cell].bit_count(), cell)):
            for bit in bits_in(masks[cell]):
                if bit & self._possible[cell]:
                    continue
                if too_hard == _MAX_TOO_HARD:
                    return cores, True
                literal = self._asked.literal(cell, bit, candidates)
                try:
                    with limited_effort(effort):
                        grid = oracle.grid(oracle.constraints, [literal])
                except TooHardError:
                    too_hard += 1
                    continue
                if grid is None:
                    cores.append((oracle.core(), cell, bit))
                    continue
                _add_values(self._possible, grid, candidates)
        return cores, too_hard > 0

    def _minimal(
        self, core: Constraints, cell: int, bit: int, best: Constraints | None, effort: int
    ) -> Constraints | None:
        """A minimal subset of constraints that forbids the candidate; None if it is too hard to
        find, or not smaller than the best.
        """
        literal = self._asked.literal(cell, bit, self._candidates)
        steps = self._oracle.shrunk(core, [literal])
        while True:
            try:
                with limited_effort(effort):
                    step = next(steps, None)
            except TooHardError:
                return None
            if step is None:
                return core
            core, without = step
            if best is not None and len(core) > len(without) >= len(best) - 1:
                return None

    def _reason(self, members: Members, first: tuple[int, int]) -> Reason:
        """The reason of these constraints, with all candidates that they, but no subset, forbid."""
        forbids = {first[0]: first[1]}
        for cell, mask in self._asked.forbidden(members, self._candidates):
            for bit in bits_in(mask):
                if self._needs_all(members, cell, bit):
                    forbids[cell] = forbids.get(cell, 0) | bit
        return Reason(members, tuple(sorted(forbids.items())))

    def _needs_all(self, members: Members, cell: int, bit: int) -> bool:
        literal = self._asked.literal(cell, bit, self._candidates)
        return all(
            self._oracle.grid(set(members) - {member}, [literal]) is not None for member in members
        )
