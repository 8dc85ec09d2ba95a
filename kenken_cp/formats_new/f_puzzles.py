"""Sudokus and Killer Sudokus of the editor f-puzzles.com: its links, and the JSON in them.

    https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQm...

    {"size": 9, "grid": [[{"value": 3, "given": true}, {}, ...], ...],
     "killercage": [{"cells": ["R1C2", "R1C3"], "value": "12"}], "diagonal+": true, ...}

Read are givens, killer cages (without a sum they are houses), boxes of any shape, diagonals, extra
regions, anti-knight, anti-king and disjoint groups. Whatever else an author drew is refused by its
key; what a solver has filled in is not read. SudokuPad's links with ``fpuz`` hold the same. The
rules are ``killer`` where there are sums, else ``kenken``.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kenken_cp.formats_new.editors import (
    SUDOKUPAD,
    add_cage,
    drawn,
    link_pattern,
    link_text,
    reader,
    rows_of,
    sum_cages,
    total_of,
)
from kenken_cp.formats_new.holds import BOX_SHAPES, Holds
from kenken_cp.formats_new.json_values import Value, with_keys
from kenken_cp.formats_new.killers import Sums
from kenken_cp.formats_new.record import Format, ReadPuzzle
from kenken_cp.formats_new.tokens import Token, first_lines
from kenken_cp.model.geometry import MAX_SIZE, Cell, House, boxes, diagonals
from kenken_cp.model.houses import ANTI_KING, ANTI_KNIGHT, DIAGONALS, extra_houses
from kenken_cp.model.operators import ADD
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet

_LINK = link_pattern(rf"(?:https?://)?(?:www\.)?f-puzzles\.com/\?load=|{SUDOKUPAD}fpuz(?:zles)?|")
_JSON = with_keys("size", "grid")

_IGNORED = (
    *("author", "ruleset", "solution", "successMessage", "id", "highlightConflicts"),
    *("disabledlogic", "truecandidatesoptions", "activeConstraints"),
)
"""Words about the puzzle, and settings of the editor."""

_MARKS = ("c", "highlight", "centerPencilMarks", "cornerPencilMarks")
"""Of a cell, colours and what a solver has noted."""

_COLOURS = ("outlineC", "fontC", "baseC")


def signature(text: str) -> bool:
    """The first line is a link, or the JSON has a size and a grid."""
    return _JSON(text) or any(map(_LINK.fullmatch, first_lines(text)))


def read_one(document: Value, rules: RuleSet | None) -> ReadPuzzle:
    """The puzzle of one object."""
    known = ("title", "killercage", "extraregion", *_HOUSES, *_IGNORED)
    keys = drawn(document, ("size", "grid"), known)
    size = keys["size"].integer(1, MAX_SIZE)
    sums = Sums(document)
    houses: list[House] = []
    for item in keys["killercage"].items() if "killercage" in keys else ():
        cage = drawn(item, ("cells",), ("value", *_COLOURS))
        add_cage(sums, houses, _cells(cage["cells"], size), total_of(cage.get("value")), item)
    for item in keys["extraregion"].items() if "extraregion" in keys else ():
        region = drawn(item, ("cells",), ("value", *_COLOURS))
        houses.append(tuple(_cells(region["cells"], size)))
    houses += _read_grid(keys["grid"], size, sums)
    for key, made in _HOUSES.items():
        if key in keys and keys[key].value:
            houses += made(size)
    title = keys["title"].text() if "title" in keys else ""
    return sums.puzzle(size, rules, houses, title=title)


def _read_grid(grid: Value, size: int, sums: Sums) -> list[House]:
    """Adds the givens of a board; returns its boxes."""
    usual = _usual_regions(size)
    regions: dict[int, list[Cell]] = {}
    for r, row in enumerate(rows_of(grid, size)):
        for c, value in enumerate(row):
            cell = drawn(value, (), ("value", "given", "region", *_MARKS))
            number = cell["region"].value if "region" in cell else usual.get((r, c))
            if number is not None:
                if type(number) is not int:
                    raise cell["region"].unlike("a number, or null")
                regions.setdefault(number, []).append((r, c))
            if "given" in cell and cell["given"].value:
                if "value" not in cell:
                    raise value.error("a given without its value")
                sums.give((r, c), cell["value"].integer(1, size), cell["value"])
    return [tuple(cells) for cells in regions.values()]


def _cells(value: Value, size: int) -> list[Cell]:
    """Cells as ``R1C2``."""
    found = []
    for item in value.items("a list of cells"):
        row, column = Token(item.text(), 1).cell() if isinstance(item.value, str) else (-1, -1)
        if not (0 <= row < size and 0 <= column < size):
            raise item.unlike(f"R1C1 to R{size}C{size}")
        found.append((row, column))
    return found


def _usual_regions(size: int) -> dict[Cell, int]:
    """The boxes that the editor draws unasked; none where it knows no size for them."""
    shape = BOX_SHAPES.get(size)
    found = boxes(size, *shape) if shape else ()
    return {cell: number for number, box in enumerate(found) for cell in box}


def _disjoint_groups(size: int) -> list[House]:
    """The cells at the same place of each box."""
    return list(zip(*boxes(size, *BOX_SHAPES[size]), strict=True)) if size in BOX_SHAPES else []


_HOUSES: dict[str, Callable[[int], Iterable[House]]] = {
    "diagonal-": lambda size: diagonals(size)[:1],
    "diagonal+": lambda size: diagonals(size)[1:],
    "antiknight": lambda size: ANTI_KNIGHT.houses(size),
    "antiking": lambda size: ANTI_KING.houses(size),
    "disjointgroups": _disjoint_groups,
}
_KEYS = {
    DIAGONALS: ("diagonal+", "diagonal-"),
    ANTI_KNIGHT: ("antiknight",),
    ANTI_KING: ("antiking",),
}


def write(puzzle: Puzzle) -> str:
    """A link."""
    size = puzzle.rows
    extra = extra_houses(size, puzzle.houses)
    others = list(extra.others)
    regions = boxes(size, *extra.box_shape) if extra.box_shape else extra.regions
    if regions and len(regions[0]) != size:
        others, regions = [*others, *regions], ()
    fields: dict[str, Any] = (
        {"size": size, "title": puzzle.title} if puzzle.title else {"size": size}
    )
    fields["grid"] = _grid(puzzle, regions)
    cages = sum_cages(puzzle, "f-puzzles")
    if cages:
        fields["killercage"] = [
            {"cells": _names(cage.cells), "value": str(cage.target)} for cage in cages
        ]
    for kind in extra.kinds:
        fields |= dict.fromkeys(_KEYS.get(kind, ()), True)
        others += [] if kind in _KEYS else sorted(kind.houses(size))
    if others:
        fields["extraregion"] = [{"cells": _names(house)} for house in others]
    return f"https://f-puzzles.com/?load={link_text(fields)}"


def _names(cells: Iterable[Cell]) -> list[str]:
    return [f"R{row + 1}C{column + 1}" for row, column in cells]


def _grid(puzzle: Puzzle, regions: Sequence[House]) -> list[list[dict[str, Any]]]:
    owner = {cell: number for number, house in enumerate(regions) for cell in house}
    usual, givens = _usual_regions(puzzle.rows), puzzle.givens
    found: list[list[dict[str, Any]]] = [[] for _ in range(puzzle.rows)]
    for cell in puzzle.cells:
        fields: dict[str, Any] = {}
        if owner.get(cell) != usual.get(cell):
            fields["region"] = owner.get(cell)
        if cell in givens:
            fields |= {"value": givens[cell], "given": True}
        found[cell[0]].append(fields)
    return found


FORMAT = Format(
    name="f-puzzles",
    summary="links of f-puzzles.com, and their JSON: Sudokus, Killer Sudokus, jigsaws",
    example='{"size": 2, "grid": [[{"value": 1, "given": true}, {}], [{}, {}]]}\n',
    signature=signature,
    read=reader(_LINK, read_one),
    writer=write,
    holds=Holds(rules=None, houses=None, hidden=True, free=True, largest=10**9 - 1),
    operators={ADD: ()},
    separator="",
)
