"""Every command ends at its ``--timeout``, on the largest boards that are accepted.

A new command that takes ``--timeout`` fails here until it is called, too. How long a call takes is
not measured: the bounds are so wide that only work without a checkpoint breaks them.
"""

import time
from functools import cache
from itertools import product

import pytest
from cli.calls import run
from giants import BOARDS
from typer.main import get_command

from kenken_cp.cli.app import Exit, app
from kenken_cp.formats import dumps

MAX_CPU_SECONDS = 10

CALLS = {
    "solve": ["", "--backend cover", "--backend cp-sat"],
    "enumerate": ["", "--limit 9"],
    "count": ["", "--backend cover", "--estimate", "--jobs 2"],
    "check": [""],
    "candidates": ["", "--by solutions"],
    "explain": [""],
    "hint": [""],
    "rate": [""],
    "trace": ["--limit 1"],
    "show": ["--solution", "--candidates"],
    "sheet": ["--output {folder}/sheet.pdf"],
    "rules": [""],
    "why": ["", "--minimal"],
    "prove": [""],
    "judge": ["--no-shrink true"],
    "cross-check": ["--backend cp-sat --backend cover --backend logic"],
}
"""For each command the options to try it with."""

WITHOUT = {
    "verify": "it takes a certificate, and nobody has one of these boards",
    "generate": "it takes no board",
}
"""Commands that are not tried, and why."""

QUICK = "9 cells of 1000 values"
"""The board that every command is tried on always, and not only in the complete run."""

SLOW = ("2048 sums of two", "256 sums of 16")


def test_every_command_with_a_timeout_is_called():
    commands = get_command(app).commands.items()
    timed = {
        name
        for name, command in commands
        if any("--timeout" in parameter.opts for parameter in command.params)
    }
    assert timed == set(CALLS) | set(WITHOUT)


@cache
def text_of(board):
    return dumps(BOARDS[board](), "json")


@pytest.mark.parametrize(
    ("call", "board"),
    [
        pytest.param(
            f"{command} {options}".strip(),
            board,
            marks=() if board == QUICK and "--jobs" not in options else pytest.mark.complete,
        )
        for command, tried in CALLS.items()
        for options, board in product(tried, (QUICK, *SLOW))
    ],
)
def test_ends_at_its_timeout(call, board, tmp_path, monkeypatch):
    monkeypatch.setattr("kenken_cp.judge.judging._MIN_TRUTH_SECONDS", 0.05)
    monkeypatch.setattr("kenken_cp.cli.running.outcomes._SECONDS_FOR_MISTAKES", 0.05)
    file = tmp_path / "giant.json"
    file.write_text(text_of(board))
    began = time.process_time()
    words = call.format(folder=tmp_path).split()
    done = run(*words, str(file), "--timeout", "0.05", "--json")
    assert time.process_time() - began < MAX_CPU_SECONDS
    assert done.returncode < Exit.BUG, done


@pytest.mark.parametrize(
    "options",
    [
        "--size 9 --level extreme",
        pytest.param("--size 32", marks=pytest.mark.complete),
        pytest.param("--size 16 --cage-sizes 30-60", marks=pytest.mark.complete),
        pytest.param("--size 6 --values 1..1000 --cage-sizes 6-12", marks=pytest.mark.complete),
    ],
)
def test_a_puzzle_that_takes_long_to_make(options):
    began = time.process_time()
    done = run("generate", *options.split(), "--seed", "1", "--timeout", "0.05", "--json")
    assert time.process_time() - began < MAX_CPU_SECONDS
    assert done.returncode in (Exit.ANSWERED, Exit.LIMIT), done
