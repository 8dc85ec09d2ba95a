"""A Dutch newspaper's Calcudoku, as a solver's author typed them in: JSON with comments.

    // Monday
    {"Puzzle": {"Size": 2, "Type": "Calcudoku"}, "Blocks": [
     {"Idx": 0, "Type": 1, "Constraint": 3, "Coordinates": [[0, 0], [1, 0]]}, ...]}

Coordinates are column and row, from 0. Type is 1 to add, 2 to subtract, 3 to multiply, 4 to divide;
a single cell is a given, whatever its type. Its rules are ``calcudoku``, those of the newspaper.
"""

from kenken_cp.formats._common import check_plain
from kenken_cp.formats._json import COLUMN_ROW, Board, JsonFormat, Keys, Node, line_of
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU
from kenken_cp.text import quoted

_NAME = "blocks"
_KEYS = Keys(_NAME, "Coordinates", "Type", "Constraint", COLUMN_ROW, codes=True)
_KIND = "Calcudoku"


def _board(node: Node) -> Board:
    kind = node["Puzzle"].get("Type")
    if kind is not None and kind.text() != _KIND:
        raise kind.error(f"a puzzle of type {quoted(kind.value)}; expected {_KIND!r}")
    size = node["Puzzle"]["Size"].side()
    return Board(_KEYS.clues(node["Blocks"], size, size), size, size)


def _write(puzzle: Puzzle) -> str:
    check_plain(puzzle, _NAME, rules=CALCUDOKU)
    blocks = [
        {"Idx": index} | _KEYS.write(cage, puzzle.columns)
        for index, cage in enumerate(puzzle.cages)
    ]
    return line_of({"Puzzle": {"Size": puzzle.rows, "Type": _KIND}, "Blocks": blocks})


FORMAT = JsonFormat(
    name=_NAME,
    tells=(r'"(?:Blocks|Coordinates)"\s*:',),
    board=_board,
    write=_write,
    comments=True,
    rules=CALCUDOKU,
).format(
    summary='JSON with // comments: "Blocks" of "Type" (1 adds), "Constraint", "Coordinates"',
    example=(
        '{"Puzzle": {"Size": 2, "Type": "Calcudoku"}, "Blocks": [\n'
        "  // two cells of the first row\n"
        '  {"Idx": 0, "Type": 1, "Constraint": 3, "Coordinates": [[0, 0], [1, 0]]}]}\n'
    ),
)
