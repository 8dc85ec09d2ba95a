"""Our own engines compared with each other, on somebody's puzzles (``cross-check``)."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING

from kenken_cp.clock import Clock, Status, StoppedError
from kenken_cp.errors import KenKenError
from kenken_cp.judge.answers import Answer, Question
from kenken_cp.judge.judging import Judged, NamedPuzzle, skipped
from kenken_cp.judge.truth import MAX_SOLUTIONS, Truth
from kenken_cp.judge.verdicts import Kind, Verdict, compare
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import Checker
from kenken_cp.search.engine import BACKENDS, grids_of

if TYPE_CHECKING:
    from kenken_cp.search.engine import Batch

_MIN_SECONDS = 0.05
"""An engine is given that long even when those before it took all the time."""


def cross_checked(
    puzzles: Iterable[NamedPuzzle], names: Sequence[str], *, seconds: float, able_only: bool
) -> Iterator[Judged]:
    """The verdict on each engine for each puzzle; with ``able_only``, if it is small enough. An
    engine that refuses a puzzle, or is not installed, is skipped there.

    Every grid is checked against the rules, so that no engine has to be trusted: the solutions of a
    puzzle are all that any engine found.

    Args:
        seconds: how long a puzzle may take, all engines together. Each may take an equal share of
            what those before it have left.
    """
    sizes = {each: BACKENDS.named(each).max_cells or math.inf for each in names}
    for each in names:
        with suppress(KenKenError):  # which is told of each puzzle
            BACKENDS.named(each).search(Puzzle(2), lambda batch: True, Clock())  # imports it
    for name, puzzle in puzzles:
        end = time.perf_counter() + seconds
        able = [each for each in names if not able_only or len(puzzle.cells) <= sizes[each]]
        found: dict[str, tuple[Status, list[Grid], float]] = {}
        for waiting, engine in zip(range(len(able), 0, -1), able, strict=True):
            share = max((end - time.perf_counter()) / waiting, _MIN_SECONDS)
            try:
                found[engine] = _solutions(engine, puzzle, share)
            except KenKenError as error:
                yield skipped(name, puzzle, engine, str(error))
        truth = _union(puzzle, list(found.values()))
        for engine, (status, grids, taken) in found.items():
            verdict = compare(puzzle, truth, Answer(grids, none=not grids), Question.ALL)
            if status is Status.TIMEOUT:
                verdict = Verdict(Kind.TIMEOUT, f"still running after {taken:.3g} s")
            yield Judged(name, puzzle, engine, verdict, truth, taken)


def _solutions(name: str, puzzle: Puzzle, seconds: float) -> tuple[Status, list[Grid], float]:
    """How an engine's search ended, the grids it found, and its seconds; MissingExtraError if it
    needs what is not installed.
    """
    backend = BACKENDS.named(name)
    grids: list[Grid] = []

    def visit(batch: Batch) -> bool:
        grids.extend(grids_of(batch, puzzle))
        return len(grids) < MAX_SOLUTIONS

    clock = Clock(seconds)
    try:
        with clock.running():
            status = backend.search(puzzle, visit, clock).status
    except StoppedError as stopped:
        status = stopped.status
    if status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    return Status.LIMIT if len(grids) >= MAX_SOLUTIONS else status, grids, clock.elapsed


def _union(puzzle: Puzzle, found: Sequence[tuple[Status, list[Grid], float]]) -> Truth:
    """The solutions that any engine found, each checked by the rules."""
    check = Checker(puzzle)
    grids = {grid for _, some, _ in found for grid in some}
    right = frozenset(grid for grid in grids if not check(tuple(chain.from_iterable(grid))))
    complete = [one for one in found if one[0] is not Status.TIMEOUT]
    exhausted = any(status is Status.EXHAUSTED for status, _, _ in complete)
    count = Count(len(right) if exhausted else min(len(right), MAX_SOLUTIONS), exhausted)
    return Truth(count, right, len(complete) > 1)
