"""``kenken-cp judge`` and ``cross-check`` as their users meet them."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli.calls import (
    COMMAND,
    EASY,
    KEEN,
    NONE,
    THREE,
    answer,
    complaint,
    left_after_a_line,
    run,
    started,
    until,
)
from corpus import PUZZLES, ROOT

from kenken_cp.judge.suites import SUITES, Suite

IMPOSSIBLE = sorted(map(str, (PUZZLES / "impossible").glob("*.kk")))
RIGHT = r"1 3 2\n2 1 3\n3 2 1\n"
"""The solution of ``KEEN``, as printf takes it."""

PAIRS = "2:__b,s1d2"
"""Two solutions, of which one is 1 2, 2 1."""
OTHER = '{"size": 2, "cages": [{"cells": [[0, 0]], "op": "=", "target": 2}]}'
"""One solution: 2 1, 1 2."""

LOGS = (
    *("Checked 1432 grids", "Explored 5 partial solutions", "Rejected 12 grids", "count: 453"),
    *("Total: 12", "All rows unique", r"0.12 s\n3.50 s"),
)
HOMEWORK = ROOT / "tests" / "judge" / "homework.py"
SMOKE = len(SUITES.named("smoke").puzzles)


def homework(fault):
    return shlex.join([sys.executable, "-S", "-E", str(HOMEWORK), fault]) + " {input}"


def prints(text):
    return f'printf "{text}"'


def script(folder, text):
    """A command that runs a Python program."""
    path = folder / "it.py"
    path.write_text(text)
    return shlex.join([sys.executable, "-S", "-E", str(path)])


def events(solver, *arguments, code):
    printed = answer("judge", solver, *arguments, "--json", code=code)
    return [json.loads(line) for line in printed.splitlines()]


def verdicts(solver, *arguments):
    """The kinds of the verdicts."""
    found = run("judge", solver, *arguments, "--no-shrink", "--json").stdout.splitlines()
    return [event["verdict"] for event in map(json.loads, found) if event["event"] == "verdict"]


class TestNothingIsGuessed:
    @pytest.mark.parametrize(
        ("solver", "kind"),
        [(solver, "unreadable") for solver in ("echo banana", "true", "echo 5 Loesungen")]
        + [("false", "crash"), ("sh -c 'echo Puzzle is not solvable >&2'", "right")],
    )
    def test_where_there_is_no_solution(self, solver, kind):
        assert verdicts(solver, *IMPOSSIBLE) == [kind] * len(IMPOSSIBLE)
        assert verdicts(solver, *IMPOSSIBLE, "--answers", "all") == [kind] * len(IMPOSSIBLE)

    @pytest.mark.parametrize("beside", LOGS)
    def test_a_log_beside_the_answer(self, beside):
        assert verdicts(prints(rf"{RIGHT}{beside}\n"), KEEN) == ["right"]
        assert verdicts(prints(rf"{beside}\n\n{RIGHT}"), KEEN) == ["right"]

    @pytest.mark.parametrize(
        ("text", "kind"),
        [
            (
                r"|  1  |  3  |  2  |\n|     |     |     |\n|  2  |  1  |  3  |\n|  3 | 2 | 1 |",
                "right",
            ),
            (r"|1_3|2|\n|2|1_3|\n|3|2|1|\n", "right"),
            (r"1 1 2\n3 1 2\n3 4 4\n\nSolution:\n" + RIGHT, "right"),  # the numbers of the cages
            (r"1 2 3\n-----\n" + RIGHT, "unreadable"),
            (r"1 3 2\n2 1 3\n", "unreadable"),
            (r"1 3 2\n2 1 3\n3 2 2\n", "wrong-grid"),
        ],
    )
    def test_ways_of_printing(self, text, kind):
        assert verdicts(prints(text), KEEN) == [kind]

    def test_a_picture_with_clues(self):
        picture = answer("solve", PAIRS)
        assert "┃" in picture
        assert verdicts(prints(picture.replace("\n", r"\n")), PAIRS) == ["unreadable"]

    def test_small_boards_where_a_number_looks_like_a_grid(self, tmp_path):
        says = r"1\nSolution is unique. Difficulty: 5\n"
        assert verdicts(prints(says), "1:_,a1") == ["right"]
        both = script(
            tmp_path,
            "import json, sys\nsize = json.load(sys.stdin)['size']\n"
            "rows = ['1'] if size == 1 else ['1 2', '2 1']\n"
            "print(*rows, '', *(f'| {row} |' for row in rows), sep='\\n')\n"
            "print('Solution is unique.' if size == 1 else 'Solution is not unique.')\n",
        )
        assert verdicts(both, "1:_,a1", PAIRS) == ["right", "right"]

    def test_quotients_that_are_rounded(self):
        rounded = [
            {"cells": [[0, 0], [0, 1]], "op": "/", "target": 1},
            {"cells": [[0, 2], [1, 2]], "op": "+", "target": 3},
            {"cells": [[1, 0]], "op": "=", "target": 1},
        ]
        puzzle = json.dumps({"size": 3, "cages": rounded})
        assert verdicts(homework("truncating"), puzzle) == ["wrong-grid"]
        assert verdicts(homework("right"), puzzle) == ["right"]
        assert "wrong-grid" in verdicts(homework("truncating"))

    @pytest.mark.parametrize("name", ["calcudoku", "lists"])
    def test_formats_of_other_rules_hold_puzzles_of_the_same_meaning(self, name):
        assert len(verdicts("true", "--puzzle-format", name)) == SMOKE

    def test_a_long_crash_report_is_its_exception(self, tmp_path):
        text = 'import sys\nsys.stderr.write(\'Exception in thread "main" java.lang.StackOverflow'
        text += "Error\\n' + '\\tat a.B.c(B.java:64)\\n' * 1024)\nsys.exit(1)"
        verdict, *_ = events(script(tmp_path, text), KEEN, "--no-shrink", code=1)
        assert verdict["detail"].startswith("exit code 1: Exception in")
        assert verdict["detail"].endswith("java.lang.StackOverflowError")

    def test_failures_that_only_puzzles_without_a_solution_show(self):
        text = answer("judge", "false", *IMPOSSIBLE, "--no-shrink", code=1)
        assert "every failure is on a puzzle without a solution" in text
        assert text.count("\ncrash, 4 puzzles: ") == text.count("\nagain: ") == 1

    def test_a_command_without_quotes(self, tmp_path):
        program = tmp_path / "stu.py"
        program.write_text("print(1)")
        error = run("judge", "python3", str(program)).stderr.decode()
        assert f'in double quotes: kenken-cp judge "python3 {program}"' in error


class TestText:
    def test_the_summary_comes_first(self):
        assert 'next: kenken-cp judge "' in answer("judge", homework("right")).splitlines()[-1]
        text = answer("judge", homework("first"), EASY, THREE, NONE)
        first, heads, *rows = text.splitlines()
        assert first == "3 puzzles: all right"
        assert heads.split() == ["size", "puzzles", "right", "median", "cp-sat's"]
        assert [row.split()[:3] for row in rows[:2]] == [["4x4", "2", "2"], ["5x5", "1", "1"]]
        assert "(--answers one)" in rows[2]
        assert "1 puzzle has several solutions" in rows[3]

    @pytest.mark.parametrize("solver", ["homework", "echo banana", "false"])
    def test_a_failing_run_fits_a_screen(self, solver):
        solver = homework("product") if solver == "homework" else solver
        text = answer("judge", solver, "--answers", "all", code=1, env={"COLUMNS": "80"})
        lines = text.splitlines()
        assert len(lines) <= 40
        assert max(len(line) for line in lines if not line.startswith("again: ")) <= 80
        assert re.match(rf"{SMOKE} puzzles: \d+ right, \d+ ", text)
        assert "\x1b" not in text

    def test_each_kind_of_failure_is_shown_once(self):
        solver = "sh -c 'echo 1 2; echo 2 1'"
        text = answer("judge", solver, PAIRS, OTHER, KEEN, THREE, "--no-shrink", code=1)
        assert text.startswith("4 puzzles: 1 right, 1 wrong-grid, 2 unreadable\n")
        assert [text.count(f"\n{kind}, ") for kind in ("wrong-grid", "unreadable")] == [1, 1]
        for part in ("was given:\n| {", "answered:\n| 1 2\n| 2 1\n", "again: kenken-cp judge "):
            assert text.count(part) == 2
        assert "or cells in no cage: 1 (" in " ".join(text.split())

    def test_quiet_and_verbose(self):
        assert answer("judge", homework("right"), EASY, "-q") == "1 puzzle: right\n"
        failing = answer("judge", homework("first"), EASY, THREE, "-q", "--answers", "all", code=1)
        assert failing == "2 puzzles: 1 right, 1 missing\n"
        text = answer("judge", homework("first"), EASY, THREE, "-v", "--answers", "all", code=1)
        assert text.startswith(f"right         {EASY}\nmissing       {THREE}\n")


def again(text, tmp_path):
    """What ``sh`` makes of the command that repeats a failure."""
    (command,) = re.findall(r"^(?:# )?again: (.*)", text, re.MULTILINE)
    program = tmp_path / "kenken-cp"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n')
    program.chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    return subprocess.run(["sh", "-c", command], capture_output=True, env=env, timeout=300)


class TestAgain:
    @pytest.mark.parametrize("puzzle", [PAIRS, '{"size": [2, 3], "cages": []}'])
    def test_the_command_repeats_the_failure(self, puzzle, tmp_path):
        solver = "sh -c 'echo \"$HOME\"'"
        options = ("--answers", "all", "--no-shrink", "--timeout", "20")
        done = again(answer("judge", solver, puzzle, *options, code=1), tmp_path)
        assert done.returncode == 1
        assert done.stdout.startswith(b"1 puzzle: 0 right, 1 unreadable\n")

    def test_files(self, tmp_path):
        folder = tmp_path / "new folder"
        for name in ("missing", "missing-2"):
            options = ("--answers", "all", "-q", "--save", str(folder))
            text = answer("judge", homework("first"), THREE, *options, code=1)
            assert text == "1 puzzle: 0 right, 1 missing\n"
            saved = (folder / f"{name}.kk").read_text()
            assert saved.startswith("# missing: ")
            assert json.loads((folder / f"{name}.input.json").read_text())["cages"]
            assert (folder / f"{name}.output.txt").read_text().split()[0].isdigit()
            done = again(saved, tmp_path)
            assert (done.returncode, done.stderr) == (1, b"")
            assert b"1 puzzle: 0 right, 1 missing\n" in done.stdout


class TestForPrograms:
    def test_events(self):
        verdict, summary, shrunk = events(homework("first"), THREE, "--answers", "all", code=1)
        assert (verdict["verdict"], verdict["count"], verdict["size"]) == ("missing", 3, 5)
        assert verdict["detail"] == "2 of 3 solutions missing"
        assert len(verdict["expected_grid"]) == len(verdict["given_grid"]) == 5
        assert json.loads(verdict["input"])["size"] == 5
        assert len(verdict["output"].split()) == 25
        assert (summary["answers"], summary["verdicts"]) == ("all", {"missing": 1})
        assert [group["size"] for group in summary["groups"]] == [5]
        assert (shrunk["event"], shrunk["verdict"], shrunk["size"]) == ("shrunk", "missing", 2)
        assert (shrunk["problem"]["size"], shrunk["steady"]) == (2, True)

    def test_the_order_is_that_of_the_puzzles(self):
        puzzles = [THREE, EASY, NONE, KEEN]
        found = events(homework("right"), *puzzles, "--jobs", "4", code=0)
        assert [event["puzzle"] for event in found[:-1]] == puzzles

    def test_junit(self, tmp_path):
        file = tmp_path / "report.xml"
        answer("judge", "sh -c 'exit 3'", KEEN, EASY, "--junit", str(file), "-q", code=1)
        (suite,) = ElementTree.parse(file).getroot()
        assert (suite.get("tests"), suite.get("errors"), suite.get("failures")) == ("2", "2", "0")
        assert [case.get("name") for case in suite] == [KEEN, EASY]
        assert [case[0].get("message") for case in suite] == ["exit code 3"] * 2
        run("judge", prints(RIGHT), KEEN, EASY, "--junit", str(file), "-q")
        right, wrong = ElementTree.parse(file).getroot()[0]
        assert (len(right), wrong[0].tag) == (0, "failure")


class TestPuzzles:
    def test_suites_one_after_the_other(self):
        with SUITES.registered(Suite("mine", "for tests", PUZZLES / "4x4" / "cs332.kk")):
            found = events("true", "--suite", "mine", "--suite", "smoke", "--no-shrink", code=1)
        names = [event["puzzle"] for event in found if event["event"] == "verdict"]
        assert [name.partition(",")[0] for name in names[:2]] == ["mine 1", "smoke 1"]
        assert len(names) == 1 + SMOKE

    def test_random_ones(self):
        def drawn(*options):
            found = events(homework("right"), "--max-size", "3", *options, code=0)
            return [(event["puzzle"], event["count"], event["size"]) for event in found[:-1]]

        six = drawn("--fuzz", "6", "--seed", "7")
        assert [name for name, _, _ in six[:2]] == ["random 7/1", "random 7/2"]
        assert {size for _, _, size in six} <= {2, 3}
        assert drawn("--fuzz", "2", "--seed", "7") == six[:2]
        assert len({drawn("--fuzz", "1", "--seed", seed)[0][1:] for seed in "12345"}) > 1

    def test_a_folder_and_standard_input(self, tmp_path):
        (tmp_path / "a.kk").write_text(Path(EASY).read_text())
        (tmp_path / "it.py").write_text("print(1)")
        done = run("judge", homework("right"), str(tmp_path), "-", "-q", stdin=KEEN)
        assert (done.returncode, done.stdout) == (0, b"2 puzzles: all right\n")
        assert b"it.py" in done.stderr

    def test_what_a_format_does_not_hold_is_skipped(self):
        done = run("judge", "true", "--puzzle-format", "sudoku", EASY)
        assert done.returncode == 2
        assert b"1 skipped, the first" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no-such-solver"], "no program 'no-such-solver'"),
        (["cp-sat"], "no program 'cp-sat'"),
        ([str(HOMEWORK)], "cannot be run by itself; write what runs it, as in"),
        (["true {puzzle}"], "{puzzle} in the command; expected {input} or {output}"),
        (["sh 'x"], "not a command"),
        ([""], "no command"),
        (["true", "no-such-file.kk"], "no such file"),
        (["true", "--suite", "nope"], "unknown suite 'nope'; known: smoke"),
        (["true", "--answers", "grids"], "--answers grids; expected one, all, count or unique"),
        (["true", "--puzzle-format", "nope"], "unknown format 'nope'"),
        (["true", "--timeout", "0"], "timeout 0.0; expected more than 0 seconds"),
        (["true", "--rules", "nope", "--fuzz", "1"], "unknown rule set 'nope'"),
        (["true", "--save", "/dev/null/x"], "/dev/null/x: Not a directory"),
        (["true", "--save", "/dev/null"], "/dev/null: not a directory; expected one"),
        (
            ["true", KEEN, "--no-shrink", "--junit", "/dev/full"],
            "/dev/full: No space left on device",
        ),
        (["no.such:function"], "cannot call no.such:function: ModuleNotFoundError"),
    ],
)
def test_bad_usage(arguments, message):
    done = run("judge", *arguments)
    assert (message in done.stderr.decode(), done.returncode) == (True, 2), done


def test_a_command_that_cannot_be_run_after_all(tmp_path):
    program = tmp_path / "program"
    program.write_text("no interpreter")
    program.chmod(0o755)
    assert "cannot run" in complaint("judge", str(program), EASY)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interruption_keeps_what_was_found_and_leaves_nothing_running(number, tmp_path):
    began = tmp_path / "began"
    began.touch()
    # A shell: on a busy machine Python takes longer to start than a puzzle may take here.
    solver = shlex.join(["sh", "-c", f"echo $$ >>{shlex.quote(str(began))}; exec sleep 60"])
    call = ["judge", solver, *[EASY] * 50, "--timeout", "0.5", "-v"]
    with started(*call, preexec_fn=lambda: signal.signal(number, signal.SIG_DFL)) as process:
        first = process.stdout.readline()
        until(lambda: len(began.read_text().splitlines()) > 1, process)
        process.send_signal(number)
        rest, error = process.communicate(timeout=300)
    assert (process.returncode, error) == (128 + number, b"")
    assert first.startswith(b"timeout")
    assert b"interrupted after " in rest
    for solver in map(int, began.read_text().split()):
        with pytest.raises(ProcessLookupError):
            os.kill(solver, 0)


def test_a_closed_pipe_ends_quietly():
    assert left_after_a_line("judge", prints(RIGHT), *[KEEN] * 100, "--json")[1:] == (0, b"")
