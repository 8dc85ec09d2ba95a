"""The lists of calcudoku.org's solver: ``target, operator, cells``.

    24, x, e4e5f5
    3, +, c2

The letter of a cell is its **column**, the number its row. ``x`` multiplies, ``:`` divides; a
single cell is a given, whatever its operator. There is no size: the largest cell shows it. One
puzzle a file. The site's rules are ``calcudoku``: - and : on any number of cells.
"""

from kenken_cp.formats.cage_lines.cells import LETTER_IS_COLUMN
from kenken_cp.formats.cage_lines.lines import CageLines
from kenken_cp.model.rule_sets import CALCUDOKU

FORMAT = CageLines(
    name="calcudoku",
    line="{target}, {operator}, {cells}",
    cells=LETTER_IS_COLUMN,
    between="",
    rules=CALCUDOKU,
).format(
    summary="target, operator and cells like c2 (the letter is the column), no size",
    example="3, +, a1b1\n2, +, a2\n1, +, b2\n",
)
