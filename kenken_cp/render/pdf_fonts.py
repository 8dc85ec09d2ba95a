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
        lacking = self.lacking(text)
        text = "".join("?" if char in lacking else char for char in _composed(text))
        return text.replace("−", "–") if self is HELVETICA else text

    def lacking(self, text: str) -> str:
        """The letters of a text that are set as ``?``, each once: it does not have them, or they
        are not simply set after the one before.
        """
        return "".join(
            char
            for char in dict.fromkeys(_composed(text))
            if char not in self.letters
            or unicodedata.category(char).startswith("M")
            or unicodedata.bidirectional(char) in ("R", "AL", "AN")
        )

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
    lacking = any(HELVETICA.lacking(text) for text in texts)
    return _system_font() if lacking else HELVETICA


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

    for names in _SYSTEM_FONTS:
        try:
            regular, bold = (TTFont(name, name) for name in names)
        except TTFError:
            continue
        registerFont(regular)
        registerFont(bold)
        face: Any = regular.face
        return Font(*names, frozenset(map(chr, face.charToGlyph)))
    return HELVETICA
