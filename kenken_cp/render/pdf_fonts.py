"""The font that the words of a PDF are set in: Helvetica, which every reader of PDF has; where they
have letters that it lacks, a font of this system that is embedded. What that lacks too is set as
``?``; whoever asks for the PDF says so (``lacking``).
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kenken_cp.errors import MissingExtraError
from kenken_cp.text import printable

_SYSTEM_FONTS = (
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    ("Arial.ttf", "Arial Bold.ttf"),  # macOS
    ("arial.ttf", "arialbd.ttf"),  # Windows
    ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"),
)
"""Files, regular and bold, which reportlab looks for in the folders of fonts of each system."""


@dataclass(frozen=True, slots=True)
class Font:
    """A font as reportlab knows it.

    Attributes:
        regular, bold: its names.
        letters: the characters that it has.
    """

    regular: str
    bold: str
    letters: frozenset[str]

    def drawable(self, text: str) -> str:
        """A text as it is set: without control characters, ``?`` for each letter that is lacking.

        Helvetica has no minus, but a dash that is as wide as a digit. (Symbol has one, but not
        every reader has Symbol.)
        """
        text = "".join(char if self._sets(char) else "?" for char in _composed(text))
        return text.replace("−", "–") if self is HELVETICA else text

    def lacking(self, text: str) -> str:
        """The letters of a text that are set as ``?``, each once."""
        return "".join(dict.fromkeys(char for char in _composed(text) if not self._sets(char)))

    def _sets(self, char: str) -> bool:
        """Whether it has a letter, which is simply set after the one before."""
        joins = unicodedata.category(char).startswith("M")
        from_right = unicodedata.bidirectional(char) in ("R", "AL", "AN")
        return char in self.letters and not joins and not from_right

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """The width of a text."""
        from reportlab.pdfbase.pdfmetrics import stringWidth

        return stringWidth(self.drawable(text), self.bold if bold else self.regular, size)


HELVETICA = Font(
    "Helvetica",
    "Helvetica-Bold",
    frozenset(bytes(range(32, 256)).decode("cp1252", "ignore")) | {"−"},
)


def font_for(texts: Iterable[str]) -> Font:
    """The font for some texts: one for all of them, so that a document does not mix fonts.

    Raises:
        MissingExtraError: without reportlab.
    """
    expect_reportlab()
    if all(HELVETICA.letters.issuperset(_composed(text)) for text in texts):
        return HELVETICA
    return _system_font()


def expect_reportlab(what: str = "a PDF") -> None:
    """MissingExtraError, which says what needs it, without reportlab."""
    try:
        import reportlab  # noqa: F401
    except ImportError:
        raise MissingExtraError(what, "pdf", "reportlab") from None


def _composed(text: str) -> str:
    """A text without control characters, each letter with its accents as one character."""
    return unicodedata.normalize("NFC", printable(text))


@lru_cache(1)
def _system_font() -> Font:
    """The first of ``_SYSTEM_FONTS`` that is here; Helvetica if there is none."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    for regular, bold in _SYSTEM_FONTS:
        try:
            fonts = [TTFont(name, name) for name in (regular, bold)]
        except TTFError:
            continue
        for font in fonts:
            registerFont(font)
        face: Any = fonts[0].face
        return Font(regular, bold, frozenset(map(chr, face.charToGlyph)))
    return HELVETICA
