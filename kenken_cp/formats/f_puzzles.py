"""Sudokus and Killer Sudokus of the editor f-puzzles.com: its links, and the JSON in them.

    https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQm...

    {"size": 9, "grid": [[{"value": 3, "given": true}, {}, ...], ...],
     "killercage": [{"cells": ["R1C2", "R1C3"], "value": "12"}], "diagonal+": true, ...}

Read are givens, killer cages (without a sum they are houses), boxes of any shape, diagonals, extra
regions, anti-knight, anti-king and disjoint groups. Whatever else an author drew is refused by its
name; what a solver has filled in is not read. SudokuPad's links with ``fpuz`` and the same JSON are
read, too. The rules are ``killer`` where there are sums, else ``kenken``.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kenken_cp.formats._words import Word
from kenken_cp.formats._writable import check_plain
from kenken_cp.formats.json.boards import Board, JsonFormat
from kenken_cp.formats.json.values import Node
from kenken_cp.formats.links.editors import Drawn, LinkFormat, link_of, refuse, total_of
from kenken_cp.formats.sudokus.cells import usual_boxes
from kenken_cp.formats.sudokus.killers import sum_cages
from kenken_cp.model import houses as house_kinds
from kenken_cp.model.geometry import Cell, House, boxes, diagonals
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, KILLER
from kenken_cp.patterns import regex

_NAME = "f-puzzles"
_LINK = "https://f-puzzles.com/?load="

_READ = (
    *("size", "title", "author", "ruleset", "grid", "killercage", "extraregion", "diagonal+"),
    *("diagonal-", "antiknight", "antiking", "disjointgroups", "solution", "highlightConflicts"),
    *("successMessage", "disabledlogic", "truecandidatesoptions", "id", "activeConstraints"),
)
_CELL = regex(r"[rR][0-9]+[cC][0-9]+")


def _board(node: Node) -> Board:
    refuse(node, _READ)
    size = node["size"].side()
    drawn = Drawn()
    for cage in node.items_of("killercage"):
        drawn.cage(cage, _cells(cage, size), total_of(cage.get("value")))
    default = _regions(size)
    regions: dict[int, list[Cell]] = {}
    for (r, c), cell in node["grid"].grid(size, size):
        region = _region(cell, default.get((r, c)))
        if region is not None:
            regions.setdefault(region, []).append((r, c))
        if not cell.value:  # as most are
            continue
        if cell.value.get("givenPencilMarks"):
            raise cell.error("pencil marks that are given, which leave out other values")
        given, value = cell.get("given"), cell.get("value")
        if given is not None and given.flag():
            if value is None:
                raise cell.error("a given without its value")
            drawn.given(value, (r, c), value.integer())
    drawn.houses += map(tuple, regions.values())
    drawn.houses += [tuple(_cells(region, size)) for region in node.items_of("extraregion")]
    drawn.houses += _said(node, size)
    return drawn.board(size, size, node.text_of("title"), node.get("solution"))


def _cells(group: Node, size: int) -> list[Cell]:
    return [_cell(cell, size) for cell in group["cells"].items()]


def _cell(node: Node, size: int) -> Cell:
    with node.here():
        row, column = Word(node.text(), 0).cell()
    if not (0 <= row < size and 0 <= column < size):
        raise node.error(f"cell {node.value} is outside the board; expected R1C1 to R{size}C{size}")
    return row, column


def _region(cell: Node, usual: int | None) -> int | None:
    """The number of a cell's region, ``usual`` if it is not said; null says that it is in none."""
    if not cell.has("region"):
        return usual
    region = cell.get("region")
    return None if region is None else region.integer()


def _regions(size: int) -> dict[Cell, int]:
    """The boxes that the editor draws unasked: none, but lines, where a size has no divisor."""
    return {cell: number for number, box in enumerate(usual_boxes(size)) for cell in box}


