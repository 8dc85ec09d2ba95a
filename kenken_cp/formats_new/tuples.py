"""The files of chanioxaris' kenken-solver: size, then cells, operator and target.

    2
    [(0,0),(0,1)] add 3
    [(1,0)] '' 2
    [(1,1)] '' 1

Cells are (row,column) from 0; the operators are ``add``, ``sub``, ``mult`` and ``div``, with quotes
or without, and ``''`` of a given. A number alone begins the next puzzle; comments begin with ``#``.
"""

from kenken_cp.formats_new.cage_lines import CageLines
from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MULTIPLY, SUBTRACT

FORMAT = CageLines(
    name="tuples",
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
).format(
    summary="size, then [(0,0),(0,1)] add 3: cells, operator, target",
    example="2\n[(0,0),(0,1)] add 3\n[(1,0)] '' 2\n[(1,1)] '' 1\n",
)
