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

from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.json.boards import ROW_COLUMN, Board, JsonFormat
from kenken_cp.formats.json.values import Node
from kenken_cp.formats.links.editors import Drawn, LinkFormat, link_of, refuse, total_of
from kenken_cp.formats.sudokus.killers import sum_cages
from kenken_cp.model.geometry import Cell, boxes
from kenken_cp.model.houses import anti_king, anti_knight, extra_houses
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, KILLER
from kenken_cp.patterns import regex
from kenken_cp.text import quoted

_NAME = "sudokupad"
_LINK = "https://sudokupad.app/scl"

_READ = (
    *("id", "cells", "regions", "cages", "cellSize", "metadata", "settings", "title", "author"),
    *("rules", "videos", "duration", "solution", "triggereffect"),
)
_PAIRS = {"antiknight": anti_knight, "antiking": anti_king}
_WORDS = regex(r"\s*([A-Za-z]+)\s*:\s*(.*)", re.DOTALL)

_SHORT = {
    "c": "color",
    "ca": "cages",
    "ct": "center",
    "c1": "borderColor",
    "c2": "backgroundColor",
    "ce": "cells",
    "cs": "cellSize",
    "a": "arrows",
    "o": "overlays",
    "u": "underlays",
    "w": "width",
    "h": "height",
    "v": "value",
    "vd": "videos",
    "l": "lines",
    "r": "rounded",
    "re": "regions",
    "fs": "fontSize",
    "th": "thickness",
    "hl": "headLength",
    "wp": "wayPoints",
    "t": "title",
    "te": "text",
    "d": "duration",
    "d2": "d",
}
"""The short spelling of keys, which the site writes."""

_STRING = r'"(?:[^"\\]|\\.)*+"'
_PART = regex(
    rf"(?P<string>{_STRING})|(?P<key>(?<=[{{,])[A-Za-z0-9]++(?=:))|(?P<empty>(?<=\[)(?=,)|(?<=,)(?=[,\]]))"
    r"|(?P<flag>(?<=:)[tf](?=[,}]))|(?P<color>(?<=:)(?:\#[0F]|[0-9a-fA-F]{6})(?=[,}]))"
)
_QUOTE = regex(r"\\?'")


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


def _board(node: Node) -> Board:
    refuse(node, _READ)
    rows, columns = node["cells"].sides()
    title = node.get("title") or (node.get("metadata") and node["metadata"].get("title"))
    said = {"title": title.text() if title else ""}
    drawn = Drawn()
    for cage in node.items_of("cages"):
        cells = [ROW_COLUMN.read(cell, rows, columns) for cell in cage.items_of("cells")]
        value, unique = cage.get("value"), cage.get("unique")
        if not cells:
            words = _WORDS.fullmatch(value.text()) if value else None
            said |= {words[1].lower(): words[2].strip()} if words else {}
        elif (total := _total(cage)) is not None:
            if unique is not None and not unique.flag() and len(cells) > 1:
                raise cage.error(
                    "a sum of values that may repeat; expected sums of a Killer Sudoku"
                )
            drawn.cage(cage, cells, total)
        elif unique is not None and unique.flag():
            drawn.cage(cage, cells, None)
    for place, cell in node["cells"].grid(rows, columns):
        given = cell.get("value")
        if given is not None and given.value != "":
            drawn.given(given, place, total_of(given) or 0)
    for region in node.items_of("regions"):
        cells = [ROW_COLUMN.read(cell, rows, columns) for cell in region.items()]
        drawn.houses.append(tuple(cells))
    metadata = node.get("metadata")
    for name, value in metadata.members_by_name() if metadata else ():
        if metadata and value is True:
            if name not in _PAIRS:
                raise metadata[name].error(f"it has {quoted(name)}, which cannot be held here")
            drawn.houses += _PAIRS[name]((rows, columns))
    solution = node.get("solution") or (metadata and metadata.get("solution"))
    return drawn.board(rows, columns, said["title"], solution or None)


def _total(cage: Node) -> int | None:
    """The sum that a cage shows, or that only the program knows."""
    shown, known = total_of(cage.get("value")), total_of(cage.get("sum"))
    if None not in (shown, known) and shown != known:
        raise cage.error(f"the sums {shown} and {known}; expected one")
    return known if shown is None else shown


# --- writing -------------------------------------------------------------------------------------


def _write(puzzle: Puzzle) -> str:
    """A link; FormatError for what is no Sudoku, or Killer Sudoku with a sum."""
    rules = KILLER if puzzle.rules is KILLER else KENKEN
    check_plain(puzzle, _NAME, puzzle.houses, rules=rules, any_shape=True)
    if not puzzle.has_usual_values:
        raise cannot(_NAME, "values other than 1 to the number of its rows")
    larger = sum_cages(puzzle, _NAME)
    extra = extra_houses(puzzle.size, puzzle.houses)
    regions = boxes(puzzle.size, *extra.box_shape) if extra.box_shape else extra.regions
    rest = sorted(set(puzzle.houses).difference(regions))
    if any(len(house) == 1 for house in rest):
        raise cannot(_NAME, "a house of one cell, which says nothing")
    grid: list[list[dict[str, Any]]] = [
        [
            {"value": puzzle.givens[r, c]} if (r, c) in puzzle.givens else {}
            for c in range(puzzle.columns)
        ]
        for r in range(puzzle.rows)
    ]
    cages: list[dict[str, Any]] = [
        {"cells": _pairs(cage.cells), "value": str(cage.target), "unique": True} for cage in larger
    ]
    cages += [{"cells": _pairs(house), "unique": True} for house in rest]
    if puzzle.title:
        cages.append({"value": f"title: {puzzle.title}"})
    fields: dict[str, Any] = {"cells": grid}
    fields |= {"regions": [_pairs(region) for region in regions]} if regions else {}
    fields |= {"cages": cages} if cages else {}
    return _LINK + link_of(fields)


def _pairs(cells: tuple[Cell, ...]) -> list[list[int]]:
    return [list(cell) for cell in cells]


FORMAT = LinkFormat(
    json=JsonFormat(
        name=_NAME,
        tells=(
            r'"cells"\s*:\s*\[\s*\[\s*\{',
            r'"(?:[Rr][egions]{4,7}+|cages|cellSize|metadata)"\s*:|\}\]\]\}',
        ),
        board=_board,
        write=_write,
    ),
    pattern=regex(r"(?:^|[/=])(?:scl|ctc)(?P<packed>N4[^&?#\s)\]>\"']{20,})"),
    server=regex(
        r"(?:https?://)?(?:www\.)?(?:sudokupad\.app|(?:app|test)\.crackingthecryptic\.com"
        r"|sudokupad\.svencodes\.com)/(?!.*fpuz)"
    ),
    unzipped=unzipped,
).format(
    summary="links of SudokuPad that hold the puzzle (scl), and their JSON: Sudokus, killers",
    example='{"cells": [[{"value": 1}, {}], [{}, {}]], "regions": []}\n',
)
