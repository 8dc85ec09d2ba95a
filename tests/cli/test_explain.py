"""The commands that explain, give hints and rate, as their users meet them."""

from __future__ import annotations

import re

import pytest
from cli.calls import EASY, KEEN, NONE, THREE, answer, complaint, events, run
from corpus import PUZZLES

from kenken_cp import explain, load

LATIN = str(PUZZLES / "latin/latin-3.kk")


class TestExplain:
    def test_tells_the_way_and_ends_with_the_grid(self):
        text = answer("explain", KEEN)
        assert text.startswith("cage values          3× at r1c1 r1c2 ")
        assert text.endswith("┃ 3 │ 2   1 ┃\n┗━━━┷━━━━━━━┛\n")

    @pytest.mark.parametrize("name", ["9x9/hard.kk", "9x9/sudoku-stuck.kk", "9x9/killer.kk"])
    def test_fits_80_columns(self, name):
        text = answer("explain", str(PUZZLES / name))
        assert max(map(len, text.splitlines())) <= 80
        assert all(line[:20].strip() == line[:20].rstrip() for line in text.splitlines())

    def test_several_solutions(self):
        text = answer("explain", THREE)
        assert "Nothing more can be deduced: the puzzle has more than one solution.\n" in text

    def test_no_solution(self):
        assert answer("explain", NONE, code=1).startswith(
            "Nothing is left that makes 3+ at r3c1 r4c1: the puzzle has no solution.\n"
        )

    def test_boards(self):
        text = answer("explain", EASY, "--boards")
        steps = text.split("\n\n")
        assert len(steps) == len(explain(load(EASY)).steps) + 1
        assert steps[1].startswith("cage values          3− at r1c2 r1c3 needs 1 and 4.\n    c1 ")
        assert "r1 ┃3 4│x 4 x 4│3 4┃\n" in steps[1]
        assert "r1 ┃3 4│  4   4│x 4┃\n" in steps[2]
        assert answer("explain", NONE, "--boards", code=1).count("1  *│") == 2
        assert answer("explain", "-q", EASY, "--boards") == answer("explain", "-q", EASY)

    def test_quiet_is_a_sentence_a_line(self):
        text = answer("explain", "-q", KEEN)
        assert text.startswith("3* at r1c1 r1c2 r2c2 needs two 1s and 3.\n5+ at ")
        assert text.splitlines()[-1].startswith("r2c3 can only be 3, ")
        both = answer("explain", "--quiet", KEEN, NONE, code=1)
        assert both.splitlines()[0] == f"{KEEN}: {text.splitlines()[0]}"
        assert both.endswith(f"{NONE}: {answer('explain', '-q', NONE, code=1)}")

    def test_json(self):
        *steps, end = events("explain", EASY)
        assert steps[0] == {
            "event": "step",
            "puzzle": EASY,
            "technique": "cage values",
            "text": "3- at r1c2 r1c3 needs 1 and 4.",
            "places": {},
            "eliminates": {"r1c2": [2, 3], "r1c3": [2, 3]},
            "cells": ["r1c2", "r1c3"],
            "values": [],
            "houses": [],
            "cages": [{"clue": "3-", "cells": ["r1c2", "r1c3"]}],
            "total": None,
        }
        assert end["event"] == "explanation"
        assert (end["unique"], end["guesses"]) == (True, 0)
        assert end["board"] == [[3, 4, 1, 2], [2, 1, 3, 4], [1, 2, 4, 3], [4, 3, 2, 1]]

    def test_timeout(self):
        hard = str(PUZZLES / "9x9/hard.kk")
        assert "timeout after" in complaint("explain", "--timeout", "0.000001", hard, code=3)


