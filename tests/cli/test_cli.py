"""The command line: solving, counting, checking, converting, and what all commands share."""

from __future__ import annotations

import dataclasses
import errno
import json
import os
import pty
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli.calls import (
    COMMAND,
    EASY,
    KEEN,
    LATIN4,
    LATIN5,
    NONE,
    THREE,
    answer,
    complaint,
    environment,
    events,
    events_in,
    interrupted,
    interruptible,
    left_after_a_line,
    run,
    run_process,
    started,
    without_seconds,
)
from clocks import seconds_per_look
from corpus import PUZZLES, ROOT

import kenken_cp
from kenken_cp.clock import Status
from kenken_cp.formats import MAX_BYTES
from kenken_cp.model.count import Count
from kenken_cp.search.engine import BACKENDS, Backend
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import count_solutions

KEEN_SOLUTION = "132 213 321"
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
The only solution.
"""


class TestSolve:
    def test_draws_the_only_solution(self):
        assert answer("solve", KEEN) == DRAWN

    def test_plain(self):
        assert answer("solve", "--plain", KEEN) == "1 3 2\n2 1 3\n3 2 1\nThe only solution.\n"

    def test_several_solutions_are_marked_where_they_differ(self):
        text = answer("solve", THREE)
        assert text.count("┏") == 2
        assert "3*" in text
        assert text.endswith(
            "More than one solution: two of them are shown, * marks where they differ.\n"
        )

    def test_where_nothing_is_marked_nothing_is_said_of_marks(self):
        text = answer("solve", "--plain", THREE)
        assert text.endswith("\nMore than one solution: two of them are shown.\n")
        assert "*" not in text

    @pytest.mark.parametrize(
        ("limit", "shown", "sentence"),
        [
            ("1", 1, "1+ solutions found (stopped at the limit; there may be more)"),
            ("3", 3, "More than one solution: 3 of them are shown, * marks where they differ."),
            ("4", 3, "All 3 solutions are shown, * marks where they differ."),
        ],
    )
    def test_as_many_as_wanted(self, limit, shown, sentence):
        text = answer("solve", THREE, "--limit", limit)
        assert text.count("┏") == shown
        assert text.splitlines()[-1] == sentence

    def test_no_solution_is_an_answer_with_code_1(self):
        assert answer("solve", NONE, code=1) == "No solution.\n"

    def test_json(self):
        solution, result = events("solve", EASY)
        assert solution == {
            "event": "solution",
            "puzzle": EASY,
            "index": 1,
            "grid": [[3, 4, 1, 2], [2, 1, 3, 4], [1, 2, 4, 3], [4, 3, 2, 1]],
        }
        seconds = result.pop("seconds")
        assert 0 < seconds < 60
        assert result == {
            "event": "result",
            "puzzle": EASY,
            "backend": "auto",
            "status": "exhausted",
            "count": 1,
            "exact": True,
            "unique": True,
        }

    def test_json_of_several_and_of_none(self):
        *solutions, result = events("solve", THREE)
        assert len(solutions) == 2
        assert (result["status"], result["count"], result["unique"]) == ("limit", 2, False)
        (result,) = events("solve", NONE, code=1)
        assert (result["status"], result["count"], result["unique"]) == ("exhausted", 0, False)

    def test_unique_is_null_where_a_limit_came_first(self):
        _, result = events("solve", "--limit", "1", EASY)
        assert (result["status"], result["unique"]) == ("limit", None)

    def test_many_puzzles_in_the_order_of_the_input(self, tmp_path):
        many = tmp_path / "many.txt"
        many.write_text(f"{KEEN}\n{KEEN}\n")
        results = [
            event for event in events("solve", EASY, str(many)) if event["event"] == "result"
        ]
        assert [result["puzzle"] for result in results] == [EASY, f"{many}#1", f"{many}#2"]
        text = answer("solve", EASY, KEEN)
        assert f"{EASY}: CS 332 4x4\n" in text
        assert f"\n\n{KEEN}\n" in text

    def test_the_gravest_exit_code_is_returned(self):
        assert answer("solve", "-q", EASY, NONE, THREE, code=1).splitlines() == [
            f"{EASY}: unique",
            f"{NONE}: none",
            f"{THREE}: several",
        ]

    @pytest.mark.parametrize(("known", "in_brief"), [(0, "none found"), (1, "1+ found")])
    def test_what_is_known_of_a_search_that_was_cut_short_in_brief(
        self, known, in_brief, monkeypatch
    ):
        cut = dataclasses.replace(CUT_SHORT, count=Count(known, exact=False))
        monkeypatch.setattr("kenken_cp.cli.commands.searching.find_solutions", lambda *_, **__: cut)
        assert answer("solve", "-q", KEEN, code=130) == f"interrupted, {in_brief}\n"

    def test_standard_input(self):
        puzzle = (PUZZLES / "4x4/cs332.kk").read_text()
        assert "The only solution." in answer("solve", stdin=puzzle)
        assert "The only solution." in answer("solve", "-", stdin=puzzle)
        assert "The only solution." in answer("solve", stdin=b"\xef\xbb\xbf" + puzzle.encode())

    def test_one_line_puzzles(self):
        sudoku = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        assert answer("solve", sudoku).startswith("5 3 4 │ 6 7 8 │ 9 1 2\n")
        assert answer("solve", "--plain", sudoku).startswith("5 3 4 6 7 8 9 1 2\n")

    @pytest.mark.parametrize("backend", ["cp-sat", "python-constraint", "brute-force"])
    def test_backends(self, backend):
        result = events("solve", KEEN, "--backend", backend)[-1]
        assert (result["backend"], result["unique"]) == (backend, True)

    def test_stats_go_to_standard_error(self):
        done = run("solve", KEEN, "--stats", "--backend", "cp-sat")
        assert b"conflicts" in done.stderr
        assert done.stderr.startswith(b"cp-sat, exhausted\n")
        assert f"{EASY}: auto, exhausted\n" in run("count", EASY, KEEN, "--stats").stderr.decode()
        assert b"conflicts" not in done.stdout
        assert events("solve", KEEN, "--stats")[-1]["statistics"]["nodes"] == 1

    def test_rules_go_before_what_the_file_says(self, tmp_path):
        puzzle = tmp_path / "p.kk"
        puzzle.write_text("aab\nacb\nccc\n\na 5-\nb 3\nc 9+\n")
        assert "kenken rules allow only + and *" in complaint("solve", str(puzzle))
        assert run("solve", str(puzzle), "--rules", "calcudoku").returncode in (0, 1)

    def test_ascii_where_the_terminal_knows_no_more(self):
        done = run_process("solve", EASY, env={"PYTHONIOENCODING": "ascii"})
        assert done.returncode == 0
        assert done.stdout.isascii()
        assert done.stderr == b""
        assert b"+-------+" in done.stdout

    def test_a_title_that_cannot_be_shown_does_no_harm(self, tmp_path):
        puzzle = tmp_path / "p.kk"
        puzzle.write_text("title: Rätsel ☃\n1\n", encoding="utf-8")
        done = run("check", str(puzzle), env={"PYTHONIOENCODING": "ascii"})
        assert (done.returncode, done.stderr) == (0, b"")


class TestEnumerate:
    def test_every_solution(self):
        text = answer("enumerate", "--plain", THREE)
        blocks = text.strip().split("\n\n")
        assert blocks[-1] == "3 solutions"
        assert "5 3 2 1 4\n4 2 5 3 1\n3 5 1 4 2\n2 1 4 5 3\n1 4 3 2 5" in blocks[:3]
        assert answer("enumerate", THREE).count("┏") == 3

    def test_json(self):
        *solutions, result = events("enumerate", THREE)
        assert [solution["index"] for solution in solutions] == [1, 2, 3]
        assert (result["status"], result["count"], result["exact"]) == ("exhausted", 3, True)

    def test_a_limit_equal_to_the_count_is_only_a_limit(self):
        *solutions, result = events("enumerate", "--limit", "3", THREE)
        assert len(solutions) == 3
        assert (result["status"], result["exact"], result["unique"]) == ("limit", False, False)

    def test_quiet_is_one_line_a_grid(self):
        lines = answer("enumerate", "-q", THREE).splitlines()
        assert sorted(lines)[0] == "3 2 5 1 4 4 5 2 3 1 5 3 1 4 2 2 1 4 5 3 1 4 3 2 5"
        assert len(lines) == 3

    def test_none(self):
        assert answer("enumerate", NONE, code=1) == "no solution\n"

    def test_timeout(self, monkeypatch):
        seconds_per_look(monkeypatch, 1e-3)
        *_, result = events("enumerate", LATIN5, "--timeout", "0.3", code=3)
        assert (result["status"], result["exact"]) == ("timeout", False)
        assert result["count"] > 0

    def test_a_closed_pipe_ends_quietly(self):
        assert left_after_a_line("enumerate", "--plain", LATIN5)[1:] == (0, b"")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
    def test_a_full_disk_is_reported(self):
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [*COMMAND, "solve", KEEN],
                stdout=full,
                stderr=subprocess.PIPE,
                cwd=ROOT,
                timeout=300,
            )
        assert done.returncode == 2
        assert done.stderr == b"kenken-cp: cannot write: No space left on device\n"

    @pytest.mark.parametrize(
        "options",
        [
            ["--json"],
            pytest.param(["--plain"], marks=pytest.mark.complete),
            pytest.param([], marks=pytest.mark.complete),
        ],
    )
    def test_ctrl_c_keeps_what_was_printed(self, options):
        text = interrupted("enumerate", LATIN5, *options)
        if options == ["--json"]:
            *solutions, result = events_in(text)
            assert result["status"] == "interrupted"
            assert result["count"] == len(solutions) > 0
            assert result["exact"] is False
        else:
            assert text.rstrip().endswith("(interrupted; there may be more)")


class TestCount:
    def test_a_bare_number_for_one_puzzle_and_names_for_several(self):
        assert answer("count", THREE) == "3\n"
        assert answer("count", THREE, EASY) == f"{THREE}: 3\n{EASY}: 1\n"
        assert answer("count", NONE, code=1) == "0\n"

    def test_a_count_cut_short_is_a_lower_bound(self):
        done = run("count", LATIN5, "--limit", "1000")
        assert (done.returncode, done.stdout) == (3, b"1000+\n")
        said = "1000+ solutions found (stopped at the limit; there may be more)\n"
        assert done.stderr.decode() == said
        (result,) = events("count", LATIN5, "--limit", "1000", code=3)
        assert (result["count"], result["exact"], result["status"]) == (1000, False, "limit")

    @pytest.fixture
    def endless(self, tmp_path):
        """An empty 9x9."""
        puzzle = tmp_path / "empty.kk"
        puzzle.write_text("rules: kenken\n" + 9 * (9 * ". " + "\n"))
        return str(puzzle)

    @pytest.mark.parametrize("backend", ["auto", "cover", "cp-sat"])
    def test_timeout(self, endless, backend):
        for seconds in ("0.5", "4", "30"):  # the first is enough unless the machine is busy
            done = run("count", endless, "--timeout", seconds, "--backend", backend)
            assert done.returncode == 3
            assert done.stdout.endswith(b"+\n")
            if int(done.stdout[:-2]) > 0:
                break
        else:
            pytest.fail("nothing was counted")

    @pytest.mark.parametrize(
        "backend", ["auto", pytest.param("cover", marks=pytest.mark.complete), "cp-sat"]
    )
    def test_ctrl_c(self, endless, backend):
        """Once it has found some, which it says in its progress."""
        with started("count", endless, "--backend", backend, "--json") as process:
            progress = map(json.loads, iter(process.stdout.readline, b""))
            found = next(event["count"] for event in progress if event["count"])
            process.send_signal(signal.SIGINT)
            out, error = process.communicate(timeout=300)
        assert (process.returncode, error) == (130, b"")
        (result,) = events_in(out)
        assert (result["status"], result["exact"]) == ("interrupted", False)
        assert result["count"] >= found

    @pytest.mark.usefixtures("interruptible")
    def test_a_second_ctrl_c_does_not_lose_the_count(self, monkeypatch):
        """It comes where the search has ended, and nothing is printed yet."""

        def interrupted_twice(puzzle, limits, *, backend, **_):
            signal.raise_signal(signal.SIGINT)
            outcome = count_solutions(puzzle, limits, backend=backend)
            signal.raise_signal(signal.SIGINT)
            return outcome

        monkeypatch.setattr("kenken_cp.cli.commands.searching.count_in_parallel", interrupted_twice)
        done = run("count", LATIN5, "--backend", "sat")
        assert (done.returncode, done.stdout) == (130, b"0+\n")
        said = "no solution found (interrupted; there may be some)\n"
        assert done.stderr.decode() == said


CUT_SHORT = Outcome(Status.INTERRUPTED, Count(0, exact=False), (), 1.0, "auto", "auto", {})
"""A search that Ctrl-C has ended."""


class TestCtrlC:
    """It is never answered by silence."""

    @pytest.mark.parametrize(
        "arguments",
        [
            ("explain",),
            ("hint",),
            ("show", "--solution"),
            ("show", "--play", "--html", "x.html"),
            pytest.param(("sheet", "-o", "x.pdf"), marks=pytest.mark.pdf),
        ],
        ids=" ".join,
    )
    def test_where_it_ends_a_search(self, arguments, monkeypatch, tmp_path):
        for module in ("running.outcomes", "commands.sheet"):
            monkeypatch.setattr(f"kenken_cp.cli.{module}.solve", lambda *_, **__: CUT_SHORT)
        said = complaint(*arguments, KEEN, KEEN, code=130, folder=tmp_path)
        assert said == f"kenken-cp: {KEEN}: interrupted after 1.0 s\n"
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("command", ["solve", "show", "convert", "why"])
    def test_where_there_is_nothing_to_keep(self, command, monkeypatch):
        def interrupted(*_):
            raise KeyboardInterrupt

        monkeypatch.setattr("kenken_cp.cli.reading.inputs.read_text", interrupted)
        assert complaint(command, EASY, code=130) == "kenken-cp: interrupted\n"

    def test_when_all_is_printed(self, monkeypatch):
        def interrupted(code):
            monkeypatch.undo()
            raise KeyboardInterrupt

        monkeypatch.setattr("kenken_cp.cli.app.leave", interrupted)
        done = run("guide")
        assert (done.returncode, done.stderr) == (130, b"kenken-cp: interrupted\n")


class TestCheck:
    def test_a_well_formed_puzzle(self):
        assert answer("check", KEEN) == f"{KEEN}: well formed: 3x3, 4 cages, kenken rules\n"
        said = answer("check", "-", stdin="title: A\nlevel: for 2\x07 stars\n1\n")
        assert said == "-: well formed: 1x1, 1 given, kenken rules, 'A', level 'for 2  stars'\n"

    def test_ctrl_c_ends_it(self, monkeypatch):
        monkeypatch.setattr(
            "kenken_cp.cli.commands.searching.find_solutions", lambda *_, **__: CUT_SHORT
        )
        formed = f"{KEEN}: well formed: 3x3, 4 cages, kenken rules\n"
        said = f"kenken-cp: {KEEN}: interrupted after 1.0 s\n"
        assert run("check", KEEN, KEEN) == (130, formed.encode(), said.encode())

    def test_a_stated_count_is_counted(self, tmp_path):
        assert answer("check", THREE).endswith("  3 solutions, as stated\n")
        wrong = tmp_path / "wrong.kk"
        wrong.write_text((PUZZLES / "ambiguous/5x5-three.kk").read_text().replace(": 3", ": 2"))
        assert "states 2 solutions, but has 3+ solutions" in answer("check", str(wrong), code=1)

    def test_warnings(self, tmp_path):
        puzzle = tmp_path / "p.kk"
        puzzle.write_text("a.b\n..a\n2b.\n\na 9+\nb 3-\n")
        text = answer("check", str(puzzle), code=1)
        assert text.startswith(f"{puzzle}: impossible clues, 9+ at r1c1 r2c3 and 3- at r1c3 r3c2: ")
        assert "warning: no values make 9+ at r1c1 r2c3, so there is no solution" in text
        assert (
            "warning: the letter a is used for two groups of cells that do not touch: r1c1 and "
            "r2c3; is one of them another cage?"
        ) in text
        assert "warning: no values make 3- at r1c3 r3c2, so there is no solution" in text
        assert "warning: 4 of 9 cells are in no cage: r1c2 r2c1 r2c2 r3c3" in text
        (event,) = events("check", str(puzzle), code=1)
        assert [cage["clue"] for cage in event["impossible"]] == ["9+", "3-"]
        assert "  warning: ".join(["", *event["warnings"]]).split("  ")[1:] == [
            line.strip() for line in text.splitlines()[1:]
        ]

    @pytest.mark.parametrize(
        "grid", [KEEN_SOLUTION, "132213321", "1 3 2\n2 1 3\n3 2 1", "[[1,3,2],[2,1,3],[3,2,1]]"]
    )
    def test_a_grid_that_is_a_solution(self, grid):
        assert answer("check", KEEN, "--grid", grid).endswith("  the grid is a solution\n")
        assert answer("check", KEEN, "--grid", "-", stdin=grid).endswith(
            "  the grid is a solution\n"
        )

    def test_a_grid_in_a_file_as_printed(self, tmp_path):
        grid = tmp_path / "grid.txt"
        grid.write_text("1 | 3 | 2\n--+---+--\n2 | 1 | 3\n--+---+--\n3 | 2 | 1\n")
        assert answer("check", KEEN, "--grid", str(grid)).endswith("  the grid is a solution\n")

    def test_a_grid_that_is_none(self):
        text = answer("check", KEEN, "--grid", "112 213 321", code=1)
        assert "  the grid is no solution\n    row 1 has 1 more than once: r1c1 r1c2\n" in text
        (event,) = events("check", KEEN, "--grid", "112 213 321", code=1)
        assert event["event"] == "check"
        assert event["violations"][0] == "row 1 has 1 more than once: r1c1 r1c2"

    def test_a_grid_of_another_size(self):
        assert "the grid has 2 numbers; expected 9" in complaint("check", KEEN, "--grid", "1 2")
        assert "the grid has 8 numbers; expected 9" in complaint(
            "check", KEEN, "--grid", "13221332"
        )
        large = str(PUZZLES / "16x16/small-cages.kk")
        numbers = " ".join(map(str, range(1, 257)))
        assert "r2c1 holds 17; expected one of 1 2 3" in answer(
            "check", large, "--grid", numbers, code=1
        )

    def test_a_path_that_is_none(self):
        assert "'nosuchgrid': no such file, and no grid" in complaint(
            "check", KEEN, "--grid", "nosuchgrid"
        )
        assert "'1.d/no.txt': no such file, and no grid" in complaint(
            "check", KEEN, "--grid", "1.d/no.txt"
        )


class TestConvert:
    @pytest.mark.parametrize("name", ["native", "json", "keen", "neknek", "cs332", "aikenken"])
    def test_there_and_back(self, name):
        there = answer("convert", EASY, "--to", name)
        back = answer("convert", "--from", name, "--to", "keen", stdin=there)
        assert back == answer("convert", EASY, "--to", "keen")

    def test_what_a_format_cannot_express(self):
        assert "neknek" in complaint("convert", str(PUZZLES / "9x9/killer.kk"), "--to", "neknek")
        assert "one puzzle per file" in complaint("convert", EASY, KEEN, "--to", "aikenken")

    def test_to_a_file(self, tmp_path):
        target = tmp_path / "out.json"
        assert answer("convert", EASY, "--to", "json", "-o", str(target)) == ""
        assert "The only solution." in answer("solve", str(target))
        assert "No such file" in complaint("convert", EASY, "-o", str(tmp_path / "no/where"))

    def test_several_in_one(self):
        text = answer("convert", EASY, KEEN)
        assert "\n---\n" in text
        assert answer("count", "-q", stdin=text) == "-#1: 1\n-#2: 1\n"

    def test_json(self, tmp_path):
        """Each puzzle is an object of its own, so that any format holds several."""
        done = events("convert", EASY, "nowhere", KEEN, "--to", "aikenken", code=2)
        assert [event["event"] for event in done] == ["error", "converted", "converted"]
        texts = [answer("convert", puzzle, "--to", "aikenken") for puzzle in (EASY, KEEN)]
        assert [event["text"] for event in done[1:]] == texts
        assert {event.get("format", "aikenken") for event in done} == {"aikenken"}
        target = tmp_path / "out.json"
        assert answer("convert", EASY, "--json", "-o", str(target)) == ""
        assert json.loads(target.read_text())["puzzle"] == EASY


def test_tables():
    assert answer("backends").startswith("auto  ")
    assert answer("formats", "-q").startswith("native  ")
    assert answer("rules").startswith("kenken  ")
    assert re.search(r"\nmod +modulo ", answer("operators"))
    assert " easy " in answer("techniques").splitlines()[0]
    listed = [json.loads(line) for line in answer("formats", "--json").splitlines()]
    ways = {each["format"]: (each["reads"], each["writes"]) for each in listed}
    assert [name for name, way in ways.items() if way == (False, True)] == ["dimacs", "mzn"]
    assert {name for name, way in ways.items() if way == (True, False)} == {
        "f-puzzles",
        "gauguin",
        "penpa",
        "sudokupad",
        "walls",
    }
    assert "several in a file" in answer("formats", "keen")
    assert run("formats", "nothing").returncode == 2
    for command in LISTS:
        assert all(len(line) <= 80 for line in answer(command).splitlines())


COMMANDS = ["solve", "enumerate", "count", "check", "convert", "trace", "explain", "hint", "rate"]
LISTS = ["backends", "formats", "operators", "rules", "techniques"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", THREE],
        ["solve", "nowhere"],
        *(
            pytest.param(arguments, marks=pytest.mark.complete)
            for arguments in [
                ["enumerate", "--json", THREE],
                ["judge", "kenken_cp:is_unique", KEEN, "--answers", "unique", "--quiet"],
                [],
                ["count", NONE],
                ["check", KEEN, "--grid", KEEN_SOLUTION],
                ["convert", EASY, "--to", "json"],
                ["generate", "--size", "3", "--seed", "1"],
                ["explain", EASY],
                ["hint", EASY],
                ["rate", THREE],
                ["trace", KEEN],
                ["cross-check", KEEN, "--backend", "cover", "--quiet"],
                *([command] for command in LISTS),
                ["solve", "--nonsense"],
            ]
        ),
    ],
    ids=" ".join,
)
def test_a_process_does_what_a_call_in_this_one_does(arguments):
    """Most tests start no process; these show that they may."""
    alone, called = run_process(*arguments), run(*arguments)
    assert without_seconds(alone.stdout) == without_seconds(called.stdout)
    assert (alone.stderr, alone.returncode) == (called.stderr, called.returncode)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_fits_a_screen(command):
    assert len(answer(command, "--help", env={"COLUMNS": "80"}).splitlines()) <= 37


def test_without_docstrings_a_command_still_says_what_it_does():
    done = subprocess.run(
        [sys.executable, "-OO", "-m", "kenken_cp", "count", "--help"],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\n  Count the solutions of each puzzle, without printing them.\n" in done.stdout


def test_help_lists_the_commands():
    text = answer("--help", env={"COLUMNS": "80"})
    for command in (*COMMANDS, *LISTS, "generate", "judge", "cross-check"):
        (line,) = (line for line in text.splitlines() if line.startswith(f"  {command} "))
        assert not line.endswith("..."), "cut short"


def test_without_arguments_the_help_is_shown_and_nothing_answered():
    done = run()
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().strip() == answer("--help").strip()


JSON_BOMB = '{"a":' * 5_000
NOISE = b"q#\xc3\xa9 7*( " * 5_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "standard input: no puzzle: the text is empty"),
        (" \n\n", "no puzzle: the text holds only white space"),
        (b"\x00\x01\x02", "not text: a NUL byte at offset 0"),
        (b"title: \xff\n", "not UTF-8: byte 0xff at offset 7"),
        (NOISE, "no known format; known: native, json, "),
        (JSON_BOMB, "standard input:"),
        ("ab\nab\n\na 3+\n", "b"),
        ("ab\nab\n\na 3+\nb 3+\nc 2+\n", ":6:1: "),
        ("abc\nab\nabc\n\na 6+\nb 6+\nc 6+\n", ":2:"),
        ("3:a_3aba_,m3a5\n", "standard input:1:"),
        ("# 3\n+ 3 A1 A9\n", "standard input:2:"),
        ("# 3\n+ 3 A1 A2\n- 1 A2 A3\n", "r1c2"),
        ('{"size":0,"cages":[]}', "size: found 0; expected 1 to 64"),
        ('{"size":10000,"cages":[]}', "size: found 10000; expected 1 to 64"),
        (
            '{"size":3,"cages":[{"cells":[[0,8]],"op":"=","target":3}]}',
            "cages[0].cells[0]: found [0, 8]",
        ),
        ('{"size":3,"cages":[{"cells":[[0,0],[0,1]],"op":"x+","target":3}]}', "x+"),
        (
            '{"size":3,"cages":[{"cells":[[0,0],[0,1]],"op":"+"}]}',
            "cages[0]: the key 'target' is missing",
        ),
        ('{"size":2,"cages":[],"size":3}', "size"),
    ],
    ids=lambda value: None if isinstance(value, bytes) or len(value) > 60 else repr(value)[:40],
)
def test_bad_input_is_one_clear_message(text, message):
    error = complaint("solve", stdin=text)
    assert message in error
    assert error.startswith("kenken-cp: standard input")
    assert len(error) < 500, "and little of the text"


@pytest.mark.parametrize("target", ["0", "-3", "99999999999999999999"])
def test_a_target_that_nothing_can_make_is_no_error(target, tmp_path):
    """The puzzle has no solution; check says why."""
    puzzle = tmp_path / "p.kk"
    puzzle.write_text(f"aa\nbb\n\na {target}+\nb 3+\n")
    assert answer("solve", "-q", str(puzzle), code=1) == "none\n"
    assert f"impossible clue, {target}+ at r1c1 r1c2: " in answer("check", str(puzzle), code=1)


def test_paths_that_cannot_be_read(tmp_path):
    assert "no such file, and not a one-line puzzle" in complaint("solve", "nowhere.kk")
    assert "no such file, and not a one-line puzzle" in complaint("solve", "abc/abd")
    assert "no such file, and not a one-line puzzle" in complaint("solve", "aab|cdb|cdd")
    assert "no such file" in complaint("solve", "--from", "native", "nowhere.kk")
    assert f"{tmp_path}: no puzzle: it is empty" in complaint("solve", str(tmp_path))
    assert "no such file" in complaint("solve", "x" * 5000)
    assert "'': no such file" in complaint("solve", "")
    assert "no puzzle" in complaint("solve", "-", stdin="")


def test_a_file_that_cannot_be_read():
    """Permission is no test for root; this file of the kernel refuses everybody."""
    path = Path("/proc/self/mem")
    if path.exists():
        assert "/proc/self/mem: cannot be read: " in complaint("solve", str(path))


def test_one_in_a_folder_that_may_not_be_searched_may_well_be_there(monkeypatch):
    stat = Path.stat

    def refused(self, **more):
        if self.parts[0] == "no":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return stat(self, **more)

    monkeypatch.setattr(Path, "stat", refused)
    said = "cannot be read: Permission denied, and "
    assert complaint("solve", "no/a.kk") == f"kenken-cp: no/a.kk: {said}not a one-line puzzle\n"
    assert f"'no/b': {said}no grid" in complaint("check", KEEN, "--grid", "no/b")


BROKEN = "aa\nbb\n\na 3+\n"


class TestOneBadPuzzleAmongOthers:
    @pytest.fixture
    def bad(self, tmp_path):
        path = tmp_path / "bad.kk"
        path.write_text(BROKEN)
        return str(path)

    @pytest.mark.parametrize(
        "command", ["solve", "enumerate", "count", "check", "convert", "explain", "hint", "rate"]
    )
    def test_the_others_are_answered_and_the_exit_code_says_so(self, command, bad):
        done = run(command, KEEN, bad, "nowhere.kk", KEEN)
        assert done.returncode == 2
        assert done.stderr.decode() == (
            f"kenken-cp: {bad}:2:1: label 'b' has no clue\n"
            "kenken-cp: nowhere.kk: no such file, and not a one-line puzzle\n"
        )
        both = answer(command, KEEN, KEEN)
        assert done.stdout.decode().split() == both.split()

    def test_judged_too(self, bad):
        done = run("cross-check", "-q", "--backend", "cover", KEEN, bad)
        assert (done.returncode, done.stdout) == (2, b"1 answer: right\n")

    def test_in_one_file(self, tmp_path):
        text = f"title: one\n{BROKEN}b 3+\n---\n{BROKEN}---\ntitle: three\n{BROKEN}b 3+\n"
        done = run("count", stdin=text)
        assert done.stdout == b"-#1: 2\n-#3: 2\n"
        assert done.stderr == b"kenken-cp: standard input:9:1: label 'b' has no clue\n"
        assert done.returncode == 2

    def test_what_an_engine_cannot_do(self, tmp_path):
        large = tmp_path / "large.kk"
        large.write_text(6 * (12 * "a " + "\n") + 6 * (12 * ". " + "\n") + "\na 468+\n")
        done = run("solve", "-q", "--backend", "cover", str(large), KEEN)
        assert done.returncode == 2
        assert done.stdout.decode() == f"{KEEN}: unique\n"
        assert done.stderr.decode().startswith(f"kenken-cp: {large}: ")

    def test_fail_fast(self, bad):
        assert bad in complaint("solve", EASY, bad, "--fail-fast")
        assert "nowhere: no such file" in complaint("convert", EASY, "nowhere", "--fail-fast")

    def test_as_json_each_in_its_turn(self, bad):
        found = events("solve", KEEN, bad, "nowhere.kk", KEEN, code=2)
        assert [event["event"] for event in found] == [
            *("solution", "result", "error", "error", "solution", "result")
        ]
        assert found[2] == {
            "event": "error",
            "message": "label 'b' has no clue",
            "puzzle": bad,
            "file": bad,
            "line": 2,
            "column": 1,
            "exit": 2,
        }
        unknown = dict.fromkeys(("file", "line", "column"))
        assert found[3] == {
            "event": "error",
            "message": "no such file, and not a one-line puzzle",
            "puzzle": "nowhere.kk",
            **unknown,
            "exit": 2,
        }

    @pytest.mark.parametrize(
        "arguments", [["--nonsense"], ["--backend", "z3"], ["--limit", "0"], ["--timeout", "-1"]]
    )
    def test_bad_usage_as_json(self, arguments):
        (event,) = events("solve", KEEN, *arguments, code=2)
        assert (event["event"], event["puzzle"], event["exit"]) == ("error", None, 2)

    def test_a_limit_as_json(self):
        (event,) = events("explain", "--timeout", "0.000001", EASY, code=3)
        assert (event["event"], event["puzzle"], event["exit"]) == ("error", EASY, 3)

    def test_a_grid_that_is_taken_for_a_puzzle(self):
        done = run("check", KEEN, KEEN_SOLUTION)
        assert b"not a one-line puzzle (a grid is --grid, a board --board)" in done.stderr


class TestWhatComesFromOutside:
    """File names and files neither control the terminal nor fill the memory."""

    @pytest.mark.parametrize("command", ["solve", "count", "check", "rate", "hint", "explain"])
    def test_no_escape_sequences(self, command, tmp_path):
        evil = tmp_path / "\x1b[2Jevil.kk"
        evil.write_text("title: \x1b[31mred\naa\nbb\n\na 3+\nb 3+\n")
        wrong = tmp_path / "\x1b[2Jwrong.kk"
        wrong.write_text(BROKEN)
        done = run(command, str(evil), KEEN, str(wrong), "\x1b[2Jnowhere")
        assert b"\x1b" not in done.stdout + done.stderr
        assert b" [2Jwrong.kk:2:1: " in done.stderr

    def test_nor_about_other_files(self, tmp_path):
        journal = tmp_path / "\x1b[2Jjournal"
        journal.write_text("something else\n")
        assert "\x1b" not in complaint("count", EASY, KEEN, "--resume", str(journal))
        assert "\x1b" not in complaint("check", KEEN, "--grid", "\x1b[2Jx")

    @pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device")
    def test_endless_files(self):
        error = complaint("solve", "/dev/zero")
        assert error == "kenken-cp: /dev/zero: not text: a NUL byte at offset 0\n"
        assert "a NUL byte" in complaint("check", KEEN, "--grid", "/dev/zero")
        assert "a NUL byte" in complaint("hint", KEEN, "--board", "/dev/zero")

    def test_endless_standard_input(self):
        for arguments in (["solve"], ["check", KEEN, "--grid", "-"]):
            error = complaint(*arguments, stdin=b"1 2\n" * (MAX_BYTES // 4 + 1))
            assert error == "kenken-cp: standard input: more than 16 MB; expected less\n"


RULES_ALONE = "a grid is checked against the rules alone"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", EASY, "--backend", "z3"], "unknown backend 'z3'; known: auto, cp-sat"),
        (
            ["solve", EASY, "--backend", "cp_sat"],
            "unknown backend 'cp_sat', did you mean 'cp-sat'?",
        ),
        (["solve", EASY, "--from", "pdf"], "unknown format 'pdf'; known: native"),
        (["solve", EASY, "--rules", "keno"], "unknown rule set 'keno', did you mean 'keen'? known"),
        (["solve", EASY, "--rules", "chess"], "unknown rule set 'chess'; known: kenken"),
        (["convert", EASY, "--to", "pdf"], "unknown format 'pdf'"),
        (["solve", EASY, "--limit", "x"], "for '--limit': 'x' is not an integer (see"),
        (["solve", EASY, "--limit", "a valid int"], "'a valid int' is not an integer (see"),
        (["solve", EASY, "--timeout", "x"], "'x' is not a number (see"),
        (["solve", EASY, "--limit", "0"], "0 is not at least 1 (see"),
        (["judge", "true", "--max-size", "99"], "99 is not from 2 to 16 (see"),
        (["solve", EASY, "--limit"], "'--limit' requires an argument (see kenken-cp solve --help)"),
        (["solve", "--a is not a valid int"], "--a is not a valid int (see"),
        (["count", EASY, "--timeout", "-1"], "timeout -1.0; expected more than 0 seconds"),
        (["solve", EASY, "--nonsense"], "--nonsense"),
        (["solve", EASY, "--nonsense"], "(see kenken-cp solve --help)\n"),
        (["--nonsense"], "(see kenken-cp --help)\n"),
        (["solve", EASY, "--rulez", "x"], "no such option: --rulez, did you mean --rules? (see "),
        (["solve", "--tiemout", "3"], "no such option: --tiemout, did you mean --timeout? (see "),
        (["guess"], "no such command 'guess'"),
        ([KEEN], f"no command; expected one before the puzzle, such as kenken-cp solve '{KEEN}'"),
        (["some.kk", "--plain"], "no command; expected one before the puzzle"),
        (["-"], "no command; expected one before the puzzle, such as kenken-cp solve '-'"),
        (["solv"], "no such command 'solv', did you mean 'solve'? (see kenken-cp --help)"),
        (["generate", EASY], "unexpected extra argument"),
        (["check", EASY, KEEN, "--grid", "1"], "2 puzzles; expected one with --grid"),
        (["hint", "nowhere", "--board", "1"], "nowhere: no such file"),
        (["check", KEEN, "--grid", KEEN_SOLUTION, "--backend", "cover"], RULES_ALONE),
        (["check", KEEN, "--grid", KEEN_SOLUTION, "--timeout", "1"], RULES_ALONE),
        (["check", KEEN, "--grid", KEEN_SOLUTION, "--jobs", "2"], RULES_ALONE),
        (["rate", EASY, "--timeout", "nan"], "timeout nan; expected more than 0 seconds"),
        (["rate", EASY, "--timeout", "-1"], "timeout -1.0; expected more than 0 seconds"),
    ],
    ids=lambda value: " ".join(value[::2]) if isinstance(value, list) else None,
)
def test_bad_usage(arguments, message):
    assert message in complaint(*arguments)


def test_a_file_whose_name_begins_like_an_option(tmp_path):
    (tmp_path / "-x.kk").write_text(KEEN, encoding="utf-8")
    error = complaint("solve", "-x.kk", folder=tmp_path)
    assert error.startswith("kenken-cp: no such option: -x; for the file of that name write ")
    assert error.endswith("write ./-x.kk (see kenken-cp solve --help)\n")
    assert answer("count", "./-x.kk", folder=tmp_path) == "1\n"
    (tmp_path / "-q").touch()  # an option that is known
    error = complaint("solve", "-q", "--zzz", folder=tmp_path)
    assert error == "kenken-cp: no such option: --zzz (see kenken-cp solve --help)\n"


def test_an_unknown_option_that_is_too_long_for_the_name_of_a_file():
    error = complaint("solve", "-z" + "a" * 300)
    assert error == "kenken-cp: no such option: -z (see kenken-cp solve --help)\n"


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("guess" * 1000,), id="command"),
        pytest.param(("solve", "--limit", "x" * 5000), id="value"),
        pytest.param(("generate", "a " * 5000), id="argument"),
        pytest.param(("-" * 5000,), id="option"),
        pytest.param(("convert", KEEN, "-o", "x" * 5000), id="file"),
        pytest.param(("solve", KEEN, "--resume", "x" * 5000), id="results"),
        pytest.param(("judge", "true", KEEN, "--save", "x" * 5000), id="folder"),
    ],
)
def test_what_somebody_typed_does_not_fill_the_screen(arguments):
    assert len(complaint(*arguments)) < 300


def test_a_terminal_shows_colours():
    """A pseudo terminal; ``test_colours`` has which terminals do not."""
    ours, theirs = pty.openpty()
    env = environment({"TERM": "xterm", "NO_COLOR": ""})
    subprocess.run([*COMMAND, "solve", THREE], stdout=theirs, cwd=ROOT, env=env, timeout=300)
    assert b"\x1b[" in os.read(ours, 1 << 16)
    os.close(theirs)
    os.close(ours)


@pytest.mark.parametrize(
    "arguments",
    [
        ["enumerate", "--json", "--limit", "300", LATIN5],
        *(
            pytest.param(arguments, marks=pytest.mark.complete)
            for arguments in [
                ["enumerate", "--quiet", "--limit", "300", LATIN5],
                ["solve", "--plain", *[EASY] * 5],
                ["count", *[EASY] * 5],
            ]
        ),
    ],
    ids=" ".join,
)
def test_answers_stay_on_standard_output_beside_a_progress_line(arguments, tmp_path):
    """With standard error on a terminal and standard output in a file."""
    ours, theirs = pty.openpty()
    target = tmp_path / "out"
    with target.open("wb") as out:
        subprocess.run([*COMMAND, *arguments], stdout=out, stderr=theirs, cwd=ROOT, timeout=300)
    os.close(theirs)
    os.close(ours)
    plain = run(*arguments).stdout
    assert len(plain.splitlines()) >= 5
    assert without_seconds(target.read_bytes()) == without_seconds(plain)


@pytest.mark.parametrize(
    ("command", "code", "error"),
    [
        ("solve <&-", 2, b"kenken-cp: standard input: it is closed\n"),
        (f"solve {KEEN} >&-", 0, b""),
        pytest.param(f"solve {KEEN} 2>&-", 0, b"", marks=pytest.mark.complete),
        pytest.param(
            "--help >/dev/full",
            2,
            b"kenken-cp: cannot write: No space left on device\n",
            marks=pytest.mark.complete,
        ),
        pytest.param("solve nowhere 2>/dev/full", 2, b"", marks=pytest.mark.complete),
    ],
)
def test_closed_streams(command, code, error):
    line = f"{sys.executable} -m kenken_cp {command}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, cwd=ROOT, timeout=300)
    assert (done.returncode, done.stderr) == (code, error)


def with_a_closed_pipe(name, *arguments):
    """The exit code of a call, one of whose streams nobody reads, and what it says on the other."""
    reading, writing = os.pipe()
    os.close(reading)
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, name: writing}
    done = subprocess.run([*COMMAND, *arguments], **streams, cwd=ROOT, timeout=300)
    os.close(writing)
    return done.returncode, done.stdout or done.stderr or b""


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", KEEN],
        pytest.param(["--help"], marks=pytest.mark.complete),
        pytest.param(["solve", "--help"], marks=pytest.mark.complete),
        pytest.param(["formats"], marks=pytest.mark.complete),
    ],
    ids=" ".join,
)
def test_nobody_reads_the_answer(arguments):
    assert with_a_closed_pipe("stdout", *arguments) == (0, b"")


@pytest.mark.parametrize(
    "arguments",
    [pytest.param(["guess"], marks=pytest.mark.complete), ["solve", "nowhere"]],
    ids=" ".join,
)
def test_nobody_reads_the_complaint(arguments):
    assert with_a_closed_pipe("stderr", *arguments) == (2, b"")


def test_nobody_reads_what_is_said_beside_the_answer():
    assert with_a_closed_pipe("stderr", "count", LATIN5, "--limit", "10") == (3, b"10+\n")


def test_arguments_in_another_encoding():
    done = run_process("solve", b"title: \xff\naa\nbb\n\na 3+\nb 3+\n")
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "error",
    [
        "ZeroDivisionError",
        "EOFError",
        "ImportError('libgomp.so.1: cannot allocate memory in static TLS block')",
    ],
)
def test_a_bug_of_ours_is_no_answer(error):
    script = (
        "import sys\n"
        "from kenken_cp import cli\n"
        "from kenken_cp.search import verbs as search\n"
        f"def broken(*_): raise {error}\n"
        "search.BACKENDS.named = broken\n"
        f"sys.argv = ['kenken-cp', 'count', '{KEEN}']\n"
        "cli.main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, timeout=300, cwd=ROOT
    )
    assert done.returncode == 70
    assert done.stdout == b""
    assert f"this is a bug of kenken-cp {kenken_cp.__version__}," in done.stderr.decode()


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (MemoryError(), "out of memory before the answer"),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), "out of memory before the answer"),
        (RuntimeError("can't start new thread"), "out of memory before the answer"),
        (
            ImportError("libortools.so.9: failed to map segment from shared object"),
            "out of memory before the answer",
        ),
        (
            OSError(errno.EMFILE, "Too many open files"),
            "too many open files; expected a higher limit (ulimit -n)",
        ),
    ],
    ids=repr,
)
def test_what_the_system_does_not_give_is_no_bug_of_ours(error, message):
    def lacking(*_):
        raise error

    with BACKENDS.registered(Backend("lacking", "for this test", lacking)):
        said = complaint("solve", KEEN, "--backend", "lacking", code=3)
    assert said == f"kenken-cp: {message}\n"


@pytest.mark.complete
def test_a_count_without_enough_memory():
    def bounded():
        resource.setrlimit(resource.RLIMIT_AS, (250 << 20, 250 << 20))

    board = "size: 9x9\n\n" + 9 * ".........\n"
    one = {"OPENBLAS_NUM_THREADS": "1"}  # each thread reserves memory
    more = {"code": 3, "call": run_process, "preexec_fn": bounded, "env": one}
    error = complaint("count", "-", stdin=board, **more)
    assert error == "kenken-cp: out of memory before the answer\n"


@pytest.mark.parametrize(
    "module",
    [
        *("kenken_cp.errors", "ortools"),
        *(
            pytest.param(name, marks=pytest.mark.complete)
            for name in [
                "typer",
                "kenken_cp.formats",
                "kenken_cp.cli.reading.inputs",
                "kenken_cp.cli",
            ]
        ),
        pytest.param("kenken_cp.encode.line_sums", marks=pytest.mark.complete),
    ],
)
def test_ctrl_c_while_starting_prints_no_traceback(module):
    command = [
        sys.executable,
        "-X",
        "importtime",
        *COMMAND[1:],
        "enumerate",
        LATIN5,
        "--backend",
        "cp-sat",
    ]
    with subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        text=True,
        preexec_fn=interruptible,
    ) as process:
        for line in process.stderr:
            if line.split("|")[-1].strip() == module:
                break
        else:
            pytest.fail(f"{module} is not imported")
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=300)
    assert process.returncode in (130, -signal.SIGINT)
    assert "Traceback" not in error
    assert "Error" not in error


class TestEstimate:
    @pytest.fixture
    def not_counted(self, monkeypatch):
        monkeypatch.setattr("kenken_cp.backends.cover.estimate._counted", lambda *_: None)

    def test_labelled_as_an_estimate(self, not_counted):
        assert re.fullmatch(
            r"about 5\d\d \(an estimate from 1000 probes; 95% sure: \d+ to \d+\)\n",
            answer("count", "--estimate", LATIN4),
        )
        assert re.fullmatch(r"about 5\d\d\n", answer("count", "--estimate", "-q", LATIN4))

    def test_json(self, not_counted):
        (event,) = events("count", "--estimate", LATIN4)
        assert event["event"] == "estimate"
        assert event["low"] < event["estimate"] < event["high"]
        assert "count" not in event

    def test_what_is_soon_counted_is_exact(self):
        text = "576 (counted exactly, as this was quick)\n"
        assert answer("count", "--estimate", LATIN4) == text
        (event,) = events("count", "--estimate", LATIN4)
        assert (event["low"], event["estimate"], event["high"]) == (576, 576, 576)
        assert (event["exact"], event["probes"]) == (True, 0)

    def test_what_no_probe_bounds_is_counted(self, not_counted):
        assert answer("count", "--estimate", "-q", NONE) == "0\n"

    def test_what_takes_too_long_to_count_has_those_found_as_the_least(
        self, not_counted, monkeypatch
    ):
        outcome = Outcome(Status.TIMEOUT, Count(7, exact=False), (), 1.0, "auto", "auto", {})
        monkeypatch.setattr("kenken_cp.cli.commands.searching.count_solutions", lambda *_: outcome)
        assert "about 7 (" in (text := answer("count", "--estimate", NONE))
        assert "at least 7, as far as the probes show; no upper bound" in text

    def test_where_no_probe_meets_a_solution_none_is_claimed(self, not_counted, monkeypatch):
        outcome = Outcome(Status.TIMEOUT, Count(0, exact=False), (), 1.0, "auto", "auto", {})
        monkeypatch.setattr("kenken_cp.cli.commands.searching.count_solutions", lambda *_: outcome)
        text = answer("count", "--estimate", NONE)
        assert "hardly any probe found a solution, so there may be none or many" in text

    def test_a_puzzle_that_is_too_large_keeps_no_other_from_its_estimate(self, tmp_path):
        large = tmp_path / "large.kk"
        large.write_text(6 * (12 * "a " + "\n") + 6 * (12 * ". " + "\n") + "\na 468+\n")
        done = run("count", "--estimate", "--quiet", str(large), LATIN4)
        assert done.returncode == 3
        assert done.stderr.decode() == f"kenken-cp: {large}: too large for an estimate\n"
        assert done.stdout.decode().startswith(f"{LATIN4}: 576\n")

    @pytest.mark.parametrize("option", [["--backend", "cover"], ["--limit", "3"], ["--stats"]])
    def test_what_it_has_no_use_for(self, option):
        error = complaint("count", "--estimate", LATIN5, *option)
        assert "expected no --backend, --limit or --stats" in error


def test_check_says_that_there_is_no_solution(tmp_path):
    """Whether or not the file states how many there should be; of all others it says nothing."""
    file = tmp_path / "none.kk"
    file.write_text("size: 2\nab\ncc\n\na 1\nb 1\nc 3+\n", encoding="utf-8")
    done = run("check", str(file))
    assert done.returncode == 1
    assert done.stdout.decode().endswith("kenken rules\n  no solution\n")
    assert b"kenken-cp why" in done.stderr
    (event,) = events("check", str(file), code=1)
    assert (event["status"], event["count"], event["exact"]) == ("exhausted", 0, True)
    assert "expected" not in event
    file.write_text("size: 2\nab\ncc\n\na 1\nb 2\nc 3+\n", encoding="utf-8")
    done = run("check", str(file))
    assert (done.returncode, done.stderr) == (0, b"")
    assert "solution" not in done.stdout.decode()
