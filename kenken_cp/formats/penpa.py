"""TomTom puzzles and Sudokus drawn in the editor Penpa+, as on gmpuzzles.com.

    https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VTRa9swEH7PX1H0fA+S7Xqu37qu2UvWbUtGKcIE...

What a link holds is text: in its first line the kind of grid and its columns and rows; in its
second the rows and columns beside the board, above, below, left, right; in its fourth an object of
all that is drawn, by the numbers of cells, corners and vertices.

- A clue, ``12+``, stands in the upper left corner of a cell of its cage. Cages are outlined by
  thick edges: that is a TomTom, under ``calcudoku`` rules, where - and / stand on any number of
  cells and a clue without an operator may be any of the four. A cage without a clue is
  ignored; its cells are free.
- Where there are no clues, thick edges are boxes: that is a Sudoku.
- A number in a cell is a given.

Any other drawing may mean anything, as may edges that are not thick, and is refused by its name.
Each line is a link.
"""

import base64
import re
import zlib
from collections.abc import Callable
from itertools import accumulate, chain, pairwise
from typing import Any, NamedTuple
from urllib.parse import unquote

from kenken_cp.errors import FormatError
from kenken_cp.formats.draft import Draft
from kenken_cp.formats.json_values import whole_value
from kenken_cp.formats.operators import FOUR, OperatorWords
from kenken_cp.formats.readers import reader
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.tokens import Token, content_lines, first_lines
from kenken_cp.model.geometry import MAX_SIZE, Cell, all_cells, joined_cells, lines
from kenken_cp.model.operators import MULTIPLY
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN, RuleSet
from kenken_cp.text import cell_name, quoted, short_cell_names

OPERATORS = OperatorWords({**FOUR, MULTIPLY: ("*", "x")})

_LINK = re.compile(r"(?:https?://\S{1,80}/)?#?m=(?:edit|solve)&p=([A-Za-z0-9+/=%_-]{20,})(?:&\S*)?")
_TEXT = re.compile(r"(?:square|sudoku),[0-9]{1,2},[0-9]{1,2},.*")
_MOST = 1 << 20
"""Characters of what a link holds."""

_SHORT = {"zN": "number", "z1": "numberS", "zE": "lineE", "z_": "__a"}
_SHORT |= {"zR": "command_redo", "zU": "command_undo", "z8": "command_replay"}
"""What the editor writes in place of a key in quotation marks."""

_KEY = re.compile(r"z[0-9A-Z_](?=:)")
_NULL = re.compile(r"\bzO\b")
_KNOWN = ("number", "numberS", "lineE", "command_redo", "command_undo", "command_replay", "version")
_THICK, _THIN = (2, 21), (1, 80)
"""Styles of edges that are outlines, and of those that look like lines of the grid."""


def signature(text: str) -> bool:
    """The first line is a link of the editor."""
    return any(map(_LINK.fullmatch, first_lines(text)))


def read_one(line: Token, rules: RuleSet | None) -> ReadPuzzle:
    """The puzzle of a link."""
    word = line.stripped
    place = word.of_group(word.matched(_LINK, "one with m=edit&p= and many characters", "link"), 1)
    packed = unquote(place.text).replace("-", "+").replace("_", "/").rstrip("=")
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), validate=True)
        unpacking = zlib.decompressobj(-zlib.MAX_WBITS)
        text = unpacking.decompress(data, _MOST).decode("utf-8")
    except (ValueError, zlib.error) as error:
        raise place.error(f"a damaged link: {error}") from None
    if not unpacking.eof:
        raise place.error("a damaged link: it ends too early, or holds more than a puzzle")
    return _read_text(text, place, rules)


class _Grid(NamedTuple):
    """The grid that is drawn on, and the board in it, whose first cell is ``top``, ``left``."""

    width: int
    height: int
    top: int
    left: int
    rows: int
    columns: int

    def point(self, index: int) -> tuple[int, Cell]:
        """What kind of point has a number, 0 for a cell, and its row and column on the board."""
        kind, number = divmod(index, self.width * self.height)
        row, column = divmod(number, self.width)
        return kind, (row - self.top, column - self.left)

    def corner(self, index: int) -> tuple[int, Cell]:
        """Which corner of which cell has a number: 0 is the upper left one."""
        number, corner = divmod(index - 4 * self.width * self.height, 4)
        return corner, self.point(number)[1]


def _json(text: str, place: Token) -> Any:
    """The value of a line in JSON."""
    try:
        return whole_value(text)
    except FormatError as error:
        raise place.error(f"a damaged drawing: {error.message}") from error


