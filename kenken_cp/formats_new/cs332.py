"""Lists of cages in Haskell, as the wiki of the course CS 332F prints them.

    kk2 = [ Cage 3 Add      [(1, 1), (1, 2)]
          , Cage 2 Add      [(2, 1)]
          , Cage 1 Add      [(2, 2)]
          ]

Cells are (row, column), from 1; the operators are Add, Subtract, Multiply and Divide; a given is
Add of one cell. There is no size: it is the largest coordinate. A file may hold many lists, and a
name becomes a title; cages without a list around them are one puzzle. Comments (``--`` and
``{- -}``), type signatures and lines of ``module`` and ``import`` are left out.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial

from kenken_cp.errors import FormatError
from kenken_cp.formats_new.draft import Draft
from kenken_cp.formats_new.holds import Holds
from kenken_cp.formats_new.operators import operator_word, read_operator, reading_table
from kenken_cp.formats_new.record import Format, ReadPuzzle
from kenken_cp.formats_new.terms import Words
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MULTIPLY, SUBTRACT
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet

OPERATORS = {
    ADD: ("Add",),
    SUBTRACT: ("Subtract",),
    MULTIPLY: ("Multiply",),
    DIVIDE: ("Divide",),
    GIVEN: ("Add",),
}
_TABLE = reading_table(OPERATORS)
_LEFT_OUT = (
    r"\s++|--[^\n]*+|\{-(?:[^-]|-(?!\}))*+-\}"
    r"|\b(?:module|import)\b[^\n]*+|\b[A-Za-z_][\w']*+[ \t]*+::[^\n]*+"
)
_WORD = re.compile(rf"({_LEFT_OUT})|[A-Za-z_][\w']*|-?[0-9]+|.", re.DOTALL)
_BEGINNING = re.compile(
    rf"(?:{_LEFT_OUT})*+(?:[A-Za-z_][\w']*+\s*+=\s*+)?(?:\[\s*+)?Cage\s*+\(?\s*+-?[0-9]"
)


def signature(text: str) -> bool:
    """A cage, or a list that begins with one, below what is left out."""
    return _BEGINNING.match(text) is not None


def read(lines: Iterable[str], rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """Every list of cages, or the one puzzle of cages without a list."""
    words = Words(lines, _WORD)
    while words:
        draft = Draft(words.next, listed=True)
        title = ""
        if words.next.text not in ("Cage", "["):
            title = words.take().text
            words.expect("=")
        if words.next.text == "[":
            words.listed(partial(_read_cage, words, draft))
        else:
            _read_cage(words, draft)
            while words.accept(",") or words.next.text == "Cage":
                _read_cage(words, draft)
        yield draft.puzzle(1 + max(map(max, draft.cells)), rules, title=title)


def _read_cage(words: Words, draft: Draft) -> None:
    place = words.next
    words.expect("Cage")
    bracketed = words.accept("(")
    target = words.take().integer("target")
    if bracketed:
        words.expect(")")
    operator = words.take()
    cells = words.listed(partial(_read_cell, words))
    draft.add(cells, read_operator(operator, _TABLE, len(cells)), target, place)


def _read_cell(words: Words) -> Cell:
    words.expect("(")
    row = words.take().within("row", 1, MAX_SIZE)
    words.expect(",")
    column = words.take().within("column", 1, MAX_SIZE)
    words.expect(")")
    return row - 1, column - 1


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
    targets = [f"({cage.target})" if cage.target < 0 else str(cage.target) for cage in puzzle.cages]
    width = max(map(len, targets))
    rows = []
    for cage, target in zip(puzzle.cages, targets, strict=True):
        cells = ", ".join(f"({row + 1}, {column + 1})" for row, column in cage.cells)
        rows.append(f"Cage {target:>{width}} {operator_word(cage, OPERATORS):<8} [{cells}]")
    indent = " " * len(f"{name} = ")
    return f"{name} = [ " + f"\n{indent}, ".join(rows) + f"\n{indent}]\n"


FORMAT = Format(
    name="cs332",
    summary="Haskell lists of cages, Cage 3 Add [(1, 1), (1, 2)]",
    example=(
        "kk2 = [ Cage 3 Add      [(1, 1), (1, 2)]\n"
        "      , Cage 2 Subtract [(2, 1), (2, 2)]\n      ]\n"
    ),
    signature=signature,
    read=read,
    writer=write,
    holds=Holds(free=True, negative=True),
    operators=OPERATORS,
    suffix="hs",
    separator="\n",
)
