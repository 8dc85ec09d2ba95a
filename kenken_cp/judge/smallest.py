"""The smallest puzzle on which a solver fails as it failed before."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from kenken_cp.errors import FormatError
from kenken_cp.judge.answers import Claim
from kenken_cp.judge.results import Case, Judged, level_of
from kenken_cp.judge.shrink import shrink
from kenken_cp.judge.solvers import Solver
from kenken_cp.judge.truth import truth_of
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import StopSignal


class _StoppedError(Exception):
    """Leaves a search for smaller puzzles."""


def smallest_failure(
    failure: Judged,
    solver: Solver,
    claim: Claim,
    quick: Solver | None = None,
    *,
    seconds: float = 30.0,
    tried: Callable[[], None] = lambda: None,
) -> Judged:
    """The same failure on the smallest puzzle that is found in that time.

    A puzzle that failed by chance may pass when it is given again; then the failure is returned as
    it was. Ctrl-C is a KeyboardInterrupt.

    Args:
        failure: what to show on a smaller puzzle.
        solver: what failed.
        claim: what its answers claim to be.
        quick: what to try with, if that is not the solver itself: with a shorter time limit, where
            the failure is that it takes too long.
        seconds: how long to try smaller puzzles.
        tried: called for every puzzle that is tried.
    """
    stop = StopSignal()

    def judged(puzzle: Puzzle, asked: Solver) -> Judged | None:
        tried()
        try:
            reply = asked(puzzle, stop)
        except FormatError:
            return None
        truth = None if stop else truth_of(puzzle, stop)
        if truth is None:
            return None
        case = Case(failure.name, puzzle, reply, truth, level_of(puzzle, truth))
        return case.judged(case.verdict(claim), asked.name, {claim})

    def still_fails(puzzle: Puzzle) -> bool:
        if stop:
            raise _StoppedError
        again = judged(puzzle, quick or solver)
        return again is not None and again.verdict.kind is failure.verdict.kind

    def smallest() -> Judged:
        again = judged(shrink(failure.puzzle, still_fails, seconds=seconds), solver)
        same = again is not None and again.verdict.kind is failure.verdict.kind
        return again if again is not None and same else failure

    # In a thread, so that Ctrl-C interrupts this one, and not an engine that handles it itself.
    with ThreadPoolExecutor(1, thread_name_prefix="kenken-cp-shrink") as thread:
        try:
            return thread.submit(smallest).result()
        finally:
            stop.stop()
