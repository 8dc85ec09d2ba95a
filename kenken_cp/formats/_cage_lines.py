"""Formats of a cage a line: one reader and one writer for all of them, and a record for each.

They differ in the order of operator, target and cells, in what a cell is called, and in the lines
before the first cage; a ``CageLines`` says how.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, islice
from string import ascii_uppercase
from typing import Any, NamedTuple

from kenken_cp.caches import remembered
from kenken_cp.errors import FormatError
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._spellings import (
    any_spelling,
    operator_word,
    parse_operator,
    spelled_operator,
)
from kenken_cp.formats._words import (
    MAX_DIGITS,
    MAX_LINE,
    Lines,
    Word,
    every_line,
    parse_integer,
    parse_side,
)
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.record import Format, ReadPuzzle, format_of
from kenken_cp.frozen import frozen
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.operators import ADD, OPERATORS, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.model.rules import violations
from kenken_cp.text import cell_name, plural, quoted

_MAX_LOOKED_AT = 40
"""Lines by which detection decides: a format shows itself in its head and its first cages."""

_MAX_CAGES_LOOKED_AT = 3

_NUMBER = re.compile(r"[-−–]?[0-9]++")

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


@frozen
class Cells:
    """What the cells of a board are called.

    Args:
        pattern: of one cell, with the groups ``row`` and ``column``, each a number or a letter, or
            ``number``, which counts the cells in reading order.
        written: one cell, as ``str.format`` takes it, of ``row``, ``column``, ``number`` (counted
            from ``first``), ``row_letter``, ``column_letter`` and the small ``column_small``.
        expected: what a message says a cell looks like.
        first: the number of the first row, column or cell.
        most: rows of the largest board: there are no more letters, or digits, than these.
    """

    pattern: str
    written: str
    expected: str
    first: int = 0
    most: int = MAX_SIZE

    @property
    def numbered(self) -> bool:
        """Whether cells are counted in reading order."""
        return "(?P<number>" in self.pattern

    def parse(self, match: re.Match[str], line: Word) -> Cell | int:
        """The cell that was found in a line, or its number from 0."""
        if self.numbered:
            last = self.first + MAX_SIZE**2 - 1
            number = int(match["number"][:9])
            if self.first <= number <= last:
                return number - self.first
            expected = f"{self.first} to {last}"
        else:
            row, column = self._side(match["row"]), self._side(match["column"])
            if row >= 0 and column >= 0:
                return row, column
            expected = self.expected
        word = line.part(match[0], match.start())
        raise word.error(f"cell {quoted(word.text)}; expected {expected}")

    def _side(self, text: str) -> int:
        if text.isalpha():
            return ascii_uppercase.index(text.upper())
        return int(text[:9]) - self.first

    def write(self, cell: Cell, columns: int) -> str:
        """A cell of a board with that number of columns."""
        row, column = cell
        letters = dict(zip(("row_letter", "column_letter"), map(_letter, cell), strict=True))
        letters["column_small"] = letters["column_letter"].lower()
        return self.written.format(
            row=row + self.first,
            column=column + self.first,
            number=row * columns + column + self.first,
            **letters,
        )


def _letter(side: int) -> str:
    return ascii_uppercase[side] if side < len(ascii_uppercase) else ""


LETTER_IS_ROW = Cells(
    r"(?P<row>[A-Za-z])(?P<column>[0-9]{1,4})(?![0-9])",
    "{row_letter}{column}",
    "row A to Z and column, as in B3",
    first=1,
    most=len(ascii_uppercase),
)
LETTER_IS_COLUMN = Cells(
    r"(?P<column>[A-Za-z])(?P<row>[0-9]{1,4})(?![0-9])",
    "{column_letter}{row}",
    "column A to Z and row, as in B3",
    first=1,
    most=len(ascii_uppercase),
)


def numbered(first: int) -> Cells:
    """Cells that are counted in reading order."""
    return Cells(r"(?P<number>[0-9]++)", "{number}", "an integer", first)


def pairs(first: int, brackets: str = "") -> Cells:
    """Cells as two numbers with a comma between, the row first."""
    opened, closed = brackets[:1], brackets[1:]
    pattern = r"(?P<row>[0-9]++)\s*,\s*(?P<column>[0-9]++)"
    if brackets:
        pattern = rf"{re.escape(opened)}\s*{pattern}\s*{re.escape(closed)}"
    written = f"{opened}{{row}},{{column}}{closed}"
    example = written.format(row=2, column=3)
    return Cells(pattern, written, f"row and column from {first}, as in {example}", first)


@frozen
class HeadLine:
    """A line before the cages.

    Args:
        pattern: of all of it, perhaps with the groups ``size`` and ``count``, of the cages.
        written: as ``str.format`` takes it, of ``size`` and ``count``.
        expected: what a message says that it looks like.
        telling: whether no other format has such a line, so that it shows the format by itself.
    """

    pattern: str
    written: str
    expected: str
    telling: bool = False


SIZE_LINE = HeadLine(r"(?P<size>[0-9]+)", "{size}", "the size, such as 5")
"""A number alone."""


@frozen
class CageLines:
    """A format of a cage a line.

    Args:
        line: a cage, as ``str.format`` takes it, of ``operator``, ``target`` and ``cells``. When
            it is read there may be blanks beside other signs, and there must be some where a blank
            alone is between two of these.
        between: what stands between two cells: blanks, a comma, another sign, or nothing, where a
            comma and blanks are read, too.
        head: the lines before the cages. Without a size among them it is that of the last cell.
        comment: a pattern of lines that say nothing. Nor is a solution below the cages taken, but
            it must fit.
        bare: whether the operator may be left out: the target is that of a given, or of a cage
            whose operator is hidden.
        rules: those that its authors mean; instead of ``kenken`` others that the clues show.
    """

    name: str
    line: str
    cells: Cells
    between: str = " "
    head: tuple[HeadLine, ...] = ()
    comment: str = r"#(?!\s*[0-9]+$).*|//.*"
    bare: bool = False
    rules: RuleSet = KENKEN

    def format(self, summary: str, example: str, suffix: str = "txt") -> Format:
        """The record of the format."""
        return format_of(self, summary, example, several=bool(self.head), suffix=suffix)

    @property
    def _telling(self) -> bool:
        """Whether a board without cages shows its format."""
        return any(head.telling for head in self.head)

    # --- reading ---

    def detect(self, text: str) -> bool:
        """The lines of the head, then one of a cage, with an operator that the format knows. A head
        that no other format has needs no more than part of a cage, or no cage, after it; and such a
        format's cages may lack their head.
        """
        heads = len(self.head)
        head = text.split("\n", _MAX_LOOKED_AT)[:_MAX_LOOKED_AT]
        lines = list(islice(self._lines(head), heads + _MAX_CAGES_LOOKED_AT))
        if len(lines) < heads or not all(
            re.fullmatch(head.pattern, line.text.strip())
            for head, line in zip(self.head, lines, strict=False)
        ):
            return self._telling and bool(lines) and self._right(lines[0]) is not None
        cages = lines[heads:]
        if self._telling:
            return not cages or any(_Line(self, line).understood > 1 for line in cages)
        return any(cage is not None and cage.operator for cage in map(self._right, cages))

    def _right(self, line: Word) -> _Read | None:
        """What a line says of a cage; None if it is none, or a wrong one."""
        found = _regular(self, OPERATORS.changes).cage(line)
        if found is None and self.bare:
            found = _Line(self, line).result()
        return found if isinstance(found, _Read) else None

    def read(self, text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle]:
        """Every puzzle of a text. Where there is no head, the next begins with a cell that was
        there before, if each of them has all cells of its board.
        """
        lines = Lines(self._lines(every_line(text)))
        if not lines:
            raise FormatError(f"no cages; expected lines such as {self.written_example()}")
        regular = _regular(self, OPERATORS.changes)
        yield self._read_puzzle(lines, rules, regular)
        while following := lines.peek():
            first = following.first
            try:
                read = self._read_puzzle(lines, rules, regular)
            except _NoSizeError:
                raise _in_a_cage(first) from None
            if not self.head and read.puzzle.free_cells:
                raise _in_a_cage(first)
            yield read

    def _lines(self, texts: Iterable[str]) -> Iterator[Word]:
        """The lines that say something, without the blanks around it."""
        is_comment = re.compile(self.comment).fullmatch
        for number, text in enumerate(texts, start=1):
            said = text.strip()
            if said and not is_comment(said):
                yield Word(said, number, text.index(said) + 1)

    def written_example(self) -> str:
        """A line of a cage, for messages."""
        shown = self.between.join(self.cells.write(cell, 4) for cell in ((0, 0), (0, 1)))
        operator = ADD.spelled_in(self.name)[0]
        return quoted(self.line.format(operator=operator, target=5, cells=shown), 60)

    def _read_puzzle(
        self, lines: Lines[Word], rules: RuleSet | None, regular: _Regular
    ) -> ReadPuzzle:
        size: Word | None = None
        count: int | None = None
        first = lines.peek() or lines.last
        for head in self.head:
            line = lines.peek()
            match = re.fullmatch(head.pattern, line.text.strip()) if line else None
            if line is None or match is None:
                word = (line or lines.last).stripped
                raise word.error(f"{quoted(word.text)}; expected {head.expected}")
            groups = match.groupdict()
            if "size" in groups:
                size = line.stripped.part(match["size"], match.start("size"))
            if "count" in groups:
                count = int(match["count"][:9])
            lines.take()
        found: list[_Read] = []
        used: set[Cell | int] = set()
        solution: list[tuple[int, ...]] = []
        while (count is None or len(found) < count) and (line := lines.peek()):
            cage = regular.cage(line)
            if cage is None and count is None and self.head and self._begins(line):
                break
            cage = cage or _Line(self, line.in_bounds()).result()
            if isinstance(cage, FormatError):
                if found and _ROW.fullmatch(line.in_bounds().text):
                    solution = _solution(lines, self._side(size, found))
                if solution:
                    break
                raise cage
            if not self.head:
                if not used.isdisjoint(cage.cells) and _is_whole(used):
                    break
                used.update(cage.cells)
            found.append(cage)
            lines.take()
            if len(found) > MAX_SIZE**2:
                raise cage.place.error(f"more than {MAX_SIZE**2} cages; expected one puzzle")
        if count is not None and len(found) < count:
            found_there = plural(len(found), "cage")
            raise first.first.error(f"{found_there}; expected {count}, as the head says")
        if not found and not self._telling:
            raise first.error(f"no cages; expected lines such as {self.written_example()}")
        side = self._side(size, found)
        solution = solution or _solution(lines, side)
        below = lines.peek()
        lines.several(len(solution))
        draft = Draft(first.line)
        for cells, operator, target, place in found:
            named = _by_number(cells, side) if self.cells.numbered else cells
            draft.add(named, operator, target, place)
        shown = draft.rules_shown if self.rules is KENKEN else None
        puzzle = draft.puzzle(side, rules or shown or self.rules)
        if below and solution and (wrong := violations(puzzle.puzzle, solution)):
            raise below.first.error(f"a solution that does not fit the cages: {wrong[0]}")
        return puzzle

    def cage(self, line: Word) -> tuple[tuple[Cell | int, ...], Operator | None, int]:
        """The cells, the operator and the target of a line that is not blank."""
        read = (
            _regular(self, OPERATORS.changes).cage(line) or _Line(self, line.in_bounds()).result()
        )
        if isinstance(read, FormatError):
            raise read
        return read.cells, read.operator, read.target

    def written(self, cage: Cage, side: int) -> str:
        """The line of a cage of a board with that many columns."""
        cells = self.between.join(self.cells.write(cell, side) for cell in cage.cells)
        word = operator_word(cage, self.name)
        return self.line.format(operator=word, target=cage.target, cells=cells)

    def _begins(self, line: Word) -> bool:
        """Whether a line that is no cage is the first of a puzzle's head."""
        return re.fullmatch(self.head[0].pattern, line.text.strip()) is not None

    def _side(self, size: Word | None, found: list[_Read]) -> int:
        if size is not None:
            side = parse_side(size)
            if side > self.cells.most:
                raise size.error(
                    f"size {side}; expected at most {self.cells.most}, as there are names for"
                )
            return side
        every: Iterable[Any] = chain.from_iterable(cage.cells for cage in found)
        largest: int = max(every if self.cells.numbered else chain.from_iterable(every))
        if not self.cells.numbered:
            if largest >= MAX_SIZE:
                last = _with_number(found, largest)
                raise last.place.error(f"a cell beyond {MAX_SIZE}; expected a smaller board")
            return largest + 1
        side, first = math.isqrt(largest + 1), self.cells.first
        if side * side != largest + 1:
            message = (
                f"the largest cell is {largest + first}; expected the last one of a square board, "
                f"such as {side * side - 1 + first} or {(side + 1) ** 2 - 1 + first}"
            )
            raise _with_number(found, largest).place.error(message).of_class(_NoSizeError)
        return side

    # --- writing ---

    def write(self, puzzle: Puzzle) -> str:
        """The lines of the head and of the cages; FormatError for what is not plain, or where the
        size would be lost.
        """
        check_plain(puzzle, self.name, rules=self.rules)
        side = puzzle.rows
        if side > self.cells.most:
            raise cannot(self.name, f"a board of {side} rows; it has names for {self.cells.most}")
        if not puzzle.cages and not self._telling:
            raise cannot(self.name, "a board without cages")
        if not any("size" in head.written for head in self.head):
            self._check_last(puzzle)
        facts = {"size": side, "count": len(puzzle.cages)}
        lines = [head.written.format(**facts) for head in self.head]
        lines += [self.written(cage, side) for cage in puzzle.cages]
        return "\n".join(lines) + "\n"

    def _check_last(self, puzzle: Puzzle) -> None:
        """FormatError if the largest board that the cages need is smaller than the puzzle's."""
        side, free = puzzle.rows, set(puzzle.free_cells)
        if self.cells.numbered and puzzle.cells[-1] in free:
            last = cell_name(puzzle.cells[-1])
            raise cannot(self.name, f"a board whose last cell, {last}, is in no cage")
        edge = {cell for cell in puzzle.cells if side - 1 in cell}
        if edge <= free:
            raise cannot(self.name, f"a board with no cage in row {side} or column {side}")


