"""Pipes that somebody writes into late, slowly, or never."""

from __future__ import annotations

import os
import threading
from io import BytesIO

import pytest
from cli.calls import answer, complaint

from kenken_cp import Limits, Status
from kenken_cp.checkpoints import StoppedError
from kenken_cp.formats import decode, read_bytes, read_text

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


def test_a_pipe_that_nobody_writes_into(fifo):
    with pytest.raises(StoppedError) as stopped, Limits(seconds=0.01).enforced():
        read_text(fifo)
    assert stopped.value.reason is Status.TIMEOUT
    error = complaint("count", str(fifo), "--timeout", "0.01", code=3)
    assert error == f"kenken-cp: {fifo}: timeout after 0.01 s, while it was read\n"


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
