"""The true solutions of a puzzle, found by two engines that share as little as possible."""

import time

from kenken_cp.errors import InternalError
from kenken_cp.formats import dumps
from kenken_cp.frozen import frozen
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.backend import BACKENDS
from kenken_cp.search.protocol import Limits, Outcome, Status, StopSignal
from kenken_cp.search.run import find_solutions

MAX_SOLUTIONS = 10_000
"""Solutions that are searched for; of a puzzle that has more, only that many are known."""

_MAX_VALUES = 2_000_000
"""Values in those solutions, all together: of a board of 64x64 there are 488, which take 40 MB."""

MAX_SECONDS = 60.0
"""How long finding the solutions may take, by both engines together."""

_MAX_WITNESS_SECONDS = 10.0
"""How long the second engine may take of it. A shipped 7x7 puzzle with 258 solutions needs more."""

_MIN_SECONDS = 0.01
"""A search is given that long even when the time is over: no limit is below it."""

_ENGINE = "cp-sat"
_SMALL_BOARD_WITNESS, _UNIQUE_WITNESS, _WITNESS = "python-constraint", "logic", "propagation"
"""The second engine: on small boards python-constraint, which shares only the rules with CP-SAT.
Beyond that the hand-written solver, which shares the tuples; where there are several solutions with
fewer techniques, which is ten times as fast (6x6 with 388 solutions: 0.35 s and more than 4 s).
"""

_MAX_SMALL_BOARD_CELLS = 25
"""Cells of a board that python-constraint can search in time, however many solutions it has."""


@frozen
class Truth:
    """The solutions of a puzzle.

    Args:
        count: a lower bound if there are more than ``max_solutions``.
        grids: those that are known.
        seconds: what CP-SAT took to find them all, its model included.
        first_seconds: what it took to the first one, or to the proof that there is none.
        confirmed: whether a second engine found the same.
    """

    count: Count
    grids: frozenset[Grid]
    seconds: float
    first_seconds: float
    confirmed: bool

    @property
    def text(self) -> str:
        """How many there are, as a clause: ``there are 3 solutions``."""
        if self.count == 0:
            return "there is no solution"
        if self.count == 1 and self.count.exact:
            return "there is one solution"
        return f"there are {self.count} solutions"


def unknown(seconds: float) -> Truth:
    """The truth about a puzzle whose solutions were not found in that time: nothing is known."""
    return Truth(Count(0, exact=False), frozenset(), seconds, seconds, confirmed=False)


def max_solutions(puzzle: Puzzle) -> int:
    """How many solutions of a puzzle are searched for."""
    return min(MAX_SOLUTIONS, _MAX_VALUES // len(puzzle.cells))


def truth_of(
    puzzle: Puzzle, stop: StopSignal | None = None, seconds: float = MAX_SECONDS
) -> Truth | None:
    """The solutions of a puzzle; None if they are not found in time, or ``stop`` was given."""
    stop = StopSignal() if stop is None else stop  # a signal that was not given yet is false
    end = time.perf_counter() + seconds
    main, grids, first_seconds = _all_of(puzzle, _ENGINE, stop, seconds)
    if main.status is Status.INTERRUPTED or (main.status is Status.TIMEOUT and not grids):
        return None
    witness = _UNIQUE_WITNESS if len(grids) < 2 else _WITNESS
    if len(puzzle.cells) <= _MAX_SMALL_BOARD_CELLS:
        witness = _SMALL_BOARD_WITNESS
    left = max(end - time.perf_counter(), _MIN_SECONDS)
    other, other_grids, _ = _all_of(puzzle, witness, stop, min(left, _MAX_WITNESS_SECONDS))
    exhausted, also = (one.status is Status.EXHAUSTED for one in (main, other))
    if (exhausted and not other_grids <= grids) or (also and not grids <= other_grids):
        counts = " and ".join(f"{o.backend} {o.count} ({o.status})" for o in (main, other))
        raise InternalError(f"two engines disagree, {counts}, on\n{dumps(puzzle, 'json')}")
    agreed = (exhausted and also) or main.status is other.status is Status.LIMIT
    known = grids | other_grids
    exact = exhausted or also
    count = Count(len(known) if exact else min(len(known), max_solutions(puzzle)), exact)
    return Truth(count, frozenset(known), main.seconds, first_seconds, agreed)


def _all_of(
    puzzle: Puzzle, backend: str, stop: StopSignal, seconds: float
) -> tuple[Outcome, set[Grid], float]:
    """The outcome of a search for all solutions, the solutions, and the seconds to the first of
    them.
    """
    grids: set[Grid] = set()
    first = None
    BACKENDS.named(backend).load()  # imported now, so as not to be timed
    started = time.perf_counter()

    def visit(grid: Grid) -> None:
        nonlocal first
        first = first or time.perf_counter() - started
        grids.add(grid)

    limits = Limits(max_solutions(puzzle), seconds, stop)
    outcome = find_solutions(puzzle, visit, limits, backend=backend)
    return outcome, grids, first or outcome.seconds
