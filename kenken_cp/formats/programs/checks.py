"""What speaks against taking a value of a program for the puzzle that is meant: the program changes
it, another value belongs to it, its cells may be column and row; or it is a table of another kind.
"""

import json
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from kenken_cp.errors import FormatError
from kenken_cp.formats.programs.changes import changed
from kenken_cp.formats.programs.literals import AXES
from kenken_cp.formats.programs.values import Value, has_few_digits
from kenken_cp.formats.sudokus.cells import (
    BOX_SHAPES,
    IS_OTHER_KIND,
    SIZE_OF_LINE,
    has_value_twice,
    usual_boxes,
)
from kenken_cp.model.geometry import all_cells, cells_by_owner, lines
from kenken_cp.patterns import regex

_PAIR = regex(r"\[\s*+[0-9]++\s*+,\s*+[0-9]++\s*+\]")
_POINT = r"(?P<name>(?:Q|CG|SDL_)?+Point\w*+|Pt|I?[Vv]ec2\w*+|Vector2\w*+)"
_OF_POINTS = regex(
    rf"(?:^|[\s<(,:.\]]){_POINT}(?:[ \t]*+[>*&\]]|[ \t]*+\[|[ \t]++[a-z]\w*+[ \t]*+[\[;={{,)])",
    re.MULTILINE,
)
"""The type of cells that a program declares."""

_CAGES = regex(r"(?:\b|_)cages?\b", re.IGNORECASE)
"""The name of a value that has cages; ``cage_colors`` may have anything."""

_FACT_OF_CAGE = regex(r"^cages?\((?=[^\n]*[0-9])[^\n]*\)[ \t]*+\.", re.MULTILINE)
"""A fact of Prolog that is one, or has them."""

_OF_ROW_AND_COLUMN = r"\bNAME\W[^}]{0,80}?\b(?:r|row)\b[^}]{0,40}?\b(?:c|col|column)\b"


def objection(value: Value, others: Sequence[Value], *, is_board: bool) -> FormatError | None:
    """The error of a puzzle that is hardly what a value says by itself; None if nothing speaks
    against it. ``is_board``: whether it has the values of cells, and no cages.
    """
    return (
        changed(value, is_board=is_board)
        or (_beside_others(value, others) if is_board else _of_points(value))
        or wrong_size(value)
    )


def _of_points(value: Value) -> FormatError | None:
    """The error of pairs that a program calls points, if it does not say that these are rows and
    columns.
    """
    found = _OF_POINTS.search(value.program) if _PAIR.search(value.text) else None
    if found is None:
        return None
    names = _OF_ROW_AND_COLUMN.replace("NAME", re.escape(found["name"]))
    if re.search(names, value.program, re.IGNORECASE):
        return None
    return FormatError(
        f"the cells of {value.name} are of the type {found['name']}: {AXES}; expected cells such "
        "as r1c2, or (0, 1) for row and column",
        line=value.line,
    )


# --- tables --------------------------------------------------------------------------------------


@lru_cache(1 << 8)
def _table(text: str) -> list[list[Any]] | None:
    """The rows of a value, if these are numbers, or words of a character a cell, as many as it has
    rows; None of another value.
    """
    if text.lstrip()[:1] == "[":
        try:
            rows = json.loads(text)
        except (ValueError, RecursionError):
            return None
    else:
        rows = text.split()
    if not 4 <= len(rows) <= max(BOX_SHAPES):
        return None
    if all(type(row) is str for row in rows):
        rows = [[*row] for row in rows]
    square = all(type(row) is list and len(row) == len(rows) for row in rows)
    plain = square and all(type(each) in (int, str) for row in rows for each in row)
    return rows if plain else None


def _flat_table(text: str) -> list[list[Any]] | None:
    """The rows of a value that is one word, or an array of numbers, with a character or a number a
    cell; None of another value.
    """
    cells = re.findall(r"\w+|\.", text)
    if len(cells) == 1:
        cells = [*cells[0]]
    size = SIZE_OF_LINE.get(len(cells), 0)
    return [cells[at : at + size] for at in range(0, len(cells), size)] if size else None


def is_other_table(value: Value) -> bool:
    """Whether a value is a table of numbers that has the name of another puzzle; or that breaks the
    rules of a Sudoku, and has nothing but 0 and 1, or the same by rows and by columns, as distances
    are.
    """
    if IS_OTHER_KIND.search(value.name):
        return bool(_table(value.text) or _flat_table(value.text))
    rows = _table(value.text)
    if rows is None or type(rows[0][0]) is not int:
        return False
    said = {each for row in rows for each in row} - {0}
    by_columns = [list(column) for column in zip(*rows, strict=True)]
    return (said <= {1} or rows == by_columns) and has_value_twice(rows)


def _is_map(rows: list[list[Any]]) -> bool:
    """Whether rows have as many cells of each kind, and are no lines, no boxes and no solution."""
    size = len(rows)
    found = cells_by_owner(chain.from_iterable(rows), all_cells(size, size))
    if len(found) != size or any(len(cells) != size for cells in found.values()):
        return False
    usual = {frozenset(each) for each in (*lines(size, size), *usual_boxes(size))}
    solved = all(len(set(line)) == size for line in rows)
    return not solved and not set(map(frozenset, found.values())) <= usual


def _beside_others(value: Value, others: Sequence[Value]) -> FormatError | None:
    """The error of a board beside cages, or beside a map of regions."""
    fact = _FACT_OF_CAGE.search(value.program)
    lines = [
        each.line
        for each in others
        if each is not value and _CAGES.search(each.name) and not has_few_digits(each.text)
    ]
    lines += [value.program.count("\n", 0, fact.start()) + 1] if fact else []
    if lines:
        return FormatError(
            f"cages, which are not read with the board {value.name}; expected a puzzle of cages "
            "with its givens among them",
            line=lines[0],
        )
    return _beside_map(value, others)


def _beside_map(value: Value, others: Iterable[Value]) -> FormatError | None:
    """The error of a board beside a map of regions."""
    board = _table(value.text) or _flat_table(value.text)
    for other in others if board else ():
        regions = (_table(other.text) or _flat_table(other.text)) if other is not value else None
        if board and regions and len(regions) == len(board) in BOX_SHAPES and _is_map(regions):
            return FormatError(
                f"{other.name} looks like a map of regions, which is not read with {value.name}; "
                "expected the rows of the board, and those of the map below them",
                line=other.line,
            )
    return None


def wrong_size(value: Value) -> FormatError | None:
    """The error of an array that is declared larger than its value; None of any other."""
    rows = _table(value.text) if value.declared is not None else None
    words = re.match(r"\s*+\[\s*+\"", value.text)  # each behind which is a NUL
    if rows is None or value.declared is None or words or value.declared == (len(rows), len(rows)):
        return None
    height, width = value.declared
    return FormatError(
        f"{value.name} is declared as {height} rows of {width}, and its value has {len(rows)} of "
        f"{len(rows)}; expected the same",
        line=value.line,
    )
