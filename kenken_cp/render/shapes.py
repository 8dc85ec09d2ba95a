"""Shapes on a plane, once for SVG, PDF and pages: rectangles, lines and texts.

Lengths are in units of which the side of a cell has ``CELL``; y grows downwards. What a shape looks
like is not said here but by its role, in ``palette``.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple
from unicodedata import east_asian_width

from kenken_cp.model.geometry import Cell

CELL = 48.0
"""The side of a cell."""


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
    """On a page, beside the boards."""
    HEADING = "heading"


class Point(NamedTuple):
    """A place on the plane."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line."""

    start: Point
    end: Point
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


class Anchor(StrEnum):
    """Which point of a text is at its x."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text.

    Args:
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
    anchor: Anchor = Anchor.START
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
    title: str
    description: str


def width_of(text: str) -> float:
    """The width of a text, in sizes of its font (Helvetica; other letters at their widest)."""
    return sum(_WIDTHS.get(char) or _usual_width(char) for char in text)


def _usual_width(char: str) -> float:
    if east_asian_width(char) in "WF":  # Chinese, for instance
        return 1.0
    return 0.56 if char.isdigit() else 0.67


_WIDTHS = {"+": 0.59, "−": 0.59, "×": 0.59, "÷": 0.55, "-": 0.34, "*": 0.39, "/": 0.28, " ": 0.28}
