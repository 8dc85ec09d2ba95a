"""Frozen answers: the number of solutions, and their hash, of every board of this project.

``tests/data/golden_counts.jsonl`` was written by engines that are not there any more; three of them
agreed on each set of solutions. A board that is new in ``puzzles/`` needs a line of its own.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256

import pytest
from corpus import ALSO_COUNTED, DATA, LONG_COUNTS, LOOSE, counted, shipped

from kenken_cp import Puzzle, count, each_solution
from kenken_cp.model.geometry import Grid

LINES = (DATA / "golden_counts.jsonl").read_text(encoding="utf-8").splitlines()
GOLDEN = {line["puzzle"]: line for line in map(json.loads, LINES)}

SLOW = LOOSE - {"ambiguous/6x6-388.kk", *ALSO_COUNTED} | LONG_COUNTS
"""Those that take the default engine a quarter of a second and more."""


@cache
def boards() -> dict[str, Puzzle]:
    return shipped() | {puzzle.title: puzzle for puzzle in counted()}


def hashed(grids: list[Grid]) -> str:
    """The first digits of the hash of the grids: a line each, sorted, values in reading order."""
    lines = sorted(" ".join(str(value) for row in grid for value in row) for grid in grids)
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


def test_every_board_has_a_line():
    assert list(GOLDEN) == list(boards())


def test_what_stands_twice_is_the_same():
    for name, other in ALSO_COUNTED.items():
        assert boards()[name].bare == boards()[other].bare
        assert GOLDEN[name]["solutions"] == GOLDEN[other]["solutions"]


def _boards(slow: bool) -> list[str]:
    return [name for name in GOLDEN if (name in SLOW) == slow and name not in ALSO_COUNTED]


def check(name: str, backend: str) -> None:
    puzzle, golden = boards()[name], GOLDEN[name]
    found = count(puzzle, backend=backend)
    assert (found, found.exact) == (golden["solutions"], True)
    # To find the one solution of a slow board takes as long again; three engines do it in
    # tests/backends/test_contract.py.
    if "sha256" in golden and not (name in SLOW and golden["solutions"] == 1):
        grids: list[Grid] = []
        each_solution(puzzle, grids.append, backend=backend)
        assert (len(grids), hashed(grids)) == (golden["solutions"], golden["sha256"])


@pytest.mark.parametrize("name", _boards(slow=False))
def test_boards(name):
    check(name, "auto")


@pytest.mark.slow
@pytest.mark.parametrize("name", _boards(slow=True))
def test_slow_boards(name):
    check(name, "auto")


@pytest.mark.slow
def test_counted_boards_by_sat():
    """Every other. That more engines find as many is tested in tests/backends/test_contract.py."""
    for puzzle in counted()[::2]:
        golden = GOLDEN[puzzle.title]
        if puzzle.title not in SLOW and golden["solutions"] <= 2000 and puzzle.rows <= 9:
            check(puzzle.title, "sat")
