"""``why``, ``explain``, ``hint``, ``rate`` and ``trace``: what people read and programs get."""

from __future__ import annotations

import re

import pytest
from cli.calls import answer, complaint, events, remark, run, said
from cli.puzzles import EASY, KEEN, NONE, THREE
from corpus import PUZZLES

from kenken_cp import Status, explain, load, loads, solve
from kenken_cp.cli import understanding
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.logic.techniques import TECHNIQUES
from kenken_cp.text import shortened

pytestmark = pytest.mark.usefixtures("unhurried")

LATIN = str(PUZZLES / "latin/latin-3.kk")
EIGHT = str(PUZZLES / "ambiguous/6x6-eight.kk")
NO_GUESS = str(PUZZLES / "9x9/sudoku-stuck.kk")
WRONG = "4:_a_aa_ba_5a3,s1s3d2m12a3a4m12"
"""CS 332 with 12* in place of 24*."""

HIDDEN = (
    '{"size": 3, "cages": [{"cells": [[0, 0], [1, 0]], "op": "?", "target": 2}, '
    '{"cells": [[0, 1], [1, 1]], "op": "?", "target": 2}, {"cells": [[0, 2]], "op": "=", '
    '"target": 3}, {"cells": [[1, 2], [2, 2]], "op": "?", "target": 3}, '
    '{"cells": [[2, 0], [2, 1]], "op": "?", "target": 6}]}'
)
"""Two solutions, and hidden operators."""


class TestWhy:
    def test_the_only_suspect_and_the_reason(self):
        text = answer("why", WRONG, code=1)
        assert text.startswith("No solution.\n\nOne clue may be wrong")
        assert " at r4c1 r4c2 r4c3: is it 24" in text
        assert "2 clues and 2 houses contradict each other." in text
        assert re.search(r"^r4 ┃", text, re.M), "rows are named in the margin"
        assert "3−" not in text, "clues of other cages are not drawn"

    def test_one_solution(self):
        assert said("why", EASY) == ("One solution: nothing is wrong.\n", "")
        minimal = answer("why", EASY, "--minimal")
        assert "3 of 7 clues can be left out together, and then no others:" in minimal

    def test_quiet(self):
        text = answer("why", "-q", WRONG, EASY, HIDDEN, code=1).replace("×", "*")
        assert text.splitlines() == [
            f"{WRONG}: no solution: 12* at r4c1 r4c2 r4c3 becomes 24*",
            f"{EASY}: one solution",
            f"{shortened(HIDDEN, 200)}: several solutions: r1c1 = 1",
        ]

    def test_json(self):
        (found,) = events("why", WRONG, code=1)
        cage = {"clue": "12*", "cells": ["r4c1", "r4c2", "r4c3"]}
        assert (found["solutions"], found["status"]) == ("none", "exhausted")
        assert found["suspects"] == [cage]
        clues = [repair["becomes"] for repair in found["repairs"] if repair["cages"] == [cage]]
        assert clues == [[{**cage, "clue": "24*"}], [{**cage, "clue": "9+"}]]
        assert cage in found["core"]["cages"]
        assert found["core"]["houses"] == ["row 4", "column 4"]
        (found,) = events("why", HIDDEN, code=1)
        assert list(found["differs"]) == ["r1c1", "r1c2", "r2c1", "r2c2", "r3c1", "r3c2"]
        assert found["differs"]["r1c1"] == [1, 2]
        assert (found["givens"], found["fewest_givens"]) == ({"r1c1": 1}, True)

    def test_a_limit_is_exit_code_3(self):
        hard = str(PUZZLES / "9x9/hard.kk")
        text, words = said("why", hard, "-q", "--timeout", "1e-6", code=3)
        assert text == "not known\n"
        assert words.endswith(": timeout; there may be more to find out\n")

    def test_other_rules_under_which_it_has_one_solution(self):
        bent = "aab\nacb\ndcc\n\na 1\nb 3\nc 6\nd 2\n"
        (found,) = events("why", "-", stdin=bent, code=1)
        assert found["unique_under"] == ["calcudoku"]
        sentence = "\n\nUnder calcudoku rules it has one solution; kenken rules are assumed.\n"
        assert answer("why", "-", stdin=bent, code=1).endswith(sentence)
        (found,) = events("why", EASY)
        assert (found["unique_under"], found["suspects"], found["core"]) == ([], [], None)

    @pytest.mark.parametrize("arguments", [("-q",), ("-o", "x.html"), ("--repair",), ()])
    def test_ctrl_c_ends_it(self, arguments, tmp_path, monkeypatch):
        fill = understanding.fill

        def interrupted(found, **limits):
            fill(found, **limits)
            found.status = Status.INTERRUPTED

        monkeypatch.setattr(understanding, "fill", interrupted)
        done = run("why", KEEN, KEEN, *arguments, folder=tmp_path)
        assert done.returncode == 130
        assert "interrupted" in (done.stdout + done.stderr).decode()


