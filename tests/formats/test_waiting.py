"""Pipes that somebody writes into late, slowly, or never."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import threading
from io import BytesIO

import pytest
from cli.calls import KEEN, answer, complaint, started

from kenken_cp import Limits, Status
from kenken_cp.checkpoints import StoppedError
from kenken_cp.errors import FormatError
from kenken_cp.formats import (
    FORMATS,
    arriving,
    begun,
    decode,
    loads,
    loads_arriving,
    read_bytes,
    read_text,
)
from kenken_cp.formats.reading.waiting import lines

TEXT = "rules: kenken\n1.\n..\n"


@pytest.fixture
def fifo(tmp_path):
    path = tmp_path / "fifo"
    os.mkfifo(path)
    return path


def written_later(path, text=TEXT):
    """Has somebody write into a pipe in two parts, once it is read."""

    def write():
        with path.open("w") as file:
            file.write(text[:5])
            file.flush()
            file.write(text[5:])

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    return writer


def test_one_end_of_file_at_a_terminal_is_enough():
    """Whoever types a puzzle says once that it is over."""
    ours, theirs = pty.openpty()
    try:
        os.write(ours, f"{TEXT}\x04next\n\x04\x04".encode())
        with open(theirs, "rb", closefd=False) as terminal:
            assert begun(terminal) == (TEXT.encode(), None)
    finally:
        os.close(ours)
        os.close(theirs)


def test_a_pipe_that_nobody_writes_into(fifo):
    with pytest.raises(StoppedError) as stopped, Limits(seconds=0.01).enforced():
        read_text(fifo)
    assert stopped.value.reason is Status.TIMEOUT
    error = complaint("count", str(fifo), "--timeout", "0.01", code=3)
    assert error == f"kenken-cp: {fifo}: timeout after 0.01 s, while reading\n"


@pytest.mark.parametrize("limited", [False, True])
def test_a_pipe_that_somebody_writes_into(fifo, limited):
    writer = written_later(fifo)
    if limited:
        with Limits(seconds=60).enforced():
            assert read_text(fifo) == TEXT
    else:
        assert read_text(fifo) == TEXT
    writer.join()


def test_the_command_line_waits(fifo):
    for limit in ((), ("--timeout", "60")):
        writer = written_later(fifo)
        assert answer("count", str(fifo), *limit) == "1\n"
        writer.join()


def test_a_stream():
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as stream:
        os.write(writing, TEXT.encode())
        with pytest.raises(StoppedError), Limits(seconds=0.01).enforced():
            decode(read_bytes(stream), "-")  # its end may still come
        os.write(writing, TEXT.encode())
        os.close(writing)
        with Limits(seconds=60).enforced():
            assert decode(read_bytes(stream), "-") == TEXT
    with Limits(seconds=60).enforced():
        assert decode(read_bytes(BytesIO(b"x")), "-") == "x"


PUZZLE = "title: é\naab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 6+\n"


@pytest.mark.parametrize("format_name", [None, "native"])
def test_puzzles_are_read_while_others_are_still_to_come(format_name):
    reading, writing = os.pipe()
    os.write(writing, (PUZZLE + "---\ntitle: x\n").encode())
    with os.fdopen(reading, "rb") as stream:
        data, shown = begun(stream, format_name)
        assert shown == "native"
        reading = loads_arriving(data, arriving(stream), shown, source="-")
        assert next(reading).puzzle == loads(PUZZLE)
        os.write(writing, (PUZZLE[9:] + "---\n").encode())
        assert next(reading).puzzle.title == "x"
        os.write(writing, PUZZLE.replace("d 6+\n", "").encode())
        os.close(writing)
        [error] = reading
    assert str(error) == "-:23:2: label 'd' has no clue"


@pytest.mark.parametrize(
    ("first", "format_name"),
    [
        (PUZZLE, None),  # more clues may come
        ("---\n" + PUZZLE, None),
        ("# nothing else\n---\n", None),
        ("1..2\n....\n---\n....\n2..1\n", None),  # the rule of a Sudoku
        ("\ufeff" + PUZZLE + "---\n", None),
        (PUZZLE + "---\n", "keen"),
        (PUZZLE.replace("d 6+\n", "---\n"), None),  # what is wrong is said of all of it
        (KEEN, None),  # the line may go on
        (f"{KEEN}\n", "native"),
        ("SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nGAME    :4:Keen\n", None),
    ],
)
def test_all_is_awaited_where_no_end_of_a_puzzle_is_seen(first, format_name):
    reading, writing = os.pipe()
    os.write(writing, first.encode())
    threading.Timer(0.12, os.close, [writing]).start()
    with os.fdopen(reading, "rb") as stream:
        assert begun(stream, format_name) == (first.encode(), None)


LINES = [each for each in FORMATS if each.read_lines and not each.separator]


@pytest.mark.parametrize("known", LINES, ids=lambda known: known.name)
def test_formats_of_a_puzzle_a_line_are_answered_line_by_line(known):
    reading, writing = os.pipe()
    os.write(writing, known.example.encode() + b"\r\n")
    with os.fdopen(reading, "rb") as stream:
        data, shown = begun(stream)
        assert shown == known.name
        found = loads_arriving(data, arriving(stream), shown)
        assert next(found).puzzle == loads(known.example)
        os.write(writing, b"x\n" + known.example.encode())
        assert next(found).line == 3
        assert next(found).puzzle == loads(known.example)
        os.close(writing)
        assert not list(found)


@pytest.mark.parametrize("wrong", [b"\xff", b"\0"])
def test_what_is_no_text_is_an_error_where_it_comes(wrong):
    data = (PUZZLE + "---\n").encode()
    first, error = loads_arriving(data, iter([b"aa", b"b" + wrong]), "native")
    assert first.puzzle == loads(PUZZLE)
    assert f"at offset {len(data) + 3}" in str(error)


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_lines_come_whole_wherever_their_bytes_are_cut(size):
    text = "é\r\n\nb\rc\r\n€"
    data = text.encode()
    cut = [data[at : at + size] for at in range(0, len(data), size)]
    assert list(lines(b"", iter(cut), 1000)) == ["é", "", "b", "c", "€"]
    assert list(lines(data, iter(()), 1000)) == ["é", "", "b", "c", "€"]
    with pytest.raises(FormatError, match="more than 0 MB"):
        list(lines(b"", iter(cut), 10))


def test_the_command_line_answers_before_the_end_and_ends_at_once():
    with started("solve", "-", stdin=subprocess.PIPE) as process:
        process.stdin.write((PUZZLE + "---\n").encode())
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"-#1: ")
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read() == b"kenken-cp: interrupted\n"
