"""Keen: the game's own ids come back exactly; each rule of their grammar is enforced."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from kenken_cp.errors import FormatError, NoPuzzleError
from kenken_cp.formats import dumps, loads, loads_all
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU

DATA = Path(__file__).parents[1] / "data" / "formats"
SAMPLE = [json.loads(line) for line in (DATA / "keen.jsonl").read_text("utf-8").splitlines()]

ID = "3:a_3aba_,m3a5s1s1"
SAVED = f"""\
SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :4:Keen
PARAMS  :3:3de
CPARAMS :3:3de
DESC    :{len(ID) - 2}:{ID[2:]}
NSTATES :1:1
"""


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle["id"])
def test_ids_of_the_game(puzzle: dict[str, Any]) -> None:
    cages = [
        Cage(tuple((r, c) for r, c in cage["cells"]), cage["op"], cage["target"])
        for cage in puzzle["cages"]
    ]
    assert loads(puzzle["game_id"]) == Puzzle(puzzle["size"], tuple(cages))
    assert dumps(loads(puzzle["game_id"]), "keen") == puzzle["game_id"] + "\n"


def test_many_ids() -> None:
    ids = [puzzle["game_id"] for puzzle in SAMPLE]
    assert [puzzle.size for puzzle in loads_all("\n\n".join(ids))] == [p["size"] for p in SAMPLE]


@pytest.mark.parametrize("params", ["3dn", "3m", "3dxm", "3d"])
def test_difficulty_is_passed_over(params: str) -> None:
    assert loads(params + ID[1:]) == loads(ID)


def test_saved_game() -> None:
    assert loads(SAVED) == loads(ID)
    assert loads(SAVED.replace("PARAMS  :3:3de\n", "", 1)) == loads(ID)


@pytest.mark.parametrize("between", ["", "\n", "---\n"])
def test_several_saved_games(between: str) -> None:
    """Only the first was read."""
    other = "3:_13,a1a2a3a2a3a1a3a1a2"
    second = SAVED.replace(f"{len(ID) - 2}:{ID[2:]}", f"{len(other) - 2}:{other[2:]}")
    assert loads_all(f"{SAVED}{between}{second}") == loads_all(f"{ID}\n{other}")
    with pytest.raises(FormatError, match="a saved game of 'Solo'; expected 'Keen'") as caught:
        loads_all(f"{SAVED}{second.replace('Keen', 'Solo')}")
    assert (caught.value.line, caught.value.column) == (10, 12)


@pytest.mark.parametrize(
    ("size", "cages", "blocks"),
    [
        # 24 inner edges, all open: a run of 24 and the closing wall.
        (4, [(4, 4)], "x"),
        # Rows of 5: 20 open edges, then 5 walls, over 4 columns.
        (5, [(1, 5)] * 5, "t_20"),
        # 40 inner edges, all open: 25 without a wall, then 15 and the closing wall.
        (5, [(5, 5)], "yo"),
        # The last row apart: 20 open edges along the rows, then 3 and a wall in each column.
        (5, [(4, 5), (1, 5)], "wc4_"),
        # 60 = 25 + 25 + 10.
        (6, [(6, 6)], "yyj"),
    ],
)
def test_long_runs(size: int, cages: list[tuple[int, int]], blocks: str) -> None:
    cells, top = [], 0
    for height, width in cages:
        cells.append([(top + r, c) for r in range(height) for c in range(width)])
        top += height
    puzzle = Puzzle(size, tuple(Cage(tuple(cage), "+", 9) for cage in cells))
    assert loads(dumps(puzzle, "keen")) == puzzle
    assert dumps(puzzle, "keen").startswith(f"{size}:{blocks},")


def comb(open_edges: int) -> Puzzle:
    """A 6x6 board whose first runs are ``open_edges`` long: rows joined, all columns walled."""
    rows: list[list[Cell]] = [[(r, c) for c in range(6)] for r in range(6)]
    whole, rest = divmod(open_edges, 5)
    cages = rows[:whole]
    for row in rows[whole:]:
        cut = rest + 1 if row is rows[whole] else 1
        cages += [row[:cut]] + [[cell] for cell in row[cut:]]
    return Puzzle(6, tuple(Cage(tuple(cage), "+", 3) for cage in cages))


@pytest.mark.parametrize(
    ("open_edges", "start"), [(24, "x_"), (25, "y_"), (26, "z_"), (27, "yb"), (30, "ye")]
)
def test_runs_about_25_are_spelled_as_the_game_reads_them(open_edges: int, start: str) -> None:
    puzzle = comb(open_edges)
    text = dumps(puzzle, "keen")
    assert text.startswith(f"6:{start}")
    assert loads(text) == puzzle


@pytest.mark.parametrize("letter", ["a", "m"])
def test_one_cell(letter: str) -> None:
    puzzle = loads(f"1:_,{letter}1")
    assert puzzle == Puzzle(1, (Cage(((0, 0),), "=", 1),))
    assert dumps(puzzle, "keen") == "1:_,a1\n"


PAIR = ((0, 0), (0, 1))
REST = Cage(((1, 0), (1, 1)), "+", 3)


@pytest.mark.parametrize(
    ("puzzle", "what"),
    [
        (Puzzle(2, (REST,)), "free cell r1c1"),
        (Puzzle(2, (Cage(PAIR, None, 3), REST)), "hidden operator of the cage 3 at r1c1 r1c2"),
        (Puzzle(2, (Cage(PAIR, "-", -1), REST)), "target of the cage -1- at"),
        (Puzzle(2, (Cage(PAIR, "+", 3), REST), values=(0, 1)), "values 0..1"),
        (
            Puzzle(
                2,
                (Cage(((0, 0), (0, 1), (1, 0)), "-", 0), Cage(((1, 1),), "=", 1)),
                rules=CALCUDOKU,
            ),
            "calcudoku rules",
        ),
        (Puzzle(2, (Cage(PAIR, "+", 3), REST), houses=(((0, 0), (1, 1)),)), "house r1c1 r2c2"),
        (
            Puzzle(2, (Cage(((0, 0), (1, 1)), "+", 3), Cage(((0, 1), (1, 0)), "+", 3))),
            "3\\+ at r1c1 r2c2, which is not connected",
        ),
    ],
)
def test_what_an_id_cannot_say(puzzle: Puzzle, what: str) -> None:
    with pytest.raises(FormatError, match=f"the keen format cannot express .*{what}"):
        dumps(puzzle, "keen")


def test_a_size_that_no_board_has() -> None:
    with pytest.raises(FormatError, match="99999"):
        loads("99999:a_,a1")
    for text in ("2024:a_,notes", "2024:chess,draughts"):
        with pytest.raises(NoPuzzleError):
            loads(text)


def test_an_id_in_very_many_lines_takes_little_time() -> None:
    """Each line was joined to all before it, which took a quarter of a minute."""
    start = time.process_time()
    with pytest.raises(FormatError):
        loads("4:_a_aa_ba_5a3,\n" + "s1\n" * 600_000, "keen")
    assert time.process_time() - start < 10


def test_an_id_that_mail_has_broken() -> None:
    """Wherever it is broken, it is this puzzle or none."""
    whole = "6:_4a_3aa_b_aa_3b_ba_a_3a_a4_3a__a_,a5s4s1s1d3s1a14d2m10m6a5m15m6s2m20a11"
    expected = loads(whole)
    for at in range(3, len(whole)):
        wrapped = f"{whole[:at]}\n{whole[at:]}\n"
        try:
            assert loads_all(wrapped) == [expected]
        except FormatError:
            assert not any(char in whole[at:] for char in "_,") or whole[at:].isdecimal()
    assert loads_all(f"{whole[:30]}\n{whole[30:60]}\n{whole[60:]}\n{whole}\n") == 2 * [expected]
    for page in ("3", "\n3"):
        with pytest.raises(FormatError):
            loads_all(f"{whole}\n{page}\n")
    assert loads("2:0,\n2,0,\n0,\n") == loads("2:0,2,0,0,")


def test_a_link_to_a_puzzle_on_the_page_of_the_collection() -> None:
    """Its game offers one for each puzzle; it was in no known format."""
    page = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/"
    text = "3:a_3aba_,m3a5s1s1"
    assert loads_all(f"{page}keen.html#{text}\n{text}\n") == 2 * loads_all(text)
    assert loads(f"{page}solo.html#2x2:c3a2d4a4c") == loads("2x2:c3a2d4a4c")
    with pytest.raises(FormatError, match="a random seed"):
        loads(f"{page}keen.html#6dn#123")
    with pytest.raises(FormatError, match="'q' among the clues") as caught:
        loads(f"{page}keen.html#3:a_3aba_,q3")
    assert caught.value.column == len(page) + 21
