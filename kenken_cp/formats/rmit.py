"""The Sudokus of a course at Melbourne (RMIT), whose values may be any: size, values, and the
values of cells, or the number of cages, and these.

    4                   4
    1 2 3 4             5 6 7 8
    1,1 2               6
    0,0 1               13 0,0 0,1
    ...                 20 1,0 2,0 3,0
                        ...

Cells are row and column, from 0; a cage is a sum. Boxes are square.
"""

from math import isqrt

from kenken_cp.formats._draft import Draft
from kenken_cp.formats._words import Lines, Word, board_by_board, said_lines
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.sudokus.killers import check_sums, square_boxes
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.operators import ADD, GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, KILLER, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import plural

NAME = "rmit"

_SIZES = [side * side for side in range(2, isqrt(MAX_SIZE) + 1)]
_SIZE = regex(rf"\s*+(?:{'|'.join(map(str, _SIZES))})\s*+")
_VALUES = regex(r"\s*+-?[0-9]++(?:\s++-?[0-9]++)++\s*+")
_GIVEN = regex(r"\s*+[0-9]++,[0-9]++\s++-?[0-9]++\s*+")
_COUNT = regex(r"\s*+[0-9]{1,4}\s*+")


def detect(text: str) -> bool:
    """A size, as many different values, and below these a number, or a cell and its value."""
    lines = [line.text for line in Lines(said_lines(text)).view(3)]
    if len(lines) < 3 or not _SIZE.fullmatch(lines[0]) or not _VALUES.fullmatch(lines[1]):
        return False
    values = lines[1].split()
    below = _GIVEN.fullmatch(lines[2]) or _COUNT.fullmatch(lines[2])
    return below is not None and len(values) == len(set(values)) == int(lines[0].strip())


def _read_puzzle(lines: Lines[Word], rules: RuleSet | None) -> ReadPuzzle:
    head = lines.take()
    head.matched(_SIZE, "a size, such as 4 or 9")
    size = int(head.text.strip())
    draft = Draft(head.line)
    if not lines:
        raise head.first.error(f"the text ends after {size}; expected the values of the board")
    below = lines.take()
    values = [word.integer("value") for word in below.split()]
    if len(set(values)) != size:
        raise below.first.error(
            f"{plural(len(set(values)), 'different value')}; expected {size}, as the size says"
        )
    count = None
    if (line := lines.peek()) and _COUNT.fullmatch(line.text):
        count = lines.take().first.within("number of cages", 0, size * size)
    done = 0
    while (line := lines.peek()) and done != count and not _SIZE.fullmatch(line.text):
        lines.take()
        done += 1
        if count is None:
            cell, value = _words(line, 2)
            draft.add([_cell(cell, size)], GIVEN, value.integer("value"), cell)
        else:
            target, *cells = _words(line, None)
            places = [_cell(cell, size) for cell in cells]
            draft.add(places, ADD, target.integer("sum"), target)
    if count not in (None, done):
        raise head.first.error(f"{plural(done, 'cage')}; expected {count}, as the head says")
    meant = KENKEN if count is None else KILLER
    return draft.puzzle(
        size, rules or meant, values=sorted(values), houses=square_boxes(size, head)
    )


def _words(line: Word, count: int | None) -> list[Word]:
    words = line.split()
    if len(words) < 2 or count not in (None, len(words)):
        expected = (
            "a sum and cells, as in 13 0,0 0,1"
            if count is None
            else "a cell and its value, as in 0,0 12"
        )
        raise line.unlike(expected)
    return words


def _cell(word: Word, size: int) -> Cell:
    row, comma, column = word.text.partition(",")
    if not comma:
        raise word.unlike("row,column", "cell")
    return (
        word.instead(row).within("row", 0, size - 1),
        word.instead(column).within("column", 0, size - 1),
    )


def write(puzzle: Puzzle) -> str:
    """Size, values, and a line a cage; FormatError for what is no Sudoku with square boxes."""
    size = puzzle.rows
    killer = puzzle.rules is KILLER
    if (size, size) != (puzzle.rows, puzzle.columns) or size not in _SIZES:
        raise cannot(NAME, f"a {puzzle.size_name} board; its sizes are 4, 9, 16 ...")
    if len(puzzle.values) != size:
        raise cannot(NAME, f"{plural(len(puzzle.values), 'value')} on {size} rows")
    boxes = square_boxes(size, Word("", 0))
    check_plain(puzzle, NAME, boxes, rules=KILLER if killer else KENKEN, any_shape=True)
    if killer:
        check_sums(puzzle, NAME)
    elif not puzzle.cages:  # by which it is recognised
        raise cannot(NAME, "a board without givens")
    elif larger := [cage for cage in puzzle.cages if cage.operator is not GIVEN]:
        raise cannot(NAME, f"the cage {larger[0]}, but for killer rules")
    lines = [str(size), " ".join(map(str, puzzle.values))]
    if killer:
        lines.append(str(len(puzzle.cages)))
    for cage in puzzle.cages:
        cells = " ".join(f"{row},{column}" for row, column in cage.cells)
        lines.append(f"{cage.target} {cells}" if killer else f"{cells} {cage.target}")
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name=NAME,
    summary="Sudokus and Killers of a course: size, values, then 0,0 5, or cages, 13 0,0 0,1",
    example="4\n5 6 7 8\n1\n13 0,0 0,1\n",
    detect=detect,
    read=board_by_board(_read_puzzle),
    write=write,
    join="".join,
)
