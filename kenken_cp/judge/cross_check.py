"""Our own engines compared with each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from kenken_cp.judge.answers import Claim
from kenken_cp.judge.processes import RunEnd
from kenken_cp.judge.results import Case, Judged, NamedPuzzle, level_of
from kenken_cp.judge.solvers import Engine
from kenken_cp.judge.truth import MAX_SOLUTIONS, Truth
from kenken_cp.judge.verdicts import Reply
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import Checker
from kenken_cp.search.backend import BACKENDS
from kenken_cp.search.protocol import StopSignal


def cross_checked(
    named: Iterable[NamedPuzzle], engines: Sequence[Engine], *, able_only: bool
) -> Iterator[Judged]:
    """The verdict on each engine for each puzzle.

    Every grid is checked against the rules, so that no engine has to be trusted: the solutions of a
    puzzle are all that any engine found.

    Args:
        named: the puzzles.
        engines: the engines.
        able_only: leave out the engines that are too slow for the size of a puzzle.
    """
    stop = StopSignal()
    for name, puzzle in named:
        chosen = [engine for engine in engines if not able_only or _is_able(engine, puzzle)]
        replies = [(engine, engine(puzzle, stop)) for engine in chosen]
        truth = _union(puzzle, [reply for _, reply in replies])
        level = level_of(puzzle, truth)
        for engine, reply in replies:
            case = Case(name, puzzle, reply, truth, level)
            yield case.judged(case.verdict(Claim.GRIDS), engine.name, {Claim.GRIDS})


def _is_able(engine: Engine, puzzle: Puzzle) -> bool:
    """Whether a board is small enough for an engine, by its record."""
    record = BACKENDS.get(engine.name)
    return record is None or record.max_cells is None or len(puzzle.cells) <= record.max_cells


def _union(puzzle: Puzzle, replies: Sequence[Reply]) -> Truth:
    """The solutions that engines found together."""
    check = Checker(puzzle)
    found = {grid for reply in replies for grid in reply.answers.grids}
    grids = frozenset(grid for grid in found if not check(tuple(chain.from_iterable(grid))))
    complete = [reply for reply in replies if reply.ended is RunEnd.EXITED]
    exhausted = any(len(reply.answers.grids) < MAX_SOLUTIONS for reply in complete)
    count = Count(len(grids) if exhausted else min(len(grids), MAX_SOLUTIONS), exhausted)
    seconds = min((reply.seconds for reply in complete), default=0.0)
    return Truth(count, grids, seconds, seconds, len(complete) > 1)
