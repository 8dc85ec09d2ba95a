"""Formats with a cage a line: one reader and one writer for all of them.

They differ in the order of operator, target and cells, in what they call a cell, and in the lines
before the first cage. A ``CageLines`` says how; ``cage_lists`` has one for each format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import dropwhile
from math import isqrt
from string import ascii_uppercase

from kenken_cp.errors import FormatError
from kenken_cp.formats.draft import Draft
from kenken_cp.formats.operators import OperatorWords, operator_word, read_operator, reading_table
from kenken_cp.formats.readers import one_after_another
from kenken_cp.formats.record import Format, Holds, ReadPuzzle, check_size_is_shown
from kenken_cp.formats.tokens import MAX_DIGITS_READ, Lines, Token, first_lines
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.operators import ADD, GIVEN, Operator
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.text import cell_name

_NUMBER = r"[-−–]?[0-9]+"
_COUNT = f"[0-9]{{1,{MAX_DIGITS_READ}}}"
_WORD = r"[^\s,()\[\]]+"
_FIELDS = {
    "{size}": f"(?P<size>{_COUNT})",
    "{count}": f"(?P<count>{_COUNT})",
    "{length}": "(?P<length>[0-9]+)",
    "{row}": "([0-9]+)",
    "{column}": "([0-9]+)",
    "{number}": "([0-9]+)",
    "{row_letter}": "([A-Za-z])",
    "{column_letter}": "([A-Za-z])",
    "{target}{operator}": rf"(?P<target>{_NUMBER})(?P<operator>[^\s0-9,()\[\]]*)",
    "{target}": f"(?P<target>{_WORD})",
    "{operator}": f"(?P<operator>{_WORD})",
    "{cells}": r"(?P<cells>\S(?:.*?\S)?)",
}
_NAMES = {"size": "size", "count": "number of cages"}
_FIELD = re.compile(r"(\{target\}\{operator\}|\{\w+\})")
_BLANKS = "[ \t]*"
_BETWEEN = {" ": "[ \t]+", ",": "[ \t]*,[ \t]*", "": "[ \t,]*"}
"""What is read between two cells, by what is written there."""

_TWO_NUMBERS = re.compile("[0-9]+[ \t]+[0-9]+")
"""A given that lacks its operator, which is how other formats begin, too."""

_Cell = tuple[int, ...]
"""A cell as a format calls it, from 0: row and column, or its number alone."""


@dataclass(frozen=True)
class CageLines:
    """How a format of a cage a line differs from the others.

    Args:
        name: of the format.
        summary: one line for people.
        example: a small valid text.
        line: the line of a cage: a template with ``{operator}``, ``{target}`` and ``{cells}``. More
            blanks are read wherever one is written. Where the operator stands directly behind the
            target a given may lack it. ``{length}`` is how many cells there are.
        cell: a template of one cell, with ``{row}`` and ``{column}``, or ``{row_letter}`` and
            ``{column_letter}``; or with ``{number}``, where cells are counted in reading order.
        operators: the format's words for them.
        first: the number of the first row, column or cell.
        between: what stands between two cells: a blank, a comma, or nothing.
        head: the lines before the cages: the ``size``, and the ``count`` of cages; if that is a
            line of its own, the rows of a solution may follow the cages, and are left out. A text
            without a head holds one puzzle, whose size its cells show.
        rules: of its puzzles.
    """

    name: str
    summary: str
    example: str
    line: str
    cell: str
    operators: OperatorWords
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
            separator="" if self.head else None,
        )

    def signature(self, text: str) -> bool:
        """The lines of the head, then a cage; without a head the first two lines are cages. If all
        are numbers, three cages are looked at, or all if there are fewer.
        """
        lines = [line for line in first_lines(text, 20, "") if not self._is_comment(line)]
        if "{target}{operator}" in self.line and not self.head:
            lines = list(dropwhile(_TWO_NUMBERS.fullmatch, lines))
        heads = list(map(re.Pattern.fullmatch, self._head, lines))
        most = 1 if self.head else 2
        if "{length}" in self.line and heads and heads[0]:
            most = min(3, int(heads[0]["count"]))
        cages = lines[len(self.head) :][:most]
        return bool(cages) and all(heads) and all(map(self._is_cage, cages))

    def _is_comment(self, line: str) -> bool:
        return line.lstrip().startswith("#") and not self._is_head(line)

    def _is_head(self, line: str) -> bool:
        return bool(self.head) and self._head[0].fullmatch(line.strip()) is not None

    def _is_cage(self, line: str) -> bool:
        match = self._line.fullmatch(line)
        if match is None or not (match["operator"] in self._table or not match["operator"]):
            return False
        if not re.fullmatch(_NUMBER, match["target"]) or not self._cells.fullmatch(match["cells"]):
            return False
        if "{length}" not in self.line:
            return True
        return match["length"] == str(len(self._cell.findall(match["cells"])))

    @property
    def _numbered(self) -> bool:
        return "{number}" in self.cell

    @property
    def _most(self) -> int:
        """Rows of the largest board."""
        return len(ascii_uppercase) if "letter" in self.cell else MAX_SIZE

    @cached_property
    def _table(self) -> dict[str, Operator]:
        return reading_table(self.operators)

    @cached_property
    def _head(self) -> list[re.Pattern[str]]:
        return [re.compile(_pattern(line)) for line in self.head]

    @cached_property
    def _line(self) -> re.Pattern[str]:
        """Of the line of a cage, whatever its operator and its cells are."""
        return re.compile(_pattern(self.line))

    @cached_property
    def _cell(self) -> re.Pattern[str]:
        return re.compile(_pattern(self.cell))

    @cached_property
    def _cells(self) -> re.Pattern[str]:
        cell = self._cell.pattern
        return re.compile(f"{cell}(?:{_BETWEEN[self.between]}{cell})*+")

    @cached_property
    def _example(self) -> str:
        """The line of a cage, for messages."""
        cells = self.between.join(self._written(cell, 4) for cell in ((0, 0), (0, 1)))
        word = self.operators[ADD][0]
        return repr(self.line.format(operator=word, target=5, length=2, cells=cells))

    # --- reading ---

    def read(
        self, lines: Iterable[str], rules: RuleSet | None
    ) -> Iterator[ReadPuzzle | FormatError]:
        """The puzzles of a text."""
        plain = ("" if self._is_comment(line) else line for line in lines)
        return one_after_another(self._read_one, comment="")(plain, rules)

    def _read_one(self, lines: Lines, rules: RuleSet | None) -> ReadPuzzle:
        """Takes the lines of the head, and those of the cages: without a head all lines."""
        draft = Draft(lines.peek() or lines.last, may_lack_cages=True)
        said = self._take_head(lines)
        count = said.get("count")
        found: list[tuple[Token, list[_Cell], Operator, int]] = []
        while count is None or len(found) < count:
            following = lines.peek()
            if count is None and (following is None or self._is_head(following.text)):
                break
            found.append(self._read_cage(lines.take(f"cage {len(found) + 1}").stripped))
            if len(found) > MAX_SIZE**2:
                raise lines.last.error(f"more than {MAX_SIZE**2} cages; expected one puzzle")
        if not found:
            raise lines.last.place_behind().error(
                f"no cages; expected lines such as {self._example}"
            )
        side = said.get("size") or self._side([cell for cage in found for cell in cage[1]], lines)
        for line, cells, operator, target in found:
            draft.add((_placed(cell, side) for cell in cells), operator, target, line)
        for _ in range(side if "{count}" in self.head else 0):
            if (row := lines.peek()) and _is_row(row, side):
                lines.take("a row of the solution")
        return draft.puzzle(side, rules, default=self.rules, stated=self.rules is not KENKEN)

    def _take_head(self, lines: Lines) -> dict[str, int]:
        """Takes the lines before the cages."""
        found = {}
        for written, pattern in zip(self.head, self._head, strict=True):
            names = " and the ".join(_NAMES[field] for field in pattern.groupindex)
            expected = f"the {names}, as in {written.format(size=4, count=7)!r}"
            line = lines.take(expected).stripped
            match = line.matched(pattern, expected, "line")
            for field in pattern.groupindex:
                most = self._most if field == "size" else MAX_SIZE**2
                found[field] = line.group(match, field).within(_NAMES[field], 1, most)
        return found

    def _read_cage(self, line: Token) -> tuple[Token, list[_Cell], Operator, int]:
        """The line of a cage, its cells, its operator and its target."""
        match = line.matched(self._line, f"a cage such as {self._example}", "line")
        target = line.group(match, "target").integer("target")
        cells = self._read_cells(line.group(match, "cells"))
        if "{length}" in self.line:
            said = line.group(match, "length")
            if said.integer("number of cells") != len(cells):
                raise said.unlike(f"{len(cells)}, as many as follow", "number of cells")
        word = line.group(match, "operator")
        if not word.text and len(cells) == 1:
            return line, cells, GIVEN, target
        return line, cells, read_operator(word, self._table), target

    def _read_cells(self, token: Token) -> list[_Cell]:
        match = self._cells.match(token.text)
        end = match.end() if match else 0
        if end < len(token.text):
            expected = f"one such as {self._written((1, 2), 4)}, which is {cell_name((1, 2))}"
            raise token.part(token.text[end:], end).unlike(expected, "cell")
        most = MAX_SIZE**2 if self._numbered else MAX_SIZE
        found: list[_Cell] = []
        for match in self._cell.finditer(token.text):
            cell = tuple(map(self._index, match.groups()))
            if not 0 <= min(cell) <= max(cell) < most:
                place = token.group(match)
                raise place.unlike(f"{self.first} to {self.first + most - 1}", "cell")
            found.append(cell[::-1] if self.cell.startswith("{column") else cell)
        return found

    def _index(self, word: str) -> int:
        """A row, a column or the number of a cell, from 0."""
        if word.isalpha():
            return ascii_uppercase.index(word.upper())
        return int(word[:MAX_DIGITS_READ]) - self.first

    def _side(self, cells: list[_Cell], lines: Lines) -> int:
        """The size that the cells of all cages show."""
        last = max(map(max, cells))
        side = isqrt(last + 1) if self._numbered else last + 1
        if self._numbered and side * side != last + 1:
            raise lines.last.without_indent.error(
                f"the largest cell is {last + self.first}; expected that of a square board"
            )
        return side

    # --- writing ---

    def write(self, puzzle: Puzzle) -> str:
        """The lines of the head and of the cages; FormatError where the size would be lost."""
        side = puzzle.rows
        lines = [line.format(size=side, count=len(puzzle.cages)) for line in self.head]
        for cage in puzzle.cages:
            cells = self.between.join(self._written(cell, side) for cell in cage.cells)
            word, length = operator_word(cage, self.operators), len(cage.cells)
            fields = {"operator": word, "target": cage.target, "length": length, "cells": cells}
            lines.append(self.line.format(**fields))
        if not self.head:
            check_size_is_shown(puzzle, by_last_cell=self._numbered)
        return "\n".join(lines) + "\n"

    def _written(self, cell: Cell, columns: int) -> str:
        row, column = cell
        row_letter, column_letter = (ascii_uppercase[side : side + 1] for side in cell)
        return self.cell.format(
            row=row + self.first,
            column=column + self.first,
            number=row * columns + column + self.first,
            row_letter=row_letter,
            column_letter=column_letter,
        )


def _placed(cell: _Cell, columns: int) -> Cell:
    return divmod(cell[0], columns) if len(cell) == 1 else (cell[0], cell[1])


def _is_row(line: Token, side: int) -> bool:
    """Whether a line is a row of a solution; a number alone is the size of another puzzle."""
    words = line.text.split()
    return len(words) == side > 1 and all(map(str.isdecimal, words))


def _pattern(line: str) -> str:
    """A line with fields, as ``str.format`` has it, as a pattern; blanks may stand around signs."""
    pattern = ""
    for part in _FIELD.split(line):
        sign = part.strip()
        if part in _FIELDS:
            pattern += _FIELDS[part]
        elif sign:
            pattern += f"{_BLANKS}{re.escape(sign)}{_BLANKS}"
        elif part:
            pattern += "[ \t]+"
    return pattern.removeprefix(_BLANKS).removesuffix(_BLANKS)
