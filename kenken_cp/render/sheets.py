"""Sheets of puzzles to hand out: pages with boards, the rules in use and a line for a name, and
pages with the answers.

Everything on a page is measured before it is placed, from the top down. Lengths are in points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import prod
from typing import NamedTuple, TypeVar

from kenken_cp.errors import KenKenError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.instructions import instructions
from kenken_cp.render.layout import layout
from kenken_cp.render.pdf import Page, Placed
from kenken_cp.render.picture import Picture
from kenken_cp.render.shapes import CELL, LEADING, Drawing, Line, Role, Shape, Text, in_lines

_T = TypeVar("_T")


class Paper(StrEnum):
    """A size of paper, upright."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        return {Paper.A4: (595.28, 841.89), Paper.LETTER: (612.0, 792.0)}[self]


class AnswersAt(StrEnum):
    """Where the answers are."""

    END = "end"
    BACK = "back"
    """Each page is followed by its answers, for the back of the same sheet."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Exercise:
    """A puzzle on a sheet.

    Args:
        answer: the grid that is printed as its answer, if there is one.
        note: what is said of the answer.
    """

    puzzle: Puzzle
    answer: Grid | None = None
    note: str = ""


GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
"""Columns and rows of the boards on a page, by how many there are."""

_GRIDS_OF_ANSWERS = {1: (2, 2), 2: (2, 3), 4: (3, 4), 6: (3, 4)}
"""The same of the answers at the end, by how many puzzles are on a page: nobody writes in them, and
their values are larger than clues, so more of them fit.
"""

_LONGEST_SMALL, _WIDEST_SMALL = 12, 2
"""Cells of the longest row or column, and characters of the widest value, of a board whose answer
can be read in these.
"""

_SMALLER = 0.6
"""The size of an answer behind its board: if the paper lets it shine through, it must not seem to
be written there.
"""

_MARGIN = 40.0
"""Around each page: most printers leave a quarter of an inch white, and punches take more."""

_GAP = 20.0
"""Between boards."""

_NAME = 0.42
"""What the line for a name takes of the width."""


class _Sizes(NamedTuple):
    """Sizes of fonts; and the longest side that a cell has."""

    heading: float
    caption: float
    rules: float
    foot: float
    cell: float


_USUAL = _Sizes(heading=16, caption=11, rules=9.5, foot=8, cell=72)
_LARGE = _Sizes(heading=24, caption=18, rules=16, foot=14, cell=130)
"""Large print begins at 16 points for sentences; a clue is a number and a sign."""


class _Board(NamedTuple):
    """A board to be placed, or none, with its number and what stands above it."""

    number: int
    caption: str
    note: str
    drawing: Drawing | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What is to be printed, and how.

    Args:
        exercises: the puzzles; they are numbered from 1 if there are several.
        title: at the head of each page.
        per_page: how many boards are on a page: one of ``GRIDS``.
        large: whether the print is large.
    """

    exercises: Sequence[Exercise]
    title: str = ""
    per_page: int = 2
    paper: Paper = Paper.A4
    answers: AnswersAt = AnswersAt.END
    large: bool = False

    @property
    def name(self) -> str:
        """What the document says it is."""
        if self.title or len(self.exercises) != 1:
            return self.title or "Puzzles"
        return self.exercises[0].puzzle.name

    @property
    def titles(self) -> str:
        """The words that come from outside: its title, and those of its puzzles."""
        return "".join([self.title, *(exercise.puzzle.title for exercise in self.exercises)])

    @property
    def pages(self) -> list[Page]:
        """The pages, in the order in which they are printed.

        On the back the columns change places: when the sheet is turned over like that of a book,
        each answer is behind its board.
        """
        numbered = list(enumerate(self.exercises, 1))
        columns, rows = GRIDS[self.per_page]
        drafts: list[_Draft] = []
        for group in _in_groups(numbered, self.per_page):
            front = self._draft(self.title, with_name=True)
            front.set_rules(instructions({number: one.puzzle for number, one in group}))
            front.place_boards([self._board(*each) for each in group], columns, rows)
            drafts.append(front)
            if self.answers == AnswersAt.BACK:
                drafts.append(self._draft_of_answers())
                for each in group:
                    drafts[-1].place_behind(front.placed[each[0]], self._answer(*each), columns)
        if self.answers == AnswersAt.END:
            drafts += self._at_the_end([self._answer(*each) for each in numbered])
        return [draft.finished(number, len(drafts)) for number, draft in enumerate(drafts, 1)]

    def _at_the_end(self, answers: Sequence[_Board]) -> list[_Draft]:
        """The pages of answers: more on a page than puzzles, if they are small boards in usual
        print. Few are set in a sparser grid that holds them all, so they are larger.
        """
        enough = [grid for grid in GRIDS.values() if prod(grid) >= len(answers)]
        are_small = all(
            max(one.puzzle.rows, one.puzzle.columns) <= _LONGEST_SMALL
            and max(len(str(value)) for value in one.puzzle.values) <= _WIDEST_SMALL
            for one in self.exercises
        )
        grids = _GRIDS_OF_ANSWERS if are_small and not self.large else GRIDS
        columns, rows = min([*enough, grids[self.per_page]], key=prod)
        pages = []
        for group in _in_groups(answers, columns * rows):
            pages.append(self._draft_of_answers())
            pages[-1].place_boards(group, columns, rows)
        return pages

    def _draft(self, title: str, *, with_name: bool = False) -> _Draft:
        draft = _Draft(self.paper.size, _LARGE if self.large else _USUAL)
        draft.set_title(title, with_name=with_name)
        return draft

    def _draft_of_answers(self) -> _Draft:
        return self._draft(f"Answers: {self.title}" if self.title else "Answers")

    def _board(self, number: int, exercise: Exercise) -> _Board:
        caption = self._caption(number, exercise.puzzle.title)
        return _Board(number, caption, "", layout(Picture(exercise.puzzle)))

    def _answer(self, number: int, exercise: Exercise) -> _Board:
        solved = Picture(exercise.puzzle, exercise.answer) if exercise.answer else None
        drawing = layout(solved) if solved else None
        return _Board(number, self._caption(number), exercise.note, drawing)

    def _caption(self, number: int, title: str = "") -> str:
        if len(self.exercises) == 1:
            return title
        return f"{number}. {title}" if title else str(number)


