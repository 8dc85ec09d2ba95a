"""Sudokus and Killer Sudokus of SudokuPad: its links with ``scl`` or ``ctc``, and their JSON.

    https://sudokupad.app/sclN4IgdghgtgpiBcIDKAXGAPFBXATgGxABoQcpcBLFAexABUBDAWwF...

    {"cells": [[{"value": 3}, {}, ...], ...], "regions": [[[0, 0], [0, 1], ...], ...],
     "cages": [{"cells": [[0, 1], [0, 2]], "value": "12", "unique": true}, ...], ...}

Cells are row and column, from 0. Read are givens, boxes of any shape, and cages: with a sum under
the rules of ``killer``, without one as houses if their values are ``unique``. Cages without cells
are words about the puzzle, of which ``title:`` is kept. A puzzle with lines, arrows or other
drawings is refused: what they mean is said only in words. Links may hold the JSON in the short
spelling of the site, without quotation marks around keys.
"""

import re
from typing import Any

from kenken_cp.errors import FormatError
from kenken_cp.formats.editors import (
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
from kenken_cp.formats.holds import Holds
from kenken_cp.formats.json_values import Value, first_object
from kenken_cp.formats.killers import Sums
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.tokens import first_lines
from kenken_cp.model.geometry import House, boxes
from kenken_cp.model.houses import anti_king, anti_knight, extra_houses
from kenken_cp.model.operators import ADD
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import quoted

_LINK = link_pattern(rf"{SUDOKUPAD}(?:scl|ctc)")

_IGNORED = (
    *("id", "cellSize", "settings", "author", "rules", "videos", "duration", "solution"),
    "triggereffect",
)
"""Words about the puzzle, and settings of the program."""

_LOOKS = ("style", "color", "borderColor", "backgroundColor", "outlineC", "fontC", "hidden")
_MARKS = ("centremarks", "cornermarks", "pencilMarks", "colours")
_PAIRS = {"antiknight": anti_knight, "antiking": anti_king}

_SHORT = {"c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "ce": "cells"}
_SHORT |= {"c2": "backgroundColor", "cs": "cellSize", "a": "arrows", "o": "overlays", "v": "value"}
_SHORT |= {"u": "underlays", "vd": "videos", "l": "lines", "re": "regions", "wp": "wayPoints"}
_SHORT |= {"t": "title", "te": "text", "d": "duration", "d2": "d", "r": "rounded", "w": "width"}
_SHORT |= {"h": "height", "fs": "fontSize", "th": "thickness", "hl": "headLength"}
"""The short spelling of keys, which the site writes."""

_PART = re.compile(
    r'(?P<string>"(?:[^"\\]|\\.)*+")|(?P<key>(?<=[{,])[A-Za-z0-9]++(?=:))'
    r"|(?P<empty>(?<=\[)(?=,)|(?<=,)(?=[,\]]))|(?P<flag>(?<=:)[tf](?=[,}]))"
    r"|(?P<color>(?<=:)(?:#[0F]|[0-9a-fA-F]{6})(?=[,}]))"
)
_QUOTE = re.compile(r"\\?'")


def signature(text: str) -> bool:
    """The first line is a link, or the JSON has cells in rows."""
    cells = first_object(text).get("cells")
    begun = isinstance(cells, list) and cells and isinstance(cells[0], list)
    return bool(begun) or any(map(_LINK.fullmatch, first_lines(text)))


def unzipped(text: str) -> str:
    """JSON, as the site's links have it in short."""
    if '"' not in text:
        text = _QUOTE.sub(lambda match: "'" if len(match[0]) > 1 else '"', text)
    return _PART.sub(_long, text)


def _long(match: re.Match[str]) -> str:
    found = match[0]
    match match.lastgroup:
        case "key":
            return f'"{_SHORT.get(found, found)}"'
        case "empty":
            return "{}"
        case "flag":
            return "true" if found == "t" else "false"
        case "color":
            return f'"{found}"'
    return found


def read_one(document: Value, rules: RuleSet | None) -> ReadPuzzle:
    """The puzzle of one object."""
    keys = drawn(document, ("cells",), ("regions", "cages", "title", "metadata", *_IGNORED))
    grid = rows_of(keys["cells"])
    rows, columns = len(grid), len(grid[0])
    sums = Sums(document)
    houses: list[House] = []
    title = keys["title"].text() if "title" in keys else ""
    for item in keys["cages"].items() if "cages" in keys else ():
        title = _read_cage(item, rows, columns, sums, houses) or title
    for r, row in enumerate(grid):
        for c, value in enumerate(row):
            given = drawn(value, (), ("value", *_MARKS)).get("value")
            number = total_of(given)
            if given is not None and number is not None:
                sums.give((r, c), number, given)
    regions = keys["regions"].items() if "regions" in keys else ()
    houses += [tuple(region.cells(rows, columns)) for region in regions]
    if "metadata" in keys:
        title, more = _read_metadata(keys["metadata"], (rows, columns), title)
        houses += more
    return sums.puzzle((rows, columns), rules, houses, title=title)


def _read_cage(item: Value, rows: int, columns: int, sums: Sums, houses: list[House]) -> str:
    """Adds a cage, or returns the title that it says."""
    cage = drawn(item, (), ("cells", "value", "unique", "sum", *_LOOKS))
    cells = cage["cells"].cells(rows, columns) if "cells" in cage else []
    if not cells:
        word, _, said = str(cage["value"].value if "value" in cage else "").partition(":")
        return said.strip() if word.strip().lower() == "title" else ""
    shown, known = total_of(cage.get("value")), total_of(cage.get("sum"))
    if None not in (shown, known) and shown != known:
        raise item.error(f"the sums {shown} and {known}; expected one")
    total = known if shown is None else shown
    unique = cage["unique"].value if "unique" in cage else None
    if total is not None and unique is False and len(cells) > 1:
        raise item.error("a sum of values that may repeat; expected sums of a Killer Sudoku")
    if total is not None or unique:
        add_cage(sums, houses, cells, total, item)
    return ""


def _read_metadata(value: Value, size: tuple[int, int], title: str) -> tuple[str, list[House]]:
    """The title, if there is none yet, and the houses of the rules that are switched on."""
    houses: list[House] = []
    flags = value.value if isinstance(value.value, dict) else {}
    for key, flag in flags.items():
        if flag is True and key not in _PAIRS:
            raise value.error(f"the rule {quoted(key)}; expected {', '.join(_PAIRS)} only")
        houses += _PAIRS[key](size) if flag is True else ()
    return title or str(flags.get("title") or ""), houses


def write(puzzle: Puzzle) -> str:
    """A link."""
    extra = extra_houses(puzzle.size, puzzle.houses)
    regions = boxes(puzzle.size, *extra.box_shape) if extra.box_shape else extra.regions
    rest = sorted(set(puzzle.houses).difference(regions))
    if any(len(house) == 1 for house in rest):
        raise FormatError("the sudokupad format cannot hold a house of one cell")
    grid: list[list[dict[str, int]]] = [[] for _ in range(puzzle.rows)]
    for cell in puzzle.cells:
        grid[cell[0]].append({"value": puzzle.givens[cell]} if cell in puzzle.givens else {})
    cages: list[dict[str, Any]] = [
        {"cells": cage.cells, "value": str(cage.target), "unique": True}
        for cage in sum_cages(puzzle, "sudokupad")
    ]
    cages += [{"cells": house, "unique": True} for house in rest]
    if puzzle.title:
        cages.append({"value": f"title: {puzzle.title}"})
    fields: dict[str, Any] = {"cells": grid}
    fields |= {"regions": regions} if regions else {}
    fields |= {"cages": cages} if cages else {}
    return f"https://sudokupad.app/scl{link_text(fields)}"


FORMAT = Format(
    name="sudokupad",
    summary="links of SudokuPad that hold the puzzle (scl), and their JSON: Sudokus, killers",
    example='{"cells": [[{"value": 1}, {}], [{}, {}]], "regions": []}\n',
    signature=signature,
    read=reader(_LINK, read_one, unzipped),
    writer=write,
    holds=Holds(
        rules=None, rectangles=True, houses=None, hidden=True, free=True, largest=10**9 - 1
    ),
    operators={ADD: ()},
    separator="",
)
