"""Puzzles, boards and grids as text: pictures for people, and bare digits for programs.

Heavy lines are the edges of the board and of boxes; light ones are the edges of cages. Cells of one
cage have nothing between them, except that a box edge through a cage is dashed: a solid line always
ends a cage. A cell in no cage stands alone, without a clue.
"""

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import chain, count, product
from string import ascii_uppercase

from kenken_cp.errors import GridError
from kenken_cp.model.geometry import Cell, House, Size, box_shape, connected_components
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.text import plural

CellValues = Sequence[Sequence[int | None]]
"""The values of a grid or of a board: None is an open cell."""

MIN_CELL_WIDTH = 3
"""Characters: cells that are two lines high and narrower than this do not look square."""


def unpainted(text: str, _role: str) -> str:
    """The paint that leaves text as it is."""
    return text


@dataclass(frozen=True, slots=True)
class Style:
    """How to draw.

    Args:
        ascii: lines of ``+ - |`` (``= #`` around boxes, ``. :`` for dashes) and operators as files
            write them.
        paint: (text, role) -> text, where role is ``clue``, ``value``, ``given``, ``marked`` or
            ``border``. What it adds must be invisible: alignment is that of the unpainted text.
    """

    ascii: bool = False
    paint: Callable[[str, str], str] = unpainted


DEFAULT_STYLE = Style()


def board(
    puzzle: Puzzle,
    grid: CellValues | None = None,
    *,
    marked: Collection[Cell] = frozenset(),
    style: Style = DEFAULT_STYLE,
) -> str:
    """The picture of a puzzle, with the values of a grid or a partial one.

    Cages are drawn with their clues; a puzzle that has only givens (a Sudoku, a Latin square) as
    one line a row. Marked cells have an asterisk after the value.

    Raises:
        GridError: if the grid has another shape than the puzzle.
    """
    if grid is None:
        grid = [[None] * puzzle.columns] * puzzle.rows
    _check_shape(puzzle, grid)
    draw = _caged if _has_cages(puzzle) else _compact
    return "\n".join(line.rstrip() for line in draw(puzzle, grid, marked, style))


def excerpt(
    puzzle: Puzzle,
    cages: Collection[Cage],
    houses: Collection[House],
    *,
    style: Style = DEFAULT_STYLE,
) -> str:
    """The picture of some cages and houses of a puzzle, without all others.

    Rows and columns among the houses have their names in the margins; the cells of other houses
    have asterisks.
    """
    shown = replace(puzzle, cages=tuple(cages))
    grid: CellValues = [[None] * puzzle.columns] * puzzle.rows
    named = frozenset(houses).intersection(_lines_of(puzzle))
    marked = {cell for house in houses if house not in named for cell in house}
    draw = _caged if _has_cages(shown) else _compact
    return "\n".join(line.rstrip() for line in draw(shown, grid, marked, style, named))


def pencil_marks(
    puzzle: Puzzle, candidates: Sequence[Sequence[Collection[int]]], *, style: Style = DEFAULT_STYLE
) -> str:
    """The picture of a puzzle with the candidates of each cell, each value at a place of its own.

    Raises:
        GridError: if the candidates have another shape than the puzzle.
    """
    _check_shape(puzzle, candidates)
    return "\n".join(line.rstrip() for line in _marked(puzzle, candidates, style))


def _has_cages(puzzle: Puzzle) -> bool:
    """Whether some clue is of more than one cell."""
    return any(len(cage.cells) > 1 for cage in puzzle.cages)


def plain(puzzle: Puzzle | Size, grid: CellValues) -> str:
    """The values alone, a row a line, a space between them; ``.`` where a cell is open.

    Columns are as wide as the widest value that the puzzle may hold, so that all its grids align.

    Raises:
        GridError: if the grid has another shape than the puzzle.
    """
    if not isinstance(puzzle, Puzzle):
        puzzle = Puzzle(puzzle)
    _check_shape(puzzle, grid)
    width = _value_width(puzzle, grid)
    return "\n".join(" ".join(_digits(value, ".").rjust(width) for value in row) for row in grid)


