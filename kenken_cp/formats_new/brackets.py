"""The boards of hassanelshazly's kenken_solver: size, then operator, target and cells.

    2
    add 3 (0,0) (0,1)
    eq 2 (1,0)
    eq 1 (1,1)

Cells are (row,column) from 0. An operator is a word, ``add sub mul div eq``, its first letter, or a
sign; ``eq`` is a given. A number alone begins the next puzzle; comments begin with ``#``.
"""

from kenken_cp.formats_new.cage_lines import CageLines
from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MULTIPLY, SUBTRACT

FORMAT = CageLines(
    name="brackets",
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
).format(
    summary="size, then add 3 (0,0) (0,1): operator, target, cells",
    example="2\nadd 3 (0,0) (0,1)\neq 2 (1,0)\neq 1 (1,1)\n",
)
