"""Boards with more columns than rows, or fewer, in every command that takes or makes puzzles."""

from __future__ import annotations

import pytest
from cli.calls import answer, complaint, events

from kenken_cp import count, loads, loads_all

PUZZLE = """\
size: 2x3

aab
cbb

a 3+
b 6*
c 3
"""
GRIDS = {((1, 2, 3), (3, 1, 2)), ((2, 1, 3), (3, 2, 1))}


@pytest.fixture
def rectangle(tmp_path):
    path = tmp_path / "rectangle.kk"
    path.write_text(PUZZLE)
    assert loads(PUZZLE).size_name == "2x3"
    return str(path)


def found(arguments):
    grids = [event["grid"] for event in events(*arguments) if event["event"] == "solution"]
    return {tuple(map(tuple, grid)) for grid in grids}


def test_every_solution(rectangle):
    for backend in ("auto", "cp-sat", "brute-force"):
        assert found(["enumerate", rectangle, "--backend", backend]) == GRIDS
    assert answer("count", rectangle) == "2\n"
    assert len(answer("enumerate", "--plain", rectangle).split("\n\n")[0].splitlines()) == 2
    assert answer("enumerate", rectangle).count("┏") == 2
    text = answer("solve", rectangle)
    assert text.count("*") == 2 * 4 + 1, "four cells differ; the last line explains the asterisk"


def test_check(rectangle):
    assert "well formed: 2x3, 3 cages, kenken rules" in answer("check", rectangle)
    (event,) = events("check", rectangle)
    assert event["size"] == "2x3"
    grid = min(GRIDS)
    text = " ".join(str(value) for row in grid for value in row)
    assert "the grid is a solution" in answer("check", rectangle, "--grid", text)
    assert "the grid is no solution" in answer("check", rectangle, "--grid", "1 1 1 1 1 1", code=1)
    assert "expected 6 (2 rows of 3)" in complaint("check", rectangle, "--grid", "1 2 3")


def test_convert(rectangle):
    text = answer("convert", rectangle, "--to", "json")
    assert '"size": [2, 3]' in text
    assert loads(answer("convert", "--to", "native", stdin=text)) == loads(PUZZLE)
    assert "2x3" in complaint("convert", rectangle, "--to", "keen")


def test_explain_hint_rate_trace(rectangle):
    assert "┏" in answer("explain", rectangle)
    assert answer("hint", rectangle, "--board", "... 3..").endswith("Look at row 1.\n")
    assert "the puzzle has more than one solution" in answer(
        "hint", rectangle, "--board", "..3 3.."
    )
    assert answer("rate", rectangle).endswith("several solutions\n")
    assert answer("trace", rectangle).endswith("\n2 solutions\n")
    assert answer("trace", rectangle, "--strategy", "backtracking").endswith("\n2 solutions\n")


def test_generate():
    (puzzle,) = loads_all(answer("generate", "--size", "3x5", "--seed", "1"))
    assert puzzle.size_name == "3x5"
    assert count(puzzle) == 1
    (tall,) = loads_all(answer("generate", "--size", "4X2", "--seed", "1"))
    assert tall.size_name == "4x2"
    assert "--size '3x'; expected rows and columns such as 6 or 4x6" in complaint(
        "generate", "--size", "3x", "--seed", "1"
    )
    assert "no main diagonals" in complaint("generate", "--size", "3x5", "--diagonals")


def test_judge_and_cross_check(rectangle):
    verdict, summary = events("judge", "kenken_cp:count", rectangle, "--answers", "count")
    assert verdict["verdict"] == "right"
    assert verdict["size"] == "2x3"
    assert summary["groups"][0]["size"] == "2x3"
    text = answer("cross-check", rectangle, "-q", "--backend", "logic", "--backend", "cp-sat")
    assert text == "2 answers: all right\n"
