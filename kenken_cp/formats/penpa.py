"""TomTom puzzles, Sudokus and Killer Sudokus drawn in the editor Penpa+, as on gmpuzzles.com.

    https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VTRa9swEH7PX1H0fA+S7Xqu37qu2UvWbUtGKcIE...

What a link holds is text, which may stand by itself, too: in its first line the kind of grid and
its columns and rows; in its second the rows and columns beside the board, above, below, left,
right; in its fourth an object of all that is drawn, by the numbers of cells, corners and vertices.

- A clue, ``12+``, stands in the upper left corner of a cell of its cage. Cages are outlined by
  thick edges: that is a TomTom, under ``calcudoku`` rules, where - and / stand on any number of
  cells and a clue without an operator may be any of the four. A cage without a clue says nothing.
- Killer cages are drawn as such; their clues are sums. Thick edges then are boxes, as they are
  where there are no clues.
- A number in a cell is a given. Beside the board, ``0-5`` or ``1,2,4`` are the values.

Any other drawing may mean anything, and is refused by its name. A TomTom is written.
"""

import json
import operator
import re
from collections.abc import Iterator
from itertools import accumulate, chain, pairwise
from typing import Any, NamedTuple
from urllib.parse import unquote

from kenken_cp.errors import FormatError
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._spellings import parse_shown
from kenken_cp.formats._words import Word, numbered_lines
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.links.editors import unwrapped
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.geometry import (
    MAX_SIZE,
    Cell,
    all_cells,
    connected_components,
    joined_cells,
    lines,
)
from kenken_cp.model.operators import ADD, GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KILLER, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import cell_name, listed, quoted, short_cell_names

NAME = "penpa"

_LINK = regex(r"m=(?:edit|solve)&p=(?P<packed>[A-Za-z0-9+/=%_-]{20,})")
_TEXT = regex(r"\s*+(?:square|sudoku),[0-9]+,[0-9]+,")
_KINDS = ("square", "sudoku")
_MOST = 1 << 20
"""Characters of a link, and of what it holds."""

_SHORT = {
    "zS": "surface",
    "zL": "line",
    "zE": "lineE",
    "zW": "wall",
    "zC": "cage",
    "zN": "number",
    "zY": "symbol",
    "zP": "special",
    "zB": "board",
    "zR": "command_redo",
    "zU": "command_undo",
    "z8": "command_replay",
    "z1": "numberS",
    "zF": "freeline",
    "z2": "freelineE",
    "zT": "thermo",
    "z3": "arrows",
    "zD": "direction",
    "z0": "squareframe",
    "z5": "polygon",
    "z4": "deletelineE",
    "z6": "killercages",
    "z7": "nobulbthermo",
    "z_": "__a",
}
"""What the editor writes in place of a key in quotation marks."""

_KEY = regex(r"z[0-9A-Z_](?=:)")
_NULL = regex(r"\bzO\b")
_READ = ("number", "numberS", "lineE", "killercages", "cage")
_SAID = ("command_redo", "command_undo", "command_replay", "version")
_THICK = (2, 21)
"""Styles of edges that are outlines."""

_CLUE = regex(r"\s*+([0-9]{1,99})\s*+([-+*/xX×÷−–:]?)\s*+")
_RANGE = regex(r"\s*+([0-9]{1,9})\s*+[-–−~]\s*+([0-9]{1,9})\s*+")
_VALUES = regex(r"\s*+[0-9]{1,9}(?:\s*+,\s*+[0-9]{1,9})++\s*+")


def detect(text: str) -> bool:
    """A link of the editor, or the beginning of what it holds."""
    return _TEXT.match(text) is not None or _LINK.search(text) is not None


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """The puzzle of every link, or that of the text."""
    if _TEXT.match(text):
        yield _read_drawing(text.strip("\n"), Word("", 1, 1), rules)
        return
    found = False
    for line in unwrapped(numbered_lines(text), _LINK):
        for match in _LINK.finditer(line.text):
            found = True
            try:
                place = line.part(unquote(match["packed"]), match.start("packed"))
                yield _read_drawing(_unpacked(place), place, rules)
            except FormatError as error:
                yield error
    if not found:
        raise FormatError("no link; expected one with m=edit&p= and many characters", line=1)


