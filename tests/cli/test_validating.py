"""``judge``, ``cross-check``, ``prove`` and ``verify`` as their users meet them."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from cli.calls import COMMAND, answer, complaint, events, run, said
from cli.puzzles import EASY, KEEN, LATIN4, LATIN5, NONE, THREE
from clocks import seconds_per_look
from corpus import PUZZLES, ROOT

from kenken_cp import load
from kenken_cp.errors import MissingExtraError
from kenken_cp.judge import judging
from kenken_cp.judge.suites import SUITES
from kenken_cp.search.engine import BACKENDS, Backend

IMPOSSIBLE = [str(PUZZLES / f"impossible/{name}.kk") for name in ("3x3-sum", "4x4-line")]
PAIRS = "2:__b,s1d2"
"""Two solutions, of which one is 1 2, 2 1."""
HOMEWORK = ROOT / "tests" / "judge" / "homework.py"
SMOKE = len(SUITES.named("smoke").puzzles)


def homework(fault):
    return shlex.join([sys.executable, "-S", "-E", str(HOMEWORK), fault]) + " {input}"


def judged(solver, *arguments, code):
    return events("judge", solver, *arguments, code=code)


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
        for question in ("one", "all"):
            found = verdicts(solver, *IMPOSSIBLE, "--answers", question)
            assert found == [kind] * len(IMPOSSIBLE)


class TestJudge:
    def test_a_command_without_quotes(self, tmp_path):
        program = tmp_path / "solver.py"
        program.write_text("print(1)\n")
        words, error = said("judge", sys.executable, str(program), code=2)
        assert words == ""
        assert f'in double quotes: "{sys.executable} {program}"' in error
        assert "double quotes" not in complaint("judge", f"{program}:print", "missing.kk")
        for further in ([KEEN], ["--suite", "smoke"], ["-q"]):
            assert "in double quotes" in complaint("judge", sys.executable, str(program), *further)
        bad = tmp_path / "bad.kk"
        bad.write_text("Buy milk.")
        for mistyped in ("nosuch.kk", str(bad), str(tmp_path)):
            assert "double quotes" not in complaint("judge", "cat", mistyped)

    @pytest.mark.slow
    def test_the_summary_comes_first(self):
        text = answer("judge", homework("right"))
        assert text.startswith(f"{SMOKE} puzzles: all right\n")
        text = answer("judge", homework("first"), EASY, THREE, NONE)
        first, note = text.splitlines()
        assert first == "3 puzzles: all right"
        assert note.startswith("1 with several solutions, of which one is enough")

    def test_each_kind_of_failure_is_shown_once(self):
        call = ("judge", "sh -c 'echo 1 2; echo 2 1'", PAIRS, NONE, KEEN, THREE, "--no-shrink")
        text = answer(*call, code=1)
        assert text.startswith("4 puzzles: 1 right, 3 unreadable\n")
        assert text.count("\nunreadable, ") == text.count("again: kenken-cp judge ") == 1
        assert "answered:\n| 1 2\n| 2 1\n" in text
        assert "every failure" not in text
        text = answer("judge", "false", *IMPOSSIBLE, "--no-shrink", code=1)
        assert "every failure is on a puzzle without a solution" in text
        assert "\nexit code 1\nThe puzzle has no solution.\nthe puzzle\n" in text

    def test_a_long_answer_is_quoted_by_its_beginning_and_its_end(self):
        text = answer("judge", "seq 101 120", KEEN, "--no-shrink", code=1)
        quoted = text.partition("it answered:\n")[2].splitlines()[:9]
        begin, end = [["| 101", "| 102", "| 103", "| 104"], ["| 117", "| 118", "| 119", "| 120"]]
        assert quoted == [*begin, "| ... (12 more lines)", *end]

    def test_a_crash_is_made_small_and_a_timeout_is_not(self):
        (*_, failure) = judged("false", EASY, code=1)
        assert (failure["verdict"], failure["problem"]["size"]) == ("crash", 2)
        (*_, failure) = judged("sleep 60", EASY, "--timeout", "0.3", code=1)
        assert (failure["verdict"], failure["problem"]["size"]) == ("timeout", 4)

    @pytest.mark.slow
    def test_kinds_of_failures_have_an_order(self, tmp_path):
        (tmp_path / "it.py").write_text(
            "def solve(puzzle):\n"
            "    failures = {2: '1 1; 1 1', 3: 'none', 5: 'banana'}\n"
            "    return failures[puzzle.rows].replace('; ', chr(10))\n"
        )
        call = ("judge", f"{tmp_path}/it.py:solve", THREE, EASY, KEEN, PAIRS, "--no-shrink")
        kinds = re.findall(r"^([a-z-]+), 1 puzzle: ", answer(*call, code=1), re.MULTILINE)
        assert kinds == ["wrong-grid", "false-none", "crash", "unreadable"]

    def test_quiet_and_verbose(self):
        assert answer("judge", homework("right"), EASY, "-q") == "1 puzzle: right\n"
        failing = ("judge", homework("first"), EASY, THREE, "--answers", "all")
        assert answer(*failing, "-q", code=1) == "2 puzzles: 1 right, 1 missing\n"
        text = answer(*failing, "-v", code=1)
        assert re.match(rf"right +[0-9.]+ s  {EASY}\nmissing +[0-9.]+ s  {THREE}: 2 of 3 ", text)

    def test_events(self):
        verdict, summary, failure = judged(homework("first"), THREE, "--answers", "all", code=1)
        assert (verdict["verdict"], verdict["count"], verdict["size"]) == ("missing", 3, "5x5")
        assert len(verdict["expected_grid"]) == len(verdict["given_grid"]) == 5
        assert json.loads(verdict["input"])["size"] == len(verdict["output"].split()) / 5
        assert (summary["answers"], summary["verdicts"]) == ("all", {"missing": 1})
        assert (failure["event"], failure["verdict"], failure["steady"]) == (
            "failure",
            "missing",
            True,
        )
        assert (failure["problem"]["size"], failure["file"]) == (2, None)
        assert failure["replay"].startswith("kenken-cp judge ")

    @pytest.mark.slow
    def test_suites_and_random_puzzles(self):
        sizes = [len(SUITES.named(name).puzzles) for name in ("smoke", "sudoku")]
        given = ("--suite", "smoke", "--suite", "sudoku", "--suite", "smoke", EASY, EASY)
        found = judged("true", *given, "--no-shrink", code=1)
        names = [event["puzzle"] for event in found if event["event"] == "verdict"]
        assert names[2] == SUITES.named("smoke").puzzles[0].title
        assert len(names) == 2 + sum(sizes), "a suite is judged once"

        def drawn(*options):
            found = judged(homework("right"), "--max-size", "3", *options, code=0)
            return [(event["puzzle"], event["count"], event["size"]) for event in found[:-1]]

        six = drawn("--fuzz", "6", "--seed", "7")
        assert six[0][0] == "fuzz, seed 7, number 1"
        assert drawn("--fuzz", "2", "--seed", "7") == six[:2]
        assert len({drawn("--fuzz", "1", "--seed", seed)[0][1:] for seed in "12345"}) > 1

    def test_a_folder_and_standard_input(self, tmp_path):
        (tmp_path / "a.kk").write_text(Path(EASY).read_text())
        (tmp_path / "it.py").write_text("print(1)")
        text, words = said("judge", homework("right"), str(tmp_path), "-", stdin=KEEN)
        assert text == "2 puzzles: all right\n"
        assert "1 of 2 files without a puzzle" in words

    def test_what_a_format_does_not_hold_is_skipped(self):
        text = answer("judge", "true", "--puzzle-format", "sudoku", EASY, code=2)
        assert text.startswith("1 puzzle: 0 right, 1 skipped\nthe first that was skipped, ")

    def test_a_number_is_held_against_the_exact_one(self, monkeypatch):
        """Also where there are more solutions than are searched for."""
        monkeypatch.setattr(judging, "MAX_SOLUTIONS", 100)
        call = ("--answers", "count", LATIN4, "--no-shrink")
        assert answer("judge", "echo 576", *call).startswith("1 puzzle: right\n")
        text = answer("judge", "echo 999", *call, code=1)
        assert "says 999; it has 576 solutions" in text
        assert text.endswith("again: with --save DIR, which writes the puzzle into a file\n")

    def test_a_function(self):
        call = ("judge", "kenken_cp:count", THREE, EASY, "--answers", "count", "-q")
        assert answer(*call) == "2 puzzles: all right\n"


class TestAgain:
    def again(self, text, tmp_path):
        """What ``sh`` makes of the command that repeats a failure."""
        (command,) = re.findall(r"^(?:# )?again: (.*)", text, re.MULTILINE)
        program = tmp_path / "kenken-cp"
        program.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n')
        program.chmod(0o755)
        env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
        return subprocess.run(["sh", "-c", command], capture_output=True, env=env, timeout=300)

    @pytest.mark.parametrize("puzzle", [PAIRS, "1....41..42....1"])
    def test_the_command_repeats_the_failure(self, puzzle, tmp_path):
        options = ("--answers", "all", "--no-shrink", "--timeout", "20")
        text = answer("judge", "sh -c 'echo \"$HOME\"'", puzzle, *options, code=1)
        done = self.again(text, tmp_path)
        assert done.returncode == 1
        assert done.stdout.startswith(b"1 puzzle: 0 right, 1 unreadable\n")

    def test_it_has_the_rules_that_the_puzzle_does_not_say(self):
        text = answer("judge", "false", PAIRS, "--rules", "calcudoku", "--no-shrink", code=1)
        assert re.search("again: .* --rules calcudoku\n", text)

    def test_ctrl_c_while_a_smaller_puzzle_is_looked_for(self, monkeypatch, tmp_path):
        monkeypatch.setattr(judging, "shrunk_failure", Mock(side_effect=KeyboardInterrupt))
        text = answer("judge", "false", PAIRS, NONE, "--save", str(tmp_path), code=130)
        assert "\ncrash, 2 puzzles: " in text
        assert [file.name for file in tmp_path.iterdir()] == ["crash.kk"]

    def test_files(self, tmp_path):
        folder = tmp_path / "new folder"
        options = ("--answers", "all", "--no-shrink", "-q", "--save", str(folder))
        silent = f'"{sys.executable}" -c "\n"'
        answer("judge", silent, THREE, *options, code=1)
        (file,) = folder.iterdir()
        assert load(file) == load(THREE).bare, "a command of two lines is a comment of two"
        file.unlink()
        assert answer("judge", homework("first"), THREE, *options, code=1).count("\n") == 1
        (file,) = folder.iterdir()
        assert file.name == "missing.kk"
        saved = file.read_text()
        assert saved.startswith("# missing: ")
        assert load(file) == load(THREE).bare
        done = self.again(saved, tmp_path)
        assert done.returncode == 1
        assert b"1 puzzle: 0 right, 1 missing\n" in done.stdout


class TestCrossCheck:
    def test_all_right(self):
        text = answer("cross-check", EASY, THREE, "--timeout", "120")  # on a busy machine, too
        # brute-force is left out at 5x5
        assert text == f"{2 * len(BACKENDS.names()) - 1} answers: all right\n"

    def test_an_engine_that_cannot_is_skipped(self):
        def lacking(*_):
            raise MissingExtraError("this engine", "extra", "a package")

        engines = ("--backend", "cover", "--backend", "lacking")
        with BACKENDS.registered(Backend("lacking", "for this test", lacking)):
            text = answer("cross-check", KEEN, *engines, "-v")
            skipped, verdict, summary = events("cross-check", KEEN, *engines)
        assert f" {KEEN}: lacking: this engine needs a package" in text.splitlines()[0]
        assert "\n2 answers: 1 right, 1 skipped\n" in text
        assert text.endswith("1 confirmed by no second engine\n")
        assert (skipped["verdict"], skipped["backend"]) == ("skipped", "lacking")
        assert (verdict["backend"], verdict["confirmed"]) == ("cover", False)
        assert (summary["right"], summary["verdicts"]) == (1, {"right": 1, "skipped": 1})
        assert summary["puzzles"] == 1

    def test_slow_is_not_wrong(self, monkeypatch):
        seconds_per_look(monkeypatch, 0.1)
        hard = str(PUZZLES / "9x9/hard.kk")
        engines = ("--backend", "cover", "--backend", "brute-force", "--timeout", "90")
        assert "2 answers: 1 right, 1 timeout\n" in answer("cross-check", hard, *engines, code=3)


class TestCertificates:
    @pytest.fixture
    def certificate(self, tmp_path):
        path = tmp_path / "puzzle.cert"
        text, words = said("prove", KEEN, "-o", str(path))
        assert text == ""
        assert f"{KEEN}: exactly 1 solution" in words
        return path

    def test_prove_and_verify(self, certificate):
        path = str(certificate)
        assert answer("prove", KEEN).encode() == certificate.read_bytes()
        text = answer("verify", path)
        assert text.startswith(f"{path}: valid: exactly 1 solution\n")
        assert "valid: exactly 1" in answer("verify", "-", stdin=certificate.read_text())
        assert answer("verify", path, "--quiet") == "1\n"
        assert answer("verify", path, "--of", KEEN) == text
        other = answer("verify", path, "--of", THREE, code=1)
        assert other == f"{path}: valid, but of another puzzle\n"
        (event,) = events("verify", path, "--of", THREE, code=1)
        assert (event["valid"], event["reason"]) == (False, "valid, but of another puzzle")

    def test_of_a_puzzle_under_other_rules(self, tmp_path):
        path = str(tmp_path / "killer.cert")
        puzzle = "2:__b,a3a3"
        run("prove", puzzle, "--rules", "killer", "-o", path)
        assert "another puzzle" in answer("verify", path, "--of", puzzle, code=1)
        assert "valid: " in answer("verify", path, "--of", puzzle, "--rules", "killer")

    def test_what_is_no_certificate_is_named(self):
        assert f"{EASY}:1: no certificate" in complaint("verify", EASY)
        (event,) = events("verify", EASY, code=2)
        assert (event["file"], event["line"]) == (EASY, 1)

    def test_one_that_proves_nothing(self, certificate):
        lines = certificate.read_text().split("\n")
        at = lines.index("[cnf]") + 2
        lines[at] = "1 2 0"
        certificate.write_text("\n".join(lines))
        text = answer("verify", str(certificate), code=1)
        assert f"not valid: line {at + 1}: the clause does not follow from cell r1c1\n" in text
        (event,) = events("verify", str(certificate), code=1)
        assert (event["valid"], event["line"]) == (False, at + 1)
        assert answer("verify", str(certificate), "-q", code=1) == "not valid\n"

    def test_what_is_not_proved(self, tmp_path):
        path = tmp_path / "none.cert"
        assert "more than 1000 solutions" in complaint("prove", LATIN5, "-o", str(path))
        slow = str(PUZZLES / "ambiguous/8x8-92.kk")
        assert "timeout" in complaint("prove", slow, "--timeout", "0.1", "-o", str(path), code=3)
        assert list(tmp_path.iterdir()) == []
