"""Many puzzles at once: folders, zip archives, and texts of any format put together."""

from __future__ import annotations

import gzip
import json
import os
import struct
import zipfile
from functools import partial
from io import BytesIO
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


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return packed(tmp_path / "all.zip", {**FILES, "__MACOSX/._p2.kk": "\0"})


def packed(path: Path, entries: dict[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in entries.items():
            archive.writestr(
                name, content.encode("latin-1") if isinstance(content, str) else content
            )
    return path


def names(done: Done) -> list[str]:
    return [json.loads(line)["puzzle"] for line in done.stdout.splitlines()]


@pytest.mark.parametrize("kind", ["folder", "archive"])
def test_every_puzzle_in_natural_order(kind: str, request: pytest.FixtureRequest) -> None:
    path = request.getfixturevalue(kind)
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


def test_an_archive_on_standard_input(archive: Path) -> None:
    done = run("convert", "-", "--json", stdin=archive.read_bytes())
    assert (done.returncode, names(done)) == (0, [f"-/{name}" for name in NAMES])
    assert done.stderr.startswith(b"kenken-cp: -: 4 of 7 files hold no puzzle, such as ")


@pytest.mark.parametrize(
    ("system", "encoding", "flags"),
    [(3, "utf-8", 0), (3, "latin-1", 0), (0, "cp437", 0), (0, "utf-8", 1 << 11)],
)
def test_names_of_an_archive_in_any_encoding(
    tmp_path: Path, system: int, encoding: str, flags: int
) -> None:
    made, name = BytesIO(), "Rätsel.kk"
    with zipfile.ZipFile(made, "w") as archive:
        info = zipfile.ZipInfo("R" + "x" * (len(name.encode(encoding)) - 1))
        info.create_system = system
        archive.writestr(info, PICTURE)
    data = made.getvalue().replace(info.filename.encode(), name.encode(encoding))
    for signature, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.index(signature) + at
        data = data[:place] + struct.pack("<H", flags) + data[place + 2 :]
    assert names(run("convert", "-", "--json", stdin=data)) == [f"-/{name}"]


def gzipped(data: bytes) -> bytes:
    """As gzip packs them, but for the time."""
    return gzip.compress(data, mtime=0)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PK\x03\x04", "a damaged zip archive: File is not a zip file"),
        (gzipped(PICTURE.encode())[:-9], "a damaged gzip file: it ends early"),
        (b"\x1f\x8bno", "a damaged gzip file: Error -3"),
        (gzipped(b"a" * (formats.MAX_BYTES + 1)), "more than 16 MB; expected less"),
        (gzipped(b"") * 100_000, "more than 100 gzip files in one"),
        (gzipped(b"\0"), "not text: a NUL byte at offset 0"),
    ],
    ids=["zip", "cut", "no gzip", "16 MB", "files", "NUL"],
)
def test_a_damaged_archive_on_standard_input(data: bytes, message: str) -> None:
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


def test_commands_on_one_puzzle_take_no_folder(folder: Path, archive: Path) -> None:
    assert complaint("rules", str(folder)).endswith("a directory; expected a file\n")
    assert "a zip archive" in complaint("rules", str(archive))


def test_an_archive_in_a_folder_is_a_folder(folder: Path) -> None:
    packed(folder / "more.zip", {"b.kk": PICTURE})
    (folder / "wrong.zip").write_bytes(b"PK\x03\x04 and no more")
    done = run("convert", str(folder), "--json")
    assert f'"{folder}/more.zip/b.kk"'.encode() in done.stdout
    assert b'"a damaged zip archive: ' in done.stdout
    assert f'"{folder}/wrong.zip"'.encode() in done.stdout


def changed(content: bytes, offset: int, new: bytes) -> bytes:
    return content[:offset] + new + content[offset + len(new) :]


