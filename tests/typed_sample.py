"""A program that uses every public verb, as ``mypy --strict`` sees it: each result has its type."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from itertools import islice
from pathlib import Path
from typing import assert_type

import numpy as np

from kenken_cp import (
    Board,
    Cage,
    CandidateBoard,
    Certificate,
    Count,
    Diagnosis,
    Estimate,
    Explanation,
    Frame,
    Grid,
    Hint,
    Level,
    Outcome,
    Picture,
    Progress,
    Puzzle,
    Rating,
    Solutions,
    Status,
    TrueCandidates,
    Violation,
    boxes,
    candidates,
    count,
    diagonals,
    dumps,
    each_solution,
    estimate,
    explain,
    export,
    frames,
    generate,
    hint,
    is_unique,
    load,
    load_all,
    loads,
    prove,
    rate,
    solutions,
    solve,
    svg,
    true_candidates,
    verify,
    violations,
    warnings,
    why,
)
from kenken_cp.clock import Clock
from kenken_cp.search.engine import BACKENDS, Backend, Ended, Visit


def searches(puzzle: Puzzle) -> None:
    assert_type(solve(puzzle, backend="cp-sat", limit=2, seconds=10), Outcome)
    assert_type(solve(puzzle).solution, Grid | None)
    assert_type(solve(puzzle).unique, bool | None)
    assert_type(solve(puzzle).status, Status)
    assert_type(count(puzzle), Count)
    assert_type(is_unique(puzzle), bool)
    assert_type(each_solution(puzzle, print if puzzle.title == "print" else len), Outcome)
    found = solutions(puzzle)
    assert_type(found, Solutions)
    one_by_one: Iterator[Grid] = found
    in_a_loop: AsyncIterator[Grid] = found
    assert [one_by_one, in_a_loop] == [found, found]
    assert_type(list(islice(found, 2)), list[Grid])
    with solutions(puzzle) as grids:
        assert_type(max(grids), Grid)
    assert_type(grids.status, Status)


async def in_an_event_loop(puzzle: Puzzle) -> None:
    async for grid in solutions(puzzle):
        assert_type(grid, Grid)
    async with solutions(puzzle) as grids:
        assert_type([grid async for grid in grids], list[Grid])


def deductions(puzzle: Puzzle) -> None:
    explained = explain(puzzle)
    assert_type(explained, Explanation)
    assert_type(explained.sentences, tuple[str, ...])
    board: Board = explained.board
    assert_type(hint(puzzle, board), Hint)
    assert_type(hint(puzzle, np.zeros((4, 4), dtype=np.int64)).sentences, tuple[str, ...])
    assert_type(candidates(puzzle, [[3, None, None, None], *[[None] * 4] * 3]), CandidateBoard)
    assert_type(true_candidates(puzzle, board), TrueCandidates)
    assert_type([frames(explained), frames(hint(puzzle))], list[tuple[Frame, ...]])
    assert_type(svg(Picture(puzzle, board, candidates=candidates(puzzle), marked=[(0, 0)])), str)
    array = np.ones((puzzle.rows, puzzle.columns), int)
    assert_type(Picture(puzzle, array, candidates=array[..., None], marked=array[:1, :2]), Picture)
    assert_type(rate(puzzle), Rating)
    assert_type(rate(puzzle).level, Level | None)
    assert_type(estimate(puzzle, probes=100), Estimate)
    assert_type(warnings(puzzle), list[str])
    assert_type(why(puzzle, seconds=10, minimal=True), Diagnosis)
    assert_type(why(puzzle).repaired, Puzzle | None)


def puzzles() -> None:
    labels = np.array([[0, 0], [1, 1]])
    cages = [Cage(np.argwhere(labels == k), "+", np.int64(3)) for k in range(2)]
    puzzle = Puzzle(labels.shape, cages, np.arange(1, 3), expected=2)
    assert_type(violations(puzzle, np.array([[1, 2], [2, 1]])), list[Violation])
    assert_type(violations(puzzle, [[1, 2], [2, 1]]), list[Violation])
    Puzzle(4, [Cage([(0, 0), (0, 1)], None, 3)], houses=[*boxes(4, 2, 2), *diagonals(4)])
    assert_type(generate(size=4, level="easy", seed=1), Puzzle)
    assert_type(generate((3, 4), operators="+-", cage_sizes=(1, 3), rules="calcudoku"), Puzzle)
    assert_type(loads(dumps(puzzle)), Puzzle)
    assert_type(load_all(Path("puzzles/4x4/cs332.kk")), list[Puzzle])


def report(progress: Progress) -> None:
    assert_type((progress.found, progress.seconds, progress.share), tuple[int, float, float | None])


def in_order(puzzle: Puzzle, visit: Visit, clock: Clock) -> Ended:
    """A backend of this program: it knows squares of order 2."""
    for grid in (((1, 2), (2, 1)), ((2, 1), (1, 2))):
        clock.check()
        if not visit([grid]):
            return Ended(Status.LIMIT)
    return Ended(Status.EXHAUSTED)


def extensions() -> None:
    with BACKENDS.registered(Backend("in-order", "for squares of order 2", in_order)) as backend:
        assert_type(count(Puzzle(2), backend=backend.name, progress=report), Count)
        each_solution(Puzzle(2), lambda grid: np.bool_(grid[0][0] == 1), backend=backend.name)
    certificate = prove(Puzzle(2))
    assert_type(certificate, Certificate)
    assert_type(verify(str(certificate)).line, int | None)
    assert_type(export(Puzzle(2), "mzn"), str)


def main() -> None:
    """Runs all of it, from the project's folder."""
    puzzle = load("puzzles/4x4/cs332.kk")
    searches(puzzle)
    asyncio.run(in_an_event_loop(puzzle))
    deductions(puzzle)
    puzzles()
    extensions()
