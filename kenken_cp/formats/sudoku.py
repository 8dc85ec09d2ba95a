"""Sudoku boards, 4x4 to 25x25: givens in cells, and boxes as extra houses.

- One line a puzzle, ``n*n`` characters; many in a file.
- ``n`` lines of ``n`` cells. Spaces or bars may stand between the cells, or between groups of them,
  and lines such as ``------+-------`` between the rows.
- Ruled tables, ``|   | 7 |   |``, where a blank is an empty cell; in Markdown with a row of names.
- Arrays of rows as in JSON, ``[[0, 0, 3, 4], ...]``; also those of objects,
  ``{"puzzle": [[0, 0, 3, 4], ...], "solution": ...}``, one or many of them, or with a line for the
  board, ``{"puzzle": "..34..."}``.
- The same as programs have them: ``int board[4][4] = {{0, 0, 3, 4}, ...};``, and rows or a whole
  board as texts, ``grid = ["..34", ...]``.
- Matrices of MATLAB, ``A = [0 0 3 4; ...];``.
- Lines with commas between the cells; as spreadsheets save one board, with tabs or semicolons and
  nothing in an empty cell.
- Tables of a puzzle a line, ``id,puzzle,solution``; a line of 81 characters or more may have other
  words behind it, such as how hard it is.

A line ``Grid 01``, ``[Puzzle]``, the size, or that of the boxes, may stand above a board; what is
below ``[State]`` is a player's. ``*-----------*`` may be above and below it. A map of regions below
a board, a number for each cell, makes it a jigsaw, which has them in place of boxes.

``0``, ``.``, ``*``, ``_``, ``-`` or ``?`` is an empty cell. Values above 9 are letters, A for 10,
or numbers where something stands between the cells. ``#`` starts a line of comment.

Elsewhere A is 1: letters without a digit are refused, where values may go beyond 9. So is 0 beside
other empty cells, a value elsewhere, as in Slitherlink.

Sixteen lines of sixteen cells are one 16x16 board if any value is above 4, and else sixteen boards
of 4x4: a 16x16 board with so few values among its givens has no single solution anyway.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, islice
from typing import NamedTuple

from kenken_cp.errors import FormatError
from kenken_cp.formats._words import Lines, Word, attempted, located
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.pictures.clues import clue_labels
from kenken_cp.formats.reading.around import heading, is_heading
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.sudokus import arrays
from kenken_cp.formats.sudokus.cells import (
    BOX_SHAPES,
    EMPTY,
    OF_SAMURAI,
    SAMURAI,
    SAMURAI_ROWS,
    SIZE_OF_LINE,
    SYMBOLS,
    VALUES,
    Row,
    all_values,
    are_samurai,
    has_value_twice,
    usual_boxes,
    value_of,
)
from kenken_cp.formats.sudokus.rows import in_rows, rows_of
from kenken_cp.model.geometry import (
    Cell,
    House,
    all_cells,
    cells_by_owner,
    connected_components,
    lines,
)
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import plural, quoted

NAME = "sudoku"

_NAMES = regex(r"\s*+[a-z_ ]++(?:,[a-z_ ]++)++\s*+", re.IGNORECASE)
"""The names of the columns of a table."""


def detect(text: str) -> bool:
    """A line with a whole puzzle, or over half of the rows of a board; no clue, no directive. Of
    arrays, which have many uses, a whole board with an empty cell, and no map of regions.
    """
    text = in_rows(text)
    if arrays.is_array(text):
        return _is_board_in_brackets(text)
    if (array := arrays.of_program(text)) is not None:
        first = next(arrays.rows_of_texts(array), None)
        return (first is not None and _is_board(first)) or _is_board_in_brackets(text)
    if arrays.is_object(text):
        return False
    rows = islice(rows_of(text), max(BOX_SHAPES) + 1)
    first = next(rows, None)
    if first is not None and _NAMES.fullmatch(first.line.text):
        first = next(rows, None)
    if first is None:
        return False
    board = [first] if _is_board(first) else _begun_board(first, rows)
    return (
        bool(board)
        and not _is_map([row.cells for row in board])
        and not any(
            ":" in row.line.text or clue_labels(row.line.text) for row in chain(board, rows)
        )
    )


def _is_board(row: Row) -> bool:
    """Whether a line is meant as a whole board."""
    size = SIZE_OF_LINE.get(len(row.cells))
    return bool(size and all_values(row.cells, size)) or _nearly_classic(row)


def _begun_board(first: Row, rows: Iterator[Row]) -> list[Row]:
    """The rows of a board, if over half of them are right: no more are taken than show that."""
    board, wrong, size = list[Row](), 0, len(first.cells)
    for row in chain([first], islice(rows, size - 1)) if size in BOX_SHAPES else ():
        board.append(row)
        wrong += len(row.cells) != size or not all_values(row.cells, size)
        if 2 * wrong >= size:
            return []
    return board if 2 * (len(board) - wrong) > size else []


def _is_board_in_brackets(text: str) -> bool:
    found: list[Row] = []
    with suppress(FormatError):
        found = list(islice(rows_of(text), max(BOX_SHAPES)))
    rows = [row.cells for row in found]
    size = len(rows[0]) if rows else 0
    if rows and _nearly_classic(found[0]):
        return not EMPTY.isdisjoint(rows[0]) and not _is_map(rows[:1])
    side = SIZE_OF_LINE.get(size)
    if side and len(rows) < size and type(rows[0]) is str:  # each is a whole board
        rows, size = _split(rows[0], side), side
    if side == 9 and type(rows[0]) is not str:  # or what has as many numbers
        rows, size = _split(rows[0], side), side
        if has_value_twice(rows):
            return False
    board = rows[:size]
    return (
        size in BOX_SHAPES
        and len(board) == size
        and all(len(row) == size and all_values(row, size) for row in board)
        and any(value_of(text, size) == 0 for row in board for text in row)
        and not _is_map(board)
    )


def _is_map(rows: Sequence[Sequence[str]]) -> bool:
    """Whether most rows say a value twice: numbers of regions, of which some are 0."""
    if len(rows) == 1:  # a whole board, or one that lacks some characters
        size = SIZE_OF_LINE.get(len(rows[0]))
        if size is None:
            return False
        rows = _split(rows[0], size)
    return 2 * sum(map(_repeats_a_value, rows)) > len(rows)


def _split(board: Sequence[str], size: int) -> list[Sequence[str]]:
    return [board[at : at + size] for at in range(0, len(board), size)]


def _repeats_a_value(row: Sequence[str]) -> bool:
    """Whether a row says a value twice, as rows of a map of regions do: 0011."""
    found = set(row)
    empty = found & EMPTY
    return len(found) - len(empty) < len(row) - sum(map(row.count, empty))


def _nearly_classic(row: Row) -> bool:
    """One word of about 81 digits and dots, but for a few: meant as the most usual puzzle."""
    one_word = len({start - index for index, start in enumerate(row.starts)}) == 1
    usual = sum(text in "0123456789." for text in row.cells)
    return one_word and abs(len(row.cells) - 81) <= 4 and usual >= 75


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """Every board of the text."""
    text = in_rows(text)
    arrays.check_objects(text)
    rows = Lines(rows_of(text))
    if (first := rows.peek()) and _NAMES.fullmatch(first.line.text):
        rows.take()
    if not rows:
        raise FormatError("no board; expected lines of digits and dots")
    boards = _with_maps(_boards(rows, text))
    begun: list[_Board | FormatError] = []
    wrong: FormatError | None = None
    try:
        begun.extend(islice(boards, OF_SAMURAI))
    except FormatError as error:
        wrong = error
    found = [each for each in begun if isinstance(each, _Board)]
    if are_samurai([[text for row in board.rows for text in row.cells] for board in found]):
        raise found[0].rows[0].line.first.error(SAMURAI)
    yield from attempted(_read_board, chain(begun, boards), rules)
    if wrong is not None:
        raise wrong


class _Board(NamedTuple):
    """A board as a text has it; with the rows of the map of its regions, if there is one."""

    size: int
    rows: list[Row]
    regions: Sequence[Row] = ()


def _with_maps(boards: Iterable[_Board | FormatError]) -> Iterator[_Board | FormatError]:
    """Boards, each with the map of regions that stands below it."""
    held: _Board | FormatError | None = None
    try:
        for each in boards:
            if isinstance(each, _Board) and _is_map([row.cells for row in each.rows]):
                if not isinstance(held, _Board) or (held.size, held.regions) != (each.size, ()):
                    raise each.rows[0].line.first.error(
                        "a value twice in most rows: a map of regions? expected one below a board, "
                        "of its size"
                    )
                held = held._replace(regions=each.rows)
                continue
            if held is not None:
                yield held
            held = each
    except FormatError:
        if held is not None:
            yield held
        raise
    if held is not None:
        yield held


def _boards(rows: Lines[Row], text: str) -> Iterator[_Board | FormatError]:
    """The size and the rows of each board, or the error of one that spoils no other."""
    one_a_line: bool | None = None
    while rows:
        try:
            yield _next_board(rows)
        except FormatError as error:
            # Where each line is a board, one of another length spoils no other. Where boards have
            # several lines, those after a spoilt one could be put together to a board that nobody
            # wrote.
            if one_a_line is None:
                one_a_line = all(len(row.cells) not in BOX_SHAPES for row in rows_of(text))
            if not one_a_line:
                raise
            yield error
            rows.take()


def _check_below(board: Sequence[Row], below: Sequence[Row]) -> None:
    """FormatError for rows right below a board that are too few for another: one of them all may be
    a heading; and for words, which may say more of the board.
    """
    width = len(board)
    if below and is_heading(below[0].line.text) and not all_values(below[0].cells, width):
        raise below[0].line.first.error(heading(below[0].line.text))
    more, last = 0, board[-1].line.line
    for row in below:
        if len(row.cells) != width or row.line.line != last + 1:
            break
        more, last = more + 1, row.line.line
    if 0 < more < width:
        raise board[0].line.first.error(
            f"{width + more} rows of {width} cells, one below the other; expected {width}: is one "
            "of them a heading?"
        )


def _next_board(rows: Lines[Row]) -> _Board:
    """The next board, whose rows are taken if they are right."""
    [first] = rows.view(1)
    width = len(first.cells)
    if width in SIZE_OF_LINE and not (width == 16 and _is_row_of_16(rows)):
        return _Board(SIZE_OF_LINE[width], rows.several(1))
    line = first.line
    if width not in BOX_SHAPES:
        sizes = ", ".join(map(str, BOX_SHAPES))
        raise line.first.error(
            f"a line of {width} cells; expected a row of {sizes}, or a whole board of n*n"
        )
    board = rows.view(width)
    for row in board:
        if not all_values(row.cells[:width], width):  # what is wrong first is said first
            for index in range(width):
                _given(row.word(index), width)
        if len(row.cells) != width:
            if (width, len(row.cells)) == (2 * 9, SAMURAI_ROWS):
                raise row.line.first.error(SAMURAI)
            raise row.line.first.error(f"a row of {len(row.cells)} cells; expected {width}")
    if len(board) < width:
        raise line.first.error(
            f"a board of {len(board)} rows of {width} cells; expected {width} rows"
        )
    _check_below(board, rows.view(2 * width)[width:])
    return _Board(width, rows.several(width))


def _is_row_of_16(rows: Lines[Row]) -> bool:
    block = [row.cells for row in rows.view(16) if len(row.cells) == 16]
    return len(block) > 8 and not all_values(chain.from_iterable(block), 4)


def _read_board(found: _Board, rules: RuleSet | None) -> ReadPuzzle:
    size, board = found.size, found.rows
    houses = _regions(size, found.regions) or usual_boxes(size)
    from_zero = _counts_from_zero(size, board, (*lines(size, size), *houses))
    if not from_zero:
        _check_empty(board)
    if size > 9:
        _check_letters([word for row in board for word in row.words])
    for row in board:
        if not all_values(row.cells, size):
            for word in row.words:
                _given(word, size)
    texts = board[0].cells if len(board) == 1 else chain.from_iterable(row.cells for row in board)
    cages = [
        of_cell[text]
        for of_cell, text in zip(_givens_of(size), texts, strict=True)
        if text not in EMPTY or (from_zero and text == "0")
    ]
    values = range(size) if from_zero else ()
    with located(Word("", board[0].line.line)):
        puzzle = Puzzle(size, cages, values, rules=rules or KENKEN, houses=houses)
    return ReadPuzzle(puzzle, rules_stated=True)


class _Givens(dict[str, Cage]):
    """The givens of a cell by the spelling of their value, each made when it is first asked for."""

    def __init__(self, cell: Cell) -> None:
        super().__init__()
        self._cell = cell

    def __missing__(self, text: str) -> Cage:
        self[text] = Cage((self._cell,), GIVEN, VALUES[text])
        return self[text]


@cache
def _givens_of(size: int) -> list[_Givens]:
    """By cell; many boards have the same."""
    return [_Givens(cell) for cell in all_cells(size, size)]


def _regions(size: int, rows: Sequence[Row]) -> tuple[House, ...]:
    """The regions of a map; FormatError unless each has as many cells as there are rows, joined."""
    regions = cells_by_owner(chain(*(row.cells for row in rows)), all_cells(size, size))
    for text, cells in regions.items():
        if len(cells) != size or len(connected_components(cells)) > 1:
            raise rows[0].line.first.error(
                f"region {quoted(text)} has {plural(len(cells), 'cell')} in "
                f"{plural(len(connected_components(cells)), 'part')}; expected {size} in one"
            )
    return tuple(map(tuple, regions.values()))


def _counts_from_zero(size: int, board: Sequence[Row], houses: Iterable[House]) -> bool:
    """Whether the values of a board are 0 to F, or as many as it has rows: one other sign stands
    for empty cells, there is a letter or a number of two digits, but not the one that only values
    from 1 have, and no line and no box says 0 twice.
    """
    if size <= 9:
        return False
    cells = [text for row in board for text in row.cells]
    empty = EMPTY.intersection(cells) - {"0"}
    largest = max(map(VALUES.__getitem__, VALUES.keys() & cells), default=0)
    if "0" not in cells or len(empty) != 1 or not 9 < largest < size:
        return False
    rows = _split(cells, size)
    return all(sum(rows[r][c] == "0" for r, c in house) < 2 for house in houses)


def _check_empty(board: Sequence[Row]) -> None:
    """FormatError if 0 beside other empty cells may be a value, or a value may be lost in these; or
    if a dot beside ``-`` may stand between cells.
    """
    empty = EMPTY.intersection(chain.from_iterable(row.cells for row in board))
    for sign, others in (("0", empty - {"0"}), ("-", empty & {"."})):
        if sign in empty and others:
            words = [word for row in board for word in row.words]
            place = next(word for word in words if word.text in others)
            found = quoted(place.text) if place.text else "nothing in a cell"
            raise place.error(
                f"{found} beside {quoted(sign)} for empty cells; expected one of them"
            )


def _check_letters(words: list[Word]) -> None:
    """FormatError if letters may be meant as in other places."""
    givens = [word for word in words if VALUES.get(word.text)]
    if givens and all(word.text.isalpha() for word in givens):
        raise givens[0].error(
            "letters without a digit: A is 1 in some places, and 10 in others; expected numbers "
            "with blanks between the cells"
        )


def _given(word: Word, size: int) -> int:
    """What a cell holds, 0 if it is empty; FormatError if it is no value of such a board."""
    value = value_of(word.text, size)
    if value is None:
        more = f", {SYMBOLS[size]} is {size}" if size > 10 else ""
        letters = f" (A is 10{more})" if size > 9 else ""
        raise word.error(
            f"{quoted(word.text)} in a {size}x{size} board; expected 1 to {size}, or 0 or . "
            f"for an empty cell{letters}"
        )
    return value


def write(puzzle: Puzzle) -> str:
    """The board on one line, ``.`` for an empty cell; rows of numbers if there were only letters.

    FormatError for what is no Sudoku: by its size, rules, values, houses, or cages but givens.
    """
    size = puzzle.rows
    if puzzle.size not in BOX_SHAPES:
        check_plain(puzzle, NAME)
        raise cannot(NAME, f"a board of size {size}; expected {', '.join(map(str, BOX_SHAPES))}")
    cells = dict.fromkeys(puzzle.cells, ".")
    for cage in puzzle.cages:
        if cage.operator is not GIVEN or not 1 <= cage.target <= size:
            raise cannot(NAME, f"the cage {cage}; expected givens of 1 to {size}")
        cells[cage.cells[0]] = SYMBOLS[cage.target]
    check_plain(puzzle, NAME, usual_boxes(size))
    if size > 9 and puzzle.cages and all(cage.target > 9 for cage in puzzle.cages):
        given = puzzle.givens
        rows = [[str(given.get((r, c), ".")) for c in range(size)] for r in range(size)]
        return "".join(" ".join(row) + "\n" for row in rows)
    return "".join(cells.values()) + "\n"


FORMAT = Format(
    name=NAME,
    summary="81 characters, nine lines of nine, or ruled tables, arrays; 4x4 to 25x25",
    example="1...\n..3.\n.4..\n...2\n",
    detect=detect,
    read=read,
    write=write,
    join="".join,
)
