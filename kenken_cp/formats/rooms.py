"""``.ken`` files: rows of the numbers of cages, then a clue for each.

    1 1 2
    3 2 2
    3 4 4
    1: 3+
    2: 6*

A line that begins with ``#`` is a comment. A bare number is a given on one cell and has a hidden
operator on more.
"""

import re
from itertools import count

from kenken_cp.formats._draft import Draft
from kenken_cp.formats._words import LOOKED_AT, Lines, Word, board_by_board, said_lines
from kenken_cp.formats._writable import check_plain
from kenken_cp.formats.pictures import cage_grid
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.patterns import regex

NAME = "rooms"

_ENTRY = regex(r"(\s*+)([0-9]++)\s*+:(.*)")
_CELL = regex(r"[0-9]++|\.")
_ROW = regex(r"\s*+(?:(?:[0-9]++|\.)[\s,]*+)++")


def detect(text: str) -> bool:
    """A row of numbers first, and below the rows a number, a colon and a clue."""
    lines = Lines(said_lines(text)).view(LOOKED_AT)
    if not lines or not _ROW.fullmatch(lines[0].text):
        return False
    below = next((line.text for line in lines if not _ROW.fullmatch(line.text)), "")
    return (
        re.fullmatch(rf"\s*+[0-9]++\s*+:\s*+{cage_grid.clue_pattern(NAME)}\s*+", below) is not None
    )


def _read_puzzle(lines: Lines[Word], rules: RuleSet | None) -> ReadPuzzle:
    """The next puzzle: it ends with its last clue."""
    first = lines.view(1)[0]
    size = cage_grid.check_side(first, len(cage_grid.words(first)))
    rows = cage_grid.grid(lines, size, size, _CELL, "the number of a cage")
    clues: dict[str, cage_grid.Clue] = {}
    while (line := lines.peek()) and (":" in line.text or not _ROW.fullmatch(line.text)):
        entry = line.matched(_ENTRY, "a cage, as in '3: 12*'")
        cage_grid.add_clue(
            clues, line.group(entry, 2), cage_grid.clue(line.group(entry, 3).stripped)
        )
        lines.take()
    if not clues and (line := lines.peek()):
        raise line.first.error(
            f"a row below the {size} rows of a square board; expected a clue, as in '3: 12*'"
        )
    draft = Draft(first.line)
    cage_grid.add_cages(draft, rows, clues, NAME)
    return draft.puzzle(size, draft.rules_or_shown(rules))


def write(puzzle: Puzzle) -> str:
    """The rows and the clues; FormatError for what is not plain."""
    check_plain(puzzle, NAME, caged=True)
    names = cage_grid.names_of(puzzle, map(str, count(1)), NAME)
    clues = [f"{name}: {cage_grid.clue_text(cage, NAME)}" for cage, name in names.items()]
    return "\n".join(cage_grid.grid_lines(puzzle, names) + clues) + "\n"


FORMAT = Format(
    name=NAME,
    summary="rows of the numbers of cages, then their clues, 3: 12* (.ken)",
    example="1 1 2\n3 2 2\n3 4 4\n1: 3+\n2: 6*\n3: 1-\n4: 5+\n",
    detect=detect,
    read=board_by_board(_read_puzzle),
    write=write,
    join="".join,
    suffix="ken",
)
