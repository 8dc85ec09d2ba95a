"""Grids of letters with their clues, in the spellings of many programs that are not ``native``.

Size, grid, and below it a line for each letter, with operator and target; or the clues alone, in
the order of the letters:

    3           3
    AAB         A A B
    CDB         C D B
    CDD         C D D
    A + 3       3+
    ...         ...

The clues above the grid, on one line or a line each, perhaps with ``START`` below them; or in the
grid, each in one of its cage's cells, as cdok has them:

    a=3+ b=1- c=2- d=12x     0=3 +       A+3  A    B-1
    a a b                    ...         C-2  D*12 B
    c d b                    START       C    D    D
    c d d                    0 0 1 ...

``=`` marks a given (``A = 5``, and ``a=5`` alone). Where letters are the labels, a number in the
grid is a given, and ``.`` a free cell. The rules are ``calcudoku`` with ``START`` and with cdok's
clues, else ``kenken``. Comments begin with ``#``; several puzzles have a line ``---`` between them.
"""

import re
from collections.abc import Mapping
from math import isqrt
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple

from kenken_cp.errors import FormatError
from kenken_cp.formats.draft import Draft
from kenken_cp.formats.holds import Holds
from kenken_cp.formats.operators import (
    FOUR,
    Operators,
    operator_word,
    read_operator,
    reading_table,
    split_clue,
)
from kenken_cp.formats.readers import SEPARATOR, cells_by_owner, each_part, grid_of
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.tokens import Lines, Token, first_lines
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import DIVIDE, GIVEN, MULTIPLY
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN, RuleSet
from kenken_cp.model.rules import has_same_meaning
from kenken_cp.text import quoted

OPERATORS: Operators = {**FOUR, MULTIPLY: ("*", "x"), DIVIDE: ("/", "\\"), GIVEN: ("=",)}
_TABLE = reading_table(OPERATORS)

_SIGN = f"[{re.escape(''.join(_TABLE))}]"
_TARGET = "[-−–]?[0-9]+"
_SIZE = re.compile("[0-9]{1,2}")
_SYMBOL = re.compile(r"[^\W\d_]\w*|[0-9]+|\.")
_ALONE = re.compile(rf"{_TARGET}[ \t]*{_SIGN}?")
_LISTED = re.compile(rf"([^\W\d_]+?)[ \t]*({_SIGN})[ \t]*({_TARGET})")
_ENTRY = re.compile(rf"\s*(\w+)=([0-9]{{1,100}})(?:[ \t]*({_SIGN})(?![\w=]))?(?=\s|$)")
_CELL = re.compile(rf"([A-Za-z]+)(?:({_SIGN})([0-9]+))?|[0-9]+|\.")


class Clue(NamedTuple):
    """A label, its target, the word for its operator (no text for a given), and its place."""

    label: str
    target: int
    word: Token
    place: Token


Grid = dict[Cell, Token]
Named = list[tuple[str, Cage]]


# --- recognising ---------------------------------------------------------------------------------


def signature(text: str) -> bool:
    """A size and a row of that many letters; clues ``a=3+`` and a row of words; or rows of cells of
    which one has a clue.
    """
    first = next(iter(first_lines(text)), "")
    if _SIZE.fullmatch(first):
        size = int(first)
        rows = [_cells(Token(line, 1), size) for line in first_lines(text, 1 + size)[1:]]
        if not rows or not size == len(rows[0]) > 1:
            return False
        is_grid = all(_SYMBOL.fullmatch(word.text) for word in rows[0])
        return is_grid and any(word.text[0].isalpha() for row in rows for word in row)
    if entries := _entries(Token(first, 1)):
        below = "".join(first_lines(text, 2)[1:])
        labels = {"START", *(clue.label for clue in entries)}
        return bool(_entries(Token(below, 1))) or not labels.isdisjoint(below.split())
    rows = [Token(line, 1).split() for line in first_lines(text, min(len(first.split()), 64))]
    matches = [[_CELL.fullmatch(word.text) for word in row] for row in rows]
    if len(rows) < 2 or len(rows[0]) != len(rows[1]) or not all(map(all, matches[:2])):
        return False
    return any(match is not None and match[3] for row in matches for match in row)


# --- reading -------------------------------------------------------------------------------------


