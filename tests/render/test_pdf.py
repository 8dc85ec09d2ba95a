"""Drawings as PDF and PNG, read back by pypdfium2."""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

import pytest
from corpus import shipped

from kenken_cp import Cage, KenKenError, MissingExtraError, Puzzle, solve
from kenken_cp.render.layout import layout, under_heading
from kenken_cp.render.pdf import POINTS, FontFile, Fonts, pdf, png
from kenken_cp.render.picture import Picture
from kenken_cp.render.shapes import CELL, Drawing, Role, Text
from kenken_cp.render.sheets import Exercise, Sheet

PdfDocument = pytest.importorskip("pypdfium2").PdfDocument
reportlab = pytest.importorskip("reportlab")
Image = pytest.importorskip("PIL.Image")

VERA = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
"""A TrueType font wherever reportlab is: it has Polish letters, and no Cyrillic."""

NEGATIVE = shipped()["6x6/negative.kk"]


def words(document, page=0):
    opened = PdfDocument(document)
    try:
        return opened[page].get_textpage().get_text_bounded().split()
    finally:
        opened.close()


def of_words(text, **more):
    return Drawing(200, 50, (Text(5, 30, 12, text, Role.WORDS, **more),), "", "")


def vera():
    return FontFile(VERA.name, VERA.read_bytes())


class TestPdf:
    def test_a_drawing_is_a_page_of_its_size(self):
        drawings = [layout(Picture(puzzle)) for puzzle in (NEGATIVE, Puzzle((2, 3)))]
        opened = PdfDocument(pdf(drawings))
        sizes = [opened[page].get_size() for page in range(len(opened))]
        opened.close()
        assert sizes == [(POINTS * one.width, POINTS * one.height) for one in drawings]

    def test_it_holds_every_text_as_it_is_laid_out(self):
        """But for the minus, which Helvetica does not have: it is a dash there."""
        drawing = layout(Picture(NEGATIVE, solve(NEGATIVE).solution))
        expected = [shape.text for shape in drawing.shapes if isinstance(shape, Text)]
        assert "−2" in expected
        assert words(pdf([drawing])) == [text.replace("−", "–") for text in expected]

    def test_what_is_not_shown_is_not_there(self):
        drawing = layout(Picture(Puzzle(2, [Cage([(0, 0)], None, 1)])), complete=True)
        assert words(pdf([drawing])) == ["1"]


class TestFonts:
    def test_a_letter_that_helvetica_lacks_is_looked_for(self):
        asked = []

        def find(text):
            asked.append(text)
            yield FontFile("broken.ttf", b"\x00\x01\x00\x00broken")
            yield vera()

        fonts = Fonts(find)
        document = pdf([of_words("Łamigłówka"), of_words("Łza")], fonts=fonts)
        assert words(document) + words(document, 1) == ["Łamigłówka", "Łza"]
        assert asked == ["Łamigłówka"]  # and the same font for the second

    def test_all_lines_of_a_title_are_in_one_font(self):
        """Helvetica has the letters of the first line, but not those of the last."""
        title = "Zadania na jutro 47: liczby, sumy, iloczyny, kwadraty i działania"
        fonts = Fonts(lambda text: [vera()])
        exercise = Exercise(Puzzle(2, title=title))
        (page, *_) = Sheet(exercises=[exercise], title=title, large=True, fonts=fonts).pages
        for shapes, count in (
            (page.placed[-1].drawing.shapes, 2),
            (under_heading(layout(Picture(Puzzle(2))), title).shapes, 1),
        ):
            lines = [each for each in shapes if isinstance(each, Text) and each.text in title]
            assert [line.text.startswith("Zadania") for line in lines].count(True) == count
            assert fonts.setting(lines[0].text)[0] == "Helvetica"
            settings = {fonts.setting(line.text, bold=True, whole=line.whole)[0] for line in lines}
            assert len(settings) == 1
            assert len(lines) >= 2 * count

    def test_without_one_it_says_so(self):
        for fonts in (Fonts(), Fonts(lambda text: [vera()])):
            with pytest.raises(KenKenError, match="no font here has all letters of 'неделя'"):
                pdf([of_words("неделя")], fonts=fonts)

    @pytest.mark.parametrize("text", ["חידה", "لغز", "पहेली", "ปริศนา", "x̂"])
    def test_what_would_be_printed_wrong_is_refused(self, text):
        with pytest.raises(KenKenError, match=r"from right to left|letters that join") as error:
            Fonts(lambda text: [vera()]).width(text, 10)
        assert "\n" not in str(error.value)


class TestPng:
    def test_something_is_drawn_on_white(self):
        """The border is black, the inside of an empty cell white."""
        image = Image.open(BytesIO(png(layout(Picture(Puzzle(2))), scale=1.0))).convert("RGB")
        assert image.getpixel((4, 40)) == (0, 0, 0)
        assert image.getpixel((int(CELL / 2), int(CELL / 2))) == (255, 255, 255)
        assert image.getpixel((0, 0)) == (255, 255, 255)


@pytest.mark.parametrize(("module", "draw"), [("reportlab", pdf), ("pypdfium2", png)])
def test_without_the_extra_it_says_how_to_get_it(module, draw, monkeypatch):
    drawing = layout(Picture(Puzzle(2)))
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError) as error:
        draw([drawing] if draw is pdf else drawing)
    assert str(error.value) == (
        f"a {draw.__name__.upper()} needs {module}, which is not installed; "
        "expected: pip install 'kenken-cp[pdf]'"
    )
