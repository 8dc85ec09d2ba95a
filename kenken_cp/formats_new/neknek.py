"""The tables of the solver neknek: size, then operator, target and cells.

    # 2
    + 3 A1 A2
    ! 2 B1
    ! 1 B2

There are spaces or tabs between them. The letter of a cell is its row; ``*`` or ``x`` multiplies,
``!`` is a given. Every line ``# 5`` begins a puzzle of that size; other lines with ``#`` are
comments.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import dropwhile

from kenken_cp.errors import FormatError
from kenken_cp.formats_new.cage_lines import CageLines
from kenken_cp.formats_new.operators import FOUR
from kenken_cp.formats_new.readers import one_after_another
from kenken_cp.formats_new.record import ReadPuzzle
from kenken_cp.formats_new.tokens import first_lines
from kenken_cp.model.operators import GIVEN, MULTIPLY
from kenken_cp.model.rule_sets import RuleSet

_LINES = CageLines(
    name="neknek",
    line="{operator} {target} {cells}",
    cell="{row_letter}{column}",
    first=1,
    head=("# {size}",),
    operators={**FOUR, MULTIPLY: ("*", "x"), GIVEN: ("!",)},
    empty=True,
)
_COMMENT = re.compile(r"\s*#(?![ \t]*[0-9]+\s*$).*")


def signature(text: str) -> bool:
    """The size of one puzzle or more, and then a cage, or nothing at all."""
    lines = [line for line in first_lines(text, 40, comment="") if not _COMMENT.fullmatch(line)]
    below = tuple(dropwhile(lambda line: line.startswith("#"), lines))
    return below != tuple(lines) and (not below or _LINES.begins((lines[0], below[0])))


def read(lines: Iterable[str], rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """The puzzles of a text, whose comments are those of this format."""
    plain = ("" if "#" in line and _COMMENT.fullmatch(line) else line for line in lines)
    return one_after_another(_LINES.read_one, comment="")(plain, rules)


FORMAT = replace(
    _LINES.format(
        summary="# and the size, then operator, target and cells like A1 (the letter is the row)",
        example="# 2\n+ 3 A1 A2\n! 2 B1\n! 1 B2\n",
    ),
    signature=signature,
    read=read,
)
