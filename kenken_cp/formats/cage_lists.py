"""The formats with a cage a line: ten records of how they differ.

Cages are lists of cells with an operator and a target. Comments begin with ``#``. Where a format
begins with the size, a size begins the next puzzle, too; without one, and where the size looks like
a comment, there is one puzzle a text.
"""

from kenken_cp.formats.cage_lines import CageLines
from kenken_cp.formats.operators import FOUR
from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MODULO, MULTIPLY, OR, POWER, SUBTRACT
from kenken_cp.model.rule_sets import CALCUDOKU

AIKENKEN = CageLines(
    name="aikenken",
    summary="target, operator and cells numbered from 0, a cage a line, no size",
    example="3 + 0 1\n2 . 2\n1 . 3\n",
    line="{target} {operator} {cells}",
    cell="{number}",
    operators={**FOUR, DIVIDE: ("/", "%"), GIVEN: (".",)},
)
"""Of AIKenKenSolver and KenKenPuzzleSolver. Cells are numbered in reading order; the size is the
square root of one more than the largest, which must come out even.
"""

BPARR = CageLines(
    name="bparr",
    summary="size, number of cages, then operator, target and cells like 0,1",
    example="2\n3\n+ 3 0,0 0,1\n! 2 1,0\n! 1 1,1\n",
    line="{operator} {target} {cells}",
    cell="{row},{column}",
    head=("{size}", "{count}"),
    operators={**FOUR, MULTIPLY: ("x", "*"), GIVEN: ("!",)},
)
"""Of bparr's KenKen-Solver."""

BRACKETS = CageLines(
    name="brackets",
    summary="size, then add 3 (0,0) (0,1): operator, target, cells",
    example="2\nadd 3 (0,0) (0,1)\neq 2 (1,0)\neq 1 (1,1)\n",
    line="{operator} {target} {cells}",
    cell="({row},{column})",
    head=("{size}",),
    operators={
        ADD: ("add", "+", "a"),
        SUBTRACT: ("sub", "-", "s", "subtract"),
        MULTIPLY: ("mul", "*", "m", "multiply", "x"),
        DIVIDE: ("div", "/", "d", "divide"),
        GIVEN: ("eq", "=", "e", "equal"),
    },
)
"""Of hassanelshazly's kenken_solver."""

CALCUDOKU_LINES = CageLines(
    name="calcudoku",
    summary="target, operator and cells like c2 (the letter is the column), no size",
    example="3, +, a1b1\n2, +, a2\n1, +, b2\n",
    line="{target}, {operator}, {cells}",
    cell="{column_letter}{row}",
    first=1,
    between="",
    operators={
        **FOUR,
        MULTIPLY: ("x", "*"),
        DIVIDE: (":", "/"),
        MODULO: ("mod",),
        POWER: ("^",),
        OR: ("|",),
        GIVEN: ("+", "="),
    },
    rules=CALCUDOKU,
)
"""Of calcudoku.org's solver. ``|`` is the bitwise or. The last row or column with a cage shows the
size. The site's rules are ``calcudoku``: - and : on any number of cells.
"""

COORDINATES = CageLines(
    name="coordinates",
    summary="size, then 3+ (0,0) (0,1): target with operator, cells",
    example="2\n3+ (0,0) (0,1)\n2 (1,0)\n1 (1,1)\n",
    line="{clue} {cells}",
    cell="({row},{column})",
    head=("{size}",),
    operators=FOUR,
)
"""Of a Creighton course (CSC 421); a target without operator is a given."""

DAILY = CageLines(
    name="daily",
    summary="size, then target, operator and cells like A1 (the letter is the column)",
    example="2\n3 + A1 B1\n2 = A2\n1 = B2\n",
    line="{target} {operator} {cells}",
    cell="{column_letter}{row}",
    first=1,
    head=("{size}",),
    operators={**FOUR, GIVEN: ("=",)},
)
"""Of the DailyProgrammer challenge 240."""

NEKNEK = CageLines(
    name="neknek",
    summary="# and the size, then operator, target and cells like A1 (the letter is the row)",
    example="# 2\n+ 3 A1 A2\n! 2 B1\n! 1 B2\n",
    line="{operator} {target} {cells}",
    cell="{row_letter}{column}",
    first=1,
    head=("# {size}",),
    operators={**FOUR, MULTIPLY: ("*", "x"), GIVEN: ("!",)},
)
"""Of the solver neknek. The line ``# 5`` is the size; other lines with ``#`` are comments."""

NUMBERED = CageLines(
    name="numbered",
    summary="clue, then cells numbered from 1, as in 11+ 1,7; no size",
    example="3+ 1,2\n2+ 3\n1+ 4\n",
    line="{clue} {cells}",
    cell="{number}",
    first=1,
    between=",",
    operators={**FOUR, MULTIPLY: ("x", "*"), DIVIDE: ("÷", "/", ":"), GIVEN: ("+", "=")},
)
"""Of a course at Southampton. A single cell is a given, whatever its operator or without one."""

TUPLES = CageLines(
    name="tuples",
    summary="size, then [(0,0),(0,1)] add 3: cells, operator, target",
    example="2\n[(0,0),(0,1)] add 3\n[(1,0)] '' 2\n[(1,1)] '' 1\n",
    line="[{cells}] {operator} {target}",
    cell="({row},{column})",
    between=",",
    head=("{size}",),
    operators={
        ADD: ("add", "'add'"),
        SUBTRACT: ("sub", "'sub'"),
        MULTIPLY: ("mult", "mul", "'mult'", "'mul'"),
        DIVIDE: ("div", "'div'"),
        GIVEN: ("''", '""'),
    },
)
"""Of chanioxaris' kenken-solver; the words with quotes or without."""

UPC = CageLines(
    name="upc",
    summary="numbers: size, cages; operator (1 +, 2 -, 3 x, 4 /), target, how many cells, these",
    example="2 3\n1 3 2 1 1 1 2\n0 2 1 2 1\n0 1 1 2 2\n",
    line="{operator} {target} {length} {cells}",
    cell="{row} {column}",
    first=1,
    head=("{size} {count}",),
    operators={
        GIVEN: ("0",),
        ADD: ("1",),
        SUBTRACT: ("2",),
        MULTIPLY: ("3",),
        DIVIDE: ("4",),
        MODULO: ("5",),
        POWER: ("6",),
    },
)
"""Of a Barcelona course's projects: first the size and the number of cages; then for each its
operator, its target, the number of its cells, and their rows and columns. The operator is 5 for the
remainder and 6 for the power, always. The value of a cell, ``[3]`` behind it, is not read.
"""

FORMATS = tuple(
    lines.record
    for lines in (
        *(AIKENKEN, BPARR, BRACKETS, CALCUDOKU_LINES, COORDINATES),
        *(DAILY, NEKNEK, NUMBERED, TUPLES, UPC),
    )
)
