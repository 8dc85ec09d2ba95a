"""``kenken-cp judge`` and ``cross-check`` as their users meet them."""

from __future__ import annotations

import errno
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

import pytest
from cli.calls import (
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
from cli.calls import events as events_of
from clocks import seconds_per_look
from corpus import PUZZLES, ROOT

from kenken_cp import load, loads
from kenken_cp.backends import cover
from kenken_cp.cli.commands import judge_run
from kenken_cp.judge.processes import RunLimits
from kenken_cp.judge.suites import SUITES, Suite
from kenken_cp.search.backend import BACKENDS

FAULTY = ROOT / "tests" / "judge" / "faulty_solver.py"
ONE, TWO = (str(PUZZLES / f"latin/latin-{size}.kk") for size in (1, 2))
FOUR = str(PUZZLES / "ambiguous/3x3-12.kk")
SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CORNER = '{"size": 2, "cages": [{"cells": [[0, 0], [0, 1], [1, 0]], "op": "+", "target": 4}]}'


def faulty(error):
    return shlex.join([sys.executable, "-S", "-E", str(FAULTY), error]) + " {input}"


def judged(error, *arguments, code):
    """Standard output of a judgement of a faulty solver."""
    done = run("judge", faulty(error), "--puzzle-format", "json", *arguments)
    assert (done.returncode, done.stderr.decode()) == (code, "")
    return done.stdout.decode()


def events(error, *arguments, code):
    lines = judged(error, "--json", *arguments, code=code).splitlines()
    return [json.loads(line) for line in lines]


class TestText:
    def test_all_right(self):
        text = judged("right", EASY, THREE, NONE, code=0)
        heading, *rows, blank, verdict, answers, following = text.splitlines()
        assert heading.split() == [
            "size",
            "level",
            "puzzles",
            "right",
            "failed",
            "median",
            "cp-sat's",
        ]
        assert [row.split()[:5] for row in rows] == [
            ["4x4", "easy", "1", "1", "-"],
            ["4x4", "none", "1", "1", "-"],
            ["5x5", "several", "1", "1", "-"],
        ]
        assert (blank, verdict) == ("", "3 puzzles: all right")
        assert answers == "answers: grids (every solution, each once), inferred"
        again = f"kenken-cp judge {shlex.quote(faulty('right'))} --puzzle-format json"
        assert following == f"next: {again} --suite tricky --fuzz 100"

    def test_a_failure(self):
        text = judged("first", "--answers", "grids", THREE, FOUR, code=1)
        assert text.startswith(f"missing       {THREE}\n{'':14}2 of 3 solutions missing\n")
        assert (
            "\nThe smallest puzzle found that shows missing (2x2):\n\none that is missing" in text
        )
        again = next(line for line in text.splitlines() if line.startswith("again: "))
        assert "2 puzzles: 0 right, 2 missing\n" in text
        words = shlex.split(again.removeprefix("again: kenken-cp "))
        assert run(*words, "--no-shrink").returncode == 1

    def test_it_fits_a_terminal(self):
        text = judged("no-columns", EASY, "--verbose", code=1)
        lines = [line for line in text.splitlines() if not line.startswith("again: ")]
        assert max(map(len, lines)) <= max(80, 14 + len(EASY))
        assert any("answered" in line and "expected" in line for line in lines)

    def test_what_was_assumed_is_reported(self):
        start, end = (
            "answers: first (one solution, or none), inferred",
            "; if it should find all,",
        )
        text = " ".join(judged("first", EASY, code=0).split())
        assert f"{start}{end} judge it with --answers grids" in text
        text = " ".join(judged("first", EASY, THREE, code=0).split())
        assert f"{start}: 1 puzzle has several solutions, and it gave one of them{end}" in text
        text = " ".join(judged("first", FOUR, THREE, code=0).split())
        assert f"{start}: 2 puzzles have several solutions, and it gave one for each{end}" in text

    def test_quiet_and_verbose(self):
        text = judged("first", "-q", "--answers", "grids", EASY, THREE, code=1)
        assert text == f"right         {EASY}\nmissing       {THREE}\n"
        assert judged("right", "-v", EASY, code=0).startswith(f"right         {EASY}\n")

    def test_many_failures_are_not_all_listed(self):
        text = judged("crashes", *[ONE] * 5, "--no-shrink", code=1)
        assert text.count("\ncrash") + text.startswith("crash") == 3
        assert "IndexError: list index out of range" in text
        assert "5 puzzles: 0 right, 5 crash" in text

    def test_saved_puzzles_are_judged_again(self, tmp_path):
        folder = tmp_path / "new folder"
        for expected in ("duplicate.kk", "duplicate-2.kk"):
            text = judged("twice", TWO, "--answers", "grids", "--save", str(folder), code=1)
            saved = folder / expected
            assert f"saved as {saved}" in text
            comments = [line for line in saved.read_text().splitlines() if line.startswith("# ")]
            words = shlex.split(comments[1].removeprefix("# again: kenken-cp "))
            assert words[-1] == str(saved)
            assert run(*words, "--no-shrink").returncode == 1
            assert load(saved).expected is not None

    def test_quiet_saves_too(self, tmp_path):
        text = judged("twice", "-q", TWO, "--answers", "grids", "--save", str(tmp_path), code=1)
        assert text == f"duplicate     {TWO}\n"
        assert load(tmp_path / "duplicate.kk").size == 2

    def test_skipped_puzzles_are_reported(self):
        done = run("judge", "true", "--puzzle-format", "sudoku", EASY)
        assert done.returncode == 2
        assert b"1 skipped, the first" in done.stdout


def as_command(tmp_path, script):
    """A command that runs a Python script."""
    path = tmp_path / "it.py"
    path.write_text(f"import sys\n{script}")
    return shlex.join([sys.executable, "-S", str(path)])


class TestWhatItWasGiven:
    """Each failure shows the bytes that the solver was given, and those that it printed."""

    def given(self, tmp_path, script, words="", *options):
        solver = as_command(tmp_path, script)
        text = answer(
            "judge",
            f"{solver} {words}",
            KEEN,
            "--no-shrink",
            "--answers",
            "grids",
            *options,
            code=1,
        )
        return [line.strip() for line in text.splitlines()]

    @pytest.mark.parametrize(
        ("words", "heading"),
        [
            ("{input}", "the file it was given:"),
            ("--id={puzzle}", "its argument:"),
            ("", "its standard input:"),
        ],
    )
    def test_input_and_output(self, tmp_path, words, heading):
        read = "sys.stdin.read(); print('111 111 111'); print('so there', file=sys.stderr)"
        lines = self.given(tmp_path, read, words, "--puzzle-format", "keen")
        place = lines.index(heading)
        assert lines[place + 1 : place + 6] == [
            f"| {KEEN}",
            "it printed:",
            "| 111 111 111",
            "on standard error:",
            "| so there",
        ]

    def test_nothing_printed_and_lines_cut(self, tmp_path):
        lines = self.given(tmp_path, "sys.stdin.read()")
        assert "printed nothing; there is one solution" in lines
        assert "it printed nothing" not in lines
        assert "it printed nothing" in self.given(tmp_path, "sys.stdin.read(); sys.exit(3)")
        lines = self.given(tmp_path, "sys.stdin.read(); print('x\\n' * 30)")
        assert lines.count("| x") == 12
        assert "... (18 more lines)" in lines

    def test_the_end_of_a_long_output_is_shown(self, tmp_path):
        script = "sys.stdin.read(); print('node\\n' * 30 + 'No solution')"
        lines = self.given(tmp_path, script)
        place = lines.index("... (19 more lines)")
        assert lines[place - 1 : place + 5] == [
            "| node",
            "... (19 more lines)",
            "| node",
            "| node",
            "| node",
            "| No solution",
        ]
        lines = self.given(tmp_path, script.replace("30", "100_000"))
        assert "| No solution" in lines
        assert re.search(r"... \(at least \d+ more lines\)", "\n".join(lines))

    def test_a_slow_solver_may_have_more_time(self, tmp_path):
        script = "import time; print('111', flush=True); time.sleep(60)"
        text = " ".join(self.given(tmp_path, script, "", "--timeout", "0.5"))
        assert "if it is only slow: --timeout gives it more seconds for each puzzle" in text

    def test_another_format_is_proposed_where_nothing_was_understood(self, tmp_path):
        proposal = "--puzzle-format NAME gives it that (see: kenken-cp formats)"
        script = "import json; json.load(sys.stdin); print('111 111 111')"
        assert proposal in " ".join(self.given(tmp_path, script))
        assert proposal not in " ".join(self.given(tmp_path, script, "", "--puzzle-format", "json"))

    def test_nothing_is_inferred_from_silence(self):
        for said, is_inferred in (("", False), ("3412213412434321", True)):
            solver = f"sh -c 'echo {said}; sleep 60'"
            text = answer("judge", solver, KEEN, "--no-shrink", "--timeout", "2", code=1)
            assert "still running after" in text
            assert ("inferred" in text) is is_inferred

    def test_nothing_is_inferred_where_nothing_was_understood(self, tmp_path):
        solver = as_command(tmp_path, "import json; json.load(sys.stdin)")
        assert "inferred" not in answer("judge", solver, KEEN, "--no-shrink", code=1)

    def test_an_answer_on_standard_error(self, tmp_path):
        lines = self.given(tmp_path, "sys.stdin.read(); print('111', file=sys.stderr)")
        place = lines.index("on standard error, where no answer is looked for:")
        assert lines[place + 1] == "| 111"

    def test_a_long_line_goes_on_without_a_bar(self, tmp_path):
        lines = self.given(tmp_path, "sys.stdin.read(); print('y' * 100)")
        place = lines.index("| " + "y" * 64)
        assert lines[place + 1] == "y" * 36

    def test_a_long_line_ends_behind_a_word(self, tmp_path):
        words = "sys.stdin.read(); print('abcde ' * 20)"
        lines = self.given(tmp_path, words)
        place = lines.index("| " + " ".join(["abcde"] * 10))
        assert lines[place + 1] == " ".join(["abcde"] * 10)

    def test_that_there_is_no_solution_is_said(self, tmp_path):
        for clue, is_said in (("2", True), ("1", False)):
            solver = as_command(tmp_path, f"'{clue}' in sys.stdin.read() and [][0]; print(1)")
            cage = {"cells": [[0, 0]], "op": "=", "target": int(clue)}
            puzzle = json.dumps({"size": 1, "cages": [cage]})
            done = run("judge", solver, puzzle, "--answers", "first")  # it warns of the clue
            text = done.stdout.decode()
            assert "exit code 1: IndexError" in text
            assert ("\nThe puzzle has no solution.\n" in text) is is_said

    def test_a_number_without_grids(self, tmp_path):
        lines = self.given(tmp_path, "sys.stdin.read(); print('1 solution, 30 nodes')")
        text = "says 1, but printed no complete 3x3 grid: '1 solution, 30 nodes'"
        assert text in " ".join(lines)

    def test_what_is_called_returns(self, monkeypatch):
        monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests" / "judge"))
        text = answer("judge", "sample_callables:nonsense", KEEN, "--no-shrink", code=1)
        assert "its argument:\n" in text
        assert "it returned:\n" in text

    def test_what_a_function_prints_is_not_its_answer(self, monkeypatch):
        monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests" / "judge"))
        text = answer("judge", "sample_callables:prints_only", KEEN, "--no-shrink", code=1)
        said = "a function has to return its answer: what it prints is not read"
        assert said in " ".join(text.split())
        text = answer("judge", "sample_callables:prints_and_denies", KEEN, "--no-shrink", code=1)
        assert said not in " ".join(text.split())

    def test_what_a_function_keeps_for_another_puzzle(self, monkeypatch, tmp_path):
        """It shows where a larger puzzle is solved after a smaller one; alone each is right."""
        monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests" / "judge"))
        wrong = ("judge", "sample_callables:size_of_the_first")
        text = answer(*wrong, EASY, KEEN, code=1)
        assert "2 puzzles: 1 right, 1 false-none" in text
        assert (
            f"right; called next for {EASY!r}, it is not, though alone it is right about that "
            "(what does it keep from one call to the next?): says there is no solution; there is "
            "one solution"
        ) in " ".join(text.split())
        assert "would be right if" not in text
        (again,) = re.findall(r"^again: kenken-cp (.*)$", text, re.MULTILINE)
        assert "1 false-none" in answer(*shlex.split(again), "--no-shrink", code=1)
        answer(*wrong, EASY, KEEN, "--no-shrink", "--save", str(tmp_path), code=1)
        saved = str(tmp_path / "false-none.kk")
        assert "1 right, 1 false-none" in answer(*wrong, saved, "--no-shrink", code=1)

    def test_what_a_function_keeps_of_another_puzzle_for_the_same(self, monkeypatch):
        """Right about the puzzle without a solution that comes between, but not after it. Called
        for that one first, it is wrong about the other.
        """
        monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests" / "judge"))
        cages = [{"cells": [cell], "op": "=", "target": 1} for cell in ((0, 0), (0, 1))]
        none = json.dumps({"size": 2, "cages": cages})
        text = answer("judge", "sample_callables:gives_up", none, EASY, code=1)
        said = " ".join(text.split())
        assert "right at first; called again for the same puzzle after " in said
        assert "It did not fail so" not in said
        (again,) = re.findall(r"^again: kenken-cp (.*)$", text, re.MULTILINE)
        assert "2 puzzles: 0 right, 2 false-none" in answer(
            *shlex.split(again), "--no-shrink", code=1
        )

    def test_what_a_function_is_wrong_about_anyway_is_found_once(self, monkeypatch):
        monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests" / "judge"))
        wrong = ("judge", "sample_callables:wrong_on_large_boards")
        kinds = [line.split()[0] for line in answer(*wrong, EASY, KEEN, "-q", code=1).splitlines()]
        assert kinds == ["false-none", "right"]

    def test_for_shorter_limits_it_is_not_looked_up_again(self, monkeypatch):
        """A module that is slow to import could then not be imported any more."""
        named = mock.Mock(wraps=judge_run.solver_named)
        monkeypatch.setattr(judge_run, "solver_named", named)
        text = answer("judge", "sleep 60", ONE, "--timeout", "1", code=1)
        assert "The smallest puzzle found that shows timeout" in text
        assert named.call_count == 1

    def test_standard_input_that_is_not_read(self, tmp_path):
        solver = as_command(tmp_path, "open(sys.argv[1])")
        text = " ".join(answer("judge", solver, KEEN, THREE, "--no-shrink", code=1).split())
        hint = "It read nothing from its standard input, where the puzzle was. If it takes a file,"
        assert text.count(hint) == 1
        again = shlex.quote(f"{solver} {{input}}")
        assert f"write {again}" in text
        for script in ("open('/dev/stdin').read(); 1 / 0", "sys.stdin.read(1); 1 / 0"):
            solver = as_command(tmp_path, script)
            assert "read nothing" not in answer("judge", solver, KEEN, "--no-shrink", code=1)
        solver = as_command(tmp_path, "open(sys.argv[1]); 1 / 0") + " {input}"
        (verdict, _) = events_of("judge", solver, KEEN, "--no-shrink", code=1)
        assert "hint" not in verdict

    @pytest.mark.parametrize("words", ["{input} {output}", "--id={puzzle}", ""])
    def test_saved_it_runs_again(self, tmp_path, words):
        script = "print(sys.argv[1:] and sys.argv[1][:4], sys.stdin.read()); print('\\x1b[31m')"
        if "output" in words:
            script += "; open(sys.argv[2], 'w').write('answer')"
        folder = tmp_path / "it's here"
        solver = as_command(tmp_path, script)
        text = answer("judge", f"{solver} {words}", KEEN, "--no-shrink", "--puzzle-format", "keen",
                      "--save", str(folder), code=1)  # fmt: skip
        assert "\x1b" not in text
        run_line = next(line for line in text.splitlines() if line.startswith("run: "))
        (saved,) = folder.glob("*.kk")
        assert run_line.replace("run: ", "# run: ") in saved.read_text().splitlines()
        assert saved.with_suffix(".input.txt").read_text().strip() == KEEN
        again = subprocess.run(
            ["bash", "-c", run_line.removeprefix("run: ")], capture_output=True, check=True
        )
        printed = saved.with_suffix(".output.txt").read_bytes()
        if "input" not in words:  # the name of the file is another
            assert again.stdout == printed
        assert again.stdout.endswith(b"\x1b[31m\n")


class TestTerminal:
    """Nothing from outside controls the terminal."""

    EVIL = "\x1b[31m\x1b]0;title\x07\x9b2J\u202e\r"

    def test_output_and_errors(self, tmp_path):
        script = f"print({self.EVIL!r}); sys.stderr.write({self.EVIL!r}); sys.exit(3)"
        text = answer("judge", as_command(tmp_path, script), KEEN, code=1)
        assert [char for char in text if not char.isprintable() and char != "\n"] == []

    def test_names(self, tmp_path):
        name = tmp_path / "\x1b[31m\x9b'\\.kk"
        name.write_bytes(Path(EASY).read_bytes())
        folder = tmp_path / "\x1b[32m"
        script = as_command(tmp_path, "sys.stdin.read(); sys.exit(3)")
        text = ""
        for options in (["--no-shrink"], ["-v"], ["-q"], ["--puzzle-format", "keen"]):
            call = ["judge", script, str(name), "--save", str(folder), *options]
            text += answer(*call, code=1)
        text += answer("judge", "cp-sat", str(name), "-v")
        assert [char for char in text if not char.isprintable() and char != "\n"] == []
        # What is to be run can be run all the same.
        again = next(line for line in text.splitlines() if line.startswith("run: "))
        done = subprocess.run(["bash", "-c", again.removeprefix("run: ")])
        assert done.returncode == 3


def test_what_to_run_next(monkeypatch):
    """(The suites themselves take long; each is one small puzzle here.)"""
    monkeypatch.setattr(Suite, "puzzles", property(lambda _: (loads(KEEN),)))

    def following(*arguments):
        (line,) = [
            line
            for line in answer("judge", "cover", *arguments).splitlines()
            if line.startswith("next: ")
        ]
        return line.removeprefix("next: kenken-cp judge cover")

    assert following(KEEN) == " --suite tricky --fuzz 100"
    assert following("--fuzz", "2", "--max-size", "3", "--answers", "grids") == (
        " --answers grids --suite tricky"
    )
    suites = [word for suite in SUITES for word in ("--suite", suite.name) if suite.name != "sizes"]
    assert following(*suites) == " --suite sizes --fuzz 100"
    plain = [word for suite in SUITES if suite.plain for word in ("--suite", suite.name)]
    assert following(*plain) == " --fuzz 100 --seed 2"
    kinds = " --any-kind --rectangles --fuzz 100 --seed 2"  # which plain solvers do not take
    assert following(*plain, "--suite", "kinds") == kinds
    assert following(*plain, "--any-kind", "--fuzz", "2", "--max-size", "3") == kinds
    assert events_of("judge", "cover", KEEN, code=0)[-1]["next"].endswith(" --fuzz 100")
    assert "next: " not in answer("judge", "true", KEEN, "--no-shrink", code=1)


def test_a_solver_of_sudoku_alone_is_given_sudokus():
    """The format can express no KenKen: all other suites would be skipped."""
    sudoku = ("judge", "cover", "--puzzle-format", "sudoku")
    found = events_of(*sudoku, code=0)
    assert [event["puzzle"][:6] for event in found[:-1]] == ["sudoku"] * 11
    assert "next" not in found[-1]
    one = events_of(*sudoku, SUDOKU, code=0)[-1]
    assert one["next"] == "kenken-cp judge cover --puzzle-format sudoku --suite sudoku"


@pytest.mark.parametrize("name", ["calcudoku", "lists"])
def test_a_format_of_calcudoku_rules_is_given_what_means_the_same(name):
    *_, summary = events_of("judge", "cover", "--puzzle-format", name, code=0)
    assert (summary["puzzles"], summary["skipped"]) == (22, 0)


def test_a_solver_of_killers_alone_is_given_killers():
    killers = ("judge", "cover", "--puzzle-format")
    found = events_of(*killers, "codingame", code=0)
    assert [event["puzzle"][:6] for event in found[:-1]] == ["killer"] * 7
    assert "next" not in found[-1]
    both = events_of(*killers, "sumocue", code=0)  # it holds Sudokus, too
    assert [event["puzzle"][:6] for event in both[:-1]] == ["sudoku"] * 11
    assert both[-1]["next"] == "kenken-cp judge cover --puzzle-format sumocue --suite killer"


KEEPING = """
import sys
from itertools import permutations

taken = set()

def solve(line, row=0, above=()):
    if row == 4:
        return above
    for each in permutations("1234"):
        here = {*enumerate(each)} | {((row // 2, c // 2), value) for c, value in enumerate(each)}
        fits = all(a in (b, ".") for a, b in zip(line[4 * row :], each))
        if fits and len(here) == 8 and not here & taken:
            taken.update(here)
            if found := solve(line, row + 1, above + each):
                return found
            taken.difference_update(here)

for line in sys.stdin:
    print("".join(solve(line.strip()) or ["no solution"]))
"""
"""Solves a 4x4 Sudoku a line, and does not forget what the one before it has taken."""


@pytest.mark.parametrize("keeps", [False, True])
def test_what_a_program_keeps_of_the_puzzle_before(tmp_path, keeps):
    """The guide tells how to find it out, as a program is given one puzzle at a time."""
    script, mine = tmp_path / "many.py", tmp_path / "mine.txt"
    loop = "for line in sys.stdin:\n"
    forgets = KEEPING.replace(loop, f"{loop}    taken = set()\n")
    script.write_text(KEEPING if keeps else forgets)
    mine.write_text("1234341221434321\n")
    solver = shlex.join([sys.executable, "-S", "-E", str(script)])
    puzzles = ["12..34........21", "1234..........12"]
    options = ("--puzzle-format", "sudoku", "--no-shrink", *puzzles)
    alone = run("judge", solver, *options)
    assert (alone.returncode, b"2 puzzles: all right" in alone.stdout) == (0, True)
    after = f"sh -c 'cat {mine} {{input}} | {solver} | tail -n 1'"
    assert run("judge", after, *options).returncode == int(keeps)


def test_the_same_mistake_behind_failures_of_two_kinds_is_named_once(tmp_path):
    some = tmp_path / "some.kk"
    some.write_text("3412\naa..\na...\n....\n\na 8+\n", encoding="utf-8")
    asked = ("--answers", "grids", "--no-shrink", "--save", str(tmp_path), CORNER, str(some))
    text = judged("no-repeats", *asked, code=1)
    assert text.count("that shows ") == 2
    assert " ".join(text.split()).count("if no cage could hold a value twice") == 1
    found = events("no-repeats", *asked, code=1)
    suspicions = [one["suspicion"] for one in found if one["event"] == "shrunk"]
    assert len(suspicions) == sum("no cage" in text for text in suspicions) == 2


class TestJson:
    def test_events(self):
        verdict, shrunk, summary = events("first", "--answers", "grids", THREE, code=1)
        assert 0 < verdict.pop("seconds") < 60
        assert 0 < verdict.pop("reference_seconds") < 60
        assert len(verdict.pop("expected_grid")) == len(verdict.pop("given_grid")) == 5
        assert json.loads(verdict.pop("input"))["size"] == 5
        assert len(verdict.pop("output").split()) == 25
        assert verdict == {
            "schema": 1,
            "event": "verdict",
            "puzzle": THREE,
            "verdict": "missing",
            "detail": "2 of 3 solutions missing",
            "channel": "file",
            "size": 5,
            "level": "several",
            "count": 3,
            "exact": True,
            "confirmed": True,
        }
        assert (shrunk["event"], shrunk["verdict"], shrunk["size"]) == ("shrunk", "missing", 2)
        assert shrunk["problem"]["size"] == 2
        assert shrunk["suspicion"] == ""
        assert summary["verdicts"] == {"missing": 1}
        assert (summary["answers"], summary["assumed"]) == ("grids", False)
        assert (summary["puzzles"], summary["right"], summary["skipped"]) == (1, 0, 0)
        (group,) = summary["groups"]
        assert (group["size"], group["level"], group["puzzles"]) == (5, "several", 1)

    def test_the_mistake_behind_a_failure(self):
        *_, shrunk, _ = events("no-repeats", CORNER, code=1)
        assert "if no cage could hold a value twice" in shrunk["suspicion"]

    def test_the_order_is_that_of_the_input(self):
        puzzles = [FOUR, EASY, THREE, NONE]
        found = events("right", *puzzles, "--jobs", "4", code=0)
        assert [event["puzzle"] for event in found[:-1]] == puzzles

    def test_crashes_have_their_standard_error(self):
        verdict, *_ = events("crashes", ONE, "--no-shrink", code=1)
        assert verdict["stderr"][-1] == "IndexError: list index out of range"


def test_junit(tmp_path):
    file = tmp_path / "report.xml"
    judged("crashes", ONE, EASY, "--junit", str(file), "--no-shrink", "-q", code=1)
    (suite,) = ElementTree.parse(file).getroot()
    assert suite.attrib["tests"] == "2"
    assert (suite.attrib["errors"], suite.attrib["failures"]) == ("1", "0")
    crash, right = suite
    assert (crash.attrib["name"], right.attrib["name"]) == (ONE, EASY)
    (error,) = crash
    assert error.attrib["type"] == "crash"
    assert "IndexError" in error.text
    assert len(right) == 0
    run("judge", faulty("first"), "--puzzle-format", "json", THREE, "--answers", "grids",
        "--junit", str(file), "--no-shrink")  # fmt: skip
    ((case,),) = ElementTree.parse(file).getroot()
    (failure,) = case
    assert (failure.tag, failure.attrib["message"]) == ("failure", "2 of 3 solutions missing")
    assert "expected:" in failure.text


class TestPuzzles:
    @pytest.mark.complete
    def test_suites(self):
        """One after the other; the examples of the guide have a larger one."""
        with SUITES.registered(Suite("mine", "for tests", PUZZLES / "4x4" / "cs332.kk")):
            found = events("right", "--suite", "smoke", "--suite", "mine", code=0)
        names = [event["puzzle"] for event in found[:-1]]
        assert names[0].startswith("smoke 1: ")
        assert names[-1].startswith("mine 1")
        assert found[-1]["right"] == len(names) == 23

    def test_random_ones(self):
        found = events("right", "--fuzz", "6", "--seed", "7", "--max-size", "4", code=0)
        assert [event["puzzle"] for event in found[:2]] == ["random 7/1", "random 7/2"]
        assert len(found) == 7
        again = events("right", "--fuzz", "2", "--seed", "7", "--max-size", "4", code=0)
        assert [e["count"] for e in again[:2]] == [e["count"] for e in found[:2]]

    def test_random_ones_of_any_kind(self):
        options = ["--fuzz", "12", "--max-size", "4", "--any-kind", "--jobs", "2"]
        assert events("right", *options, code=0)[-1]["right"] == 12

    def test_rectangles_only_if_asked_for(self):
        options = ["judge", "cover", "--fuzz", "12", "--max-size", "4", "--any-kind", "--json"]
        for more, shapes in ([], {int}), (["--rectangles"], {int, str}):
            *verdicts, summary = map(json.loads, run(*options, *more).stdout.splitlines())
            assert {type(verdict["size"]) for verdict in verdicts} == shapes
            assert summary["right"] == 12

    def test_without_any_it_is_the_smoke_suite(self):
        done = run("judge", "cp-sat")
        assert done.returncode == 0
        assert b"22 puzzles: all right\n" in done.stdout

    def test_without_any_standard_input_is_not_asked(self):
        with mock.patch(
            "kenken_cp.cli.running.arguments.Puzzles.all_read", new=mock.PropertyMock()
        ) as asked:
            assert run("judge", "cover", "--fuzz", "1", "--max-size", "2").returncode == 0
        asked.assert_not_called()

    def test_lines_and_standard_input(self):
        done = run("judge", "logic", SUDOKU, "-", stdin=b"3:a_3aba_,m3a5s1s1")
        assert done.returncode == 0
        assert b"9x9" in done.stdout
        assert b"3x3" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no-such-solver"], "no command 'no-such-solver'"),
        (["cp-sat", "no-such-file.kk"], "no such file"),
        (["cp-sat", "--suite", "nope"], "unknown suite 'nope'; known: smoke"),
        (["cp-sat", "--answers", "all"], "known: grids, first, count, unique"),
        (["cp-sat", "--puzzle-format", "nope"], "unknown format 'nope'"),
        (["cp-sat", "--answer-regex", "("], "not a regular expression"),
        (["cp-sat", "--python-argument", "x"], "expected puzzle or text"),
        (["cp-sat", "--timeout", "0"], "timeout 0.0; expected more than 0 seconds"),
        (["cp-sat", "--rules", "nope", "--fuzz", "1"], "unknown rule set 'nope'"),
        (["cp-sat", "--save", "/dev/null/x"], "/dev/null/x: Not a directory"),
        (["cp-sat", "--junit", "/dev/null/x"], "/dev/null/x: Not a directory"),
        (
            ["cp-sat", "--rectangles", "--fuzz", "1"],
            "--rectangles without --any-kind; expected both",
        ),
        (["no.such:function"], "cannot call no.such:function: ModuleNotFoundError"),
    ],
)
def test_bad_usage(arguments, message):
    assert message in complaint("judge", *arguments)


