"""The puzzles of the DailyProgrammer challenge 240: size, then ``target operator cells``.

    2
    3 + A1 B1
    2 = A2

The letter of a cell is its **column**, the number its row; ``=`` is a given.
"""

from kenken_cp.formats.cage_lines.cells import LETTER_IS_COLUMN
from kenken_cp.formats.cage_lines.lines import SIZE_LINE, CageLines

LINES = CageLines(
    name="daily", line="{target} {operator} {cells}", cells=LETTER_IS_COLUMN, head=(SIZE_LINE,)
)

FORMAT = LINES.format(
    summary="size, then target, operator and cells like A1 (the letter is the column)",
    example="2\n3 + A1 B1\n2 = A2\n1 = B2\n",
)
