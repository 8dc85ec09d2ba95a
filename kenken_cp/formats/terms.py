"""Lists of cages as terms of source text: cs332 in Haskell, prolog.

cs332: as the wiki of the course CS 332F prints them, in Haskell.

    kk2 = [ Cage 3 Add      [(1, 1), (1, 2)]
          , Cage 2 Add      [(2, 1)]
          , Cage 1 Add      [(2, 2)]
          ]

Cells are (row, column), from 1; the operators are Add, Subtract, Multiply and Divide; a given is
Add of one cell. There is no size: it is the largest coordinate. A file may hold many lists, and a
name becomes a title. Comments (``--`` and ``{- -}``), type signatures and lines of ``module`` and
``import`` are left out.

prolog: the test cases of a course in Los Angeles (UCLA), facts with a size and a list of cages.

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

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from kenken_cp.errors import FormatError
from kenken_cp.formats.draft import Draft
from kenken_cp.formats.operators import FOUR, OperatorWords
from kenken_cp.formats.record import Format, Holds, ReadPuzzle, check_size_is_shown
from kenken_cp.formats.tokens import MAX_HEAD, Token, numbered_lines
from kenken_cp.model.geometry import MAX_SIZE
from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MULTIPLY, SUBTRACT
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet

_COMMA = re.compile(",")


@dataclass(frozen=True, slots=True)
class TermLists:
    """How a language writes lists of cages. Cells are counted from 1.

    Args:
        left_out: white space and comments, between terms; it may be empty.
        head: what stands before the first cage, with a group ``title``; the size is its group
            ``size``, else it is the largest coordinate.
        cage: a cage, with groups ``target``, ``operator`` and ``cells``.
        cell: a cell, with a group for its row and one for its column.
        end: what stands behind the last cage.
        operators: the format's words for them.
        example: a cage, for messages.
    """

    left_out: re.Pattern[str]
    head: re.Pattern[str]
    cage: re.Pattern[str]
    cell: re.Pattern[str]
    end: re.Pattern[str]
    operators: OperatorWords
    example: str

    def signature(self, text: str) -> bool:
        """A head and a cage, below what is left out."""
        source = _Source(text[:MAX_HEAD], self.left_out)
        return bool(source.take_if(self.head)) and bool(source.take_if(self.cage))

    def read(
        self, lines: Iterable[str], rules: RuleSet | None
    ) -> Iterator[ReadPuzzle | FormatError]:
        """Every list of a text."""
        source = _Source("\n".join(line.text for line in numbered_lines(lines)), self.left_out)
        while source.at < len(source.text):
            draft = Draft(source.rest_of_line(), may_lack_cages=True)
            head = source.take(self.head, f"the beginning of a list of {self.example}")
            largest = 0
            separator: re.Match[str] | None = head
            while separator:
                place = source.rest_of_line()
                cage = source.take(self.cage, f"a cage such as {self.example}")
                matches = self.cell.finditer(source.text, *cage.span("cells"))
                pairs = ([source.group(cell, at) for at in (1, 2)] for cell in matches)
                cells = [
                    (row.within("cell", 1, MAX_SIZE) - 1, column.within("cell", 1, MAX_SIZE) - 1)
                    for row, column in pairs
                ]
                largest = max(largest, *map(max, cells))
                operator = self.operators.read(source.group(cage, "operator"))
                draft.add(cells, operator, source.group(cage, "target").integer("target"), place)
                separator = source.take_if(_COMMA)
            source.take(self.end, "a comma and a cage, or the end of the list")
            stated = "size" in head.re.groupindex
            size = source.group(head, "size").board_side() if stated else largest + 1
            yield draft.puzzle(size, rules, title=head["title"] or "")


class _Source:
    """A text of which one part after the other is taken; ``at`` is where the next one begins."""

    def __init__(self, text: str, left_out: re.Pattern[str]) -> None:
        self.text, self._left_out = text, left_out
        self.at = 0
        self.take_if(left_out)

    @cached_property
    def _starts(self) -> list[int]:
        """Where each line begins: asked for only where a text is read."""
        return [0, *(match.end() for match in re.finditer("\n", self.text))]

    def rest_of_line(self) -> Token:
        """The rest of the line that comes next."""
        end = self.text.find("\n", self.at)
        return self._token(self.at, len(self.text) if end < 0 else end)

    def group(self, match: re.Match[str], group: int | str) -> Token:
        """What a group of a match has."""
        return self._token(*match.span(group))

    def _token(self, start: int, end: int) -> Token:
        line = bisect_right(self._starts, start)
        return Token(self.text[start:end], line, start - self._starts[line - 1] + 1)

    def take_if(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Takes what matches a pattern, and what is left out behind it; None if nothing does."""
        match = pattern.match(self.text, self.at)
        if match is not None:
            behind = self._left_out.match(self.text, match.end())
            self.at = behind.end() if behind else match.end()
        return match

    def take(self, pattern: re.Pattern[str], expected: str) -> re.Match[str]:
        """Takes what must match a pattern."""
        match = self.take_if(pattern)
        if match is None and self.at == len(self.text):
            raise self.rest_of_line().error(f"the text ends; expected {expected}")
        if match is None:
            raise self.rest_of_line().unlike(expected)
        return match


