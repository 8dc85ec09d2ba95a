"""Pictures as text, for people, and bare digits for programs.

Heavy lines are the edges of the board and of boxes; light ones are the edges of cages. Cells of one
cage have nothing between them, except that a box edge through a cage is dashed: a solid line always
ends a cage. A cell in no cage stands alone, without a clue. A clue that is wider than its cell runs
on into the next one, if that is of its cage.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kenken_cp.clock import checkpoint
from kenken_cp.model.geometry import Cell, Size
from kenken_cp.model.operators import OPERATORS
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.board import (
    CornerClue,
    Edge,
    EdgeOf,
    corner_clues,
    drawn_houses,
    edges,
    expect_few_marks,
    has_cages,
    mark_columns,
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
    """Whether a stream of that encoding takes lines and operators as they are printed; one that has
    none takes any text.
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
    """A sentence beside a picture, with the signs that the picture has: ``12×`` for ``12*``, the
    clue as files write it. In ASCII it stays as it is.
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

    Raises:
        PuzzleError: for more pencil marks than a drawing may have.
    """
    puzzle, houses = picture.puzzle, drawn_houses(picture.puzzle)
    if picture.candidates is not None:
        expect_few_marks(puzzle)
        lines = _with_marks(picture, style)
    elif has_cages(puzzle) or (houses.boxed and houses.box_shape == (puzzle.rows, puzzle.columns)):
        lines = _with_values(picture, style)
    else:
        lines = _compact(picture, style)
    return "\n".join(line.rstrip() for line in lines)


def undrawn(puzzle: Puzzle) -> list[str]:
    """Sentences on the extra houses that a picture as text does not show."""
    houses = drawn_houses(puzzle)
    others = houses.diagonals + houses.tinted + houses.pairs
    names = [house_name(house, puzzle.rows, puzzle.columns) for house in others]
    twice = [f"No value twice in {listed(names)}."] if names else []
    return [*twice, *houses.sentences]


def plain(puzzle: Puzzle | Size, grid: CellValues) -> str:
    """The values alone, a row a line, a space between them; ``.`` where a cell is open.

    Columns are as wide as the widest value that the puzzle may hold, so that all its grids align.

    Raises:
        GridError: if the grid has another shape than the puzzle.
    """
    if not isinstance(puzzle, Puzzle):
        puzzle = Puzzle(puzzle)
    width = Picture(puzzle, grid).most_digits
    return "\n".join(" ".join(_digits(value, ".").rjust(width) for value in row) for row in grid)


def _digits(value: int | None, blank: str) -> str:
    return blank if value is None else str(value)


def _painted(style: Style, text: str, role: Role | None) -> str:
    """The text in its colour, if it has one, the blanks around it in none."""
    core = text.strip()
    return text.replace(core, style.paint(core, role), 1) if core and role else text


def _role(picture: Picture, cell: Cell) -> Role | None:
    value = picture.shown(cell)
    if cell in picture.marked:
        return Role.MARKED
    if value is None:
        return None
    return Role.GIVEN if value == picture.givens.get(cell) else Role.ENTRY


def _names_in_margins(picture: Picture) -> tuple[list[str], list[str]]:
    """For each row and each column its name in the margin, ``r1 `` and ``c1``, or nothing."""
    rows, columns = picture.named_lines
    return (
        [f"r{number} " if named else "" for number, named in enumerate(rows, 1)],
        [f"c{number}" if named else "" for number, named in enumerate(columns, 1)],
    )


# --- lines ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LineCharacters:
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


