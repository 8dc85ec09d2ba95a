"""Pages of paper as they are set: words in lines, boards in a grid.

Everything is measured before it is placed, from the top of the page down. Lengths are in points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kenken_cp.errors import KenKenError
from kenken_cp.render.palette import INKS
from kenken_cp.render.pdf import Fonts, Page, Placed, composed
from kenken_cp.render.shapes import Anchor, Drawing, Line, Point, Role, Shape, Text


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
"""What the rules may take of the height of a page."""

_NAME = 0.42
"""What the line for a name takes of the width."""


@dataclass(frozen=True, slots=True)
class CaptionedBoard:
    """A board to be placed, with its caption.

    Args:
        number: of its puzzle.
        label: how that is printed, if at all.
        title, note: what stands above the board, the note in grey.
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

    def __init__(self, size: tuple[float, float], print_: Print, fonts: Fonts) -> None:
        self._width, self._height = size
        self._print, self._fonts = print_, fonts
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
        self,
        x: float,
        baseline: float,
        size: float,
        text: str,
        role: Role = Role.WORDS,
        whole: str = "",
    ) -> None:
        self._words.append(Text(x, baseline, size, text, role, whole=whole))

    # --- words ---

    def head(self, title: str, *, with_name: bool) -> None:
        """Sets the title of the page, and the line for a name beside it."""
        size, room = self._print.heading, self._room
        first = self.top + size
        if with_name:
            word, caption = "Name", self._print.caption
            left = self._width - _MARGIN - _NAME * room
            self._write(left, first, caption, word)
            start = Point(left + self._fonts.width(word, caption) + 6, first + 2)
            self._words.append(Line(start, Point(self._width - _MARGIN, first + 2), Role.GRID))
            room -= _NAME * room + _GAP
        size, lines = self._fitted(title, room, size, 3, Role.HEADING)
        for number, line in enumerate(lines):
            baseline = first + number * _LINE * size
            self._write(_MARGIN, baseline, size, line, Role.HEADING, title)
        if lines or with_name:
            self.top = first + max(len(lines) - 1, 0) * _LINE * size + 0.8 * self._print.caption

    def rules(self, paragraphs: Sequence[str]) -> None:
        """Sets paragraphs across the page; KenKenError if they take too much of it."""
        size = self._print.rules
        for shrunk in _SHRUNK:
            size = shrunk * self._print.rules
            lines = [line for text in paragraphs for line in self._wrapped(text, self._room, size)]
            if len(lines) * _LINE * size <= _MAX_RULES * self._height:
                break
        else:
            raise KenKenError("the rules of these puzzles take more than half a page")
        for line in lines:
            self.top += _LINE * size
            self._write(_MARGIN, self.top, size, line)
        self.top += size

    def _fitted(
        self, text: str, room: float, size: float, most: int, role: Role = Role.WORDS
    ) -> tuple[float, list[str]]:
        """A text in a number of lines at most, the last of which is cut where all are too short;
        and the size of its font, smaller if it is long.
        """
        for shrunk in _SHRUNK:
            lines = list(self._wrapped(text, room, shrunk * size, role))
            if len(lines) <= most:
                return shrunk * size, lines
        size *= _SHRUNK[-1]
        last = lines[most - 1]
        while last and self._measured(f"{last}...", role, text, size=size) > room:
            last = last[:-1]
        return size, [*lines[: most - 1], f"{last}..."]

    def _wrapped(
        self, text: str, room: float, size: float, role: Role = Role.WORDS
    ) -> Iterator[str]:
        """The lines of a text; a word is broken only where it is longer than a line."""
        words = [composed(word) for word in re.findall(r"[\S\N{NO-BREAK SPACE}]+", text)]
        text = " ".join(words)
        if self._measured(text, role, size=size) <= room:
            yield from [text] if text else []
            return
        line = ""
        for word in words:
            longer = f"{line} {word}" if line else word
            if self._measured(longer, role, text, size=size) <= room:
                line = longer
                continue
            if line:
                yield line
            line = ""
            for char in word:
                if line and self._measured(line + char, role, text, size=size) > room:
                    yield line
                    line = ""
                line += char
        if line:
            yield line

    def _measured(self, text: str, role: Role, whole: str = "", *, size: float) -> float:
        return self._fonts.width(text, size, bold=INKS[role].bold, whole=whole)

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
            beside = boards[row * columns : (row + 1) * columns]
            captions = [self._caption(board, width) for board in beside]
            top = self.top + row * (height + _GAP)
            below = max((caption.height for caption in captions), default=0.0)
            for place, (board, caption) in enumerate(zip(beside, captions, strict=True)):
                column = columns - 1 - place if mirrored else place
                middle = _MARGIN + column * (width + _GAP) + width / 2
                self._set(caption, middle, top)
                self._place(board, middle, top + below, width, height - below)

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

    def _caption(self, board: CaptionedBoard, width: float) -> _Caption:
        """What stands above a board: on one line, if there is room."""
        label = (board.label, Role.HEADING, "")
        beside = self._measured(*label, size=self._print.caption) + self._print.caption
        size, titles = self._fitted(board.title, width - beside, self._print.caption, 2)
        lines: list[_Line] = [[(line, Role.WORDS, board.title)] for line in titles] or [[]]
        lines[0].insert(0, label)
        note = (board.note, Role.NAME, "")
        if self._line_width([*lines[-1], note], size) <= width:
            lines[-1].append(note)
        else:
            size, notes = self._fitted(board.note, width, size, 2, Role.NAME)
            lines += [[(line, Role.NAME, board.note)] for line in notes]
        lines = [[part for part in line if part[0]] for line in lines]
        return _Caption(size, [line for line in lines if line])

    def _line_width(self, line: _Line, size: float) -> float:
        """The width of texts side by side."""
        return sum(self._measured(*part, size=size) for part in line) + size * (len(line) - 1)

    def _set(self, caption: _Caption, middle: float, top: float) -> None:
        size = caption.size
        for number, line in enumerate(caption.lines):
            x, y = middle - self._line_width(line, size) / 2, top + size + number * _LINE * size
            for part in line:
                self._write(x, y, size, *part)
                x += self._measured(*part, size=size) + size


_Line = list[tuple[str, Role, str]]
"""Texts side by side, a letter's height apart; each with the text of which it is a line."""


class _Caption(NamedTuple):
    size: float
    lines: list[_Line]

    @property
    def height(self) -> float:
        """With the space below it."""
        return (_LINE * len(self.lines) + 0.5) * self.size if self.lines else 0.0