class TestRepair:
    def test_a_clue(self):
        text, words = said("why", "--repair", "--to", "keen", WRONG, code=1)
        assert text == "4:_a_aa_ba_5a3,s1s3d2m12a3a4m24\n"
        assert words.startswith("no solution: 12")
        assert remark("why", "-q", "--repair", WRONG, code=1) == ""

    @pytest.mark.parametrize("puzzle", [EIGHT, THREE, HIDDEN, WRONG])
    def test_one_solution_is_left(self, puzzle):
        mended = loads(answer("why", "-q", "--repair", puzzle, code=1))
        assert solve(mended).unique
        assert mended.expected in (None, 1)


class TestExplain:
    def test_the_way_and_then_the_grid(self):
        text = answer("explain", KEEN)
        assert text.startswith("cage values    3× at r1c1 r1c2 r2c2 needs 1, 1 and 3.\n   ")
        assert text.endswith("┃ 3 │ 2   1 ┃\n┗━━━┷━━━━━━━┛\n")
        first, *others = answer("explain", "-q", KEEN).splitlines()
        assert first[2:] == " at r1c1 r1c2 r2c2 needs 1, 1 and 3."
        assert not any("┃" in line for line in others)

    @pytest.mark.parametrize("name", ["9x9/hard.kk", "9x9/sudoku-stuck.kk", "9x9/killer.kk"])
    def test_it_fits_a_terminal_of_80_columns(self, name):
        for call in (["explain", str(PUZZLES / name)], ["why", WRONG]):
            done = run(*call, terminal=True, env={"NO_COLOR": "1"})
            assert max(map(len, done.stdout.decode().splitlines())) <= 80

    def test_several_solutions_and_none(self):
        text = answer("explain", THREE)
        assert "No technique places another value; the puzzle has more than one solution.\n" in text
        start = "Nothing is left that makes 3+ at r3c1 r4c1: the puzzle has no solution.\n"
        assert answer("explain", NONE, code=1).startswith(start)
        assert answer("explain", NONE, "-q", code=1) == start
        assert f"\n\n{NONE}: " in answer("explain", THREE, NONE, code=1)

    def test_boards(self):
        steps = answer("explain", EASY, "--boards").split("\n\n")
        assert len(steps) == len(explain(load(EASY)).steps) + 1
        assert "r1 ┃3 4│x 4 x 4│3 4┃\n" in steps[1]
        assert "r1 ┃3 4│  4   4│x 4┃\n" in steps[2]
        headings = [step.partition("\n")[0] for step in steps]
        assert headings[0].startswith("Start: ")
        assert headings[1].startswith("cage values: ")
        bare = answer("explain", EASY, "--boards", "-q")
        assert bare.split("\n\n")[1] == steps[1].partition("\n")[2]


class TestHint:
    BOARD = "3 4 1 2\n2 1 3 4\n1 2 4 3\n4 3 2 .\n"

    def test_where_to_look_and_no_value(self):
        first, second = answer("hint", "-q", EASY).replace("×", "*").splitlines()
        assert (first, second) == ("Look at 24* at r4c1 r4c2 r4c3.", "Look at row 4.")
        lines = answer("hint", EASY).splitlines()
        assert [line.split("  ")[0] for line in lines] == ["cage values", "hidden single"]
        revealed = answer("hint", "-q", "--reveal", EASY).replace("×", "*").splitlines()
        assert revealed == [
            "24* at r4c1 r4c2 r4c3 needs 2, 3 and 4.",
            "In row 4 only r4c4 can be 1.",
        ]

    @pytest.mark.parametrize(
        "board", [BOARD, "341221341243432.", "3412213412434320", "3412|2134|1243|432_"]
    )
    def test_ways_to_write_a_board(self, board, tmp_path):
        file = tmp_path / "board.txt"
        file.write_text(board)
        for given in (board, "-", str(file)):
            text = answer("hint", "-q", "--reveal", EASY, "--board", given, stdin=board)
            assert text == "r4c4 can only be 1.\n"

    def test_wrong_entries(self):
        board = ("hint", EASY, "--board", "3... .2.. .... ....")
        assert answer(*board, code=1) == "Wrong: r2c2 = 2.\n"
        board = ("hint", LATIN, "--board", "1.. 1.. ..2")
        assert answer(*board, code=1) == "No solution has all of r1c1 = 1, r2c1 = 1.\n"
        (event,) = events(*board, code=1)
        assert (event["found"], event["together"]) == ("wrong", True)
        assert event["wrong"] == {"r1c1": 1, "r2c1": 1}

    def test_ends(self):
        stuck = ("hint", LATIN, "--board", "1........")
        assert "Try the 2 candidates of r1c2." in answer(*stuck)
        solved = ("hint", LATIN, "--board", "123 231 312")
        found = [events(*stuck), events(*solved), events("hint", NONE, code=1)]
        assert [event["found"] for (event,) in found] == ["stuck", "solved", "none"]


