"""``kenken-cp show``: what is drawn on the screen, and which files are written, or are not."""

from __future__ import annotations

import errno
import os
from xml.etree import ElementTree

import pytest
from cli.calls import EASY, KEEN, NONE, THREE, answer, complaint, events, run
from corpus import PUZZLES

KILLER = str(PUZZLES / "6x6/killer.kk")
GIANT = str(PUZZLES / "16x16/small-cages.kk")


def texts(path, role):
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    return [one.text for one in root.iter() if one.get("class") == f"kk-{role}"]


# --- on the screen -------------------------------------------------------------------------------


def test_a_puzzle_is_drawn_without_its_solution():
    assert answer("show", EASY) == (
        """\
CS 332 4x4
┏━━━┯━━━━━━━┯━━━┓
┃1− │3−     │2÷ ┃
┃   │       │   ┃
┃   ├───────┤   ┃
┃   │12×    │   ┃
┃   │       │   ┃
┠───┴───┐   ├───┨
┃3+     │   │4+ ┃
┃       │   │   ┃
┠───────┴───┤   ┃
┃24×        │   ┃
┃           │   ┃
┗━━━━━━━━━━━┷━━━┛
"""
    )
    assert answer("show", EASY, "-q").startswith("┏")


def test_its_solution_its_candidates_and_a_board():
    assert "┃ 3 │ 4   1 │ 2 ┃" in answer("show", EASY, "--solution")
    assert "┃ 3 │     1 │   ┃" in answer("show", EASY, "--board", "3.1. .... .... ....")
    board = "3... .... .... ...."
    shown = answer("show", EASY, "--candidates", "--board", board).splitlines()
    assert shown[1:] == answer("candidates", EASY, board).splitlines()


def test_several_puzzles_have_headings():
    shown = answer("show", KEEN, EASY)
    assert shown.startswith(f"{KEEN}\n┏")
    assert f"\n\n{EASY}: CS 332 4x4\n┏" in shown
    assert "┛\n\n┏" in answer("show", KEEN, EASY, "-q")


def test_several_solutions_and_none():
    shown = answer("show", THREE, "--solution").splitlines()
    assert shown[-1] == "More than one solution: cells in which two differ are marked."
    assert any("*" in line for line in shown[:-1])
    done = run("show", NONE, "--solution")
    assert (done.returncode, done.stdout.decode().splitlines()[-1]) == (1, "No solution.")
    assert answer("show", NONE, "--solution", "-q", code=1) == answer("show", NONE, "-q")
    wrong = answer("show", EASY, "--candidates", "--board", "11.. .... .... ....", code=1)
    assert wrong.endswith("There is no solution with these entries.\n")


def test_what_cannot_be_seen_is_said():
    diagonals = str(PUZZLES / "latin/diagonal-4.kk")
    last = answer("show", diagonals).splitlines()[-1]
    assert last == "No value twice in diagonal r1c1-r4c4 and diagonal r1c4-r4c1."
    assert answer("show", KILLER).splitlines()[-1].startswith("Rules: killer.")
    negative = answer("show", str(PUZZLES / "6x6/negative.kk")).splitlines()[-1]
    assert negative == "Values: -2 -1 0 1 2 3."


def test_json():
    (found,) = events("show", EASY, "--board", "3... .... .... ....")
    assert found["board"] == [[3, None, None, None], *[[None] * 4] * 3]
    assert (found["event"], found["file"]) == ("drawing", None)
    assert found["text"].splitlines()[2] == "┃ 3 │       │   ┃"
    one, several, none = events("show", EASY, THREE, NONE, "--solution", code=1)
    assert [found["unique"] for found in (one, several, none)] == [True, False, False]
    assert (one["board"][0], none["board"][0]) == ([3, 4, 1, 2], [None] * 4)


def test_a_limit_is_for_what_takes_time(tmp_path):
    assert complaint("show", GIANT, "--solution", "--timeout", "1e-9", code=3).count("timeout")
    assert answer("show", GIANT, "--timeout", "1e-9", "-q")
    for ending in ("svg", "pdf"):
        path = tmp_path / f"board.{ending}"
        assert "timeout" in complaint("show", GIANT, "--timeout", "1e-9", "-o", str(path), code=3)
    assert not list(tmp_path.iterdir())


def test_a_wide_board_on_a_terminal_says_once_what_to_do():
    narrow = {"COLUMNS": "40"}
    assert run("show", EASY, GIANT, GIANT, env=narrow).stderr == b""
    done = run("show", EASY, GIANT, GIANT, "-q", env=narrow, terminal=True)
    assert " ".join(done.stderr.decode().split()).count("too wide for this terminal") == 1


# --- into files ----------------------------------------------------------------------------------


