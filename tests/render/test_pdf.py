"""Drawings as PDF and PNG, read back by pypdfium2."""

from __future__ import annotations

import sys
from io import BytesIO

import pytest
from corpus import shipped

from kenken_cp import MissingExtraError, Puzzle, solve
from kenken_cp.render.layout import layout
from kenken_cp.render.pdf import HELVETICA, POINTS, expect_packages, font_for, page_of, pdf, png
from kenken_cp.render.picture import Picture
from kenken_cp.render.shapes import CELL, Drawing, Role, Text

PdfDocument = pytest.importorskip("pypdfium2").PdfDocument
pytest.importorskip("reportlab")
Image = pytest.importorskip("PIL.Image")

TEXT, PATH = 1, 2
"""Kinds of objects on a page, as pypdfium2 numbers them."""

NEGATIVE = shipped()["6x6/negative.kk"]


def words(document, page=0):
    opened = PdfDocument(document)
    try:
        return opened[page].get_textpage().get_text_bounded().split()
    finally:
        opened.close()


def of_words(text, **more):
    return Drawing(200, 50, (Text(5, 30, 12, text, Role.WORDS, **more),), "", "")


class TestPdf:
    def test_a_drawing_is_a_page_of_its_size(self):
        drawings = [layout(Picture(puzzle)) for puzzle in (NEGATIVE, Puzzle((2, 3)))]
        opened = PdfDocument(pdf(map(page_of, drawings)))
        sizes = [opened[page].get_size() for page in range(len(opened))]
        opened.close()
        assert sizes == [(POINTS * one.width, POINTS * one.height) for one in drawings]

    def test_it_holds_every_text_as_it_is_laid_out(self):
        """But for the minus, which Helvetica does not have: it is a dash there."""
        drawing = layout(Picture(NEGATIVE, solve(NEGATIVE).solution))
        expected = [shape.text for shape in drawing.shapes if isinstance(shape, Text)]
        assert "−2" in expected
        assert words(pdf([page_of(drawing)])) == " ".join(expected).replace("−", "–").split()

    @pytest.mark.parametrize(("role", "lines"), [(Role.CANDIDATE, 0), (Role.ELIMINATED, 1)])
    def test_a_line_goes_through_what_is_crossed_out(self, role, lines):
        opened = PdfDocument(pdf([page_of(Drawing(50, 50, (Text(5, 30, 12, "3", role),)))]))
        types = [one.type for one in opened[0].get_objects()]
        opened.close()
        assert types == [TEXT, *[PATH] * lines]


class TestFonts:
    def test_a_title_with_letters_that_helvetica_lacks_is_in_one_other_font(self):
        """Vera, which comes with reportlab, has no more than it: here it stands for the font of
        the system.
        """
        font = font_for("Zadania Łamigłówka", ["gone.ttf", "Vera.ttf"])
        assert font.regular == "Vera.ttf"
        assert words(pdf([page_of(of_words("Łamigłówka"))], font=font)) == ["Łamigłówka"]
        assert font.lacking("неделя Ł") == "недля"
        assert font_for("1 − 2 × 3 ÷ 4, für Käse") is HELVETICA

    @pytest.mark.parametrize("text", ["חידה", "لغز", "नी", "縦"])
    def test_what_would_be_printed_wrong_is_a_question_mark(self, text):
        font = font_for(text)
        assert set(font.lacking(f"a {text}")) <= set(text)
        assert "?" in font.drawable(text)
        assert "?" in words(pdf([page_of(of_words(text))], font=font))[0]


class TestPng:
    def test_something_is_drawn_on_white(self):
        """The border is black, the inside of an empty cell white."""
        image = Image.open(BytesIO(png(layout(Picture(Puzzle(2))), scale=1.0))).convert("RGB")
        assert image.getpixel((4, 40)) == (0, 0, 0)
        assert image.getpixel((int(CELL / 2), int(CELL / 2))) == (255, 255, 255)
        assert image.getpixel((0, 0)) == (255, 255, 255)


@pytest.mark.parametrize(
    ("package", "kind"), [("reportlab", "PDF"), ("reportlab", "PNG"), ("pypdfium2", "PNG")]
)
def test_without_the_extra_it_says_how_to_get_it(package, kind, monkeypatch):
    expect_packages(kind)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError) as error:
        expect_packages(kind)
    assert str(error.value).startswith(
        f'a {kind} needs {package}, which is not installed; expected: pip install "kenken-cp[pdf]"'
    )
