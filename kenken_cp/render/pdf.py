"""Drawings on pages, as PDF by reportlab; a drawing as PNG: its PDF, made an image by pypdfium2.

Both packages are the extra ``pdf``. Boards are set in Helvetica, which every reader of PDF has; the
words beside them too, unless they have letters that it lacks: then in a font of this system, which
is embedded. What that lacks is set as ``?``; whoever asks for the PDF says so (``Font.lacking``).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kenken_cp.clock import checkpoint
from kenken_cp.errors import MissingExtraError
from kenken_cp.render.shapes import INKS, Drawing, Ink, Line, Role, Text
from kenken_cp.text import printable

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

POINTS = 0.75
"""Points (72 to the inch) of a unit of a drawing that is a page by itself: a cell is 12.7 mm."""


def expect_packages(kind: Literal["PDF", "PNG"]) -> None:
    """MissingExtraError if a package is lacking that makes files of this kind. To be called before
    anything is drawn for them.
    """
    for package in ("reportlab", "pypdfium2") if kind == "PNG" else ("reportlab",):
        try:
            import_module(package)
        except ImportError:
            raise MissingExtraError(f"a {kind}", "pdf", package) from None


# --- fonts ---------------------------------------------------------------------------------------

SYSTEM_FONTS = ("DejaVuSans.ttf", "Arial.ttf", "arial.ttf")
"""Files that reportlab looks for in the folders of fonts of each system: Linux, macOS, Windows."""


class Font(NamedTuple):
    """A font: the names of its regular and its bold form, and the letters that it can set."""

    regular: str
    bold: str
    letters: frozenset[str]

    def lacking(self, text: str) -> str:
        """The letters of a text that are set as ``?``, each once."""
        return "".join(c for c in dict.fromkeys(_composed(text)) if c not in self.letters)

    def drawable(self, text: str) -> str:
        """A text as it is set. Helvetica has no minus, but a dash that is as wide as a digit."""
        text = "".join(c if c in self.letters else "?" for c in _composed(text))
        return text.replace("−", "–")


HELVETICA = Font(
    "Helvetica",
    "Helvetica-Bold",
    frozenset(bytes(range(32, 256)).decode("cp1252", "ignore")) | {"−"},
)


def font_for(text: str, files: Iterable[str] = SYSTEM_FONTS) -> Font:
    """The font for some words: one for all of a document.

    Args:
        files: of fonts, the first of which that is here is taken instead of Helvetica.
    """
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    for name in files if HELVETICA.lacking(text) else ():
        try:
            found: Any = TTFont(name, name)
        except TTFError:
            continue
        registerFont(found)
        return Font(name, name, frozenset(filter(_stands_alone, map(chr, found.face.charToGlyph))))
    return HELVETICA


def _composed(text: str) -> str:
    """A text without control characters, each letter with its accents as one character."""
    return unicodedata.normalize("NFC", printable(text))


def _stands_alone(letter: str) -> bool:
    """Whether a letter is simply set after the one before: reportlab knows no other script."""
    leftwards = unicodedata.bidirectional(letter) in ("R", "AL", "AN")
    return not leftwards and not unicodedata.category(letter).startswith("M")


# --- documents -----------------------------------------------------------------------------------


class Placed(NamedTuple):
    """A drawing on a page: where its upper left corner is, and how many points a unit has."""

    drawing: Drawing
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


class Page(NamedTuple):
    """Drawings on paper. Lengths are in points; y grows downwards."""

    width: float
    height: float
    placed: tuple[Placed, ...]


def page_of(drawing: Drawing) -> Page:
    """A page of the size of a drawing, which must not be a ``complete`` one."""
    width, height = POINTS * drawing.width, POINTS * drawing.height
    return Page(width, height, (Placed(drawing, scale=POINTS),))


def pdf(pages: Iterable[Page], *, title: str = "", font: Font = HELVETICA) -> bytes:
    """A document, the same bytes for the same pages.

    Args:
        title: what the document says it is; by default the title of the first drawing.
        font: for what is not on a board.
    """
    from reportlab.pdfgen.canvas import Canvas

    file = BytesIO()
    canvas = Canvas(file, invariant=1, lang="en", pageCompression=1)
    for page in pages:
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


def png(drawing: Drawing, *, scale: float = 2.0, font: Font = HELVETICA) -> bytes:
    """A drawing as an image on white.

    Args:
        scale: pixels of a unit; a cell has 48 units.
        font: as for ``pdf``.
    """
    from pypdfium2 import PdfDocument

    file = BytesIO()
    opened = PdfDocument(pdf([page_of(drawing)], font=font))
    try:
        opened[0].render(scale=scale / POINTS).to_pil().save(file, "png")
    finally:
        opened.close()
    return file.getvalue()


# --- shapes --------------------------------------------------------------------------------------


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
        canvas.setFillColorRGB(*_rgb(ink.light))
        if isinstance(shape, Line):
            _set_line(canvas, ink)
            canvas.line(shape.x1, -shape.y1, shape.x2, -shape.y2)
        elif isinstance(shape, Text):
            _draw_text(canvas, font if shape.cell is None else HELVETICA, shape, ink)
        elif shape.role is not Role.PAPER:
            _set_line(canvas, ink)
            low, stroke = -shape.y - shape.height, 1 if ink.ring else 0
            canvas.rect(shape.x, low, shape.width, shape.height, stroke=stroke, fill=1)
    canvas.restoreState()


def _set_line(canvas: Canvas, ink: Ink) -> None:
    canvas.setStrokeColorRGB(*_rgb(ink.ring[0] if ink.ring else ink.light))
    canvas.setLineWidth(ink.width)
    canvas.setLineCap(0 if ink.dashes else 2)  # square, so that corners are filled
    canvas.setDash(ink.dashes or ())


def _draw_text(canvas: Canvas, font: Font, shape: Text, ink: Ink) -> None:
    text, size = font.drawable(shape.text), shape.size
    if font is not HELVETICA:  # for which there is room; others are wider
        size *= 0.9
    canvas.setFont(font.bold if ink.bold else font.regular, size)
    draw = canvas.drawCentredString if shape.centred else canvas.drawString
    draw(shape.x, -shape.y, text)
    if ink.struck:  # a pencil mark, which is centred
        beyond, y = canvas.stringWidth(text) / 2 + size / 10, size / 4 - shape.y
        _set_line(canvas, ink)
        canvas.setLineWidth(size / 12)
        canvas.line(shape.x - beyond, y, shape.x + beyond, y)
