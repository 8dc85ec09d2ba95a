"""A solver of a Dutch newspaper's Calcudoku: ``size=2``, then ``operator target cells``.

    # comment
    size=2
    + 3 1,1 1,2
    = 2 2,1

Cells are row,column, from 1. Its rules are ``calcudoku``, those of the newspaper.
"""

from kenken_cp.formats.cage_lines.cells import pairs
from kenken_cp.formats.cage_lines.lines import CageLines, HeadLine
from kenken_cp.model.rule_sets import CALCUDOKU

FORMAT = CageLines(
    name="vk",
    line="{operator} {target} {cells}",
    cells=pairs(1),
    head=(
        HeadLine(
            r"(?i:size)\s*=\s*(?P<size>[0-9]+)",
            "size={size}",
            "the size, as in size=5",
            telling=True,
        ),
    ),
    comment="#.*|//.*",
    rules=CALCUDOKU,
).format(
    summary="size=2, then operator, target and cells like 1,2",
    example="size=2\n+ 3 1,1 1,2\n= 2 2,1\n= 1 2,2\n",
)
