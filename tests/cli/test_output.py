"""Files that commands write."""

from __future__ import annotations

import io
import signal
import sys
import tempfile
from pathlib import Path

import pytest
from cli.calls import KEEN, Terminal, answer, complaint, events, run

from kenken_cp.cli.printing import files
from kenken_cp.cli.printing.files import writing, writing_all
from kenken_cp.errors import KenKenError

PAGE = "<!doctype html>\n"


def write_bytes(path, content):
    with writing_all([path], binary=False) as write:
        write(path, content)


def test_bytes_are_written_as_they_are(tmp_path):
    path = tmp_path / "picture"
    write_bytes(path, b"\r\n\x00\xff")
    assert path.read_bytes() == b"\r\n\x00\xff"
    write_bytes(Path("/dev/null"), b"nothing")
    assert [found.name for found in tmp_path.iterdir()] == ["picture"]


@pytest.mark.parametrize("character", ["a", "\N{CJK UNIFIED IDEOGRAPH-6570}", "\N{GRINNING FACE}"])
def test_a_name_may_be_as_long_as_names_may_be(character, tmp_path):
    path = tmp_path / (character * (255 // len(character.encode())))
    write_bytes(path, b"picture")
    assert path.read_bytes() == b"picture"


def test_what_is_written_half_is_no_file(tmp_path, monkeypatch):
    """Not even where Ctrl-C comes, and an older file stays."""
    path = tmp_path / "picture"
    path.write_bytes(b"old")

    opened = files._OutputFile.open

    def stopping(aside):
        opened(aside)
        write = aside.file.write

        def interrupted(data):
            write(data[:3])
            raise KeyboardInterrupt

        aside.file.write = interrupted

    monkeypatch.setattr(files._OutputFile, "open", stopping)
    with pytest.raises(KeyboardInterrupt):
        write_bytes(path, b"new bytes")
    assert path.read_bytes() == b"old"
    assert [found.name for found in tmp_path.iterdir()] == ["picture"]


@pytest.mark.parametrize("opening", [writing, lambda path: writing_all([path], binary=True)])
@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_while_a_file_is_created_leaves_none(opening, tmp_path, monkeypatch):
    """As soon as it exists somebody may see it, and press Ctrl-C."""
    create = tempfile.NamedTemporaryFile

    def interrupted(**arguments):
        file = create(**arguments)
        signal.raise_signal(signal.SIGINT)
        return file

    monkeypatch.setattr(tempfile, "NamedTemporaryFile", interrupted)
    with pytest.raises(KeyboardInterrupt), opening(tmp_path / "picture"):
        pytest.fail("it went on")
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_written_it_says_so(tmp_path):
    with pytest.raises(KenKenError, match="nowhere/picture: No such file or directory"):
        write_bytes(tmp_path / "nowhere" / "picture", b"")


@pytest.mark.parametrize(
    ("arguments", "beginning"),
    [
        (("convert", KEEN, "-o", "-"), "aab\ncab\n"),
        (("generate", "--size", "2", "--seed", "1", "-o", "-"), "title: "),
        (("why", KEEN, "--repair", "-o", "-"), "aab\ncab\n"),
        (("prove", KEEN, "-o", "-"), "kenken-cp certificate 1\n"),
        (("show", KEEN, "-o", "-"), "<svg "),
        pytest.param(("sheet", KEEN, "-o", "-"), "%PDF-", marks=pytest.mark.pdf),
        *(((name, KEEN, "--html", "-"), PAGE) for name in ("show", "explain", "hint", "why")),
        (("explain", KEEN, "--play", "--html", "-"), PAGE),
    ],
)
def test_standard_output_has_a_name(arguments, beginning, tmp_path):
    done = run(*arguments, folder=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith(beginning.encode())
    assert not list(tmp_path.iterdir())


def test_standard_output_holds_one_thing():
    both = "--json and a file - would both be on standard output"
    for arguments in (("show", KEEN, "--html", "-"), ("sheet", KEEN, "-o", "-")):
        (error,) = events(*arguments, code=2)
        assert error["message"].startswith(both)
    assert "2 pictures on standard output" in complaint("show", KEEN, KEEN, "-o", "-")
    assert "expected a file" in complaint("judge", "--junit", "-", "--", "true")


def test_a_file_called_like_standard_output(tmp_path):
    assert answer("convert", KEEN, "-o", "./-", folder=tmp_path) == ""
    assert (tmp_path / "-").read_text(encoding="utf-8").startswith("aab\ncab\n")


def test_a_terminal_is_shown_texts_only(monkeypatch):
    screen = Terminal(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", screen)
    with writing_all([Path("-")], binary=False) as write:
        write(Path("-"), b"<svg>\x1b[2J</svg>\n")
    assert screen.buffer.getvalue() == b"<svg> [2J</svg>\n"
    with (
        pytest.raises(KenKenError, match="a terminal cannot show this"),
        writing_all([Path("-")], binary=True),
    ):
        pass
