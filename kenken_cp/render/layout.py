"""A picture laid out as shapes, once for SVG, PDF and pages."""

from collections.abc import Iterator
from functools import cached_property
from itertools import groupby
from typing import Literal, NamedTuple

from kenken_cp.clock import checkpoint
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Cage
from kenken_cp.render.picture import (
    Edge,
    Picture,
    clue_cells,
    clues,
    described,
    drawn_diagonals,
    edges,
    has_cages,
    joined_pairs,
    mark_columns,
    other_houses,
    regions,
    said_below,
    written,
)
from kenken_cp.render.shapes import (
    CELL,
    Anchor,
    Drawing,
    Line,
    Point,
    Rect,
    Role,
    Shape,
    Text,
    width_of,
)
from kenken_cp.render.wrapping import LEADING, MARGIN, wrapped


def layout(picture: Picture, *, complete: bool = False) -> Drawing:
    """The drawing of a picture.

    Args:
        complete: whether every cell has all it may ever show: its tints, its value (an empty text
            if there is none) and, of a picture with candidates, every pencil mark. For pages whose
            scripts show and hide them.
    """
    return _Layout(picture, complete=complete).drawing()


_NOTE = 11.0
"""The size of what is said below a board, where there is room."""

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

_CLUE, _VALUE = 12.5, 25.0
"""Sizes of fonts, where there is room."""

_MARK = 12.0
"""The largest size of pencil marks."""

_HEIGHT_OF_DIGITS = 0.72
"""Of the size of their font."""


class _Side(NamedTuple):
    """A side of a cell.

    Attributes:
        direction: whether it lies across the board or down.
        line: of the lines in its direction, the one it is in.
        place: in that line.
    """

    role: Role
    direction: Literal["across", "down"]
    line: int
    place: int

    @property
    def start(self) -> Cell:
        """The cell in whose upper left corner it begins."""
        ends = (self.line, self.place)
        return ends if self.direction == "across" else ends[::-1]

    @property
    def end(self) -> Cell:
        """The cell in whose upper left corner it ends."""
        return self._replace(place=self.place + 1).start


class _Marks(NamedTuple):
    """Where the pencil marks of a cell stand: how large, in how many columns, from where, and how
    far apart.
    """

    size: float
    across: int
    left: float
    top: float
    wide: float
    high: float


