"""Formats that draw a grid of the names of cages and list their clues: what they share."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from kenken_cp.formats._draft import Draft
from kenken_cp.formats._spellings import any_spelling, operator_word, parse_operator, split_clue
from kenken_cp.formats._words import Lines, Word
from kenken_cp.formats._writable import cannot, check_target
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.patterns import regex
from kenken_cp.text import plural, quoted

FREE = "."
"""What stands for a cell in no cage."""

LETTERS = ascii_uppercase + ascii_lowercase
"""Names of cages of a character each."""

NUMBER = regex(r"[0-9]++")
"""The name of a cage where cages are numbered."""

_WORD = regex(r"[^\s,]+")

Names = Sequence[Sequence[Word]]
"""A grid of the names of cages, a row each."""


class Clue(NamedTuple):
    """What a text says of a cage: the word that is the clue, its target, the format's word for its
    operator; no text where none is shown.
    """

    place: Word
    target: int
    operator: Word


def clue(word: Word) -> Clue:
    """A target and perhaps an operator: ``12*``, ``12 *``, ``12``."""
    target, operator = split_clue(word)
    if target < 0 and not operator.text:
        raise word.unlike(
            f"the operator last, as in {-target}-, or one after the negative target", "clue"
        )
    return Clue(word, target, operator)


def clue_pattern(name: str) -> str:
    """A regular expression that matches a clue of a format."""
    return rf"[-−–]?[0-9]++\s*+{any_spelling(name)}?+"


def clue_text(cage: Cage, name: str) -> str:
    """The clue of a cage as ``clue`` reads it, bare for a given and a hidden operator; FormatError
    if it could not be read back.
    """
    if cage.operator is GIVEN or cage.operator is None:
        check_target(cage, name, natural=True)
        return str(cage.target)
    return f"{cage.target}{operator_word(cage, name)}"


def grid(
    lines: Lines[Word], height: int, width: int, cell: re.Pattern[str], expected: str
) -> list[list[Word]]:
    """Takes the rows of a grid, each a line of words between blanks or commas; ``expected`` is what
    a message says of words that do not match ``cell``.
    """

    def row(line: Word) -> list[Word]:
        found = words(line)
        for word in found:
            if not cell.fullmatch(word.text):
                raise word.error(f"{quoted(word.text)} in the grid; expected {expected}")
        return found

    return grid_of(lines, height, width, row)


def grid_of(
    lines: Lines[Word], height: int, width: int, row: Callable[[Word], list[Word]]
) -> list[list[Word]]:
    """Takes the rows of a grid; FormatError for a row of another width, or if they are too few."""
    rows: list[list[Word]] = []
    for line in lines.several(height):
        rows.append(row(line))
        if len(rows[-1]) != width:
            raise line.first.error(f"a row of {plural(len(rows[-1]), 'cell')}; expected {width}")
    if len(rows) < height:
        raise lines.last.first.error(f"the grid ends after row {len(rows)}; expected {height} rows")
    return rows


def check_side(line: Word, cells: int) -> int:
    """The size of a square board, by the cells of its first row."""
    if cells > MAX_SIZE:
        raise line.first.error(f"a row of {cells} cells; expected 1 to {MAX_SIZE}")
    return cells


def check_apart(lines: Lines[Word], rows: Names, before: set[str]) -> set[str]:
    """The names of a square board whose lines have been taken; FormatError if nothing tells it from
    the lower part of a higher one: no blank line above, and no name that the board above has, too.
    """
    names = {name for row in rows for name, *_ in row if not NUMBER.fullmatch(name)} - {FREE}
    first = rows[0][0]
    if before and names.isdisjoint(before):
        raise first.error(
            "another board, without a blank line above it and with other names: is it one of more "
            "rows than columns? expected a blank line between square boards"
        )
    following = lines.peek()
    apart = following is None or following.line > lines.last.line + 1
    return set() if apart else names


def words(line: Word) -> list[Word]:
    """The words of a line, between blanks or commas."""
    return line.in_bounds().all_parts(_WORD)


def cells_by_name(rows: Names) -> dict[str, list[Cell]]:
    """The cells of each cage, in the order in which they come first; free ones in none."""
    found: dict[str, list[Cell]] = defaultdict(list)
    for r, row in enumerate(rows):
        for c, (name, *_) in enumerate(row):
            if name != FREE:
                found[name].append((r, c))
    return dict(found)


def add_clue(clues: dict[str, Clue], label: Word, found: Clue) -> None:
    """Adds the clue of a cage; FormatError if it has one."""
    if label.text in clues:
        first = clues[label.text].place.line
        raise label.error(f"a second clue for {quoted(label.text)}; the first is on line {first}")
    if len(clues) >= MAX_SIZE**2:
        raise label.error(f"more than {MAX_SIZE**2} clues; expected one for each cage")
    clues[label.text] = found


def add_cages(draft: Draft, rows: Names, clues: dict[str, Clue], name: str) -> None:
    """Adds the cages of a grid; FormatError unless each has a clue, and each clue a cage."""
    cells = cells_by_name(rows)
    for label, found in clues.items():
        if label not in cells:
            raise found.place.error(f"a clue for {quoted(label)}, which is not in the grid")
    for label, some in cells.items():
        if label not in clues:
            row, column = some[0]
            raise rows[row][column].error(f"{quoted(label)} has no clue")
        add_cage(draft, some, clues[label], name, label)


def add_cage(draft: Draft, cells: Sequence[Cell], found: Clue, name: str, label: str = "") -> None:
    """Adds a cage with a clue."""
    operator = None
    if found.operator.text:
        operator = parse_operator(found.operator, name, len(cells))
    draft.add(cells, operator, found.target, found.place, label)


def names_of(puzzle: Puzzle, names: Iterable[str], name: str) -> dict[Cage, str]:
    """A name for each cage, which come in the reading order of their first cells; FormatError if
    there are too few.
    """
    cages = sorted(puzzle.cages, key=lambda cage: cage.cells[0])
    found = dict(zip(cages, names, strict=False))
    if len(found) < len(cages):
        raise cannot(name, f"{len(cages)} cages; it has names for {len(found)}")
    return found


def grid_lines(puzzle: Puzzle, names: dict[Cage, str], between: str = " ") -> list[str]:
    """The lines of a grid of names."""
    rows = [[FREE] * puzzle.columns for _ in range(puzzle.rows)]
    for cage, name in names.items():
        for row, column in cage.cells:
            rows[row][column] = name
    return [between.join(row) for row in rows]
