"""The test cases of a Los Angeles course (UCLA): facts of Prolog with a size and a list of cages.

    kenken_testcase(
      2,
      [
       +(3, [[1|1], [1|2]]),
       -(1, [2|1], [2|2])
      ]
    ).

A cage is its operator, its target, and its cells: in a list, or, where there are two, one after the
other. A cell is its row and column from 1, ``[1|2]`` or, as in other years, ``1-2``. A given is
``+`` of one cell. The name of a fact becomes a title. Comments (``%`` and ``/* */``) are left out;
rules and queries of a program are not read.
"""

import re

from kenken_cp.errors import FormatError
from kenken_cp.formats.holds import Holds
from kenken_cp.formats.operators import FOUR, operator_word
from kenken_cp.formats.record import Format
from kenken_cp.formats.terms import TermLists
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Puzzle

OPERATORS = {**FOUR, GIVEN: ("+",)}
_CELL = r"(?:\[\s*+[0-9]++\s*+\|\s*+[0-9]++\s*+\]|[0-9]++-[0-9]++)"
_CELLS = rf"{_CELL}(?:\s*+,\s*+{_CELL})*+"
_NAME = re.compile(r"[a-z]\w*", re.ASCII)
_LISTS = TermLists(
    left_out=re.compile(r"(?:\s++|%[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+"),
    head=re.compile(r"(?P<title>[a-z]\w*+)\s*+\(\s*+(?P<size>[0-9]++)\s*+,\s*+\[", re.ASCII),
    cage=re.compile(
        r"(?P<operator>[^\s\w(\[])\s*+\(\s*+(?P<target>-?[0-9]++)\s*+,\s*+"
        rf"(?P<cells>{_CELLS}|\[\s*+{_CELLS}\s*+\])\s*+\)"
    ),
    cell=re.compile(r"([0-9]++)\s*+[|-]\s*+([0-9]++)"),
    end=re.compile(r"\]\s*+\)\s*+\."),
    operators=OPERATORS,
    example="+(3, [[1|1], [1|2]])",
)


def write(puzzle: Puzzle) -> str:
    """A fact as the course has it; FormatError for a board without cages."""
    if not puzzle.cages:
        raise FormatError("the prolog format cannot hold a board without cages")
    cages = []
    for cage in puzzle.cages:
        cells = ", ".join(f"[{row + 1}|{column + 1}]" for row, column in cage.cells)
        word = operator_word(cage, OPERATORS)
        apart = word in ("-", "/")
        cages.append(f"   {word}({cage.target}, {cells if apart else f'[{cells}]'})")
    name = puzzle.title if _NAME.fullmatch(puzzle.title) else "kenken_testcase"
    listed = ",\n".join(cages)
    return f"{name}(\n  {puzzle.rows},\n  [\n{listed}\n  ]\n).\n"


FORMAT = Format(
    name="prolog",
    summary="cages as terms of Prolog, +(3, [[1|1], [1|2]]), in a course's test cases",
    example="kenken_testcase(2, [+(3, [[1|1], [1|2]]), +(2, [[2|1]])]).\n",
    signature=_LISTS.signature,
    read=_LISTS.read,
    writer=write,
    holds=Holds(free=True, negative=True),
    operators=OPERATORS,
    suffix="pl",
    separator="",
)
