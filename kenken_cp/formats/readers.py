"""How a text is divided into puzzles: a puzzle a line, parts between ``---``, one after another.

``reader`` and ``sequential_reader`` make the ``read`` of a format from a function that reads one
puzzle. Below them stands what puzzles have in many formats: grids, of a line for each row.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from typing import TypeVar

from kenken_cp.errors import FormatError
from kenken_cp.formats.record import Read, ReadPuzzle
from kenken_cp.formats.tokens import Lines, Token, content_lines, numbered_lines
from kenken_cp.model.geometry import MAX_SIZE, Cell, all_cells
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import plural

_Part = TypeVar("_Part")
_Owner = TypeVar("_Owner", bound=Hashable)

SEPARATOR = "---"
"""The line between two puzzles of formats that have no sign of their own."""

_MAX_ERRORS = 100
"""Puzzles of one text that may be wrong: more of them are hardly a text in that format."""

_MAX_PART = 40_000
"""Lines of one puzzle: more than the largest board has rows, clues and houses."""


def reader(
    divided: Callable[[Iterable[str]], Iterable[_Part | FormatError]],
    read_one: Callable[[_Part, RuleSet | None], ReadPuzzle],
) -> Read:
    """The reader of a format whose texts can be divided into puzzles before any of them is read.

    Args:
        divided: the part of a text that each puzzle has, from the lines of the text: such as
            ``content_lines``, where a puzzle is a line. In place of a part it may have an error.
        read_one: reads the puzzle of a part.
    """

    def read(lines: Iterable[str], rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
        errors = 0
        for part in divided(lines):
            try:
                if isinstance(part, FormatError):
                    raise part
                yield read_one(part, rules)
            except FormatError as error:
                yield error
                errors += 1
                if errors > _MAX_ERRORS:
                    raise FormatError(
                        f"more than {_MAX_ERRORS} puzzles are wrong; the rest is not read"
                    ) from None

    return read


def between_separators(lines: Iterable[str]) -> Iterator[list[Token]]:
    """The lines between two ``---``; parts of blanks and comments alone are left out."""
    part: list[Token] = []
    for line in chain(numbered_lines(lines), [Token(SEPARATOR, 0)]):
        if line.text.partition("#")[0].strip() == SEPARATOR:
            if any(text and text[0] != "#" for text in (each.text.lstrip() for each in part)):
                yield part
            part = []
        elif len(part) < _MAX_PART:
            part.append(line)
        else:
            raise line.error(f"a puzzle of more than {_MAX_PART:,} lines; expected fewer")


def sequential_reader(
    read_one: Callable[[Lines, RuleSet | None], ReadPuzzle], comment: str = "#"
) -> Read:
    """The reader of a format in which only reading a puzzle shows where it ends.

    ``read_one`` takes the lines of one puzzle, of those with content. After an error the next
    puzzle cannot be found, so the text is read whole before the first puzzle is given.
    """

    def read(lines: Iterable[str], rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
        content = Lines(content_lines(lines, comment))
        puzzles = []
        while content:
            puzzles.append(read_one(content, rules))
        return iter(puzzles)

    return read


# --- grids ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WordGrid:
    """What stands in each cell of a board.

    Args:
        size: rows and columns.
        words: the word in each cell, in reading order.
        lines: the line of each row.
    """

    size: tuple[int, int]
    words: dict[Cell, str]
    lines: list[Token]

    def token(self, cell: Cell) -> Token:
        """The word in a cell with its place."""
        row, column = cell
        return self.lines[row].word([self.words[row, at] for at in range(column + 1)], column)

    def first(self, word: str) -> Token:
        """The first place of a word that some cell has."""
        return self.token(next(cell for cell in self.words if self.words[cell] == word))


def grid_of(
    lines: Lines,
    size: tuple[int, int] | None,
    words_of: Callable[[str], list[str]] = str.split,
    where: str = "",
) -> WordGrid:
    """Takes the rows of a grid.

    Args:
        lines: those of the puzzle.
        size: rows and columns; None for as many of both as the first row has words.
        words_of: finds the words in a row, in their order.
        where: what the rows are of, for errors, such as `` of the picture``.
    """
    if size is None:
        first = lines.peek()
        if first is None:
            raise lines.last.place_behind().error(f"no rows{where}")
        side = len(words_of(first.text))
        if not 1 <= side <= MAX_SIZE:
            raise first.without_indent.error(f"a row of {side} cells; expected 1 to {MAX_SIZE}")
        size = side, side
    rows, columns = size
    taken = list(islice(lines, rows))
    if len(taken) < rows:
        raise lines.last.place_behind().error(
            f"found {plural(len(taken), 'row')}{where}; expected {rows}"
        )
    cells = [words_of(line.text) for line in taken]
    for at, (line, words) in enumerate(zip(taken, cells, strict=True)):
        if len(words) != columns:
            has = plural(len(words), "cell")
            raise line.without_indent.error(f"row {at + 1}{where} has {has}; expected {columns}")
    return WordGrid(size, dict(zip(all_cells(rows, columns), chain(*cells), strict=True)), taken)


def cells_by_owner(owners: Mapping[Cell, _Owner]) -> dict[_Owner, list[Cell]]:
    """The cells that have the same owner."""
    cells: dict[_Owner, list[Cell]] = {}
    for cell, owner in owners.items():
        cells.setdefault(owner, []).append(cell)
    return cells
