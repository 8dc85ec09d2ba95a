"""Lists of cages in Haskell, as the wiki of the course CS 332F prints them.

    kk2 = [ Cage 3 Add      [(1, 1), (1, 2)]
          , Cage 2 Add      [(2, 1)]
          , Cage 1 Add      [(2, 2)]
          ]

Cells are (row, column), from 1; the operators are Add, Subtract, Multiply and Divide; a given is
Add of one cell. There is no size: it is the largest coordinate. A file may hold many lists, and a
name becomes a title. Comments (``--`` and ``{- -}``), type signatures and lines of ``module`` and
``import`` are left out.
"""

import re

from kenken_cp.errors import FormatError
from kenken_cp.formats.holds import Holds
from kenken_cp.formats.operators import operator_word
from kenken_cp.formats.record import Format
from kenken_cp.formats.terms import TermLists
from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MULTIPLY, SUBTRACT
from kenken_cp.model.puzzle import Puzzle

OPERATORS = {
    ADD: ("Add",),
    SUBTRACT: ("Subtract",),
    MULTIPLY: ("Multiply",),
    DIVIDE: ("Divide",),
    GIVEN: ("Add",),
}
_CELL = r"\(\s*+([0-9]++)\s*+,\s*+([0-9]++)\s*+\)"
_LISTS = TermLists(
    left_out=re.compile(
        r"(?:\s++|--[^\n]*+|\{-(?:[^-]|-(?!\}))*+-\}"
        r"|(?:module|import)\b[^\n]*+|[A-Za-z_][\w']*+[ \t]*+::[^\n]*+)*+"
    ),
    head=re.compile(r"(?:(?P<title>[A-Za-z_][\w']*+)\s*+=\s*+)?\["),
    cage=re.compile(
        r"Cage\s*+\(?\s*+(?P<target>-?[0-9]++)\s*+\)?\s*+"
        rf"(?P<operator>[A-Za-z]++)\s*+\[\s*+(?P<cells>{_CELL}(?:\s*+,\s*+{_CELL})*+)\s*+\]"
    ),
    cell=re.compile(_CELL),
    end=re.compile(r"\]"),
    operators=OPERATORS,
    example="Cage 3 Add [(1, 1), (1, 2)]",
)


def write(puzzle: Puzzle) -> str:
    """A named list, laid out as on the wiki; the name is the title where that can be one.

    FormatError for a last row and column in no cage: the size would be lost.
    """
    size = puzzle.rows
    if not any(size - 1 in cell for cage in puzzle.cages for cell in cage.cells):
        raise FormatError(
            f"the cs332 format cannot hold a board with no cage in row {size} or column {size}"
        )
    name = puzzle.title if re.fullmatch(r"[a-z][a-z0-9_]*", puzzle.title) else f"kk{size}"
    rows = []
    for cage in puzzle.cages:
        target = f"({cage.target})" if cage.target < 0 else str(cage.target)
        cells = ", ".join(f"({row + 1}, {column + 1})" for row, column in cage.cells)
        rows.append(f"Cage {target} {operator_word(cage, OPERATORS):<8} [{cells}]")
    indent = " " * len(f"{name} = ")
    return f"{name} = [ " + f"\n{indent}, ".join(rows) + f"\n{indent}]\n"


FORMAT = Format(
    name="cs332",
    summary="Haskell lists of cages, Cage 3 Add [(1, 1), (1, 2)]",
    example=(
        "kk2 = [ Cage 3 Add      [(1, 1), (1, 2)]\n"
        "      , Cage 2 Subtract [(2, 1), (2, 2)]\n      ]\n"
    ),
    signature=_LISTS.signature,
    read=_LISTS.read,
    writer=write,
    holds=Holds(free=True, negative=True),
    operators=OPERATORS,
    suffix="hs",
    separator="\n",
)
