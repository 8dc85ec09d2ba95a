"""Lines of target, operator and numbered cells: a file of their own, spellings, the size."""

from __future__ import annotations

from pathlib import Path

import pytest

from kenken_cp.errors import FormatError
from kenken_cp.formats import dumps, load, loads, loads_each
from kenken_cp.model.puzzle import Cage, Puzzle

FILE = Path(__file__).parents[1] / "data" / "formats" / "aikenken.txt"


def test_its_own_file() -> None:
    puzzle = load(FILE)
    assert (puzzle.size, len(puzzle.cages), puzzle.free_cells) == (6, 17, ())
    assert str(puzzle.cages[0]) == "50* at r1c1 r1c2 r2c1"
    assert "1 at r6c4" in map(str, puzzle.cages)


def test_it_is_written_as_it_was_read() -> None:
    lines = FILE.read_text("utf-8").splitlines()
    assert sorted(dumps(load(FILE), "aikenken").splitlines()) == sorted(lines)


@pytest.mark.parametrize("operator", ["/", "%"])
def test_division(operator: str) -> None:
    puzzle = loads(f"2 {operator} 0 1\n\n3 + 2 3\n")
    assert puzzle.cages[0] == Cage(((0, 0), (0, 1)), "/", 2)
    assert dumps(puzzle, "aikenken").startswith("2 / 0 1\n")


def test_size_is_the_root_of_the_cells() -> None:
    assert loads("5 + 7 80").size == 9
    assert loads("5 . 0", "aikenken").size == 1


def test_a_size_that_would_be_lost() -> None:
    with pytest.raises(FormatError, match="last cell, r2c2, is in no cage"):
        dumps(Puzzle(2, (Cage(((0, 0),), "=", 1),)), "aikenken")


def test_nothing_but_givens_is_not_written_as_a_picture() -> None:
    cells = [(0, 0), (0, 1), (1, 1)]
    puzzle = Puzzle(2, tuple(Cage((cell,), "=", 1) for cell in cells))
    assert dumps(puzzle, "aikenken") == "1 + 0\n1 + 1\n1 + 3\n"
    assert loads(dumps(puzzle, "aikenken")) == puzzle


@pytest.mark.parametrize("line", ["3 + 2 3", "1 - 0 1"])
def test_a_line_that_comes_twice(line: str) -> None:
    first, second = loads_each(f"1 - 0 1\n3 + 2 3\n{line}\n")
    assert not isinstance(first, FormatError)
    assert isinstance(second, FormatError)
    assert second.message == "a cell that is in a cage already; expected all of another board"
    assert (second.line, second.column) == (3, 1)
