"""Many puzzles at once: folders, packed texts, and texts of any format put together."""

from __future__ import annotations

import gzip
import json
import os
from functools import partial
from pathlib import Path

import pytest
from cli.calls import KEEN, Done, answer, complaint, run

from kenken_cp import formats
from kenken_cp.cli.reading import folders
from kenken_cp.cli.reading.inputs import Named, SkippedFiles, Unread, read_puzzles
from kenken_cp.errors import FormatError
from kenken_cp.formats import FORMATS, Format, loads_all

PICTURE = "aab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 6*\n"
BROKEN = PICTURE.replace("d 6*\n", "")
SOLUTION = "1234\n3412\n2143\n4321\n"
FILES = {
    "p10.kk": PICTURE,
    "p2.kk": PICTURE,
    "README.md": f"# Puzzles\n```\n{PICTURE}```\n",
    "notes.txt": "Buy milk.\n",
    "solution.txt": SOLUTION,
    ".hidden.kk": "no puzzle",
    "more/keen": f"{KEEN}\n{KEEN}\n",
    "more/a.png": "\x89PNG\r\n",
}
NAMES = ["more/keen#1", "more/keen#2", "p2.kk", "p10.kk"]
"""Of the puzzles, in their order."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "all" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "latin-1")
    return tmp_path / "all"


def names(done: Done) -> list[str]:
    return [json.loads(line)["puzzle"] for line in done.stdout.splitlines()]


def test_every_puzzle_in_natural_order(folder: Path) -> None:
    path = folder
    done = run("convert", str(path), "--json")
    assert done.returncode == 0
    assert names(done) == [f"{path}/{name}" for name in NAMES]
    said = f"kenken-cp: {path}: 4 of 7 files hold no puzzle, such as "
    assert done.stderr.decode().startswith(said)
    assert done.stderr.decode().endswith(" (list: --skipped)\n")
    assert done.stderr.count(b"\n") == 1
    listed = run("convert", str(path), "--skipped").stderr.decode().splitlines()
    assert sorted(line.split(": ")[1].split(":")[0] for line in listed) == [
        f"{path}/{name}" for name in ("README.md", "more/a.png", "notes.txt", "solution.txt")
    ]


def gzipped(data: bytes) -> bytes:
    """As gzip packs them, but for the time."""
    return gzip.compress(data, mtime=0)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PK\x03\x04", "no known format"),
        (gzipped(PICTURE.encode())[:-9], "a damaged gzip file: Compressed file ended before"),
        (b"\x1f\x8b" + b"no" * 9, "a damaged gzip file: Unknown compression method"),
        (gzipped(b"a" * (formats.MAX_BYTES + 1)), "more than 16 MB; expected less"),
        (gzipped(b"\0"), "not text: a NUL byte at offset 0"),
    ],
    ids=["zip", "cut", "no gzip", "16 MB", "NUL"],
)
def test_damaged_standard_input(data: bytes, message: str) -> None:
    done = run("solve", stdin=data)
    assert (done.returncode, done.stdout) == (2, b"")
    assert message in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1


def test_a_text_that_is_packed(tmp_path: Path) -> None:
    twice = 2 * gzipped(f"{KEEN}\n".encode())
    assert answer("count", "-q", call=partial(run, stdin=twice)) == "-#1: 1\n-#2: 1\n"
    (tmp_path / "many.gz").write_bytes(twice)
    assert len(formats.load_all(tmp_path / "many.gz")) == 2
    assert answer("count", "-q", str(tmp_path)).count(": 1\n") == 2
    (tmp_path / "one.txt").write_bytes(KEEN.encode("utf-16"))
    assert answer("count", "-q", str(tmp_path)).count(": 1\n") == 3


def test_it_may_be_written_into_one_file(folder: Path) -> None:
    text = run("convert", str(folder), "--to", "keen").stdout.decode()
    assert len(loads_all(text)) == 4
    assert answer("convert", "-", "--to", "keen", stdin=text) == text


def test_the_first_puzzles_of_a_folder_come_before_its_last_files_are_read(folder: Path) -> None:
    skipped: list[SkippedFiles] = []
    found = read_puzzles([str(folder)], None, None, skip=skipped.append)
    first = [next(found), next(found)]
    assert not skipped
    (folder / "p2.kk").write_text(BROKEN)
    assert [type(each) for each in (*first, *found)] == [Named, Named, Unread, Named]
    assert [each.of for each in skipped] == [7]


def test_what_is_wrong_is_reported_in_its_place(folder: Path) -> None:
    (folder / "p3.kk").write_text(BROKEN)
    (folder / "p4.kk").write_text("")
    (folder / "p5.kk").symlink_to("nowhere")
    done = run("convert", str(folder), "--skipped")
    assert done.returncode == 2
    said = done.stderr.decode()
    assert f"{folder}/p3.kk:2:2: label 'd' has no clue" in said
    assert f"{folder}/p4.kk: no puzzle: the text is empty" in said
    assert f"{folder}/p5.kk: cannot be read: No such file" in said
    assert run("convert", str(folder), "--fail-fast").stdout == b""


PROGRAMS = {
    "imports.py": "import operator\n\nimport numpy as np\nimport pytest\n\nprint(np.add(1, 2))\n",
    "future.py": "from __future__ import annotations\n\nfrom datetime import (\n    date,\n)\n",
    "solver.c": "#include <stdio.h>\n#include <stdlib.h>\n\nint main() { return 0; }\n",
}


def test_programs_are_skipped(folder: Path) -> None:
    """Some look like a picture and clues with mistakes: of each file of a project one was said."""
    for name, text in PROGRAMS.items():
        (folder / name).write_text(text)
    done = run("convert", str(folder))
    assert done.returncode == 0
    assert done.stderr.count(b"\n") == 1
    listed = run("convert", str(folder), "--skipped").stderr.decode()
    assert all(f"{folder}/{name}: " in listed for name in PROGRAMS)


def test_a_board_without_an_open_cell_is_a_puzzle_only_where_the_name_says_so(folder: Path) -> None:
    """``judge --save`` writes such: a board of one cell."""
    (folder / "p11.kk").write_text("a\n\na 1\n")
    (folder / "p12.txt").write_text("a\n\na 1\n")
    done = run("check", "--json", str(folder))
    assert [Path(name).name for name in names(done)][-2:] == ["p10.kk", "p11.kk"]
    listed = run("check", str(folder), "--skipped").stderr.decode()
    assert "p12.txt: boards without an open cell: perhaps solutions" in listed


def test_what_may_not_be_looked_at_is_reported_in_its_place(folder, monkeypatch) -> None:
    """As in a folder that may be listed, but not entered; which does not hold for root."""
    (folder / "p3.kk").write_text(BROKEN)
    look = Path.stat

    def denied(path: Path, **options: bool) -> os.stat_result:
        if path.name == "p3.kk":
            raise PermissionError(13, "Permission denied")
        return look(path, **options)

    monkeypatch.setattr(Path, "stat", denied)
    done = run("count", str(folder))
    assert done.returncode == 2
    assert f"{folder}/p3.kk: cannot be read: Permission denied\n" in done.stderr.decode()
    assert done.stdout.count(b"\n") == 4


def test_an_empty_file_is_listed_by_its_name(folder: Path) -> None:
    (folder / "empty.txt").write_text("")
    (folder / "blank.txt").write_text("\n\n")
    said = run("convert", str(folder), "--skipped").stderr.decode().splitlines()
    for name, what in (("empty.txt", "is empty"), ("blank.txt", "holds only white space")):
        assert f"kenken-cp: {folder}/{name}: no puzzle: the text {what}" in said


def test_what_is_no_file_keeps_nobody_waiting(folder: Path) -> None:
    os.mkfifo(folder / "pipe.kk")
    (folder / "more" / "up").symlink_to("..")
    done = run("convert", str(folder), "--skipped")
    assert f"{folder}/pipe.kk: a device or a pipe" in done.stderr.decode()
    assert f"{folder}/more/up: a link to a folder; expected its name" in done.stderr.decode()


def test_another_format_is_no_puzzle_where_one_is_asked_for(folder: Path) -> None:
    done = run("convert", str(folder / "more"), "--from", "keen", "--json")
    assert names(done) == [f"{folder}/more/keen#{n}" for n in (1, 2)]
    said = run("convert", str(folder / "more"), "--from", "neknek").stderr.decode()
    assert "more: no puzzle in its 2 files (list: --skipped)" in said


def test_commands_on_one_puzzle_take_no_folder(folder: Path) -> None:
    assert complaint("rules", str(folder)).endswith("a directory; expected a file\n")


def test_long_lists_are_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "MAX_FILES", 4)
    assert "more than 4 files; expected fewer" in complaint("convert", str(folder))
    monkeypatch.undo()
    monkeypatch.setattr(folders, "MAX_TOTAL_BYTES", 8)
    assert b"MB in its files; expected less" in run("convert", str(folder)).stderr


@pytest.mark.parametrize("known", FORMATS, ids=lambda known: known.name)
def test_texts_of_any_format_may_be_put_together(known: Format) -> None:
    (puzzle,) = loads_all(known.example, known.name)
    if known.separator is None:
        if known.writer is not None:
            with pytest.raises(FormatError):
                loads_all(known.example * 2, known.name)
        with pytest.raises(FormatError, match="holds one puzzle a text; 2 were given"):
            known.join([known.example] * 2)
    else:
        assert loads_all(known.join([known.example] * 2), known.name) == [puzzle] * 2


def test_two_titles_are_one_error() -> None:
    text = "title: one\n" + PICTURE + "title: two\n" + PICTURE
    said = complaint("convert", "-", stdin=text)
    assert said.startswith(
        "kenken-cp: standard input:10:1: a directive after the picture; expected"
    )


@pytest.mark.parametrize("terminal", [True, False])
def test_at_a_terminal_it_says_once_that_there_is_no_puzzle_yet(terminal, tmp_path, monkeypatch):
    """Whoever has named the wrong folder may wait for a minute."""
    monkeypatch.setattr("kenken_cp.cli.reading.inputs._SECONDS_WITHOUT_PUZZLE", 0.0)
    for number in range(4):
        (tmp_path / f"{number}.txt").write_text("Buy milk.\n")
    (tmp_path / "9.kk").write_text(PICTURE)
    error = run("count", str(tmp_path), terminal=terminal).stderr.decode()
    said = " ".join(error.split())  # a long path is wrapped
    assert said.count(f"{tmp_path}: no puzzle in 1 file so far; reading on") == terminal
    assert said.count("reading on") == terminal