_ROW = re.compile(r"[\[(|\s]*+(?:[0-9]++(?:[\s,|]++[0-9]++)++|[0-9]{2,}+)[\])|\s,]*+")


def _solution(lines: Lines[Word], side: int) -> list[tuple[int, ...]]:
    """The next lines as a grid of that many rows; nothing if they are something else."""
    first = lines.peek()
    if first is None or not _ROW.fullmatch(first.text):  # as below nearly all puzzles
        return []
    rows = lines.view(side)
    if len(rows) < side or not all(_ROW.fullmatch(row.in_bounds().text) for row in rows):
        return []
    for number in ("[0-9]{1,9}", "[0-9]"):  # between blanks, or packed
        found = [tuple(map(int, re.findall(number, row.text))) for row in rows]
        if all(len(row) == side for row in found):
            return found
    return []


def _is_whole(used: set[Cell | int]) -> bool:
    """Whether some cells are all those of a square board, and not only a given written twice."""
    side = math.isqrt(len(used))
    every: Iterable[Any] = used
    numbered = isinstance(next(iter(used), 0), int)
    last = side * side - 1 if numbered else side - 1
    return side * side == len(used) > 1 and last == max(
        every if numbered else chain.from_iterable(every)
    )


class _NoSizeError(FormatError):
    """Cells that fill no square board."""


