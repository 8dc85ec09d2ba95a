"""The puzzles of a course at Athens: size, then ``target#cells#operator`` a line.

    2
    3#0-1#+
    2#2#=

Cells are counted from 0, in reading order; ``=`` is a given.
"""

from kenken_cp.formats.cage_lines.cells import numbered
from kenken_cp.formats.cage_lines.lines import SIZE_LINE, CageLines

FORMAT = CageLines(
    name="hashes",
    line="{target}#{cells}#{operator}",
    cells=numbered(0),
    between="-",
    head=(SIZE_LINE,),
    comment=r"#(?!\s*[0-9]+$|[0-9]+(?:-[0-9]+)*+#).*|//.*",  # but no cage without its target
).format(
    summary="size, then 3#0-1#+: target, cells numbered from 0, operator",
    example="2\n3#0-1#+\n2#2#=\n1#3#=\n",
)