class TestHint:
    def test_says_where_to_look_and_no_value(self):
        assert answer("hint", EASY) == (
            "cage values          Look at 24* at r4c1 r4c2 r4c3.\n"
            "hidden single        Look at row 4.\n"
        )

    def test_quiet_is_a_sentence_a_line(self):
        lines = ["Look at 24* at r4c1 r4c2 r4c3.", "Look at row 4."]
        assert answer("hint", "-q", EASY).splitlines() == lines
        text = answer("hint", "-q", "--reveal", EASY, NONE, LATIN, code=1)
        assert text.splitlines() == [
            f"{EASY}: 24* at r4c1 r4c2 r4c3 needs 2, 3 and 4.",
            f"{EASY}: In row 4 only r4c4 can be 1.",
            f"{NONE}: The puzzle has no solution.",
            f"{LATIN}: Nothing more can be deduced: the puzzle has more than one solution. "
            "Try the 3 candidates of r1c1. They are 1, 2, 3.",
        ]

    def test_reveal(self):
        assert answer("hint", "--reveal", EASY) == (
            "cage values          24* at r4c1 r4c2 r4c3 needs 2, 3 and 4.\n"
            "hidden single        In row 4 only r4c4 can be 1.\n"
        )

    @pytest.mark.parametrize(
        "board",
        [
            "3 4 1 2  2 1 3 4  1 2 4 3  4 3 2 .",
            "341221341243432.",
            "3412213412434320",
            "3412|2134|1243|432_",
        ],
    )
    def test_ways_to_write_a_board(self, board):
        text = answer("hint", "--reveal", EASY, "--board", board)
        assert text == "naked single         r4c4 can only be 1.\n"

    def test_a_board_from_standard_input_or_a_file(self, tmp_path):
        path = tmp_path / "board.txt"
        path.write_text("3 4 1 2\n2 1 3 4\n1 2 4 3\n4 3 2 .\n")
        assert answer("hint", EASY, "--board", "-", stdin=path.read_text()) == (
            "naked single         Look at r4c4.\n"
        )
        assert answer("hint", EASY, "--board", str(path)) == "naked single         Look at r4c4.\n"

    def test_wrong_entries(self):
        assert (
            answer("hint", EASY, "--board", "3... .2.. .... ....", code=1) == "Wrong: r2c2 = 2.\n"
        )
        assert answer("hint", LATIN, "--board", "1.. 1.. ..2", code=1) == (
            "No solution has all of r1c1 = 1, r2c1 = 1.\n"
        )
        (event,) = events("hint", LATIN, "--board", "1.. 1.. ..2", code=1)
        assert event == {
            "event": "hint",
            "puzzle": LATIN,
            "found": "wrong",
            "wrong": {"r1c1": 1, "r2c1": 1},
            "together": True,
        }

    def test_a_solved_board(self):
        assert answer("hint", LATIN, "--board", "123 231 312") == "The board is solved.\n"

    def test_a_last_row_that_is_not_the_suffix_of_a_file(self):
        for board in ("123 / 231 / .12", "123 / 231 / . 12"):
            assert answer("hint", LATIN, "--board", board).endswith("Look at r3c1.\n")

    def test_no_solution(self):
        assert answer("hint", NONE, code=1) == "The puzzle has no solution.\n"

    def test_where_one_must_choose(self):
        assert answer("hint", LATIN, "--board", "1........") == (
            "Nothing more can be deduced: the puzzle has more than one solution. Try the 2\n"
            "candidates of r1c2.\n"
        )

    def test_json(self):
        (event,) = events("hint", EASY)
        assert event == {
            "event": "hint",
            "puzzle": EASY,
            "found": "next",
            "steps": [
                {"technique": "cage values", "look_at": "24* at r4c1 r4c2 r4c3"},
                {"technique": "hidden single", "look_at": "row 4"},
            ],
        }

    @pytest.mark.parametrize(
        ("board", "message"),
        [
            ("1 2 3", "the board has 3 cells; expected 16 (4 rows of 4), with . for open ones"),
            ("34122134124343212", "the board has 17 cells; expected 16"),
            ("9" + "." * 15, "r1c1 of the board is 9; expected one of 1 2 3 4"),
        ],
    )
    def test_bad_boards(self, board, message):
        assert message in complaint("hint", EASY, "--board", board)


