"""Formats with a cage a line: one reader and one writer for all of them.

They differ in the order of operator, target and cells, in what they call a cell, and in the lines
before the first cage. A ``CageLines`` says how; ``cage_lists`` has one for each format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import dropwhile
from math import isqrt
from string import ascii_uppercase

from kenken_cp.errors import FormatError
from kenken_cp.formats.draft import Draft
from kenken_cp.formats.operators import OperatorWords
from kenken_cp.formats.readers import grid_of, sequential_reader
from kenken_cp.formats.record import Format, Holds, ReadPuzzle, check_size_is_shown
from kenken_cp.formats.tokens import INTEGER, MAX_DIGITS_READ, Lines, Token, first_lines
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.operators import ADD, GIVEN, Operator
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.text import cell_name

_COUNT = f"[0-9]{{1,{MAX_DIGITS_READ}}}"
_FIELDS = {
    "{size}": f"(?P<size>{_COUNT})",
    "{count}": f"(?P<count>{_COUNT})",
    "{length}": "(?P<length>[0-9]+)",
    "{row}": "([0-9]+)",
    "{column}": "([0-9]+)",
    "{number}": "([0-9]+)",
    "{row_letter}": "([A-Za-z])",
    "{column_letter}": "([A-Za-z])",
    "{clue}": rf"(?P<target>{INTEGER})(?P<operator>[^\s0-9,()\[\]]*)",
    "{target}": f"(?P<target>{INTEGER})",
    "{operator}": r"(?P<operator>[^\s,()\[\]]+)",
    "{given}": r"(?:[ \t]*\[[ \t]*([0-9]+)[ \t]*\])?",
    "{cells}": r"(?P<cells>\S(?:.*?\S)?)",
}
"""The pattern of each field of a template."""

_NAMES = {"size": "size", "count": "number of cages"}
_BETWEEN = {" ": "[ \t]+", ",": "[ \t]*,[ \t]*", "": "[ \t,]*"}
"""What is read between two cells, by what is written there."""

_TWO_NUMBERS = re.compile("[0-9]+[ \t]+[0-9]+")
"""A given that lacks its operator, which is how other formats begin, too."""

_Cell = tuple[int, ...]
"""A cell as a format calls it, from 0: row and column, or its number alone."""

_ReadCage = tuple[Token, list[tuple[_Cell, int | None]], Operator, int]
"""The line of a cage, its cells with the values given in them, its operator and its target."""


@lru_cache(maxsize=64)
def _pattern(template: str) -> re.Pattern[str]:
    """A line with fields, as ``str.format`` has it, as a pattern; blanks may stand around signs."""
    pattern = ""
    for part in filter(None, re.split(r"(\{\w+\})", template)):
        sign = re.escape(part.strip())
        pattern += _FIELDS.get(part, f"[ \t]*{sign}[ \t]*" if sign else "[ \t]+")
    return re.compile(pattern.removeprefix("[ \t]*").removesuffix("[ \t]*"))


@dataclass(frozen=True)
class CageLines:
    """How a format of a cage a line differs from the others.

    Args:
        name: of the format.
        summary: one line for people.
        example: a small valid text.
        line: the line of a cage: a template with ``{operator}``, ``{target}`` and ``{cells}``. More
            blanks are read wherever one is written. ``{clue}`` is the target and directly behind it
            the operator, which a given may lack. ``{length}`` is how many cells there are.
        cell: a template of one cell, with ``{row}`` and ``{column}``, or ``{row_letter}`` and
            ``{column_letter}``; or with ``{number}``, where cells are counted in reading order.
            ``{given}`` is a value in brackets, which a cell may have.
        operators: the format's words for them.
        first: the number of the first row, column or cell.
        between: what stands between two cells: a blank, a comma, or nothing.
        head: the lines before the cages: the ``size``, and the ``count`` of cages; if that is a
            line of its own, the rows of a solution may follow the cages, and are left out. A text
            without a head holds one puzzle, whose size its cells show; so does one whose head
            begins like a comment.
        rules: of its puzzles.
    """

    name: str
    summary: str
    example: str
    line: str
    cell: str
    operators: Mapping[Operator, tuple[str, ...]]
    first: int = 0
    between: str = " "
    head: tuple[str, ...] = ()
    rules: RuleSet = KENKEN

    @property
    def record(self) -> Format:
        """The record of the format."""
        return Format(
            name=self.name,
            summary=self.summary,
            example=self.example,
            signature=self.signature,
            read=self.read,
            writer=self.write,
            holds=Holds(
                rules=self.rules, sides=(1, self._most), free=True, no_cages=False, negative=True
            ),
            operators=self.operators,
            separator="" if self._holds_several else None,
        )

    @property
    def _holds_several(self) -> bool:
        return bool(self.head) and not self.head[0].startswith("#")

    @property
    def _numbered(self) -> bool:
        return "{number}" in self.cell

    @property
    def _most(self) -> int:
        """Rows of the largest board."""
        return len(ascii_uppercase) if "letter" in self.cell else MAX_SIZE

    @cached_property
    def _words(self) -> OperatorWords:
        return OperatorWords(self.operators)

    @cached_property
    def _cells(self) -> re.Pattern[str]:
        cell = _pattern(self.cell).pattern
        return re.compile(f"{cell}(?:{_BETWEEN[self.between]}{cell})*+")

    @cached_property
    def _example(self) -> str:
        """The line of a cage, for messages."""
        cells = self.between.join(self._written(cell, 4) for cell in ((0, 0), (0, 1)))
        return repr(self._written_cage(5, self.operators[ADD][0], 2, cells))

    # --- recognising ---

    def signature(self, text: str) -> bool:
        """The lines of the head, then a cage; without a head the first two lines are cages. Of
        ``upc`` three cages are looked at, for its lines look like any numbers.
        """
        lines = [line for line in first_lines(text, 20, "") if not self._is_comment(line)]
        if "{clue}" in self.line and not self.head:
            lines = list(dropwhile(_TWO_NUMBERS.fullmatch, lines))
        heads = list(map(re.Pattern.fullmatch, map(_pattern, self.head), lines))
        most = 1 if self.head else 2
        if "{length}" in self.line and heads and heads[0]:
            most = min(3, int(heads[0]["count"]))
        cages = lines[len(self.head) :][:most]
        return bool(cages) and all(heads) and all(map(self._is_cage, cages))

    def _is_comment(self, line: str) -> bool:
        return line.lstrip().startswith("#") and not self._is_head(line)

    def _is_head(self, line: str) -> bool:
        return bool(self.head) and _pattern(self.head[0]).fullmatch(line.strip()) is not None

    def _is_cage(self, line: str) -> bool:
        try:
            match, _ = self._parts(Token(line, 1))
        except FormatError:
            return False
        return match["operator"] in ("", *self._words.by_word)

    # --- reading ---

    def read(
        self, lines: Iterable[str], rules: RuleSet | None
    ) -> Iterator[ReadPuzzle | FormatError]:
        """The puzzles of a text."""
        plain = ("" if self._is_comment(line) else line for line in lines)
        return sequential_reader(self._read_one, comment="")(plain, rules)

    def _read_one(self, lines: Lines, rules: RuleSet | None) -> ReadPuzzle:
        """Takes the lines of the head, and those of the cages: without a head all lines; and those
        of a solution.
        """
        draft = Draft(lines.peek() or lines.last, may_lack_cages=True)
        stated = self._take_head(lines)
        count = stated.get("count")
        cages: list[_ReadCage] = []
        while count is None or len(cages) < count:
            if count is None:
                following = lines.peek()
                if following is None or (self._holds_several and self._is_head(following.text)):
                    break
            cages.append(self._read_cage(lines.take(f"cage {len(cages) + 1}").stripped))
        if not cages:
            raise lines.last.place_behind().error(
                f"no cages; expected lines such as {self._example}"
            )
        side = stated.get("size") or self._side(cages)
        for line, cells, operator, target in cages:
            draft.add((_placed(cell, side) for cell, _ in cells), operator, target, line)
            for cell, value in cells:
                if value is not None:
                    draft.give(_placed(cell, side), value)
        if "{count}" in self.head:
            _leave_out_solution(lines, side)
        return draft.puzzle(side, rules, default=self.rules, rules_stated=self.rules is not KENKEN)

    def _take_head(self, lines: Lines) -> dict[str, int]:
        """Takes the lines before the cages."""
        numbers = {}
        for written in self.head:
            pattern = _pattern(written)
            names = " and the ".join(_NAMES[field] for field in pattern.groupindex)
            expected = f"the {names}, as in {written.format(size=4, count=7)!r}"
            line = lines.take(expected).stripped
            match = line.matched(pattern, expected, "line")
            for field in pattern.groupindex:
                most = self._most if field == "size" else MAX_SIZE**2
                numbers[field] = line.of_group(match, field).within(_NAMES[field], 1, most)
        return numbers

    def _parts(self, line: Token) -> tuple[re.Match[str], list[Token]]:
        """The match of the line of a cage, and its cells."""
        match = line.matched(_pattern(self.line), f"a cage such as {self._example}", "line")
        cells = line.of_group(match, "cells")
        written = self._cells.match(cells.text)
        end = written.end() if written else 0
        if end < len(cells.text):
            expected = f"one such as {self._written((1, 2), 4)}, which is {cell_name((1, 2))}"
            raise cells.part(cells.text[end:], end).unlike(expected, "cell")
        every = cells.split(_pattern(self.cell))
        if "{length}" in self.line and match["length"] != str(len(every)):
            expected = f"{len(every)}, as many as follow"
            raise line.of_group(match, "length").unlike(expected, "number of cells")
        return match, every

    def _read_cage(self, line: Token) -> _ReadCage:
        """The cage of a line."""
        match, cells = self._parts(line)
        target, word = line.of_group(match, "target"), line.of_group(match, "operator")
        operator = self._words.read(word) if word.text else GIVEN
        if operator is GIVEN and len(cells) > 1:
            signs = " ".join(self.operators[other][0] for other in self.operators if other != GIVEN)
            raise word.error(f"a given on {len(cells)} cells; expected one cell, or one of {signs}")
        return line, [self._read_cell(cell) for cell in cells], operator, target.integer("target")

    def _read_cell(self, token: Token) -> tuple[_Cell, int | None]:
        """A cell, and the value that it is given, if it is."""
        match = token.matched(_pattern(self.cell), "")
        words = list(match.groups())
        value = words.pop() if "{given}" in self.cell else None
        cell = tuple(
            ascii_uppercase.index(word.upper())
            if word.isalpha()
            else int(word[:MAX_DIGITS_READ]) - self.first
            for word in words
        )
        most = MAX_SIZE**2 if self._numbered else MAX_SIZE
        if not 0 <= min(cell) <= max(cell) < most:
            raise token.unlike(f"{self.first} to {self.first + most - 1}", "cell")
        cell = cell[::-1] if self.cell.startswith("{column") else cell
        given = token.of_group(match, match.re.groups)
        return cell, None if value is None else given.integer("value")

    def _side(self, cages: list[_ReadCage]) -> int:
        """The size that the cells of all cages show."""
        last, line = max((max(cell), line) for line, cells, _, _ in cages for cell, _ in cells)
        side = isqrt(last + 1) if self._numbered else last + 1
        if self._numbered and side * side != last + 1:
            raise line.without_indent.error(
                f"the largest cell is {last + self.first}; expected that of a square board, whose "
                f"cells are numbered from {self.first}"
            )
        return side

    # --- writing ---

    def write(self, puzzle: Puzzle) -> str:
        """The lines of the head and of the cages; FormatError where the size would be lost."""
        side = puzzle.rows
        lines = [line.format(size=side, count=len(puzzle.cages)) for line in self.head]
        for cage in puzzle.cages:
            cells = self.between.join(self._written(cell, side) for cell in cage.cells)
            word = self._words.write(cage)
            lines.append(self._written_cage(cage.target, word, len(cage.cells), cells))
        if not self.head:
            check_size_is_shown(puzzle, by_last_cell=self._numbered)
        return "\n".join(lines) + "\n"

    def _written_cage(self, target: int, word: str, length: int, cells: str) -> str:
        clue = f"{target}{word}"
        return self.line.format(clue=clue, target=target, operator=word, length=length, cells=cells)

    def _written(self, cell: Cell, columns: int) -> str:
        row, column = cell
        row_letter, column_letter = (ascii_uppercase[side : side + 1] for side in cell)
        return self.cell.format(
            row=row + self.first,
            column=column + self.first,
            number=row * columns + column + self.first,
            row_letter=row_letter,
            column_letter=column_letter,
            given="",
        )


def _placed(cell: _Cell, columns: int) -> Cell:
    return divmod(cell[0], columns) if len(cell) == 1 else (cell[0], cell[1])


def _leave_out_solution(lines: Lines, side: int) -> None:
    """Takes the rows of a solution; a number alone is the size of another puzzle."""
    words = following.text.split() if (following := lines.peek()) else []
    if len(words) == side > 1 and all(map(str.isdecimal, words)):
        solution = grid_of(lines, (side, side), where=" of the solution")
        for cell in solution.words:
            solution.token(cell).within("value", 1, side)
