"""The format aikenken: what it reads, and where it says what is wrong."""

import pytest

from kenken_cp.errors import FormatError
from kenken_cp.formats import dumps, loads

READS = [
    ("3 + 0 1\n2 . 2\n1 . 3\n", "3+ at r1c1 r1c2, 2 at r2c1, 1 at r2c2"),
    ("# two halves\r\n\r\n2 % 0 1\r\n2 / 2 3\r\n", "2/ at r1c1 r1c2, 2/ at r2c1 r2c2"),
    ("1 − 0 2\n2 × 3 1\n", "1- at r1c1 r2c1, 2* at r1c2 r2c2"),
]
ERRORS = [
    (
        "3 + 0 1\n2 . 2\n1 . x\n",
        "line 3, column 5: cell 'x'; expected one such as 6, which is r2c3",
    ),
    ("3 + 0 1\n2 + 2\n1 ? 3\n", "line 3, column 3: operator '?'; expected one of + - * / % ."),
    ("3 + 0 1\n2 . 2\n", "line 2, column 1: the largest cell is 2; expected that of a square"),
    ("3 + 0 1\n2 . 1\n1 . 3\n", "line 2, column 1: cell r1c2 is in two cages"),
    ("3 + 0 1\n2 .\n", "line 2, column 1: line '2 .'; expected a cage such as '5 + 0 1'"),
    ("3 - 0 1 2\n4 + 3 8\n", "line 1, column 1: the cage 3- at r1c1 r1c2 r1c3 has 3 cells"),
]


@pytest.mark.parametrize(("text", "cages"), READS)
def test_reads(text: str, cages: str) -> None:
    puzzle = loads(text)
    assert ", ".join(map(str, puzzle.cages)) == cages
    assert loads(dumps(puzzle, "aikenken")) == puzzle


@pytest.mark.parametrize(("text", "message"), ERRORS)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text, "aikenken")
    assert str(caught.value).startswith(message)
