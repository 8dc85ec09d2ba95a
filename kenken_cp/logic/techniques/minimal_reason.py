"""The minimal reason: a few cages and houses that forbid a candidate, where nothing else helps.

A reason is a set of constraints that no grid of candidates with this candidate satisfies: a minimal
unsatisfiable subset of the puzzle, the board and the assumption, found by a SAT solver. (Espasa,
Gent, Hoffmann, Jefferson and Lynch, "Using small MUSes to explain how to solve pen and paper
puzzles", 2021.)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.encode.instance import Scope
from kenken_cp.encode.masks import bits_in
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.steps import Absent, Level, Step, Technique, make_step

if TYPE_CHECKING:
    from kenken_cp.sat.oracle import Constraints, Oracle

_MAX_TO_EXPLAIN = 729
"""Candidates of the largest boards of which a reason is sought: an empty 9x9. On larger ones some
questions take a solver for ever.
"""


def _minimal_reason(candidates: Candidates) -> Iterator[Step]:
    """A step by the smallest core that the solver finds, made minimal."""
    if sum(mask.bit_count() for mask in candidates.masks) > _MAX_TO_EXPLAIN:
        return
    from kenken_cp.sat.oracle import Oracle  # loads a solver

    try:
        oracle = Oracle(candidates.instance, {Scope.CAGE, Scope.HOUSE})
    except TooLargeError:
        return
    with oracle:
        cores = _cores(candidates, oracle)
        if not cores:
            return
        core, cell, bit = min(cores, key=lambda refuted: len(refuted[0]))
        literal = oracle.literal(cell, candidates.domain.value(bit))
        members = sorted(oracle.find_minimal(core, [literal]))
    yield make_step(
        MINIMAL_REASON.name,
        candidates,
        [(cell, bit)],
        cells=(cell,),
        values=bit,
        houses=[one.number for one in members if one.scope is Scope.HOUSE],
        cages=[one.number for one in members if one.scope is Scope.CAGE],
    )


def _cores(candidates: Candidates, oracle: Oracle) -> list[tuple[Constraints, int, int]]:
    """For each candidate that no solution has: constraints that forbid it, its cell and its bit.

    Empty if there is no solution, as every candidate would have a reason; and if no open cell is
    decided.
    """
    masks, domain = candidates.masks, candidates.domain
    for cell, mask in enumerate(masks):
        for value in domain.values(domain.every & ~mask):
            oracle.require(-oracle.literal(cell, value))
    some = oracle.find_grid(oracle.constraints)
    if some is None:
        return []
    possible = [domain.bit[value] for row in some for value in row]
    cores = []
    for cell in sorted(candidates.open_cells, key=lambda cell: (masks[cell].bit_count(), cell)):
        for bit in bits_in(masks[cell]):
            if bit & possible[cell]:
                continue
            grid = oracle.find_grid(oracle.constraints, [oracle.literal(cell, domain.value(bit))])
            if grid is None:
                cores.append((oracle.core(), cell, bit))
                continue
            for other, value in enumerate(chain.from_iterable(grid)):
                possible[other] |= domain.bit[value]
    decided = any(possible[cell].bit_count() == 1 for cell in candidates.open_cells)
    return cores if decided else []


def _nothing_else_in_its_cells(step: Step, before: Candidates) -> Absent:
    cells = chain(*step.houses, *(cage.cells for cage in step.cages))
    return dict.fromkeys(before.instance.indices([*cells]), before.domain.every)


MINIMAL_REASON = Technique(
    "minimal reason",
    Level.UNREASONABLE,
    "a few cages and houses, none to be spared, that together forbid a candidate",
    _minimal_reason,
    "By {cages and houses} alone, {conclusion}.",
    _nothing_else_in_its_cells,
    asks_solver=True,
    rank=200,
)
