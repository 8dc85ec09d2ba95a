"""``solve``, ``enumerate``, ``count`` and ``check``: the answers that people and programs get."""

from __future__ import annotations

import re
import shlex
import signal

import pytest
from cli.calls import COMMAND, answer, events, remark, run, said
from cli.puzzles import EASY, KEEN, KEEN_SOLUTION, LATIN4, LATIN5, NONE, THREE
from corpus import PUZZLES

from kenken_cp.cli import solving
from kenken_cp.render.board import differing
from kenken_cp.search.verbs import count_solutions

DRAWN = """\
┏━━━━━━━┯━━━┓
┃3×     │5+ ┃
┃ 1   3 │ 2 ┃
┠───┐   │   ┃
┃1− │   │   ┃
┃ 2 │ 1 │ 3 ┃
┃   ├───┴───┨
┃   │1−     ┃
┃ 3 │ 2   1 ┃
┗━━━┷━━━━━━━┛
"""
HIDDEN = '{"size": 2, "cages": [{"cells": [[0, 0], [0, 1]], "op": "?", "target": 2}]}'


class TestSolve:
    def test_the_answer_alone_is_on_standard_output(self):
        assert said("solve", KEEN) == (DRAWN, "The only solution.\n")
        assert said("solve", "--plain", KEEN) == ("1 3 2\n2 1 3\n3 2 1\n", "The only solution.\n")
        assert said("solve", NONE, code=1) == ("", "No solution.\n")

    @pytest.mark.parametrize("form", [(), ("--plain",)])
    @pytest.mark.parametrize("puzzles", [(KEEN,), (THREE,), (NONE,), (KEEN, THREE)])
    def test_quiet_leaves_words_out_and_no_answer(self, form, puzzles):
        code = 1 if NONE in puzzles else 0
        quiet, nothing = said("solve", "-q", *form, *puzzles, code=code)
        assert nothing == ""
        loud = answer("solve", *form, *puzzles, code=code)
        grids = [line for line in loud.splitlines() if line and not line.startswith((KEEN, THREE))]
        assert [line for line in quiet.splitlines() if line] == grids

    def test_several_solutions_are_marked_where_they_differ(self):
        text, words = said("solve", THREE)
        assert text.count("┏") == 2
        assert re.findall(r"\d\*", text.splitlines()[2]) == ["3*", "5*"]
        assert "two of them are shown, * marks where they differ" in words
        text, words = said("solve", "--plain", THREE)
        assert "*" not in text + words

    def test_as_many_as_wanted(self):
        for limit, shown, part in (
            ("1", 1, "1 solution found"),
            ("3", 3, "3 of them"),
            ("4", 3, "All 3"),
        ):
            text, words = said("solve", THREE, "--limit", limit)
            assert (text.count("┏"), part in words) == (shown, True)

    def test_json_names_the_engine_that_answered(self):
        solution, result = events("solve", EASY)
        grid = [[3, 4, 1, 2], [2, 1, 3, 4], [1, 2, 4, 3], [4, 3, 2, 1]]
        head = {"puzzle": EASY, "backend": "cover"}
        assert solution == {"event": "solution", **head, "index": 1, "grid": grid}
        assert 0 < result.pop("seconds") < 60
        facts = {"status": "exhausted", "count": 1, "exact": True, "unique": True}
        assert result == {"event": "result", **head, **facts}

    def test_many_puzzles_in_the_order_of_the_input(self, tmp_path):
        many = tmp_path / "many.txt"
        many.write_text(f"{KEEN}\n{KEEN}\n")
        found = events("solve", EASY, str(many))
        names = [event["puzzle"] for event in found if event["event"] == "result"]
        assert names == [EASY, f"{many}#1", f"{many}#2"]
        text = answer("solve", EASY, KEEN)
        assert text.startswith(f"{EASY}: CS 332 4x4\n┏")
        assert f"\n\n{KEEN}\n┏" in text

    @pytest.mark.usefixtures("interruptible")
    def test_ctrl_c_comes_not_between_a_heading_and_its_answer(self, monkeypatch):
        def interrupted(grids):
            signal.raise_signal(signal.SIGINT)
            return differing(grids)

        monkeypatch.setattr("kenken_cp.cli.solving.differing", interrupted)
        text, words = said("solve", KEEN, THREE, code=130)
        assert text == f"{KEEN}\n{DRAWN}"
        assert words == f"{KEEN}: The only solution.\nkenken-cp: interrupted\n"

    def test_of_several_puzzles_each_sentence_says_of_which(self):
        words = remark("solve", "--plain", THREE, NONE, KEEN, code=1).splitlines()
        assert [line.split(": ")[0] for line in words] == [THREE, NONE, KEEN]

    def test_a_terminal_has_colours(self):
        """And under them what a pipe has."""
        env = {"TERM": "xterm-256color"}
        text = answer("solve", THREE, terminal=True, env=env)
        for colour in ("38;5;30", "38;5;32", "1;38;5;166"):  # clues, values, those that differ
            assert f"\x1b[{colour}m" in text
        assert re.sub(r"\x1b\[[0-9;]*m", "", text) == answer("solve", THREE)
        assert "38;5" not in answer("solve", THREE, terminal=True, env={**env, "NO_COLOR": "1"})

    def test_stats(self):
        text, words = said("solve", KEEN, "--stats", "--backend", "cp-sat")
        assert text == DRAWN
        assert f"{KEEN}: cp-sat, exhausted, seconds 0." in words
        assert "conflicts" in words
        assert events("solve", KEEN, "--stats")[-1]["statistics"]["nodes"] == 1

    def test_hidden_operators(self):
        """Those that work in a solution are said beside it."""
        solutions = events("solve", HIDDEN)[:-1]
        clues = [[cage["clue"] for cage in each["operators"]] for each in solutions]
        assert clues == [["2*", "2/"]] * 2
        assert "2 at r1c1 r1c2: * or /" in remark("solve", HIDDEN, "--stats")
        assert "r1c1" not in remark("solve", HIDDEN)