class _Layout:
    def __init__(self, picture: Picture, *, complete: bool) -> None:
        self._picture, self._puzzle, self._complete = picture, picture.puzzle, complete
        self._clues = clues(picture.puzzle) if has_cages(picture.puzzle) else {}
        self._clue_cells = clue_cells(picture.puzzle)
        boxed = len(regions(picture.puzzle)) > 1
        # As Killer is printed: the lines of the cells stay, and cages are dashed inside them.
        self._dashed = bool(self._clues) and (boxed or picture.puzzle.rules.distinct_cages)
        rows, columns = picture.named_lines
        self._left = MARGIN + _NAMES * any(rows)
        self._top = MARGIN + _NAMES * any(columns)

    def drawing(self) -> Drawing:
        width = self._left + CELL * self._puzzle.columns + MARGIN
        board = self._top + CELL * self._puzzle.rows + MARGIN
        below = list(self._below(board, width))
        height = board + (LEADING * below[0].size * len(below) + MARGIN if below else 0)
        shapes: tuple[Shape, ...] = (
            Rect(0, 0, width, height, Role.PAPER),
            *self._tints(),
            *self._lines(),
            *(text for cell in self._puzzle.cells for text in self._texts(cell)),
            *self._names(),
            *below,
        )
        return Drawing(width, height, shapes, self._puzzle.name, described(self._picture))

    def _corner(self, cell: Cell) -> Point:
        """The upper left corner of a cell, on the board or just beyond it."""
        row, column = cell
        return Point(self._left + CELL * column, self._top + CELL * row)

    def _middle(self, cell: Cell) -> Point:
        x, y = self._corner(cell)
        return Point(x + CELL / 2, y + CELL / 2)

    def _below(self, board: float, width: float) -> Iterator[Text]:
        """What is said below the board, which has a height."""
        sentences = said_below(self._puzzle) if self._picture.part is None else []
        for y, size, line in wrapped(" ".join(sentences), width, _NOTE, 1.0):
            yield Text(MARGIN, board + y, size, line, Role.WORDS)

    # --- tints ---

    def _tints(self) -> Iterator[Rect]:
        shaded = {cell for house in other_houses(self._puzzle) for cell in house}
        tinted = {
            Role.SHADE: shaded if self._picture.part is None else set(),
            Role.BASIS: self._picture.basis,
            Role.MARKED: self._picture.marked,
            Role.PLACED: self._picture.placed,
        }
        for cell in self._puzzle.cells:
            for role, cells in tinted.items():
                if cell in cells or (self._complete and role is not Role.SHADE):
                    x, y = self._corner(cell)
                    inset = _RING if role in (Role.MARKED, Role.PLACED) else 0.0
                    side = CELL - 2 * inset
                    shown = cell in cells
                    yield Rect(x + inset, y + inset, side, side, role, cell, shown=shown)

    # --- lines ---

    def _lines(self) -> Iterator[Line]:
        for house in drawn_diagonals(self._puzzle):
            (_, first), (_, last) = house[0], house[-1]
            rows = self._puzzle.rows
            start = self._corner((0, first + (first > last)))
            yield Line(start, self._corner((rows, last + (last > first))), Role.DIAGONAL)
        for one, other in joined_pairs(self._puzzle) if self._picture.part is None else ():
            yield Line(self._middle(one), self._middle(other), Role.DIAGONAL)
        found = sorted(self._sides(), key=lambda side: (_ORDER.index(side.role), side[1:]))
        for _, same in groupby(found, key=lambda side: side[:3]):
            # Those that follow each other are one line.
            for _, run in groupby(enumerate(same), key=lambda one: one[1].place - one[0]):
                sides = [side for _, side in run]
                yield Line(self._corner(sides[0].start), self._corner(sides[-1].end), sides[0].role)
        if self._dashed:
            for cage in self._puzzle.cages:
                yield from self._outline(cage)

    def _sides(self) -> Iterator[_Side]:
        """All sides of cells."""
        rows, columns = self._puzzle.rows, self._puzzle.columns
        edge = edges(self._puzzle, free_apart=self._picture.part is None)
        for row in range(rows + 1):
            for column in range(columns):
                kind = edge((row - 1, column), (row, column))
                yield _Side(self._role(kind), "across", row, column)
        for column in range(columns + 1):
            for row in range(rows):
                kind = edge((row, column - 1), (row, column))
                yield _Side(self._role(kind), "down", column, row)

    def _role(self, edge: Edge) -> Role:
        if edge is Edge.BOX or edge is Edge.BOX_INSIDE_CAGE:
            return Role.BOX
        thick = edge is Edge.CAGE and self._clues and not self._dashed
        return Role.CAGE if thick else Role.GRID

    def _outline(self, cage: Cage) -> Iterator[Line]:
        """The dashes around a cage, inside its cells."""
        inside = set(cage.cells)

        def reach(beside: Cell, beyond: Cell) -> float:
            """How far a side goes past the corner of its cell: into the cell beside it if that is
            of the cage, to the dashes of the one beyond if that is, too.
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
                    start, end = Point(x - left, y + near), Point(x + CELL + right, y + near)
                    yield Line(start, end, Role.DASHES)
                if (row, column + step) not in inside:
                    up = reach((row - 1, column), (row - 1, column + step))
                    down = reach((row + 1, column), (row + 1, column + step))
                    start, end = Point(x + near, y - up), Point(x + near, y + CELL + down)
                    yield Line(start, end, Role.DASHES)

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

    def _clue(self, cell: Cell, clue: str) -> Text:
        x, y = self._corner(cell)
        if clue.startswith("-"):  # a sign as wide as that of the operator
            clue = f"−{clue[1:]}"
        indent = _PADDING + (_INSET if self._dashed else 0)
        room = CELL * self._clue_cells[cell] - 2 * indent + _PADDING / 2
        size = min(_CLUE, room / width_of(clue))
        baseline = y + indent - 0.5 + _CLUE * _HEIGHT_OF_DIGITS
        return Text(x + indent, baseline, size, clue, Role.CLUE, cell=cell)

    def _value(self, cell: Cell, value: int | None) -> Text:
        x, y = self._corner(cell)
        text = "" if value is None else written(value)
        widest = max(0.56 * self._picture.most_digits, width_of(text))
        size = min(_VALUE, (CELL - 2 * self._beside) / widest)
        # Below the clue, if there are clues.
        middle = CELL * (0.62 if self._clues else 0.5)
        given = value is not None and value == self._picture.givens.get(cell)
        return Text(
            x + CELL / 2,
            y + middle + size * _HEIGHT_OF_DIGITS / 2,
            size,
            text,
            Role.GIVEN if given else Role.ENTRY,
            Anchor.MIDDLE,
            cell,
        )

    def _mark(self, cell: Cell, place: int, value: int, role: Role, *, shown: bool) -> Text:
        x, y = self._corner(cell)
        size, across, left, top, wide, high = self._marks
        row, column = divmod(place, across)
        return Text(
            x + left + wide * (column + 0.5),
            y + top + high * (row + 0.5) + size * _HEIGHT_OF_DIGITS / 2,
            size,
            written(value),
            role,
            Anchor.MIDDLE,
            cell,
            value,
            shown,
        )

    @property
    def _beside(self) -> float:
        """From the edge of a cell, past its dashes, to values and pencil marks."""
        return _PADDING + (_INSET / 2 if self._dashed else 0)

    @cached_property
    def _marks(self) -> _Marks:
        """Where the pencil marks stand: in as many columns as lets them be largest."""
        values, usual = self._puzzle.values, mark_columns(self._puzzle)
        # One of these two takes most room.
        widest = max(width_of(written(value)) for value in (values[0], values[-1]))
        left = self._beside
        top = left + (_CLUE - 1 + (_INSET / 2 if self._dashed else 0) if self._clues else 0)

        def in_columns(across: int) -> _Marks:
            wide = (CELL - 2 * left) / across
            high = (CELL - top - left) / -(-len(values) // across)
            size = min(_MARK, wide / (widest + 0.2), high / (_HEIGHT_OF_DIGITS + 0.12))
            return _Marks(size, across, left, top, wide, high)

        ways = [in_columns(across) for across in range(1, len(values) + 1)]
        # Only where it gains something, so that 9 values are three by three.
        largest = max(ways).size
        return min(
            (way for way in ways if way.size > 0.9 * largest),
            key=lambda way: abs(way.across - usual),
        )

    def _names(self) -> Iterator[Text]:
        (rows, columns), size = self._picture.named_lines, _CLUE
        for row, named in enumerate(rows):
            if named:
                y = self._middle((row, 0)).y + size * _HEIGHT_OF_DIGITS / 2
                yield Text(_NAMES - 2, y, size, f"r{row + 1}", Role.NAME, Anchor.END)
        for column, named in enumerate(columns):
            if named:
                x, y = self._middle((0, column)).x, _NAMES - size / 2
                yield Text(x, y, size, f"c{column + 1}", Role.NAME, Anchor.MIDDLE)


_ORDER = (Role.GRID, Role.CAGE, Role.BOX)
"""Thin lines lie below thick ones."""
