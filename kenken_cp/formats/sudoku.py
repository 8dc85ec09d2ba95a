"""Sudokus, 4x4 to 25x25: the values given in the cells of a board with boxes.

    ..5.6......7...91.2...54....8....63....6..18..2.3.....6...82.........3.47.9......

A board is a line of ``n*n`` characters; or ``n`` lines of ``n`` cells, as characters, as words with
blanks, commas or bars between them, or in groups of characters. Lines such as ``------+-----`` may
stand between them. In a ruled table, ``|   | 7 |   |``, a blank is an empty cell. Else empty cells
are ``0 . * _``, one of them on a board. Values above 9 are letters, A for 10, or numbers where
something stands between the cells. Above a board may be its size, or ``Grid 01``.
Sixteen lines of sixteen cells are one board if a value is above 9, sixteen boards of 4x4 if none is
above 4; else the one board must have ``16`` above it.

A grid of numbers below a board, most of whose rows have a number twice, is a map of its boxes where
these are irregular.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from kenken_cp.errors import FormatError
from kenken_cp.formats.draft import Draft
from kenken_cp.formats.killers import BOX_SHAPES, SYMBOLS, regions_of, sudoku_houses
from kenken_cp.formats.readers import cells_by_owner, reader
from kenken_cp.formats.record import Format, Holds, ReadPuzzle
from kenken_cp.formats.tokens import Lines, Token, content_lines, first_lines
from kenken_cp.model.geometry import all_cells, boxes
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import quoted

_LARGEST = max(BOX_SHAPES)
_SIZE_BY_CELLS = {size * size: size for size in BOX_SHAPES}
_MOST_LINES = 60
"""Lines that a signature looks at: the largest board, lines between its rows, and what is below."""

_EMPTY = frozenset(("", "0", ".", "*", "_"))
_VALUES = dict.fromkeys(_EMPTY, 0) | {str(value): value for value in range(1, _LARGEST + 1)}
_VALUES |= {case: at for at, symbol in enumerate(SYMBOLS) for case in (symbol, symbol.lower())}

_FIELD = re.compile(r"\|([^|]*)(?=\|)")
_WORD = re.compile(r"[^\s|,]+")
_RULE = re.compile(
    r"[|: \t]*[-+=][-+=|: \t]*|(?:grid|puzzle|sudoku) *#?[0-9]{1,6}:?", re.IGNORECASE
)
_NEARLY_CLASSIC = re.compile(r"[0-9.*_]{77,85}")


class _Row(NamedTuple):
    """What each cell of a line has, and the line."""

    cells: list[str]
    line: Token


def signature(text: str) -> bool:
    """One of these:

    - the first line is a whole board;
    - the first two lines are rows of one;
    - the first line has about 81 digits and points.

    But not if a row has letters and something else than another board follows: these may be labels.
    """
    lines = [line for line in first_lines(text, _MOST_LINES) if not _RULE.fullmatch(line)]
    rows = list(map(_split, lines))
    if len(rows) > 1 and _is_size(rows[0], len(rows[1])):
        del rows[0]
    if not rows:
        return False
    width = len(rows[0])
    if _has_labels(rows, width):
        return False
    if width in _SIZE_BY_CELLS and _fits(rows[0], _SIZE_BY_CELLS[width]):
        return True
    if {"*", "0"} <= set(rows[0]):
        return False  # two signs for an empty cell: '2 * 0 1' is a cage of another format
    are_rows = [len(row) == width and _fits(row, width) for row in rows[:2]] == [True, True]
    return (are_rows and width in BOX_SHAPES) or _NEARLY_CLASSIC.fullmatch(lines[0]) is not None


def _has_labels(rows: Sequence[Sequence[str]], width: int) -> bool:
    """Whether the rows of a board have letters, and what is below them is no row of another, and
    not its size.
    """
    letters = any(map(str.isalpha, chain(*(row for row in rows[:width] if len(row) == width))))
    below = rows[width : width + 1]
    is_board = [_is_size(row, width) or (len(row) == width and _fits(row, width)) for row in below]
    return letters and not all(is_board)


def _is_size(cells: Sequence[str], width: int) -> bool:
    """Whether the cells of a line are the size of a board with that many cells in its first row."""
    return "".join(cells) == str(width) and width in BOX_SHAPES


def _fits(cells: Iterable[str], size: int) -> bool:
    """Whether all cells are empty or have a value of a board of that size."""
    return all(_VALUES.get(cell, size + 1) <= size for cell in cells)


def _repeats(row: Iterable[str]) -> bool:
    """Whether a row has a value twice."""
    values = list(filter(None, map(_VALUES.get, row)))
    return len(set(values)) < len(values)


def _is_map(board: Sequence[_Row]) -> bool:
    """Whether a board is one of numbers of boxes, most of whose rows have one twice."""
    cells = [cell for row in board for cell in row.cells]
    size = _SIZE_BY_CELLS.get(len(cells), 0)
    rows = [cells[at : at + size] for at in range(0, size * size, size)] if size else []
    return 2 * sum(map(_repeats, rows)) > size


# --- reading -------------------------------------------------------------------------------------


def _boards_and_maps(lines: Iterable[str]) -> Iterator[tuple[list[_Row], list[_Row]]]:
    """The rows of each board of a text, and of the map of its boxes if one stands below it."""
    content = (line for line in content_lines(lines) if not _RULE.fullmatch(line.text.strip()))
    above: list[_Row] = []
    for board in _boards(Lines(content)):
        widths = [[len(row.cells) for row in rows] for rows in (above, board)]
        is_map = widths[0] == widths[1] and _is_map(board)
        if above:
            yield above, board if is_map else []
        above = [] if is_map else board
    if above:
        yield above, []


def _split(text: str) -> list[str]:
    """The cells of a line, between bars, words or characters."""
    text = text.partition("#")[0].strip()  # without a comment
    if text[:1] == "|" == text[-1:]:
        fields = list(map(str.strip, _FIELD.findall(text)))
        if len(fields) in BOX_SHAPES and max(map(len, fields)) <= 2:
            return fields
    words = _WORD.findall(text)
    several = len(words) > 1 and (len(words) in BOX_SHAPES or len(words) in _SIZE_BY_CELLS)
    if several and all(word in _VALUES for word in words):
        return words
    # Groups of a board are alike; those of other lengths are lines of other formats.
    return list("".join(words)) if len(set(map(len, words))) == 1 else words


def _row(line: Token) -> _Row:
    return _Row(_split(line.text), line.without_indent)


def _boards(lines: Lines) -> Iterator[list[_Row]]:
    """The rows of each board; a line that is no row is a board of its own, which fails alone."""
    while lines:
        rows = [_row(lines.take("a board"))]
        width, following = len(rows[0].cells), lines.peek()
        has_size = following is not None and _is_size(rows[0].cells, len(_row(following).cells))
        if has_size:
            rows = [_row(lines.take("a row"))]
            width = len(rows[0].cells)
        if width == 16 and not has_size:  # one board of sixteen lines, or a board in each line
            while len(rows) < 16 and (line := lines.peek()) and len(_row(line).cells) == 16:
                rows.append(_row(lines.take("a row")))
            above_4 = [row.line for row in rows if not _fits(row.cells, 4)]
            if len(rows) < 16 or not above_4:
                yield from ([row] for row in rows)
                continue
            if all(_fits(row.cells, 9) for row in rows):
                raise above_4[0].error(
                    "a value above 4, and none above 9, in 16 lines of 16 cells; expected 16 above "
                    "them if they are one board, else values of 1 to 4"
                )
        elif width in BOX_SHAPES:
            expected = f"{width} rows of {width} cells"
            rows += [_row(lines.take(expected)) for _ in range(width - 1)]
        yield rows


def read_one(pair: tuple[list[_Row], list[_Row]], rules: RuleSet | None) -> ReadPuzzle:
    """The Sudoku of a board and the map of its boxes."""
    board, regions = pair
    size = len(board) if len(board) > 1 else _SIZE_BY_CELLS.get(len(board[0].cells), 0)
    for row in board:
        if len(row.cells) * len(board) != size * size or not size:
            expected = size or "81, or n*n for a board"
            raise row.line.error(f"a line of {len(row.cells)} cells; expected {expected}")
    if _is_map(board):
        raise board[0].line.error(
            "a value twice in most rows; expected that in a map of boxes below its board only"
        )
    draft = Draft(board[0].line)
    empty = next((cell for row in board for cell in row.cells if cell in _EMPTY), ".")
    cells = iter(all_cells(size, size))
    for row in board:
        for at, (text, cell) in enumerate(zip(row.cells, cells, strict=False)):
            value = _VALUES.get(text, size + 1)
            if value > size or (not value and text != empty):  # of two signs 0 might be a value
                expected = f"1 to {size}, or {quoted(empty)} for each empty cell"
                raise row.line.word(row.cells, at).error(
                    f"cell {quoted(text)}; expected {expected}"
                )
            if value:
                draft.add((cell,), GIVEN, value, row.line)
    houses = boxes(size, *BOX_SHAPES[size])
    if regions:
        owners = chain(*(row.cells for row in regions))
        parts = cells_by_owner(dict(zip(all_cells(size, size), owners, strict=True)))
        houses = regions_of(parts.values(), size, regions[0].line)
    return draft.puzzle(size, rules, rules_stated=True, houses=houses)


# --- writing -------------------------------------------------------------------------------------


def write(puzzle: Puzzle) -> str:
    """The board on one line, and the map of irregular boxes on another.

    FormatError for other houses.
    """
    size = puzzle.rows
    if size not in BOX_SHAPES:
        sizes = ", ".join(map(str, BOX_SHAPES))
        raise FormatError(f"a board of {size} rows; expected {sizes}")
    for cage in puzzle.cages:
        if not 1 <= cage.target <= size:
            raise FormatError(f"{cage}; expected 1 to {size}")
    regions, shape, diagonals = sudoku_houses(puzzle)
    if diagonals:
        raise FormatError("diagonals")
    text = "".join(SYMBOLS[puzzle.givens.get(cell, 0)] for cell in puzzle.cells)
    if _is_map([_row(Token(text, 1))]):
        raise FormatError("a board with a value twice in most rows")
    if shape == BOX_SHAPES[size]:
        return text + "\n"
    owner = {cell: number for number, cells in enumerate(regions, 1) for cell in cells}
    below = "".join(SYMBOLS[owner[cell]] for cell in puzzle.cells)
    if not _is_map([_row(Token(below, 1))]):
        raise FormatError("boxes of which most rows have one cell")
    return f"{text}\n{below}\n"


FORMAT = Format(
    name="sudoku",
    summary="81 characters, nine lines of nine, or ruled tables; 4x4 to 25x25",
    example="1...\n..3.\n.4..\n...2\n",
    signature=signature,
    read=reader(_boards_and_maps, read_one),
    writer=write,
    holds=Holds(sides=(4, _LARGEST), houses="boxes of any shape", free=True, cages=False),
    separator="",
)
