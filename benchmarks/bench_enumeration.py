"""What we add to each grid of CP-SAT's long enumeration: reading, checking, counting,
remembering; and what our other engines take for the same.
"""

from __future__ import annotations

from typing import Any

import pytest
from rivals import count_bare, table_model

from kenken_cp import Puzzle, each_solution

SQUARES = 161280


@pytest.mark.parametrize("engine", ["cp-sat", "cover", "compiled", "CP-SAT alone"])
def test_latin_squares_of_order_5(benchmark: Any, engine: str) -> None:
    if engine == "compiled":
        pytest.importorskip("numba")
    benchmark.group, benchmark.name = "161280 Latin squares", engine
    puzzle = Puzzle(5)

    def enumerate_all() -> int:
        return each_solution(puzzle, lambda _: None, backend=engine).count

    if engine == "CP-SAT alone":
        found = benchmark.pedantic(count_bare, args=(table_model(puzzle), None), rounds=3)
    else:
        found = benchmark.pedantic(enumerate_all, rounds=3)
    assert found == SQUARES
