"""The native format: what it reads, and where it says what is wrong."""

import time

import pytest

from kenken_cp.errors import FormatError, NoPuzzleError
from kenken_cp.formats import dumps, loads, loads_all
from kenken_cp.model.puzzle import Cage, Puzzle

BOARD = "aab\ncdb\ncdd\n\n"
CAGES = "3+ at r1c1 r1c2, 1- at r1c3 r2c3, 2- at r2c1 r3c1, 12* at r2c2 r3c2 r3c3"
READS = [
    (BOARD + "a 3+\nb 1-\nc 2-\nd 12*\n", CAGES),
    (BOARD + "a: 3+\nb=1−\nc = 2-\nd 12×\n", CAGES),
    (BOARD + "a 3 plus, b 1-; c 2-, d 12x\n", CAGES),
    ("# comment\naab\ncdb # row\n# between\ncdd\na 3+\nb 1-\nc 2-\nd 12*\n", CAGES),
    ("a,a b\nc d b\nc d d\n\na 3+\nb 1-\nc 2-\nd 12*\n", CAGES),
    ("AAB\nCDB\nCDD\n\nA = +3\nB = -1\nC: −2\nD ×12\n", CAGES),
    ("aab\ncdb\ncdd\na + 3\nb - 1\nc -2\nd x12\n", CAGES),
    ("title: only givens\n1.\n..\n", "1 at r1c1"),
    ("ab\nab\na 3\nb 3+\n", "3 at r1c1 r2c1, 3+ at r1c2 r2c2"),
    ("....\n....\naa..\nbb..\n\na 3+\nb 7+\n", "3+ at r3c1 r3c2, 7+ at r4c1 r4c2"),
    ("size: 1x2\naa\n\na 2?\n", "2 at r1c1 r1c2"),
    ("values: -1 4\na1\na.\n\na -3?\n", "-3 at r1c1 r2c1, 1 at r1c2"),
]
ERRORS = [
    (BOARD + "a 3+\nb 1-\nc 2-\n", "line 2, column 2: label 'd' has no clue"),
    (BOARD + "a 3+\na 1-\n", "line 6, column 1: a second clue for 'a'; the first is on line 5"),
    (BOARD + "a +3-\n", "line 5, column 1: line 'a +3-'; expected a label and its clue"),
    (BOARD + "a 3+\nx 1-\n", "line 6, column 1: a clue for 'x', which is not in the picture"),
    (BOARD + "a 3%\nb 1-\nc 2-\nd 1\n", "line 5, column 4: unknown operator '%'"),
    (BOARD + "a 3+\n\n123\n", "line 7, column 1: line '123'; expected a label and its clue"),
    ("aab\ncd\ncdd\n\na 3+\n", "line 2, column 1: row 2 of the picture has 2 cells; expected 3"),
    ("aab\nccb\n\na 3+\nb 1-\nc 2-\n", "line 2, column 1: a picture of 2x3 cells; expected a squ"),
    ("aa\nb0\n\na 3+\nb 1\n", "line 2, column 2: 0 in the picture"),
    ("size: 2\nsize: 2\naa\n", "line 2, column 1: a second 'size'; the first is on line 1"),
    ("titel: x\naa\nbb\n", "line 1, column 1: unknown directive 'titel'"),
    ("boxes: 3x3\nab\nab\n\na 3+\nb 3+\n", "line 1, column 8: boxes of 3x3 do not fit"),
    ("aab\naab\nbbb\n\na -3\nb 3\n", "line 5, column 1: -3 without an operator; expected 3-"),
    ("values: −1 1\nab\nab\n\na -2\nb 0+\n", "line 5, column 1: -2 without an operator"),
    ("values: -1..1\n..a\n..a\n..b\na -1\nb 1\n", "line 5, column 1: -1 without an operator"),
    ("aaa\nbbb\nccc\n\na 1-\nb 6+\nc 6+\n", "line 5, column 1: the cage 1- at r1c1 r1c2 r1c3"),
]


@pytest.mark.parametrize(("text", "cages"), READS)
def test_reads(text: str, cages: str) -> None:
    puzzle = loads(text)
    assert ", ".join(map(str, puzzle.cages)) == cages
    assert loads(dumps(puzzle)) == puzzle


@pytest.mark.parametrize(("text", "message"), ERRORS)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text, "native")
    assert str(caught.value).startswith(message)


def test_blanks_in_a_clue_are_read_quickly() -> None:
    start = time.process_time()
    with pytest.raises(NoPuzzleError):
        loads("ab\nab\na 1" + " " * 60_000 + "1")
    assert time.process_time() - start < 1


def test_puzzles_between_dashes() -> None:
    one = "ab\nab\n\na 3+\nb 3+\n"
    assert len(loads_all(f"{one}---\n{one}---\n")) == 2


def test_a_part_of_comments_alone_is_no_puzzle() -> None:
    one = "ab\nab\n\na 3+\nb 3+\n"
    assert len(loads_all(f"{one}---\n# the end\n")) == 1


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(2, [Cage([(0, 0)], "=", 0)]),  # in the picture 0 would be no value
        Puzzle(2, [Cage([(0, 0)], "=", 0)], values=[0, 1]),
        Puzzle(1, [Cage([(0, 0)], "=", 12)]),  # alone in the picture 12 would be two cells
        Puzzle(2, [Cage([(0, 0)], "=", -1)]),
    ],
)
def test_every_given_is_read_back(puzzle: Puzzle) -> None:
    assert loads(dumps(puzzle)) == puzzle


def test_a_kind_of_houses_may_be_refused() -> None:
    board = "ab\nab\n\na 3+\nb 3+\n"
    assert loads(f"diagonals: no\n{board}") == loads(board) != loads(f"diagonals: yes\n{board}")
