"""The true solutions of a puzzle, found by two engines that share as little as possible."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from kenken_cp.clock import Clock, Status, StoppedError
from kenken_cp.errors import InternalError, KenKenError
from kenken_cp.formats import dumps
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import Checker
from kenken_cp.search.engine import BACKENDS, grids_of
from kenken_cp.search.limits import Limits
from kenken_cp.search.verbs import count_solutions

if TYPE_CHECKING:
    from kenken_cp.search.engine import Batch

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


@dataclass(frozen=True, slots=True)
class Found:
    """What an engine found of a puzzle's solutions.

    Args:
        grids: in its order, and unchecked.
    """

    engine: str
    status: Status
    grids: Sequence[Grid]
    seconds: float


def found_by(name: str, puzzle: Puzzle, most: int, seconds: float) -> Found:
    """What an engine finds in some time, until there are that many grids; it also stops with the
    current clock. KenKenError if it refuses the puzzle, or needs what is not installed.
    """
    backend = BACKENDS.named(name)
    grids: list[Grid] = []

    def visit(batch: Batch) -> bool:
        grids.extend(grids_of(batch, puzzle))
        return len(grids) < most

    clock = Clock(seconds)
    try:
        with clock.running():
            status = backend.search(puzzle, visit, clock).status
    except StoppedError as stopped:
        status = stopped.status
    return Found(name, Status.LIMIT if len(grids) >= most else status, grids, clock.elapsed)


def union(puzzle: Puzzle, several: Sequence[Found], most: int) -> Truth:
    """The solutions that any engine found, each checked by the rules."""
    check = Checker(puzzle)
    grids = {grid for found in several for grid in found.grids}
    right = frozenset(grid for grid in grids if not check(tuple(chain.from_iterable(grid))))
    ends = [found.status for found in several if not found.status.is_of_clock]
    exact = Status.EXHAUSTED in ends
    count = Count(len(right) if exact else min(len(right), most), exact)
    return Truth(count, right, confirmed=any(ends.count(end) > 1 for end in ends))


def truth_of(puzzle: Puzzle, most: int, clock: Clock, seconds: float) -> Truth | None:
    """The solutions of a puzzle, up to that many, or some of them if the time runs out; None if it
    runs out before the first, or the clock was stopped.

    Raises:
        KenKenError: the first engine refuses the puzzle; of the second that does not matter.
        InternalError: two engines disagree.
    """
    end = time.perf_counter() + seconds
    witness = _WITNESS if len(puzzle.cells) > _MAX_SMALL_BOARD_CELLS else _SMALL_BOARD_WITNESS
    with clock.running():
        both = [found_by(_ENGINE, puzzle, most, seconds)]
        left = min(max(end - time.perf_counter(), 0.01), _MAX_WITNESS_SECONDS)
        with suppress(KenKenError):
            both.append(found_by(witness, puzzle, most, left))
    if clock.status or (both[0].status.is_of_clock and not both[0].grids):
        return None
    truth = union(puzzle, both, most)
    for found in both:
        grids = frozenset(found.grids)
        if grids - truth.grids or (found.status is Status.EXHAUSTED and truth.grids - grids):
            said = " and ".join(f"{one.engine} {len(one.grids)} ({one.status})" for one in both)
            raise InternalError(f"two engines disagree, {said}, on\n{dumps(puzzle, 'json')}")
    return truth


def with_exact_count(puzzle: Puzzle, truth: Truth, clock: Clock, seconds: float) -> Truth:
    """The truth with the exact number of solutions, if that is found in time. The engine that
    counts may find more than can be searched for; no second one confirms it.
    """
    try:
        with clock.running():
            count = count_solutions(puzzle, Limits(seconds=seconds)).count
    except KenKenError:  # it refuses the puzzle
        return truth
    if count.exact and count < len(truth.grids):
        several = f"{count} is fewer than the {len(truth.grids)} grids that were found"
        raise InternalError(f"a count of {several}, on\n{dumps(puzzle, 'json')}")
    return replace(truth, count=count, confirmed=False) if count.exact else truth
