"""Sudokus and Killer Sudokus of the editors f-puzzles.com and SudokuPad: links, and their JSON.

    https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQm...
    {"size": 9, "grid": [[{"value": 3, "given": true}, {}, ...], ...],
     "killercage": [{"cells": ["R1C2", "R1C3"], "value": "12"}], "diagonal+": true, ...}

    https://sudokupad.app/sclN4IgdghgtgpiBcIDKAXGAPFBXATgGxABoQcpcBLFAexABUBDAWwF...
    {"cells": [[{"value": 3}, {}, ...], ...], "regions": [[[0, 0], [0, 1], ...], ...],
     "cages": [{"cells": [[0, 1], [0, 2]], "value": "12", "unique": true}, ...], ...}

A link holds such an object, packed as ``lz_string`` says; a link of SudokuPad with ``fpuz`` holds
one of f-puzzles. SudokuPad counts rows and columns from 0, and may write keys in short, without
quotation marks; its cages without cells are words about the puzzle, of which ``title:`` is kept.

Read are givens, boxes of any shape, cages (without a sum they are houses), extra regions,
diagonals, anti-knight and anti-king. Whatever else an author drew has a meaning only in words, and
is refused by its key; what a solver has filled in is not read. The rules are ``killer`` where there
are sums, else ``kenken``.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from urllib.parse import unquote

from kenken_cp.errors import FormatError
from kenken_cp.formats.json_values import (
    Value,
    begins_json,
    documents,
    first_object,
    text_of,
    whole_value,
)
from kenken_cp.formats.killers import BOX_SHAPES, SudokuDraft
from kenken_cp.formats.lz_string import unpacked
from kenken_cp.formats.readers import reader
from kenken_cp.formats.record import Format, Read, ReadPuzzle
from kenken_cp.formats.tokens import CELL, Token, content_lines, first_lines
from kenken_cp.model.geometry import MAX_SIZE, Cell, House, boxes, diagonals
from kenken_cp.model.houses import ANTI_KING, ANTI_KNIGHT
from kenken_cp.model.rule_sets import RuleSet

_SITE = (
    r"(?:(?:https?://)?(?:sudokupad\.app|sudokupad\.svencodes\.com"
    r"|(?:app|test)\.crackingthecryptic\.com)/(?:sudoku/?)?(?:\?puzzleid=)?)?"
)
_PACKED = r"(?P<packed>N4[A-Za-z0-9+/=%]{8,})(?:[?&#]\S*)?"
_F_PUZZLES = re.compile(
    rf"(?:(?:https?://)?(?:www\.)?f-puzzles\.com/\?load=|{_SITE}fpuz(?:zles)?|){_PACKED}"
)
_SUDOKUPAD = re.compile(rf"{_SITE}(?:scl|ctc){_PACKED}")

_IGNORED = (
    *("author", "rules", "ruleset", "solution", "successMessage", "id", "highlightConflicts"),
    *("disabledlogic", "truecandidatesoptions", "activeConstraints", "cellSize", "settings"),
    *("videos", "duration", "source", "triggereffect"),
)
"""Words about the puzzle, and settings of the editor."""

_MARKS = (
    *("c", "highlight", "centerPencilMarks", "cornerPencilMarks"),
    *("centremarks", "cornermarks", "pencilMarks", "colours"),
)
"""Of a cell, colours and what a solver has noted."""

_LOOKS = ("style", "color", "borderColor", "backgroundColor", "outlineC", "fontC", "baseC")
_TOTAL = re.compile(r" *([0-9]{1,9}) *")

_FLAGS: dict[str, Callable[[int], Iterable[House]]] = {
    "diagonal-": lambda size: diagonals(size)[:1],
    "diagonal+": lambda size: diagonals(size)[1:],
    "antiknight": ANTI_KNIGHT.houses,
    "antiking": ANTI_KING.houses,
}
"""The rules that f-puzzles can switch on."""

_SHORT = {"c": "color", "ca": "cages", "c1": "borderColor", "c2": "backgroundColor", "ce": "cells"}
_SHORT |= {"cs": "cellSize", "v": "value", "vd": "videos", "re": "regions", "t": "title"}
_SHORT |= {"d": "duration", "l": "lines"}
"""The short spelling of SudokuPad's keys."""

