"""``generate``, ``show`` and ``convert``: puzzles, pictures and sheets as people get them."""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli.calls import answer, complaint, events, plain_words, remark, run, said
from cli.puzzles import EASY, KEEN, NONE, THREE
from corpus import PUZZLES

from kenken_cp import boxes, candidates, load, loads, loads_all, true_candidates
from kenken_cp.generation.generator import puzzle_of_seed
from kenken_cp.generation.recipe import Recipe
from kenken_cp.logic.rate import rate
from kenken_cp.logic.steps import Level
from kenken_cp.model.houses import ANTI_KNIGHT, WINDOKU, extra_houses

KILLER = str(PUZZLES / "6x6/killer.kk")


def made(*arguments):
    return loads_all(answer("generate", "--seed", "1", *arguments))


class TestGenerate:
    def test_they_are_those_of_the_library(self):
        puzzles = made("--size", "5", "--count", "3")
        assert puzzles == [puzzle_of_seed(Recipe(5), 1, number) for number in (1, 2, 3)]
        assert puzzles[2].title == "5x5, seed 1, number 3"
        assert [puzzle.expected for puzzle in puzzles] == [1, 1, 1]

    def test_a_level(self):
        (puzzle,) = made("--size", "5", "--level", "hard")
        assert (puzzle.level, rate(puzzle).level) == ("hard", Level.HARD)

    @pytest.mark.slow
    def test_levels_come_in_the_order_and_the_numbers_asked_for(self):
        puzzles = made("--size", "4", "--levels", "normal:2, hard:1,normal,easy:2")
        levels = ["normal", "normal", "hard", "normal", "easy", "easy"]
        assert [puzzle.level for puzzle in puzzles] == levels
        assert [str(rate(puzzle).level) for puzzle in puzzles] == levels
        alone = made("--size", "4", "--level", "normal", "--first", "4")
        later = made("--size", "4", "--levels", "normal:1,easy:2", "--first", "4")
        assert (alone, later) == (puzzles[3:4], puzzles[3:])

    def test_options_make_a_recipe(self):
        (puzzle,) = made(
            *("--size", "4", "--rules", "calcudoku", "--operators", "+,-"),
            *("--cage-sizes", "2-3", "--values", "0..3", "--houses", "2x2", "--hidden", "1"),
        )
        more = {"cage_sizes": (2, 3), "values": range(4), "houses": boxes(4, 2, 2), "hidden": 1.0}
        assert puzzle == puzzle_of_seed(Recipe(4, rules="calcudoku", operators="+-", **more), 1, 1)
        (puzzle,) = made("--size", "5", "--houses", "diagonals", "--values", "1 2 3 5 8")
        assert (len(puzzle.houses), puzzle.values) == (2, (1, 2, 3, 5, 8))
        (puzzle,) = made("--size", "4", "--houses", "windoku,anti-knight")
        assert extra_houses(puzzle.size, puzzle.houses).kinds == (WINDOKU, ANTI_KNIGHT)
        (puzzle,) = made("--size", "3x5", "--any")
        assert (puzzle.size_name, puzzle.expected) == ("3x5", None)

    def test_without_a_seed_one_is_chosen_and_said(self):
        text, words = said("generate", "--size", "4")
        (seed,) = re.fullmatch(r"seed (\d+)\n", words).groups()
        assert answer("generate", "--size", "4", "--seed", seed) == text
        assert remark("generate", "--size", "3", "--quiet") == ""

    def test_json_holds_the_puzzle_as_json(self):
        first, second = events("generate", "-s", "4", "--count", "2", "--seed", "1", "--first", "7")
        puzzle = loads(json.dumps(first.pop("problem")))
        assert puzzle == puzzle_of_seed(Recipe(4), 1, 7).bare
        head = {"event": "puzzle", "puzzle": "4x4, seed 1, number 7", "backend": None}
        text = first.pop("text")
        assert (loads(text).bare, loads(text).title) == (puzzle, head["puzzle"])
        assert first == {**head, "seed": 1, "number": 7, "level": None, "format": "native"}
        assert second["number"] == 8

    def test_several_are_not_written_beside_a_device(self):
        (error,) = events("generate", "-n", "2", "--to", "mzn", "-o", "/dev/null", code=2)
        assert error["message"].startswith("several puzzles, and the mzn format holds one a file")

    def test_in_json_it_is_also_written_in_the_format_that_is_asked_for(self):
        call = ("generate", "-s", "4", "--seed", "1", "--to", "keen")
        (made,) = events(*call)
        assert (made["format"], made["text"]) == ("keen", answer(*call))

    def test_those_before_one_that_a_format_cannot_hold_are_kept(self, tmp_path):
        path = tmp_path / "kept.txt"
        call = ("generate", "--size", "4", "-n", "6", "--hidden", "0.04", "--seed", "3")
        call += ("--to", "keen")
        printed, words = said(*call, code=2)
        assert printed.count("\n") == 3
        assert "cannot hold a hidden operator" in words
        complaint(*call, "-o", str(path))
        assert path.read_text(encoding="utf-8") == printed

    @pytest.mark.slow
    def test_an_impossible_wish_is_told_in_a_few_seconds(self):
        """With what the size has."""
        began = time.process_time()
        text, words = said(
            *("generate", "--levels", "easy:1,hard:1", "--size", "3", "--seed", "1"), code=3
        )
        assert time.process_time() - began < 20
        assert len(loads_all(text)) == 1, "what was made before is kept"
        assert "hard" in words
        assert re.search("easy|normal", words), "what there is"


