"""What commands say of probable mistakes in a puzzle, beside their answers."""

from __future__ import annotations

import json
import os

import pytest
from cli.calls import KEEN, run
from cli.test_why import WRONG
from typer.main import get_command

from kenken_cp import Cage, Puzzle
from kenken_cp.cli.app import app
from kenken_cp.cli.running import outcomes
from kenken_cp.diagnose import diagnosis

pytestmark = pytest.mark.usefixtures("unhurried")

APART = "aab\nccb\ndda\n\na 6+\nb 3+\nc 3+\nd 3+\n"
IMPOSSIBLE = "aab\nccb\nddd\n\na 99+\nb 3+\nc 3+\nd 6+\n"
OPTIONS = {
    "cross-check": ["--backend", "cover", "--backend", "logic"],
    "judge": ["--no-shrink"],
    "prove": ["--output", os.devnull],
    "sheet": ["--output", os.devnull],
}
ARGUMENTS = {"judge": ["cat"]}

ON_PUZZLES = [
    name
    for name, known in get_command(app).commands.items()
    if any(
        parameter.param_type_name == "argument" and parameter.metavar.startswith("PUZZLE")
        for parameter in known.params
    )
]


def called(command, text, *options):
    arguments = [*ARGUMENTS.get(command, []), "-", *OPTIONS.get(command, []), *options]
    return run(command, *arguments, stdin=text)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(name, marks=[pytest.mark.complete] if name in OPTIONS else [])
        for name in ON_PUZZLES
        if name != "check"
    ],
)
def test_every_command_warns_once_on_standard_error(command):
    for text, warning in (
        (
            APART,
            "the letter a is used for two groups of cells that do not touch: r1c1 r1c2 and r3c3",
        ),
        (IMPOSSIBLE, "no values make 99+ at r1c1 r1c2, so there is no solution"),
    ):
        if (command, text) == ("why", IMPOSSIBLE):  # its answer says it
            continue
        done = called(command, text)
        said = [line for line in done.stderr.decode().splitlines() if "warning" in line]
        assert len(said) == 1
        assert said[0].startswith(f"kenken-cp: -: warning: {warning}")
        assert b"warning" not in done.stdout
    assert b"warning" not in called(command, APART, "-q").stderr


CUT_OFF = "3 of 9 cells are in no cage: r2c2 r3c2 r3c3; is a cage missing?"


@pytest.mark.parametrize(
    "text",
    [
        "3\n3 + A1 B1\n1 - C1 C2\n2 - A2 A3\n",
        "# 3\n+ 3 A1 A2\n- 1 A3 B3\n- 2 B1 C1\n",
        "3\nadd 3 (0,0) (0,1)\nsub 1 (0,2) (1,2)\nsub 2 (1,0) (2,0)\n",
        "kk3 = [ Cage 3 Add [(1, 1), (1, 2)]\n, Cage 1 Subtract [(1, 3), (2, 3)]\n"
        ", Cage 2 Subtract [(2, 1), (3, 1)] ]\n",
        "kenken_testcase(3, [\n+(3, [[1|1], [1|2]]),\n-(1, [1|3], [2|3]),\n-(2, [2|1], [3|1])]).\n",
        "3 3\n1 3 2 1 1 1 2\n2 1 2 1 3 2 3\n2 2 2 2 1 3 1\n",
    ],
)
def test_a_list_that_may_have_lost_its_last_lines(text):
    """What is left is a puzzle, but hardly the one that was meant."""
    done = called("count", text)
    assert done.stderr.decode().splitlines() == [f"kenken-cp: -: warning: {CUT_OFF}"]
    assert b"missing" not in called("count", "aab\nc.b\nc..\n\na 3+\nb 1-\nc 2-\n").stderr


NOT_SQUARE = "aab\ncdb\n\na 3+\nb 1-\nc 1\nd 3\n"


def test_a_picture_that_may_have_lost_a_row():
    done = called("count", NOT_SQUARE)
    assert b"a picture of 2x3 cells; expected a square, or 'size: 2x3' above it" in done.stderr
    assert called("count", f"size: 2x3\n{NOT_SQUARE}").stderr == b""


def test_check_warns_in_its_answer():
    done = called("check", APART)
    assert (done.returncode, b"warning" in done.stderr) == (1, False)
    assert b"\n  warning: the letter a is used for two groups" in done.stdout
    assert done.stdout.endswith(b"\n  no solution\n")
    done = called("check", IMPOSSIBLE, "-q")
    impossible = "-: impossible clue, 99+ at r1c1 r1c2: 3x3, 4 cages, kenken rules\n"
    assert (done.returncode, done.stdout.decode()) == (1, impossible)


def test_a_puzzle_may_state_that_it_has_no_solution():
    stated = f"solutions: 0\n{IMPOSSIBLE}"
    assert called("check", stated).returncode == 0
    assert called("solve", stated).stderr == b""


POINTING = ("solve", "enumerate", "count", "explain", "hint", "check", "candidates")


@pytest.mark.parametrize("command", POINTING)
class TestOnlySuspect:
    PUZZLE = run("convert", WRONG).stdout.decode()
    STATED = f"solutions: 1\n{PUZZLE}"

    def test_it_is_named(self, command):
        done = called(command, self.STATED)
        assert done.returncode == 1
        assert done.stderr.decode() == (
            "kenken-cp: -: 12* at r4c1 r4c2 r4c3 is the only clue whose removal leaves a solution: "
            "is it 24*? (more: kenken-cp why)\n"
        )

    def test_not_beside_bare_answers(self, command):
        assert called(command, self.STATED, "-q").stderr == b""
        done = called(command, self.STATED, "--json")
        assert done.stderr == b""
        assert all("suspects" not in json.loads(line) for line in done.stdout.splitlines())

    def test_not_where_the_author_says_that_there_is_none(self, command):
        assert called(command, f"solutions: 0\n{self.PUZZLE}").stderr == b""

    def test_several_suspects_or_too_little_time(self, command, monkeypatch):
        monkeypatch.setattr(diagnosis, "only_suspect", lambda puzzle, seconds: None)
        error = called(command, self.STATED).stderr.decode()
        assert error == "kenken-cp: -: kenken-cp why says what may be wrong\n"

    def test_it_is_searched_for_within_the_time_of_the_puzzle(self, command, monkeypatch):
        given = []
        monkeypatch.setattr(diagnosis, "only_suspect", lambda _, seconds: given.append(seconds))
        called(command, self.STATED)
        called(command, self.STATED, "--timeout", "60")
        called(command, self.STATED, "--timeout", "0.9")
        assert given[:2] == [outcomes.SECONDS_FOR_SUSPECT] * 2
        assert all(seconds < 0.9 for seconds in given[2:])


def test_several_puzzles():
    done = run("solve", KEEN, WRONG, "--jobs", "1")
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith(f"kenken-cp: {WRONG}: 12* at")


def test_of_two_suspects_none_is_the_only_one():
    two = Puzzle(2, [Cage([(0, 0)], "=", 1), Cage([(1, 1)], "=", 2)])
    assert diagnosis.only_suspect(two) is None
    assert diagnosis.only_suspect(two, seconds=1e-9) is None
