"""The files of the "kenken-solver" by chanioxaris: size, then ``[cells] operator target`` a line.

    2
    [(0,0),(0,1)] add 3
    [(1,0)] '' 2

Cells are (row,column), from 0; the operators are ``add``, ``sub``, ``mult`` and ``div``, and ``''``
of a given.
"""

from kenken_cp.formats.cage_lines.cells import pairs
from kenken_cp.formats.cage_lines.lines import SIZE_LINE, CageLines

FORMAT = CageLines(
    name="tuples",
    line="[{cells}] {operator} {target}",
    cells=pairs(0, brackets="()"),
    between=",",
    head=(SIZE_LINE,),
).format(
    summary="size, then [(0,0),(0,1)] add 3 a line",
    example="2\n[(0,0),(0,1)] add 3\n[(1,0)] '' 2\n[(1,1)] '' 1\n",
)
