"""Pages of paper as they are set: words in lines, boards in a grid.

Everything is measured before it is placed, from the top of the page down. Lengths are in points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kenken_cp.render.palette import INKS
from kenken_cp.render.pdf import Page, Placed
from kenken_cp.render.pdf_fonts import Font
from kenken_cp.render.shapes import Anchor, Drawing, Line, Point, Role, Shape, Text
from kenken_cp.render.wrapping import wrapped


class Print(NamedTuple):
    """Sizes of fonts; and the longest side that a cell has, in points."""

    heading: float
    caption: float
    rules: float
    foot: float
    least: float
    """The smallest text on a board that can be read."""
    cell: float


USUAL = Print(heading=16, caption=11, rules=9.5, foot=8, least=5.5, cell=72)
LARGE = Print(heading=24, caption=18, rules=16, foot=14, least=12, cell=130)
"""Large print begins at 16 points for sentences; a clue is a number and a sign."""

_MARGIN = 40.0
"""Around each page: most printers leave a quarter of an inch white, and punches take more."""

_GAP = 20.0
"""Between boards."""

_LINE = 1.25
"""From a line of text to the next, in sizes of its font."""

_SHRUNK = (1.0, 0.9, 0.8, 0.7)
"""Sizes that are tried for what takes too many lines."""

_MAX_RULES = 0.4
"""What the rules may take of the height of a page before they are set smaller."""

_NAME = 0.42
"""What the line for a name takes of the width."""


@dataclass(frozen=True, slots=True)
class CaptionedBoard:
    """A board to be placed, with its caption.

    Args:
        number: of its puzzle.
        label: how that is printed, if at all.
        title, note: what stands above the board, the note under the title, in grey.
        drawing: None if only the caption is printed.
        largest: points that a unit of the drawing has at most.
        least: units of its smallest text that must be read.
    """

    number: int
    label: str
    title: str
    note: str
    drawing: Drawing | None = None
    largest: float = 0.0
    least: float = 1.0


class Draft:
    """A page that is set from the top down.

    Attributes:
        top: below which there is room.
        scales: points of a unit of each board that was placed, by its number.
        illegible: the numbers of those with texts too small to be read.
    """

    def __init__(self, size: tuple[float, float], print_: Print, font: Font) -> None:
        self._width, self._height = size
        self._print, self._font = print_, font
        self._words: list[Shape] = []
        self._placed: list[Placed] = []
        self.top = _MARGIN
        self._bottom = self._height - _MARGIN - 2 * print_.foot
        self.scales: dict[int, float] = {}
        self.illegible: list[int] = []

    def finished(self, number: int, count: int) -> Page:
        """The page; its own number is at its foot if there are several."""
        foot, size = f"Page {number} of {count}", self._print.foot
        middle, baseline = self._width / 2, self._height - _MARGIN
        last = [Text(middle, baseline, size, foot, Role.NAME, Anchor.MIDDLE)] if count > 1 else []
        words = Drawing(self._width, self._height, (*self._words, *last), "", "")
        return Page(self._width, self._height, (*self._placed, Placed(words)))

    @property
    def _room(self) -> float:
        """The width between the margins."""
        return self._width - 2 * _MARGIN

    def _write(
        self, x: float, baseline: float, size: float, text: str, role: Role = Role.WORDS
    ) -> None:
        self._words.append(Text(x, baseline, size, text, role))

    # --- words ---

    def head(self, title: str, *, with_name: bool) -> None:
        """Sets the title of the page, and the line for a name beside it."""
        size, room = self._print.heading, self._room
        first = self.top + size
        if with_name:
            word, caption = "Name", self._print.caption
            left = self._width - _MARGIN - _NAME * room
            self._write(left, first, caption, word)
            start = Point(left + self._measured(word, Role.WORDS, caption) + 6, first + 2)
            self._words.append(Line(start, Point(self._width - _MARGIN, first + 2), Role.GRID))
            room -= _NAME * room + _GAP
        size, lines = self._fitted(title, room, size, 3, Role.HEADING)
        for number, line in enumerate(lines):
            baseline = first + number * _LINE * size
            self._write(_MARGIN, baseline, size, line, Role.HEADING)
        if lines or with_name:
            self.top = first + max(len(lines) - 1, 0) * _LINE * size + 0.8 * self._print.caption

    def rules(self, paragraphs: Sequence[str]) -> None:
        """Sets paragraphs across the page, in smaller letters if they take much of it."""
        for shrunk in _SHRUNK:
            size = shrunk * self._print.rules
            lines = [line for text in paragraphs for line in self._lines(text, self._room, size)]
            if len(lines) * _LINE * size <= _MAX_RULES * self._height:
                break
        for line in lines:
            self.top += _LINE * size
            self._write(_MARGIN, self.top, size, line)
        self.top += size

    def _lines(
        self, text: str, room: float, size: float, role: Role = Role.WORDS, *, ends: str = ""
    ) -> list[str]:
        """A text in lines, with room for what may end the last one."""
        return wrapped(text, lambda line: self._measured(line + ends, role, size) <= room)

    def _fitted(
        self, text: str, room: float, size: float, most: int, role: Role = Role.WORDS
    ) -> tuple[float, list[str]]:
        """A text in a number of lines at most, the last of which is cut where all are too short;
        and the size of its font, smaller if it is long.
        """
        for shrunk in _SHRUNK:
            lines = self._lines(text, room, shrunk * size, role)
            if len(lines) <= most:
                return shrunk * size, lines
        size *= _SHRUNK[-1]
        shorter = self._lines(text, room, size, role, ends="...")
        return size, [*shorter[: most - 1], f"{shorter[most - 1]}..."]

    def _measured(self, text: str, role: Role, size: float) -> float:
        return self._font.width(text, size, bold=INKS[role].bold)

    # --- boards ---

    def boards(
        self, boards: Sequence[CaptionedBoard], columns: int, rows: int, *, mirrored: bool = False
    ) -> None:
        """Places boards from left to right and from above, as large as there is room for.

        Args:
            mirrored: whether from right to left.
        """
        width = (self._room - _GAP * (columns - 1)) / columns
        height = (self._bottom - self.top - _GAP * (rows - 1)) / rows
        for row in range(rows):
            top = self.top + row * (height + _GAP)
            beside = []
            for place, board in enumerate(boards[row * columns : (row + 1) * columns]):
                column = columns - 1 - place if mirrored else place
                beside.append((board, _MARGIN + column * (width + _GAP) + width / 2))
            ends = [self._caption(board, middle, top, width) for board, middle in beside]
            below = max(ends, default=top)
            for board, middle in beside:
                self._place(board, middle, below, width, top + height - below)

    def _caption(self, board: CaptionedBoard, middle: float, top: float, width: float) -> float:
        """Sets what stands above a board: its title, the label before it, and under it the note;
        returns where the board begins.
        """
        size = self._print.caption
        indent = self._measured(board.label, Role.HEADING, size) + size if board.label else 0.0
        lines = []
        for text, role, most in ((board.title, Role.WORDS, 2), (board.note, Role.NAME, 1)):
            fitted_size, fitted = self._fitted(text, width - indent, size, most, role)
            lines += [(line, role, fitted_size) for line in fitted]
        if board.label and not lines:
            lines = [("", Role.WORDS, size)]
        for number, (line, role, line_size) in enumerate(lines):
            x, baseline = middle - self._measured(line, role, line_size) / 2, top + line_size
            if board.label and number == 0:
                self._write(x - indent / 2, baseline, size, board.label, Role.HEADING)
                x += indent / 2
            if line:
                self._write(x, baseline, line_size, line, role)
            top += _LINE * line_size
        return top + 0.5 * lines[-1][2] if lines else top

    def _place(
        self, board: CaptionedBoard, middle: float, top: float, width: float, height: float
    ) -> None:
        if (drawing := board.drawing) is None:
            return
        # Where no height is left, whatever is drawn is too small.
        scale = min(width / drawing.width, max(height, 1.0) / drawing.height, board.largest)
        self._placed.append(Placed(drawing, middle - scale * drawing.width / 2, top, scale))
        self.scales[board.number] = scale
        if scale * board.least < self._print.least:
            self.illegible.append(board.number)
