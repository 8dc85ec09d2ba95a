"""The files of the "KenKen-Solver" by bparr: size, number of cages, a line for each cage.

    3
    4
    x 6 0,0 1,0 1,1
    ! 2 2,2

Operator, target, cells; the row comes first, from 0. ``x`` multiplies, ``!`` is a given. The rows
of the solution may follow.
"""

from kenken_cp.formats.cage_lines.cells import pairs
from kenken_cp.formats.cage_lines.lines import SIZE_LINE, CageLines, HeadLine

FORMAT = CageLines(
    name="bparr",
    line="{operator} {target} {cells}",
    cells=pairs(0),
    head=(SIZE_LINE, HeadLine(r"(?P<count>[0-9]+)", "{count}", "the number of cages")),
).format(
    summary="size, number of cages, then operator, target and cells like 0,1",
    example="2\n3\n+ 3 0,0 0,1\n! 2 1,0\n! 1 1,1\n",
)
