"""The format letters: each spelling, read and written, and where it says what is wrong."""

from pathlib import Path

import pytest
from corpus import shipped

from kenken_cp.errors import FormatError
from kenken_cp.formats import detect, dumps, formats_claiming, load, loads, loads_all
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN

FILES = Path(__file__).parent.parent / "data" / "formats"
GRID = "3\nAAB\nCDB\nCDD\n"
BELOW = f"{GRID}A + 3\nB - 1\nC - 2\nD * 12\n"
CAGES = "3+ at r1c1 r1c2, 1- at r1c3 r2c3, 2- at r2c1 r3c1, 12* at r2c2 r3c2 r3c3"
START = "0=3 +\n1=1 -\n2=2 -\na=12 *\nSTART\n0 0 1\n2 a 1\n2 a a\n"
INSIDE = "A+3\tA\tB-1\nC-2\tD*12\tB\nC\tD\tD\n"

READS = [
    (BELOW, KENKEN, CAGES),
    (f"# of today\r\n\r\n{BELOW}".replace("\n", "\r\n"), KENKEN, CAGES),
    (f"{GRID}A+3\nC-2\nB−1\nD×12\n", KENKEN, CAGES),
    ("3\nA A B\nC D B\nC D D\nA + 3\nB - 1\nC -2\nD x12\n", KENKEN, CAGES),
    (f"{GRID}3+\n1-\n2 -\n12*\n", KENKEN, CAGES),
    ("a=3+ b=1- c=2- d=12x\na a b\nc d b\nc d d\n", KENKEN, CAGES),
    ("a=3+ b=1-\nc=2- d=12*\n\na a b\nc d b\nc d d\n", KENKEN, CAGES),
    ("x=3+ b=1- c=2 y=12x d=3\nx x b\nc y b\nd y y\n", KENKEN, ""),
    (START.replace("START", "start"), CALCUDOKU, CAGES),
    (START.replace("1 -", "0 -"), CALCUDOKU, CAGES.replace("1-", "0-")),
    (INSIDE, CALCUDOKU, CAGES),
    ("A A/6 A\n3 B*6 C-1\nB B C\n", CALCUDOKU, ""),
    ("2\nA2\nAB\nA + 3\nB = 1\n", KENKEN, "3+ at r1c1 r2c1, 2 at r1c2, 1 at r2c2"),
    ("2\n.A\n.A\nA + 3\n", KENKEN, "3+ at r1c2 r2c2"),
]


@pytest.mark.parametrize(("text", "rules", "cages"), READS)
def test_reads(text: str, rules: object, cages: str) -> None:
    puzzle = loads(text)
    assert puzzle.rules is rules
    assert cages in ("", ", ".join(map(str, puzzle.cages)))
    assert detect(text).name == "letters"


def test_a_picture_below_the_puzzle_ends_it_before_anything_is_solved() -> None:
    picture = "\n+-----+-----+\n|3+   |     |\n"
    with pytest.raises(FormatError, match=r"line 5, column 1: .*; expected the end"):
        loads_all(INSIDE + picture)


def test_several_puzzles() -> None:
    assert [len(puzzle.cages) for puzzle in loads_all(f"{BELOW}---\n{START}---\n{INSIDE}")] == [
        4
    ] * 3


def test_it_is_written_and_read_back() -> None:
    assert dumps(loads(BELOW), "letters") == BELOW
    written = 0
    for puzzle in shipped().values():
        try:
            text = dumps(puzzle, "letters")
        except FormatError:
            continue
        written += 1
        assert [known.name for known in formats_claiming(text)] == ["letters"]
        assert loads(text).cages == puzzle.cages
    assert written > 3


def test_a_difference_of_three_cells() -> None:
    """It is held where the rules are ``calcudoku``, and only there."""
    assert loads(START.replace("12 *", "1 -")).rules is CALCUDOKU
    listed = f"{GRID}A + 3\nB - 1\nC - 2\nD - 1\n"
    with pytest.raises(FormatError, match="other rules: --rules"):
        loads(listed)
    assert loads(listed, rules="calcudoku").rules is CALCUDOKU


def test_too_many_cages_for_letters() -> None:
    cells = [f"c{row * 8 + column}" for row in range(8) for column in range(8)]
    rows = "\n".join(" ".join(cells[at : at + 8]) for at in range(0, 64, 8))
    clues = "\n".join(f"{cell} 1" for cell in cells)
    with pytest.raises(FormatError, match="64 cages on a 8x8 board; expected at most 52"):
        dumps(loads(f"{rows}\n\n{clues}\n"), "letters")


@pytest.mark.parametrize(
    ("name", "rules", "cages"),
    [
        ("letters_boxysean.txt", KENKEN, 23),
        ("letters_cdok.txt", CALCUDOKU, 16),
        ("letters_kenny.txt", KENKEN, 15),
        ("letters_kyle.test", KENKEN, 7),
        ("letters_rokob.txt", KENKEN, 13),
        ("letters_start.txt", CALCUDOKU, 24),
    ],
)
def test_real_files(name: str, rules: object, cages: int) -> None:
    puzzle = load(FILES / name)
    assert (puzzle.rules, len(puzzle.cages)) == (rules, cages)


@pytest.mark.slow
def test_a_signature_raises_nothing() -> None:
    for text in (
        f"a={'1' * 200}\na a\na a\n",
        "a=1 " * 60_000,
        f"{'9' * 200}\nAA\n",
        "A+1 " * 60_000,
    ):
        assert formats_claiming(text) == formats_claiming(text)


def test_what_looks_like_clues_of_other_formats() -> None:
    for text in (
        "size=4\n+ 6 1,1 2,1\n",
        "a=3+\nb c\n",
        "3\n1 2 3\n",
        "A+3\nA\n",
        "3\n11+ A1 A2\n",
    ):
        assert not formats_claiming(text)
