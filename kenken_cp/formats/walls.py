"""The puzzles of kenkenpuzzle.com as its page gets them: five matrices below a letter each.

    A        T        S        V        H
    2 1 3    3 0 6    + 0 *    0 1      1 0
    3 2 1    3 0 0    * 0 0    1 0      1 1
    1 3 2    0 1 0    0 - 0    1 0      0 1

They stand below each other: the answer (``A``), numbers that are not taken; the targets and the
signs of the cages, each in one of its cells (``1`` is the sign of a given, ``0`` is nothing); the
walls between the cells of each row, a row each, and those between the cells of each column, a
column each (``1`` is a wall). Puzzles may follow each other.
"""

from collections.abc import Iterator

from kenken_cp.formats.draft import Draft
from kenken_cp.formats.operators import FOUR, OperatorWords
from kenken_cp.formats.readers import WordGrid, grid_of, sequential_reader
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.tokens import Lines, first_lines
from kenken_cp.model.geometry import Cell, all_cells, joined_cells
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import cell_name, plural

OPERATORS = OperatorWords({**FOUR, GIVEN: ("1",)})


def signature(text: str) -> bool:
    """The letter of the first matrix, and below it a row of numbers."""
    lines = first_lines(text, 2)
    return len(lines) == 2 and lines[0] == "A" and all(map(str.isdecimal, lines[1].split()))


def read_one(lines: Lines, rules: RuleSet | None) -> ReadPuzzle:
    """The five matrices of a puzzle."""
    place = lines.peek() or lines.last
    answer = _matrix(lines, "A", None)
    for cell in answer.words:
        answer.token(cell).integer("value")
    size = answer.size
    targets, signs = _matrix(lines, "T", size), _matrix(lines, "S", size)
    beside, below = (_matrix(lines, letter, (size[0], size[0] - 1)) for letter in "VH")
    lines.expect_end("the end, or A and the matrices of another puzzle", "A")
    draft = Draft(place)
    for cells in joined_cells(all_cells(*size), _unwalled_pairs(beside, below)):
        clued = [cell for cell in cells if targets.words[cell] != "0"]
        if len(clued) != 1:
            raise targets.token((*clued[1:], *cells)[0]).error(
                f"{plural(len(clued), 'target')} in the cage of {cell_name(cells[0])}; expected one"
            )
        (first,) = clued
        for cell in cells:
            if signs.words[cell] != "0" and cell != first:
                raise signs.token(cell).unlike("0, as the cage's target is elsewhere", "sign")
        sign = signs.token(first)
        target = targets.token(first).integer("target")
        draft.add(cells, OPERATORS.read(sign), target, sign)
    return draft.puzzle(size, rules)


def _matrix(lines: Lines, letter: str, size: tuple[int, int] | None) -> WordGrid:
    """Takes a letter and the matrix below it; one without a size is a square."""
    head = lines.take(f"{letter} and a matrix")
    if head.text.strip() != letter:
        raise head.unlike(f"{letter} and a matrix")
    if size is not None and not size[1]:  # the walls of a board of one cell
        return WordGrid(size, {}, [])
    return grid_of(lines, size, where=f" of {letter}")


def _unwalled_pairs(beside: WordGrid, below: WordGrid) -> Iterator[tuple[Cell, Cell]]:
    """The neighbours between which there is no wall."""
    for walls in (beside, below):
        for (line, at), wall in walls.words.items():
            if wall not in ("0", "1"):
                raise walls.token((line, at)).unlike("0 or 1", "wall")
            if wall == "0":
                one, other = (line, at), (line, at + 1)
                yield (one, other) if walls is beside else (one[::-1], other[::-1])


FORMAT = Format(
    name="walls",
    summary="kenkenpuzzle.com's matrices A, T, S, V, H; read only: they hold the solution",
    example="A\n1 2\n2 1\nT\n3 0\n2 1\nS\n+ 0\n1 1\nV\n0\n1\nH\n1\n1\n",
    signature=signature,
    read=sequential_reader(read_one),
    separator="",
)
