"""What we add to each grid of a long enumeration: reading, checking, counting, remembering."""

from __future__ import annotations

from typing import Any

import pytest
from rivals import count_bare, table_model

from kenken_cp import Puzzle, count

SQUARES = 161280


@pytest.mark.parametrize("engine", ["kenken_cp", "CP-SAT alone"])
def test_latin_squares_of_order_5(benchmark: Any, engine: str) -> None:
    benchmark.group, benchmark.name = "161280 Latin squares", engine
    puzzle = Puzzle(5)
    if engine == "kenken_cp":
        found = benchmark.pedantic(count, args=(puzzle,), rounds=3)
    else:
        found = benchmark.pedantic(count_bare, args=(table_model(puzzle), None), rounds=3)
    assert found == SQUARES
