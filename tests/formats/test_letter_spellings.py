"""The spellings in which grids of letters are written, each for the programs that read it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cli.calls import answer, complaint
from formats.test_round_trip import OF_MANY, covered, with_free_cells
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from kenken_cp.errors import FormatError, UnknownNameError
from kenken_cp.formats import FORMATS, detect, dumps, dumps_all, loads, loads_all
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN
from kenken_cp.model.rules import has_same_meaning

NAMES = [f"letters:{spelling}" for spelling in FORMATS.named("letters").spellings]
PUZZLE = Puzzle(
    3,
    [
        Cage([(0, 0), (0, 1)], "+", 3),
        Cage([(0, 2), (1, 2)], "/", 2),
        Cage([(1, 0), (2, 0), (2, 1)], "*", 12),
        Cage([(1, 1)], "=", 3),
        Cage([(2, 2)], "=", 3),
    ],
)
WRITTEN = {
    "letters": "3\nAAB\nCDB\nCCE\nA + 3\nB / 2\nC * 12\nD = 3\nE = 3\n",
    "letters:listed": "3\nAAB\nCDB\nCCE\nA + 3\nB / 2\nC * 12\nD = 3\nE = 3\n",
    "letters:targets": "3\nAAB\nCDB\nCCE\n3+\n2/\n12*\n3\n3\n",
    "letters:assigned": "a=3+ b=2/ c=12x d=3 e=3\na a b\nc d b\nc c e\n",
    "letters:start": "0=3 +\n1=2 /\n2=12 *\n3=3\n4=3\nSTART\n0 0 1\n2 3 1\n2 2 4\n",
    "letters:cells": "A+3\tA\tB/2\nC*12\t3\tB\nC\tC\t3\n",
}


def puzzles(name: str) -> st.SearchStrategy[Puzzle]:
    """Those that a spelling holds: free cells are in some, and larger cages in each."""
    found = with_free_cells(KENKEN) if name in NAMES[:2] else covered()
    return found.filter(
        lambda puzzle: puzzle.rows > 1 and any(len(cage.cells) > 1 for cage in puzzle.cages)
    )


@pytest.mark.parametrize("name", WRITTEN)
def test_each_spelling(name: str) -> None:
    assert dumps(PUZZLE, name) == WRITTEN[name]
    again = loads(WRITTEN[name])
    assert replace(again, rules=KENKEN) == PUZZLE


@pytest.mark.parametrize("name", NAMES)
@examples(60)
@given(data=st.data())
def test_it_is_read_back(name: str, data: st.DataObject) -> None:
    puzzle = data.draw(puzzles(name))
    same = [rules for rules in OF_MANY if has_same_meaning(puzzle, rules)]
    text = dumps(replace(puzzle, rules=data.draw(st.sampled_from(same))), name)
    assert detect(text).name == "letters"
    again = loads(text)
    assert replace(again, rules=puzzle.rules) == puzzle
    assert has_same_meaning(puzzle, again.rules)


@pytest.mark.parametrize("name", NAMES)
@examples(20)
@given(data=st.data())
def test_several_in_one_text(name: str, data: st.DataObject) -> None:
    several = data.draw(st.lists(puzzles(name), min_size=2, max_size=3))
    found = loads_all(dumps_all(several, name))
    assert [replace(puzzle, rules=KENKEN) for puzzle in found] == several


@pytest.mark.parametrize("name", NAMES)
def test_rules_that_the_clues_show(name: str) -> None:
    """A difference of three cells has a meaning under these rules only."""
    columns = [Cage([(row, column) for row in range(3)], "-", 0) for column in range(3)]
    puzzle = Puzzle(3, columns, rules=CALCUDOKU)
    assert loads(dumps(puzzle, name)) == puzzle


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"cages": (Cage([(0, 0), (0, 1)], None, 3), *PUZZLE.cages[1:])}, "hidden|kenken rules"),
        ({"values": (0, 1, 2)}, "values"),
        ({"rules": "killer", "cages": (Cage([(0, 0), (0, 1)], "+", 3),)}, "killer rules|cells in"),
        ({"cages": ()}, "a board without cages"),
        ({"houses": (((0, 0), (1, 1)),)}, "the house"),
        ({"cages": (Cage([(0, 0), (0, 1)], "mod", 1), *PUZZLE.cages[1:])}, "the operator 'modulo'"),
    ],
)
def test_what_no_spelling_holds(name: str, changed: dict[str, object], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        dumps(replace(PUZZLE, **changed), name)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["letters:assigned", "letters:start", "letters:cells"])
def test_free_cells_are_refused(name: str) -> None:
    with pytest.raises(FormatError, match="cells in no cage"):
        dumps(replace(PUZZLE, cages=PUZZLE.cages[1:]), name)


def test_names_that_are_not_known() -> None:
    listed = "known: listed, targets, assigned, start, cells"
    with pytest.raises(
        UnknownNameError, match=f"unknown spelling of the format letters 'x'; {listed}"
    ):
        dumps(PUZZLE, "letters:x")
    with pytest.raises(UnknownNameError, match="unknown format 'native:start'"):
        dumps(PUZZLE, "native:start")
    with pytest.raises(UnknownNameError, match="unknown format 'no'"):
        dumps(PUZZLE, "no:start")


def test_the_command_line_takes_them() -> None:
    native = dumps(PUZZLE)
    for name, text in WRITTEN.items():
        assert answer("convert", "--to", name, stdin=native.encode()) == text
    assert "letters:start" in answer("formats", "letters")
    assert "spelling of the format letters 'x'" in complaint("convert", "-", "--to", "letters:x")
    assert "spelling of the format letters 'x'" in complaint(
        "judge", "true", "--puzzle-format", "letters:x"
    )
    made = answer("generate", "--size", "3", "--seed", "1", "--to", "letters:start")
    assert "START" in made


def test_judge_gives_a_solver_the_spelling(tmp_path) -> None:
    """A program that only looks for the word that begins the grid."""
    puzzle = tmp_path / "puzzle.kk"
    puzzle.write_text(dumps(PUZZLE))
    solver = "sh -c 'grep -q START && printf \"1 2 3\\n2 3 1\\n3 1 2\\n\"'"
    said = answer("judge", solver, str(puzzle), "--puzzle-format", "letters:start", "--no-shrink",
                  code=1)  # fmt: skip
    assert "0=3 +" in said
    assert "START" in said
