"""How a text is divided into puzzles: a puzzle a line, parts between ``---``, one after another.

Each function makes the ``read`` of a format from a function that reads one puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

from kenken_cp.errors import FormatError
from kenken_cp.formats.record import Read, ReadPuzzle
from kenken_cp.formats.tokens import Lines, Token, content_lines, numbered_lines
from kenken_cp.model.geometry import Cell, all_cells
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import plural

_Item = TypeVar("_Item")
_Owner = TypeVar("_Owner", bound=Hashable)

Grid = dict[Cell, Token]
"""What stands in each cell of a board, in reading order."""

SEPARATOR = "---"
"""The line between two puzzles of formats that have no sign of their own."""

_MAX_ERRORS = 100
"""Puzzles of one text that may be wrong: more of them are hardly a text in that format."""

_MAX_PART = 40_000
"""Lines of one puzzle: more than the largest board has rows, clues and houses."""


def each_line(read_one: Callable[[Token, RuleSet | None], ReadPuzzle]) -> Read:
    """Reads texts with a puzzle in every line that is neither blank nor a comment."""

    def read(lines: Iterable[str], rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
        return attempted(read_one, content_lines(lines), rules)

    return read


def each_part(read_one: Callable[[list[Token], RuleSet | None], ReadPuzzle]) -> Read:
    """Reads texts whose puzzles have a line ``---`` between them.

    ``read_one`` gets all lines of a puzzle, blank ones and comments too, at least one of them not
    blank.
    """

    def read(lines: Iterable[str], rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
        full = (part for part in _parts(lines) if any(line.text.strip() for line in part))
        return attempted(read_one, full, rules)

    return read


def _parts(lines: Iterable[str]) -> Iterator[list[Token]]:
    part: list[Token] = []
    for line in numbered_lines(lines):
        if line.text.strip() == SEPARATOR:
            yield part
            part = []
        elif len(part) < _MAX_PART:
            part.append(line)
        else:
            raise line.error(f"a puzzle of more than {_MAX_PART:,} lines; expected fewer")
    yield part


def one_after_another(
    read_one: Callable[[Lines, RuleSet | None], ReadPuzzle], comment: str = "#"
) -> Read:
    """Reads texts whose puzzles follow one another.

    ``read_one`` takes the lines of one puzzle, of those with content. After an error nobody knows
    where the next puzzle begins, so it ends the text.
    """

    def read(lines: Iterable[str], rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
        content = Lines(content_lines(lines, comment))
        while content:
            yield read_one(content, rules)

    return read


def attempted(
    read_one: Callable[[_Item, RuleSet | None], ReadPuzzle],
    items: Iterable[_Item | FormatError],
    rules: RuleSet | None,
) -> Iterator[ReadPuzzle | FormatError]:
    """What is read from each item, or in its place the error; an item may be an error already.

    Raises:
        FormatError: after a hundred errors.
    """
    errors = 0
    for item in items:
        try:
            if isinstance(item, FormatError):
                raise item
            yield read_one(item, rules)
        except FormatError as error:
            yield error
            errors += 1
            if errors > _MAX_ERRORS:
                raise FormatError(
                    f"more than {_MAX_ERRORS} puzzles are wrong; the rest is not read"
                ) from None


def take_rows(lines: Lines, count: int, where: str = "") -> list[Token]:
    """Takes a number of lines; FormatError, which says ``where``, if there are fewer."""
    found = list(islice(lines, count))
    if len(found) < count:
        raise lines.last.place_behind().error(
            f"found {plural(len(found), 'row')}{where}; expected {count}"
        )
    return found


def grid_of(
    lines: Lines,
    rows: int,
    columns: int,
    cells_of: Callable[[Token], list[Token]] = Token.split,
    where: str = "",
) -> Grid:
    """Takes the rows of a grid, each of that many cells: what is in each cell, in reading order.

    ``where`` says in errors what the rows are of, such as `` of the picture``.
    """
    found: list[Token] = []
    for number, line in enumerate(take_rows(lines, rows, where), start=1):
        cells = cells_of(line)
        if len(cells) != columns:
            has = plural(len(cells), "cell")
            raise line.without_indent.error(f"row {number}{where} has {has}; expected {columns}")
        found += cells
    return dict(zip(all_cells(rows, columns), found, strict=True))


def square_of(
    lines: Lines, cells_of: Callable[[Token], list[Token]] = Token.split, where: str = ""
) -> Grid:
    """Takes the rows of a grid that has as many rows as there are cells in the first one."""
    first = lines.peek()
    if first is None:
        raise lines.last.place_behind().error(f"no rows{where}")
    side = first.without_indent.part(str(len(cells_of(first))), 0).side()
    return grid_of(lines, side, side, cells_of, where)


def cells_by_owner(owners: Iterable[_Owner], cells: Iterable[Cell]) -> dict[_Owner, list[Cell]]:
    """The cells of each owner; ``owners`` has the owner of each of ``cells``, in the same order."""
    found: dict[_Owner, list[Cell]] = {}
    for owner, cell in zip(owners, cells, strict=False):
        found.setdefault(owner, []).append(cell)
    return found
