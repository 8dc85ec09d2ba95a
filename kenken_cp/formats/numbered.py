"""The lists of a course at Southampton: ``11+ 1,7``: the clue, then cells numbered from 1.

There is no size: it is the square root of the largest cell, which must come out even. ``x`` or
``×`` multiplies, ``÷`` or ``/`` divides; a single cell is a given, whatever its operator or without
one; on more cells that hides it. One puzzle a file.
"""

from kenken_cp.formats.cage_lines.cells import numbered
from kenken_cp.formats.cage_lines.lines import CageLines

FORMAT = CageLines(
    name="numbered", line="{target}{operator} {cells}", cells=numbered(1), between=",", bare=True
).format(
    summary="clue, then cells numbered from 1, as in 11+ 1,7; no size",
    example="3+ 1,2\n2+ 3\n1+ 4\n",
)