class TestConvert:
    def test_of_events_each_holds_a_puzzle_so_that_any_format_holds_several(self):
        done = events("convert", EASY, "nowhere", KEEN, "--to", "aikenken", code=2)
        done = [event for event in done if event["event"] == "puzzle"]
        texts = [answer("convert", puzzle, "--to", "aikenken") for puzzle in (EASY, KEEN)]
        assert [event["text"] for event in done] == texts
        assert loads(json.dumps(done[0]["problem"])).bare == load(EASY).bare


class TestShow:
    def test_a_puzzle_a_solution_a_board(self):
        text, words = said("show", EASY)
        assert text.startswith(
            "CS 332 4x4\n┏━━━┯━━━━━━━┯━━━┓\n┃1− │3−     │2÷ ┃\n┃   │       │   ┃\n"
        )
        assert (text.count("\n"), words) == (14, "")
        assert answer("show", EASY, "-q") == text.partition("\n")[2]
        assert "┃ 3 │ 4   1 │ 2 ┃" in answer("show", EASY, "--solution")
        assert "┃ 3 │     1 │   ┃" in answer("show", EASY, "--board", "3.1. .... .... ....")
        text = answer("show", KEEN, EASY)
        assert text.startswith(f"{KEEN}\n┏")
        assert f"\n\n{EASY}: CS 332 4x4\n┏" in text

    def test_in_ascii_where_a_terminal_knows_no_more(self):
        done = run("show", EASY, terminal=True, encoding="ascii", env={"NO_COLOR": "1"})
        assert done.stdout.isascii()
        assert b"+---" in done.stdout

    def test_candidates(self):
        board = ("--board", "3... .... .... ....")
        rows = answer("show", EASY, "--candidates", *board).splitlines()
        assert [row for row in rows if "┃   │    1  │  2┃" in row]
        puzzle = load(THREE)
        (found,) = events("show", THREE, "--candidates")
        assert found["candidates"] == [[list(cell) for cell in row] for row in candidates(puzzle)]
        (found,) = events("show", THREE, "--candidates", "--by", "solutions")
        table = true_candidates(puzzle).table
        assert found["candidates"] == [[list(cell) for cell in row] for row in table]
        assert "There is no solution.\n" in remark("show", NONE, "--candidates", code=1)
        wrong = ("--board", "11.. .... .... ....")
        for by in ("logic", "solutions"):
            call = ("show", EASY, "--candidates", "--by", by, *wrong)
            assert "There is no solution with these entries." in remark(*call, code=1)

    def test_several_solutions_and_none(self):
        text, words = said("show", THREE, "--solution")
        assert "*" in text
        assert words == "More than one solution: cells in which two differ are marked.\n"
        assert "No solution." in remark("show", NONE, "--solution", code=1)
        both = remark("show", EASY, THREE, "--solution")
        assert both.endswith(": More than one solution: cells in which two differ are marked.\n")
        one, several, none = events("show", EASY, THREE, NONE, "--solution", code=1)
        assert [found["unique"] for found in (one, several, none)] == [True, False, False]
        assert (one["board"][0], none["board"][0]) == ([3, 4, 1, 2], [None] * 4)
        assert one["backend"] == "cover"

    def test_what_cannot_be_seen_is_said(self):
        diagonals = remark("show", str(PUZZLES / "latin/diagonal-4.kk"))
        assert "No value twice in diagonal r1c1-r4c4 and diagonal r1c4-r4c1." in diagonals
        assert "Rules: killer." in remark("show", KILLER)
        assert "Values: -2 -1 0 1 2 3." in remark("show", str(PUZZLES / "6x6/negative.kk"))


