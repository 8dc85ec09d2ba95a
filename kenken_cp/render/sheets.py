"""Sheets of puzzles to hand out: pages with boards, the rules in use and a line for a name, and
pages with the answers.

Everything on a page is measured before it is placed. What turns out too small to be read is named;
who asks for the sheet decides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TypeVar

from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.instructions import instructions
from kenken_cp.render.layout import layout
from kenken_cp.render.paper import LARGE, USUAL, CaptionedBoard, Draft, Print
from kenken_cp.render.pdf import Page
from kenken_cp.render.pdf_fonts import Font, font_for
from kenken_cp.render.picture import Picture
from kenken_cp.render.shapes import CELL, Drawing, Role, Text


class Paper(StrEnum):
    """A size of paper, upright."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, in points."""
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

_GRIDS_OF_ANSWERS = ((1, 2), (2, 2), (2, 3), (3, 4), (4, 5))
"""Columns and rows of the answers on a page: nobody writes in them, so more of them fit."""

_SMALLER = 0.6
"""The size of an answer. Behind its board it must not seem to be written there if the paper lets it
shine through.
"""


@dataclass(frozen=True, kw_only=True)
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
    def pages(self) -> list[Page]:
        """The pages, in the order in which they are printed.

        On the back the columns change places: when the sheet is turned over like that of a book,
        each answer is behind its board.
        """
        drafts = self._drafts
        return [draft.finished(number, len(drafts)) for number, draft in enumerate(drafts, 1)]

    @property
    def illegible(self) -> list[int]:
        """The numbers of the puzzles with texts on their boards too small to be read."""
        return sorted({number for draft in self._drafts for number in draft.illegible})

    @cached_property
    def _drafts(self) -> list[Draft]:
        fronts = [self._front(group) for group in _in_groups(self._numbered, self.per_page)]
        if self.answers is AnswersAt.NONE:
            return fronts
        if self.answers is AnswersAt.END:
            return [*fronts, *self._at_the_end()]
        return [page for front in fronts for page in (front, self._back(front))]

    @property
    def _numbered(self) -> list[tuple[int, Exercise]]:
        return list(enumerate(self.exercises, 1))

    @property
    def _print(self) -> Print:
        return LARGE if self.large else USUAL

    @cached_property
    def _font(self) -> Font:
        return font_for(self._titles)

    @property
    def lacking(self) -> str:
        """The letters of its titles that no font here has: ``?`` stands for them."""
        return self._font.lacking("".join(self._titles))

    @property
    def _titles(self) -> list[str]:
        puzzles = [exercise.puzzle for exercise in self.exercises]
        return [self.title, *(text for one in puzzles for text in (one.title, one.level))]

    def _draft(self) -> Draft:
        return Draft(self.paper.size, self._print, self._font)

    def _label(self, number: int) -> str:
        return str(number) if len(self.exercises) > 1 else ""

    # --- puzzles ---

    def _front(self, exercises: Sequence[tuple[int, Exercise]]) -> Draft:
        draft = self._draft()
        draft.head(self.title, with_name=True)
        draft.rules(instructions({number: one.puzzle for number, one in exercises}))
        boards = [self._board(number, one.puzzle) for number, one in exercises]
        draft.boards(boards, *GRIDS[self.per_page])
        return draft

    def _board(self, number: int, puzzle: Puzzle) -> CaptionedBoard:
        drawing = layout(Picture(puzzle))
        # Titles of generated puzzles say the level, too.
        level = "" if puzzle.level in re.findall(r"\w+", puzzle.title) else puzzle.level
        largest, least = self._print.cell / CELL, min(_smallest(drawing, *_READ), _WRITTEN)
        return CaptionedBoard(
            number, self._label(number), puzzle.title, level, drawing, largest, least
        )

    # --- answers ---

    @cached_property
    def _answers(self) -> list[CaptionedBoard]:
        """Of each puzzle its answer, as it is at the end."""
        return [self._answer(number, one) for number, one in self._numbered]

    def _answer(self, number: int, exercise: Exercise) -> CaptionedBoard:
        label = self._label(number)
        title = "" if label else exercise.puzzle.title
        if exercise.answer is None:
            return CaptionedBoard(number, label, title, exercise.note)
        drawing = layout(Picture(exercise.puzzle, exercise.answer))
        largest, least = _SMALLER * self._print.cell / CELL, _smallest(drawing, *_VALUES)
        return CaptionedBoard(number, label, title, exercise.note, drawing, largest, least)

    def _at_the_end(self) -> list[Draft]:
        """The pages of answers: as many on a page as there are, if all of these can be read."""
        pages: list[Draft] = []
        for columns, rows in _GRIDS_OF_ANSWERS:
            groups = _in_groups(self._answers, columns * rows)
            denser = [self._page_of_answers(group, columns, rows) for group in groups]
            if not pages or not any(page.illegible for page in denser):
                pages = denser
            if len(groups) == 1:
                break
        return pages

    def _back(self, front: Draft) -> Draft:
        """The answers of a page, each behind its board."""
        boards = [self._answers[number - 1] for number in front.scales]
        smaller = [
            replace(
                board,
                largest=max(_SMALLER * front.scales[board.number], self._print.least / board.least),
            )
            for board in boards
        ]
        return self._page_of_answers(smaller, *GRIDS[self.per_page], behind=front)

    def _page_of_answers(
        self,
        boards: Sequence[CaptionedBoard],
        columns: int,
        rows: int,
        *,
        behind: Draft | None = None,
    ) -> Draft:
        draft = self._draft()
        draft.head(f"Answers: {self.title}" if self.title else "Answers", with_name=False)
        if behind is not None:
            draft.top = max(draft.top, behind.top)
        draft.boards(boards, columns, rows, mirrored=behind is not None)
        return draft


_T = TypeVar("_T")


def _in_groups(items: Sequence[_T], size: int) -> list[Sequence[_T]]:
    """Items page by page."""
    return [items[start : start + size] for start in range(0, len(items), size)]


_READ = (Role.CLUE, Role.GIVEN)
"""What must be read on the board of a puzzle."""

_WRITTEN = 19.0
"""A cell must be as large as if it had a text of this size: 5 mm, or 11 of large print."""

_VALUES = (Role.GIVEN, Role.ENTRY)
"""What must be read in an answer."""


def _smallest(drawing: Drawing, *roles: Role) -> float:
    """The size of the smallest text in some roles; of a board without any, that of its cells."""
    texts = (shape for shape in drawing.shapes if isinstance(shape, Text))
    return min((shape.size for shape in texts if shape.role in roles), default=CELL)
