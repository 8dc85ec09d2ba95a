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
from collections.abc import Iterable, Mapping
from functools import partial
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
from kenken_cp.formats.record import Format, ReadPuzzle, Write
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
    """A target, the word for its operator (no text for a given), and the place of the clue."""

    target: int
    word: Token
    place: Token


Clues = dict[str, Clue]
Grid = dict[Cell, Token]
Names = list[tuple[Cage, str]]


# --- recognising ---------------------------------------------------------------------------------


def signature(text: str) -> bool:
    """A size and a row of that many letters; clues ``a=3+`` and a row of words; or rows of cells of
    which one has a clue.
    """
    first = next(iter(first_lines(text)), "")
    if _SIZE.fullmatch(first):
        size = int(first)
        rows = [_cells(Token(line, 1), size) for line in first_lines(text, 1 + size)[1:]]
        return size > 1 and [len(row) for row in rows[:1]] == [size] and _have_labels(rows)
    if entries := _entries(Token(first, 1)):
        below = "".join(first_lines(text, 2)[1:])
        labels = {"START", *(label.text for label, _ in entries)}
        return bool(_entries(Token(below, 1))) or not labels.isdisjoint(below.split())
    rows = [Token(line, 1).split() for line in first_lines(text, min(len(first.split()), 64))]
    matches = [[_CELL.fullmatch(word.text) for word in row] for row in rows]
    if len(rows) < 2 or len(rows[0]) != len(rows[1]) or not all(map(all, matches[:2])):
        return False
    return any(match is not None and match[3] for row in matches for match in row)


def _have_labels(rows: list[list[Token]]) -> bool:
    """Whether the first row is of a grid, and there is a letter in some."""
    is_grid = all(_SYMBOL.fullmatch(word.text) for word in rows[0])
    return is_grid and any(word.text[0].isalpha() for row in rows for word in row)


# --- reading -------------------------------------------------------------------------------------


def read_one(part: list[Token], rules: RuleSet | None) -> ReadPuzzle:
    """The puzzle of the lines between two ``---``."""
    content = [line for line in part if line.text.strip() and line.text.lstrip()[0] != "#"]
    lines = Lines(line.stripped for line in content)
    first = lines.peek()
    if first is None:
        raise part[0].error("only comments; expected a puzzle")
    if _SIZE.fullmatch(first.text):
        found = _read_below(lines, rules)
    elif _entries(first):
        found = _read_above(lines, rules)
    else:
        found = _read_inside(lines, rules)
    if lines:
        raise lines.take("").error("another line; expected the end, or --- before another puzzle")
    return found


def _read_below(lines: Lines, rules: RuleSet | None) -> ReadPuzzle:
    """Size, grid, clues."""
    first = lines.take("a size")
    size = first.side()
    draft = Draft(first)
    grid = _grid(lines, size)
    labels = sorted({word.text for word in grid.values() if word.text[0].isalpha()})
    following = lines.peek()
    alone = following is not None and _ALONE.fullmatch(following.text) is not None
    clues: Clues = {}
    for label in labels:
        line = lines.take(f"the clue of {label}")
        if alone:
            target, word = split_clue(line)
            clues[label] = Clue(target, word, line)
        else:
            _add_listed(clues, line, labels)
    _add_cages(draft, grid, clues)
    return draft.puzzle(size, rules)


def _add_listed(clues: Clues, line: Token, labels: Iterable[str]) -> None:
    match = line.matched(_LISTED, "a label and its clue, as in 'A + 12'", "line")
    label = line.group(match, 1)
    if label.text not in labels:
        raise label.error(f"a clue for {quoted(label.text)}, which is not in the grid")
    target = line.group(match, 3).integer("target")
    _add_clue(clues, label, Clue(target, line.group(match, 2), line))


def _add_clue(clues: Clues, label: Token, clue: Clue) -> None:
    if label.text in clues:
        first = clues[label.text].place.line
        raise label.error(f"a second clue for {quoted(label.text)}; the first is on line {first}")
    clues[label.text] = clue


def _read_above(lines: Lines, rules: RuleSet | None) -> ReadPuzzle:
    """Clues, perhaps ``START``, grid."""
    clues: Clues = {}
    draft = Draft(lines.peek() or lines.last)
    while (line := lines.peek()) and (entries := _entries(line)):
        lines.take("clues")
        for label, clue in entries:
            _add_clue(clues, label, clue)
    starts = line is not None and line.text == "START"
    if starts:
        lines.take("START")
    first = lines.peek()
    size = len(first.split()) if first else 1
    grid = _grid(lines, size)
    for word in grid.values():
        if word.text not in clues:
            raise word.error(f"{quoted(word.text)} has no clue")
    _add_cages(draft, grid, clues)
    return draft.puzzle(size, rules, default=CALCUDOKU if starts else KENKEN, stated=starts)


def _entries(line: Token) -> list[tuple[Token, Clue]]:
    """The labels and clues of a line ``a=5x b=7+``; none if it is another line."""
    found = []
    at = 0
    while at < len(line.text):
        match = _ENTRY.match(line.text, at)
        if match is None:
            return []
        clue = line.part(match[0].lstrip(), match.start(1))
        target = line.group(match, 2).integer("target")
        found.append((line.group(match, 1), Clue(target, line.group(match, 3), clue)))
        at = match.end()
    return found


