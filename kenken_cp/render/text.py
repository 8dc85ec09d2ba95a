"""Pictures as text, for people, and bare digits for programs.

Heavy lines are the edges of the board and of boxes; light ones are the edges of cages. Cells of one
cage have nothing between them, except that a box edge through a cage is dashed: a solid line always
ends a cage. A cell in no cage stands alone, without a clue. A clue that is wider than its cell runs
on into the next one, if that is of its cage.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from kenken_cp.clock import checkpoint
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import OPERATORS
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.board import (
    Edge,
    EdgeOf,
    corner_clues,
    drawn_houses,
    edges,
    has_cages,
    mark_columns,
    told_values,
)
from kenken_cp.render.picture import CellValues, Picture
from kenken_cp.render.shapes import Role
from kenken_cp.text import house_name, listed

_MIN_CELL_WIDTH = 3
"""Characters: cells that are two lines high and narrower than this do not look square."""

_CROSS = "x"
"""What stands in place of a pencil mark that is crossed out; which one it was, its place says."""


def unpainted(text: str, _role: Role) -> str:
    """The paint that leaves text as it is."""
    return text


@dataclass(frozen=True, slots=True)
class Style:
    """How to draw.

    Args:
        ascii: lines of ``+ - |`` (``= #`` around boxes, ``. :`` for dashes) and operators as files
            write them.
        paint: (text, role) -> text, for clues, values and pencil marks. What it adds must be
            invisible: alignment is that of the unpainted text.
    """

    ascii: bool = False
    paint: Callable[[str, Role], str] = unpainted


DEFAULT_STYLE = Style()


def can_show_lines(encoding: str | None) -> bool:
    """Whether a stream of that encoding takes lines and operators as they are printed. None: any
    text.
    """
    try:
        "┏╍×÷−".encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def fitting_style() -> Style:
    """In ASCII where standard output takes nothing else."""
    return Style(ascii=not can_show_lines(getattr(sys.stdout, "encoding", None)))


def with_signs(sentence: str, style: Style = DEFAULT_STYLE) -> str:
    """A sentence beside a picture, with signs as they are printed: ``12×`` for ``12*``, the clue as
    files write it. In ASCII it stays as it is.
    """
    return sentence if style.ascii else _CLUE.sub(_printed, sentence)


_PRINTED = {
    operator.symbol: operator.glyph for operator in OPERATORS if not operator.glyph.isascii()
}
_CLUE = re.compile(rf"(?<![\w.])(-?\d+)({'|'.join(map(re.escape, _PRINTED))})(?![\w*/-])")
"""A clue in a sentence whose operator is printed otherwise than it is written in files."""


def _printed(clue: re.Match[str]) -> str:
    return clue[1] + _PRINTED[clue[2]]


def drawn(picture: Picture, style: Style = DEFAULT_STYLE) -> str:
    """The picture as text.

    Cages are drawn with their clues; a puzzle that has only givens (a Sudoku, a Latin square) as
    one line a row. Marked cells have an asterisk after the value. Pencil marks stand below the
    clue, each value at a place of its own; cells have as many lines as these need. Those that are
    crossed out are ``x``.
    """
    puzzle, houses = picture.puzzle, drawn_houses(picture.puzzle)
    irregular = houses.boxed and houses.box_shape == (puzzle.rows, puzzle.columns)
    bordered = picture.candidates is not None or has_cages(puzzle) or irregular
    lines = _with_borders(picture, style) if bordered else _compact(picture, style)
    text = "\n".join(line.rstrip() for line in lines)
    if style.ascii:
        return text.translate(_ASCII_BOXES if houses.boxed else ASCII)
    return text


def undrawn(puzzle: Puzzle) -> list[str]:
    """Sentences on the values and the extra houses that a picture as text does not show."""
    houses = drawn_houses(puzzle)
    others = houses.diagonals + houses.tinted
    rows, columns = puzzle.rows, puzzle.columns
    names = [house_name(house, rows, columns, with_all_cells=True) for house in others]
    twice = [f"No value twice in {listed(names)}."] if names else []
    return [*told_values(puzzle), *twice, *houses.sentences]


def plain(puzzle: Puzzle, grid: CellValues) -> str:
    """The values alone, a row a line, a space between them; ``.`` where a cell is open.

    Columns are as wide as the widest value that the puzzle may hold, so that all its grids align.

    Raises:
        GridError: if the grid has another shape than the puzzle.
    """
    width = Picture(puzzle, grid).most_digits
    return "\n".join(" ".join(_digits(value, ".").rjust(width) for value in row) for row in grid)


def _digits(value: int | None, blank: str) -> str:
    return blank if value is None else str(value)


def _painted(style: Style, text: str, role: Role | None) -> str:
    """The text in its colour, if it has one, the blanks around it in none."""
    core = text.strip()
    return text.replace(core, style.paint(core, role), 1) if core and role else text


def _margin(row_names: Sequence[str]) -> int:
    """Characters that the names of rows take, with a blank."""
    return max(len(name) + 1 if name else 0 for name in row_names)


def _role(picture: Picture, cell: Cell) -> Role | None:
    value = picture.shown(cell)
    if cell in picture.marked:
        return Role.MARKED
    if value is None:
        return None
    return Role.GIVEN if value == picture.givens.get(cell) else Role.ENTRY


# --- lines ---------------------------------------------------------------------------------------


_HORIZONTAL, _VERTICAL = " ─━╍", " │┃╏"
"""Lines, by the kind of edge."""

JUNCTIONS = (
    # nothing above,
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳"
    # a light arm up,
    "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈"
    # a heavy arm up
    "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
)
"""Where lines meet, by the weights (none, light, heavy) of the arms up, right, down and left, in
base 3.
"""

ASCII = str.maketrans(
    dict.fromkeys(JUNCTIONS[1:], "+") | dict(zip("─━╍│┃╏", "--.||:", strict=True))
)
"""What stands for lines where there are only the characters of ASCII."""

_ASCII_BOXES = ASCII | str.maketrans("━┃", "=#")
"""A heavy # beside every clue of the first column is noise where there are no boxes to show."""


def _junction(up: Edge, right: Edge, down: Edge, left: Edge) -> str:
    """The character where four edges meet; a straight line goes through unchanged."""
    if up == down and left == right == Edge.NONE:
        return _VERTICAL[up]
    if left == right and up == down == Edge.NONE:
        return _HORIZONTAL[left]
    index = 0
    for arm in (up, right, down, left):
        index = 3 * index + min(arm, Edge.BOX)
    return JUNCTIONS[index]


def _border(row: int, columns: int, width: int, edge: EdgeOf) -> str:
    """The line above a row of cells."""
    text = ""
    for column in range(columns + 1):
        north_west, north = (row - 1, column - 1), (row - 1, column)
        west, cell = (row, column - 1), (row, column)
        up, right = edge(north_west, north), edge(north, cell)
        down, left = edge(west, cell), edge(north_west, west)
        text += _junction(up, right, down, left) + _HORIZONTAL[right] * width
    return text


# --- boards with borders -------------------------------------------------------------------------


def _with_borders(picture: Picture, style: Style) -> Iterator[str]:
    """Lines of the picture: the lines of cells, below their clues, and the borders between."""
    rows, columns = picture.puzzle.rows, picture.puzzle.columns
    clues = corner_clues(picture.puzzle, glyphs=not style.ascii)
    # Of a clue that runs on, a character stands between each two cells.
    widths = [-(-(len(clue.text) + 1) // clue.cells) - 1 for clue in clues.values()]
    width = max(_MIN_CELL_WIDTH, _content_width(picture), *widths)
    edge = edges(picture.puzzle, separates_free_cells=not picture.excerpt)
    row_names, column_names = picture.names_in_margins
    margin = _margin(row_names)
    if any(column_names):
        yield " " * margin + "".join(f" {name:^{width}}" for name in column_names)
    for row in range(rows):
        checkpoint()
        yield " " * margin + _border(row, columns, width, edge)
        sides = [_VERTICAL[edge((row, c - 1), (row, c))] for c in range(columns + 1)]
        if clues:
            line = (" " * width).join(sides)
            for column in reversed(range(columns)):
                if clue := clues.get((row, column)):
                    start = column * (width + 1) + 1
                    painted = _painted(style, clue.text, Role.CLUE)
                    line = line[:start] + painted + line[start + len(clue.text) :]
            yield " " * margin + line
        cells = [_cell_lines(picture, (row, c), width, style) for c in range(columns)]
        lines = list(zip(*cells, strict=True))
        for number, texts in enumerate(lines, 1):
            name = row_names[row] if number == len(lines) else ""
            line = "".join(side + text for side, text in zip(sides, texts, strict=False))
            yield name.ljust(margin) + line + sides[-1]
    yield " " * margin + _border(rows, columns, width, edge)


def _content_width(picture: Picture) -> int:
    """Characters that what stands below a clue takes, with the asterisk."""
    if picture.candidates is None:
        # Wide enough for the asterisk even without one: two solutions, marked or not, align.
        return picture.most_digits + 1
    return mark_columns(picture.puzzle) * (picture.most_digits + 1) - 1 + bool(picture.marked)


def _cell_lines(picture: Picture, cell: Cell, width: int, style: Style) -> list[str]:
    """What stands in a cell below its clue: its value, or its pencil marks, as nearly as many in a
    line as there are lines.
    """
    digits, star = picture.most_digits, "*" if cell in picture.marked else ""
    if picture.candidates is None:
        text = " " * ((width - digits) // 2) + _digits(picture.shown(cell), "").rjust(digits)
        return [_painted(style, (text + star).ljust(width), _role(picture, cell))]
    columns = mark_columns(picture.puzzle)
    marks = [_pencil_mark(picture, cell, value) for value in picture.puzzle.values]
    marks += [("", None)] * (-len(marks) % columns)
    painted = [_painted(style, text.rjust(digits), role) for text, role in marks]
    lines = []
    for first in range(0, len(painted), columns):
        blanks = width - columns * (digits + 1) + 1 - len(star)
        line = " ".join(painted[first : first + columns])
        lines.append(line + _painted(style, star, Role.MARKED) + " " * blanks)
        star = ""
    return lines


def _pencil_mark(picture: Picture, cell: Cell, value: int) -> tuple[str, Role | None]:
    """What stands at the place of a value in a cell with pencil marks."""
    standing, left = picture.value(cell), picture.candidates_of(cell)
    if standing is not None:
        known = picture.puzzle.values
        place = standing if standing in known else known[0]
        return (str(standing), _role(picture, cell)) if value == place else ("", None)
    if value in picture.eliminated.get(cell, ()):
        return _CROSS, Role.ELIMINATED
    if value in left:
        return str(value), Role.ENTRY if len(left) == 1 else Role.CANDIDATE
    return "", None


# --- boards without borders ----------------------------------------------------------------------


def in_boxes(rows: Iterable[Sequence[str]], widths: Sequence[int], puzzle: Puzzle) -> Iterator[str]:
    """Lines of texts as wide as their columns, with rules between the boxes of a puzzle."""
    height, width = drawn_houses(puzzle).box_shape
    lefts = range(0, puzzle.columns, width)
    for number, row in enumerate(rows):
        if number and number % height == 0:
            yield "─┼─".join("─" * (sum(widths[left : left + width]) + width - 1) for left in lefts)
        yield " │ ".join(" ".join(row[left : left + width]) for left in lefts)


def _compact(picture: Picture, style: Style) -> Iterator[str]:
    """Lines of the picture without cages: one a row of cells, and a rule between boxes."""
    puzzle, marked = picture.puzzle, picture.marked
    row_names, column_names = picture.names_in_margins
    margin = _margin(row_names)
    digits = max(picture.most_digits, *map(len, column_names))
    # Without a column of its own the asterisk would read as a product: 5*3.
    no_star = " " if marked else ""
    widths = [digits + len(no_star)] * puzzle.columns

    def value(cell: Cell) -> str:
        text = _digits(picture.shown(cell), ".").rjust(digits)
        star = "*" if cell in marked else no_star
        return _painted(style, text + star, _role(picture, cell))

    if any(column_names):
        (line,) = in_boxes(
            [[name.rjust(digits) + no_star for name in column_names]], widths, puzzle
        )
        yield " " * margin + line.replace("│", " ")
    cells = ([value((row, c)) for c in range(puzzle.columns)] for row in range(puzzle.rows))
    names = iter(row_names)
    for line in in_boxes(cells, widths, puzzle):
        name = "" if line.startswith("─") else next(names)
        yield name.ljust(margin) + line
