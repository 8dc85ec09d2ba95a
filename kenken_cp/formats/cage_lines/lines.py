"""Formats of a cage a line: one reader and one writer for all of them, and a record for each.

They differ in the order of operator, target and cells, in what a cell is called, and in the lines
before the first cage; a ``CageLines`` says how.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any, NamedTuple

from kenken_cp.caches import remembered
from kenken_cp.errors import FormatError
from kenken_cp.formats._draft import Draft, check_solution
from kenken_cp.formats._words import Lines, Word, every_line
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.cage_lines.line import CageLine, ReadCage
from kenken_cp.formats.reading.around import ROW_OF_NUMBERS
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.frozen import frozen
from kenken_cp.model.geometry import MAX_SIZE, Cell, cell_set
from kenken_cp.model.operators import ADD
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.text import cell_name, plural

_MAX_LOOKED_AT = 40
"""Lines by which detection decides: a format shows itself in its head and its first cages."""

_MAX_CAGES_LOOKED_AT = 12
"""Cages of which one must show an operator: the first may be givens."""

_MAX_BELOW_HEAD = 3
"""Cages below a head that tells the format."""


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


class _Head(NamedTuple):
    """What the lines before the cages say."""

    size: Word | None
    cages: int | None
    """How many cages there are."""


@frozen
class CageLines(CageLine):
    """A format of a cage a line.

    Args:
        head: the lines before the cages. Without a size among them it is that of the last cell.
        comment: a pattern of lines that say nothing. Nor is a solution below the cages taken, but
            it must fit.
        rules: those that its authors mean; instead of ``kenken`` others that the clues show.
    """

    head: tuple[HeadLine, ...] = ()
    comment: str = r"#(?!\s*[0-9]+$).*|//.*"
    rules: RuleSet = KENKEN

    def format(self, summary: str, example: str, suffix: str = "txt") -> Format:
        """The record of the format."""
        join = "".join if self.head else None
        return Format(self.name, summary, example, self.detect, self.read, self.write, join, suffix)

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
            return self._telling and bool(lines) and self.reader.correct(lines[0]) is not None
        cages = lines[heads:]
        if self._telling:
            below = cages[:_MAX_BELOW_HEAD]
            return not cages or any(self.reader.understood(line) > 1 for line in below)
        return any(cage is not None and cage.operator for cage in map(self.reader.correct, cages))

    def read(self, text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle]:
        """Every puzzle of a text. Where there is no head, the next begins with a cell that was
        there before, if each of them has all cells of its board.
        """
        lines = Lines(self._lines(every_line(text)))
        above = False
        while following := lines.peek():
            first = following.first
            try:
                read = self._read_puzzle(lines, rules)
            except _NoSizeError:
                if above:
                    raise _in_a_cage(first) from None
                raise
            if above and not self.head and read.puzzle.free_cells:
                raise _in_a_cage(first)
            yield read
            above = True

    def _lines(self, texts: Iterable[str]) -> Iterator[Word]:
        """The lines that say something, without the blanks around it."""
        is_comment = re.compile(self.comment).fullmatch
        for number, text in enumerate(texts, start=1):
            said = text.strip()
            if said and (not is_comment(said) or self._lacks_operator(said)):
                yield Word(said, number, text.index(said) + 1)

    def _lacks_operator(self, comment: str) -> bool:
        """Whether it is a cage but for its ``#``, where the operator should be."""
        if not (comment.startswith("#") and self.line.startswith("{operator}")):
            return False
        with_operator = ADD.spelled_in(self.name)[0] + comment[1:]
        return self.reader.correct(Word(with_operator, 0)) is not None

    def _read_puzzle(self, lines: Lines[Word], rules: RuleSet | None) -> ReadPuzzle:
        first = lines.peek() or lines.last
        head = self._take_head(lines)
        found = self._take_cages(lines, head)
        if head.cages is not None and len(found) < head.cages:
            found_there = plural(len(found), "cage")
            raise first.first.error(f"{found_there}; expected {head.cages}, as the head says")
        if not found and not self._telling:
            raise first.error(f"no cages; expected lines such as {self.written_example()}")
        side = self._side(head.size, found)
        solution = _solution(lines, side)
        below = lines.peek()
        lines.several(len(solution))
        draft = Draft(first.line)
        for cells, operator, target, place in found:
            named = _by_number(cells, side) if self.cells.numbered else cells
            draft.add(named, operator, target, place)
        known = draft.rules_or_shown(rules) if self.rules is KENKEN else rules
        doubts = []
        if len(draft.cells) < side * side and not draft.is_killer:
            doubts = ["no cage has several cells, and some cells are in none; are cages missing?"]
        puzzle = draft.puzzle(side, known or self.rules, listed=True, doubts=doubts)
        if below and solution:
            check_solution(puzzle.puzzle, solution, below.first)
        return puzzle

    def _take_head(self, lines: Lines[Word]) -> _Head:
        size: Word | None = None
        count: int | None = None
        for head in self.head:
            line = lines.peek()
            match = re.fullmatch(head.pattern, line.text.strip()) if line else None
            if line is None or match is None:
                error = (line or lines.last).stripped.unlike(head.expected)
                raise error.of_class(NoHeadError)
            groups = match.groupdict()
            if "size" in groups:
                size = line.stripped.group(match, "size")
            if "count" in groups:
                count = int(match["count"][:9])
            lines.take()
        return _Head(size, count)

    def _take_cages(self, lines: Lines[Word], head: _Head) -> list[ReadCage]:
        """As many as the head says, or up to another head, to a solution, or, without heads, to a
        cage with a cell that was there before, when all cells of a board were.
        """
        reader = self.reader
        found: list[ReadCage] = []
        used: set[Cell | int] = set()
        while (head.cages is None or len(found) < head.cages) and (line := lines.peek()):
            cage = reader.regular(line)
            if cage is None and head.cages is None and self._begins(line):
                break
            cage = cage or reader.read(line)
            if isinstance(cage, FormatError):
                if found and self._begins_solution(lines, head, found):
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
        return found

    def _begins_solution(self, lines: Lines[Word], head: _Head, found: list[ReadCage]) -> bool:
        line = lines.view(1)[0].in_bounds()
        return bool(
            ROW_OF_NUMBERS.fullmatch(line.text) and _solution(lines, self._side(head.size, found))
        )

    def _begins(self, line: Word) -> bool:
        """Whether a line that is no cage is the first of a puzzle's head, if there are heads."""
        heads = self.head[:1]
        return any(re.fullmatch(head.pattern, line.text.strip()) for head in heads)

    def _side(self, size: Word | None, found: list[ReadCage]) -> int:
        if size is not None:
            side = size.side()
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


