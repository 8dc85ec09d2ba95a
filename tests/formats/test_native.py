"""The native format: what it reads, and where it says what is wrong."""

import time

import pytest

from kenken_cp.errors import NoPuzzleError
from kenken_cp.formats import dumps, loads, loads_all
from kenken_cp.model.puzzle import Cage, Puzzle

BOARD = "aab\ncdb\ncdd\n\n"
CAGES = "3+ at r1c1 r1c2, 1- at r1c3 r2c3, 2- at r2c1 r3c1, 12* at r2c2 r3c2 r3c3"
READS = [
    (BOARD + "a 3+\nb 1-\nc 2-\nd 12*\n", CAGES),
    (BOARD + "a: 3+\nb=1−\nc = 2-\nd 12×\n", CAGES),
    (BOARD + "a 3 add, b 1-; c 2-, d 12x\n", CAGES),
    ("# comment\naab\ncdb # row\n# between\ncdd\na 3+\nb 1-\nc 2-\nd 12*\n", CAGES),
    ("a,a b\nc d b\nc d d\n\na 3+\nb 1-\nc 2-\nd 12*\n", CAGES),
    ("AAB\nCDB\nCDD\n\nA = +3\nB = -1\nC: −2\nD ×12\n", CAGES),
    ("aab\ncdb\ncdd\na + 3\nb - 1\nc -2\nd x12\n", CAGES),
    ("title: givens\nrules: kenken\n1.\n..\n", "1 at r1c1"),
    ("ab\nab\na 3\nb 3+\n", "3 at r1c1 r2c1, 3+ at r1c2 r2c2"),
    ("....\n....\naa..\nbb..\n\na 3+\nb 7+\n", "3+ at r3c1 r3c2, 7+ at r4c1 r4c2"),
    ("size: 1x2\naa\n\na 2?\n", "2 at r1c1 r1c2"),
    ("values: -1 4\na1\na.\n\na -3?\n", "-3 at r1c1 r2c1, 1 at r1c2"),
]


@pytest.mark.parametrize(("text", "cages"), READS)
def test_reads(text: str, cages: str) -> None:
    puzzle = loads(text)
    assert ", ".join(map(str, puzzle.cages)) == cages
    assert loads(dumps(puzzle)) == puzzle


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
        Puzzle(2, [Cage([(0, 0), (0, 1)], "+", 1 - 10**100)]),  # 100 digits, as many as are read
        Puzzle(3, houses=[[(0, 0), (1, 2), (2, 1)]]),
    ],
)
def test_every_given_and_house_is_read_back(puzzle: Puzzle) -> None:
    assert loads(dumps(puzzle)) == puzzle


def test_a_kind_of_houses_may_be_refused() -> None:
    board = "ab\nab\n\na 3+\nb 3+\n"
    assert loads(f"diagonals: no\n{board}") == loads(board) != loads(f"diagonals: yes\n{board}")
