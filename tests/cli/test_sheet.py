"""``kenken-cp sheet``: what teachers hand out, and what they read about it."""

from __future__ import annotations

import signal
import sys

import pytest
from cli.calls import EASY, KEEN, NONE, THREE, answer, complaint, events, run, started, until
from clocks import seconds_per_look
from corpus import PUZZLES

PdfDocument = pytest.importorskip("pypdfium2").PdfDocument
reportlab = pytest.importorskip("reportlab")

SEVERAL = str(PUZZLES / "ambiguous/4x4-36.kk")
GIANT = str(PUZZLES / "16x16/small-cages.kk")
IMPOSSIBLE = "4:_a_aa_ba_5a3,s1s3d2m12a3a4m12"
GIVEN_UP = str(PUZZLES / "16x16/large-cages.kk")
"""What takes seconds."""


def latin(size):
    return "rules: kenken\n\n" + f"{'.' * size}\n" * size


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Counts as far as it takes, however busy the machine is."""
    monkeypatch.setattr("kenken_cp.cli.commands.sheet.SECONDS_FOR_COUNT", 60.0)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "sheet.pdf"


def pages(file):
    """The words of each page."""
    opened = PdfDocument(file)
    found = [" ".join(page.get_textpage().get_text_bounded().split()) for page in opened]
    opened.close()
    return found


def made(file, *arguments, code=0, **more):
    """The words of each page, and what was said of them."""
    done = run("sheet", *arguments, "-o", str(file), **more)
    assert done.returncode == code, done
    return pages(file), done.stderr.decode()


class TestPages:
    def test_puzzles_and_their_answers(self, file):
        assert answer("sheet", EASY, KEEN, "-o", str(file), "--title", "Week 1") == (
            f"{file}: 2 puzzles on 2 pages\n"
        )
        front, answers = pages(file)
        assert "Week 1" in front
        assert "Name" in front
        assert "1 CS 332 4x4" in front
        assert "Fill every row and every column" in front
        assert "Answers: Week 1" in answers
        assert front.endswith("Page 1 of 2")

    def test_from_generate_through_a_pipe(self, file):
        text = answer("generate", "-q", "--levels", "easy:2,hard:1", "-s", "4", "--seed", "1")
        assert answer("sheet", "-q", "--per-page", "4", "-o", str(file), stdin=text) == ""
        front, answers = pages(file)
        assert "3 4x4 hard, seed 1, number 3" in front
        assert "Answers" in answers

    def test_where_the_answers_are(self, file):
        for where, titles in {"end": 4, "back": 4, "none": 2}.items():
            found, _ = made(file, *[EASY] * 2, "--per-page", "1", "--answers", where)
            assert len(found) == (3 if where == "end" else titles)
            assert "Answers" not in found[0]
            assert ("Answers" in found[1]) == (where == "back")
            assert ("Answers" in found[-1]) == (where != "none")

    def test_paper(self, file):
        for paper, size in {"a4": (595.28, 841.89), "LETTER": (612, 792)}.items():
            made(file, EASY, "--paper", paper)
            opened = PdfDocument(file)
            assert opened[0].get_size() == pytest.approx(size, abs=0.01)
            opened.close()

    def test_the_same_puzzles_make_the_same_bytes(self, file):
        made(file, EASY, KEEN)
        first = file.read_bytes()
        made(file, EASY, KEEN)
        assert file.read_bytes() == first

    def test_one_that_cannot_be_read_stops_no_other(self, file):
        found, error = made(file, EASY, "nowhere", KEEN, code=2)
        assert len(found) == 2
        assert error.startswith("kenken-cp: nowhere: ")
        file.unlink()
        done = run("sheet", EASY, "nowhere", "--fail-fast", "-o", str(file))
        assert done.returncode == 2
        assert not file.exists()
        assert complaint("sheet", "nowhere", "-o", str(file))
        assert not file.exists()

    def test_json(self, file):
        result, second, sheet = events("sheet", EASY, SEVERAL, "-o", str(file))
        assert (result["event"], result["unique"], result["count"]) == ("result", True, 1)
        assert (second["unique"], second["count"], second["exact"]) == (False, 36, True)
        assert sheet == {"event": "sheet", "file": str(file), "pages": 2, "puzzles": 2}

    def test_into_a_pipe(self):
        done = run("sheet", EASY, "-o", "/dev/null")
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


class TestPuzzlesWithoutOneSolution:
    def test_none(self, file):
        (_, answers), error = made(file, IMPOSSIBLE, code=1)
        assert "no solution" in answers
        assert f"{IMPOSSIBLE}: no solution\n" in error
        assert "why" in error.splitlines()[-1]
        _, error = made(file, IMPOSSIBLE, "-q", code=1)
        assert error == ""
        _, error = made(file, NONE, "--answers", "none", code=1)
        assert "no solution" in error

    def test_several(self, file):
        (_, answers), error = made(file, stdin=latin(4))
        assert "one of 576 solutions" in answers
        assert error == "kenken-cp: -: 576 solutions; its answer is one of them\n"

    def test_several_as_the_puzzle_states(self, file):
        (_, answers), error = made(file, THREE)
        assert "one of 3 solutions" in answers
        assert error == ""

    def test_more_than_are_soon_counted(self, file, monkeypatch):
        monkeypatch.setattr("kenken_cp.cli.commands.sheet.SECONDS_FOR_COUNT", 1e-3)
        (_, answers), error = made(file, stdin=latin(9))
        assert "one of several solutions" in answers
        assert "several solutions; its answer" in error

    def test_out_of_time(self, file, monkeypatch):
        seconds_per_look(monkeypatch, 1e-4)
        found, error = made(file, GIVEN_UP, EASY, "--timeout", "0.05", code=3)
        assert "1 not solved" in found[-1]
        assert f"{GIVEN_UP}: no answer: timeout after " in error
        found, error = made(file, GIVEN_UP, "--timeout", "0.05", "--answers", "none")
        assert (len(found), error) == (1, "")


class TestSizes:
    @pytest.fixture(autouse=True)
    def unsolved(self, monkeypatch):
        monkeypatch.setattr("kenken_cp.cli.commands.sheet.SECONDS_WITHOUT_ANSWERS", 1e-3)

    def test_as_many_as_can_be_read(self, file):
        """If nobody asks for more."""
        assert len(made(file, EASY, GIANT, "--answers", "none")[0]) == 2
        for asked, possible, size in ((4, 2, 20), (2, 1, 32)):
            board = latin(size)
            arguments = ("sheet", "--answers", "none", "--per-page", str(asked), "-o", str(file))
            assert complaint(*arguments, stdin=board) == (
                f"kenken-cp: -: too small to read with --per-page {asked}; "
                f"expected --per-page {possible}\n"
            )

    def test_what_is_too_small_even_alone_is_warned_of(self, file):
        found, error = made(file, "--answers", "none", stdin=latin(38))
        assert len(found) == 1
        assert error == "kenken-cp: -: warning: too small to read, even alone on a page\n"
        found, error = made(file, "--large", "--answers", "none", stdin=latin(20))
        assert error == "kenken-cp: -: warning: too small for large print, even alone on a page\n"
        arguments = ("sheet", "--answers", "none", "--per-page", "4", "-o", str(file))
        assert "; expected --per-page 1\n" in complaint(*arguments, stdin=latin(38))


def test_letters_that_no_font_has_are_question_marks_and_said(file):
    (front, _), error = made(file, EASY, "--title", "חידות 1")
    assert "? 1" in front or "????? 1" in front
    assert "no font here has 'חידות': ? is printed instead" in error


def test_without_the_extra_it_says_how_to_get_it(file, monkeypatch):
    """Before anything is solved."""
    monkeypatch.setitem(sys.modules, "reportlab", None)
    monkeypatch.setattr("kenken_cp.cli.commands.sheet.solve", None)
    assert complaint("sheet", EASY, "-o", str(file)) == (
        "kenken-cp: a PDF needs reportlab, which is not installed; "
        "expected: pip install 'kenken-cp[pdf]'\n"
    )
    assert not file.exists()


class TestMistakes:
    @pytest.mark.parametrize(
        ("arguments", "expected"),
        [
            ((), "expected -o FILE.pdf"),
            (("-o", "sheet.txt"), "unknown ending '.txt'; expected .pdf"),
            (("-o", "nowhere/sheet.pdf"), "nowhere/sheet.pdf: No such file or directory"),
            (("-o", "x.pdf", "--per-page", "3"), "--per-page 3; expected 1, 2, 4 or 6"),
            (("-o", "x.pdf", "--paper", "a3"), "unknown paper 'a3'; known: a4, letter"),
            (("-o", "x.pdf", "--answers", "x"), "place of answers 'x'; known: end, back, none"),
        ],
    )
    def test_one_line(self, arguments, expected, tmp_path):
        assert expected in complaint("sheet", KEEN, *arguments, folder=tmp_path)
        assert list(tmp_path.iterdir()) == []

    def test_a_folder(self, tmp_path):
        error = complaint("sheet", KEEN, "-o", str(tmp_path))
        assert "Is a directory" in error

    def test_ctrl_c_leaves_no_file(self, tmp_path):
        with started("sheet", EASY, GIVEN_UP, "-o", str(tmp_path / "x.pdf")) as process:
            until(lambda: any(tmp_path.iterdir()), process)
            process.send_signal(signal.SIGINT)
            out, error = process.communicate(timeout=300)
        assert (process.returncode, out) == (130, b"")
        assert b"Traceback" not in error  # an engine may have said what it waits for
        assert list(tmp_path.iterdir()) == []
