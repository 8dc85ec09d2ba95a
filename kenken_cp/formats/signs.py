"""The boards of a solver in C++: size, then ``operator target cells``, the first two in one word.

    2
    +3 a1 b1
    +2 a2

The letter of a cell is its **column**, the number its row; a given has ``+``.
"""

from dataclasses import replace

from kenken_cp.formats.cage_lines.cells import LETTER_IS_COLUMN
from kenken_cp.formats.cage_lines.lines import SIZE_LINE, CageLines

FORMAT = CageLines(
    name="signs",
    line="{operator}{target} {cells}",
    cells=replace(LETTER_IS_COLUMN, written="{column_small}{row}"),
    head=(SIZE_LINE,),
).format(
    summary="size, then +3 a1 b1: operator, target, cells (the letter is the column)",
    example="2\n+3 a1 b1\n+2 a2\n+1 b2\n",
    suffix="ken",
)
