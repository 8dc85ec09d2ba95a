"""Links of the editors f-puzzles and SudokuPad, a puzzle a line, and the JSON packed in them.

Both draw Sudokus with cages that repeat no value, and can draw anything else, which has a meaning
only in the rules that the author wrote: a puzzle with such a drawing is refused by its key.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any
from urllib.parse import unquote

from kenken_cp.errors import FormatError
from kenken_cp.formats_new.json_values import Value, begins_json, each_document, parsed
from kenken_cp.formats_new.killers import Sums
from kenken_cp.formats_new.lz_string import packed, unpacked
from kenken_cp.formats_new.readers import each_line
from kenken_cp.formats_new.record import Read, ReadPuzzle
from kenken_cp.formats_new.tokens import Token
from kenken_cp.model.geometry import MAX_SIZE, Cell, House
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, KILLER, RuleSet

SUDOKUPAD = (
    r"(?:(?:https?://)?(?:sudokupad\.app|sudokupad\.svencodes\.com"
    r"|(?:app|test)\.crackingthecryptic\.com)/(?:sudoku/?)?(?:\?puzzleid=)?)?"
)
"""The pattern of an address of SudokuPad, or of nothing."""

_TOTAL = re.compile(r" *([0-9]{1,9}) *")


def link_pattern(before: str) -> re.Pattern[str]:
    """The pattern of a link, given that of what stands before the text that is packed in it."""
    return re.compile(rf"(?:{before})(?P<packed>N4[A-Za-z0-9+/=%]{{8,}})(?:[?&#]\S*)?")


def reader(
    link: re.Pattern[str],
    read_one: Callable[[Value, RuleSet | None], ReadPuzzle],
    unzipped: Callable[[str], str] = str,
) -> Read:
    """Reads links, one a line, and the JSON in them; ``unzipped`` makes JSON of what they hold."""

    def read_link(line: Token, rules: RuleSet | None) -> ReadPuzzle:
        word = line.start
        word = word.part(word.text.rstrip(), 0)
        match = word.matched(link, "a link that holds a puzzle, of hundreds of characters", "link")
        place = word.part(unquote(match["packed"]), match.start("packed"))
        text = unzipped(unpacked(place))
        try:
            value, end = parsed(text)
            if text[end:].strip():
                raise FormatError("not JSON: more behind the end of the value")
            return read_one(Value(value), rules)
        except FormatError as error:
            raise place.error(f"in the link: {error.message}") from error

    def read(lines: Iterable[str], rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
        every = list(lines)
        begins = begins_json(next(filter(str.strip, every), ""))
        yield from (each_document(read_one) if begins else each_line(read_link))(every, rules)

    return read


def drawn(value: Value, required: Collection[str], optional: Collection[str]) -> dict[str, Value]:
    """The values of an object by key. The editors write keys of what is not drawn, too: those that
    are unknown and empty are left out.
    """
    if isinstance(value.value, dict):
        known = {k: v for k, v in value.value.items() if v or k in required or k in optional}
        value = Value(known, value.path, value.line)
    return value.keys(required, optional)


def rows_of(grid: Value, rows: int | None = None) -> list[list[Value]]:
    """The cells of a board, row by row; FormatError unless all rows are alike, and of that number
    if one is given.
    """
    found = [row.items("a row of cells") for row in grid.items("a list of rows")]
    columns = rows or (len(found[0]) if found else 0)
    if len(found) != (rows or len(found)) or not 1 <= columns <= MAX_SIZE >= len(found):
        raise grid.error(f"{len(found)} rows; expected {rows or f'1 to {MAX_SIZE}'}")
    for row, value in zip(found, grid.items(), strict=True):
        if len(row) != columns:
            raise value.error(f"a row of {len(row)} cells; expected {columns}")
    return found


def total_of(value: Value | None) -> int | None:
    """The sum of a cage, a number or a text; None if it has none."""
    if value is None or value.value in ("", None):
        return None
    if isinstance(value.value, str):
        match = _TOTAL.fullmatch(value.value)
        if match is None:
            raise value.unlike("a sum")
        return int(match[1])
    return value.integer(0)


def add_cage(
    sums: Sums, houses: list[House], cells: list[Cell], total: int | None, place: Value
) -> None:
    """Adds a cage; without a sum it is a house."""
    if total is not None:
        if total == 0 or not cells:
            raise place.error("a cage without cells, or the sum 0; expected cells and a sum")
        sums.add(cells, total, place)
    elif len(cells) > 1:
        houses.append(tuple(sorted(cells)))


def sum_cages(puzzle: Puzzle, name: str) -> list[Cage]:
    """The cages that are not givens; FormatError for other rules than the puzzle will be read with:
    ``killer`` if there is a sum of several cells.
    """
    found = [cage for cage in puzzle.cages if cage.operator is not GIVEN]
    if puzzle.rules is not (KILLER if found else KENKEN):
        raise FormatError(
            f"the {name} format cannot hold {puzzle.rules.name} rules; expected killer with sums, "
            "or kenken without"
        )
    return found


def link_text(fields: dict[str, Any]) -> str:
    """What a link has of a puzzle, and the end of the line."""
    return packed(json.dumps(fields, ensure_ascii=False, separators=(",", ":"))) + "\n"