# --- cs332 ----------------------------------------------------------------------------------------

_CS332_OPERATORS = OperatorWords(
    {
        ADD: ("Add",),
        SUBTRACT: ("Subtract",),
        MULTIPLY: ("Multiply",),
        DIVIDE: ("Divide",),
        GIVEN: ("Add",),
    }
)
_CS332_CELL = r"\(\s*+([0-9]++)\s*+,\s*+([0-9]++)\s*+\)"
_CS332 = TermLists(
    left_out=re.compile(
        r"(?:\s++|--[^\n]*+|\{-(?:[^-]|-(?!\}))*+-\}"
        r"|(?:module|import)\b[^\n]*+|[A-Za-z_][\w']*+[ \t]*+::[^\n]*+)*+"
    ),
    head=re.compile(r"(?:(?P<title>[A-Za-z_][\w']*+)\s*+=\s*+)?\["),
    cage=re.compile(
        r"Cage\s*+\(?\s*+(?P<target>-?[0-9]++)\s*+\)?\s*+"
        rf"(?P<operator>[A-Za-z]++)\s*+\[\s*+(?P<cells>{_CS332_CELL}(?:\s*+,\s*+{_CS332_CELL})*+)\s*+\]"
    ),
    cell=re.compile(_CS332_CELL),
    end=re.compile(r"\]"),
    operators=_CS332_OPERATORS,
    example="Cage 3 Add [(1, 1), (1, 2)]",
)


def _write_cs332(puzzle: Puzzle) -> str:
    """A list, laid out as on the wiki, by the name ``kk4`` on a 4x4.

    FormatError for a last row and column in no cage: the size would be lost.
    """
    check_size_is_shown(puzzle, by_last_cell=False)
    head = f"kk{puzzle.rows} = "
    rows = []
    for cage in puzzle.cages:
        target = f"({cage.target})" if cage.target < 0 else str(cage.target)
        cells = ", ".join(f"({row + 1}, {column + 1})" for row, column in cage.cells)
        rows.append(f"Cage {target} {_CS332_OPERATORS.write(cage):<8} [{cells}]")
    indent = " " * len(head)
    return f"{head}[ " + f"\n{indent}, ".join(rows) + f"\n{indent}]\n"


CS332 = Format(
    name="cs332",
    summary="Haskell lists of cages, Cage 3 Add [(1, 1), (1, 2)]",
    example=(
        "kk2 = [ Cage 3 Add      [(1, 1), (1, 2)]\n"
        "      , Cage 1 Subtract [(2, 1), (2, 2)]\n      ]\n"
    ),
    signature=_CS332.signature,
    read=_CS332.read,
    writer=_write_cs332,
    holds=Holds(free=True, negative=True),
    operators=_CS332_OPERATORS,
    suffix="hs",
    separator="\n",
)


# --- prolog ---------------------------------------------------------------------------------------

_PROLOG_OPERATORS = OperatorWords({**FOUR, GIVEN: ("+",)})
_PROLOG_CELL = r"(?:\[\s*+[0-9]++\s*+\|\s*+[0-9]++\s*+\]|[0-9]++-[0-9]++)"
_PROLOG_CELLS = rf"{_PROLOG_CELL}(?:\s*+,\s*+{_PROLOG_CELL})*+"
_PROLOG = TermLists(
    left_out=re.compile(r"(?:\s++|%[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/)*+"),
    head=re.compile(r"(?P<title>[a-z]\w*+)\s*+\(\s*+(?P<size>[0-9]++)\s*+,\s*+\[", re.ASCII),
    cage=re.compile(
        r"(?P<operator>[^\s\w(\[])\s*+\(\s*+(?P<target>-?[0-9]++)\s*+,\s*+"
        rf"(?P<cells>{_PROLOG_CELLS}|\[\s*+{_PROLOG_CELLS}\s*+\])\s*+\)"
    ),
    cell=re.compile(r"([0-9]++)\s*+[|-]\s*+([0-9]++)"),
    end=re.compile(r"\]\s*+\)\s*+\."),
    operators=_PROLOG_OPERATORS,
    example="+(3, [[1|1], [1|2]])",
)


def _write_prolog(puzzle: Puzzle) -> str:
    """A fact as the course has it."""
    cages = []
    for cage in puzzle.cages:
        cells = ", ".join(f"[{row + 1}|{column + 1}]" for row, column in cage.cells)
        word = _PROLOG_OPERATORS.write(cage)
        apart = word in ("-", "/")
        cages.append(f"   {word}({cage.target}, {cells if apart else f'[{cells}]'})")
    written = ",\n".join(cages)
    return f"kenken_testcase(\n  {puzzle.rows},\n  [\n{written}\n  ]\n).\n"


PROLOG = Format(
    name="prolog",
    summary="cages as terms of Prolog, +(3, [[1|1], [1|2]]), in a course's test cases",
    example="kenken_testcase(2, [+(3, [[1|1], [1|2]]), +(2, [[2|1]])]).\n",
    signature=_PROLOG.signature,
    read=_PROLOG.read,
    writer=_write_prolog,
    holds=Holds(free=True, no_cages=False, negative=True),
    operators=_PROLOG_OPERATORS,
    suffix="pl",
    separator="",
)
