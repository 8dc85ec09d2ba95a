"""The lists of a course at Southampton: a clue, then cells numbered from 1 in reading order.

    11+ 1,7
    2÷ 2,3

``x`` or ``×`` multiplies, ``÷`` or ``/`` divides. A single cell is a given, whatever its operator
or without one; on more cells a bare number hides the operator. The size is the square root of the
largest cell, which must come out even. One puzzle a text; comments begin with ``#``.
"""

import re
from dataclasses import replace
from itertools import dropwhile

from kenken_cp.formats_new.cage_lines import CageLines
from kenken_cp.formats_new.operators import FOUR
from kenken_cp.formats_new.tokens import first_lines
from kenken_cp.model.operators import DIVIDE, GIVEN, MULTIPLY

_LINES = CageLines(
    name="numbered",
    line="{target}{operator} {cells}",
    cell="{number}",
    first=1,
    between=",",
    operators={**FOUR, MULTIPLY: ("x", "*"), DIVIDE: ("÷", "/", ":"), GIVEN: ("+", "=")},
    hidden=True,
)
_GIVEN = re.compile("[0-9]+[ \t]+[0-9]+")
"""A given without an operator: two numbers, which other formats begin with, too."""


def signature(text: str) -> bool:
    """A cage with an operator or with several cells, perhaps below givens without."""
    shown = next(dropwhile(_GIVEN.fullmatch, first_lines(text, 12)), "")
    return _LINES.begins((shown,))


FORMAT = replace(
    _LINES.format(
        summary="clue, then cells numbered from 1, as in 11+ 1,7; no size",
        example="3+ 1,2\n2+ 3\n1+ 4\n",
    ),
    signature=signature,
)
