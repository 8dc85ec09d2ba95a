"""Sudoku boards, 4x4 to 25x25: givens in cells, and boxes as extra houses.

- One line a puzzle, ``n*n`` characters; many in a file.
- ``n`` lines of ``n`` cells. Spaces or bars may stand between the cells, or between groups of them,
  and lines such as ``------+-------`` between the rows.
- Ruled tables, ``|   | 7 |   |``, where a blank is an empty cell.
- Arrays of rows as in JSON, ``[[0, 0, 3, 4], ...]``; also those of objects,
  ``{"puzzle": [[0, 0, 3, 4], ...], "solution": ...}``, one or many of them.
- The same as programs have them: ``int board[4][4] = {{0, 0, 3, 4}, ...};``, and rows or a whole
  board as texts, ``grid = ["..34", ...]``.
- Matrices of MATLAB, ``A = [0 0 3 4; ...];``.
- Lines with commas between the cells, and tables of a puzzle a line, ``id,puzzle,solution``; a line
  of 81 characters or more may have other words behind it, such as how hard it is.

A line ``Grid 01``, ``[Puzzle]``, the size, or that of the boxes, may stand above a board; what is
below ``[State]`` is a player's. ``*-----------*`` may be above and below it. A map of regions below
a board, a number for each cell, makes it a jigsaw, which has them in place of boxes.

``0``, ``.``, ``*``, ``_``, ``-`` or ``?`` is an empty cell. Values above 9 are letters, A for 10,
or numbers where something stands between the cells. ``#`` starts a line of comment.

Elsewhere A is 1, or 0 a value: letters without a digit are refused, and so is 0 beside other empty
cells, where values may go beyond 9.

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
from kenken_cp.formats._clues import clue_labels
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._words import MAX_LINE, Lines, Word, attempted, numbered_lines
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.geometry import Cell, House, all_cells, boxes, connected_components
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.text import plural, quoted

NAME = "sudoku"

_BOXES = (
    *((2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (3, 5), (4, 4)),
    *((3, 6), (4, 5), (4, 6), (5, 5)),
)
BOX_SHAPES = {rows * columns: (rows, columns) for rows, columns in _BOXES}
"""Rows and columns of a box, by the size of the board."""

_SIZE_OF_LINE = {size * size: size for size in BOX_SHAPES}
_SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
_VALUES = (
    dict.fromkeys(("", "0", "*", "_", "-", "?", "null"), 0)
    | {str(value): value for value in range(1, len(_SYMBOLS))}
    | {case: value for value, symbol in enumerate(_SYMBOLS) for case in (symbol, symbol.lower())}
)
"""What each spelling of a cell means; 0 is an empty cell."""

_EMPTY = frozenset(text for text, value in _VALUES.items() if value == 0)
_WORD = re.compile(r"\S+")
_FIELD = re.compile(r"(?:^|\|)\s*+([^|]*)")

_ARRAY = re.compile(r"\s*+\[\s*+\[")
_IN_PROGRAM = re.compile(r"\s*+(?:[^\W\d][\w\s.:<>\[\],*]{0,80}?=\s*+)?(?=[\[{(\"'])")
"""What may stand before the array or text that a variable is set to."""
_ARRAY_CHARACTERS = re.compile(r"[\s0-9A-P.*_?,;\[\]{}()\"'-]*+")
_TO_BRACKETS = str.maketrans("{}();", "[][] ")
_TEXT = re.compile(r"[\"']([0-9A-P.*_? -]{4,})[\"']")
_OBJECT = re.compile(r"\s*+(?:\[\s*+)*+\{")
_KEYED = re.compile(
    r"\"(?:puzzle|board|grid|sudoku|quiz|problem|question|unsolved|initial|givens|value)\"\s*+:\s*+"
    r"(?P<rows>\[\s*+\[(?:[0-9.,\s\[\]nul*]|\"[0-9A-Pa-p.* ]?+\")*+)",
    re.IGNORECASE,
)
"""The board of an object; its solution has another key."""

_MORE_THAN_BOARDS = re.compile(
    r"\"[^\"\n]{0,30}(?:cage|area|region|group|killer|block|constraint|sums?(?=\")|clue|arrow|thermo"
    r"|diagonal|house|zones|windoku|knight|king(?=\")|rules(?=\")|line|dots)[^\"\n]{0,30}\"\s*+:\s*+"
    r"(?:[\[{]|true)"
    r"|\"(?:kind|type|variant|variation|category|mode)\"\s*+:\s*+\[?\s*+\"[^\"\n]{0,60}(?:ipuz"
    r"|killer|diagonal|jigsaw|irregular|windoku|hyper|knight|king|thermo|arrow|sandwich|consecutive"
    r"|samurai|latin|greater|kropki|\bx\b)",
    re.IGNORECASE,
)
"""A key of something that is no plain Sudoku, or a word for it."""

_TOKEN = re.compile(r"\n|[\[\],]|\"[^\"\n]*+\"|'[^'\n]*+'|[^\s\[\],]++")
"""What an array of rows is made of."""

_HEADING = re.compile(
    r"\s*+(?:(?:grid|puzzle|sudoku|board|game)\b[\s#:.,-]*+[0-9]*+[\s:.]*+|\[puzzle\]\s*+"
    r"|simple sudoku\s*+|version [0-9.]++\w?+\s*+)",
    re.IGNORECASE,
)
"""A line above a board that only counts it, or below it that says who wrote it."""

_OF_A_PLAYER = re.compile(r"\s*+\[(?:state|pencilmarks|colou?rs)\]\s*+", re.IGNORECASE)
_PART = re.compile(r"\s*+\[\w++\]\s*+")
"""Parts of a file: nothing is given in those of a player."""

_NAMES = re.compile(r"\s*+[a-z_ ]++(?:,[a-z_ ]++)++\s*+", re.IGNORECASE)
"""The names of the columns of a table."""

_WITH_COMMAS = re.compile(r"\s*+(?:[.*_?-]|[0-9]{0,2})(?:\s*+,\s*+(?:[.*_?-]|[0-9]{0,2}))++\s*+")
_BOARD = re.compile(r"[0-9.*_?-]{16,}+")
_LETTER = re.compile(r"[^\W\d_]")

_RULE = re.compile(
    r"[|\s]*+[-+=][-+=|\s]*+|\s*+\*-{5}[-+]*+\*\s*+|\s*+[.:'](?:-{5,}+[.:'+]){2,}+\s*+"
)

_MATRIX = re.compile(
    r"\s*+(?:(?:[^\W\d]\w{0,80}\s*+=\s*+)?+\[(?:[\s,;]++|[0-9]++|\.{3})++\]\s*+;?+\s*+)++"
)
_ROW_OF_MATRIX = re.compile(r"[^\[\];]++")
_NUMBER = re.compile(r"(?<!\w)[0-9]++(?!\w)")

_ALONE = re.compile(r"\s*+[0-9A-P.*_?-]{81,}+[\s;#]+\S")
"""A whole board, and words behind it."""


_SAMURAI = re.compile(r"\b(?:samurai|gattai)\b", re.IGNORECASE)
SAMURAI = "a Samurai, five Sudokus whose corners overlap; expected boards that do not"
_OF_SAMURAI, SAMURAI_ROWS = 5, 21
_LEAST_GIVENS = 40
"""Of a Samurai that one picture shows: one that is to be solved has far more."""

_LEAST_SHARED = 4
"""Givens that the corners of five boards must share: fewer could be there by chance."""


class _Row(NamedTuple):
    """A line, what each of its cells has, and where in the line that stands."""

    line: Word
    cells: Sequence[str]
    starts: Sequence[int]
    places: Sequence[Word] = ()
    """The cells, where they may stand on several lines."""

    def word(self, index: int) -> Word:
        """A cell with its place."""
        if self.places:
            return self.places[index]
        return self.line.part(self.cells[index], self.starts[index])

    @property
    def words(self) -> list[Word]:
        """All of them."""
        return [self.word(index) for index in range(len(self.cells))]


def detect(text: str) -> bool:
    """A line with a whole puzzle, or over half of the rows of a board; no clue, no directive. Of
    arrays, which have many uses, a whole board with an empty cell, and no map of regions.
    """
    if _is_bracketed(text) or _is_matrix(text):
        return _is_board_in_brackets(text)
    if (array := _of_program(text)) is not None:
        first = next(_rows_of_texts(array), None)
        return (first is not None and _is_board(first)) or _is_board_in_brackets(text)
    if _OBJECT.match(text):
        return False
    rows = islice(_rows(text), max(BOX_SHAPES) + 1)
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


def _is_board(row: _Row) -> bool:
    """Whether a line is meant as a whole board."""
    size = _SIZE_OF_LINE.get(len(row.cells))
    return bool(size and _all_values(row.cells, size)) or _nearly_classic(row)


def _begun_board(first: _Row, rows: Iterator[_Row]) -> list[_Row]:
    """The rows of a board, if over half of them are right: no more are taken than show that."""
    board, wrong, size = list[_Row](), 0, len(first.cells)
    for row in chain([first], islice(rows, size - 1)) if size in BOX_SHAPES else ():
        board.append(row)
        wrong += len(row.cells) != size or not _all_values(row.cells, size)
        if 2 * wrong >= size:
            return []
    return board if 2 * (len(board) - wrong) > size else []


def _is_bracketed(text: str) -> bool:
    if _OBJECT.match(text):
        return _KEYED.search(text) is not None and _MORE_THAN_BOARDS.search(text) is None
    return _ARRAY.match(text) is not None


def _is_matrix(text: str) -> bool:
    return "[" in text and _MATRIX.fullmatch(text) is not None


def _is_board_in_brackets(text: str) -> bool:
    rows: list[Sequence[str]] = []
    with suppress(FormatError):
        rows = [row.cells for row in islice(_rows(text), max(BOX_SHAPES))]
    size = len(rows[0]) if rows else 0
    board = rows[:size]
    return (
        size in BOX_SHAPES
        and len(board) == size
        and all(len(row) == size and _all_values(row, size) for row in board)
        and any(_value(text, size) == 0 for row in board for text in row)
        and not _is_map(board)
    )


def _is_map(rows: Sequence[Sequence[str]]) -> bool:
    """Whether most rows say a value twice: numbers of regions, of which some are 0."""
    if len(rows) == 1:  # a whole board, or one that lacks some characters
        size = _SIZE_OF_LINE.get(len(rows[0]))
        if size is None:
            return False
        rows = [rows[0][at : at + size] for at in range(0, len(rows[0]), size)]
    return 2 * sum(map(_repeats_a_value, rows)) > len(rows)


def _repeats_a_value(row: Sequence[str]) -> bool:
    """Whether a row says a value twice, as rows of a map of regions do: 0011."""
    givens = [text for text in row if text not in _EMPTY]
    return len(set(givens)) < len(givens)


def _nearly_classic(row: _Row) -> bool:
    """One word of about 81 digits and dots, but for a few: meant as the most usual puzzle."""
    one_word = len({start - index for index, start in enumerate(row.starts)}) == 1
    usual = sum(text in "0123456789." for text in row.cells)
    return one_word and abs(len(row.cells) - 81) <= 4 and usual >= 75


def _all_values(cells: Iterable[str], size: int) -> bool:
    return _values_of(size).issuperset(cells)


@cache
def _values_of(size: int) -> frozenset[str]:
    """The spellings of a cell of such a board."""
    return frozenset(text for text in _VALUES if _value(text, size) is not None)


def _value(text: str, size: int) -> int | None:
    """What a cell holds: 0 if it is empty, None if it is no value of such a board."""
    value = _VALUES.get(text)
    return None if value is None or value > size else value


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """Every board of the text."""
    rows = Lines(_rows(text))
    if (first := rows.peek()) and _NAMES.fullmatch(first.line.text):
        rows.take()
    if not rows:
        raise FormatError("no board; expected lines of digits and dots")
    boards = _with_maps(_boards(rows, text))
    begun: list[_Board | FormatError] = []
    wrong: FormatError | None = None
    try:
        begun.extend(islice(boards, _OF_SAMURAI))
    except FormatError as error:
        wrong = error
    _refuse_samurai([each for each in begun if not isinstance(each, FormatError)])
    for each in chain(begun, boards):
        if isinstance(each, FormatError):
            yield each
        else:
            yield from attempted(_read_board, [each], rules)
    if wrong is not None:
        raise wrong


class _Board(NamedTuple):
    """A board as a text has it; with the rows of the map of its regions, if there is one."""

    size: int
    rows: list[_Row]
    regions: Sequence[_Row] = ()


def _with_maps(boards: Iterable[_Board | FormatError]) -> Iterator[_Board | FormatError]:
    """Boards, each with the map of regions that stands below it."""
    held: _Board | FormatError | None = None
    try:
        for each in boards:
            if isinstance(each, _Board) and _is_map([row.cells for row in each.rows]):
                if not isinstance(held, _Board) or (held.size, held.regions) != (each.size, ()):
                    raise each.rows[0].line.error(
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


def _boards(rows: Lines[_Row], text: str) -> Iterator[_Board | FormatError]:
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
                one_a_line = all(len(row.cells) not in BOX_SHAPES for row in _rows(text))
            if not one_a_line:
                raise
            yield error
            rows.take()


def _rows(text: str) -> Iterator[_Row]:
    """The lines of a text, without comments and rules between rows; or what is in brackets."""
    if _is_bracketed(text):
        yield from _rows_in_brackets(text)
        return
    if _is_matrix(text):
        yield from _rows_of_matrix(text)
        return
    if (array := _of_program(text)) is not None:
        yield from _rows_of_texts(array) if _TEXT.search(array) else _rows_in_brackets(array)
        return
    lines = Lines(numbered_lines(text))
    height, ended = 0, False  # rows of the puzzle: what a player has put in has as many
    while lines:
        line = lines.take()
        if _SAMURAI.search(line.text):
            raise line.error(SAMURAI)
        if _OF_A_PLAYER.fullmatch(line.text):
            ended = True
            for _ in range(height):
                if (following := lines.peek()) and not _PART.fullmatch(following.text):
                    lines.take()
        elif not _says_nothing(line.text) and not _is_size(line, lines.peek()):
            height, ended = 1 if ended else height + 1, False
            yield _in_table(line) or _split_cells(line)


def _says_nothing(text: str) -> bool:
    """Whether a line is a comment, a rule between rows, or a heading."""
    return bool(text.lstrip().startswith("#") or _RULE.fullmatch(text) or _HEADING.fullmatch(text))


def _is_size(line: Word, following: Word | None) -> bool:
    """Whether a line is the size of the board below it, or of its boxes."""
    said = line.text.strip()
    if not said.isdecimal() or len(said) > 2 or following is None or len(following.text) > MAX_LINE:
        return False
    cells = len(_split_cells(following).cells)
    return cells in BOX_SHAPES and cells in (int(said), int(said) ** 2)


def _in_table(line: Word) -> _Row | None:
    """The cells of a line with commas: of a row, or of the puzzle beside its solution."""
    text = line.in_bounds().text
    beside = _ALONE.match(text)
    if "," not in text and not beside:
        return None
    if _WITH_COMMAS.fullmatch(text):
        fields = list(re.finditer(r"[^,]+|(?<=,)(?=,|$)|^(?=,)", text.rstrip()))
        return _Row(line, [field[0].strip() for field in fields], [at.start() for at in fields])
    boards = [
        match
        for match in re.finditer(r"[^,;\s\"]++" if beside else r"[^,\s\"]++", text)
        if len(match[0]) in _SIZE_OF_LINE and _BOARD.fullmatch(match[0])
    ]
    puzzles = [match for match in boards if not _EMPTY.isdisjoint(match[0])]
    if beside and any(len(word) > 40 for word in text.split()[1:]) and len(boards) < 2:
        return None  # letters of cages, perhaps
    if not puzzles and not _LETTER.search(text):  # else it may be the solution of what they say
        puzzles = boards
    if len(puzzles) > 1:
        raise line.error(f"{len(puzzles)} boards on a line; expected one, and its solution")
    return _Row(line, puzzles[0][0], range(*puzzles[0].span())) if puzzles else None


def _rows_in_brackets(text: str) -> Iterator[_Row]:
    keyed = _OBJECT.match(text) and [match.span("rows") for match in _KEYED.finditer(text)]
    line, counted = 1, 0
    for start, end in keyed or [(0, len(text))]:
        line, counted = line + text.count("\n", counted, start), start
        yield from _rows_between(text, start, end, line)


def _rows_of_matrix(text: str) -> Iterator[_Row]:
    for line in numbered_lines(text):
        for part in _ROW_OF_MATRIX.finditer(line.text):
            words = [
                line.part(match[0], match.start())
                for match in _NUMBER.finditer(line.text, *part.span())
            ]
            if words:
                yield _Row(words[0], [word.text for word in words], (), words)


def _of_program(text: str) -> str | None:
    """The array or text that a variable is set to, with brackets as in JSON, each character in its
    place; None of another text.
    """
    before = _IN_PROGRAM.match(text)
    if before is None or not _ARRAY_CHARACTERS.fullmatch(text, before.end()):
        return None
    name = re.sub(r"\S", " ", before[0])
    return name + text[before.end() :].translate(_TO_BRACKETS)


def _rows_of_texts(text: str) -> Iterator[_Row]:
    line, counted = 1, 0
    for match in _TEXT.finditer(text):
        start = match.start(1)
        line, counted = line + text.count("\n", counted, start), start
        column = start - text.rfind("\n", 0, start)
        yield _Row(Word(match[1], line, column), match[1], range(len(match[1])))


def _rows_between(text: str, start: int, end: int, line: int) -> Iterator[_Row]:
    """The innermost arrays of a part of the text, which begins on that line."""
    line_start = text.rfind("\n", 0, start) + 1
    opened: Word | None = None
    cells: list[Word] = []
    bare = False  # whether nothing has been said since a bracket or a comma
    for match in _TOKEN.finditer(text, start, end):
        token = match[0]
        place = Word(token, line, match.start() - line_start + 1)
        if token == "\n":
            line, line_start = line + 1, match.end()
        elif token == "[":
            if cells:
                raise place.error("'[' inside a row")
            opened, bare = place, True
        elif token in ",]" and opened is not None:
            if bare and (cells or token == ","):
                cells.append(place.instead(""))
            bare = True
            if token == "]":
                if cells:
                    yield _Row(opened, [cell.text for cell in cells], (), cells)
                opened, cells = None, []
        elif token not in ",]":
            if opened is None or not bare:
                raise place.error(f"{quoted(token)} between rows in brackets")
            cells.append(place.instead(token.strip("'\"").strip()))
            bare = False


def _split_cells(line: Word) -> _Row:
    """The cells of a line: one between each pair of bars, or one a word, or one a character."""
    text = line.in_bounds().text
    words = [(match[0], match.start()) for match in _WORD.finditer(text.replace("|", " "))]
    fields: list[tuple[str, int]] = []
    if "|" in text:
        fields = [(match[1].rstrip(), match.start(1)) for match in _FIELD.finditer(text)]
        if not fields[0][0]:
            del fields[0]
        if fields and not fields[-1][0]:
            del fields[-1]
    elif len(words) == 1:  # a word alone is no table
        [(word, start)] = words
        return _Row(line, word, range(start, start + len(word)))
    if row := _between_bars(line, text):
        return row
    lengths = {len(part) for part, _ in words}
    # Beside cells that stand alone, 11 is a number, and no group of two cells.
    are_cells = min(lengths, default=1) == 1 < max(lengths, default=1)
    for some in (fields, words):
        if _is_table([part for part, _ in some]) or (are_cells and some is words):
            return _Row(line, *zip(*some, strict=True))
    places = [start + offset for part, start in words for offset in range(len(part))]
    return _Row(line, "".join(part for part, _ in words), places)


def _between_bars(line: Word, text: str) -> _Row | None:
    """The cells of a line such as ``|5 3|   | 7 |`` or ``| 5 3   | 7     |``: as many between each
    two bars, blanks where they are empty.
    """
    inner = text.strip()
    if not (inner.startswith("|") and inner.endswith("|") and len(inner) > 2):
        return None
    groups = inner[1:-1].split("|")
    width = len(groups[0])
    if any(len(group) != width for group in groups) or (len(groups) in BOX_SHAPES and width <= 3):
        return None
    offsets = range(width)
    if len(groups) * width not in BOX_SHAPES:
        offsets = range(1, width, 2)
        if any(group[0::2].strip() for group in groups):
            return None
    if len(groups) * len(offsets) not in BOX_SHAPES or not offsets:
        return None
    first = len(text) - len(text.lstrip()) + 1
    places = [first + n * (width + 1) + at for n in range(len(groups)) for at in offsets]
    return _Row(line, [text[at].strip() for at in places], places)


def _is_table(fields: list[str]) -> bool:
    sizes = (len(fields), _SIZE_OF_LINE.get(len(fields)))
    return any(size in BOX_SHAPES and _all_values(fields, size) for size in sizes if size)


def _refuse_samurai(boards: list[_Board]) -> None:
    """FormatError if five boards are the parts of a Samurai: the boxes in the corners of one are
    the opposite ones of the others.
    """
    if len(boards) != _OF_SAMURAI or any(board.size != 9 for board in boards):
        return
    cells = [[text for row in board.rows for text in row.cells] for board in boards]
    for middle in range(_OF_SAMURAI):
        around = cells[:middle] + cells[middle + 1 :]
        shared = [_box(cells[middle], row, column) for row in (0, 6) for column in (0, 6)]
        opposite = [
            _box(other, 6 - row, 6 - column)
            for other, (row, column) in zip(around, ((0, 0), (0, 6), (6, 0), (6, 6)), strict=True)
        ]
        givens = sum(text not in _EMPTY for box in shared for text in box)
        if shared == opposite and givens >= _LEAST_SHARED:
            raise boards[0].rows[0].line.error(SAMURAI)


def _box(cells: Sequence[str], row: int, column: int) -> list[str]:
    """The box of a board that begins at a row and a column."""
    return [cells[9 * r + c] for r in range(row, row + 3) for c in range(column, column + 3)]


def is_samurai(rows: Sequence[Sequence[str]]) -> bool:
    """Whether rows of digits and dots are five boards of 9x9 with nothing beside them."""
    if len(rows) != SAMURAI_ROWS or any(len(row) != SAMURAI_ROWS for row in rows):
        return False
    if sum(text not in _EMPTY for row in rows for text in row) < _LEAST_GIVENS:
        return False
    return all(
        text in _EMPTY
        or (text in "123456789" and (_in_samurai(r, c) or _in_samurai(r - 6, c - 6, corner=True)))
        for r, row in enumerate(rows)
        for c, text in enumerate(row)
    )


def _in_samurai(row: int, column: int, *, corner: bool = False) -> bool:
    """Whether a cell is in one of the four boards in the corners; or in the first of them."""
    return all(0 <= side < 9 or (12 <= side < 21 and not corner) for side in (row, column))


def _next_board(rows: Lines[_Row]) -> _Board:
    """The next board, whose rows are taken if they are right."""
    [first] = rows.view(1)
    width = len(first.cells)
    if width in _SIZE_OF_LINE and not (width == 16 and _is_row_of_16(rows)):
        return _Board(_SIZE_OF_LINE[width], rows.several(1))
    line = first.line
    if width not in BOX_SHAPES:
        sizes = ", ".join(map(str, BOX_SHAPES))
        raise line.error(
            f"a line of {width} cells; expected a row of {sizes}, or a whole board of n*n"
        )
    board = rows.view(width)
    for row in board:
        if not _all_values(row.cells[:width], width):  # what is wrong first is said first
            for index in range(width):
                _given(row.word(index), width)
        if len(row.cells) != width:
            if (width, len(row.cells)) == (2 * 9, SAMURAI_ROWS):
                raise row.line.error(SAMURAI)
            raise row.line.error(f"a row of {len(row.cells)} cells; expected {width}")
    if len(board) < width:
        raise line.error(f"a board of {len(board)} rows of {width} cells; expected {width} rows")
    return _Board(width, rows.several(width))


def _is_row_of_16(rows: Lines[_Row]) -> bool:
    block = [row for row in rows.view(16) if len(row.cells) == 16]
    return len(block) > 8 and not all(_all_values(row.cells, 4) for row in block)


def _read_board(found: _Board, rules: RuleSet | None) -> ReadPuzzle:
    size, board = found.size, found.rows
    draft = Draft(board[0].line.line)
    _check_empty([word for row in board if "-" in row.cells for word in row.words])
    if size > 9:
        _check_meaning([word for row in board for word in row.words])
    cells = iter(all_cells(size, size))
    for row in board:
        if not _all_values(row.cells, size):
            for word in row.words:
                _given(word, size)
        for index, text in enumerate(row.cells):
            cell = next(cells)
            if text not in _EMPTY:
                draft.add([cell], GIVEN, _VALUES[text], row.word(index))
    houses = _regions(size, found.regions) or boxes(size, *BOX_SHAPES[size])
    return draft.puzzle(size, rules or KENKEN, houses=houses)


def _regions(size: int, rows: Sequence[_Row]) -> tuple[House, ...]:
    """The regions of a map; FormatError unless each has as many cells as there are rows, joined."""
    regions: dict[str, list[Cell]] = {}
    for cell, text in zip(all_cells(size, size), chain(*(row.cells for row in rows)), strict=False):
        regions.setdefault(text, []).append(cell)
    for text, cells in regions.items():
        if len(cells) != size or len(connected_components(cells)) > 1:
            raise rows[0].line.error(
                f"region {quoted(text)} has {plural(len(cells), 'cell')} in "
                f"{plural(len(connected_components(cells)), 'part')}; expected {size} in one"
            )
    return tuple(map(tuple, regions.values()))


def _check_empty(words: list[Word]) -> None:
    """FormatError if a dot beside ``-`` may stand between cells."""
    dots = [word for word in words if word.text == "."]
    if dots:
        raise dots[0].error("'.' beside '-' for empty cells; expected one of them")


def _check_meaning(words: list[Word]) -> None:
    """FormatError if letters, or a 0, may be meant as in other places."""
    givens = [word for word in words if _VALUES.get(word.text)]
    if givens and all(word.text.isalpha() for word in givens):
        raise givens[0].error(
            "letters without a digit: A is 1 in some places, and 10 in others; expected numbers "
            "with blanks between the cells"
        )
    empty = {word.text: word for word in words if word.text in _EMPTY}
    if "0" in empty and len(empty) > 1:
        raise empty["0"].error(
            "0 beside other empty cells: is it a value? expected . for every empty cell, and "
            "values from 1"
        )


def _given(word: Word, size: int) -> int:
    """What a cell holds, 0 if it is empty; FormatError if it is no value of such a board."""
    value = _value(word.text, size)
    if value is None:
        letters = f" (A is 10, {_SYMBOLS[size]} is {size})" if size > 9 else ""
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
        cells[cage.cells[0]] = _SYMBOLS[cage.target]
    check_plain(puzzle, NAME, boxes(size, *BOX_SHAPES[size]))
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
