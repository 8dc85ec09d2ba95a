"""``why``: what people read, what programs read, and what ``--repair`` writes."""

from __future__ import annotations

import json
import re

import pytest
from cli.calls import EASY, KEEN, NONE, THREE, answer, complaint, events, run
from corpus import PUZZLES

from kenken_cp import Status, loads, loads_all, solve
from kenken_cp.diagnose import diagnosis

pytestmark = pytest.mark.usefixtures("unhurried")

WRONG = "4:_a_aa_ba_5a3,s1s3d2m12a3a4m12"
"""CS 332 with 12* in place of 24*."""

HIDDEN = json.dumps(
    {
        "size": 3,
        "cages": [
            {"cells": [[0, 0], [1, 0]], "op": "?", "target": 2},
            {"cells": [[0, 1], [1, 1]], "op": "?", "target": 2},
            {"cells": [[0, 2]], "op": "=", "target": 3},
            {"cells": [[1, 2], [2, 2]], "op": "?", "target": 3},
            {"cells": [[2, 0], [2, 1]], "op": "?", "target": 6},
        ],
    }
)
"""Two solutions, and hidden operators."""

EIGHT = str(PUZZLES / "ambiguous/6x6-eight.kk")
TWO_ROWS = "aab\nccd\neef\n\na 3+\nb 2\nc 4+\nd 3\ne 5+\nf 2\n"
"""Rows that add to 5 and 7 where each is 6: no single clue explains it."""


def test_the_only_suspect_and_the_reason():
    text = answer("why", WRONG, code=1)
    assert text.startswith("No solution.\n\nOne clue may be wrong")
    assert "\n  12× at r4c1 r4c2 r4c3: is it 24× or 9+ (one solution)?\n" in text
    assert "2 clues and 2 houses contradict each other." in text
    assert "\n  2÷ at r1c4 r2c4, 12× at r4c1 r4c2 r4c3, row 4, column 4\n" in text
    assert re.search(r"^r4 ┃", text, re.M), "the row is named in the margin"
    assert not re.search(r"^r1 ┃", text, re.M)
    assert "3−" not in text, "clues of other cages are not drawn"


def test_several_clues():
    text = answer("why", "-", stdin=TWO_ROWS, code=1)
    assert "At least 3 clues have to change. The likeliest changes are first:\n" in text


def test_an_impossible_clue_alone():
    text = run("why", "-", stdin="aab\nccb\nddd\n\na 99+\nb 3+\nc 3+\nd 6+\n").stdout.decode()
    assert text.endswith("\n\nThe reason: no values make 99+ at r1c1 r1c2.\n"), "and no picture"


def test_a_sudoku_with_a_wrong_given():
    givens = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..75"
    text = answer("why", givens, code=1)
    assert "5 at r9c9: is it 9 (one solution)?" in text


def test_groups_of_cells_that_change():
    text = answer("why", EIGHT, code=1)
    assert "8 solutions, which differ in 12 cells (marked). The cells change in 3\n" in text
    assert "\n  r3c1 r3c3 r4c1 r4c3 may be 1 3 3 1 or 3 1 1 3\n" in text
    assert "3 givens leave one solution, and no fewer do:\n" in text
    assert text.count("*│") + text.count("*┃") == 12


def test_one_solution():
    assert answer("why", EASY) == "One solution: nothing is wrong.\n"
    minimal = answer("why", EASY, "--minimal")
    assert "Each of 6 of the 7 clues can be left out by itself." in minimal
    needed = answer("why", "-", "--minimal", stdin="rules: kenken\n1.\n..\n")
    assert needed.endswith("\n\nNo clue can be left out.\n")


@pytest.mark.parametrize("puzzle", [WRONG, EIGHT, HIDDEN, str(PUZZLES / "9x9/sudoku-stuck.kk")])
@pytest.mark.parametrize("env", [{}, {"PYTHONIOENCODING": "ascii"}], ids=["unicode", "ascii"])
def test_it_fits_eighty_columns(puzzle, env):
    text = run("why", "--minimal", puzzle, env=env).stdout.decode()
    assert max(map(len, text.splitlines())) <= 80
    assert text.isascii() or not env


def test_bare_answers():
    calls = [WRONG, EASY, HIDDEN]
    assert answer("why", "-q", *calls, code=1).splitlines() == [
        f"{WRONG}: no solution: 12* at r4c1 r4c2 r4c3 becomes 24*",
        f"{EASY}: one solution",
        f"{HIDDEN}: several solutions: 2- at r1c1 r2c1",
    ]


