"""From what a person types to puzzles: arguments, files, folders, standard input, boards."""

from __future__ import annotations

import gzip
import json
import os
import sys
from itertools import count
from pathlib import Path

import pytest
from cli.calls import answer, complaint, events, remark, run, said
from cli.puzzles import EASY, KEEN

from kenken_cp import formats
from kenken_cp.errors import FormatError
from kenken_cp.formats.record import ReadPuzzle

PICTURE = "aab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 6*\n"
BROKEN = "aa\nbb\n\na 3+\n"
BOARD = "-1 0 1 0 1 -1 1 -1 0"
FILES = {
    "p2.kk": PICTURE,
    "p10.kk": PICTURE,
    "README.md": f"# Puzzles\n```\n{PICTURE}```\n",
    "notes.txt": "Buy milk.\n",
    "solver.c": "#include <stdio.h>\n\nint main() { return 0; }\n",
    ".hidden.kk": "no puzzle",
    ".hidden/p.kk": "no puzzle",
    "more/keen": f"{KEEN}\n{KEEN}\n",
    "more/a.png": "\x89PNG\r\n",
}
NAMES = ["p2.kk", "p10.kk", "more/keen#1", "more/keen#2"]
"""Of the puzzles, in their order."""


@pytest.fixture
def folder(tmp_path):
    for name, text in FILES.items():
        path = tmp_path / "all" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "latin-1")
    return tmp_path / "all"


def names(text):
    return [json.loads(line)["puzzle"] for line in text.splitlines()]


class TestArguments:
    def test_standard_input(self):
        text = Path(EASY).read_text()
        for arguments in ((), ("-",)):
            assert answer("count", *arguments, stdin=text) == "1\n"
        assert answer("count", stdin=b"\xef\xbb\xbf" + text.encode()) == "1\n"
        assert answer("count", stdin=text.encode("utf-16")) == "1\n"
        assert answer("count", stdin=gzip.compress(text.encode())) == "1\n"

    def test_one_line_puzzles(self):
        sudoku = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        assert answer("solve", "--plain", sudoku).startswith("5 3 4 6 7 8 9 1 2\n")
        assert answer("count", '{"size": 2, "cages": []}') == "2\n"

    @pytest.mark.parametrize(
        "call",
        [["solve", "-", "-"], ["check", "-", "--board", "-"], ["verify", "-", "--of", "-"]],
        ids=" ".join,
    )
    def test_standard_input_is_taken_once(self, call):
        done = run(*call, stdin=KEEN)
        assert done.returncode == 2
        assert b"only once" in done.stderr

    def test_a_board_of_negative_values(self, tmp_path):
        path = tmp_path / "negative.kk"
        path.write_text("values: -1..1\n\n...\n...\n...\n")
        assert "the board is a solution" in answer("check", str(path), "--board", BOARD)
        assert answer("show", str(path), "--board", "-1 . . . . . . . .").startswith("-1  .  .\n")

    def test_a_terminal_is_not_waited_for(self):
        assert "no puzzle; expected a file" in complaint("solve", terminal=True)

    def test_a_file_whose_name_begins_like_an_option(self, tmp_path):
        (tmp_path / "-x.kk").write_text(KEEN, encoding="utf-8")
        assert "-x" in complaint("solve", "-x.kk", folder=tmp_path)
        assert answer("count", "./-x.kk", folder=tmp_path) == "1\n"
        assert answer("count", "--", "-x.kk", folder=tmp_path) == "1\n"

    def test_what_was_answered_before_an_error_stays(self, tmp_path):
        path = tmp_path / "many.txt"
        path.write_text(f"{KEEN}\n{KEEN}\nno id\n{KEEN}\n")
        *found, last = events("count", "--from", "keen", str(path), code=2)
        assert [each["event"] for each in found] == ["result", "result", "error"]
        assert (found[-1]["line"], last["puzzle"]) == (3, f"{path}#4")

    @pytest.mark.parametrize("command", ["solve", "count", "check", "enumerate", "rate"])
    def test_the_first_answer_comes_before_all_are_read(self, command, monkeypatch):
        [puzzle] = formats.loads_all(KEEN)

        def loads_each(_text, _format=None, **_):
            for number in count(1):
                sys.stdout.flush()
                if sys.stdout.buffer.getvalue():
                    yield FormatError("it ends here", source="text", line=number)
                    return
                assert number < 20, "nothing is answered"
                yield ReadPuzzle(puzzle, rules_stated=True)

        monkeypatch.setattr(formats, "loads_each", loads_each)
        done = run(command, EASY)
        assert done.returncode == 2
        assert b"it ends here" in done.stderr

    def test_arguments_that_nobody_can_type(self):
        for name in ("two\nlines", "long" * 1000, "\x1b[2Jnowhere", "", "a\0b"):
            error = complaint("solve", name)
            assert error.count("\n") == 1
            assert "\x1b" not in error
            assert len(error) < 600


