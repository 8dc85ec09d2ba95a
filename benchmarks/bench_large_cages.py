"""Large cages: how long a table may be, what stating the remainders of lines gains, and what auto
costs where exact cover does not get on.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import cycle
from typing import Any

import pytest

from kenken_cp import Puzzle, solve
from kenken_cp.backends import cp_sat
from kenken_cp.generate import Recipe, random_puzzle

PUZZLES = 12
KINDS = {
    "2-4 cells, sums": Recipe(9, cage_sizes=(2, 4), operators="+"),
    "3-6 cells, sums": Recipe(9, cage_sizes=(3, 6), operators="+"),
    "3-6 cells, sums and products": Recipe(9, cage_sizes=(3, 6), operators="+*"),
    "3-6 cells, products": Recipe(9, cage_sizes=(3, 6), operators="*"),
    "2-5 cells, four operators": Recipe(9, cage_sizes=(2, 5), operators="+-*/"),
    "3-6 cells, hidden": Recipe(9, cage_sizes=(3, 6), operators="+*", hidden=1),
}


@cache
def puzzles(kind: str) -> dict[Puzzle, int]:
    """Boards, each with the number of solutions found when two are asked for."""
    boards = [random_puzzle(KINDS[kind], random.Random(seed)) for seed in range(PUZZLES)]
    return {puzzle: solve(puzzle).count for puzzle in boards}


def measure(benchmark: Any, kind: str, variant: str, backend: str = "cp-sat") -> None:
    given = puzzles(kind)
    inputs = cycle(given)
    found: list[int] = []
    benchmark.group, benchmark.name = kind, variant
    benchmark.pedantic(
        lambda puzzle: found.append(solve(puzzle, backend=backend).count),
        setup=lambda: ((next(inputs),), {}),
        rounds=len(given),
    )
    assert found == list(given.values())


@pytest.mark.parametrize("longest", [20, 60, 100, 300, 1500])
@pytest.mark.parametrize("kind", KINDS)
def test_longest_table(
    benchmark: Any, monkeypatch: pytest.MonkeyPatch, kind: str, longest: int
) -> None:
    monkeypatch.setattr(cp_sat, "LONGEST_TABLE", longest)
    measure(benchmark, kind, f"tables to {longest}")


@pytest.mark.parametrize("largest", [-1, 0, 3, 5, 8])
@pytest.mark.parametrize("kind", KINDS)
def test_largest_remainder(
    benchmark: Any, monkeypatch: pytest.MonkeyPatch, kind: str, largest: int
) -> None:
    monkeypatch.setattr(cp_sat, "LARGEST_REMAINDER", largest)
    measure(benchmark, kind, f"remainders to {largest}" if largest >= 0 else "no remainders")


@pytest.mark.parametrize("backend", ["auto", "cp-sat"])
@pytest.mark.parametrize("kind", KINDS)
def test_backend(benchmark: Any, kind: str, backend: str) -> None:
    measure(benchmark, kind, backend, backend)