def _in_groups(items: Sequence[_T], size: int) -> list[Sequence[_T]]:
    """Items page by page."""
    return [items[start : start + size] for start in range(0, len(items), size)]


class _Draft:
    """A page that is set from the top down.

    Attributes:
        placed: the boards on it, by their numbers.
    """

    def __init__(self, size: tuple[float, float], sizes: _Sizes) -> None:
        self._width, self._height = size
        self._sizes = sizes
        self._words: list[Shape] = []
        self._top = _MARGIN
        self._room = self._width - 2 * _MARGIN
        self.placed: dict[int, Placed] = {}

    def finished(self, number: int, count: int) -> Page:
        """The page; its own number is at its foot if there are several."""
        x, y, size = self._width / 2, self._height - _MARGIN, self._sizes.foot
        foot = Text(x, y, size, f"Page {number} of {count}", Role.NAME, centred=True)
        words = (*self._words, foot) if count > 1 else tuple(self._words)
        return Page(
            self._width,
            self._height,
            (*self.placed.values(), Placed(Drawing(self._width, self._height, words))),
        )

    def set_title(self, title: str, *, with_name: bool) -> None:
        """Sets the title of the page, and the line for a name beside it."""
        size, caption, room = self._sizes.heading, self._sizes.caption, self._room
        below_name = self._top
        if with_name:
            baseline, right = self._top + size, self._width - _MARGIN
            left = right - _NAME * room
            self._words.append(Text(left, baseline, caption, "Name", Role.WORDS))
            start = left + 3.5 * caption
            self._words.append(Line(start, baseline + 2, right, baseline + 2, Role.GRID))
            below_name += LEADING * size
            room -= _NAME * room + _GAP
        self._set(title, room, size, Role.HEADING)
        self._top = max(self._top, below_name) + 0.6 * caption

    def set_rules(self, paragraphs: Sequence[str]) -> None:
        """Sets paragraphs across the page."""
        for text in paragraphs:
            self._set(text, self._room, self._sizes.rules, Role.WORDS)
        self._top += self._sizes.rules

    def _set(self, text: str, room: float, size: float, role: Role) -> None:
        """Sets a text in lines at the left margin."""
        lines = in_lines(text, _MARGIN, self._top, room, size, role)
        self._words += lines
        self._top += LEADING * size * len(lines)

    def place_boards(self, boards: Sequence[_Board], columns: int, rows: int) -> None:
        """Places boards from left to right and from above, as large as there is room for."""
        bottom = self._height - _MARGIN - 2 * self._sizes.foot
        if bottom <= self._top:
            raise KenKenError("the title and the rules fill the page; expected fewer words")
        width = (self._room - _GAP * (columns - 1)) / columns
        height = (bottom - self._top - _GAP * (rows - 1)) / rows
        middles = [_MARGIN + place * (width + _GAP) + width / 2 for place in range(columns)]
        for row, beside in enumerate(_in_groups(boards, columns)):
            top = self._top + row * (height + _GAP)
            placed = list(zip(beside, middles, strict=False))  # the last row may be short
            below = max(self._set_caption(board, middle, top, width) for board, middle in placed)
            # Where long titles leave no height, it is drawn all the same.
            high = max(top + height - below, 1.0)
            for board, middle in placed:
                if drawing := board.drawing:
                    most = self._sizes.cell / CELL
                    scale = min(width / drawing.width, high / drawing.height, most)
                    self._place(board, drawing, middle, below, scale)

    def place_behind(self, front: Placed, board: _Board, columns: int) -> None:
        """Places an answer where it is behind its board, if the sheet is turned over like the page
        of a book; smaller.
        """
        middle = self._width - front.x - front.scale * front.drawing.width / 2
        below = self._set_caption(board, middle, front.y, self._room / columns - _GAP)
        if board.drawing:
            self._place(board, board.drawing, middle, below, _SMALLER * front.scale)

    def _place(
        self, board: _Board, drawing: Drawing, middle: float, top: float, scale: float
    ) -> None:
        left = middle - scale * drawing.width / 2
        self.placed[board.number] = Placed(drawing, left, top, scale)

    def _set_caption(self, board: _Board, middle: float, top: float, width: float) -> float:
        """Sets what stands above a board; returns where the board begins."""
        size = self._sizes.caption
        for text, role in ((board.caption, Role.HEADING), (board.note, Role.NAME)):
            lines = in_lines(text, middle, top, width, size, role, centred=True)
            self._words += lines
            top += LEADING * size * len(lines)
        return top + 0.5 * size
