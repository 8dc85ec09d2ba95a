"""The files of bparr's KenKen-Solver: size, number of cages, then operator, target and cells.

    2
    3
    + 3 0,0 0,1
    ! 2 1,0
    ! 1 1,1
    1 2
    2 1

Cells are row,column from 0; ``x`` multiplies, ``!`` is a given. The rows of a solution may follow,
as here: they must fit the puzzle. Then comes the next puzzle; comments begin with ``#``.
"""

from dataclasses import replace

from kenken_cp.formats_new.cage_lines import CageLines
from kenken_cp.formats_new.operators import FOUR
from kenken_cp.formats_new.readers import one_after_another, rows_of
from kenken_cp.formats_new.record import ReadPuzzle
from kenken_cp.formats_new.tokens import Lines
from kenken_cp.model.operators import GIVEN, MULTIPLY
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.model.rules import violations

_LINES = CageLines(
    name="bparr",
    line="{operator} {target} {cells}",
    cell="{row},{column}",
    head=("{size}", "{count}"),
    operators={**FOUR, MULTIPLY: ("x", "*"), GIVEN: ("!",)},
)


def read_one(lines: Lines, rules: RuleSet | None) -> ReadPuzzle:
    """The puzzle, and the rows of its solution if they are there."""
    found = _LINES.read_one(lines, rules)
    first, side = lines.peek(), found.puzzle.rows
    if first is None or len(first.split()) == 1:  # the size of another puzzle
        return found
    grid = []
    for row in rows_of(lines, side, "row of the solution"):
        if len(row.split()) != side:
            raise row.unlike(f"{side} numbers, a row of the solution", "line")
        grid.append([word.within("value", 1, side) for word in row.split()])
    if wrong := violations(found.puzzle, grid):
        raise first.start.error(f"a solution that does not fit the puzzle: {wrong[0]}")
    return found


FORMAT = replace(
    _LINES.format(
        summary="size, number of cages, then operator, target and cells like 0,1",
        example="2\n3\n+ 3 0,0 0,1\n! 2 1,0\n! 1 1,1\n",
    ),
    read=one_after_another(read_one),
)
