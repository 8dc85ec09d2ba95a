"""Lists of cages as AIKenKenSolver and KenKenPuzzleSolver have them: target, operator, cells.

    9 + 0 4 5
    4 . 14

A cage a line. Cells are numbered from 0 in reading order; ``%`` and ``/`` divide, ``.`` is a given.
There is no size: it is the square root of one more than the largest cell, which must come out even.
One puzzle a text; comments begin with ``#``.
"""

from kenken_cp.formats_new.cage_lines import CageLines
from kenken_cp.formats_new.operators import FOUR
from kenken_cp.model.operators import DIVIDE, GIVEN

FORMAT = CageLines(
    name="aikenken",
    line="{target} {operator} {cells}",
    cell="{number}",
    operators={**FOUR, DIVIDE: ("/", "%"), GIVEN: (".",)},
).format(
    summary="target, operator and cells numbered from 0, a cage a line, no size",
    example="3 + 0 1\n2 . 2\n1 . 3\n",
)