def _in_a_cage(first: Word) -> FormatError:
    """What is wrong with lines below a whole board that are no other one."""
    return first.error("a cell that is in a cage already; expected all of another board")


def _with_number(found: list[_Read], number: int) -> _Read:
    """The first cage with a cell of that number, or in such a row or column."""
    return next(
        cage
        for cage in found
        if any(number in (cell if isinstance(cell, tuple) else (cell,)) for cell in cage.cells)
    )


@remembered(1 << 14, lambda cells: 100 * len(cells))
def _by_number(numbers: tuple[int, ...], side: int) -> tuple[Cell, ...]:
    """The cells of a board with that many columns that have these numbers."""
    return tuple([divmod(number, side) for number in numbers])


class _Read(NamedTuple):
    """What a line says of a cage; its cells may be numbers from 0."""

    cells: tuple[Any, ...]
    operator: Operator | None
    target: int
    place: Word


_MAX_KNOWN = 1 << 14
"""Texts of cells that are kept."""

_MAX_KNOWN_LENGTH = 100


class _Regular:
    """Reads the lines of cages in which all is right, as nearly all are; what is met again is not
    read again.
    """

    def __init__(self, dialect: CageLines) -> None:
        self._name, self._cells = dialect.name, dialect.cells
        operators = any_spelling(dialect.name)
        pattern = _line_pattern(dialect.line, self._cells.pattern, dialect.between, operators)
        self._match = pattern.fullmatch
        self._known: dict[str, tuple[Cell | int, ...]] = {}

    def cage(self, line: Word) -> _Read | FormatError | None:
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
        return _new_read(_Read, (cells, operator, target, line))

    def _parsed(self, line: Word, match: re.Match[str]) -> tuple[Cell | int, ...]:
        start, end = match.span("cells")
        found = _compiled(self._cells.pattern).finditer(line.text, start, end)
        cells = tuple([self._cells.parse(cell, line) for cell in found])
        if end - start <= _MAX_KNOWN_LENGTH and len(self._known) < _MAX_KNOWN:
            self._known[match["cells"]] = cells
        return cells