class TestPictures:
    def texts(self, path, role):
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
        return [one.text for one in root.iter() if one.get("class") == f"kk-{role}"]

    def test_a_file(self, tmp_path):
        path = tmp_path / "board.svg"
        board = ("--board", "3... .... .... ....")
        assert said("show", EASY, "-o", str(path), *board) == ("", "")
        assert self.texts(path, "entry") == ["3"]
        assert self.texts(path, "clue") == ["1−", "3−", "2÷", "12×", "3+", "4+", "24×"]
        (found,) = events("show", KILLER, "-o", str(path), "--candidates")
        assert found["file"] == str(path)
        assert self.texts(path, "candidate")

    @pytest.mark.pdf
    def test_an_image_and_pages(self, tmp_path):
        pypdfium2 = pytest.importorskip("pypdfium2")
        path = tmp_path / "boards.PDF"
        assert answer("show", EASY, KILLER, "-o", str(path)) == ""
        document = pypdfium2.PdfDocument(path)
        assert ["12×" in p.get_textpage().get_text_bounded() for p in document] == [True, False]
        document.close()
        assert answer("show", EASY, "-o", str(tmp_path / "board.png")) == ""
        assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")

    @pytest.mark.parametrize("ending", ["png", "pdf"])
    def test_without_the_extra_it_says_how_to_get_it(self, ending, tmp_path, monkeypatch):
        """In double quotes, which every shell takes."""
        monkeypatch.setitem(sys.modules, "reportlab", None)
        error = plain_words(complaint("show", EASY, "-o", str(tmp_path / f"x.{ending}")))
        assert 'pip install "kenken-cp[pdf]"' in error
        assert ("PDF" in error) == (ending == "pdf")
        assert list(tmp_path.iterdir()) == []


@pytest.mark.pdf
class TestSheets:
    IMPOSSIBLE = "size: 2\nab\ncc\n\na 1\nb 1\nc 3+\n"

    def pages(self, file, *arguments, code=0, **more):
        """The words of each page, and what was said of them."""
        pypdfium2 = pytest.importorskip("pypdfium2")
        text, words = said("show", *arguments, "-o", str(file), code=code, **more)
        assert text == ""
        opened = pypdfium2.PdfDocument(file)
        found = [" ".join(page.get_textpage().get_text_bounded().split()) for page in opened]
        opened.close()
        return found, words

    def test_puzzles_and_their_solutions(self, tmp_path):
        file = tmp_path / "sheet.pdf"
        (front, back), words = self.pages(file, EASY, KEEN, "--title", "Week 1")
        assert words == "2 puzzles on 2 pages\n"
        for part in ("Week 1", "Name", "1. CS 332 4x4", "Fill every row and every column"):
            assert part in front
        assert "Week 1" in back

    @pytest.mark.parametrize(("where", "pages"), [("end", 3), ("BACK", 4), ("none", 2)])
    def test_where_the_solutions_are(self, where, pages, tmp_path):
        layout = ("--per-page", "1", "--solutions", where)
        found, _ = self.pages(tmp_path / "s.pdf", *[EASY] * 2, *layout)
        assert len(found) == pages

    @pytest.mark.parametrize(
        ("paper", "size"), [("a4", (595, 842)), ("A4", (595, 842)), ("letter", (612, 792))]
    )
    def test_the_paper(self, paper, size, tmp_path):
        pypdfium2 = pytest.importorskip("pypdfium2")
        answer("show", KEEN, "--paper", paper, "-o", str(tmp_path / "s.pdf"))
        document = pypdfium2.PdfDocument(tmp_path / "s.pdf")
        assert [tuple(map(round, page.get_size())) for page in document] == [size] * 2
        document.close()

    def test_large_print_is_one_puzzle_a_page(self, tmp_path):
        for options, pages in ((["--large"], 2), (["--large", "--per-page", "2"], 1)):
            call = [EASY, EASY, "--solutions", "none", *options]
            assert len(self.pages(tmp_path / "s.pdf", *call)[0]) == pages

    def test_what_is_not_printed_is_not_solved(self, tmp_path):
        layout = ("--solutions", "none")
        found, words = self.pages(tmp_path / "s.pdf", "-", *layout, stdin=self.IMPOSSIBLE)
        assert (len(found), "no solution" in words) == (1, False)

    def test_puzzles_without_one_solution(self, tmp_path):
        layout = (tmp_path / "s.pdf", "-", "--per-page", "1")
        (_, back), words = self.pages(*layout, stdin=self.IMPOSSIBLE, code=1)
        assert "no solution" in back
        assert "-: no solution\n" in words
        stated = Path(THREE).read_text()
        (_, back), words = self.pages(*layout, stdin=stated)
        assert "one of several solutions" in back
        (_, back), words = self.pages(*layout, stdin="rules: kenken\n\n" + "....\n" * 4)
        assert "one of several solutions" in back
        assert "-: one of several solutions\n" in words
        hard = (PUZZLES / "9x9/unreasonable.kk").read_text()
        call = ("show", "-", "--per-page", "1", "-o", str(tmp_path / "late.pdf"))
        assert "-: timeout after " in complaint(*call, "--timeout", "1e-4", stdin=hard, code=3)
        assert not (tmp_path / "late.pdf").exists()

    def test_titles_that_no_font_here_has(self, tmp_path):
        named = tmp_path / "named.kk"
        named.write_text("title: 縦横\nab\nab\n\na 2*\nb 2*\n", encoding="utf-8")
        (front, *_), _ = self.pages(tmp_path / "s.pdf", str(named), "--paper", "a4")
        assert "Fill every row" in front
