"""Pages of sheets, as they are set and as they are in the PDF."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from corpus import shipped

from kenken_cp import Cage, KenKenError, Puzzle, solve
from kenken_cp.render.pdf import HELVETICA, pdf
from kenken_cp.render.shapes import Drawing, Role, Text
from kenken_cp.render.sheets import GRIDS, AnswersAt, Exercise, Paper, Sheet

width_in_points = pytest.importorskip("reportlab.pdfbase.pdfmetrics").stringWidth
PdfDocument = pytest.importorskip("pypdfium2").PdfDocument

MIXED = ("4x4/cs332.kk", "6x6/killer.kk", "9x9/sudoku-stuck.kk", "rectangles/4x6-boxes.kk")


@cache
def exercises(*names):
    found = [shipped()[name] for name in names or MIXED]
    return tuple(Exercise(puzzle, solve(puzzle).solution) for puzzle in found)


def text_of(page):
    """The words beside the boards, from above."""
    words = page.placed[-1].drawing
    return [shape.text for shape in words.shapes if isinstance(shape, Text)]


def boards(page):
    """The boards in the order of their puzzles, each with its middle."""
    return page.placed[:-1]


def middle(placed):
    return (
        placed.x + placed.scale * placed.drawing.width / 2,
        placed.y + placed.scale * placed.drawing.height / 2,
    )


def texts_of_cells(drawing: Drawing, *roles):
    return [
        shape.text
        for shape in drawing.shapes
        if isinstance(shape, Text) and shape.cell is not None and shape.role in roles
    ]


class TestPages:
    @pytest.mark.parametrize("paper", Paper)
    @pytest.mark.parametrize("per_page", GRIDS)
    def test_everything_is_on_the_paper_and_nothing_on_anything_else(self, paper, per_page):
        sheet = Sheet(
            exercises=exercises() * 2, title="Title", per_page=per_page, paper=paper, answers="end"
        )
        for page in sheet.pages:
            assert (page.width, page.height) == paper.size
            boxes = [
                (x, y, x + scale * drawing.width, y + scale * drawing.height)
                for drawing, x, y, scale in boards(page)
            ]
            for box in boxes:
                assert 36 <= box[0] < box[2] <= page.width - 36
                assert 36 <= box[1] < box[3] <= page.height - 36
            for number, one in enumerate(boxes):
                for other in boxes[:number]:
                    apart = one[0] > other[2] or other[0] > one[2] or one[1] > other[3]
                    assert apart or other[1] > one[3]
            for shape in page.placed[-1].drawing.shapes:
                if isinstance(shape, Text):
                    inside = [
                        box
                        for box in boxes
                        if box[0] < shape.x < box[2] and box[1] < shape.y < box[3] + shape.size
                    ]
                    assert not inside, shape

    def test_what_a_page_says(self):
        puzzle = Puzzle(4, [Cage([(0, 0), (0, 1)], "+", 3)], title="First")
        plain = replace(puzzle, title="")
        sheet = Sheet(
            exercises=[Exercise(puzzle), Exercise(plain)], title="Week 1", answers=AnswersAt.NONE
        )
        (page,) = sheet.pages
        name, title, *rules = text_of(page)
        assert (name, title, sheet.name) == ("Name", "Week 1", "Week 1")
        assert " ".join(rules).startswith("Fill every row and every column with the numbers 1 to 4")
        assert text_of(page)[-2:] == ["1. First", "2"]

    def test_words_that_leave_no_room_for_a_board_are_refused(self):
        sheet = Sheet(exercises=[Exercise(Puzzle(4))], title="Word " * 2000)
        with pytest.raises(KenKenError, match="the title and the rules fill the page"):
            assert sheet.pages

    def test_long_titles_take_lines_beside_the_name_and_above_the_board(self):
        for title in ("A long title " * 6, "Endless" * 20):
            puzzle = Puzzle(4, title=title)
            sheet = Sheet(
                exercises=[Exercise(puzzle)] * 2, title=title, per_page=6, answers=AnswersAt.NONE
            )
            (page,) = sheet.pages
            words = [one for one in page.placed[-1].drawing.shapes if isinstance(one, Text)]
            (name,) = (one for one in words if one.text == "Name")
            headings = [one for one in words if one.role is Role.HEADING]
            said = "".join(one.text for one in headings).replace(" ", "")
            assert said == "{0}1.{0}2.{0}".format(title.replace(" ", ""))
            for one in headings:
                width = width_in_points(one.text, HELVETICA.bold, one.size)
                left = one.x - width / 2 if one.centred else one.x
                assert 36 <= left < left + width < (page.width - 36 if one.centred else name.x)
                assert one.y < min(board.y for board in boards(page))


class TestAnswers:
    def test_at_the_end(self):
        sheet = Sheet(exercises=exercises(), title="T", per_page=4)
        front, answers = sheet.pages
        assert texts_of_cells(boards(front)[0].drawing, Role.ENTRY) == []
        solved = texts_of_cells(boards(answers)[0].drawing, Role.ENTRY, Role.GIVEN)
        assert "".join(solved) == "3412213412344321".replace("1234", "1243")
        assert text_of(answers)[0] == "Answers: T"
        assert "Name" not in text_of(answers)
        assert len(boards(answers)) == 4

    def test_on_the_back_each_is_behind_its_board(self):
        """As the sheet is turned like the page of a book."""
        sheet = Sheet(exercises=exercises() * 2, per_page=6, answers=AnswersAt.BACK)
        pages = sheet.pages
        assert len(pages) == 4
        first, second = map(middle, boards(pages[0])[:2])
        assert first[0] < second[0], "the fronts are read from the left"
        for front, back in zip(pages[::2], pages[1::2], strict=True):
            for board, answer in zip(boards(front), boards(back), strict=True):
                (x, y), (behind_x, behind_y) = middle(board), middle(answer)
                assert front.width - behind_x == pytest.approx(x)
                # In its upper half: boards are set from above, and answers are smaller.
                assert board.y - 30 < answer.y < y
                assert answer.scale < board.scale
                assert abs(behind_y - y) < board.scale * board.drawing.height / 2

    def test_on_the_back_each_is_smaller_than_its_board(self):
        """However many lines its title takes, which is not there."""
        puzzle = Puzzle(9, title="A title of several lines " * 4)
        solved = Exercise(puzzle, solve(puzzle).solution)
        front, back = Sheet(exercises=[solved] * 6, per_page=6, answers=AnswersAt.BACK).pages
        for board, answer in zip(boards(front), boards(back), strict=True):
            assert answer.scale <= 0.6 * board.scale

    def test_notes(self):
        puzzle = Puzzle(2)
        sheet = Sheet(
            exercises=[
                Exercise(puzzle, ((1, 2), (2, 1)), "one of 2 solutions"),
                Exercise(puzzle, None, "not solved"),
            ]
        )
        _, answers = sheet.pages
        assert len(boards(answers)) == 1
        assert text_of(answers)[1:5] == ["1", "one of 2 solutions", "2", "not solved"]

    def test_at_the_end_are_more_on_a_page_and_can_be_read(self):
        for per_page, pages_of_answers in ((1, 4), (2, 3), (4, 2), (6, 2)):
            sheet = Sheet(exercises=exercises("9x9/hard.kk") * 13, per_page=per_page)
            pages = sheet.pages[-pages_of_answers:]
            assert sum(map(len, map(boards, pages))) == 13
            for drawing, _, _, scale in boards(pages[-1]):
                values = [one for one in drawing.shapes if one.role is Role.ENTRY]
                assert min(scale * one.size for one in values) >= 5.5

    @pytest.mark.parametrize(
        ("values", "per_page", "large", "readable"),
        [
            (range(1, 10), 2, True, 12),
            (range(1, 13), 1, True, 12),
            (range(1, 17), 4, False, 5.5),
            (range(1, 26), 1, False, 5.5),
            (range(100, 112), 4, False, 5.5),
        ],
    )
    def test_those_of_large_boards_and_in_large_print_are_as_large_as_the_puzzles(
        self, values, per_page, large, readable
    ):
        size = len(values)
        grid = tuple(tuple(values[(r + c) % size] for c in range(size)) for r in range(size))
        latin = [Exercise(Puzzle(size, values=values), grid)] * 5
        (*_, last) = Sheet(exercises=latin, per_page=per_page, large=large).pages
        for drawing, _, _, scale in boards(last):
            entries = [one for one in drawing.shapes if one.role is Role.ENTRY]
            assert min(scale * one.size for one in entries) >= readable

    def test_few_are_larger_than_many(self):
        scales = [
            boards(Sheet(exercises=exercises("9x9/hard.kk") * count).pages[-1])[0].scale
            for count in (1, 2, 3, 6)
        ]
        assert scales == sorted(scales, reverse=True)
        assert scales[0] > scales[1] > scales[2]


def test_the_pdf_has_all_that_is_on_the_pages():
    """Letter by letter: where texts are small, what is read back has spaces elsewhere."""
    sheet = Sheet(exercises=exercises(), title="1 − 2", per_page=2, paper=Paper.LETTER)
    document = PdfDocument(pdf(sheet.pages, title=sheet.name))
    assert len(document) == 3
    for page, printed in zip(sheet.pages, document, strict=True):
        assert printed.get_size() == Paper.LETTER.size
        expected = text_of(page)
        for placed in boards(page):
            expected += texts_of_cells(placed.drawing, *Role)
        found = printed.get_textpage().get_text_bounded()
        assert Counter("".join(found.split())) == Counter(
            "".join("".join(expected).replace("−", "–").split())
        )
    document.close()