class TestPlain:
    """What it prints can be read again."""

    @pytest.mark.parametrize("name", ["4x4/cs332.kk", "9x9/hard.kk", "6x6/negative.kk"])
    def test_by_check(self, name):
        path = str(PUZZLES / name)
        grid = answer("solve", "--plain", path)
        assert "is a solution" in answer("check", path, "--board", "-", stdin=grid)
        lines = grid.splitlines()
        width = (len(lines[0]) + 1) // len(lines)
        assert {line[width - 1 :: width].strip() for line in lines} == {""}, "columns of one width"

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("command", "answers"),
        [("enumerate --plain", "all"), ("solve --plain", "one"), ("count", "count")],
    )
    def test_by_judge(self, command, answers):
        """Where standard output is empty it reads standard error: there is no solution."""
        solver = shlex.join([*COMMAND, *command.split()])
        call = ("judge", solver, THREE, KEEN, NONE, "--answers", answers, "--timeout", "60", "-q")
        assert answer(*call) == "3 puzzles: all right\n"


class TestEnumerate:
    def test_every_solution(self):
        text, words = said("enumerate", "--plain", THREE)
        assert "5 3 2 1 4\n4 2 5 3 1\n3 5 1 4 2\n2 1 4 5 3\n1 4 3 2 5\n" in text
        assert words == "3 solutions.\n"
        assert answer("enumerate", THREE).count("┏") == 3
        assert remark("enumerate", NONE, code=1).lower() == "no solution.\n"

    def test_what_was_found_but_not_printed_does_not_count(self, monkeypatch):
        print_grid = solving._say_grid

        def interrupted_at_the_second(item, grid, index, output, **more):
            if index == 2:
                raise KeyboardInterrupt
            print_grid(item, grid, index, output, **more)

        monkeypatch.setattr(solving, "_say_grid", interrupted_at_the_second)
        text, words = said("enumerate", "--plain", THREE, code=130)
        assert len(text.splitlines()) == 5
        assert words.startswith("1 solution found (interrupted after ")

    def test_a_limit_that_was_asked_for_is_no_failure(self):
        text, words = said("enumerate", "--plain", THREE, "--limit", "2")
        assert text.count("\n\n") == 1
        assert words == "2 solutions found (stopped at the limit; there may be more).\n"


