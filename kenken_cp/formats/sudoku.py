"""Sudokus, 4x4 to 25x25: the values given in the cells of a board with boxes.

    ..5.6......7...91.2...54....8....63....6..18..2.3.....6...82.........3.47.9......

A board is a line of ``n*n`` characters; or ``n`` lines of ``n`` cells, as characters, as words with
blanks, commas or bars between them, or in groups of characters. Lines such as ``------+-----`` may
stand between them. In a ruled table, ``|   | 7 |   |``, a blank is an empty cell. Else empty cells
are ``0 . * _``, one of them on a board. Values above 9 are letters, A for 10, or numbers where
something stands between the cells. Above a board may be its size, or ``Grid 01``.

Sixteen lines of sixteen cells are one board if a value is above 4, else sixteen boards of 4x4.

A grid of numbers below a board, most of whose rows have a number twice, is a map of its boxes where
these are irregular.

In JSON a board is an array of rows, ``[[0, 0, 3, 4], ...]``, with 0, null or ``"."`` for an empty
cell; or of texts, ``["..34", ...]``.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from kenken_cp.errors import FormatError
from kenken_cp.formats.draft import Draft
from kenken_cp.formats.holds import BOX_SHAPES, Holds
from kenken_cp.formats.json_values import Value, begins_json, each_document, first_value
from kenken_cp.formats.killers import regions_of, sudoku_houses
from kenken_cp.formats.readers import attempted
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.tokens import Token, content_lines, first_lines
from kenken_cp.model.geometry import House, all_cells, boxes
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import quoted

_SHAPES = {size: shape for size, shape in BOX_SHAPES.items() if size != 21}
"""Without that of a Samurai, whose picture has 21 rows of 21 characters."""

_LARGEST = max(_SHAPES)
_WHOLE = {size * size: size for size in _SHAPES}
_SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
_EMPTY = frozenset(("", "0", ".", "*", "_"))
_VALUES = dict.fromkeys(_EMPTY, 0) | {str(value): value for value in range(1, _LARGEST + 1)}
_VALUES |= {case: at for at, symbol in enumerate(_SYMBOLS) for case in (symbol, symbol.lower())}

_WORD = re.compile(r"[^\s|,]+")
_RULE = re.compile(
    r"[-+=|: \t]*[-+=][-+=|: \t]*|(?:grid|puzzle|sudoku) *#?[0-9]{1,6}:?", re.IGNORECASE
)
_NEARLY_CLASSIC = re.compile(r"[0-9.*_]{77,85}")


class _Row(NamedTuple):
    """A line, what each of its cells has, and where in the line that stands."""

    line: Token
    cells: Sequence[str]
    offsets: Sequence[int]

    def token(self, index: int) -> Token:
        return self.line.part(self.cells[index], self.offsets[index])


class _Board(NamedTuple):
    """The rows of a board, and those of the map of its boxes, if there is one."""

    size: int
    rows: list[_Row]
    regions: list[_Row]


def signature(text: str) -> bool:
    """The first line is a board, or the first two are rows in which no value comes twice."""
    if begins_json(text):
        return _is_array(first_value(text))
    lines = [line for line in first_lines(text, 8) if not _RULE.fullmatch(line)]
    rows = [_split(Token(line, 1)).cells for line in lines]
    if len(rows) > 1 and _is_size(rows[0], len(rows[1])):
        del rows[0]
    if not rows:
        return False
    width = len(rows[0])
    whole = width in _WHOLE and _fits(rows[0], _WHOLE[width])
    return whole or _NEARLY_CLASSIC.fullmatch(lines[0]) is not None or _are_rows(rows[:2])


def _is_array(value: Any) -> bool:
    """Whether a value of JSON has as many rows as columns, and an empty cell in the first ones."""
    if not isinstance(value, list) or len(value) not in _SHAPES:
        return False
    begun = [row for row in value[:3] if isinstance(row, (list, str))]
    rows = [["" if cell is None else str(cell) for cell in row] for row in begun]
    fits = len(rows) == 3 and all(len(row) == len(value) and _fits(row, len(value)) for row in rows)
    return fits and any(cell in _EMPTY for row in rows for cell in row)


def _is_size(cells: Sequence[str], width: int) -> bool:
    """Whether the cells of a line are the size of a board with that many cells in its first row."""
    return "".join(cells) == str(width) and width in _SHAPES


def _are_rows(rows: Sequence[Sequence[str]]) -> bool:
    width = len(rows[0])
    right = width in _SHAPES and len(rows) == 2
    return right and all(
        len(row) == width and _fits(row, width) and not _repeats(row) for row in rows
    )


def _fits(cells: Iterable[str], size: int) -> bool:
    return all(_VALUES.get(cell, size + 1) <= size for cell in cells)


def _repeats(row: Iterable[str]) -> bool:
    """Whether a row has a value twice."""
    values = list(filter(None, map(_VALUES.get, row)))
    return len(set(values)) < len(values)


# --- reading -------------------------------------------------------------------------------------


def read(lines: Iterable[str], rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """The boards of a text, or of one in JSON."""
    every = list(lines)
    if begins_json(next(filter(str.strip, every), "")):
        yield from each_document(_read_array)(every, rules)
        return
    content = content_lines(every)
    rows = [line for line in content if not _RULE.fullmatch(line.text.strip())]
    yield from attempted(_read_board, _boards(rows), rules)


@lru_cache(maxsize=256)  # a board is looked at twice: it may be the map of the one above
def _split(line: Token) -> _Row:
    """The cells of a line: between bars, words, or characters."""
    text = line.text.partition("#")[0].rstrip()  # without a comment
    fields = text.lstrip().split("|")
    if len(fields) - 2 in _SHAPES and not fields[0] and not fields[-1]:
        cells = [field.strip() for field in fields[1:-1]]
        if max(map(len, cells)) <= 2:
            offsets, at = [], text.index("|") + 1
            for field in fields[1:-1]:
                offsets.append(at + len(field) - len(field.lstrip()))
                at += len(field) + 1
            return _Row(line, cells, offsets)
    words = list(_WORD.finditer(text))
    several = len(words) > 1 and (len(words) in _SHAPES or len(words) in _WHOLE)
    if several and all(word[0] in _VALUES for word in words):
        return _Row(line, [word[0] for word in words], [word.start() for word in words])
    offsets = [at for word in words for at in range(*word.span())]
    return _Row(line, "".join(word[0] for word in words), offsets)


def _boards(lines: list[Token]) -> Iterator[_Board | FormatError]:
    """Lines put together; in place of one that is no board its error."""
    at = 0
    while at < len(lines):
        row = _split(lines[at])
        width = len(row.cells)
        if at + 1 < len(lines) and _is_size(row.cells, len(_split(lines[at + 1]).cells)):
            at += 1
            continue
        if width > _LARGEST and width not in _WHOLE:  # it spoils no other board
            yield row.line.start.error(f"a line of {width} cells; expected 81, or n*n for a board")
            at += 1
            continue
        size, board = _board_at(lines, at)
        at += len(board)
        if _is_map(size, board):
            raise row.line.start.error(
                "a value twice in most rows; expected that in a map of boxes below its board only"
            )
        below = [_split(line) for line in lines[at : at + len(board)]]
        alike = [len(other.cells) for other in below] == [len(other.cells) for other in board]
        regions = below if alike and _is_map(size, below) else []
        at += len(regions)
        yield _Board(size, board, regions)


def _board_at(lines: list[Token], at: int) -> tuple[int, list[_Row]]:
    """The size and the rows of the board that begins with a line."""
    width = len(_split(lines[at]).cells)
    if width not in _SHAPES and width not in _WHOLE:
        sizes = ", ".join(map(str, _SHAPES))
        raise lines[at].start.error(f"a line of {width} cells; expected a row of {sizes}")
    if width in _WHOLE and width != 16:
        return _WHOLE[width], [_split(lines[at])]
    board = [_split(line) for line in lines[at : at + width]]
    if width in _WHOLE and not _is_board_of_16(board):
        return _WHOLE[width], board[:1]
    for row in board:
        if len(row.cells) != width:
            raise row.line.start.error(f"a row of {len(row.cells)} cells; expected {width}")
    if len(board) < width:
        raise board[-1].line.end().error(f"the text ends after row {len(board)}; expected {width}")
    return width, board


def _is_board_of_16(board: list[_Row]) -> bool:
    same = len(board) == 16 and all(len(row.cells) == 16 for row in board)
    return same and any(_VALUES.get(cell, 5) > 4 for row in board for cell in row.cells)


def _is_map(size: int, board: list[_Row]) -> bool:
    cells = [cell for row in board for cell in row.cells]
    rows = [cells[at : at + size] for at in range(0, len(cells), size)]
    return 2 * sum(map(_repeats, rows)) > len(rows)


def _read_board(board: _Board | FormatError, rules: RuleSet | None) -> ReadPuzzle:
    if isinstance(board, FormatError):
        raise board
    _check_signs(board)
    draft = Draft(board.rows[0].line)
    cells = iter(all_cells(board.size, board.size))
    for row in board.rows:
        for at, (text, cell) in enumerate(zip(row.cells, cells, strict=False)):
            value = _VALUES.get(text, board.size + 1)
            if value > board.size:
                expected = f"1 to {board.size}, or 0 . * _ for an empty cell"
                raise row.token(at).unlike(expected, "cell")
            if value:
                draft.add((cell,), GIVEN, value, row.line)
    houses = boxes(board.size, *_SHAPES[board.size])
    if board.regions:
        owners = [cell for row in board.regions for cell in row.cells]
        houses = regions_of(owners, board.size, board.regions[0].line.start)
    return draft.puzzle(board.size, rules, stated=True, houses=houses)


def _check_signs(board: _Board) -> None:
    """FormatError for several signs of empty cells, where 0 may be a value; and for letters alone,
    of which A is 1 in some places.
    """
    said = {cell for row in board.rows for cell in row.cells}
    if len(said & _EMPTY) > 1:
        first, *others = [
            row.token(at)
            for row in board.rows
            for at, cell in enumerate(row.cells)
            if cell in _EMPTY
        ]
        other = next(each for each in others if each.text != first.text)
        raise other.unlike(f"{quoted(first.text)} for each empty cell, as above", "cell")
    if said > _EMPTY & said and all(map(str.isalpha, said - _EMPTY)):
        raise board.rows[0].line.start.error(
            "letters without a digit, of which A may be 1 or 10; expected numbers, with blanks"
        )


def _read_array(document: Value, rules: RuleSet | None) -> ReadPuzzle:
    rows = document.items("an array of rows")
    size = len(rows)
    if size not in _SHAPES:
        raise document.error(f"{size} rows; expected {', '.join(map(str, _SHAPES))}")
    draft = Draft(document)
    for r, row in enumerate(rows):
        texts = isinstance(row.value, str)
        cells = [Value(char, row.path, row.line) for char in row.text()] if texts else row.items()
        if len(cells) != size:
            raise row.error(f"{len(cells)} cells; expected {size}")
        for c, cell in enumerate(cells):
            value = 0 if cell.value is None else cell.value
            if isinstance(value, str):
                value = _VALUES.get(value, -1)
            if type(value) is not int or not 0 <= value <= size:
                raise cell.unlike(f"1 to {size}, or 0 for an empty cell")
            if value:
                draft.add([(r, c)], GIVEN, value, cell)
    return draft.puzzle(size, rules, stated=True, houses=boxes(size, *_SHAPES[size]))


# --- writing -------------------------------------------------------------------------------------


def write(puzzle: Puzzle) -> str:
    """The board on one line, and the map of irregular boxes on another; rows of numbers where all
    values would be letters. FormatError for other houses.
    """
    size = puzzle.rows
    if size not in _SHAPES:
        sizes = ", ".join(map(str, _SHAPES))
        raise FormatError(f"the sudoku format cannot hold a board of {size} rows; expected {sizes}")
    for cage in puzzle.cages:
        if not 1 <= cage.target <= size:
            raise FormatError(f"the sudoku format cannot hold {cage}; expected 1 to {size}")
    givens = {cage.cells[0]: cage.target for cage in puzzle.cages}
    values = [givens.get(cell, 0) for cell in puzzle.cells]
    apart = size > 9 and bool(givens) and min(givens.values()) > 9
    text = _written(values, size, apart=apart)
    houses = sudoku_houses(puzzle, "sudoku")
    if houses.diagonals:
        raise FormatError("the sudoku format cannot hold diagonals")
    return text if houses.shape == _SHAPES[size] else text + _map(houses.regions, size, apart=apart)


def _map(regions: Sequence[House], size: int, *, apart: bool) -> str:
    owner = {cell: number for number, cells in enumerate(regions, 1) for cell in cells}
    numbers = [owner[cell] for cell in all_cells(size, size)]
    rows = [numbers[at : at + size] for at in range(0, size * size, size)]
    if 2 * sum(len(set(row)) < size for row in rows) <= size:
        raise FormatError("the sudoku format cannot hold boxes of which most rows have one cell")
    return _written(numbers, size, apart=apart)


def _written(values: list[int], size: int, *, apart: bool) -> str:
    if not apart:
        return "".join(_SYMBOLS[value] for value in values) + "\n"
    rows = [values[at : at + size] for at in range(0, size * size, size)]
    return "".join(" ".join(str(value or ".") for value in row) + "\n" for row in rows)


FORMAT = Format(
    name="sudoku",
    summary="81 characters, nine lines of nine, or ruled tables, JSON arrays; 4x4 to 25x25",
    example="1...\n..3.\n.4..\n...2\n",
    signature=signature,
    read=read,
    writer=write,
    holds=Holds(sides=(4, _LARGEST), houses=None, free=True, cages=False),
    operators=None,
    separator="",
)