def _solution(lines: Lines[Word], side: int) -> list[tuple[int, ...]]:
    """The next lines as a grid of that many rows; nothing if they are something else."""
    first = lines.peek()
    if first is None or not ROW_OF_NUMBERS.fullmatch(first.text):  # as below nearly all puzzles
        return []
    rows = lines.view(side)
    if len(rows) < side or not all(ROW_OF_NUMBERS.fullmatch(row.in_bounds().text) for row in rows):
        return []
    for number in ("[0-9]{1,9}", "[0-9]"):  # between blanks, or packed
        found = [tuple(map(int, re.findall(number, row.text))) for row in rows]
        if all(len(row) == side for row in found):
            return found
    return []


def _is_whole(used: set[Cell | int]) -> bool:
    """Whether some cells are all those of a square board, and not only a given written twice."""
    side = math.isqrt(len(used))
    return len(used) > 1 and used in (set(range(side * side)), cell_set(side, side))


class NoHeadError(FormatError):
    """A text without the head of a format, which may have taken all above for comments."""


class _NoSizeError(FormatError):
    """Cells that fill no square board."""


def _in_a_cage(first: Word) -> FormatError:
    """What is wrong with lines below a whole board that are no other one."""
    return first.error("a cell that is in a cage already; expected all of another board")


def _with_number(found: list[ReadCage], number: int) -> ReadCage:
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
