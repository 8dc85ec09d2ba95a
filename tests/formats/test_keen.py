"""The format keen: ids, links and saved games, and where they say what is wrong."""

import time

import pytest

from kenken_cp.errors import FormatError
from kenken_cp.formats import detect, dumps, formats_claiming, loads, loads_all, loads_each

ID = "3:a_3aba_,m3a5s1s1"
CAGES = "3* at r1c1 r1c2 r2c2, 5+ at r1c3 r2c3, 1- at r2c1 r3c1, 1- at r3c2 r3c3"
SAVED = (
    "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :4:Keen\n"
    "PARAMS  :3:3de\nCPARAMS :3:3de\nDESC    :16:a_3aba_,m3a5s1s1\nNSTATES :1:1\n"
)

READS = [
    ID,
    f"# made today\r\n\r\n  {ID}  \r\n",
    ID.replace("3:", "3dem:", 1),
    ID.replace("a_3", "a___"),
    f"https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/keen.html#{ID}\n",
    SAVED,
    SAVED.replace("PARAMS  :3:3de\n", "", 1).replace("\n", "\r\n"),
]


@pytest.mark.parametrize("text", READS)
def test_reads(text: str) -> None:
    puzzle = loads(text)
    assert ", ".join(map(str, puzzle.cages)) == CAGES
    assert detect(text).name == "keen"
    assert dumps(puzzle, "keen") == ID + "\n"


def test_an_error_stands_in_place_of_its_puzzle() -> None:
    found = list(loads_each(f"{ID}\n3:a\n{SAVED.splitlines()[0]}\n{ID}\n"))
    assert [isinstance(each, FormatError) for each in found] == [False, True, True]


def test_saved_games_follow_one_another() -> None:
    assert len(loads_all(SAVED + SAVED)) == 2
    assert not formats_claiming(SAVED.replace("Keen", "Towers"))


def test_long_runs() -> None:
    """Where each row is a cage, all edges of the rows are open: ``y`` is 25 of them, no wall."""
    columns = "".join(f"a{number}" for number in range(1, 13))
    rows = loads(f"12:{'y' * 5}g{'_' * 132},{columns.replace('a', 'm')}")
    assert [len(cage.cells) for cage in rows.cages] == [12] * 12
    assert loads(dumps(rows, "keen")) == rows
    assert [cage.target for cage in loads(f"6:ye{'_' * 30},a1m2a3m4a5m6").cages] == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]


def test_ids_are_read_quickly() -> None:
    """A first line of blanks, a line of brackets and counts that would fill the memory."""
    start = time.process_time()
    for text in (
        " " * 60_000 + ID,
        "3+" + " " * 60_000 + "1,2",
        "https://" + "a" * 60_000,
        f"64:{'z9999' * 3000},a1",
    ):
        formats_claiming(text)
        list(loads_each(text, "keen"))
    assert time.process_time() - start < 1
