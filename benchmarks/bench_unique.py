"""Translating a Keen puzzle and proving it unique, by size and level, against other ways."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from itertools import cycle
from typing import Any

import pytest
from corpus import keen
from rivals import count_arithmetic, count_bare, count_by_two_solves, table_model

from kenken_cp import Puzzle, solve

LEVELS = {"e": "easy", "n": "normal", "h": "hard", "x": "extreme", "u": "unreasonable"}
ROUNDS = 3


def ours(backend: str) -> Callable[[Puzzle], int]:
    return lambda puzzle: solve(puzzle, backend=backend).count


ENGINES = {
    "auto": ours("auto"),
    "cover": ours("cover"),
    "compiled": ours("compiled"),
    "cp-sat": ours("cp-sat"),
    "CP-SAT alone": None,
    "arithmetic": count_arithmetic,
    "two solves": count_by_two_solves,
    "python-constraint": ours("python-constraint"),
}
if find_spec("numba") is None:
    del ENGINES["compiled"]


SIZES = (5, 7, 9)
CASES = [
    (size, level, engine)
    for size in SIZES
    for level in LEVELS
    for engine in ENGINES
    if engine != "python-constraint" or size == 5  # beyond that: seconds to hours a puzzle
]


@pytest.mark.parametrize(("size", "level", "engine"), CASES)
def test_unique(benchmark: Any, size: int, level: str, engine: str) -> None:
    puzzles = [puzzle for name, puzzle, _ in keen() if name.startswith(f"keen-{size}{level}-")]
    count = ENGINES[engine] or count_bare
    for puzzle in puzzles:
        for backend in ("cp-sat", "compiled" if engine == "compiled" else "cover"):
            assert ours(backend)(puzzle) == 1  # and warms the caches of every way alike
    benchmark.group = f"{size}x{size} {LEVELS[level]}"
    benchmark.name = engine
    # CP-SAT alone is given its model for nothing.
    inputs = cycle([table_model(p) for p in puzzles] if engine == "CP-SAT alone" else puzzles)
    found: list[int] = []
    benchmark.pedantic(
        lambda given: found.append(count(given)),
        setup=lambda: ((next(inputs),), {}),
        rounds=ROUNDS * len(puzzles),
    )
    assert set(found) == {1}