@remembered(1 << 6, lambda _: 1 << 20)
def _regular(dialect: CageLines, _changes: int) -> _Regular:
    return _Regular(dialect)


_new_read = tuple.__new__
"""Makes it of its parts in half the time."""


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

    def __init__(self, dialect: CageLines, line: Word) -> None:
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

    def result(self) -> _Read | FormatError:
        """What it says, or what is wrong with it."""
        return self.error or _Read(tuple(self.cells), self.operator, self.target, self.place)

    def _read(self) -> None:
        for before, part in _parts(self._dialect.line):
            self._skip(before)
            match part:
                case "target":
                    self.target = parse_integer(self._word("a target", _NUMBER), "target")
                case "operator" if self._dialect.bare and self._is_bare():
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

    def _is_bare(self) -> bool:
        """Whether a number follows blanks."""
        return re.compile(r"\s++[0-9]").match(self._line.text, self._at) is not None

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
            raise word.error(f"cell {quoted(word.text)}; expected {self._dialect.cells.expected}")
        if not self.cells:
            raise self._unexpected("cells")

    def _unexpected(self, expected: str) -> FormatError:
        rest = self._line.part(self._line.text[self._at :].strip(), self._at)
        found = quoted(rest.text) if rest.text else "the line ends"
        return rest.error(f"{found}; expected {expected}")
