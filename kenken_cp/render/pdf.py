"""Drawings on pages, as PDF by reportlab; a drawing as PNG: its PDF, made an image by pypdfium2.

Both packages are the extra ``pdf``. Texts are set in Helvetica, which every reader of PDF has; what
has other letters is set in a font file that is embedded. Where there is none with all the letters,
an error says so: no text is printed with letters missing, or wrong.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from kenken_cp.clock import checkpoint
from kenken_cp.errors import KenKenError, MissingExtraError
from kenken_cp.render.palette import INKS, Ink
from kenken_cp.render.shapes import Anchor, Drawing, Line, Rect, Role, Text, width_of
from kenken_cp.text import printable, quoted

if TYPE_CHECKING:
    from reportlab.lib.colors import Color
    from reportlab.pdfgen.canvas import Canvas

POINTS = 0.75
"""Points (72 to the inch) of a unit of a drawing that is a page by itself: a cell is 12.7 mm."""

_HELVETICA = frozenset(bytes(range(32, 256)).decode("cp1252", "ignore")) | {"−"}
"""What Helvetica has; for a minus, which it has not, its dash that is as wide as a digit is set.
(Symbol has one, but not every reader has Symbol: the minus of another font takes more room.)
"""


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


@dataclass(frozen=True, slots=True)
class FontFile:
    """A TrueType font: the name of its file, what is in it, and which of those in it is meant."""

    name: str
    data: bytes
    index: int = 0


class Fonts:
    """The fonts that texts are set in: Helvetica, and others for letters that it does not have.

    Args:
        find: returns font files in which the letters of a text may be, the best first; asked for
            texts with letters that Helvetica does not have. None: there are no others.

    Raises:
        MissingExtraError: without reportlab, which knows how wide letters are.
    """

    def __init__(self, find: Callable[[str], Iterable[FontFile]] | None = None) -> None:
        _expect_reportlab()
        self._find = find
        self._known: list[str] = []

    def setting(self, text: str, *, bold: bool = False, whole: str = "") -> tuple[str, str]:
        """The font for a text, as reportlab calls it, and the text as it is set in it; KenKenError
        if there is none.

        Args:
            whole: the text of which it is a line, if it is one: the font has all letters of that.
        """
        text = composed(text)
        needed = composed(whole) or text
        if _HELVETICA.issuperset(needed):
            return "Helvetica-Bold" if bold else "Helvetica", text.replace("−", "–")
        return self._font_with(needed), text

    def _font_with(self, text: str) -> str:
        """The name of a font that has all letters of a text."""
        _expect_one_by_one(text)
        for name in self._known:
            if _has(name, text):
                return name
        for file in self._find(text) if self._find is not None else ():
            registered = _registered(file)
            if registered is not None and _has(registered, text):
                self._known.append(registered)
                return registered
        letters = "".join(sorted(set(text) - _HELVETICA))
        raise KenKenError(
            f"no font here has all letters of {quoted(text)} (such as {quoted(letters, 12)}); "
            "expected: a TrueType font on this system that has them"
        )

    def width(self, text: str, size: float, *, bold: bool = False, whole: str = "") -> float:
        """The width of a text; parameters and KenKenError as of ``setting``."""
        from reportlab.pdfbase.pdfmetrics import stringWidth

        font, text = self.setting(text, bold=bold, whole=whole)
        return stringWidth(text, font, size)


def composed(text: str) -> str:
    """A text without control characters, each letter with its accents as one character."""
    return unicodedata.normalize("NFC", printable(text))


def _expect_one_by_one(text: str) -> None:
    """KenKenError for a text whose letters are not simply set one after the other."""
    for char in text:
        from_right = unicodedata.bidirectional(char) in ("R", "AL", "AN")
        if from_right or unicodedata.category(char).startswith("M"):
            why = "is written from right to left" if from_right else "has letters that join"
            raise KenKenError(f"{quoted(text)} {why}, and would be printed wrong")


def _registered(file: FontFile) -> str | None:
    """The name of a font file, which reportlab then knows; None if it is no TrueType."""
    from reportlab.pdfbase.pdfmetrics import getRegisteredFontNames, registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    name = f"{sha256(file.data).hexdigest()[:16]}-{file.index}"
    if name not in getRegisteredFontNames():
        try:
            registerFont(TTFont(name, BytesIO(file.data), subfontIndex=file.index))
        except Exception:  # noqa: BLE001 - whatever it stumbles over in a broken file
            return None
    return name


def _has(font: str, text: str) -> bool:
    """Whether a registered font has all letters of a text."""
    from reportlab.pdfbase.pdfmetrics import getFont

    registered: Any = getFont(font)
    glyphs = registered.face.charToGlyph
    return all(glyphs.get(ord(char)) for char in text)


def _expect_reportlab() -> None:
    try:
        import reportlab  # noqa: F401
    except ImportError:
        raise MissingExtraError("a PDF", "pdf", "reportlab") from None


def pdf(pages: Iterable[Page | Drawing], *, title: str = "", fonts: Fonts | None = None) -> bytes:
    """A document, the same bytes for the same pages. A drawing by itself is a page of its size.

    Args:
        title: what the document says it is; by default the title of the first drawing.

    Raises:
        MissingExtraError: without reportlab.
        KenKenError: for a text whose letters no font has.
    """
    fonts = Fonts() if fonts is None else fonts
    from reportlab.pdfgen.canvas import Canvas

    file = BytesIO()
    canvas = Canvas(file, invariant=1, lang="en", pageCompression=1)
    for page in map(_as_page, pages):
        canvas.setPageSize((page.width, page.height))
        for placed in page.placed:
            _draw(canvas, fonts, page.height, placed)
            title = title or placed.drawing.title
        canvas.showPage()
    canvas.setTitle(composed(title))
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


@cache
def _colour(hexadecimal: str) -> Color:
    """Parsed once: this takes longer than to draw a line."""
    from reportlab.lib.colors import HexColor

    return HexColor(hexadecimal)


def _draw(canvas: Canvas, fonts: Fonts, height: float, placed: Placed) -> None:
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
            canvas.line(shape.start.x, -shape.start.y, shape.end.x, -shape.end.y)
        elif shape.role is Role.PAPER or not shape.shown:
            continue
        elif isinstance(shape, Rect):
            _set_line(canvas, ink)
            canvas.setFillColor(_colour(ink.light))
            low, stroke = -shape.y - shape.height, 1 if ink.ring else 0
            canvas.rect(shape.x, low, shape.width, shape.height, stroke=stroke, fill=1)
        elif shape.text:
            _draw_text(canvas, fonts, shape, ink)
    canvas.restoreState()


def _set_line(canvas: Canvas, ink: Ink) -> None:
    canvas.setStrokeColor(_colour(ink.ring[0] if ink.ring else ink.light))
    canvas.setLineWidth(ink.width)
    canvas.setLineCap(0 if ink.dashes else 2)  # square, so that corners are filled
    canvas.setDash(ink.dashes or ())


def _draw_text(canvas: Canvas, fonts: Fonts, shape: Text, ink: Ink) -> None:
    font, text = fonts.setting(shape.text, bold=ink.bold, whole=shape.whole)
    size = shape.size
    width = fonts.width(shape.text, size, bold=ink.bold, whole=shape.whole)
    if shape.cell is not None and (room := size * width_of(shape.text)) < width:
        size *= room / width  # the layout is for Helvetica; other fonts may be wider
        width = room
    before = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[shape.anchor]
    x, y = shape.x - width * before, -shape.y
    canvas.setFillColor(_colour(ink.light))
    canvas.setFont(font, size)
    canvas.drawString(x, y, text)
    if ink.struck:
        _set_line(canvas, ink)
        canvas.setLineWidth(size / 12)
        canvas.line(x - size / 10, y + size / 4, x + width + size / 10, y + size / 4)


def png(drawing: Drawing, *, scale: float = 2.0, fonts: Fonts | None = None) -> bytes:
    """A drawing as an image on white.

    Args:
        scale: pixels of a unit; a cell has 48 units.

    Raises:
        MissingExtraError: without reportlab or pypdfium2.
        KenKenError: for a text whose letters no font has.
    """
    document = pdf([drawing], fonts=fonts)
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
