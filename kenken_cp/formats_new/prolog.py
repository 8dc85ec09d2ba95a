"""The test cases of a Los Angeles course (UCLA): facts of Prolog with a size and a list of cages.

    kenken_testcase(
      2,
      [
       +(3, [[1|1], [1|2]]),
       -(1, [2|1], [2|2])
      ]
    ).

A cage is its operator, its target, and its cells: in a list, or, where there are two, one after the
other. A cell is its row and column from 1, ``[1|2]``, or as others write it ``1-2``, ``[1,2]`` and
``(1,2)``. A given is ``+`` of one cell. The name of a fact becomes a title. Comments (``%`` and
``/* */``) are left out; rules and queries of a program are not read.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial

from kenken_cp.errors import FormatError
from kenken_cp.formats_new.draft import Draft
from kenken_cp.formats_new.holds import Holds
from kenken_cp.formats_new.operators import FOUR, operator_word, read_operator, reading_table
from kenken_cp.formats_new.record import Format, ReadPuzzle
from kenken_cp.formats_new.terms import Words
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet

OPERATORS = {**FOUR, GIVEN: ("+",)}
_TABLE = reading_table(OPERATORS)
_LEFT_OUT = r"\s++|%[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/"
_NUMBER = r"\s*+[0-9]++\s*+"
_WORD = re.compile(
    rf"({_LEFT_OUT})|\[{_NUMBER}[|,]{_NUMBER}\]|\({_NUMBER},{_NUMBER}\)|[0-9]++\s*+-\s*+[0-9]++"
    r"|[a-z]\w*|[0-9]+|.",
    re.DOTALL | re.ASCII,
)
"""Of a word; a cell is one."""

_CELL = re.compile(r"[\[(]?\s*([0-9]+)\s*[|,-]\s*([0-9]+)\s*[\])]?")
_NAME = re.compile(r"[a-z]\w*", re.ASCII)
_BEGINNING = re.compile(
    rf"(?:{_LEFT_OUT})*+[a-z]\w*+\s*+\({_NUMBER},\s*+\[\s*+[-+*/×÷−]\s*+\(", re.ASCII
)


def signature(text: str) -> bool:
    """A fact with a size and a list that begins with a cage, below comments."""
    return _BEGINNING.match(text) is not None


def read(lines: Iterable[str], rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """Every fact of a text."""
    words = Words(lines, _WORD)
    while words:
        draft = Draft(words.next, listed=True)
        if not _NAME.fullmatch(words.next.text):
            raise words.unexpected("a fact such as kenken_testcase(4, [+(3, [[1|1], [1|2]]), ...])")
        title = words.take().text
        words.expect("(")
        size = words.take().side()
        words.expect(",")
        words.listed(partial(_read_cage, words, draft))
        words.expect(")")
        words.expect(".")
        yield draft.puzzle(size, rules, title=title)


def _read_cage(words: Words, draft: Draft) -> None:
    operator = words.take()
    read_operator(operator, _TABLE, 2)
    words.expect("(")
    sign = "-" if words.accept("-") else ""
    target = words.take()
    cells = []
    while words.accept(","):
        one = partial(_read_cell, words)
        cells += words.listed(one) if words.next.text == "[" else [one()]
    words.expect(")")
    number = target._replace(text=sign + target.text).integer("target")
    draft.add(cells, read_operator(operator, _TABLE, len(cells)), number, operator)


def _read_cell(words: Words) -> Cell:
    match = _CELL.fullmatch(words.next.text)
    if match is None:
        raise words.unexpected("a cell such as [1|2]")
    word = words.take()
    row, column = (word.group(match, side).within("cell", 1, MAX_SIZE) - 1 for side in (1, 2))
    return row, column


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
    signature=signature,
    read=read,
    writer=write,
    holds=Holds(free=True, negative=True),
    operators=OPERATORS,
    suffix="pl",
    separator="",
)
