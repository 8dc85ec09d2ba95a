"""A picture laid out as shapes, once for SVG, PDF and pages."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from kenken_cp.clock import checkpoint
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Cage
from kenken_cp.render.board import (
    CornerClue,
    Edge,
    corner_clues,
    drawn_houses,
    edges,
    has_cages,
    mark_columns,
    told_values,
    written,
)
from kenken_cp.render.picture import Picture
from kenken_cp.render.shapes import (
    CELL,
    LEADING,
    Drawing,
    Line,
    Rect,
    Role,
    Shape,
    Text,
    in_lines,
    width_of,
)
from kenken_cp.render.text import undrawn, with_signs
from kenken_cp.text import cell_names, plural

_MARGIN = 4.0
"""Around the board: half the width of its border, and some air."""

_NAMES = 26.0
"""The margin in which the names of rows and columns stand."""

_INSET = 4.0
"""From the edge of a cell to the dashes inside it."""

_RING = 2.2
"""From the edge of a cell to the middle of the line around its tint, if that has one: between the
border of a cage and what stands in the cell.
"""

_PADDING = 4.0
"""From the edge of a cell, or from its dashes, to its clue."""

_CLUE, _VALUE, _MARK, _HEADING, _NOTE = 12.5, 25.0, 12.0, 16.0, 11.0
"""Sizes of clues, values and pencil marks, where there is room; and of what is said above and below
a board.
"""

_HEIGHT_OF_DIGITS = 0.72
"""Of the size of their font."""


def layout(picture: Picture, *, heading: str = "", complete: bool = False) -> Drawing:
    """The drawing of a picture.

    Args:
        heading: what stands above the board.
        complete: whether every cell has all it may ever show: its tints, its value (an empty text
            if there is none) and, of a picture with candidates, every pencil mark. For pages whose
            scripts show and hide them.
    """
    return _Layout(picture, heading, complete=complete).drawing()


def described(picture: Picture) -> str:
    """The board of a picture in words, for whoever cannot see it."""
    puzzle, regions = picture.puzzle, drawn_houses(picture.puzzle).regions
    sentences = [f"{puzzle.rows} by {puzzle.columns} board, {puzzle.rules.name} rules."]
    if regions:
        sentences.append(f"{plural(len(regions), 'box', 'boxes')}.")
    sentences += undrawn(puzzle)
    if has_cages(puzzle):
        sentences += [with_signs(f"{cage}.") for cage in puzzle.cages]
    nothing = "no candidate" if any(map(any, picture.candidates or ())) else "open"
    for row in range(puzzle.rows):
        checkpoint()
        cells = []
        for column in range(puzzle.columns):
            value, left = picture.shown((row, column)), picture.candidates_of((row, column))
            possible = f"possible {' '.join(map(str, left))}" if left else nothing
            cells.append(possible if value is None else str(value))
        if set(cells) != {"open"}:
            sentences.append(f"Row {row + 1}: {', '.join(cells)}.")
    if picture.marked:
        sentences.append(f"Marked: {cell_names(sorted(picture.marked))}.")
    return " ".join(sentences)


class _Marks(NamedTuple):
    """Where the pencil marks of a cell stand: in rows, from its corner on."""

    size: float
    across: int
    """How many stand beside each other."""
    left: float
    top: float
    wide: float
    high: float
    """From the middle of one to that of the next."""


def _height(words: list[Text]) -> float:
    """The height of lines of words with the margin above or below them; 0 if there are none."""
    return LEADING * words[0].size * len(words) + _MARGIN if words else 0.0


class _Layout:
    """The shapes of one picture."""

    def __init__(self, picture: Picture, heading: str, *, complete: bool) -> None:
        self._picture, self._puzzle, self._complete = picture, picture.puzzle, complete
        self._houses = drawn_houses(picture.puzzle)
        self._clues = corner_clues(picture.puzzle)
        # As Killer is printed: the lines of the cells stay, and cages are dashed inside them.
        killer = picture.puzzle.rules.distinct_cages
        self._dashed = bool(self._clues) and (self._houses.boxed or killer)
        rows, columns = picture.names_in_margins
        self._left = _MARGIN + (_NAMES if any(rows) else 0.0)
        self._width = self._left + CELL * self._puzzle.columns + _MARGIN
        self._heading = in_lines(
            heading, _MARGIN, _MARGIN, self._width - 2 * _MARGIN, _HEADING, Role.HEADING
        )
        self._top = _MARGIN + _height(self._heading) + (_NAMES if any(columns) else 0.0)

    def drawing(self) -> Drawing:
        puzzle, width = self._puzzle, self._width
        board = self._top + CELL * puzzle.rows + _MARGIN
        values = (text.replace("-", "−") for text in told_values(puzzle))
        sentences = [] if self._picture.excerpt else [*values, *self._houses.sentences]
        room = width - 2 * _MARGIN
        below = in_lines(" ".join(sentences), _MARGIN, board, room, _NOTE, Role.WORDS)
        height = board + _height(below)
        shapes: tuple[Shape, ...] = (
            Rect(0, 0, width, height, Role.PAPER),
            *self._heading,
            *self._tints(),
            *self._diagonals(),
            *self._borders(),
            *(line for cage in self._puzzle.cages if self._dashed for line in self._outline(cage)),
            *(text for cell in puzzle.cells for text in self._texts(cell)),
            *(name for name in self._names() if name.text),
            *below,
        )
        return Drawing(width, height, shapes, puzzle.name, described(self._picture))

    def _corner(self, cell: Cell) -> tuple[float, float]:
        """The upper left corner of a cell, on the board or just beyond it."""
        row, column = cell
        return self._left + CELL * column, self._top + CELL * row

    def _middle(self, cell: Cell) -> tuple[float, float]:
        x, y = self._corner(cell)
        return x + CELL / 2, y + CELL / 2

    # --- tints ---

    def _tints(self) -> Iterator[Rect]:
        picture = self._picture
        shaded = frozenset(cell for house in self._houses.tinted for cell in house)
        tinted = {
            Role.SHADE: frozenset() if picture.excerpt else shaded,
            Role.BASIS: picture.basis,
            Role.MARKED: picture.marked,
            Role.PLACED: picture.placed,
        }
        for cell in self._puzzle.cells:
            x, y = self._corner(cell)
            for role, cells in tinted.items():
                if cell in cells or (self._complete and role is not Role.SHADE):
                    inset = _RING if role in (Role.MARKED, Role.PLACED) else 0.0
                    side, shown = CELL - 2 * inset, cell in cells
                    yield Rect(x + inset, y + inset, side, side, role, cell, shown=shown)

    # --- lines ---

    def _diagonals(self) -> Iterator[Line]:
        for house in self._houses.diagonals:
            (_, first), (_, last) = house[0], house[-1]
            start = self._corner((0, first + (first > last)))
            end = self._corner((self._puzzle.rows, last + (last > first)))
            yield Line(*start, *end, Role.DIAGONAL)

    def _borders(self) -> list[Line]:
        """The lines between cells, the thin below the thick; equal sides in a row are one line."""
        # In an excerpt, cells in no cage have thin lines between them.
        edge = edges(self._puzzle, separates_free_cells=not self._picture.excerpt)
        lines: list[Line] = []
        rows, columns = self._puzzle.rows, self._puzzle.columns
        for row in range(rows + 1):
            across = [edge((row - 1, column), (row, column)) for column in range(columns)]
            for first, end, role in self._runs(across):
                lines.append(Line(*self._corner((row, first)), *self._corner((row, end)), role))
        for column in range(columns + 1):
            down = [edge((row, column - 1), (row, column)) for row in range(rows)]
            for first, end, role in self._runs(down):
                start, finish = self._corner((first, column)), self._corner((end, column))
                lines.append(Line(*start, *finish, role))
        return sorted(lines, key=lambda line: (Role.GRID, Role.CAGE, Role.BOX).index(line.role))

    def _runs(self, sides: list[Edge]) -> Iterator[tuple[int, int, Role]]:
        """Where each line along a row of sides begins and ends, and its role."""
        for role, run in groupby(enumerate(map(self._role, sides)), key=itemgetter(1)):
            places = [place for place, _ in run]
            yield places[0], places[-1] + 1, role

    def _role(self, edge: Edge) -> Role:
        if edge is Edge.BOX or edge is Edge.BOX_INSIDE_CAGE:
            return Role.BOX
        thick = edge is Edge.CAGE and self._clues and not self._dashed
        return Role.CAGE if thick else Role.GRID

    def _outline(self, cage: Cage) -> Iterator[Line]:
        """The dashes around a cage, inside its cells."""
        inside = set(cage.cells)

        def reach(beside: Cell, beyond: Cell) -> float:
            """How far a side goes past its cell: not as far where it turns around this cell, up to
            its edge where it goes straight on, beyond it where it turns around the cell beyond.
            """
            if beside not in inside:
                return -_INSET
            return _INSET if beyond in inside else 0.0

        for row, column in cage.cells:
            x, y = self._corner((row, column))
            for step, near in ((-1, _INSET), (1, CELL - _INSET)):
                if (row + step, column) not in inside:
                    left = reach((row, column - 1), (row + step, column - 1))
                    right = reach((row, column + 1), (row + step, column + 1))
                    yield Line(x - left, y + near, x + CELL + right, y + near, Role.DASHES)
                if (row, column + step) not in inside:
                    up = reach((row - 1, column), (row - 1, column + step))
                    down = reach((row + 1, column), (row + 1, column + step))
                    yield Line(x + near, y - up, x + near, y + CELL + down, Role.DASHES)

    # --- texts ---

    def _texts(self, cell: Cell) -> Iterator[Text]:
        """The clue, the value and the pencil marks of a cell."""
        checkpoint()
        picture = self._picture
        if clue := self._clues.get(cell):
            yield self._clue(cell, clue)
        value = picture.shown(cell)
        if value is not None or self._complete:
            yield self._value(cell, value)
        gone = picture.eliminated.get(cell, ())
        shown = () if value is not None else {*picture.candidates_of(cell), *gone}
        for place, mark in enumerate(self._puzzle.values):
            if mark in shown or (self._complete and picture.candidates is not None):
                role = Role.ELIMINATED if mark in gone else Role.CANDIDATE
                yield self._mark(cell, place, mark, role, shown=mark in shown)

    def _clue(self, cell: Cell, clue: CornerClue) -> Text:
        x, y = self._corner(cell)
        text = clue.text
        if text.startswith("-"):  # a sign as wide as that of the operator
            text = f"−{text[1:]}"
        indent = _PADDING + (_INSET if self._dashed else 0)
        room = CELL * clue.cells - 2 * indent + _PADDING / 2
        size = min(_CLUE, room / width_of(text))
        baseline = y + indent - 0.5 + _CLUE * _HEIGHT_OF_DIGITS
        return Text(x + indent, baseline, size, text, Role.CLUE, cell=cell)

    def _value(self, cell: Cell, value: int | None) -> Text:
        x, y = self._middle(cell)
        if self._clues:  # below them
            y += 0.12 * CELL
        text = "" if value is None else written(value)
        widest = max(0.56 * self._picture.most_digits, width_of(text))
        size = min(_VALUE, (CELL - 2 * self._beside) / widest)
        given = self._picture.givens.get(cell)
        role = Role.GIVEN if given is not None and value in (None, given) else Role.ENTRY
        return Text(x, y + size * _HEIGHT_OF_DIGITS / 2, size, text, role, centred=True, cell=cell)

    def _mark(self, cell: Cell, place: int, value: int, role: Role, *, shown: bool) -> Text:
        (left, top), marks = self._corner(cell), self._marks
        row, column = divmod(place, marks.across)
        x = left + marks.left + marks.wide * (column + 0.5)
        y = top + marks.top + marks.high * (row + 0.5) + marks.size * _HEIGHT_OF_DIGITS / 2
        text = Text(x, y, marks.size, written(value), role, centred=True, cell=cell)
        return replace(text, value=value, shown=shown)

    @property
    def _beside(self) -> float:
        """From the edge of a cell, past its dashes, to values and pencil marks."""
        return _PADDING + (_INSET / 2 if self._dashed else 0)

    @cached_property
    def _marks(self) -> _Marks:
        values, across = self._puzzle.values, mark_columns(self._puzzle)
        # One of these two takes most room.
        widest = max(width_of(written(value)) for value in (values[0], values[-1]))
        left = self._beside
        top = left + (_CLUE - 1 + (_INSET / 2 if self._dashed else 0) if self._clues else 0)
        wide = (CELL - 2 * left) / across
        high = (CELL - top - left) / -(-len(values) // across)
        size = min(_MARK, wide / (widest + 0.2), high / (_HEIGHT_OF_DIGITS + 0.12))
        return _Marks(size, across, left, top, wide, high)

    def _names(self) -> Iterator[Text]:
        rows, columns = self._picture.names_in_margins
        for row, name in enumerate(rows):
            y = self._middle((row, 0))[1] + _CLUE * _HEIGHT_OF_DIGITS / 2
            yield Text(self._left - _NAMES / 2, y, _CLUE, name, Role.NAME, centred=True)
        for column, name in enumerate(columns):
            x, y = self._middle((0, column))[0], self._top - (_CLUE + _MARGIN) / 2
            yield Text(x, y, _CLUE, name, Role.NAME, centred=True)