def _unpacked(word: Word) -> str:
    """The text that is packed in a link."""
    import base64  # which few have need of
    import binascii
    import zlib

    if len(word.text) > _MOST:
        raise word.error(f"{len(word.text)} characters; expected at most {_MOST}")
    if not word.text.isascii():
        strange = next(char for char in word.text if not char.isascii())
        raise word.error(f"a damaged link: {quoted(strange)} in it; expected letters and digits")
    try:
        plain = word.text.replace("-", "+").replace("_", "/").rstrip("=")
        data = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
        unpacking = zlib.decompressobj(-15)
        unpacked = unpacking.decompress(data, _MOST + 1)
        if len(unpacked) > _MOST:
            raise word.error(f"a text of more than {_MOST >> 20} MB; expected a puzzle")
        text = unpacked.decode("utf-8")
    except (binascii.Error, zlib.error, UnicodeDecodeError) as error:
        raise word.error(f"a damaged link: {error}") from None
    if not unpacking.eof:
        raise word.error("a damaged link: it ends too early")
    return text


class _Grid(NamedTuple):
    """The grid that is drawn on, and the board in it, whose first cell is ``top``, ``left``."""

    width: int
    height: int
    top: int
    left: int
    rows: int
    columns: int

    def place(self, index: int) -> tuple[int, int, int]:
        """What kind of point has a number, and its row and column on the board."""
        kind, number = divmod(index, self.width * self.height)
        row, column = divmod(number, self.width)
        return kind, row - self.top, column - self.left

    def corner(self, index: int) -> tuple[int, Cell]:
        """Which corner of which cell has a number: 0 is the upper left one."""
        number, corner = divmod(index - 4 * self.width * self.height, 4)
        row, column = divmod(number, self.width)
        return corner, (row - self.top, column - self.left)

    def has(self, cell: Cell) -> bool:
        """Whether a cell is on the board."""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns


def _read_drawing(text: str, place: Word, rules: RuleSet | None) -> ReadPuzzle:
    lines = text.split("\n")
    try:
        head = lines[0].split(",")
        grid = _grid(head, json.loads(lines[1]), place)
        _check_cells(lines[5] if len(lines) > 5 else "", grid, place)
        drawn = json.loads(_NULL.sub("null", _KEY.sub(_long, lines[3])))
        return _read_drawn(drawn, grid, _title(head), place, rules)
    except FormatError:
        raise
    except (
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
        RecursionError,
        OverflowError,
    ) as error:
        raise place.error("not as the editor writes it: a damaged drawing") from error


def _check_cells(text: str, grid: _Grid, place: Word) -> None:
    """FormatError for a board without some of its cells: the text has the steps between them."""
    if text.startswith("["):
        drawn = {grid.place(index)[1:] for index in accumulate(json.loads(text))}
        cells = all_cells(grid.rows, grid.columns)
        missing = next((cell for cell in cells if cell not in drawn), None)
        if missing is not None:
            raise place.error(f"a board without the cell {cell_name(missing)}; expected them all")


def _long(match: re.Match[str]) -> str:
    return f'"{_SHORT.get(match[0], match[0])}"'


def _grid(head: list[str], beside: list[int], place: Word) -> _Grid:
    if head[0].strip() not in _KINDS:
        raise place.error(f"a grid of kind {quoted(head[0])}; expected {listed(_KINDS, 'or')}")
    above, below, left, right = map(operator.index, beside)
    columns = place._replace(text=head[1]).within("columns", 1, 99)
    rows = place._replace(text=head[2]).within("rows", 1, 99)
    height, width = rows + 4, columns + 4
    rows, columns = rows - above - below, columns - left - right
    if not (1 <= rows <= MAX_SIZE and 1 <= columns <= MAX_SIZE and min(above, left) >= 0):
        raise place.error(f"a board of {rows} rows and {columns} columns; expected 1 to {MAX_SIZE}")
    return _Grid(width, height, 2 + above, 2 + left, rows, columns)


def _title(head: list[str]) -> str:
    found = next((field for field in head[11:] if field.startswith("Title:")), "")
    return found.removeprefix("Title:").replace("%2C", ",").strip()


def _read_drawn(
    drawn: dict[str, Any], grid: _Grid, title: str, place: Word, rules: RuleSet | None
) -> ReadPuzzle:
    others = [key for key, value in drawn.items() if value and key not in (*_READ, *_SAID)]
    if any(drawn[key] != {"__a": []} for key in others):
        raise place.error(
            f"it has {listed(map(quoted, others))}, whose meaning is said in words only"
        )
    clues = _clues(drawn.get("numberS") or {}, grid, place)
    givens, values = _numbers(drawn.get("number") or {}, grid, place)
    regions = _regions(drawn.get("lineE") or {}, grid)
    cages = [
        [_board_cell(grid, int(index), place) for index in cage]
        for cage in drawn.get("killercages") or ()
        if cage
    ]
    draft = Draft(place.line)
    houses: list[tuple[Cell, ...]] = []
    meant: RuleSet | None = None
    if cages:
        meant = KILLER
        for cells in cages:
            houses += _add_sum(draft, cells, clues, place)
    elif clues:
        meant = CALCUDOKU
        for cells in regions:
            _add_cage(draft, cells, clues, place)
    if meant is not CALCUDOKU:
        houses += [tuple(cells) for cells in regions if 1 < len(cells) < grid.rows * grid.columns]
    if clues:
        raise place.error(f"the clue {quoted(min(clues.values()))} is in no cage")
    for cell, value in givens.items():
        draft.give(cell, value, place)
    size = (grid.rows, grid.columns)
    return draft.puzzle(size, rules or meant, houses=houses, values=values, title=title)


