"""``kenken-cp candidates``: what is left to each cell, drawn, bare and as JSON."""

from __future__ import annotations

import json

from cli.calls import EASY, KEEN, NONE, THREE, answer, complaint
from corpus import PUZZLES

from kenken_cp import candidates, load, true_candidates

LATIN5 = str(PUZZLES / "latin/latin-5.kk")
BOARD = "3... .... .... ...."


def test_drawn():
    assert answer("candidates", EASY, BOARD, "--level", "easy") == (
        """\
┏━━━┯━━━━━━━┯━━━┓
┃1− │3−     │2÷ ┃
┃   │    1  │  2┃
┃3  │  4    │   ┃
┃   ├───────┤   ┃
┃   │12×    │   ┃
┃  2│1      │   ┃
┃   │    3  │  4┃
┠───┴───┐   ├───┨
┃3+     │   │4+ ┃
┃1     2│   │   ┃
┃       │  4│3  ┃
┠───────┴───┤   ┃
┃24×        │   ┃
┃          2│1  ┃
┃  4 3      │   ┃
┗━━━━━━━━━━━┷━━━┛
"""
    )


def test_boxes_without_cages():
    sudoku = "1... .... .... ...."
    lines = answer("candidates", sudoku, "--from", "sudoku", "--by", "solutions").splitlines()
    assert lines[:3] == ["┏━━━┯━━━┳━━━┯━━━┓", "┃1  │  2┃  2│  2┃", "┃   │3 4┃3 4│3 4┃"]


def test_numbers_of_solutions(monkeypatch):
    printed = answer("candidates", THREE, "--by", "solutions")
    assert "\n3 solutions\nr1c1: 3 in 2, 5 in 1\n" in printed
    monkeypatch.setattr("kenken_cp.diagnose.candidates.MAX_SOLUTIONS", 9)
    assert "\n9+ solutions: too many" in answer("candidates", LATIN5, "--by", "solutions")


def test_bare():
    assert answer("candidates", EASY, "-q") == "3 4 1 2\n2 1 3 4\n1 2 4 3\n4 3 2 1\n"
    assert answer("candidates", THREE, "-q").splitlines()[0] == "35  235 25  1   4"


def test_json():
    puzzle = load(THREE)
    for by, table in (("logic", candidates(puzzle)), ("solutions", true_candidates(puzzle).table)):
        found = json.loads(answer("candidates", THREE, "--by", by, "--json"))
        assert found["candidates"] == [[list(cell) for cell in row] for row in table]
    assert (found["count"], found["exact"]) == (3, True)
    assert found["counts"]["r1c1"] == {"3": 2, "5": 1}


def test_no_solution():
    assert answer("candidates", NONE, code=1).endswith("\nThere is no solution.\n")
    assert answer("candidates", EASY, "4... .... .... ....", "--by", "solutions", "-q", code=1)
    for by in ("logic", "solutions"):
        found = answer("candidates", EASY, "11.. .... .... ....", "--by", by, code=1)
        assert found.endswith("\nThere is no solution with these entries.\n")
        assert "┃1  │" in found, "the entry is drawn"


def test_bad_input():
    assert "expected one of 1 2 3 4" in complaint("candidates", EASY, "5... .... .... ....")
    assert "the board has 3 cells" in complaint("candidates", EASY, "1..")
    assert "unknown level 'x'" in complaint("candidates", EASY, "--level", "x")
    assert "--level with --by solutions" in complaint(
        "candidates", KEEN, "--by", "solutions", "--level", "easy"
    )
    assert "expected one with a board" in complaint(
        "candidates", "-", "1..", stdin=KEEN + "\n" + KEEN
    )
    assert "timeout after" in complaint(
        "candidates", str(PUZZLES / "9x9/unreasonable.kk"), "--timeout", "1e-9", code=3
    )
