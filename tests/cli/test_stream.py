"""Solutions by the block are printed as they are one by one."""

from __future__ import annotations

import os
import signal

import pytest
from cli.calls import (
    LATIN5,
    answer,
    environment,
    events_in,
    left_after_a_line,
    run,
    run_process,
    started,
)
from corpus import PUZZLES
from engines import needs_fast

from kenken_cp.cli.reports.searches import _Report

pytestmark = needs_fast

ENUMERATE = ["enumerate", "--backend", "compiled"]


def one_by_one(self, named, first, block):
    for index, grid in enumerate(block.grids(), first):
        self.solution(named, index, grid)


NAMES = [
    "latin/latin-4.kk",
    "ambiguous/6x6-388.kk",
    "ambiguous/3x3-12.kk",
    "latin/sudoku-4.kk",
    "4x4/easy.kk",
    "5x5/primes.kk",
    "4x4/more-values.kk",
    "impossible/3x3-sum.kk",
]
LOOKS = [["--quiet"], ["--plain"], ["--json"], []]


@pytest.mark.parametrize(
    ("name", "look"),
    [  # by default each in two ways, and each way with four of them
        pytest.param(name, look, marks=pytest.mark.complete if (row + column) % 2 else [])
        for row, name in enumerate(NAMES)
        for column, look in enumerate(LOOKS)
    ],
    ids=str,
)
def test_byte_for_byte(name, look, monkeypatch):
    path = str(PUZZLES / name)
    fast = run(*ENUMERATE, *look, path)
    monkeypatch.setattr(_Report, "solutions", one_by_one)
    slow = run(*ENUMERATE, *look, path)
    assert fast.returncode == slow.returncode == (name == "impossible/3x3-sum.kk")
    assert lines_without_seconds(fast) == lines_without_seconds(slow)


def lines_without_seconds(done):
    return [line for line in done.stdout.splitlines() if b'"seconds"' not in line]


def test_numbers_of_all_lengths():
    events = events_in(answer(*ENUMERATE, "--json", "--limit", "12345", LATIN5))
    assert [event["index"] for event in events[:-1]] == list(range(1, 12346))
    assert len({str(event["grid"]) for event in events[:-1]}) == 12345


def test_all_are_printed_and_different():
    lines = answer(*ENUMERATE, "--quiet", LATIN5).splitlines()
    assert len(lines) == len(set(lines)) == 161280


def test_a_closed_pipe_ends_quietly():
    assert left_after_a_line(*ENUMERATE, "--quiet", LATIN5)[1:] == (0, b"")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_leaves_whole_lines():
    with started(*ENUMERATE, "--quiet", LATIN5, bufsize=0) as child:
        text = child.stdout.read(50)
        child.send_signal(signal.SIGINT)  # while it waits for us to read on
        rest, errors = child.communicate(timeout=300)
    assert child.returncode == 130
    assert errors == b""
    lines = (text + rest).splitlines()
    assert len(lines) < 161280
    assert {len(line) for line in lines} == {49}


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_counts_what_was_printed():
    with started(*ENUMERATE, "--json", LATIN5, bufsize=0) as child:
        text = b""  # it may begin with how far the search has come
        while b"solution" not in text:
            text += child.stdout.read(1000)
        child.send_signal(signal.SIGINT)
        for more in iter(lambda: child.stdout.read(1 << 16), b""):
            text += more
    *solutions, result = events_in(text)
    assert result["status"] == "interrupted"
    assert result["count"] == len(solutions) > 0
    assert result["exact"] is False


@pytest.mark.complete
def test_compiling_is_announced_on_standard_error(tmp_path):
    """Before it begins; ``test_loading`` compiles, and nothing is announced where that was done."""
    command = [*ENUMERATE, "--limit", "1", "--json", LATIN5]
    with started(*command, env=environment({"NUMBA_CACHE_DIR": str(tmp_path)})) as process:
        announced = process.stderr.readline()
    assert announced == b"kenken-cp: compiling the fast engine, once: some 15 s\n"
    done = run_process(*command)
    assert done.stderr == b""
    assert [event["event"] for event in events_in(done.stdout)] == ["solution", "result"]