def test_an_expression_that_backtracks_for_ever(monkeypatch):
    """It is the expression that is wrong, not the solver: no verdict, and no other puzzle."""
    monkeypatch.setattr("kenken_cp.judge.matches._LIMITS", RunLimits(0.3))
    judge = ("judge", f"echo {'a' * 40}!", "--answer-regex", "(a+)+$", "--suite", "smoke")
    assert "the expression '(a+)+$' takes more than 0.3 s" in complaint(*judge)


def test_a_command_that_cannot_be_run_after_all(tmp_path):
    script = tmp_path / "script"
    script.write_text("no interpreter")
    script.chmod(0o755)
    done = run("judge", str(script), EASY)
    assert done.returncode == 2
    assert b"cannot run" in done.stderr


@pytest.mark.parametrize(
    "number",
    [
        signal.SIGINT,
        pytest.param(signal.SIGTERM, marks=pytest.mark.complete),
        pytest.param(signal.SIGHUP, marks=pytest.mark.complete),
    ],
)
def test_an_interruption_keeps_what_was_found_and_leaves_nothing_running(number, tmp_path):
    began = tmp_path / "began"
    began.touch()
    # A shell: on a busy machine Python takes longer to start than a puzzle may take here.
    solver = shlex.join(["sh", "-c", f"echo $$ >>{shlex.quote(str(began))}; exec sleep 60"])
    call = ["judge", solver, *[EASY] * 50, "--timeout", "0.5", "--answers", "first"]
    with started(*call, preexec_fn=lambda: signal.signal(number, signal.SIG_DFL)) as process:
        first = process.stdout.readline()
        until(lambda: len(began.read_text().splitlines()) > 1, process)
        process.send_signal(number)
        rest, error = process.communicate(timeout=300)
    assert process.returncode == 128 + number
    assert error == b""
    assert first.startswith(b"timeout")
    assert b"interrupted after " in rest
    assert b"cp-sat's" in rest
    for solver in map(int, began.read_text().split()):
        with pytest.raises(ProcessLookupError):
            os.kill(solver, 0)