# --- what a picture shows: boxes, edges and clues ------------------------------------------------


class Edge(IntEnum):
    """What lies between two neighbouring cells."""

    NONE = 0
    CAGE = 1
    BOX = 2
    """A box ends here, or the board, and with it every cage."""
    BOX_INSIDE_CAGE = 3


def drawn_boxes(puzzle: Puzzle) -> tuple[int, int]:
    """Height and width of the largest boxes among the houses; the whole board if there are none."""
    return box_shape(puzzle.rows, puzzle.columns, puzzle.houses) or (puzzle.rows, puzzle.columns)


def edges(puzzle: Puzzle, *, free_apart: bool = True) -> Callable[[Cell, Cell], Edge]:
    """A function of two neighbouring cells, on the board or just beyond it: the edge between.

    Args:
        free_apart: whether there are edges between cells in no cage.
    """
    height, width = drawn_boxes(puzzle)
    box = {(row, column): (row // height, column // width) for row, column in puzzle.cells}
    # A cage is identified by its first cell; so a free cell is like a cage of one.
    cage = {cell: cell if free_apart else (-1, -1) for cell in puzzle.cells}
    cage |= {cell: caged.cells[0] for caged in puzzle.cages for cell in caged.cells}

    def edge(one: Cell, other: Cell) -> Edge:
        same_cage = cage.get(one) == cage.get(other)
        if box.get(one) == box.get(other):
            return Edge.NONE if same_cage else Edge.CAGE
        return Edge.BOX_INSIDE_CAGE if same_cage else Edge.BOX

    return edge


def clues(puzzle: Puzzle, *, glyphs: bool) -> dict[Cell, str]:
    """The text in the corner of each cell that has one, operators as glyphs or as files write them.

    The clue of a cage that is not connected ends in a letter, and its other connected components
    have that letter in the corner of their first cells.
    """
    found = {}
    letters = chain.from_iterable(product(ascii_uppercase, repeat=length) for length in count(1))
    for cage in puzzle.cages:
        clue = f"{cage.target}{cage.operator.glyph}" if glyphs and cage.operator else cage.clue
        first, *others = (component[0] for component in connected_components(cage.cells))
        letter = "".join(next(letters)) if others else ""
        found[first] = clue + letter
        found |= dict.fromkeys(others, letter)
    return found


# --- lines ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ink:
    """The characters of lines.

    Args:
        horizontal, vertical: by the kind of edge.
        junctions: by the weights (none, light, heavy) of the arms up, right, down and left, in
            base 3.
    """

    horizontal: str
    vertical: str
    junctions: str

    def corner(self, up: Edge, right: Edge, down: Edge, left: Edge) -> str:
        """The character where four edges meet; a straight line goes through unchanged."""
        if up == down and left == right == Edge.NONE:
            return self.vertical[up]
        if left == right and up == down == Edge.NONE:
            return self.horizontal[left]
        index = 0
        for arm in (up, right, down, left):
            index = 3 * index + min(arm, Edge.BOX)
        return self.junctions[index]


UNICODE = Ink(
    horizontal=" ─━╍",
    vertical=" │┃╏",
    junctions=(
        # nothing above,
        " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳"
        # a light arm up,
        "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈"
        # a heavy arm up
        "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
    ),
)
ASCII = Ink(horizontal=" --.", vertical=" ||:", junctions=" " + "+" * 80)
ASCII_BOXES = Ink(horizontal=" -=.", vertical=" |#:", junctions=ASCII.junctions)


def _painted(style: Style, text: str, role: str) -> str:
    """The text in its colour, the blanks around it in none."""
    core = text.strip()
    return text.replace(core, style.paint(core, role), 1) if core else text


# --- values --------------------------------------------------------------------------------------


def _check_shape(puzzle: Puzzle, grid: Sequence[Sequence[object]]) -> None:
    rows, columns = puzzle.rows, puzzle.columns
    if len(grid) != rows or any(len(row) != columns for row in grid):
        raise GridError(f"expected a grid of {plural(rows, 'row')} of {plural(columns, 'value')}")


def _digits(value: int | None, blank: str) -> str:
    return blank if value is None else str(value)


def _value_width(puzzle: Puzzle, grid: CellValues) -> int:
    """Of the values allowed as well as those there: all pictures of a puzzle have one layout."""
    shown = (value for row in grid for value in row if value is not None)
    return max(len(str(value)) for value in {*puzzle.values, *shown})


def _role(cell: Cell, value: int | None, givens: dict[Cell, int], marked: Collection[Cell]) -> str:
    if cell in marked:
        return "marked"
    if value is None:
        return "border"  # the dot of an open cell belongs to the board
    return "given" if value == givens.get(cell) else "value"


# --- with cages, and without ---------------------------------------------------------------------


CellText = Callable[[Cell], str]
"""What stands in one line of a cell, painted; as wide as all of them."""


def _caged(
    puzzle: Puzzle,
    grid: CellValues,
    marked: Collection[Cell],
    style: Style,
    named: Collection[House] | None = None,
) -> Iterator[str]:
    """Lines of the picture with cages: the clue and the value of each cell.

    Args:
        named: rows and columns that are named in the margins. Where they are given, if only as
            none, the picture is of a part: what is in no cage is left blank.
    """
    corners, givens = clues(puzzle, glyphs=not style.ascii), puzzle.givens
    digits = _value_width(puzzle, grid)
    # Wide enough for the asterisk even without one: two solutions, marked or not, align.
    width = max(MIN_CELL_WIDTH, digits + 1, *map(len, corners.values()))
    indent = " " * ((width - digits) // 2)

    def clue(cell: Cell) -> str:
        return _painted(style, corners.get(cell, "").ljust(width), "clue")

    def value(cell: Cell) -> str:
        number = grid[cell[0]][cell[1]]
        text = indent + _digits(number, "").rjust(digits) + ("*" if cell in marked else "")
        return _painted(style, text.ljust(width), _role(cell, number, givens, marked))

    return _with_borders(puzzle, width, (clue, value), style, named)


def _marked(
    puzzle: Puzzle, candidates: Sequence[Sequence[Collection[int]]], style: Style
) -> Iterator[str]:
    """Lines of the picture with pencil marks: below the clue, if there are clues, the values, as
    nearly as many in a line as there are lines.
    """
    corners = clues(puzzle, glyphs=not style.ascii) if _has_cages(puzzle) else {}
    digits = max(len(str(value)) for value in puzzle.values)
    columns = math.ceil(math.sqrt(len(puzzle.values)))
    places = range(0, len(puzzle.values), columns)
    width = max(MIN_CELL_WIDTH, columns * (digits + 1) - 1, *map(len, corners.values()))

    def clue(cell: Cell) -> str:
        return _painted(style, corners.get(cell, "").ljust(width), "clue")

    def marks(values: Sequence[int]) -> CellText:
        def some(cell: Cell) -> str:
            left = candidates[cell[0]][cell[1]]
            texts = (str(value) if value in left else "" for value in values)
            text = " ".join(text.rjust(digits) for text in texts)
            return _painted(style, text.ljust(width), "value" if len(left) == 1 else "border")

        return some

    lines = [marks(puzzle.values[first : first + columns]) for first in places]
    return _with_borders(puzzle, width, [clue, *lines] if corners else lines, style)


def _with_borders(
    puzzle: Puzzle,
    width: int,
    lines: Sequence[CellText],
    style: Style,
    named: Collection[House] | None = None,
) -> Iterator[str]:
    """The lines of cells, each ``width`` characters wide, and the borders between."""
    rows, columns = puzzle.rows, puzzle.columns
    # A heavy # beside every clue of the first column is noise where there are no boxes to show.
    ascii_ink = ASCII if drawn_boxes(puzzle) == (rows, columns) else ASCII_BOXES
    ink, edge = ascii_ink if style.ascii else UNICODE, edges(puzzle, free_apart=named is None)
    row_names, column_names = _names_in_margins(puzzle, named or ())
    margin = max(map(len, row_names))

    def border(row: int) -> str:
        return _painted(style, _border(row, columns, width, edge, ink), "border")

    if any(column_names):
        yield " " * margin + "".join(f" {name:^{width}}" for name in column_names)
    for row in range(rows):
        sides = [edge((row, column - 1), (row, column)) for column in range(columns + 1)]
        painted_sides = [_painted(style, ink.vertical[side], "border") for side in sides]
        yield " " * margin + border(row)
        for line in lines:
            cells = [line((row, column)) for column in range(columns)]
            name = row_names[row] if line is lines[-1] else ""
            sides_and_cells = map("".join, zip(painted_sides, [*cells, ""], strict=True))
            yield name.ljust(margin) + "".join(sides_and_cells)
    yield " " * margin + border(rows)


def _names_in_margins(puzzle: Puzzle, named: Collection[House]) -> tuple[list[str], list[str]]:
    """For each row and each column its name in the margin, ``r1 `` and ``c1``, or nothing."""
    every = [line in named for line in _lines_of(puzzle)]
    rows, columns = every[: puzzle.rows], every[puzzle.rows :]
    return (
        [f"r{number} " * is_named for number, is_named in enumerate(rows, 1)],
        [f"c{number}" * is_named for number, is_named in enumerate(columns, 1)],
    )


def _lines_of(puzzle: Puzzle) -> tuple[House, ...]:
    """The rows, then the columns."""
    return puzzle.all_houses[: puzzle.rows + puzzle.columns]


def _border(
    row: int, columns: int, width: int, edge: Callable[[Cell, Cell], Edge], ink: Ink
) -> str:
    """The line above a row of cells."""
    text = ""
    for column in range(columns + 1):
        north_west, north = (row - 1, column - 1), (row - 1, column)
        west, cell = (row, column - 1), (row, column)
        up, right = edge(north_west, north), edge(north, cell)
        down, left = edge(west, cell), edge(north_west, west)
        text += ink.corner(up, right, down, left) + ink.horizontal[right] * width
    return text


def _compact(
    puzzle: Puzzle,
    grid: CellValues,
    marked: Collection[Cell],
    style: Style,
    named: Collection[House] = (),
) -> Iterator[str]:
    """Lines of the picture without cages: one a row of cells, and a rule between boxes."""
    columns, givens = puzzle.columns, puzzle.givens
    height, width = drawn_boxes(puzzle)
    row_names, column_names = _names_in_margins(puzzle, named)
    margin = max(map(len, row_names))
    digits = max(_value_width(puzzle, grid), *map(len, column_names))
    dash, bar, cross = "-|+" if style.ascii else "─│┼"
    dashes = dash * (width * (digits + bool(marked) + 1) - 1)
    rule = f"{dash}{cross}{dash}".join([dashes] * (columns // width))
    separator = f" {_painted(style, bar, 'border')} "

    def value(cell: Cell) -> str:
        number = grid[cell[0]][cell[1]]
        if number is None:
            number = givens.get(cell)
        # Without a column of its own the asterisk would read as a product: 5*3.
        mark = "*" if cell in marked else " " if marked else ""
        text = _digits(number, ".").rjust(digits) + mark
        return _painted(style, text, _role(cell, number, givens, marked))

    def line(cells: Sequence[str], between: str) -> str:
        groups = [" ".join(cells[left : left + width]) for left in range(0, columns, width)]
        return between.join(groups)

    if any(column_names):
        names = [name.rjust(digits) + " " * bool(marked) for name in column_names]
        yield " " * margin + line(names, "   ")
    for row in range(puzzle.rows):
        if row and row % height == 0:
            yield " " * margin + _painted(style, rule, "border")
        cells = [value((row, column)) for column in range(columns)]
        yield row_names[row].ljust(margin) + line(cells, separator)