class TestCount:
    def test_a_bare_number_for_one_puzzle_and_names_for_several(self):
        assert said("count", THREE) == ("3\n", "")
        assert answer("count", THREE, EASY) == f"{THREE}: 3\n{EASY}: 1\n"
        assert answer("count", NONE, code=1) == "0\n"
        assert answer("count", "-q", THREE, EASY) == answer("count", THREE, EASY)

    def test_a_count_cut_short_is_a_lower_bound(self):
        text, words = said("count", LATIN5, "--limit", "1000", code=3)
        assert text == "1000+\n"
        assert words == "1000 solutions found (stopped at the limit; there may be more)\n"
        assert said("count", LATIN5, "--limit", "1000", "-q", code=3) == ("1000+\n", "")
        (result,) = events("count", LATIN5, "--limit", "1000", code=3)
        assert (result["count"], result["exact"], result["status"]) == (1000, False, "limit")

    def test_the_engine_is_named(self):
        (result,) = events("count", LATIN5)
        assert (result["backend"], result["count"], result["exact"]) == ("frontiers", 161280, True)
        assert f"{LATIN5}: frontiers, exhausted, seconds " in remark("count", LATIN5, "--stats")

    @pytest.mark.usefixtures("interruptible")
    def test_a_second_ctrl_c_does_not_lose_the_count(self, monkeypatch):
        """It comes where the search has ended, and nothing is printed yet."""

        def interrupted_twice(puzzle, limits, *, backend, **_):
            signal.raise_signal(signal.SIGINT)
            outcome = count_solutions(puzzle, limits, backend=backend)
            signal.raise_signal(signal.SIGINT)
            return outcome

        monkeypatch.setattr("kenken_cp.cli.solving.count_in_parallel", interrupted_twice)
        done = run("count", LATIN5, "--backend", "sat")
        assert (done.returncode, done.stdout) == (130, b"0+\n")


class TestEstimate:
    def test_a_small_one_is_counted(self):
        assert answer("count", "--estimate", LATIN4).startswith("576 (counted exactly")
        (event,) = events("count", "--estimate", LATIN4)
        assert (event["low"], event["estimate"], event["high"]) == (576, 576, 576)
        assert (event["exact"], event["probes"]) == (True, 0)

    @pytest.mark.slow
    def test_a_large_one_is_labelled(self):
        text = answer("count", "--estimate", LATIN5)
        assert re.match(r"about 1\d\d[,\d]+ \(an estimate from \d+ probes; 95% sure: ", text)
        (event,) = events("count", "--estimate", LATIN5)
        assert event["low"] < event["estimate"] < event["high"]
        assert (event["exact"], event["backend"], "count" in event) == (False, None, False)


class TestCheck:
    def test_a_stated_count_is_counted(self, tmp_path):
        assert answer("check", THREE).endswith("  3 solutions, as stated\n")
        wrong = tmp_path / "wrong.kk"
        wrong.write_text((PUZZLES / "ambiguous/5x5-three.kk").read_text().replace(": 3", ": 2"))
        assert "states 2 solutions, but has 3+ solutions" in answer("check", str(wrong), code=1)
        (event,) = events("check", THREE)
        assert (event["backend"], event["count"]) == ("cover", 3)
        assert event["expected"] == {"count": 3, "exact": True}

    def test_a_count_that_takes_too_long_is_no_answer(self):
        text = answer("check", LATIN5, "--timeout", "0.001", code=3)
        assert re.search(r"  states 161280 solutions; .* found \(timeout after ", text)

    def test_no_solution_is_said_whatever_is_stated(self):
        board = "size: 2\nab\ncc\n\na 1\nb 1\nc 3+\n"
        text, words = said("check", "-", stdin=board, code=1)
        assert text == "-: 2x2, 3 cages, kenken rules\n  no solution\n"
        assert "kenken-cp why" in words
        (event,) = events("check", "-", stdin=board, code=1)
        assert (event["status"], event["count"], event["exact"]) == ("exhausted", 0, True)
        assert "expected" not in event
        text, words = said("check", "-", stdin=board.replace("b 1", "b 2"))
        assert "solution" not in words
        assert "  it has a solution\n" in text

    def test_what_is_odd(self, tmp_path):
        puzzle = tmp_path / "p.kk"
        puzzle.write_text("a.b\n..a\n2b.\n\na 9+\nb 3-\n")
        text, words = said("check", str(puzzle), code=1)
        assert text.endswith("  no solution\n")
        assert "warning: no values make 9+ at r1c1 r2c3, so there is no solution" in words
        assert words.count("warning: ") == 3
        assert "and 1 more warning\n" in words
        (event,) = events("check", str(puzzle), code=1)
        assert [cage["clue"] for cage in event["impossible"]] == ["9+", "3-"]
        assert len(event["warnings"]) >= 3
        for free, warnings in (("aa\nb.\n\na 3+\nb 2\n", 0), ("# 2\n+ 3 A1 B1\n", 1)):
            words, (event,) = remark("check", stdin=free), events("check", stdin=free)
            assert words.count("no cage") == len(event["warnings"]) == warnings

    def test_quiet_is_the_verdict(self):
        one = "3 solutions, as stated\n"
        assert answer("check", "-q", THREE) == one
        assert answer("check", "-q", THREE, THREE) == f"{THREE}: {one}" * 2

    def test_a_board_that_is_a_solution(self, tmp_path):
        file, ruled = (
            tmp_path / "board.txt",
            "1 | 3 | 2\n--+---+--\n2 | 1 | 3\n--+---+--\n3 | 2 | 1\n",
        )
        file.write_text(ruled)
        for board in ("-", str(file), KEEN_SOLUTION, "132213321", "[[1,3,2],[2,1,3],[3,2,1]]"):
            text = answer("check", KEEN, "--board", board, stdin=ruled)
            assert text.endswith("  the board is a solution\n")

    def test_several_boards(self):
        grids = answer("enumerate", THREE, "--plain", "-q")
        assert "3 of 3 boards are solutions" in answer("check", THREE, "--board", "-", stdin=grids)
        wrong = answer("check", KEEN, "--board", "132213321\n112213321", code=1)
        assert "  1 of 2 boards are solutions\n    board 2: row 1 has 1 more than once:" in wrong

    def test_a_board_that_is_none(self):
        text = answer("check", KEEN, "--board", "112 213 321", code=1)
        assert "  the board is no solution\n    row 1 has 1 more than once: r1c1 r1c2\n" in text
        (event,) = events("check", KEEN, "--board", "112 213 321", code=1)
        assert event["violations"][0] == "row 1 has 1 more than once: r1c1 r1c2"
        assert (event["warnings"], event["impossible"]) == (None, None), "not looked for"
        numbers = " ".join(map(str, range(1, 257)))
        large = str(PUZZLES / "16x16/small-cages.kk")
        assert "r2c1 holds 17" in answer("check", large, "--board", numbers, code=1)