UNICODE = LineCharacters(
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
ASCII = LineCharacters(horizontal=" --.", vertical=" ||:", junctions=" " + "+" * 80)
ASCII_BOXES = LineCharacters(horizontal=" -=.", vertical=" |#:", junctions=ASCII.junctions)
"""A heavy # beside every clue of the first column is noise where there are no boxes to show."""


def _border(row: int, columns: int, width: int, edge: EdgeOf, characters: LineCharacters) -> str:
    """The line above a row of cells."""
    text = ""
    for column in range(columns + 1):
        north_west, north = (row - 1, column - 1), (row - 1, column)
        west, cell = (row, column - 1), (row, column)
        up, right = edge(north_west, north), edge(north, cell)
        down, left = edge(west, cell), edge(north_west, west)
        text += characters.corner(up, right, down, left) + characters.horizontal[right] * width
    return text


# --- boards with borders -------------------------------------------------------------------------


_CellText = Callable[[Cell], str]
"""What stands in one line of a cell, painted; as wide as all of them."""


_Clues = Mapping[Cell, CornerClue]


def _cell_width(clues: _Clues, at_least: int) -> int:
    """Characters of a cell with room for every clue. Of one that runs on, a character stands
    between each two cells.
    """
    needed = (-(-(len(clue.text) + 1) // clue.cells) - 1 for clue in clues.values())
    return max(at_least, _MIN_CELL_WIDTH, *needed)


def _with_values(picture: Picture, style: Style) -> Iterator[str]:
    """Lines of the picture with borders: the clue and the value of each cell."""
    clues, digits = corner_clues(picture.puzzle, glyphs=not style.ascii), picture.most_digits
    # Wide enough for the asterisk even without one: two solutions, marked or not, align.
    width = _cell_width(clues, at_least=digits + 1)
    indent = " " * ((width - digits) // 2)

    def value(cell: Cell) -> str:
        text = _digits(picture.shown(cell), "").rjust(digits)
        mark = "*" if cell in picture.marked else ""
        return _painted(style, (indent + text + mark).ljust(width), _role(picture, cell))

    return _with_borders(picture, clues, width, [value], style)


def _with_marks(picture: Picture, style: Style) -> Iterator[str]:
    """Lines of the picture with pencil marks: below the clue, if there are clues, the values, as
    nearly as many in a line as there are lines.
    """
    values, columns = picture.puzzle.values, mark_columns(picture.puzzle)
    clues, digits = corner_clues(picture.puzzle, glyphs=not style.ascii), picture.most_digits
    star_width = 1 if picture.marked else 0
    needed = columns * (digits + 1) - 1 + star_width
    width = _cell_width(clues, at_least=needed)

    def mark(cell: Cell, value: int) -> str:
        standing, left = picture.value(cell), picture.candidates_of(cell)
        text, role = "", Role.CANDIDATE
        if standing is not None:
            if value == standing:
                text, role = str(value), _role(picture, cell) or role
        elif value in picture.eliminated.get(cell, ()):
            text, role = _CROSS, Role.ELIMINATED
        elif value in left:
            text, role = str(value), Role.ENTRY if len(left) == 1 else role
        return _painted(style, text.rjust(digits), role)

    def marks(line: Sequence[int]) -> _CellText:
        blank = " " * (columns - len(line)) * (digits + 1)

        def of_cell(cell: Cell) -> str:
            text = " ".join(mark(cell, value) for value in line) + blank
            starred = cell in picture.marked and line[0] == values[0]
            star = style.paint("*", Role.MARKED) if starred else " " * star_width
            return text + star + " " * (width - needed)

        return of_cell

    lines = [marks(values[first : first + columns]) for first in range(0, len(values), columns)]
    return _with_borders(picture, clues, width, lines, style)


def _with_borders(
    picture: Picture, clues: _Clues, width: int, lines: Sequence[_CellText], style: Style
) -> Iterator[str]:
    """The lines of cells, below their clues, and the borders between."""
    rows, columns = picture.puzzle.rows, picture.puzzle.columns
    characters = UNICODE
    if style.ascii:
        characters = ASCII_BOXES if drawn_houses(picture.puzzle).boxed else ASCII
    # In a picture of a part, what is in no cage is left blank.
    edge = edges(picture.puzzle, free_apart=picture.part is None)
    row_names, column_names = _names_in_margins(picture)
    margin = max(map(len, row_names))
    if any(column_names):
        yield " " * margin + "".join(f" {name:^{width}}" for name in column_names)
    for row in range(rows):
        checkpoint()
        yield " " * margin + _border(row, columns, width, edge, characters)
        cells = [(row, column) for column in range(columns)]
        sides = [characters.vertical[edge((r, c - 1), (r, c))] for r, c in cells]
        right = characters.vertical[edge((row, columns - 1), (row, columns))]
        if clues:
            line = "".join(side + " " * width for side in sides) + right
            for _, column in reversed([cell for cell in cells if cell in clues]):
                text, start = clues[row, column].text, column * (width + 1) + 1
                painted = style.paint(text, Role.CLUE)
                line = line[:start] + painted + line[start + len(text) :]
            yield " " * margin + line
        for number, text_of in enumerate(lines, 1):
            name = row_names[row] if number == len(lines) else ""
            texts = map(text_of, cells)
            yield name.ljust(margin) + "".join(map("".join, zip(sides, texts, strict=True))) + right
    yield " " * margin + _border(rows, columns, width, edge, characters)


# --- boards without borders ----------------------------------------------------------------------


def _compact(picture: Picture, style: Style) -> Iterator[str]:
    """Lines of the picture without cages: one a row of cells, and a rule between boxes."""
    puzzle, marked = picture.puzzle, picture.marked
    height, width = drawn_houses(puzzle).box_shape
    row_names, column_names = _names_in_margins(picture)
    margin = max(map(len, row_names))
    digits = max(picture.most_digits, *map(len, column_names))
    # Without a column of its own the asterisk would read as a product: 5*3.
    no_star = " " if marked else ""
    dash, bar, cross = "-|+" if style.ascii else "─│┼"
    dashes = dash * (width * (digits + len(no_star) + 1) - 1)
    rule = f"{dash}{cross}{dash}".join([dashes] * (puzzle.columns // width))

    def value(cell: Cell) -> str:
        text = _digits(picture.shown(cell), ".").rjust(digits)
        mark = "*" if cell in marked else no_star
        return _painted(style, text + mark, _role(picture, cell))

    def line(cells: Sequence[str], between: str) -> str:
        groups = [" ".join(cells[left : left + width]) for left in range(0, puzzle.columns, width)]
        return between.join(groups)

    if any(column_names):
        yield " " * margin + line([name.rjust(digits) + no_star for name in column_names], "   ")
    for row in range(puzzle.rows):
        if row and row % height == 0:
            yield " " * margin + rule
        cells = [value((row, column)) for column in range(puzzle.columns)]
        yield row_names[row].ljust(margin) + line(cells, f" {bar} ")
