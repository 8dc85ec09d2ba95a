"""Large cages: how long a table may be, what line sums gain, and what auto costs where exact cover
makes no progress.
"""

from __future__ import annotations

import random
from functools import cache, partial
from itertools import cycle
from typing import Any

import pytest
from kenken_cp.backends.cp_sat.translation import Encoding
from kenken_cp.search.protocol import Search
from kenken_cp.search.run import find_solutions

from kenken_cp import Limits, Puzzle, solve
from kenken_cp.backends.cp_sat import engine
from kenken_cp.generation import Recipe, random_puzzle

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


def measure(
    benchmark: Any, kind: str, variant: str, backend: str = "cp-sat", search: Search | None = None
) -> None:
    given = puzzles(kind)
    inputs = cycle(given)
    found: list[int] = []
    benchmark.group, benchmark.name = kind, variant

    def count(puzzle: Puzzle) -> int:
        return find_solutions(puzzle, None, Limits(2), backend=backend, search=search, keep=2).count

    benchmark.pedantic(
        lambda puzzle: found.append(count(puzzle)),
        setup=lambda: ((next(inputs),), {}),
        rounds=len(given),
    )
    assert found == list(given.values())


def stated(**bounds: int) -> Search:
    """CP-SAT with another encoding."""
    return partial(engine.search, encoding=Encoding(**bounds))


@pytest.mark.parametrize("tuples", [20, 60, 100, 300, 1500])
@pytest.mark.parametrize("kind", KINDS)
def test_max_table_tuples(benchmark: Any, kind: str, tuples: int) -> None:
    search = stated(max_table_tuples=tuples)
    measure(benchmark, kind, f"tables to {tuples}", search=search)


@pytest.mark.parametrize("cells", [-1, 0, 3, 5, 8])
@pytest.mark.parametrize("kind", KINDS)
def test_max_line_sum_cells(benchmark: Any, kind: str, cells: int) -> None:
    search = stated(max_line_sum_cells=cells)
    variant = f"line sums to {cells}" if cells >= 0 else "no line sums"
    measure(benchmark, kind, variant, search=search)


@pytest.mark.parametrize("backend", ["auto", "sat", "cp-sat"])
@pytest.mark.parametrize("kind", KINDS)
def test_backend(benchmark: Any, kind: str, backend: str) -> None:
    measure(benchmark, kind, backend, backend)