def read_one(part: list[Token], rules: RuleSet | None) -> ReadPuzzle:
    """The puzzle of the lines between two ``---``."""
    content = [line for line in part if line.text.strip() and line.text.lstrip()[0] != "#"]
    lines = Lines(line.stripped for line in content)
    first = lines.peek()
    if first is None:
        raise part[0].error("only comments; expected a puzzle")
    default, stated = KENKEN, False
    if _SIZE.fullmatch(first.text):
        grid, clues = _read_below(lines)
    elif _entries(first):
        clues = []
        while (line := lines.peek()) and (entries := _entries(line)):
            clues += entries
            lines.take("clues")
        if line and line.text == "START":
            lines.take("START")
            default, stated = CALCUDOKU, True
        grid = _grid(lines)
    else:
        grid, clues = _read_inside(lines)
        default, stated = CALCUDOKU, True
    if lines:
        raise lines.take("").error("another line; expected the end, or --- before another puzzle")
    draft = Draft(first)
    _add_cages(draft, grid, clues)
    return draft.puzzle(isqrt(len(grid)), rules, default=default, stated=stated)


def _read_below(lines: Lines) -> tuple[Grid, list[Clue]]:
    """Size, grid, clues."""
    grid = _grid(lines, lines.take("a size").side())
    following = lines.peek()
    if following is not None and _ALONE.fullmatch(following.text):
        labels = sorted({word.text for word in grid.values() if word.text[0].isalpha()})
        taken = [(label, lines.take(f"the clue of {label}")) for label in labels]
        return grid, [Clue(label, *split_clue(line), line) for label, line in taken]
    clues = []
    for line in lines:
        match = line.matched(_LISTED, "a label and its clue, as in 'A + 12'", "line")
        target = line.group(match, 3).integer("target")
        clues.append(Clue(match[1], target, line.group(match, 2), line))
    return grid, clues


def _entries(line: Token) -> list[Clue]:
    """The labels and clues of a line ``a=5x b=7+``; none if it is another line."""
    found = []
    at = 0
    while at < len(line.text):
        match = _ENTRY.match(line.text, at)
        if match is None:
            return []
        target = line.group(match, 2).integer("target")
        place = line.part(match[0].lstrip(), match.start(1))
        found.append(Clue(match[1], target, line.group(match, 3), place))
        at = match.end()
    return found


def _read_inside(lines: Lines) -> tuple[Grid, list[Clue]]:
    """A grid with the clues in it."""
    grid = _square(lines)
    clues = []
    for cell, word in grid.items():
        match = word.matched(_CELL, "as in J, J+12, 3 or .", "cell")
        if match[3]:
            grid[cell] = word.group(match, 1)
            target = word.group(match, 3).integer("target")
            clues.append(Clue(match[1], target, word.group(match, 2), word))
    return grid, clues


def _cells(line: Token, size: int) -> list[Token]:
    """The cells of a row: its words, or the characters of its only word."""
    row = line.split()
    return row[0].characters() if len(row) == 1 and size > 1 else row


def _square(lines: Lines, size: int = 0) -> Grid:
    """Takes the rows of a square; without a size, that of the words in its first row."""
    first = lines.peek()
    if first and not size:
        size = first.part(str(len(first.split())), 0).side()
    return grid_of(lines, size or 1, size or 1, lambda line: _cells(line, size))


def _grid(lines: Lines, size: int = 0) -> Grid:
    """Takes the rows of a grid of labels, givens and free cells."""
    grid = _square(lines, size)
    for word in grid.values():
        word.matched(_SYMBOL, "a letter, a number or .", "cell")
    return grid


def _add_cages(draft: Draft, grid: Grid, said: list[Clue]) -> None:
    """Adds the cages of a grid; where letters are the labels, a number in it is a given."""
    cages = cells_by_owner((word.text for word in grid.values()), grid)
    clues: dict[str, Clue] = {}
    for clue in said:
        named = quoted(clue.label)
        if clue.label not in cages:
            raise clue.place.error(f"a clue for {named}, which is not in the grid")
        if clue.label in clues:
            first = clues[clue.label].place.line
            raise clue.place.error(f"a second clue for {named}; the first is on line {first}")
        clues[clue.label] = clue
    numbered = any(map(str.isdecimal, clues))
    for label, cells in cages.items():
        if label in clues:
            _, target, word, place = clues[label]
            if not word.text and len(cells) > 1:
                raise place.end().error(f"no operator for {len(cells)} cells; expected one")
            operator = read_operator(word, _TABLE, len(cells)) if word.text else GIVEN
            draft.add(cells, operator, target, place, label)
        elif label.isdecimal() and not numbered:
            for cell in cells:
                draft.add([cell], GIVEN, grid[cell].integer("given"), grid[cell])
        elif label != ".":
            raise grid[cells[0]].error(f"{quoted(label)} has no clue")


