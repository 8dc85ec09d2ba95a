"""The puzzles of a course at the University of Victoria: the name of a cage in each cell, with the
clue where it comes first.

    #kenken 3x3
    r1.3+,r1,r2.6*
    r3.1-,r2,r2
    r3,r4.5+,r4

A solution below, as many digits as there are cells, is not taken, but it must fit. A line that
begins with ``#`` is a comment. A bare number is a given on one cell and has a hidden operator on
more.
"""

from collections.abc import Iterator
from functools import partial
from itertools import count

from kenken_cp.formats._draft import Draft, check_solution
from kenken_cp.formats._words import Lines, Word, said_lines
from kenken_cp.formats._writable import check_plain
from kenken_cp.formats.pictures import cage_grid
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import plural

NAME = "inline"

_CELL = regex(r"\s*+([A-Za-z]\w*+)(?:\.(.*\S))?\s*+")
_FIRST = regex(r"\s*+[A-Za-z]\w*+\.[0-9][^\s,]*+(?:\s*+,\s*+[A-Za-z]\w*+[^\s,]*+)*+\s*+")
_SOLUTION = regex(r"\s*+[0-9]++\s*+")


def detect(text: str) -> bool:
    """A first row that begins with a name and its clue, ``r1.240*``."""
    first = Lines(said_lines(text)).peek()
    return first is not None and _FIRST.fullmatch(first.text) is not None


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle]:
    """Every puzzle of a text."""
    lines = Lines(said_lines(text))
    before: set[str] = set()
    while first := lines.peek():
        size = cage_grid.check_side(first, first.text.count(",") + 1)
        clues: dict[str, cage_grid.Clue] = {}
        rows = cage_grid.grid_of(lines, size, size, partial(_read_row, clues=clues))
        solution = lines.peek()
        is_solution = solution is not None and _SOLUTION.fullmatch(solution.text) is not None
        before = set() if is_solution else cage_grid.check_apart(lines, rows, before)
        draft = Draft(first.line)
        cage_grid.add_cages(draft, rows, clues, NAME)
        found = draft.puzzle(size, draft.rules_or_shown(rules))
        if is_solution:
            _check_solution(lines.take(), found.puzzle)
        yield found


def _check_solution(line: Word, puzzle: Puzzle) -> None:
    """FormatError for digits below a board that are not its solution."""
    digits, side = line.in_bounds().first, puzzle.columns
    values = list(map(int, digits.text))
    if len(values) != side * side:
        expected = f"expected a solution of {side * side}"
        raise digits.error(f"{plural(len(values), 'digit')} below the board; {expected}")
    rows = [values[at : at + side] for at in range(0, len(values), side)]
    check_solution(puzzle, rows, digits)


def _read_row(line: Word, clues: dict[str, cage_grid.Clue]) -> list[Word]:
    """The names of a row; adds the clues that stand in it."""
    row = []
    for cell in line.in_bounds().between(","):
        match = cell.matched(_CELL, "a name, perhaps with a clue: r1.240*", "cell")
        row.append(cell.group(match, 1))
        if match[2] is not None:
            cage_grid.add_clue(clues, row[-1], cage_grid.clue(cell.group(match, 2)))
    return row


def write(puzzle: Puzzle) -> str:
    """The rows; FormatError for what is not plain, or has cells in no cage."""
    check_plain(puzzle, NAME, covered=True)
    names = cage_grid.names_of(puzzle, map("r{}".format, count(1)), NAME)
    rows = [line.split(",") for line in cage_grid.grid_lines(puzzle, names, between=",")]
    for cage in puzzle.cages:
        row, column = cage.cells[0]
        rows[row][column] += f".{cage_grid.clue_text(cage, NAME)}"
    return "\n".join([f"#kenken {puzzle.size_name}", *map(",".join, rows)]) + "\n"


FORMAT = Format(
    name=NAME,
    summary="the name of a cage in each cell, with its clue where it comes first: r1.240*,r1,r2.3-",
    example="#kenken 2x2\nr1.3+,r1\nr2.2,r3.1\n",
    detect=detect,
    read=read,
    write=write,
    join="".join,
)
