"""The table of neknek: its own file, its spellings, and what it cannot say."""

from __future__ import annotations

from pathlib import Path

import pytest

from kenken_cp.errors import FormatError
from kenken_cp.formats import dumps, dumps_all, load, loads, loads_all
from kenken_cp.model.puzzle import Cage, Puzzle

FILE = Path(__file__).parents[1] / "data" / "formats" / "neknek.txt"


def test_its_own_file() -> None:
    puzzle = load(FILE)
    assert (puzzle.size, len(puzzle.cages), puzzle.free_cells) == (5, 10, ())
    assert [str(cage) for cage in puzzle.cages[:2]] == [
        "14+ at r1c1 r1c2 r2c1 r2c2",
        "3- at r1c3 r2c3",
    ]
    assert str(puzzle.cages[-1]) == "5 at r5c5"


def test_it_is_written_as_it_was_read() -> None:
    lines = [line.split() for line in FILE.read_text("utf-8").splitlines()]
    written = [line.split() for line in dumps(load(FILE), "neknek").splitlines()]
    assert sorted(written) == sorted(lines)


def test_the_letter_is_the_row() -> None:
    assert loads("# 3\n+ 3 A3 B3\n").cages[0].cells == ((0, 2), (1, 2))


@pytest.mark.parametrize("line", ["* 6 A1 A2", "x\t6\tA1\tA2", "*  6  a1  a2", "* 6 A2 A1"])
def test_spellings(line: str) -> None:
    assert loads(f"# comment\n\n# 3\n\n{line}\n", "neknek").cages == (
        Cage(((0, 0), (0, 1)), "*", 6),
    )


def test_a_given_may_be_a_sum() -> None:
    assert loads("# 2\n+ 2 A1\n") == loads("# 2\n! 2 A1\n")


def test_rows_beyond_z() -> None:
    assert loads(dumps(Puzzle(26), "neknek"), "neknek") == Puzzle(26)
    with pytest.raises(FormatError, match="cannot express a board of 27 rows"):
        dumps(Puzzle(27), "neknek")


def test_hidden_operator() -> None:
    with pytest.raises(FormatError, match="hidden operator of the cage 3 at r1c1 r1c2"):
        dumps(Puzzle(2, (Cage(((0, 0), (0, 1)), None, 3),)), "neknek")


def test_several_puzzles_a_file() -> None:
    puzzles = [Puzzle(2), loads("# 3\n+ 3 A1 A2\n"), Puzzle(3)]
    assert dumps_all(puzzles, "neknek") == "# 2\n# 3\n+ 3 A1 A2\n# 3\n"
    assert loads_all(dumps_all(puzzles, "neknek")) == puzzles


def test_a_board_without_cages_is_recognised() -> None:
    empty = Puzzle(4)
    assert dumps(empty, "neknek") == "# 4\n"
    assert loads("# 4\n") == empty


def test_a_size_without_its_sign() -> None:
    """Cells such as A1 may have the column first: a board would be read turned over."""
    with pytest.raises(FormatError, match="a size without its sign; expected '# 2' if the letter"):
        loads("2\n+ 3 A1 A2\n! 2 B1\n! 1 B2\n")