def _said(node: Node, size: int) -> list[House]:
    """The houses that a puzzle has by a word."""
    found: list[House] = []
    known: tuple[tuple[str, Callable[[int], Sequence[House]]], ...] = (
        ("diagonal-", lambda size: diagonals(size)[:1]),
        ("diagonal+", lambda size: diagonals(size)[1:]),
        ("antiknight", house_kinds.anti_knight),
        ("antiking", house_kinds.anti_king),
        ("disjointgroups", _disjoint_groups),
    )
    for key, make in known:
        flag = node.get(key)
        if flag is not None and flag.flag():
            houses = make(size)
            if not houses:
                raise flag.error(f"{key} on a board of {size} rows; it has no boxes")
            found += houses
    return found


def _disjoint_groups(size: int) -> list[House]:
    """The cells at the same place of each box."""
    return list(zip(*usual_boxes(size), strict=True))


# --- writing -------------------------------------------------------------------------------------


def _write(puzzle: Puzzle) -> str:
    """A link; FormatError for what is no Sudoku, or Killer Sudoku with a sum."""
    rules = KILLER if puzzle.rules is KILLER else KENKEN
    check_plain(puzzle, _NAME, puzzle.houses, rules=rules)
    larger = sum_cages(puzzle, _NAME)
    extra = house_kinds.extra_houses(puzzle.size, puzzle.houses)
    others = list(extra.others)
    fields: dict[str, Any] = {"size": puzzle.rows}
    if puzzle.title:
        fields["title"] = puzzle.title
    regions = boxes(puzzle.size, *extra.box_shape) if extra.box_shape else extra.regions
    if regions and len(regions[0]) != puzzle.rows:
        others, regions = [*others, *regions], ()
    fields["grid"] = _written_grid(puzzle, regions)
    if larger:
        fields["killercage"] = [
            {"cells": _written(cage.cells), "value": str(cage.target)} for cage in larger
        ]
    for kind in extra.kinds:
        if kind not in _KEYS:
            others += sorted(kind.houses(puzzle.size))
        fields |= dict.fromkeys(_KEYS.get(kind, ()), True)
    if others:
        fields["extraregion"] = [{"cells": _written(house)} for house in others]
    return _LINK + link_of(fields)


_KEYS = {
    house_kinds.DIAGONALS: ("diagonal+", "diagonal-"),
    house_kinds.ANTI_KNIGHT: ("antiknight",),
    house_kinds.ANTI_KING: ("antiking",),
}


def _written(cells: Iterable[Cell]) -> list[str]:
    return [f"R{row + 1}C{column + 1}" for row, column in cells]


def _written_grid(puzzle: Puzzle, regions: tuple[House, ...]) -> list[list[dict[str, Any]]]:
    owner = {cell: number for number, house in enumerate(regions) for cell in house}
    usual = _regions(puzzle.rows)
    grid: list[list[dict[str, Any]]] = [
        [{} for _ in range(puzzle.columns)] for _ in range(puzzle.rows)
    ]
    for row, column in puzzle.cells:
        cell = grid[row][column]
        if owner.get((row, column)) != usual.get((row, column)):
            cell["region"] = owner.get((row, column))
        if (row, column) in puzzle.givens:
            cell |= {"value": puzzle.givens[row, column], "given": True}
    return grid


FORMAT = LinkFormat(
    json=JsonFormat(
        name=_NAME, tells=(r'"size"\s*:', r'"grid"\s*:\s*\[\s*\[\s*\{'), board=_board, write=_write
    ),
    pattern=regex(r"(?:(?:^|[/=])fpuz(?:zles)?|^|[?&]load=)(?P<packed>N4I[^&?#\s)\]>\"']{20,})"),
    server=regex(r"(?:https?://)?(?:www\.)?f-puzzles\.com/"),
).format(
    summary="links of f-puzzles.com, and their JSON: Sudokus, Killer Sudokus, jigsaws",
    example=('{"size": 2, "grid": [[{"value": 1, "given": true}, {}], [{}, {}]]}\n'),
)
