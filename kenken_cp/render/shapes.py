"""Shapes on a plane, once for SVG, PDF and pages: rectangles, lines and texts; and what they look
like, by their roles: colours on light and on dark ground, lines, fonts.

Lengths are in units of which the side of a cell has ``CELL``; y grows downwards.

No meaning is in a colour alone: crossed out candidates have a line through them, given values are
bold, a cell that is filled has a line around it, one that is marked has dots. The hues (blue,
orange, yellow) are those that colour-blind people distinguish (Okabe and Ito, "Color universal
design", 2008).
"""

from dataclasses import dataclass
from enum import StrEnum

from kenken_cp.model.geometry import Cell

CELL = 48.0
"""The side of a cell."""

LEADING = 1.25
"""From a line of words to the next, in sizes of its font."""


class Role(StrEnum):
    """What a shape is for."""

    PAPER = "paper"
    """The ground of the whole."""
    SHADE = "shade"
    """A cell of an extra house that is no box."""
    BASIS = "basis"
    """A cell that a deduction rests on."""
    MARKED = "marked"
    PLACED = "placed"

    GRID = "grid"
    """The edge between two cells of a cage."""
    DIAGONAL = "diagonal"
    CAGE = "cage"
    DASHES = "dashes"
    """The outline of a cage inside its cells."""
    BOX = "box"
    """The edge of a box, or of the board."""

    CLUE = "clue"
    GIVEN = "given"
    ENTRY = "entry"
    CANDIDATE = "candidate"
    ELIMINATED = "eliminated"
    """A candidate that is crossed out."""
    NAME = "name"
    """Of a row or a column."""
    WORDS = "words"
    """Above or below a board."""
    HEADING = "heading"


@dataclass(frozen=True, slots=True)
class Ink:
    """What shapes of a role look like.

    Args:
        light, dark: the colour on light and on dark ground, as #rrggbb.
        ring: of what is filled, the colours of the line around it, if it has one.
        width: of the line, in units of the layout; 0 if there is none.
        dashes: lengths of a dash and of a gap; none for a line without gaps.
        bold: whether texts are.
        struck: whether a line goes through texts.
    """

    light: str
    dark: str
    ring: tuple[str, str] | None = None
    width: float = 0.0
    dashes: tuple[float, float] | None = None
    bold: bool = False
    struck: bool = False


INKS = {
    Role.PAPER: Ink("#ffffff", "#16181d"),
    Role.SHADE: Ink("#ececec", "#2b2f38"),
    Role.BASIS: Ink("#ffeca1", "#4d431a"),
    Role.MARKED: Ink("#ffdcc4", "#5c2d0e", ("#b33a00", "#ff9e70"), width=2.0, dashes=(2.0, 3.0)),
    Role.PLACED: Ink("#cfe7ff", "#0f3a5e", ("#0062ad", "#6cb8ff"), width=2.0),
    Role.GRID: Ink("#b4b4b4", "#4a505c", width=0.8),
    Role.DIAGONAL: Ink("#c4ccd6", "#4f5b70", width=1.6),
    Role.CAGE: Ink("#222222", "#c9ced8", width=2.4),
    Role.DASHES: Ink("#555555", "#aab1be", width=1.0, dashes=(3.0, 2.2)),
    Role.BOX: Ink("#000000", "#f2f4f8", width=3.4),
    Role.CLUE: Ink("#222222", "#d7dbe3"),
    Role.GIVEN: Ink("#000000", "#ffffff", bold=True),
    Role.ENTRY: Ink("#004f8b", "#8cc8ff"),
    Role.CANDIDATE: Ink("#4a4a4a", "#b9bfca"),
    Role.ELIMINATED: Ink("#a83200", "#ff9e70", struck=True),
    Role.NAME: Ink("#555555", "#aab1be"),
    Role.WORDS: Ink("#000000", "#ffffff"),
    Role.HEADING: Ink("#000000", "#ffffff", bold=True),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line from one point to another."""

    x1: float
    y1: float
    x2: float
    y2: float
    role: Role


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle.

    Args:
        cell: the cell it fills.
        shown: whether it is seen; else it is there for a script that shows it.
    """

    x: float
    y: float
    width: float
    height: float
    role: Role
    cell: Cell | None = None
    shown: bool = True


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text.

    Args:
        x: of its middle if it is ``centred``, else of its start.
        y: of its baseline.
        size: of its font: the distance of two lines that touch.
        cell: the cell it stands in.
        value: the value that it is a pencil mark of.
        shown: whether it is seen; else it is there for a script that shows it.
    """

    x: float
    y: float
    size: float
    text: str
    role: Role
    centred: bool = False
    cell: Cell | None = None
    value: int | None = None
    shown: bool = True


Shape = Line | Rect | Text


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes, from the back to the front, in a frame.

    Args:
        title, description: for a reader who cannot see it.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""
    description: str = ""


def width_of(text: str) -> float:
    """The width of a text in Helvetica, in sizes of its font; about that, of rare letters."""
    return sum(_WIDTHS.get(char) or _usual_width(char) for char in text)


_WIDTHS = dict.fromkeys("0123456789", 0.56) | dict.fromkeys("+−×", 0.59)
_WIDTHS |= {"÷": 0.55, "*": 0.39, "-": 0.34} | dict.fromkeys(" /.,:;ftI", 0.28)
_WIDTHS |= dict.fromkeys("ijl", 0.22) | dict.fromkeys("r()", 0.34) | dict.fromkeys("cksvxyz", 0.5)
_WIDTHS |= {"m": 0.84, "w": 0.73, "M": 0.84, "W": 0.95, "@": 1.02, "%": 0.89}


def _usual_width(char: str) -> float:
    if char >= "\u1100":  # Chinese, for instance
        return 1.0
    return 0.56 if char.islower() else 0.7


_BOLD = 1.08
"""How much wider bold letters are."""


def in_lines(
    text: str, x: float, top: float, room: float, size: float, role: Role, *, centred: bool = False
) -> list[Text]:
    """A text below a height, in as many lines as it takes; a word is broken only where it is longer
    than a line.

    Args:
        room: the width of a line.
    """
    most = room / (_BOLD * size if INKS[role].bold else size)
    lines = [""]
    for word in text.split(" "):
        while len(word) > 1 and width_of(word) > most:
            end = 1
            while width_of(word[: end + 1]) <= most:
                end += 1
            lines.append(word[:end])
            word = word[end:]
        longer = f"{lines[-1]} {word}".strip(" ")
        if width_of(longer) <= most:
            lines[-1] = longer
        else:
            lines.append(word)
    first = top + size
    return [
        Text(x, first + n * LEADING * size, size, line, role, centred)
        for n, line in enumerate(filter(None, lines))
    ]
