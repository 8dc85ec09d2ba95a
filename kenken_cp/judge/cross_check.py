"""Our own engines compared with each other, on somebody's puzzles (``cross-check``)."""

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from kenken_cp.clock import Clock, Status
from kenken_cp.errors import KenKenError
from kenken_cp.judge.answers import Answer, Question
from kenken_cp.judge.judging import Judged, NamedPuzzle, skipped
from kenken_cp.judge.truth import MAX_SOLUTIONS, Found, Truth, found_by, union
from kenken_cp.judge.verdicts import RIGHT, Kind, Verdict, compare
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.engine import BACKENDS
from kenken_cp.search.interrupts import interruptible

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
            found_by(each, Puzzle(2), 1, seconds)  # imports it
    for name, puzzle in puzzles:
        end = time.perf_counter() + seconds
        able = [each for each in names if not able_only or len(puzzle.cells) <= sizes[each]]
        several, clock = list[Found](), Clock()
        for waiting, engine in zip(range(len(able), 0, -1), able, strict=True):
            share = max((end - time.perf_counter()) / waiting, _MIN_SECONDS)
            try:
                with interruptible(clock):
                    several.append(found_by(engine, puzzle, MAX_SOLUTIONS, share))
            except KenKenError as error:
                yield skipped(name, puzzle, engine, str(error))
            if clock.status is Status.INTERRUPTED:  # even if the engine had ended by then
                break
        truth = union(puzzle, several, MAX_SOLUTIONS)
        for found in several:
            if found.status is not Status.INTERRUPTED:
                verdict = _verdict_on(found, puzzle, truth)
                yield Judged(name, puzzle, found.engine, verdict, truth, found.seconds)
        if clock.status is Status.INTERRUPTED:
            raise KeyboardInterrupt


def _verdict_on(found: Found, puzzle: Puzzle, truth: Truth) -> Verdict:
    """What is wrong with what an engine found; if nothing is, whether its time was enough."""
    answer = Answer(found.grids, none=not found.grids)
    verdict = compare(puzzle, truth, answer, Question.ALL)
    is_wrong = verdict is not None and verdict.kind is Kind.WRONG_GRID
    if found.status is Status.TIMEOUT and not is_wrong:
        return Verdict(Kind.TIMEOUT, f"still running after {found.seconds:.3g} s")
    return verdict or RIGHT  # of too many solutions it found as many as were wanted