_PART = re.compile(
    r'(?P<string>"(?:[^"\\]|\\.)*+")|(?P<key>(?<=[{,])[A-Za-z0-9]++(?=:))'
    r"|(?P<empty>(?<=\[)(?=,)|(?<=,)(?=[,\]]))|(?P<flag>(?<=:)[tf](?=[,}]))"
    r"|(?P<color>(?<=:)(?:#[0F]|[0-9a-fA-F]{6})(?=[,}]))"
)
_QUOTE = re.compile(r"\\?'")


# --- links, and what the two have in common ------------------------------------------------------


def _editor_reader(
    link: re.Pattern[str], read_object: Callable[[Value, RuleSet | None], ReadPuzzle]
) -> Read:
    """Reads links, one a line, and the JSON in them."""

    def read_link(line: Token, rules: RuleSet | None) -> ReadPuzzle:
        word = line.stripped
        match = word.matched(link, "a link that holds a puzzle, of hundreds of characters", "link")
        place = word.part(unquote(match["packed"]), match.start("packed"))
        text = long_json(unpacked(place))
        try:
            return read_object(Value(whole_value(text)), rules)
        except FormatError as error:
            raise place.error(f"in the link: {error.message}") from error

    def read(lines: Iterable[str], rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
        every = list(lines)
        is_json = begins_json(next(filter(str.strip, every), ""))
        chosen = reader(documents, read_object) if is_json else reader(content_lines, read_link)
        return chosen(every, rules)

    return read


def long_json(text: str) -> str:
    """JSON, as SudokuPad's links have it in short; other JSON is left as it is."""
    if '"' not in text:
        text = _QUOTE.sub(lambda match: "'" if len(match[0]) > 1 else '"', text)
    return _PART.sub(_spelled_out, text)


def _spelled_out(match: re.Match[str]) -> str:
    part = match[0]
    match match.lastgroup:
        case "key":
            return f'"{_SHORT.get(part, part)}"'
        case "empty":
            return "{}"
        case "flag":
            return "true" if part == "t" else "false"
        case "color":
            return f'"{part}"'
    return part


def _cells_of(grid: Value, columns: int) -> Iterator[tuple[Cell, Value]]:
    """The cells of a board; FormatError unless there are that many in each row."""
    for r, row in enumerate(grid.items("a list of rows")):
        cells = row.items("a row of cells")
        if len(cells) != columns:
            raise row.error(f"a row of {len(cells)} cells; expected {columns}")
        for c, value in enumerate(cells):
            yield (r, c), value


def _number(value: Value | None) -> int | None:
    """A number, which may be a text; None if there is none."""
    if value is None or value.value in ("", None):
        return None
    if isinstance(value.value, str):
        match = _TOTAL.fullmatch(value.value)
        if match is None:
            raise value.unlike("a number")
        return int(match[1])
    return value.integer(0, 10**9 - 1)


# --- f-puzzles -----------------------------------------------------------------------------------


def _f_puzzles_signature(text: str) -> bool:
    """The first line is a link, or the JSON has a size and a grid."""
    is_json = first_object(text).keys() >= {"size", "grid"}
    return is_json or any(map(_F_PUZZLES.fullmatch, first_lines(text)))


def _read_f_puzzles(document: Value, rules: RuleSet | None) -> ReadPuzzle:
    known = ("title", "killercage", "extraregion", *_FLAGS, *_IGNORED)
    keys = document.fields(("size", "grid"), known, or_empty=True)
    size = keys["size"].integer(1, MAX_SIZE)
    draft = SudokuDraft(document)
    for item in keys["killercage"].items() if "killercage" in keys else ():
        cage = item.fields(("cells",), ("value", *_LOOKS), or_empty=True)
        cells, total = _named_cells(cage["cells"], size), _number(cage.get("value"))
        if total is None:
            draft.add_house(cells, item)
        else:
            draft.add_sum(cells, total, item)
    for item in keys["extraregion"].items() if "extraregion" in keys else ():
        region = item.fields(("cells",), _LOOKS, or_empty=True)
        draft.add_house(_named_cells(region["cells"], size), item)
    if len(keys["grid"].items("a list of rows")) != size:
        raise keys["grid"].error(f"{len(keys['grid'].value)} rows; expected {size}")
    # The editor draws boxes unasked, where it knows a size for them.
    usual_boxes = boxes(size, *BOX_SHAPES[size]) if size in BOX_SHAPES else ()
    usual = {cell: number for number, box in enumerate(usual_boxes) for cell in box}
    regions: dict[int, list[Cell]] = {}
    for cell, value in _cells_of(keys["grid"], size):
        entry = value.fields((), ("value", "given", "region", *_MARKS), or_empty=True)
        number = entry["region"].value if "region" in entry else usual.get(cell)
        if number is not None:
            if type(number) is not int:
                raise entry["region"].unlike("a number, or null")
            regions.setdefault(number, []).append(cell)
        if "given" in entry and entry["given"].value:
            if "value" not in entry:
                raise value.error("a given without its value")
            draft.give(cell, entry["value"].integer(1, size))
    for cells in regions.values():
        draft.add_house(cells, keys["grid"])
    for key, made in _FLAGS.items():
        if key in keys and keys[key].value:
            draft.houses += made(size)
    return draft.sudoku(size, rules, text_of(keys, "title"))


def _named_cells(value: Value, size: int) -> list[Cell]:
    """Cells as ``R1C2``."""
    cells = []
    for item in value.items("a list of cells"):
        match = CELL.fullmatch(item.text())
        if match is None or not all(1 <= int(number) <= size for number in match.groups()):
            raise item.unlike(f"R1C1 to R{size}C{size}")
        cells.append((int(match[1]) - 1, int(match[2]) - 1))
    return cells


F_PUZZLES = Format(
    name="f-puzzles",
    summary="links of f-puzzles.com, and their JSON: Sudokus, killers, jigsaws; read only",
    example='{"size": 2, "grid": [[{"value": 1, "given": true}, {}], [{}, {}]]}\n',
    signature=_f_puzzles_signature,
    read=_editor_reader(_F_PUZZLES, _read_f_puzzles),
    separator="",
)


# --- SudokuPad -----------------------------------------------------------------------------------


def _sudokupad_signature(text: str) -> bool:
    """The first line is a link, or the JSON has cells in rows."""
    cells = first_object(text).get("cells")
    if isinstance(cells, list) and cells and isinstance(cells[0], list):
        return True
    return any(map(_SUDOKUPAD.fullmatch, first_lines(text)))


def _read_sudokupad(document: Value, rules: RuleSet | None) -> ReadPuzzle:
    keys = document.fields(
        ("cells",), ("regions", "cages", "title", "metadata", *_IGNORED), or_empty=True
    )
    draft = SudokuDraft(document)
    grid = keys["cells"].items("a list of rows")
    rows, columns = len(grid), len(grid[0].items("a row of cells")) if grid else 0
    if not 1 <= columns <= MAX_SIZE >= rows:
        raise keys["cells"].error(f"{rows} rows of {columns}; expected 1 to {MAX_SIZE}")
    for cell, value in _cells_of(keys["cells"], columns):
        given = value.fields((), ("value", *_MARKS), or_empty=True).get("value")
        number = _number(given)
        if given is not None and number is not None:
            if not 1 <= number <= max(rows, columns):
                raise given.unlike(f"1 to {max(rows, columns)}")
            draft.give(cell, number)
    title = text_of(keys, "title")
    for item in keys["cages"].items() if "cages" in keys else ():
        cage = item.fields((), ("cells", "value", "unique", "hidden", *_LOOKS), or_empty=True)
        cells = cage["cells"].cells(rows, columns) if "cells" in cage else []
        if not cells:
            word, _, text = str(cage["value"].value if "value" in cage else "").partition(":")
            title = text.strip() if word.strip().lower() == "title" else title
            continue
        total = _number(cage.get("value"))
        unique = cage["unique"].value if "unique" in cage else None
        if total is not None and unique is False and len(cells) > 1:
            raise item.error("a sum of values that may repeat; expected sums of a Killer Sudoku")
        if total is not None:
            draft.add_sum(cells, total, item)
        elif unique:
            draft.add_house(cells, item)
        elif "style" not in cage or cage["style"].value != "box":  # which is only drawn
            raise item.error("a cage without a value; expected one, unique, or the style box")
    for region in keys["regions"].items() if "regions" in keys else ():
        draft.add_house(region.cells(rows, columns), region)
    if "metadata" in keys:
        metadata = keys["metadata"].fields((), ("title", *_IGNORED), or_empty=True)
        title = text_of(metadata, "title") or title
    return draft.sudoku((rows, columns), rules, title.strip())


SUDOKUPAD = Format(
    name="sudokupad",
    summary="links of SudokuPad that hold the puzzle (scl), and their JSON; read only",
    example='{"cells": [[{"value": 1}, {}], [{}, {}]], "regions": []}\n',
    signature=_sudokupad_signature,
    read=_editor_reader(_SUDOKUPAD, _read_sudokupad),
    separator="",
)