class TestOneBadPuzzleAmongOthers:
    @pytest.mark.parametrize(
        "command", ["solve", "enumerate", "count", "check", "convert", "explain", "rate", "why"]
    )
    def test_the_others_are_answered_and_the_exit_code_says_so(self, command, tmp_path):
        bad = tmp_path / "bad.kk"
        bad.write_text(BROKEN)
        text, words = said(command, KEEN, str(bad), "nowhere.kk", KEEN, code=2)
        assert f"kenken-cp: {bad}:2:1: label 'b' has no clue\n" in words
        assert "kenken-cp: nowhere.kk: no such file" in words
        assert text.split() == answer(command, KEEN, KEEN).split()

    def test_judged_too(self):
        text, words = said("cross-check", "-q", "--backend", "cover", KEEN, "nowhere", code=2)
        assert (text, "nowhere" in words) == ("1 answer: right\n", True)

    def test_as_json_each_in_its_turn(self, tmp_path):
        bad = str(tmp_path / "bad.kk")
        Path(bad).write_text(BROKEN)
        _, wrong, missing, _ = events("count", KEEN, bad, "nowhere.kk", KEEN, code=2)
        assert wrong["message"] == "label 'b' has no clue"
        assert [wrong[name] for name in ("puzzle", "file", "line", "column")] == [bad, bad, 2, 1]
        assert (missing["puzzle"], missing["file"], missing["exit"]) == ("nowhere.kk", None, 2)


class TestFolders:
    def test_every_puzzle_in_natural_order(self, folder):
        found = events("count", str(folder))
        assert [event["puzzle"] for event in found] == [f"{folder}/{name}" for name in NAMES]
        assert remark("count", str(folder), "-q") == ""
        assert (
            remark("count", str(folder))
            == f"kenken-cp: {folder}: 4 of 7 files without a puzzle (list: --verbose)\n"
        )
        listed = said("count", str(folder), "--verbose")[1].splitlines()
        skipped = ("README.md", "more/a.png", "notes.txt", "solver.c")
        assert sorted(line.split(": ")[1].split(":")[0] for line in listed) == [
            f"{folder}/{name}" for name in skipped
        ]
        assert max(map(len, listed)) < 200

    def test_what_is_wrong_is_reported_in_its_place(self, folder):
        (folder / "p3.kk").write_text(BROKEN)
        (folder / "p4.kk").write_text("")
        _, words = said("count", str(folder), code=2)
        assert f"{folder}/p3.kk:2:1: label 'b' has no clue" in words
        assert f"{folder}/p4.kk: no puzzle: the text is empty" in words

    def test_an_empty_one_and_one_without_puzzles(self, tmp_path):
        assert f"{tmp_path}: " in complaint("solve", str(tmp_path))
        (tmp_path / "notes.txt").write_text("Buy milk.\n")
        assert f"{tmp_path}: no puzzle in 1 file" in complaint("solve", str(tmp_path))

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
    def test_what_is_no_file_keeps_nobody_waiting(self, folder):
        os.mkfifo(folder / "pipe.kk")
        (folder / "more" / "up").symlink_to("..")
        assert names(answer("count", "--json", str(folder))) == [f"{folder}/{n}" for n in NAMES]

    @pytest.mark.parametrize("command", ["show", "convert", "rate", "why", "explain", "check"])
    def test_every_command_on_puzzles_takes_one(self, command, folder):
        assert answer(command, str(folder))
        assert "several puzzles; expected one" in complaint("hint", str(folder))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "standard input: no puzzle: the text is empty"),
        (b"\x00\x01\x02", "not text: a NUL byte at offset 0"),
        (b"title: \xff\n", "standard input:1:8: byte 0xff is not UTF-8; save the text as UTF-8"),
        (b"q#\xc3\xa9 7*( " * 5_000, "no known format; known: native, json, "),
        ('{"a":' * 5_000, "standard input:"),
        ("ab\nab\n\na 3+\n", "label 'b' has no clue"),
        ("# 3\n+ 3 A1 A9\n", "standard input:2:"),
        ('{"size":0,"cages":[]}', "size: found 0; expected 1 to 64"),
        (gzip.compress(PICTURE.encode(), mtime=0)[:-9], "a damaged gzip file"),
        (gzip.compress(b"a" * (formats.MAX_BYTES + 1), mtime=0), "more than 16 MB; expected less"),
        (b"a" * (formats.MAX_BYTES + 1), "more than 16 MB; expected less"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_bad_input_is_one_clear_message(text, message):
    error = complaint("solve", stdin=text)
    assert message in error
    assert error.startswith("kenken-cp: standard input")
    assert error.count("\n") == 1
    assert len(error) < 600, "and little of the text"


class TestWhatComesFromOutside:
    """File names and files neither control the terminal nor fill the memory."""

    @pytest.mark.parametrize("command", ["solve", "count", "check", "rate", "explain", "show"])
    def test_no_escape_sequences(self, command, tmp_path):
        evil = tmp_path / "\x1b[2Jevil.kk"
        evil.write_text("title: \x1b[31mred\naa\nbb\n\na 3+\nb 3+\n")
        wrong = tmp_path / "\x1b[2Jwrong.kk"
        wrong.write_text(BROKEN)
        done = run(command, str(evil), KEEN, str(wrong), "\x1b[2Jnowhere")
        assert b"\x1b" not in done.stdout + done.stderr
        assert b" [2Jwrong.kk:2:1: " in done.stderr
        journal = tmp_path / "\x1b[2Jjournal"
        journal.write_text("something else\n")
        assert "\x1b" not in complaint("count", EASY, KEEN, "--resume", str(journal))
        assert "\x1b" not in complaint("check", KEEN, "--board", "\x1b[2Jx")

    @pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device")
    def test_endless_files(self):
        for call in (("solve", "/dev/zero"), ("check", KEEN, "--board", "/dev/zero")):
            assert "/dev/zero" in complaint(*call)
        assert "regular file" in complaint("count", EASY, "--resume", "/dev/zero")
