"""The boards of the DailyProgrammer challenge 240: size, then target, operator and cells.

    2
    3 + A1 B1
    2 = A2
    1 = B2

The letter of a cell is its column; ``=`` is a given. A number alone begins the next puzzle;
comments begin with ``#``.
"""

from kenken_cp.formats_new.cage_lines import CageLines
from kenken_cp.formats_new.operators import FOUR
from kenken_cp.model.operators import GIVEN

FORMAT = CageLines(
    name="daily",
    line="{target} {operator} {cells}",
    cell="{column_letter}{row}",
    first=1,
    head=("{size}",),
    operators={**FOUR, GIVEN: ("=",)},
).format(
    summary="size, then target, operator and cells like A1 (the letter is the column)",
    example="2\n3 + A1 B1\n2 = A2\n1 = B2\n",
)
