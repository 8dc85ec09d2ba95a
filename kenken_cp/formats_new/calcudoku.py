"""The lists of calcudoku.org's solver: target, operator and cells, a cage a line.

    24, x, e4e5f5
    3, +, c2

The letter of a cell is its column. ``x`` multiplies, ``:`` divides, ``mod`` is the remainder, ``^``
the power and ``|`` the bitwise or; a single cell is a given, whatever its operator. The last row or
column with a cage shows the size. The site's rules are ``calcudoku``: - and : on any number of
cells. One puzzle a text; comments begin with ``#``.
"""

from kenken_cp.formats_new.cage_lines import CageLines
from kenken_cp.formats_new.operators import FOUR
from kenken_cp.model.operators import DIVIDE, GIVEN, MODULO, MULTIPLY, OR, POWER
from kenken_cp.model.rule_sets import CALCUDOKU

FORMAT = CageLines(
    name="calcudoku",
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
).format(
    summary="target, operator and cells like c2 (the letter is the column), no size",
    example="3, +, a1b1\n2, +, a2\n1, +, b2\n",
)
