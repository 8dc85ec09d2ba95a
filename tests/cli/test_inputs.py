"""Puzzles are read one by one: the first is answered before the last is read."""

from __future__ import annotations

import sys
from itertools import count

import pytest
from cli.calls import EASY, KEEN, events, run

from kenken_cp import formats
from kenken_cp.cli.reading.inputs import MOST_AHEAD, Incoming, Named
from kenken_cp.errors import FormatError
from kenken_cp.formats.record import ReadPuzzle

MAX_READ = 20
"""Puzzles by which an answer must have come."""


@pytest.fixture
def without_end(monkeypatch):
    """Every text is the same puzzle again and again, until there is an answer; returns how many
    were read.
    """
    read = []
    [puzzle] = formats.loads_all(KEEN)

    def loads_each(_text, _format=None, **_):
        for number in count(1):
            sys.stdout.flush()
            if sys.stdout.buffer.getvalue():
                yield FormatError("it ends here", source="text", line=number)
                return
            assert number < MAX_READ, "nothing is answered"
            read.append(number)
            yield ReadPuzzle(puzzle, rules_stated=True)

    monkeypatch.setattr(formats, "loads_each", loads_each)
    return read


@pytest.mark.parametrize(
    "command", [["solve"], ["count"], ["check"], ["enumerate"], ["rate", "--json"]], ids=" ".join
)
def test_the_first_answer_comes_before_all_are_read(without_end, command):
    done = run(*command, EASY)
    assert done.returncode == 2
    assert without_end
    assert b"it ends here" in done.stdout + done.stderr


def test_what_was_answered_before_an_error_stays(tmp_path):
    path = tmp_path / "many.txt"
    path.write_text(f"{KEEN}\n{KEEN}\nno id\n{KEEN}\n")
    *answers, last = events("solve", "--from", "keen", str(path), code=2)
    assert [each["event"] for each in answers] == [*["solution", "result"] * 2, "error", "solution"]
    assert answers[-2]["line"] == 3
    assert last["puzzle"] == f"{path}#4"


def test_to_fail_fast_all_is_read_before_anything_is_answered(tmp_path):
    path = tmp_path / "many.txt"
    path.write_text(f"{KEEN}\n{KEEN}\nno id\n")
    done = run("solve", "--from", "keen", "--fail-fast", str(path))
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"many.txt:3" in done.stderr, done


def test_what_is_looked_at_ahead_stays():
    [puzzle] = formats.loads_all(KEEN)
    items = [Named(str(number), puzzle) for number in range(5)]
    incoming = Incoming(items)
    assert incoming.several
    assert incoming.ahead(3) == items[:3]
    assert incoming.ahead(2) == items[:2]
    assert list(incoming) == items
    assert incoming.several
    assert incoming.ahead(MOST_AHEAD) == []


@pytest.mark.parametrize(
    "call",
    [["solve", "-", "-"], ["check", "-", "--grid", "-"], ["verify", "-", "--of", "-"]],
    ids=" ".join,
)
def test_standard_input_is_taken_once(call):
    done = run(*call, stdin=KEEN)
    assert done.returncode == 2
    assert b"standard input: it can be read only once" in done.stderr


@pytest.mark.parametrize("command", ["solve", "verify"])
@pytest.mark.parametrize("name", ["two\nlines", "long" * 1000])
def test_a_message_is_a_line_whatever_the_name(command, name):
    message = run(command, name).stderr.decode()
    assert message.endswith("\n")
    assert message.count("\n") == 1
    assert len(message) < 500
