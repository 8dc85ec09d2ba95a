"""Files that commands write."""

from __future__ import annotations

from pathlib import Path

import pytest

from kenken_cp.cli import output
from kenken_cp.cli.output import writing_all
from kenken_cp.errors import KenKenError


def write_bytes(path, content):
    with writing_all([path]) as write:
        write(path, content)


def test_bytes_are_written_as_they_are(tmp_path):
    path = tmp_path / "picture"
    write_bytes(path, b"\r\n\x00\xff")
    assert path.read_bytes() == b"\r\n\x00\xff"
    write_bytes(Path("/dev/null"), b"nothing")
    assert [found.name for found in tmp_path.iterdir()] == ["picture"]


def test_what_is_written_half_is_no_file(tmp_path, monkeypatch):
    """Not even where Ctrl-C comes, and an older file stays."""
    path = tmp_path / "picture"
    path.write_bytes(b"old")

    opened = output._Aside.__init__

    def stopping(aside, path):
        opened(aside, path)
        write = aside.file.write

        def interrupted(data):
            write(data[:3])
            raise KeyboardInterrupt

        aside.file.write = interrupted

    monkeypatch.setattr(output._Aside, "__init__", stopping)
    with pytest.raises(KeyboardInterrupt):
        write_bytes(path, b"new bytes")
    assert path.read_bytes() == b"old"
    assert [found.name for found in tmp_path.iterdir()] == ["picture"]


def test_where_nothing_can_be_written_it_says_so(tmp_path):
    with pytest.raises(KenKenError, match="nowhere/picture: No such file or directory"):
        write_bytes(tmp_path / "nowhere" / "picture", b"")
