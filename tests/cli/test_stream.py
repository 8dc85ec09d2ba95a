"""``enumerate`` with many solutions: each whole, each once, whoever reads them."""

from __future__ import annotations

import os
import signal

import pytest
from cli.calls import LATIN5, answer, events_in, left_after_a_line, started

ENUMERATE = ["enumerate", "--backend", "cover"]


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
