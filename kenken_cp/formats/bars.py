"""The same course's puzzles as others write them: size, then ``target|operator|cells`` a line.

    2
    3|+|0,0|0,1
    2|=|1,0

Cells are row,column, from 0; a given has ``=`` or no operator.
"""

from kenken_cp.formats.cage_lines.cells import pairs
from kenken_cp.formats.cage_lines.lines import SIZE_LINE, CageLines

FORMAT = CageLines(
    name="bars", line="{target}|{operator}|{cells}", cells=pairs(0), between="|", head=(SIZE_LINE,)
).format(
    summary="size, then 3|+|0,0|0,1: target, operator, cells",
    example="2\n3|+|0,0|0,1\n2|=|1,0\n1|=|1,1\n",
)