class TestRate:
    def test_one_line_each(self):
        hard = str(PUZZLES / "9x9/hard.kk")
        text, words = said("rate", EASY, hard, KEEN)
        lines = [line.split(": ") for line in text.splitlines()]
        assert [line[:2] for line in lines] == [[EASY, "easy"], [hard, "hard"], [KEEN, "easy"]]
        assert all(line[2] in TECHNIQUES.names() for line in lines)
        assert words == ""
        assert said("rate", "-q", KEEN) == ("easy\n", "")
        assert remark("rate", KEEN) == ""

    def test_no_solution_or_several(self):
        text, words = said("rate", THREE, NONE, code=1)
        assert text == f"{THREE}: several solutions\n{NONE}: no solution\n"
        assert words == ""
        event, _ = events("rate", THREE, NONE, code=1)
        assert (event["level"], event["solved"]) == (None, False)


@pytest.mark.parametrize("command", ["explain", "hint", "rate"])
def test_a_timeout(command):
    hard = str(PUZZLES / "9x9/hard.kk")
    assert "timeout after" in complaint(command, "--timeout", "0.000001", hard, code=3)
    (event,) = events(command, "--timeout", "0.000001", hard, code=3)
    assert (event["event"], event["puzzle"], event["exit"]) == ("error", hard, 3)


class TestTrace:
    @pytest.mark.parametrize("strategy", [known.name for known in STRATEGIES])
    def test_every_strategy(self, strategy):
        text, words = said("trace", EASY, "--strategy", strategy)
        assert text.count("\n") > 10
        assert words.strip(".\n") == "1 solution"
        assert answer("trace", EASY, "--strategy", strategy, "-q") == text

    def test_every_solution_or_as_many_as_wanted(self):
        assert remark("trace", THREE).strip(".\n") == "3 solutions"
        text, words = said("trace", THREE, "--limit", "2", "--style", "steps")
        assert "solution 2\n" in text
        assert "2 solutions found (stopped at the limit; there may be more)" in words

    def test_some_boards_only(self):
        call = ("trace", EASY, "--strategy", "best-first", "--open-cells", "10,15-16")
        lines = answer(*call).splitlines()
        counts = [line.split()[-1] for line in lines if "Open cells" in line]
        assert counts[:4] == ["16", "15", "10", "15"]
        assert set(counts) == {"10", "15", "16"}
        found = events("trace", EASY, "--open-cells", "3", "--limit", "1")
        assert [each["open_cells"] for each in found if "open_cells" in each] == [3, 3]

    def test_how_it_ended(self):
        assert answer("trace", NONE, code=1).endswith(" Dead end\n\n")
        call = ("trace", NO_GUESS, "--strategy", "patterns")
        text, words = said(*call, code=3)
        assert "Could not solve" in text
        assert words == "no solution found (stuck; there may be some)\n"
        assert events(*call, code=3)[-1]["status"] == "stuck"
        words = remark("trace", EASY, "--limit", "1")
        assert words == "1 solution found (stopped at the limit; there may be more)\n"

    def test_json(self):
        found = events("trace", EASY, "--strategy", "best-first")
        assert {(each["puzzle"], each["backend"]) for each in found} == {(EASY, "logic")}
        expanded = next(each for each in found if each.get("kind") == "expanded")
        assert (expanded["cell"], expanded["values"]) == ("r1c2", [1, 4])
        assert (found[-1]["status"], found[-1]["strategy"]) == ("exhausted", "best-first")


class TestPages:
    """``-o FILE.html``: what is in a page, tests/render/test_page.py says."""

    @pytest.mark.parametrize(
        "call", [["explain"], ["hint"], ["hint", "--reveal"], ["why"], ["show", "--play"]]
    )
    def test_a_page_in_place_of_sentences(self, call, tmp_path):
        path = tmp_path / "page.html"
        assert said(*call, EASY, "-o", str(path)) == ("", "")
        assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
        assert [one.name for one in tmp_path.iterdir()] == [path.name]

    def test_nothing_is_written_where_nothing_is_explained(self, tmp_path):
        path = tmp_path / "page.html"
        path.write_text("kept")
        complaint("explain", "nonsense", "-o", str(path))
        complaint("hint", "--timeout", "0.000001", EASY, "-o", str(path), code=3)
        assert path.read_text() == "kept"
        assert [one.name for one in tmp_path.iterdir()] == [path.name]

    def test_a_game_without_a_title_has_the_name_of_its_puzzle(self, tmp_path):
        path = tmp_path / "page.html"
        for puzzles, expected in (
            ([KEEN, EASY], ["2 puzzles", KEEN, load(EASY).title]),
            ([KEEN], [loads(KEEN).name]),
        ):
            answer("show", "--play", *puzzles, "-o", str(path))
            assert re.findall("<h[12]>([^<]*)<", path.read_text(encoding="utf-8")) == expected

    def test_only_one_solution_can_be_played(self, tmp_path):
        path = tmp_path / "page.html"
        words = remark("show", "--play", EASY, THREE, NONE, "-o", str(path), code=1)
        assert "several solutions; expected one, for --play" in words
        assert "no solution; expected one, for --play" in words
        assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
