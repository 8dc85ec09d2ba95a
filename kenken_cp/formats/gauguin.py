"""Saved games of Gauguin, the Android app.

    {"variant": {"gridSize": {"width": 3, "height": 4}, "options": {"showOperators": true,
     "digitSetting": "FIRST_DIGIT_ONE", ...}}, ..., "cages": [
     {"action": "ACTION_ADD", "result": 8, "cellNumbers": [1, 2, 4], ...}, ...]}

Cells are counted from 0 in reading order. There are as many values as the longer side has cells,
the first ones of the digit setting. Where operators are not shown, the one of the file is how the
app made the target, and the puzzle has it hidden. ``description`` is a title. The rules are
``gauguin``.

A saved game holds the solution, which must fit. A puzzle does not have it, so that none is written.
"""

from kenken_cp.formats._writable import read_only
from kenken_cp.formats.json.boards import INDEX, Board, Grid, JsonFormat, Keys
from kenken_cp.formats.json.values import Node
from kenken_cp.model.rule_sets import GAUGUIN
from kenken_cp.text import quoted

_NAME = "gauguin"
_KEYS = Keys(_NAME, "cellNumbers", "action", "result", INDEX)

_DIGITS = {
    "FIRST_DIGIT_ONE": range(1, 13),
    "FIRST_DIGIT_ZERO": range(12),
    "FIRST_DIGIT_MINUS_TWO": range(-2, 10),
    "FIRST_DIGIT_MINUS_FIVE": range(-5, 7),
    "PRIME_NUMBERS": (1, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31),
    "FIBONACCI_SEQUENCE": (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233),
    "PADOVAN_SEQUENCE": (1, 2, 3, 4, 5, 7, 9, 12, 16, 21, 28, 37),
}


def _board(node: Node) -> Board:
    variant = node["variant"]
    size, options = variant["gridSize"], variant["options"]
    rows, columns = size["height"].side(), size["width"].side()
    setting = options["digitSetting"]
    if setting.text() not in _DIGITS:
        raise setting.error(f"{setting.name} {quoted(setting.value)}; known: {', '.join(_DIGITS)}")
    digits = _DIGITS[setting.text()]
    if max(rows, columns) > len(digits):
        raise size.error(f"a side of {max(rows, columns)} cells; expected at most {len(digits)}")
    others = {
        "values": digits[: max(rows, columns)],
        "title": node.text_of("description"),
        "rules": GAUGUIN,
    }
    clues = _KEYS.clues(node["cages"], rows, columns)
    if not options["showOperators"].flag():
        clues = ((place, clue._replace(operator=None)) for place, clue in clues)
    solution = _solution(node.get("cells"), rows, columns)
    return Board(clues, rows, columns, others, solution=solution)


def _solution(cells: Node | None, rows: int, columns: int) -> tuple[Grid, Node] | None:
    """The values of all cells, and their place; None if some have none."""
    values = [] if cells is None else [cell.get("value") for cell in cells.items()]
    if cells is None or len(values) != rows * columns:
        return None
    found = [value.integer() for value in values if value is not None]
    if len(found) < len(values):
        return None
    return [found[at : at + columns] for at in range(0, len(found), columns)], cells


_write = read_only(_NAME, "a saved game holds the solution besides the cages, a puzzle none")
FORMAT = JsonFormat(
    name=_NAME, tells=(r'"gridSize"\s*:\s*\{|"cellNumbers"\s*:',), board=_board, write=_write
).format(
    summary="saved games of the Android app Gauguin; read only: they hold the solution",
    example=(
        '{"variant": {"gridSize": {"width": 2, "height": 2}, "options": {"showOperators": true, '
        '"digitSetting": "FIRST_DIGIT_ONE"}}, "cages": [{"id": 0, "action": "ACTION_ADD", '
        '"result": 3, "cellNumbers": [0, 1]}]}\n'
    ),
)