def test_a_closed_pipe_ends_quietly():
    ended = left_after_a_line("judge", "cover", *[EASY] * 100, "--json")
    assert ended[1:] == (0, b"")


class TestCrossCheck:
    def test_all_right(self):
        done = run("cross-check", EASY, THREE, "--timeout", "120")  # on a busy machine, too
        assert (done.returncode, done.stderr) == (0, b"")
        lines = done.stdout.decode().splitlines()
        assert lines[0].split() == ["backend", "puzzles", "right", "failed", "median"]
        engines = [backend.name for backend in BACKENDS if backend.installed]
        assert [line.split()[0] for line in lines[1 : len(engines) + 1]] == engines
        answers = 2 * len(engines) - 1  # brute-force is left out at 5x5
        assert lines[len(engines) + 2] == f"{answers} answers: all right"

    def test_json(self):
        done = run("cross-check", NONE, "--json", "--backend", "logic", "--backend", "cp-sat")
        *verdicts, summary = map(json.loads, done.stdout.splitlines())
        assert [event["backend"] for event in verdicts] == ["logic", "cp-sat"]
        assert {event["verdict"] for event in verdicts} == {"right"}
        assert [group["backend"] for group in summary["groups"]] == ["logic", "cp-sat"]
        assert (summary["puzzles"], summary["right"], summary["verdicts"]) == (1, 2, {"right": 2})

    def test_one_engine_alone(self):
        done = run("cross-check", EASY, "--backend", "logic")
        assert done.returncode == 0
        assert done.stdout.endswith(
            b"checked against the rules alone: name another --backend to compare with\n"
        )

    @pytest.mark.parametrize("names", [["cover", "compiled", "logic"], []])
    def test_an_engine_that_cannot_is_skipped(self, names, monkeypatch):
        """The others answer, and the other puzzles are answered."""
        monkeypatch.setattr("kenken_cp.encode.exact_cover.MAX_OPTIONS", 50)
        monkeypatch.setitem(sys.modules, "numba", None)
        for name in list(sys.modules):
            if name.startswith("kenken_cp.backends.cover.compiled"):
                monkeypatch.delitem(sys.modules, name)
        monkeypatch.delattr(cover, "compiled", raising=False)
        options = [word for name in names for word in ("--backend", name)]
        done = run("cross-check", THREE, KEEN, *options, "--json")
        *events, summary = map(json.loads, done.stdout.splitlines())
        skipped = [(e["puzzle"], e["backend"]) for e in events if e["event"] == "skipped"]
        assert (done.returncode, summary["event"]) == (0, "summary"), done
        right = [(e["puzzle"], e["backend"]) for e in events if e.get("verdict") == "right"]
        assert {(THREE, "cover"), (THREE, "compiled"), (KEEN, "compiled")} <= set(skipped)
        assert {(KEEN, "cover"), (THREE, "logic"), (KEEN, "logic")} <= set(right)
        text = run("cross-check", THREE, KEEN, *options).stdout.decode()
        text = "".join(text.split())  # a line may end within the name of a file
        assert f"1skippedbycover,thefirst,{THREE}:exactcoverneedsmorethan50" in text
        assert re.search("2skippedbycompiled,thefirst,.*:.*whichisnotinstalled", text)

    def test_where_every_engine_is_skipped_nothing_was_judged(self):
        large = json.dumps({"size": [2, 40], "values": [*range(1, 900)], "cages": []})
        done = run("cross-check", large, "--backend", "cover")
        assert done.returncode == 2
        assert b"1 skipped by cover" in done.stdout

    def test_slow_is_not_wrong(self, monkeypatch):
        seconds_per_look(monkeypatch, 0.1)
        hard = str(PUZZLES / "9x9/hard.kk")
        done = run("cross-check", hard, "--backend", "cp-sat", "--backend", "brute-force",
                   "--timeout", "90")  # fmt: skip
        assert done.returncode == 3
        assert b"2 answers: 1 right, 1 timeout" in done.stdout
        done = run("cross-check", hard, "--backend", "brute-force", "--timeout", "0.2")
        assert done.returncode == 3
        assert b"1 answer: 0 right, 1 timeout" in done.stdout

    def test_bad_usage(self):
        assert "unknown backend 'nope'" in complaint("cross-check", EASY, "--backend", "nope")
        assert "no such file" in complaint("cross-check", "nope.kk")


def test_a_full_disk_is_said_of_the_file(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # without a name, as of a write

    monkeypatch.setattr(Path, "write_bytes", full)
    done = run("judge", "false", EASY, "--no-shrink", "--save", str(tmp_path))
    error = f"kenken-cp: {tmp_path / 'crash'}: No space left on device\n"
    assert (done.returncode, done.stderr.decode()) == (2, error)


def test_a_folder_that_is_none():
    error = complaint("judge", "cover", KEEN, "--save", "/dev/null")
    assert error == "kenken-cp: /dev/null: not a directory; expected one\n"
