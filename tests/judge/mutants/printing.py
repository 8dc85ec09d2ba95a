"""What is printed."""

from judge.mutants.record import Mutant

_LINES = """\
    number = 0
    for number, grid in enumerate(solutions(*puzzle), 1):
        yield f"Solution {number}:"
        for row in grid:
            yield " ".join(map(str, row))
    if number == 0:
        yield "No solution."
"""
_ROW = 'yield " ".join(map(str, row))'
_IN_GRID = "for row in grid:"
_NONE = 'yield "No solution."'
_GRID = "yield [[board[row, column] for column in range(columns)] for row in range(rows)]"


def _counts(name, wrong, words):
    count = f'    grids = list(solutions(*puzzle))\n    yield f"{{{words}}} solutions"\n'
    return Mutant(name, wrong, ((_LINES, count),), answers="count")


def _decides(name, wrong, words):
    decision = f"    count = len(list(solutions(*puzzle)))\n    yield {words}\n"
    return Mutant(name, wrong, ((_LINES, decision),), answers="unique")


PRINTING = (
    Mutant(
        "columns for rows",
        "Prints the board turned over its diagonal.",
        ((_IN_GRID, "for row in zip(*grid, strict=True):"),),
    ),
    Mutant("upside down", "Prints the last row first.", ((_IN_GRID, "for row in grid[::-1]:"),)),
    Mutant(
        "mirrored",
        "Prints each row from its end.",
        ((_ROW, _ROW.replace("str, row", "str, row[::-1]")),),
    ),
    Mutant(
        "0-based values",
        "Prints the index of each value, which counts from 0.",
        ((_ROW, 'yield " ".join(str(value - 1) for value in row)'),),
    ),
    Mutant(
        "values one too large",
        "Adds 1 to values that count from 1 already.",
        ((_ROW, 'yield " ".join(str(value + 1) for value in row)'),),
    ),
    Mutant(
        "digits glued",
        "Prints a row without spaces: 1 and 10 are 110.",
        ((_ROW, 'yield "".join(map(str, row))'),),
    ),
    Mutant(
        "last digits",
        "Prints one character a value: of 10 a 0.",
        ((_ROW, 'yield " ".join(str(value)[-1] for value in row)'),),
    ),
    Mutant(
        "characters from 0",
        "Prints the character that is value places after 0: for 10 a colon.",
        ((_ROW, 'yield " ".join(chr(ord("0") + value) for value in row)'),),
    ),
    Mutant(
        "last row not printed",
        "Prints the rows to the last but one.",
        ((_IN_GRID, "for row in grid[:-1]:"),),
    ),
    Mutant(
        "last column not printed",
        "Prints the columns to the last but one.",
        ((_ROW, _ROW.replace("str, row", "str, row[:-1]")),),
    ),
    Mutant(
        "rows sorted",
        "Sorts each row before it prints it.",
        ((_ROW, _ROW.replace("str, row", "str, sorted(row)")),),
    ),
    Mutant(
        "in the order of filling",
        "Prints the values as they were filled in, the givens first.",
        (
            (
                _GRID,
                "filled = list(board.values())\n"
                "            yield [filled[r * columns : (r + 1) * columns] for r in range(rows)]",
            ),
        ),
    ),
    Mutant(
        "givens not printed",
        "Prints a dot for a given.",
        (
            (
                _GRID,
                "given = {cage[0][0] for cage in cages if len(cage[0]) == 1}\n"
                '            yield [["." if (r, c) in given else board[r, c]'
                " for c in range(columns)] for r in range(rows)]",
            ),
        ),
    ),
    Mutant(
        "printed before the last check",
        "Prints a board when its last cell is filled, before that cell's cage is checked.",
        (("if cell not in cage_of or", "if place == len(cells) - 1 or cell not in cage_of or"),),
    ),
    Mutant(
        "solutions for none",
        "Reports the board of another puzzle where there is no solution.",
        (
            (
                _NONE,
                'yield "Solution 1:"\n'
                "        for row in range(puzzle[0]):\n"
                '            yield " ".join(map(str, puzzle[2]))',
            ),
        ),
    ),
    Mutant(
        "zeros for none",
        "Prints the empty board where there is no solution, and says that it is one.",
        (
            (
                _NONE,
                'yield "Found 1 solution"\n'
                "        for row in range(puzzle[0]):\n"
                '            yield " ".join("1" for _ in range(puzzle[1]))',
            ),
        ),
    ),
    _counts(
        "counts one too many",
        "Counts from 1: there is one solution more than there is.",
        "len(grids) + 1",
    ),
    _counts("counts to two", "Stops counting at two.", "min(len(grids), 2)"),
    _counts(
        "counts one too few",
        "Forgets to count the last of several solutions.",
        "len(grids) - (len(grids) > 1)",
    ),
    _counts("counts in a byte", "Counts in a byte.", "len(grids) % 256"),
    _counts(
        "counts in a byte with a sign",
        "Counts in a byte, with a sign.",
        "(len(grids) + 128) % 256 - 128",
    ),
    _counts(
        "counts first rows",
        "Counts the different first rows.",
        "len({tuple(grid[0]) for grid in grids})",
    ),
    _counts("counts at least one", "Counts the solution that it began with.", "max(1, len(grids))"),
    _decides(
        "unique if any",
        "Says unique as soon as there is a solution.",
        '"unique" if count else "no solution"',
    ),
    _decides(
        "unique if not several",
        "Says unique where there is no second solution, nor a first.",
        '"unique" if count < 2 else "not unique"',
    ),
    _decides(
        "several or none",
        "Says that there are several solutions unless there is one.",
        '"unique" if count == 1 else "not unique"',
    ),
    _decides(
        "unique up to two",
        "Looks for a third solution, not for a second.",
        '"unique" if 0 < count < 3 else "not unique" if count else "no solution"',
    ),
)
