"""Formats of a cage a line that have nothing else of their own: what each calls its parts, and the
order of these.
"""

from dataclasses import replace

from kenken_cp.formats.cage_lines.cells import (
    LETTER_IS_COLUMN,
    LETTER_IS_ROW,
    Cells,
    numbered,
    pairs,
)
from kenken_cp.formats.cage_lines.lines import CageLines, HeadLine
from kenken_cp.model.rule_sets import CALCUDOKU

_SIZE = HeadLine(r"(?P<size>[0-9]+)", "{size}", "the size, such as 5")
"""A number alone."""

NEKNEK = CageLines(
    name="neknek",
    line="{operator} {target} {cells}",
    cells=LETTER_IS_ROW,
    head=(HeadLine(r"#\s*(?P<size>[0-9]+)", "# {size}", "the size, as in # 5", telling=True),),
).format(
    summary="operator, target and cells like A1 (the letter is the row)",
    example="# 2\n+ 3 A1 A2\n! 2 B1\n! 1 B2\n",
)
"""The table of the solver "neknek", with spaces or tabs between. No board is larger than 26. ``*``
or ``x`` multiplies, ``!`` is a given. A ``#`` line that is not a size is a comment.
"""

BPARR = CageLines(
    name="bparr",
    line="{operator} {target} {cells}",
    cells=pairs(0),
    head=(_SIZE, HeadLine(r"(?P<count>[0-9]+)", "{count}", "the number of cages")),
).format(
    summary="size, number of cages, then operator, target and cells like 0,1",
    example="2\n3\n+ 3 0,0 0,1\n! 2 1,0\n! 1 1,1\n",
)
"""The files of the "KenKen-Solver" by bparr. The row comes first; ``x`` multiplies, ``!`` is a
given. The rows of the solution may follow.
"""

CALCUDOKU_ORG = CageLines(
    name="calcudoku",
    line="{target}, {operator}, {cells}",
    cells=LETTER_IS_COLUMN,
    between="",
    rules=CALCUDOKU,
).format(
    summary="target, operator and cells like c2 (the letter is the column), no size",
    example="3, +, a1b1\n2, +, a2\n1, +, b2\n",
)
"""The lists of calcudoku.org's solver. ``x`` multiplies, ``:`` divides; a single cell is a given,
whatever its operator. The largest cell shows the size. The site's rules are ``calcudoku``: - and :
on any number of cells.
"""

TUPLES = CageLines(
    name="tuples",
    line="[{cells}] {operator} {target}",
    cells=pairs(0, brackets="()"),
    between=",",
    head=(_SIZE,),
).format(
    summary="size, then [(0,0),(0,1)] add 3 a line",
    example="2\n[(0,0),(0,1)] add 3\n[(1,0)] '' 2\n[(1,1)] '' 1\n",
)
"""The files of the "kenken-solver" by chanioxaris. Cells are (row,column); the operators are
``add``, ``sub``, ``mult`` and ``div``, and ``''`` of a given.
"""

DAILY_LINES = CageLines(
    name="daily", line="{target} {operator} {cells}", cells=LETTER_IS_COLUMN, head=(_SIZE,)
)
DAILY = DAILY_LINES.format(
    summary="size, then target, operator and cells like A1 (the letter is the column)",
    example="2\n3 + A1 B1\n2 = A2\n1 = B2\n",
)
"""The puzzles of the DailyProgrammer challenge 240; ``=`` is a given."""

NUMBERED = CageLines(
    name="numbered", line="{target}{operator} {cells}", cells=numbered(1), between=",", bare=True
).format(
    summary="clue, then cells numbered from 1, as in 11+ 1,7; no size",
    example="3+ 1,2\n2+ 3\n1+ 4\n",
)
"""The lists of a course at Southampton. The size is the square root of the largest cell, which must
come out even. ``x`` or ``×`` multiplies, ``÷`` or ``/`` divides; a single cell is a given, whatever
its operator or without one; on more cells that hides it.
"""

VK = CageLines(
    name="vk",
    line="{operator} {target} {cells}",
    cells=pairs(1),
    head=(
        HeadLine(
            r"(?i:size)\s*=\s*(?P<size>[0-9]+)",
            "size={size}",
            "the size, as in size=5",
            telling=True,
        ),
    ),
    comment="#.*|//.*",
    rules=CALCUDOKU,
).format(
    summary="size=2, then operator, target and cells like 1,2",
    example="size=2\n+ 3 1,1 1,2\n= 2 2,1\n= 1 2,2\n",
)
"""A solver of a Dutch newspaper's Calcudoku, whose rules are ``calcudoku``. Cells are row,column,
from 1.
"""

BRACKETS = CageLines(
    name="brackets",
    line="{operator} {target} {cells}",
    cells=pairs(0, brackets="()"),
    head=(_SIZE,),
).format(
    summary="size, then add 3 (0,0) (0,1): operator, target, cells",
    example="2\nadd 3 (0,0) (0,1)\neq 2 (1,0)\neq 1 (1,1)\n",
)
"""The boards of a solver with a grid to click on. Cells are (row,column). An operator is a word,
``add sub mul div eq``, its first letter, or a sign; ``eq`` is a given.
"""

HASHES = CageLines(
    name="hashes",
    line="{target}#{cells}#{operator}",
    cells=numbered(0),
    between="-",
    head=(_SIZE,),
    comment=r"#(?!\s*[0-9]+$|[0-9]+(?:-[0-9]+)*+#).*|//.*",  # but no cage without its target
).format(
    summary="size, then 3#0-1#+: target, cells numbered from 0, operator",
    example="2\n3#0-1#+\n2#2#=\n1#3#=\n",
)
"""The puzzles of a course at Athens. Cells are counted in reading order; ``=`` is a given."""

BARS = CageLines(
    name="bars", line="{target}|{operator}|{cells}", cells=pairs(0), between="|", head=(_SIZE,)
).format(
    summary="size, then 3|+|0,0|0,1: target, operator, cells",
    example="2\n3|+|0,0|0,1\n2|=|1,0\n1|=|1,1\n",
)
"""The same course's puzzles as others write them. Cells are row,column; a given has ``=`` or no
operator.
"""

NEWDOKU = CageLines(
    name="newdoku",
    line="{target}{operator}{cells}",
    cells=Cells(
        r"(?P<row>[0-9])(?P<column>[0-9])(?![0-9])",
        "{row}{column}",
        "a digit each for row and column",
        most=10,
    ),
    between=".",
    head=(HeadLine(r"KenKen", "Puzzle\nKenKen", "KenKen"),),
    comment=r"(?!KenKen$|[0-9]\S*$)(?=.*[A-Za-z]{2}).*",  # but no word that begins as a cage
).format(
    summary="a comment, KenKen, then 3+00.01: target, operator, cells",
    example="Puzzle\nKenKen\n3+00.01\n2c10\n1c11\n",
)
"""Puzzles of newdoku.com as a solver's author types them. A cell is its row and its column, a digit
each, from 0; ``:`` divides, ``c`` is a given. The last cell shows the size. One puzzle a file.
"""

SIGNS = CageLines(
    name="signs",
    line="{operator}{target} {cells}",
    cells=replace(LETTER_IS_COLUMN, written="{column_small}{row}"),
    head=(_SIZE,),
).format(
    summary="size, then +3 a1 b1: operator, target, cells (the letter is the column)",
    example="2\n+3 a1 b1\n+2 a2\n+1 b2\n",
    suffix="ken",
)
"""The boards of a solver in C++; a given has ``+``."""