class TestRate:
    def test_one_line_each_and_totals(self):
        text = answer("rate", EASY, str(PUZZLES / "9x9/hard.kk"), KEEN)
        *lines, totals = text.splitlines()
        width = max(len(name) for name in (EASY, KEEN, str(PUZZLES / "9x9/hard.kk")))
        assert [line[width:].split()[0] for line in lines] == ["easy", "hard", "easy"]
        assert {line[: width + 2].rstrip() for line in lines} >= {EASY, KEEN}
        assert totals == "3 puzzles: 2 easy, 1 hard; 0 guesses"

    def test_quiet_is_the_level(self):
        assert answer("rate", "-q", KEEN) == "easy\n"
        text = answer("rate", "-q", KEEN, THREE, NONE, code=1)
        assert text.splitlines() == [
            f"{KEEN}: easy",
            f"{THREE}: several solutions",
            f"{NONE}: no solution",
        ]

    def test_a_single_puzzle_has_no_totals(self):
        assert answer("rate", KEEN, stdin="").splitlines()[0].startswith(f"{KEEN}  easy ")
        assert len(answer("rate", "-", stdin=KEEN).splitlines()) == 1

    def test_json(self):
        (event,) = events("rate", EASY)
        assert event == {
            "event": "rating",
            "puzzle": EASY,
            "level": "easy",
            "hardest": "cage values",
            "guesses": 0,
            "techniques": {"naked single": 12, "hidden single": 4, "cage values": 7},
            "solved": True,
        }

    def test_no_solution_or_several(self):
        text = answer("rate", THREE, NONE, code=1)
        assert text.splitlines()[0].endswith("several solutions")
        assert text.splitlines()[1].endswith("no solution")
        assert "2 without exactly one solution" in text
        event, _ = events("rate", THREE, NONE, code=1)
        assert (event["level"], event["solved"]) == (None, False)

    def test_timeout(self):
        assert "timeout after" in complaint("rate", "--timeout", "0.000001", EASY, code=3)


class TestPages:
    """``--html``: what is in a page, tests/render/test_page.py says."""

    def test_a_page_in_place_of_sentences(self, tmp_path):
        for command in (["explain"], ["hint"], ["hint", "--reveal"]):
            path = tmp_path / "page.html"
            assert answer(*command, EASY, "--html", str(path)) == ""
            assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
            assert [one.name for one in tmp_path.iterdir()] == [path.name]
            path.unlink()

    def test_several_puzzles_stand_under_their_names(self, tmp_path):
        path = tmp_path / "page.html"
        done = run("explain", EASY, "nonsense", NONE, "--html", str(path))
        assert (done.returncode, done.stdout) == (2, b"")
        text = path.read_text(encoding="utf-8")
        assert re.findall("<h2>(.*)</h2>", text)[:2] == [
            f"{EASY}: CS 332 4x4",
            f"{NONE}: {load(NONE).title}",
        ]

    def test_events_go_with_it(self, tmp_path):
        path = tmp_path / "page.html"
        assert events("hint", EASY, "--html", str(path)) == events("hint", EASY)
        assert path.exists()

    def test_a_file_that_cannot_be_written(self, tmp_path):
        error = complaint("explain", EASY, "--html", str(tmp_path / "none" / "page.html"))
        assert "No such file or directory" in error

    def test_nothing_is_written_where_nothing_is_explained(self, tmp_path):
        path = tmp_path / "page.html"
        path.write_text("kept")
        complaint("explain", "nonsense", "--html", str(path))
        complaint("hint", "--timeout", "0.000001", EASY, "--html", str(path), code=3)
        assert path.read_text() == "kept"
        assert [one.name for one in tmp_path.iterdir()] == [path.name]
