"""``kenken-cp trace`` as its users meet it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from corpus import PUZZLES, ROOT

from kenken_cp.cli.trace import read_counts
from kenken_cp.errors import KenKenError
from kenken_cp.logic.solver import STRATEGIES
from kenken_cp.logic.trace import STYLES

EASY = str(PUZZLES / "4x4/cs332.kk")
THREE = str(PUZZLES / "ambiguous/5x5-three.kk")
NONE = str(PUZZLES / "impossible/4x4-line.kk")
STUCK = str(PUZZLES / "9x9/sudoku-stuck.kk")
ENDLESS = str(PUZZLES / "latin/latin-5.kk")
COMMAND = [sys.executable, "-m", "kenken_cp", "trace"]


def run(*arguments, **more):
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, timeout=60, cwd=ROOT, **more
    )


def answer(*arguments, code=0):
    done = run(*arguments)
    assert (done.returncode, done.stderr) == (code, "")
    return done.stdout


def records(*arguments, code=0):
    return [json.loads(line) for line in answer(*arguments, "--json", code=code).splitlines()]


def test_deduction_is_traced_as_the_wiki_does():
    text = answer(EASY)
    assert text.startswith("\tOpen cells: 16\n\t(")
    assert text.endswith("  3 4 1 2\n  2 1 3 4\n  1 2 4 3\n  4 3 2 1\n\n1 solution\n")


@pytest.mark.parametrize(
    ("strategy", "start"),
    [
        ("best-first", "  _ _ _ _\n"),
        ("backtracking", " 0  .... .... .... ....  start\n"),
        ("mcv-lcv", " 0  .... .... .... ....  start\n"),
        ("propagation", "cage combinations  "),
        ("patterns", "Round 1\n  . . . .\n"),
    ],
)
def test_each_strategy_has_its_style(strategy, start):
    assert answer(EASY, "--strategy", strategy).startswith(start)


def test_a_style_of_ones_own():
    assert answer(EASY, "--style", "steps").startswith("cage values ")


def test_every_solution_or_as_many_as_wanted():
    assert answer(THREE).endswith("\n3 solutions\n")
    text = answer(THREE, "--limit", "2", "--strategy", "backtracking")
    assert text.endswith("  solution 2\n2 solutions (stopped at the limit; there may be more)\n")
    assert "solution 1\n" in text


def test_the_filter_of_the_wiki():
    text = answer(EASY, "--strategy", "best-first", "--open-cells", "10,15-16")
    counts = [line.split()[-1] for line in text.splitlines() if "Open cells" in line]
    assert counts == ["16", "15", "10", "15", *counts[4:]]
    assert set(counts) == {"10", "15", "16"}


def test_no_solution_is_an_answer_with_code_1():
    assert answer(NONE, code=1).endswith(" Dead end\n\nno solution\n")


def test_stuck_is_an_answer_with_code_1():
    text = answer(STUCK, "--strategy", "patterns", code=1)
    assert "Could not solve" in text
    assert text.endswith("\nstuck: the strategy finds no more, and does not guess\n")
    assert records(STUCK, "--strategy", "patterns", code=1)[-1]["status"] == "stuck"


def test_json():
    told = records(EASY, "--strategy", "best-first")
    assert {record["puzzle"] for record in told} == {EASY}
    expanded = [record for record in told if record["event"] == "expanded"]
    assert (expanded[0]["cell"], expanded[0]["values"], expanded[0]["queue"]) == ("r1c2", [1, 4], 1)
    (solution,) = [record for record in told if record["event"] == "solution"]
    assert (solution["index"], solution["grid"][0]) == (1, [3, 4, 1, 2])
    assert told[-1] == {
        "event": "result",
        "puzzle": EASY,
        "strategy": "best-first",
        "status": "exhausted",
        "count": 1,
        "exact": True,
    }


def test_json_of_some_boards_only():
    told = records(EASY, "--open-cells", "3", "--limit", "1")
    assert [record["open_cells"] for record in told if "open_cells" in record] == [3, 3]
    assert told[-2]["event"] == "solution"
    assert (told[-1]["status"], told[-1]["exact"]) == ("limit", False)


@pytest.mark.parametrize("options", [["--json"], []])
def test_ctrl_c_keeps_what_was_printed(options):
    with subprocess.Popen(
        [*COMMAND, ENDLESS, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        first = os.read(process.stdout.fileno(), 10)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        rest, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (130, b"")
    text = (first + rest).decode()
    if options:
        *_, result = [json.loads(line) for line in text.splitlines()]
        assert (result["status"], result["exact"]) == ("interrupted", False)
    else:
        assert text.endswith("(interrupted; there may be more)\n")


def test_a_closed_pipe_ends_quietly():
    with subprocess.Popen(
        [*COMMAND, ENDLESS], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stdout.readline()
        process.stdout.close()
        error = process.stderr.read()
        assert process.wait(timeout=60) == 0
    assert error == b""


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--strategy", "luck"], "unknown strategy 'luck'; known: backtracking, mcv-lcv"),
        (["--style", "prose"], "unknown style 'prose'; known: wiki, wiki-after, tree"),
        (["--open-cells", "many"], "--open-cells 'many'; expected numbers and ranges"),
        (["--from", "pdf"], "unknown format 'pdf'"),
        (["--rules", "chess"], "unknown rule set 'chess'"),
        (["--limit", "0"], "--limit"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
def test_bad_usage(options, message):
    done = run(EASY, *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_open_cells_are_numbers_and_ranges():
    assert read_counts("1,2,3,10,20") == {1, 2, 3, 10, 20}
    assert read_counts("1-5, 9") == {1, 2, 3, 4, 5, 9}
    assert read_counts("7") == read_counts("7-7") == {7}


@pytest.mark.parametrize("text", ["", "1,", "5-1", "-3", "1..5", "x", "1-2-3", "99999", "[1]"])
def test_open_cells_that_are_neither(text):
    with pytest.raises(KenKenError, match="expected numbers and ranges such as 1,2,10-20"):
        read_counts(text)


def test_help_names_every_strategy_and_style():
    text = " ".join(run("--help", env={**os.environ, "COLUMNS": "80"}).stdout.split())
    for record in (*STRATEGIES, *STYLES):
        assert f" {record.name}" in text


def test_other_commands_do_not_pay_for_it():
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, kenken_cp.cli; print('kenken_cp.logic' in sys.modules)",
        ],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.stdout == "False\n"
