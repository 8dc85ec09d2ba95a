"""Drawings on pages, as PDF by reportlab; a drawing as PNG: its PDF, made an image by pypdfium2.

Both packages are the extra ``pdf``. Texts are set in Helvetica, which every reader of PDF has; what
has other letters is set in a font file that is embedded. Where there is none with all the letters,
an error says so: no text is printed with letters missing, or wrong.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from kenken_cp.clock import checkpoint
from kenken_cp.errors import KenKenError, MissingExtraError
from kenken_cp.render.palette import INKS, Ink
from kenken_cp.render.shapes import Anchor, Drawing, Line, Point, Rect, Role, Text, width_of
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


def _none_found(_text: str) -> Iterator[FontFile]:
    return iter(())


class Fonts:
    """The fonts that texts are set in.

    Args:
        preferred: for all texts whose letters it has. KenKenError if it is no TrueType font.
        find: returns font files in which the letters of a text may be, the best first; asked for
            texts with letters that Helvetica does not have.

    Raises:
        MissingExtraError: without reportlab, which knows how wide letters are.
    """

    def __init__(
        self,
        preferred: FontFile | None = None,
        find: Callable[[str], Iterable[FontFile]] = _none_found,
    ) -> None:
        _expect_reportlab()
        self._preferred = None if preferred is None else _registered(preferred)
        self._find = find
        self._found: list[str] = []

    def setting(self, text: str, *, bold: bool = False, whole: str = "") -> tuple[str, str]:
        """The font for a text, as reportlab calls it, and the text as it is set in it; KenKenError
        if there is none.

        Args:
            whole: the text of which it is a line, if it is one: the font has all letters of that.
        """
        text = composed(text)
        font = self._font(composed(whole) or text, bold=bold)
        return font, text.replace("−", "–") if font.startswith("Helvetica") else text

    def _font(self, text: str, *, bold: bool) -> str:
        usual = _HELVETICA.issuperset(text)
        if not usual:
            _expect_one_by_one(text)
        if self._preferred is not None and _has(self._preferred, text):
            return self._preferred
        if usual:
            return "Helvetica-Bold" if bold else "Helvetica"
        for known in self._found:
            if _has(known, text):
                return known
        for file in self._find(text):
            try:
                found = _registered(file)
            except KenKenError:  # of another kind than it seemed
                continue
            if _has(found, text):
                self._found.append(found)
                return found
        letters = "".join(sorted(set(text) - _HELVETICA))
        raise KenKenError(
            f"no font here has all letters of {quoted(text)} (such as {quoted(letters, 12)}); "
            "expected: --font with a TrueType file that has them"
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
        if unicodedata.bidirectional(char) in ("R", "AL", "AN"):
            why = "is written from right to left"
        elif unicodedata.category(char).startswith("M"):
            why = "has letters that join"
        else:
            continue
        name = unicodedata.name(char, "").split(" ")[0].lower()
        raise KenKenError(
            f"{quoted(text)} {why} ({name}); expected a text whose letters stand one by one, "
            "from left to right: others would be printed wrong"
        )


def _registered(file: FontFile) -> str:
    """The name of a font file, which reportlab then knows; KenKenError if it is no TrueType."""
    from reportlab.pdfbase.pdfmetrics import getRegisteredFontNames, registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    name = f"{sha256(file.data).hexdigest()[:16]}-{file.index}"
    if name not in getRegisteredFontNames():
        try:
            registerFont(TTFont(name, BytesIO(file.data), subfontIndex=file.index))
        except Exception as error:  # noqa: BLE001 - whatever it stumbles over in a broken file
            what = "no TrueType font that can be embedded"
            raise KenKenError(f"{file.name}: {what} ({error or type(error).__name__})") from None
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
            _Pen(canvas, fonts, page.height, placed).draw()
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


class _Pen:
    """Draws what is placed on a page, whose own y grows upwards."""

    def __init__(self, canvas: Canvas, fonts: Fonts, height: float, placed: Placed) -> None:
        self._canvas, self._fonts, self._height, self._placed = canvas, fonts, height, placed

    def draw(self) -> None:
        for shape in self._placed.drawing.shapes:
            checkpoint()
            if isinstance(shape, Line):
                self._line(shape)
            elif shape.shown and isinstance(shape, Rect):
                self._rectangle(shape)
            elif shape.shown and isinstance(shape, Text) and shape.text:
                self._text(shape)

    def _at(self, x: float, y: float) -> Point:
        _, left, top, scale = self._placed
        return Point(left + scale * x, self._height - top - scale * y)

    def _line(self, line: Line) -> None:
        ink = INKS[line.role]
        self._canvas.setStrokeColor(_colour(ink.light))
        self._set_line(ink)
        self._canvas.line(*self._at(*line.start), *self._at(*line.end))

    def _set_line(self, ink: Ink) -> None:
        scale = self._placed.scale
        self._canvas.setLineWidth(scale * ink.width)
        self._canvas.setLineCap(0 if ink.dashes else 2)  # square, so that corners are filled
        self._canvas.setDash([scale * length for length in ink.dashes or ()])

    def _rectangle(self, rect: Rect) -> None:
        if rect.role is Role.PAPER:  # it is there
            return
        ink, scale, canvas = INKS[rect.role], self._placed.scale, self._canvas
        x, y = self._at(rect.x, rect.y + rect.height)
        canvas.setFillColor(_colour(ink.light))
        if ink.ring is not None:
            canvas.setStrokeColor(_colour(ink.ring[0]))
            self._set_line(ink)
        canvas.rect(x, y, scale * rect.width, scale * rect.height, stroke=bool(ink.ring), fill=1)

    def _text(self, shape: Text) -> None:
        ink, canvas = INKS[shape.role], self._canvas
        font, text = self._fonts.setting(shape.text, bold=ink.bold, whole=shape.whole)
        size = self._placed.scale * shape.size
        width = self._fonts.width(shape.text, size, bold=ink.bold, whole=shape.whole)
        if shape.cell is not None and (room := size * width_of(shape.text)) < width:
            size *= room / width  # the layout is for Helvetica; other fonts may be wider
            width = room
        x, y = self._at(shape.x, shape.y)
        x -= width * {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[shape.anchor]
        canvas.setFillColor(_colour(ink.light))
        canvas.setFont(font, size)
        canvas.drawString(x, y, text)
        if ink.struck:
            canvas.setStrokeColor(_colour(ink.light))
            canvas.setLineWidth(size / 12)
            canvas.setDash([])
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