def test_a_file(tmp_path):
    path = tmp_path / "board.svg"
    assert answer("show", EASY, "-o", str(path), "--board", "3... .... .... ....") == ""
    assert texts(path, "entry") == ["3"]
    assert texts(path, "clue") == ["1−", "3−", "2÷", "12×", "3+", "4+", "24×"]
    (found,) = events("show", KILLER, "-o", str(path), "--candidates")
    assert found["file"] == str(path)
    assert "text" not in found
    assert texts(path, "candidate")
    assert [known.name for known in tmp_path.iterdir()] == ["board.svg"]


@pytest.mark.pdf
def test_the_title_stands_above(tmp_path):
    title = "Woche 34 <b> & mehr: 週末のパズル, " + "immer schwerer " * 9
    puzzle = tmp_path / "titled.kk"
    puzzle.write_text(f"title: {title}\n\nab\nab\n\na 3+\nb 3+\n", encoding="utf-8")
    answer("show", str(puzzle), "-o", str(tmp_path / "titled.svg"))
    assert " ".join(texts(tmp_path / "titled.svg", "heading")) == " ".join(title.split())
    puzzle.write_text("title: שלום\n\nab\nab\n\na 3+\nb 3+\n", encoding="utf-8")
    done = run("show", str(puzzle), "-o", str(tmp_path / "titled.pdf"))
    assert done.returncode == 0
    assert "no font here has 'שלום': ? is printed instead" in done.stderr.decode()


def test_an_image_and_pages(tmp_path):
    pypdfium2 = pytest.importorskip("pypdfium2")
    path = tmp_path / "boards.PDF"
    assert answer("show", EASY, KILLER, "-o", str(path)) == ""
    document = pypdfium2.PdfDocument(path)
    assert ["12×" in page.get_textpage().get_text_bounded() for page in document] == [True, False]
    document.close()
    assert answer("show", EASY, "-o", str(tmp_path / "board.png")) == ""
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")


def test_a_page_to_look_at(tmp_path):
    path = tmp_path / "boards.html"
    assert answer("show", EASY, KILLER, "-o", str(path), "--solution") == ""
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert (text.count("<article"), text.count('class="controls"')) == (2, 0)
    assert answer("show", EASY, KILLER, "--html", str(tmp_path / "same"), "--solution") == ""
    assert (tmp_path / "same").read_bytes() == path.read_bytes()
    assert answer("show", EASY, "-o", str(path), "--candidates") == ""
    assert "Candidates</label>" in path.read_text(encoding="utf-8")


def test_several_puzzles_are_numbered_by_their_place(tmp_path):
    path = str(tmp_path / "board.svg")
    done = run("show", EASY, "nowhere", THREE, "--solution", "-o", path)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        "kenken-cp: nowhere: no such file, and not a one-line puzzle",
        f"kenken-cp: {THREE}: More than one solution: cells in which two differ are marked.",
    ]
    assert {known.name for known in tmp_path.iterdir()} == {"board-1.svg", "board-3.svg"}
    first, last = (tmp_path / f"board-{number}.svg" for number in (1, 3))
    assert done.stdout.decode() == f"{first} to {last}: 2 pictures\n"
    assert answer("show", "-q", EASY, KEEN, "-o", path) == ""
    assert run("show", EASY, "nowhere", "--fail-fast", "-o", path.replace("board", "none"))[0] == 2
    assert not list(tmp_path.glob("none*"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-o", "board.gif"), "--output board.gif: unknown ending '.gif'; expected .svg, .png"),
        (("-o", "board"), "--output board: no ending; expected .svg"),
        (("-o", "a.svg", "--html", "a"), "--output and --html exclude each other"),
        (("-o", "nowhere/board.svg"), "nowhere/board.svg: No such file or directory"),
        (("-o", "folder.svg"), "folder.svg: Is a directory"),
        (("-o", "full.svg"), "full.svg: No space left on device"),
        (("--board", "11"), "the board has 2 cells; expected 16"),
        (("--board", "5... .... .... ...."), "5"),
        (("--solution", "--candidates"), "--solution and --candidates exclude each other"),
        (("--solution", "--board", "3..."), "--solution and --board exclude each other"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments, message, tmp_path):
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "full.svg").symlink_to("/dev/full")
    before = set(tmp_path.iterdir())
    assert message in complaint("show", EASY, *arguments, folder=tmp_path)
    assert set(tmp_path.iterdir()) == before


def test_of_numbered_files_all_are_written_or_none(tmp_path, monkeypatch):
    path = tmp_path / "board-1.svg"
    path.write_text("precious")
    (tmp_path / "board-2.svg").mkdir()
    folder = f"{tmp_path / 'board-2.svg'}: Is a directory"
    assert folder in complaint("show", EASY, THREE, "-o", str(tmp_path / "board.svg"))

    left = iter([None])

    def sync(_):
        if next(left, "full") is not None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    (tmp_path / "board-2.svg").rmdir()
    monkeypatch.setattr(os, "fsync", sync)
    assert "No space left" in complaint("show", EASY, THREE, "-o", str(tmp_path / "board.svg"))
    assert {known.name for known in tmp_path.iterdir()} == {"board-1.svg"}
    assert path.read_text() == "precious"