class TestAdvice:
    """What is said beside an answer that is hardly the one that was hoped for."""

    @pytest.mark.parametrize("command", ["solve", "enumerate", "count", "explain", "hint", "check"])
    def test_who_knows_why_there_is_no_solution(self, command):
        for stated, code, advised in (("1", 1, True), ("0", 0 if command == "check" else 1, False)):
            text = f"solutions: {stated}\n{answer('convert', NONE).partition('solutions: 0')[2]}"
            words = remark(command, "-", stdin=text, code=code)
            assert ("kenken-cp: -: kenken-cp why says what may be wrong\n" in words) == advised
            for option in ("-q", "--json"):
                assert remark(command, "-", option, stdin=text, code=code) == ""

    BENT = "aab\nacb\ndcc\n\na 1\nb 3\nc 6\nd 2\n"
    """No solution under kenken rules, one under those of calcudoku."""

    @pytest.mark.parametrize("command", ["solve", "count", "enumerate", "explain"])
    def test_other_rules_under_which_it_has_one_solution(self, command):
        expected = "-: under calcudoku rules it has one solution; kenken rules are assumed"
        words = remark(command, "-", stdin=self.BENT, code=1)
        assert expected in words
        assert "why says" not in words, "no clue is suspect that other rules explain"
        for options in (["-q"], ["--json"], ["--rules", "kenken"]):
            assert "assumed" not in remark(command, *options, stdin=self.BENT, code=1)
        for stated in ("rules: kenken\n", "solutions: 0\n"):
            assert "assumed" not in remark(command, stdin=stated + self.BENT, code=1)

    @pytest.mark.parametrize("command", ["solve", "count", "explain", "show", "convert", "rate"])
    def test_a_probable_mistake_is_told_once(self, command):
        """On standard error; the puzzle is answered all the same."""
        apart = "aab\nccb\ndda\n\na 6+\nb 3+\nc 3+\nd 3+\n"
        done = run(command, "-", stdin=apart)
        lines = [line for line in done.stderr.decode().splitlines() if "warning" in line]
        assert lines == [
            "kenken-cp: -: warning: the letter a is used for two groups of cells that do not "
            "touch: r1c1 r1c2 and r3c3; is one of them another cage?"
        ]
        assert b"warning" not in run(command, "-", "-q", stdin=apart).stderr
