"""The table of the solver "neknek": a size line, then a line for each cage.

    # 5
    + 14 A1 A2 B1 B2
    ! 5 E5

Operator, target, cells, with spaces or tabs between. The letter of a cell is its **row**, the
number its column, so no board is larger than 26. ``*`` or ``x`` multiplies, ``!`` is a given. A
``#`` line that is not a size is a comment.
"""

from kenken_cp.formats.cage_lines.cells import LETTER_IS_ROW
from kenken_cp.formats.cage_lines.lines import CageLines, HeadLine

FORMAT = CageLines(
    name="neknek",
    line="{operator} {target} {cells}",
    cells=LETTER_IS_ROW,
    head=(HeadLine(r"#\s*(?P<size>[0-9]+)", "# {size}", "the size, as in # 5", telling=True),),
).format(
    summary="operator, target and cells like A1 (the letter is the row)",
    example="# 2\n+ 3 A1 A2\n! 2 B1\n! 1 B2\n",
)