def test_archives_that_no_friend_would_send(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(content: bytes) -> str:
        path = tmp_path / "x.zip"
        path.write_bytes(content)
        return complaint("convert", str(path)).removeprefix(f"kenken-cp: {path}").strip()

    def content(entries: dict[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
        return packed(tmp_path / "y.zip", entries, method).read_bytes()

    plain = content({"a.kk": PICTURE})
    listed = plain.index(b"PK\1\2")
    end = plain.index(b"PK\5\6")
    for name in ("../a.kk", "/a.kk", "C:\\a.kk", "b/..\\..\\a.kk"):
        assert "a path outside the archive" in refused(content({name: PICTURE, "b.kk": PICTURE}))
    assert "encrypted" in refused(changed(plain, listed + 8, b"\1"))
    assert "compressed in a rare way" in refused(content({"a.kk": PICTURE}, zipfile.ZIP_LZMA))
    assert "no puzzles compress that well" in refused(content({"a.kk": b"." * (8 << 20)}))
    declared = struct.pack("<I", 1 << 31)
    assert "no puzzles compress that well" in refused(changed(plain, listed + 24, declared))
    monkeypatch.setattr(folders, "MAX_TOTAL_BYTES", 2 * len(PICTURE) - 1)
    assert "MB in its files; expected less" in refused(content({"a.kk": PICTURE, "b.kk": PICTURE}))
    monkeypatch.undo()
    assert "Bad CRC-32" in refused(changed(plain, listed + 24, struct.pack("<I", 20)))
    assert "damaged" in refused(plain[: end - 5])
    assert "damaged" in refused(changed(plain, end + 12, b"\xff\xff\xff\x7f"))
    assert "an archive in an archive" in refused(content({"in.zip": plain}))
    assert refused(content({})) == ": no puzzle: it is empty"


def test_long_lists_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = packed(tmp_path / "x.zip", {f"{n}.kk": PICTURE for n in range(9)})
    expected = "files; expected fewer"
    monkeypatch.setattr(folders, "_MAX_LIST_BYTES", 400)
    assert expected in complaint("convert", str(path))
    monkeypatch.undo()
    monkeypatch.setattr(folders, "MAX_FILES", 8)
    assert expected in complaint("convert", str(path))
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path / "x")
    assert expected in complaint("convert", str(tmp_path / "x"))
    monkeypatch.undo()
    monkeypatch.setattr(folders, "MAX_TOTAL_BYTES", 8 * len(PICTURE))
    done = run("convert", str(tmp_path / "x"))
    assert done.stderr.count(b"\n") == 1
    assert b"MB in its files; expected less" in done.stderr


REFUSED = {"mathdoku-yaml", "penpa"}
"""In these it cannot be seen where another puzzle begins, if not by ``---`` or as a link does."""


@pytest.mark.parametrize("known", FORMATS, ids=lambda known: known.name)
def test_texts_of_any_format_may_be_put_together(known: Format) -> None:
    (puzzle,) = loads_all(known.example)
    twice = [puzzle] * 2
    if known.join is not None:
        assert loads_all(known.join([known.write(puzzle)] * 2)) == twice
    if known.name not in REFUSED:
        assert loads_all(known.example * 2) == twice
        return
    with pytest.raises(FormatError):
        loads_all(known.example * 2)


def test_json_of_several_kinds_may_be_put_together() -> None:
    one = '{"size": 1, "cages": []}'
    assert len(loads_all(f"[{one}, {one}]\n{one}\n[]\n[{one}]{one}")) == 5
    for text, expected in ((f"[{one}] and", "after the array"), (f"[{one}][{one}", "or ']' after")):
        with pytest.raises(FormatError, match=expected):
            loads_all(text)


def test_two_titles_are_two_puzzles() -> None:
    text = "title: one\n" + PICTURE + "title: two\n" + PICTURE
    assert names(run("convert", "-", "--json", stdin=text)) == ["-#1", "-#2"]
    assert [puzzle.title for puzzle in loads_all(text)] == ["one", "two"]


def test_an_archive_where_one_puzzle_is_expected(archive: Path) -> None:
    assert b"a zip archive" in run("candidates", "-", stdin=archive.read_bytes()).stderr


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