def _read_inside(lines: Lines, rules: RuleSet | None) -> ReadPuzzle:
    """A grid with the clues in it."""
    first = lines.peek() or lines.last
    size = first.part(str(len(first.split())), 0).side()
    words = grid_of(lines, size, size)
    draft = Draft(first)
    clues: Clues = {}
    grid: Grid = {}
    for cell, word in words.items():
        match = word.matched(_CELL, "as in J, J+12, 3 or .", "cell")
        grid[cell] = word.group(match, 1) if match[1] else word
        if match[3]:
            target = word.group(match, 3).integer("target")
            _add_clue(clues, grid[cell], Clue(target, word.group(match, 2), word))
    _add_cages(draft, grid, clues)
    return draft.puzzle(size, rules, default=CALCUDOKU, stated=True)


def _cells(line: Token, size: int) -> list[Token]:
    """The cells of a row: its words, or the characters of its only word."""
    row = line.split()
    return row[0].characters() if len(row) == 1 and size > 1 else row


def _grid(lines: Lines, size: int) -> Grid:
    """Takes the rows of a square grid of labels."""
    grid = grid_of(lines, size, size, lambda line: _cells(line, size))
    for word in grid.values():
        word.matched(_SYMBOL, "a letter, a number or .", "cell")
    return grid


def _add_cages(draft: Draft, grid: Grid, clues: Mapping[str, Clue]) -> None:
    """Adds the cages of a grid; a number without a clue is a given."""
    for label, cells in cells_by_owner((word.text for word in grid.values()), grid).items():
        if label in clues:
            target, word, place = clues[label]
            if not word.text and len(cells) > 1:
                raise place.end().error(f"no operator for {len(cells)} cells; expected one")
            operator = read_operator(word, _TABLE, len(cells)) if word.text else GIVEN
            draft.add(cells, operator, target, place, label)
        elif label.isdecimal():
            for cell in cells:
                draft.add([cell], GIVEN, grid[cell].integer("given"), grid[cell])
        elif label != ".":
            raise grid[cells[0]].error(f"{quoted(label)} has no clue")


# --- writing -------------------------------------------------------------------------------------


_LETTERS = ascii_uppercase + ascii_lowercase


def write(puzzle: Puzzle) -> str:
    """As ``cells`` where the rules are ``calcudoku``, else as ``listed``."""
    return SPELLINGS["cells" if puzzle.rules is CALCUDOKU else "listed"](puzzle)


def _write_apart(
    puzzle: Puzzle,
    *,
    clue: str,
    operators: Operators = FOUR,
    labels: str = _LETTERS,
    rules: RuleSet = KENKEN,
    above: str = "",
    start: str = "",
) -> str:
    """The grid and the clues, of ``name``, ``target`` and ``word`` (of the operator).

    They stand below it on a line each; or ``above`` it, which is what ends each, with a line to
    ``start`` the grid.
    """
    names = _names(puzzle, labels, rules, covered=bool(above))
    words = [(name, cage.target, operator_word(cage, operators)) for cage, name in names]
    clues = [clue.format(name=name, target=target, word=word) for name, target, word in words]
    clues = [each.rstrip() for each in clues]  # a given has no word
    if above:
        return above.join(clues) + f"\n{start}{_rows(puzzle, names, ' ')}"
    return f"{puzzle.rows}\n{_rows(puzzle, names, '')}" + "\n".join([*clues, ""])


def write_cells(puzzle: Puzzle) -> str:
    """The grid, with each clue in the first cell of its cage, as cdok has them."""
    if all(cage.operator is GIVEN for cage in puzzle.cages):
        raise FormatError("the letters format cannot hold a board of givens only in its cells")
    names: Names = []
    clues = {}
    for cage, name in _names(puzzle, _LETTERS, CALCUDOKU, covered=True):
        is_given = cage.operator is GIVEN
        names.append((cage, str(cage.target) if is_given else name))
        if not is_given:
            clues[cage.cells[0]] = f"{name}{operator_word(cage, OPERATORS)}{cage.target}"
    return _rows(puzzle, names, "\t", clues)


SPELLINGS: Mapping[str, Write] = {
    "listed": partial(_write_apart, clue="{name} {word} {target}", operators=OPERATORS),
    "targets": partial(_write_apart, clue="{target}{word}"),
    "assigned": partial(
        _write_apart,
        clue="{name}={target}{word}",
        operators={**FOUR, MULTIPLY: ("x",)},
        labels=ascii_lowercase + ascii_uppercase,
        above=" ",
    ),
    "start": partial(
        _write_apart,
        clue="{name}={target} {word}",
        labels=digits + ascii_lowercase + ascii_uppercase,
        rules=CALCUDOKU,
        above="\n",
        start="START\n",
    ),
    "cells": write_cells,
}


def _names(puzzle: Puzzle, labels: str, rules: RuleSet, *, covered: bool = False) -> Names:
    """A label for each cage; FormatError for a puzzle that a spelling of these rules cannot hold,
    and, where it must be ``covered``, for free cells and targets below 0.
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
    return list(zip(puzzle.cages, labels, strict=False))


def _rows(
    puzzle: Puzzle, names: Names, between: str, clues: Mapping[Cell, str] | None = None
) -> str:
    """The lines of the grid; ``clues`` are the words of some cells."""
    words = {cell: name for cage, name in names for cell in cage.cells} | dict(clues or {})
    every = [words.get(cell, ".") for cell in puzzle.cells]
    rows = (every[at : at + puzzle.columns] for at in range(0, len(every), puzzle.columns))
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
    spellings=SPELLINGS,
)
