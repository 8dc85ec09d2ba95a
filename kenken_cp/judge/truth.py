"""The true solutions of a puzzle, found by two engines that share as little as possible."""

import time
from dataclasses import dataclass, replace

from kenken_cp.clock import Clock, Status
from kenken_cp.errors import InternalError
from kenken_cp.formats import dumps
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import count_solutions, find_solutions

MAX_SOLUTIONS = 10_000
"""Solutions that are searched for; of a puzzle that has more, only that many are known."""

_MAX_WITNESS_SECONDS = 10.0
"""How long the second engine may take."""

_ENGINE, _WITNESS, _SMALL_BOARD_WITNESS = "cp-sat", "sat", "python-constraint"
"""The engines. The second one of small boards shares only the rules with CP-SAT; beyond that SAT
shares the tuples with it, but neither its model nor its search.
"""

_MAX_SMALL_BOARD_CELLS = 25
"""Cells of a board that python-constraint can search in time, however many solutions it has."""


@dataclass(frozen=True, slots=True)
class Truth:
    """The solutions of a puzzle.

    Args:
        count: a lower bound if it has more than were wanted.
        grids: those that are known.
        confirmed: whether a second engine found the same.
    """

    count: Count
    grids: frozenset[Grid]
    confirmed: bool


def truth_of(puzzle: Puzzle, most: int, clock: Clock, seconds: float) -> Truth | None:
    """The solutions of a puzzle, up to that many; None if they are not found in time, or the
    clock was stopped. InternalError if two engines disagree.
    """
    end = time.perf_counter() + seconds
    main, grids = _search(puzzle, _ENGINE, Limits(most, seconds), clock)
    if main.status is Status.INTERRUPTED or (main.status is Status.TIMEOUT and not grids):
        return None
    witness = _WITNESS if len(puzzle.cells) > _MAX_SMALL_BOARD_CELLS else _SMALL_BOARD_WITNESS
    left = min(max(end - time.perf_counter(), 0.01), _MAX_WITNESS_SECONDS)
    other, other_grids = _search(puzzle, witness, Limits(most, left), clock)
    exhausted, other_exhausted = (one.status is Status.EXHAUSTED for one in (main, other))
    if (exhausted and not other_grids <= grids) or (other_exhausted and not grids <= other_grids):
        counts = " and ".join(f"{o.backend} {o.count} ({o.status})" for o in (main, other))
        raise InternalError(f"two engines disagree, {counts}, on\n{dumps(puzzle, 'json')}")
    exact = exhausted or other_exhausted
    known = grids | other_grids
    count = Count(len(known) if exact else min(len(known), most), exact)
    agreed = (exhausted and other_exhausted) or main.status is other.status is Status.LIMIT
    return Truth(count, frozenset(known), agreed)


def with_exact_count(puzzle: Puzzle, truth: Truth, clock: Clock, seconds: float) -> Truth:
    """The same with the exact number of solutions, if it is found in time. The engine that counts
    may find more than can be searched for; no second one confirms it.
    """
    with clock.running():
        count = count_solutions(puzzle, Limits(seconds=seconds)).count
    if count.exact and count < len(truth.grids):
        several = f"{count} is fewer than the {len(truth.grids)} grids that were found"
        raise InternalError(f"a count of {several}, on\n{dumps(puzzle, 'json')}")
    return replace(truth, count=count, confirmed=False) if count.exact else truth


def _search(
    puzzle: Puzzle, backend: str, limits: Limits, clock: Clock
) -> tuple[Outcome, set[Grid]]:
    """The outcome of a search, and the solutions that it found."""
    grids: set[Grid] = set()
    with clock.running():
        return find_solutions(puzzle, grids.add, limits, backend=backend), grids
