"""The boards of a Creighton course (CSC 421): size, then target with operator, and cells.

    2
    3+ (0,0) (0,1)
    2 (1,0)
    1 (1,1)

Cells are (row,column) from 0; a target without operator is a given. A number alone begins the next
puzzle; comments begin with ``#``.
"""

from kenken_cp.formats_new.cage_lines import CageLines
from kenken_cp.formats_new.operators import FOUR

FORMAT = CageLines(
    name="coordinates",
    line="{target}{operator} {cells}",
    cell="({row},{column})",
    operators=FOUR,
    head=("{size}",),
).format(
    summary="size, then 3+ (0,0) (0,1): target with operator, cells",
    example="2\n3+ (0,0) (0,1)\n2 (1,0)\n1 (1,1)\n",
)
