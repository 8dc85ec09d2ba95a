"""Drawings on pages, as PDF by reportlab; a drawing as PNG: its PDF, made an image by pypdfium2.

Both packages are the extra ``pdf``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from kenken_cp.clock import checkpoint
from kenken_cp.errors import MissingExtraError
from kenken_cp.render.pdf_fonts import HELVETICA, Font, expect_reportlab, font_for
from kenken_cp.render.shapes import INKS, Drawing, Ink, Line, Role, Text
from kenken_cp.text import printable

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

POINTS = 0.75
"""Points (72 to the inch) of a unit of a drawing that is a page by itself: a cell is 12.7 mm."""


class Placed(NamedTuple):
    """A drawing on a page: where its upper left corner is, and how many points a unit has."""

    drawing: Drawing
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Page:
    """Drawings on paper. Lengths are in points; y grows downwards."""

    width: float
    height: float
    placed: tuple[Placed, ...]


def pdf(pages: Iterable[Page | Drawing], *, title: str = "") -> bytes:
    """A document, the same bytes for the same pages. A drawing by itself, which must not be a
    ``complete`` one, is a page of its size.

    Args:
        title: what the document says it is; by default the title of the first drawing.

    Raises:
        MissingExtraError: without reportlab.
    """
    paper = list(map(_as_page, pages))
    shapes = [each for page in paper for placed in page.placed for each in placed.drawing.shapes]
    font = font_for(each.text for each in shapes if isinstance(each, Text) and each.cell is None)
    from reportlab.pdfgen.canvas import Canvas

    file = BytesIO()
    canvas = Canvas(file, invariant=1, lang="en", pageCompression=1)
    for page in paper:
        canvas.setPageSize((page.width, page.height))
        for placed in page.placed:
            _draw(canvas, font, page.height, placed)
            title = title or placed.drawing.title
        canvas.showPage()
    canvas.setTitle(printable(title))
    canvas.setViewerPreference("DisplayDocTitle", "true")  # not the name of its file
    canvas.setAuthor("")
    canvas.setSubject("")
    canvas.setCreator("kenken-cp")
    canvas.save()
    return file.getvalue()


def _as_page(page: Page | Drawing) -> Page:
    if isinstance(page, Page):
        return page
    width, height = POINTS * page.width, POINTS * page.height
    return Page(width, height, (Placed(page, scale=POINTS),))


def _rgb(colour: str) -> tuple[float, float, float]:
    """Shares of red, green and blue of ``#rrggbb``."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red / 255, green / 255, blue / 255


def _draw(canvas: Canvas, font: Font, height: float, placed: Placed) -> None:
    """Draws what is placed on a page of a height. The y of PDF grows upwards: in the units of the
    drawing it is its own y, negative.
    """
    canvas.saveState()
    canvas.translate(placed.x, height - placed.y)
    canvas.scale(placed.scale, placed.scale)
    for shape in placed.drawing.shapes:
        checkpoint()
        ink = INKS[shape.role]
        if isinstance(shape, Line):
            _set_line(canvas, ink)
            canvas.line(shape.x1, -shape.y1, shape.x2, -shape.y2)
        elif isinstance(shape, Text):
            _draw_text(canvas, font if shape.cell is None else HELVETICA, shape, ink)
        elif shape.role is not Role.PAPER:
            _set_line(canvas, ink)
            canvas.setFillColorRGB(*_rgb(ink.light))
            low, stroke = -shape.y - shape.height, 1 if ink.ring else 0
            canvas.rect(shape.x, low, shape.width, shape.height, stroke=stroke, fill=1)
    canvas.restoreState()


def _set_line(canvas: Canvas, ink: Ink) -> None:
    canvas.setStrokeColorRGB(*_rgb(ink.ring[0] if ink.ring else ink.light))
    canvas.setLineWidth(ink.width)
    canvas.setLineCap(0 if ink.dashes else 2)  # square, so that corners are filled
    canvas.setDash(ink.dashes or ())


def _draw_text(canvas: Canvas, font: Font, shape: Text, ink: Ink) -> None:
    size = shape.size
    width = font.width(shape.text, size, bold=ink.bold)
    x, y = shape.x - (width / 2 if shape.centred else 0.0), -shape.y
    canvas.setFillColorRGB(*_rgb(ink.light))
    canvas.setFont(font.bold if ink.bold else font.regular, size)
    canvas.drawString(x, y, font.drawable(shape.text))
    if ink.struck:
        _set_line(canvas, ink)
        canvas.setLineWidth(size / 12)
        canvas.line(x - size / 10, y + size / 4, x + width + size / 10, y + size / 4)


def png(drawing: Drawing, *, scale: float = 2.0) -> bytes:
    """A drawing as an image on white.

    Args:
        scale: pixels of a unit; a cell has 48 units.

    Raises:
        MissingExtraError: without reportlab or pypdfium2.
    """
    expect_reportlab("a PNG")
    document = pdf([drawing])
    try:
        from pypdfium2 import PdfDocument
    except ImportError:
        raise MissingExtraError("a PNG", "pdf", "pypdfium2") from None
    file = BytesIO()
    opened = PdfDocument(document)
    try:
        opened[0].render(scale=scale / POINTS).to_pil().save(file, "png")
    finally:
        opened.close()
    return file.getvalue()