def _read_text(text: str, place: Token, rules: RuleSet | None) -> ReadPuzzle:
    """The puzzle of what a link holds."""
    parts = text.strip("\n").split("\n")
    try:
        head = parts[0].split(",")
        if not _TEXT.fullmatch(parts[0]):
            raise place.error(f"a grid of kind {quoted(head[0])}; expected square or sudoku")
        above, below, left, right = _json(parts[1], place)
        rows, columns = int(head[2]) - above - below, int(head[1]) - left - right
        if not (
            1 <= min(rows, columns) <= max(rows, columns) <= MAX_SIZE and min(above, left) >= 0
        ):
            raise place.error(f"a board of {rows}x{columns} cells; expected 1 to {MAX_SIZE}")
        grid = _Grid(int(head[1]) + 4, int(head[2]) + 4, 2 + above, 2 + left, rows, columns)
        if len(parts) > 5 and parts[5].startswith("["):  # the steps from cell to cell
            cells = {grid.point(index) for index in accumulate(_json(parts[5], place))}
            for cell in all_cells(rows, columns):
                if (0, cell) not in cells:
                    raise place.error(f"a board without the cell {cell_name(cell)}")
        drawn = _KEY.sub(lambda key: f'"{_SHORT.get(key[0], key[0])}"', parts[3])
        title = next((each[6:] for each in head[11:] if each.startswith("Title:")), "")
        return _puzzle_of(_json(_NULL.sub("null", drawn), place), grid, title, place, rules)
    except FormatError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise place.error("not as the editor writes it: a damaged drawing") from error


def _puzzle_of(
    drawn: dict[str, Any], grid: _Grid, title: str, place: Token, rules: RuleSet | None
) -> ReadPuzzle:
    for key, value in drawn.items():
        if value and value != {"__a": []} and key not in _KNOWN:
            raise place.error(f"it has {key!r}, whose meaning is said in words only")
    # A clue stands in the first corner of its cell, a given in the cell itself.
    clues = _texts_in_cells(drawn.get("numberS") or {}, grid.corner, grid, place)
    givens = _texts_in_cells(drawn.get("number") or {}, grid.point, grid, place)
    regions = _regions(drawn.get("lineE") or {}, grid, place)
    draft = Draft(place)
    for cell, given in givens.items():
        draft.give(cell, given.integer("given"))
    for cells in regions:
        in_cage = [clues[cell] for cell in cells if cell in clues]
        if len(in_cage) > 1:
            raise place.error(f"{len(in_cage)} clues in the cage at {short_cell_names(cells)}")
        if in_cage:
            target, operator = OPERATORS.read_clue(in_cage[0], len(cells))
            draft.add(cells, operator, target, place)
    boxed = [tuple(cells) for cells in regions if 1 < len(cells) < grid.rows * grid.columns]
    return draft.puzzle(
        (grid.rows, grid.columns),
        rules,
        default=CALCUDOKU if clues else KENKEN,
        rules_stated=True,
        title=title.replace("%2C", ",").strip(),
        houses=[] if clues else boxed,
    )


def _texts_in_cells(
    drawn: dict[str, Any], point: Callable[[int], tuple[int, Cell]], grid: _Grid, place: Token
) -> dict[Cell, Token]:
    """The texts in cells of the board."""
    texts: dict[Cell, Token] = {}
    for index, (content, *_) in drawn.items():
        kind, (row, column) = point(int(index))
        text = str(content).strip()
        if text and not (kind == 0 and 0 <= row < grid.rows and 0 <= column < grid.columns):
            raise place.error(
                f"{quoted(text)} beside the board, or in another corner of a cell than the upper "
                "left one; expected clues and givens only"
            )
        if text:
            texts[row, column] = place._replace(text=text)
    return texts


def _regions(edges: dict[str, Any], grid: _Grid, place: Token) -> list[list[Cell]]:
    """The parts of the board between thick edges; FormatError for edges of other styles."""
    board = all_cells(grid.rows, grid.columns)
    cells = frozenset(board)
    walls: set[tuple[Cell, Cell]] = set()
    for key, style in edges.items():
        (top, left), (row, column) = sorted(grid.point(int(at))[1] for at in key.split(","))
        pair = None
        if (top, left) == (row, column - 1):  # a vertex is the lower right corner of its cell
            pair = (row, column), (row + 1, column)
        elif (top, left) == (row - 1, column):
            pair = (row, column), (row, column + 1)
        if pair is None or (style not in (*_THICK, *_THIN) and cells.issuperset(pair)):
            raise place.error(f"an edge of style {style}; expected thick edges only")
        if style in _THICK:
            walls.add(pair)
    neighbours = chain.from_iterable(map(pairwise, lines(grid.rows, grid.columns)))
    return joined_cells(board, (pair for pair in neighbours if pair not in walls))


FORMAT = Format(
    name="penpa",
    summary="links of Penpa+ with a TomTom or a Sudoku; only read",
    example=(
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p=Ky4sTSxK1TECQmMLHQMdQxA0NAFjI0MQMoBArmgo"
        "I5aLq1oprzQ3KbUoWMlKoVrJyMAASEcrGWsr6SgYxtbqKCjlZOaluoIlTSx1TEHSRkBRUwMdU0MQu7aWCwA=\n"
    ),
    signature=signature,
    read=reader(content_lines, read_one),
    separator="",
)