class TestRepair:
    def test_a_clue(self):
        done = run("why", "--repair", "--to", "keen", WRONG)
        assert (done.returncode, done.stdout) == (1, b"4:_a_aa_ba_5a3,s1s3d2m12a3a4m24\n")
        note = "no solution: 12* at r4c1 r4c2 r4c3 becomes 24*\n"
        assert done.stderr.decode() == note
        assert run("why", "-q", "--repair", WRONG).stderr == b""

    @pytest.mark.parametrize("puzzle", [EIGHT, THREE, HIDDEN, WRONG])
    def test_one_solution_is_left(self, puzzle):
        mended = loads(answer("why", "-q", "--repair", puzzle, code=1))
        assert solve(mended).unique
        assert mended.expected in (None, 1)

    def test_operators_are_shown_where_that_is_enough(self):
        mended = loads(answer("why", "-q", "--repair", HIDDEN, code=1))
        assert [cage.clue for cage in mended.cages] == ["2-", "2", "3", "3", "6"]

    def test_a_puzzle_with_one_solution_stays_as_it_is(self):
        mended = answer("why", "-q", "--repair", EASY)
        assert mended == answer("convert", EASY)

    def test_a_stated_number_of_solutions_is_that_of_the_mended_puzzle(self):
        assert "solutions: 0" in (PUZZLES / "impossible/9x9-givens.kk").read_text()
        text = answer("why", "-q", "--repair", str(PUZZLES / "impossible/9x9-givens.kk"), code=1)
        assert loads(text).expected is None  # several

    def test_into_a_file(self, tmp_path):
        path = tmp_path / "mended.kk"
        assert answer("why", "-q", "--repair", EIGHT, WRONG, "-o", str(path), code=1) == ""
        assert [solve(puzzle).unique for puzzle in loads_all(path.read_text())] == [True, True]

    def test_it_is_wanted_where_something_is_to_be_written(self):
        assert "expected --repair" in complaint("why", KEEN, "--to", "keen")

    def test_no_repair_in_time(self, monkeypatch):
        def nothing(found, **_):
            found.status = Status.TIMEOUT

        monkeypatch.setattr(diagnosis, "fill", nothing)
        error = run("why", "--repair", KEEN)
        assert (error.returncode, error.stdout) == (3, b"")
        assert error.stderr.decode() == f"kenken-cp: {KEEN}: not known; no repair is known\n"
        assert "Whether there is a solution is not known." in answer("why", KEEN, code=3)


class TestJson:
    def test_no_solution(self):
        (found,) = events("why", WRONG, code=1)
        cage = {"clue": "12*", "cells": ["r4c1", "r4c2", "r4c3"]}
        other = {"clue": "2/", "cells": ["r1c4", "r2c4"]}
        assert found["event"] == "diagnosis"
        assert (found["solutions"], found["status"]) == ("none", "exhausted")
        assert found["suspects"] == [{**cage, "fits": ["24*", "9+"]}]
        deduction = found["core"].pop("deduction")
        assert deduction[-1].startswith("Nothing is left that makes 2/ at r1c4 r2c4")
        assert found["core"] == {
            "cages": [other, cage],
            "houses": ["row 4", "column 4"],
            "minimal": True,
            "smallest": True,
            "reproved": True,
        }
        assert found["repairs"][0] == {
            "text": "12* at r4c1 r4c2 r4c3 becomes 24*",
            "cages": [cage],
            "becomes": [{**cage, "clue": "24*"}],
            "unique": True,
        }

    def test_several_solutions(self):
        (found,) = events("why", HIDDEN, code=1)
        assert found["solutions"] == "several"
        assert found["differs"] == ["r1c1", "r1c2", "r2c1", "r2c2", "r3c1", "r3c2"]
        assert found["alternatives"] == [
            {"cells": found["differs"], "values": [[1, 2, 3, 1, 2, 3], [2, 1, 1, 3, 3, 2]]}
        ]
        assert found["givens"] == [{"clue": "1", "cells": ["r1c1"]}]
        assert found["operators"] == [{"clue": "2-", "cells": ["r1c1", "r2c1"]}]
        assert (found["fewest_givens"], found["fewest_operators"]) == (True, True)

    def test_in_the_order_of_the_input(self):
        found = events("why", "--repair", KEEN, "nonsense", NONE, "--to", "keen", code=2)
        assert [event["event"] for event in found] == ["diagnosis", "error", "error"]
        assert found[0]["repaired"] == f"{KEEN}\n"


def test_what_is_known_when_the_time_is_over():
    text = answer(
        "why", "--timeout", "0.01", "-", stdin="rules: kenken\n" + ("." * 30 + "\n") * 30, code=3
    )
    assert text.endswith("There may be more to find out: the time is over.\n")


def test_a_page_in_place_of_sections(tmp_path):
    path = tmp_path / "page.html"
    assert answer("why", WRONG, THREE, "--html", str(path), code=1) == ""
    text = path.read_text(encoding="utf-8")
    assert text.count("<article") == 2
    assert "is it 24× or 9+ (one solution)?</li>" in text
    assert "One given leaves one solution:" in text
    assert events("why", THREE, "--html", str(path), code=1) == events("why", THREE, code=1)
    assert "exclude each other" in complaint("why", WRONG, "--repair", "--html", str(path))
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("arguments", [("-q",), ("--html", "x.html"), ("--repair",), ()])
def test_ctrl_c_is_said_where_the_answer_does_not(arguments, tmp_path, monkeypatch):
    fill = diagnosis.fill

    def interrupted(found, **limits):
        fill(found, **limits)
        found.status = Status.INTERRUPTED

    monkeypatch.setattr(diagnosis, "fill", interrupted)
    done = run("why", KEEN, KEEN, *arguments, folder=tmp_path)
    assert done.returncode == 130
    said = f"kenken-cp: {KEEN}: interrupted; there may be more to find out\n"
    assert done.stderr.decode().count(said) == bool(arguments)
    assert done.stdout.decode().count("There may be more to find out: interrupted.") == (
        not arguments
    )