def _clues(corners: dict[str, Any], grid: _Grid, place: Word) -> dict[Cell, str]:
    """The clues in upper left corners."""
    found: dict[Cell, str] = {}
    for index, (text, *_) in corners.items():
        corner, cell = grid.corner(int(index))
        if not str(text).strip():
            continue
        if corner != 0 or not grid.has(cell) or not _CLUE.fullmatch(str(text)):
            raise place.error(f"{quoted(text)} in a corner; expected a clue in the upper left one")
        found[cell] = str(text)
    return found


def _numbers(
    numbers: dict[str, Any], grid: _Grid, place: Word
) -> tuple[dict[Cell, int], list[int]]:
    """The givens, and the values that a text beside the board says."""
    givens: dict[Cell, int] = {}
    values: list[int] = []
    for index, (text, *_) in numbers.items():
        kind, row, column = grid.place(int(index))
        if kind == 0 and grid.has((row, column)):
            givens[row, column] = place._replace(text=str(text).strip()).integer("given")
        elif kind == 0 and (match := _RANGE.fullmatch(str(text))):
            values += range(int(match[1]), min(int(match[2]), int(match[1]) + 999) + 1)
        elif kind == 0 and _VALUES.fullmatch(str(text)):
            values += map(int, str(text).split(","))
        elif str(text).strip():
            raise place.error(f"{quoted(text)} beside the board; expected the values, as in 1-6")
    return givens, values


def _board_cell(grid: _Grid, index: int, place: Word) -> Cell:
    kind, row, column = grid.place(index)
    if kind != 0 or not grid.has((row, column)):
        raise place.error(f"a killer cage with the point {index}, which is no cell of the board")
    return row, column


def _regions(edges: dict[str, Any], grid: _Grid) -> list[list[Cell]]:
    """The parts of the board between thick edges."""
    walls: set[tuple[Cell, Cell]] = set()
    for key, style in edges.items():
        ends = [grid.place(int(index)) for index in key.split(",")]
        if style not in _THICK or len(ends) != 2:
            continue
        (_, top, left), (_, row, column) = sorted(ends)
        if (top, left) == (row, column - 1):  # a vertex is the lower right corner of its cell
            walls.add(((row, column), (row + 1, column)))
        elif (top, left) == (row - 1, column):
            walls.add(((row, column), (row, column + 1)))
    neighbours = chain.from_iterable(map(pairwise, lines(grid.rows, grid.columns)))
    cells = all_cells(grid.rows, grid.columns)
    return joined_cells(cells, (pair for pair in neighbours if pair not in walls))


def _add_cage(draft: Draft, cells: list[Cell], clues: dict[Cell, str], place: Word) -> None:
    """Adds a cage of a TomTom, if it has a clue."""
    found = [clues.pop(cell) for cell in cells if cell in clues]
    if not found:
        return
    if len(found) > 1:
        raise place.error(f"{listed(map(quoted, found))} in the cage at {short_cell_names(cells)}")
    match = _CLUE.fullmatch(found[0])
    assert match is not None
    draft.add(cells, parse_shown(match[2]), int(match[1]), place)


def _add_sum(
    draft: Draft, cells: list[Cell], clues: dict[Cell, str], place: Word
) -> list[tuple[Cell, ...]]:
    """Adds a killer cage; without a sum it is a house."""
    found = [clues.pop(cell) for cell in cells if cell in clues]
    if not found:
        return [tuple(cells)] if len(cells) > 1 else []
    if len(found) > 1 or not found[0].strip().rstrip("+").isdecimal():
        raise place.error(
            f"{listed(map(quoted, found))} in the cage at {short_cell_names(cells)}; expected a sum"
        )
    draft.add(cells, ADD, int(found[0].strip().rstrip("+")), place)
    return []


# --- writing -------------------------------------------------------------------------------------

_LINK_OF_EDITOR = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
_PIXELS = 38
"""The side of a cell."""

