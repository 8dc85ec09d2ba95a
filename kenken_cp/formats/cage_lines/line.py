"""The line of a cage: one reader and one writer, for all orders of operator, target and cells."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from kenken_cp.errors import FormatError
from kenken_cp.formats._spellings import (
    any_spelling,
    operator_word,
    parse_operator,
    spelled_operator,
)
from kenken_cp.formats._words import MAX_DIGITS, MAX_LINE, MAX_REMEMBERED, Word
from kenken_cp.formats.cage_lines.cells import Cells
from kenken_cp.frozen import frozen
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import ADD, OPERATORS, Operator
from kenken_cp.model.puzzle import Cage
from kenken_cp.patterns import regex
from kenken_cp.text import quoted

_NUMBER = regex(r"[-−–]?[0-9]++")
_BARE = regex(r"\s++[0-9]")

_BETWEEN = {
    **{sign: rf"\s*+{re.escape(sign)}\s*+" for sign in "-|."},
    " ": r"\s++",
    ",": r"\s*+,\s*+|\s++$",
    "": r"[\s,]*+",
}
"""What is read between two cells, by what is written there."""


@cache
def _parts(line: str) -> tuple[tuple[str, str], ...]:
    """The parts of the line of a cage: what may or must stand before, as a pattern, and a field or
    a sign.
    """
    found = []
    before = r"\s*+"
    for blank, field, sign in re.findall(r"(\s)|\{(\w+)\}|([^\s{}])", line):
        if sign or (blank and not before):
            before = r"\s*+" if sign else r"\s++"
        if field or sign:
            found.append((before, field or sign))
            before = r"\s*+" if sign else ""
    return tuple(found)


class ReadCage(NamedTuple):
    """What a line says of a cage; its cells may be numbers from 0."""

    cells: tuple[Any, ...]
    operator: Operator | None
    target: int
    place: Word


@frozen
class CageLine:
    """The line of a cage in a format.

    Args:
        name: of the format whose words the operators have.
        line: as ``str.format`` takes it, of ``operator``, ``target`` and ``cells``. When it is read
            there may be blanks beside other signs, and there must be some where a blank alone is
            between two of these.
        between: what stands between two cells: blanks, a comma, another sign, or nothing, where a
            comma and blanks are read, too.
        bare: whether the operator may be left out: the target is that of a given, or of a cage
            whose operator is hidden.
    """

    name: str
    line: str
    cells: Cells
    between: str = " "
    bare: bool = False

    @property
    def reader(self) -> LineReader:
        """What reads such lines, one after the other."""
        return _reader(self)

    def cage(self, line: Word) -> tuple[tuple[Cell | int, ...], Operator | None, int]:
        """The cells, the operator and the target of a line that is not blank."""
        read = self.reader.read(line)
        if isinstance(read, FormatError):
            raise read
        return read.cells, read.operator, read.target

    def written(self, cage: Cage, side: int) -> str:
        """The line of a cage of a board with that many columns."""
        cells = self.between.join(self.cells.write(cell, side) for cell in cage.cells)
        word = operator_word(cage, self.name)
        return self.line.format(operator=word, target=cage.target, cells=cells)

    def written_example(self) -> str:
        """The line of a cage, for messages."""
        shown = self.between.join(self.cells.write(cell, 4) for cell in ((0, 0), (0, 1)))
        operator = ADD.spelled_in(self.name)[0]
        return quoted(self.line.format(operator=operator, target=5, cells=shown), 60)


_MAX_KNOWN = 1 << 14
"""Texts of cells that are kept."""


class LineReader:
    """Reads lines of cages: those in which all is right, as nearly all are, by one pattern; and
    what is met again is not read again.
    """

    def __init__(self, dialect: CageLine) -> None:
        self._dialect = dialect
        self._name, self._cells = dialect.name, dialect.cells
        operators = any_spelling(dialect.name)
        pattern = _line_pattern(dialect.line, self._cells.pattern, dialect.between, operators)
        self._match = pattern.fullmatch
        self._known: dict[str, tuple[Cell | int, ...]] = {}

    def read(self, line: Word) -> ReadCage | FormatError:
        """What any line says of a cage, or what is wrong with it; FormatError if it is too long."""
        return self.regular(line) or _Line(self._dialect, line.in_bounds()).result()

    def understood(self, line: Word) -> int:
        """How many parts of a line are right."""
        return _Line(self._dialect, line).understood

    def correct(self, line: Word) -> ReadCage | None:
        """What a line says of a cage; None if it is none, or a wrong one."""
        found = self.regular(line)
        if found is None and self._dialect.bare:
            found = _Line(self._dialect, line).result()
        return found if isinstance(found, ReadCage) else None

    def regular(self, line: Word) -> ReadCage | FormatError | None:
        """What a line says of a cage, or which of its cells is wrong; None for any other line."""
        text = line.text
        match = self._match(text) if len(text) <= MAX_LINE else None
        if match is None:
            return None
        word, digits, named = match.group("operator", "target", "cells")
        cells = self._known.get(named)
        if cells is None:
            try:
                cells = self._parsed(line, match)
            except FormatError as error:
                return error
        operator = spelled_operator(word, self._name, len(cells))
        if len(digits) > MAX_DIGITS:
            return None
        target = int(digits if digits.isascii() else digits.translate(_MINUS))
        return ReadCage(cells, operator, target, line)

    def _parsed(self, line: Word, match: re.Match[str]) -> tuple[Cell | int, ...]:
        start, end = match.span("cells")
        found = _compiled(self._cells.pattern).finditer(line.text, start, end)
        cells = tuple([self._cells.parse(cell, line) for cell in found])
        if end - start <= MAX_REMEMBERED and len(self._known) < _MAX_KNOWN:
            self._known[match["cells"]] = cells
        return cells


_reader = OPERATORS.remembered(1 << 6, lambda _: 1 << 20)(LineReader)


@cache
def _without_names(pattern: str) -> str:
    """A pattern that finds the same and has no groups."""
    return re.sub(r"\?P<\w+>", "?:", pattern)


_MINUS = str.maketrans("−–", "--")
_compiled = cache(re.compile)


@cache
def _line_pattern(line: str, cell: str, between: str, operator: str) -> re.Pattern[str]:
    """The parts of a line one after the other, each read as ``_Line`` reads it."""
    cells = _without_names(cell)
    fields = {
        "target": f"(?P<target>{_NUMBER.pattern})",
        "operator": f"(?P<operator>(?>{operator}))",
        "cells": f"(?P<cells>(?>{cells})(?:(?>{_BETWEEN[between]})(?>{cells}))*+)",
    }
    parts = [before + fields.get(part, re.escape(part)) for before, part in _parts(line)]
    return re.compile(rf"\s*+{''.join(parts)}[\s,;]*+")


class _Line:
    """The line of a cage, read part by part and as far as it is right: what is wrong with it is
    said by how far that is.

    Attributes:
        place: where it begins.
        cells: each a cell, or its number from 0.
        understood: how many of its parts are right.
        error: what is wrong with it, if anything is.
    """

    def __init__(self, dialect: CageLine, line: Word) -> None:
        self._dialect, self._line, self._at = dialect, line, 0
        self.place = line.first
        self.target, self.understood = 0, 0
        self.cells: list[Cell | int] = []
        self.operator: Operator | None = None
        self.error: FormatError | None = None
        self._word_of_operator = self.place
        try:
            self._read()
            word = self._word_of_operator
            if word is not self.place or not dialect.bare:
                self.operator = parse_operator(word, dialect.name, len(self.cells))
        except FormatError as error:
            self.error = self._unknown_operator() or error

    def _unknown_operator(self) -> FormatError | None:
        """The likeliest error of a line that is read under another format's operators."""
        if self._word_of_operator is not self.place:
            try:
                parse_operator(self._word_of_operator, self._dialect.name, 2)
            except FormatError as error:
                return error
        return None

    def result(self) -> ReadCage | FormatError:
        """What it says, or what is wrong with it."""
        return self.error or ReadCage(tuple(self.cells), self.operator, self.target, self.place)

    def _read(self) -> None:
        for before, part in _parts(self._dialect.line):
            self._skip(before)
            match part:
                case "target":
                    self.target = self._word("a target", _NUMBER).integer("target")
                case "operator" if self._dialect.bare and _BARE.match(self._line.text, self._at):
                    pass
                case "operator":
                    known = re.compile(any_spelling(self._dialect.name))
                    self._word_of_operator = self._word("an operator", known)
                case "cells":
                    self._read_cells()
                case _:
                    self._expect(part)
            self.understood += part.isalpha()
        self._skip(r"[\s,;]*+")
        if self._at < len(self._line.text):
            raise self._unexpected("the end of the line")

    def _skip(self, pattern: str) -> None:
        match = re.compile(pattern).match(self._line.text, self._at)
        if match is not None:
            self._at = match.end()
        elif self._at < len(self._line.text) and not self._line.text[self._at - 1].isspace():
            raise self._unexpected("a blank")

    def _expect(self, sign: str) -> None:
        if not self._line.text.startswith(sign, self._at):
            raise self._unexpected(repr(sign))
        self._at += len(sign)

    def _word(self, what: str, pattern: re.Pattern[str]) -> Word:
        """What matches, else what stands there."""
        match = pattern.match(self._line.text, self._at)
        match = match or re.compile(r"[^\s,]++").match(self._line.text, self._at)
        if match is None:
            raise self._unexpected(what)
        word = self._line.part(match[0], self._at)
        self._at = match.end()
        return word

    def _read_cells(self) -> None:
        cell = re.compile(self._dialect.cells.pattern)
        while match := cell.match(self._line.text, self._at):
            self.cells.append(self._dialect.cells.parse(match, self._line))
            self._at = match.end()
            if between := re.compile(_BETWEEN[self._dialect.between]).match(
                self._line.text, self._at
            ):
                self._at = between.end()
            else:
                break
        wrong = re.compile(r"[^\s,)\]]++").match(self._line.text, self._at)
        if wrong is not None and (self._dialect.line.endswith("{cells}") or not self.cells):
            word = self._line.part(wrong[0], self._at)
            raise word.unlike(self._dialect.cells.expected, "cell")
        if not self.cells:
            raise self._unexpected("cells")

    def _unexpected(self, expected: str) -> FormatError:
        rest = self._line.part(self._line.text[self._at :].strip(), self._at)
        found = quoted(rest.text) if rest.text else "the line ends"
        return rest.error(f"{found}; expected {expected}")
