"""The puzzles of kenkenpuzzle.com as its page gets them: five matrices below a letter each.

    A        T        S        V        H
    2 1 3    3 0 6    + 0 *    0 1      1 0
    3 2 1    3 0 0    * 0 0    1 0      1 1
    1 3 2    0 1 0    0 - 0    1 0      0 1

They stand below each other: the answer, which must fit the cages; the targets and the signs of the
cages, each in one of its cells (``1`` is a given, ``0`` nothing); the walls between the cells of
each row, and, a column each, between those of each column. JSON that has such a text under ``data``
is read, too.
"""

import re
from collections.abc import Iterator

from kenken_cp.errors import FormatError
from kenken_cp.formats._draft import Draft, check_solution
from kenken_cp.formats._spellings import parse_operator
from kenken_cp.formats._words import Lines, Word, numbered_lines
from kenken_cp.formats._writable import read_only
from kenken_cp.formats.json.boards import JSON_TEXTS
from kenken_cp.formats.json.values import Node, each, each_puzzle
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE, Cell, all_cells, joined_cells
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import cell_name, plural

NAME = "walls"

_TEXT = regex(r"\s*+A[ \t]*+\n\s*+[0-9 \t]++\n")
_JSON = regex(r'\s*+[\[{].*?"data"\s*+:\s*+"A(?:\\r)?+\\n', re.DOTALL)

_Matrix = list[list[Word]]


def detect(text: str) -> bool:
    """The letter of the first matrix, and a row of numbers; or JSON with such a text."""
    return _TEXT.match(text) is not None or _JSON.match(text) is not None


def _is_json(text: str) -> bool:
    return _JSON.match(text) is not None


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """Every puzzle of a text."""
    if text.lstrip()[:1] not in ("{", "["):
        lines = Lines(numbered_lines(text))
        while lines:
            yield _read_puzzle(lines, rules)
        return
    yield from each_puzzle(text, each, _in_json, rules)


def _in_json(entry: Node, rules: RuleSet | None) -> ReadPuzzle:
    data = entry["data"]
    lines = Lines(numbered_lines(data.text().replace("\r", "")))
    with data.holding("data"):
        return _read_puzzle(lines, rules)


def _read_puzzle(lines: Lines[Word], rules: RuleSet | None) -> ReadPuzzle:
    first = lines.peek()
    answer = _matrix(lines, "A", None)
    size = len(answer)
    targets, signs = (_matrix(lines, letter, size) for letter in "TS")
    beside, below = (_matrix(lines, letter, size, size - 1) for letter in "VH")
    draft = Draft(first.line if first else 1)
    for cells in joined_cells(all_cells(size, size), _open(size, beside, below)):
        clues = [(r, c) for r, c in cells if targets[r][c].text != "0"]
        if len(clues) != 1:
            place = clues[1] if clues else cells[0]
            raise targets[place[0]][place[1]].error(
                f"{plural(len(clues), 'target')} in the cage of {cell_name(cells[0])}; expected one"
            )
        row, column = clues[0]
        sign = signs[row][column]
        operator = GIVEN if len(cells) == 1 else parse_operator(sign, NAME, len(cells))
        draft.add(cells, operator, targets[row][column].integer("target"), sign)
    found = draft.puzzle(size, draft.rules_or_shown(rules) or KENKEN)
    values = tuple(tuple(word.integer("value") for word in row) for row in answer)
    if any(map(any, values)):
        check_solution(found.puzzle, values, answer[0][0])
    return found


def _matrix(lines: Lines[Word], letter: str, height: int | None, width: int = 0) -> _Matrix:
    """Takes a letter and the rows below it, that many of that many words; a square one, if their
    number is not known.
    """
    head = lines.peek()
    if head is None:
        raise lines.last.error(f"the text ends; expected {letter} and a matrix")
    lines.take()
    if head.text.strip() != letter:
        raise head.unlike(letter)
    rows: _Matrix = []
    while height is None or len(rows) < height:
        line = lines.peek()
        row = line.split() if line else []
        if line is None or line.text.strip().isalpha():
            expected = "rows" if height is None else plural(height, "row")
            raise head.first.error(f"{letter} has {plural(len(rows), 'row')}; expected {expected}")
        height = height or len(row)
        if height > MAX_SIZE or len(row) != (width or height):
            expected = f"at most {MAX_SIZE}" if height > MAX_SIZE else str(width or height)
            raise line.first.error(f"a row of {len(row)}; expected {expected}")
        rows.append(row)
        lines.take()
    return rows


def _open(size: int, beside: _Matrix, below: _Matrix) -> Iterator[tuple[Cell, Cell]]:
    """The neighbours between which there is no wall."""
    for line in range(size):
        for at in range(size - 1):
            across, down = ((line, at), (line, at + 1)), ((at, line), (at + 1, line))
            for wall, pair in ((beside[line][at], across), (below[line][at], down)):
                if wall.text not in ("0", "1"):
                    raise wall.unlike("0 or 1", "wall")
                if wall.text == "0":
                    yield pair


write = read_only(NAME, "its texts hold the solution besides the cages, a puzzle none")
JSON_TEXTS.append(_is_json)
FORMAT = Format(
    name=NAME,
    summary="kenkenpuzzle.com's matrices A, T, S, V, H; read only: they hold the solution",
    example="A\n1 2\n2 1\nT\n3 0\n2 1\nS\n+ 0\n1 1\nV\n0\n1\nH\n1\n1\n",
    detect=detect,
    read=read,
    write=write,
)
