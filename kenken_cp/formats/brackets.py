"""The boards of a solver with a grid to click on: size, then ``operator target (row,column) ...``.

    2
    add 3 (0,0) (0,1)
    eq 2 (1,0)

Cells are (row,column), from 0. An operator is a word, ``add sub mul div eq``, its first letter, or
a sign; ``eq`` is a given.
"""

from kenken_cp.formats.cage_lines.cells import pairs
from kenken_cp.formats.cage_lines.lines import SIZE_LINE, CageLines

FORMAT = CageLines(
    name="brackets",
    line="{operator} {target} {cells}",
    cells=pairs(0, brackets="()"),
    head=(SIZE_LINE,),
).format(
    summary="size, then add 3 (0,0) (0,1): operator, target, cells",
    example="2\nadd 3 (0,0) (0,1)\neq 2 (1,0)\neq 1 (1,1)\n",
)
