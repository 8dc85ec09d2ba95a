"""Each stage of ``auto`` alone, on random puzzles: small ones do not reach its later stages."""

from __future__ import annotations

import os
from collections.abc import Callable
from math import inf
from random import Random

import numpy as np
import pytest
from attacks.checks import report
from oracle import Grid, few_solutions

from kenken_cp import Puzzle, Status
from kenken_cp.backends import race
from kenken_cp.backends.cover import bulk, frontier
from kenken_cp.backends.cover.merging import MergingCount
from kenken_cp.clock import Clock
from kenken_cp.encode.exact_cover import ExactCover
from puzzles import random_puzzle

PUZZLES = int(os.environ.get("ATTACK_PUZZLES", "25"))
SEED = os.environ.get("ATTACK_SEED", "")


COUNTS: dict[str, Callable[[Puzzle], int | None]] = {
    "merging": lambda puzzle: MergingCount(ExactCover(puzzle)).run(Clock(), inf),
    "bulk": lambda puzzle: bulk.count(ExactCover(puzzle), Clock(), max_nodes=inf),
    "frontiers": lambda puzzle: frontier.count(ExactCover(puzzle), Clock(), max_states=inf),
}
"""None where the stage cannot take a puzzle."""


@pytest.mark.parametrize("stage", COUNTS)
def test_counts(stage):
    random, failures, counted = Random(f"counts {SEED}"), [], 0
    for _ in range(PUZZLES):
        puzzle = random_puzzle(random)
        known = few_solutions(puzzle)
        found = None if known is None else COUNTS[stage](puzzle)
        counted += found is not None
        if known is not None and found not in (None, len(known)):
            failures.append(report(puzzle, [f"{stage} counts {found}; there are {len(known)}"]))
    assert not failures, "\n\n".join(failures)
    assert counted > PUZZLES // 2


def grids_of(batch: object) -> list[Grid]:
    """The grids of a batch, which may be an array of the values of each grid's cells."""
    return list(batch) if isinstance(batch, list) else [*map(tuple, np.asarray(batch).tolist())]


@pytest.mark.parametrize("stage", ["bulk", "race"])
def test_visits_leave_out_what_was_seen(stage):
    random, failures, visited = Random(f"visits {SEED}"), [], 0
    for _ in range(PUZZLES):
        puzzle = random_puzzle(random)
        known = few_solutions(puzzle)
        if known is None:
            continue
        seen = set(random.sample(sorted(known), random.randint(0, min(20, len(known)))))
        found: list[Grid] = []

        def visit(batch: object, found: list[Grid] = found, width: int = puzzle.columns) -> bool:
            for grid in grids_of(batch):
                flat = not isinstance(grid[0], tuple)
                rows = range(0, len(grid), width)
                found.append(tuple(grid[at : at + width] for at in rows) if flat else grid)
            return True

        if stage == "bulk":
            ended = bulk.visit_all(ExactCover(puzzle), visit, Clock(), known=set(seen))
        else:
            ended = race.search(puzzle, visit, Clock(), set(seen))
        if ended is None:
            continue
        visited += 1
        complete = len(found) == len(set(found)) and set(found) == known - seen
        if ended.status is not Status.EXHAUSTED or not complete:
            there = f"{len(found)} grids; {len(known) - len(seen)} are to be visited"
            failures.append(report(puzzle, [f"{stage}: {ended}, {there}"]))
    assert not failures, "\n\n".join(failures)
    assert visited > PUZZLES // 2