_DRAWN = (
    "{{zR:{{z_:[]}},zU:{{z_:[]}},z8:{{z_:[]}},zS:{{}},zN:{{}},z1:{clues},zY:{{}},zF:{{}},z2:{{}},"
    "zT:[],z3:[],zD:[],z0:[],z5:[],zL:{{}},zE:{edges},zW:{{}},zC:{{}},z4:{{}},z6:[],z7:[]}}"
)
_MODE = (
    '{z9:zQ,zG:["1","2","1"],zQ:{zM:zS,zS:["",1],zL:["1",2],zE:["1",2],zW:["",2],zC:["1",10],'
    'zN:["1",1],zY:["circle_L",1],zP:[zT,""],zB:["",""],"move":["1",""],'
    '"combi":["battleship",""],"sudoku":["1",1]},zA:{zM:"sudoku",zS:["",1],zL:["1",3],'
    'zE:["1",3],zW:["",3],zC:["1",10],zN:["1",2],zY:["circle_L",1],zP:[zT,""],zB:["",""],'
    '"move":["1",""],"combi":["battleship",""],"sudoku":["1",9]}}'
)
_NO_SOLUTION = json.dumps(
    {
        f"sol_{name}": False
        for name in (
            *("surface", "number", "loopline", "ignoreloopline", "loopedge", "ignoreborder"),
            *("wall", "square", "circle", "tri", "arrow", "math", "battleship", "tent", "star"),
            *("akari", "mine"),
        )
    },
    separators=(",", ":"),
)
_VERSION = "[3,0,10]"


def write(puzzle: Puzzle) -> str:
    """A link with a TomTom; FormatError for what is none."""
    check_plain(puzzle, NAME, rules=CALCUDOKU, caged=True)
    side = puzzle.rows
    owner: dict[Cell, Cage] = {}
    clues: dict[str, list[str | int]] = {}
    width = side + 4
    for cage in puzzle.cages:
        if len(connected_components(cage.cells)) > 1:
            raise cannot(NAME, f"the cage {cage}, which is not connected")
        owner.update(dict.fromkeys(cage.cells, cage))
        row, column = cage.cells[0]
        corner = 4 * width * width + 4 * ((row + 2) * width + column + 2)
        clues[str(corner)] = [_clue_text(cage), 1]
    edges: dict[str, int] = {}
    for row, column in puzzle.cells:
        # A vertex is the lower right corner of its cell.
        vertex = width * width + (row + 2) * width + column + 2
        held = owner.get((row, column))
        if row + 1 < side and owner.get((row + 1, column)) is not held:
            edges[f"{vertex - 1},{vertex}"] = _THICK[0]
        if column + 1 < side and owner.get((row, column + 1)) is not held:
            edges[f"{vertex - width},{vertex}"] = _THICK[0]
    middle = (side // 2 + 1 + side % 2) * (width + 1) + (0 if side % 2 else width * width)
    pixels = (side + 1) * _PIXELS
    title = " ".join(puzzle.title.replace(",", "%2C").split())
    head = f"square,{side},{side},{_PIXELS},0,1,1,{pixels},{pixels},{middle},{middle},0,0,0,0"
    lines = [
        f"{head},Title: {title},Author: ,,,OFF,false",
        "[0,0,0,0]",
        _MODE,
        _DRAWN.format(clues=_json(clues), edges=_json(edges)),
        _DRAWN.format(clues="{}", edges="{}"),
        _json([width * 2 + 2, *([1] * (side - 1) + [5]) * side][: side * side]),
        *("[]", _NO_SOLUTION, '"x"', '"x"', _VERSION, _MODE),
    ]
    return _LINK_OF_EDITOR + _packed("\n".join(lines)) + "\n"


def _packed(text: str) -> str:
    import base64
    import zlib

    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packing.compress(text.encode()) + packing.flush()
    return base64.b64encode(data).decode("ascii")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _clue_text(cage: Cage) -> str:
    """The clue of a cage as it is read back."""
    match = _CLUE.fullmatch(cage.clue)
    if match is None or (cage.operator is not GIVEN and parse_shown(match[2]) is not cage.operator):
        raise cannot(NAME, f"the clue of the cage {cage}")
    return cage.clue


def _example() -> str:
    """What the editor draws for a TomTom of 2x2 with one cage of two cells."""
    drawn = {"numberS": {"200": ["3+", 1]}, "lineE": {"49,50": 2, "50,51": 2}}
    return f"square,2,2,38,0,1,1,114,114,21,21,0,0,0,0\n[0,0,0,0]\n\n{json.dumps(drawn)}\n"


FORMAT = Format(
    name=NAME,
    summary="links of Penpa+ with a TomTom, a Sudoku or a Killer Sudoku; a TomTom is written",
    example=_example(),
    detect=detect,
    read=read,
    write=write,
    join="".join,
)