# --- writing -------------------------------------------------------------------------------------

_LETTERS = ascii_uppercase + ascii_lowercase


def write(puzzle: Puzzle) -> str:
    """As ``cells`` where the rules are ``calcudoku``, else as ``listed``."""
    return (write_cells if puzzle.rules is CALCUDOKU else write_listed)(puzzle)


def write_listed(puzzle: Puzzle) -> str:
    """Size, grid, and the clues as ``A + 3``."""
    named = _named(puzzle, _LETTERS, KENKEN, covered=False)
    clues = [f"{name} {operator_word(cage, OPERATORS)} {cage.target}\n" for name, cage in named]
    return f"{puzzle.rows}\n{_rows(puzzle, named, '')}{''.join(clues)}"


def write_start(puzzle: Puzzle) -> str:
    """The clues as ``0=3 +``, ``START`` and the grid."""
    named = _named(puzzle, digits + ascii_lowercase + ascii_uppercase, CALCUDOKU)
    clues = [f"{name}={cage.target} {operator_word(cage, FOUR)}".rstrip() for name, cage in named]
    return "\n".join([*clues, "START", _rows(puzzle, named, " ")])


def write_cells(puzzle: Puzzle) -> str:
    """The grid, with each clue in the first cell of its cage, as cdok has them."""
    if all(cage.operator is GIVEN for cage in puzzle.cages):
        raise FormatError("the letters format cannot hold a board of givens only in its cells")
    named = _named(puzzle, _LETTERS, CALCUDOKU)
    words = {
        cage.cells[0]: f"{name}{operator_word(cage, OPERATORS)}{cage.target}"
        for name, cage in named
    }
    words |= {cell: str(value) for cell, value in puzzle.givens.items()}
    return _rows(puzzle, named, "\t", words)


def _named(puzzle: Puzzle, labels: str, rules: RuleSet, *, covered: bool = True) -> Named:
    """Each cage with its label; FormatError for a puzzle that a spelling of these rules cannot
    hold, and, where it must be ``covered``, for free cells and targets below 0.
    """
    count = len(puzzle.cages)
    what = ""
    if not has_same_meaning(puzzle, rules):
        what = f"a puzzle of {puzzle.rules.name} rules; expected {rules.name}"
    elif not count or len(puzzle.cells) == 1:
        what = "a board without cages, or of one cell"
    elif count > len(labels):
        what = f"{count} cages; it has {len(labels)} labels"
    elif covered and (puzzle.free_cells or min(cage.target for cage in puzzle.cages) < 0):
        what = "free cells or negative targets"
    if what:
        raise FormatError(f"the letters format, in this spelling, cannot hold {what}")
    return list(zip(labels, puzzle.cages, strict=False))


def _rows(
    puzzle: Puzzle, named: Named, between: str, words: Mapping[Cell, str] | None = None
) -> str:
    """The lines of the grid, of labels but for the cells that have other ``words``."""
    labels = {cell: name for name, cage in named for cell in cage.cells} | dict(words or {})
    rows = ([labels.get((r, c), ".") for c in range(puzzle.columns)] for r in range(puzzle.rows))
    return "".join(f"{between.join(row)}\n" for row in rows)


FORMAT = Format(
    name="letters",
    summary="a grid of letters and their clues, in the spellings of many programs",
    example="3\nAAB\nCDB\nCDD\nA + 3\nB - 1\nC - 2\nD * 12\n",
    signature=signature,
    read=each_part(read_one),
    writer=write,
    holds=Holds(rules=None, free=True, negative=True),
    operators=OPERATORS,
    separator=f"{SEPARATOR}\n",
    streams="---",
    spellings={"listed": write_listed, "start": write_start, "cells": write_cells},
)
