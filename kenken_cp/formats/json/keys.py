"""What programs that keep puzzles in JSON call the parts of one."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from kenken_cp.formats.json.values import Node
from kenken_cp.patterns import regex
from kenken_cp.text import listed

NAME = "objects"
"""The format whose words operators have."""


def _spelled(*keys: str) -> tuple[str, ...]:
    """Keys, and these as those write them who never write ``targetSum``."""
    return keys + tuple(
        each for key in keys if (each := re.sub("[A-Z]", lambda m: "_" + m[0].lower(), key)) != key
    )


CAGES = ("cages", "groups", "blocks", "areas", "regions", "constraints", "sums", "clues", "rules")
CELLS = _spelled(
    *("cells", "squares", "positions", "coordinates", "coords", "points", "indices", "fields"),
    *("members", "locations", "tiles", "boxes", "cellIndices", "second"),
)
TARGETS = (
    *("target", "value", "result", "res", "sum", "total", "goal", "number"),
    *_spelled("targetSum", "targetValue", "sumOfTiles", "totalSum"),
    *("first", "solution"),
)
CLUES = ("clue", "label")
"""A target and an operator in one."""

OPERATORS = ("op", "operation", "operator", "sign", "symbol", "calculation", "type", "ty")
SIZES = ("size", "n", "N", "dim", "dimension", *_spelled("gridSize", "boardSize"))
SIDES = (("height", "width"), ("rows", "cols"), ("rows", "columns"))
GIVENS = (
    *("givens", "given", "fixed", "prefilled", "initial"),
    *_spelled("initialValues", "initialGrid", "initialBoard", "startGrid", "startingGrid"),
)
ENTRIES = ("grid", "board")
"""Those of a player, perhaps, or values outside cages."""

OF_A_PLAYER = regex(
    "user|player|current|entr|progress|guess|answer|state|note|mark|cand|colo|move|histor|undo|redo"
    "|step|wrong|error|mistake|conflict|check|highlight|select",
    re.IGNORECASE,
)
"""What is in the keys of grids that are no part of a puzzle."""

VALUES = ("value", "number", "digit", "val")
VALUES_OF_CELLS = ("value", "digit", "val")
NUMBERED = ("cells", "grid", "board", "layout", "map", "regions", "cageMap")
"""Rows of cells with the number, or the name, of the cage of each."""

GROUP_OF_CELL = ("group", "cage", "region", "block", *_spelled("groupId", "cageId"))

OTHER_RULES = (
    *("diagonals", "diagonal", "diags", "windoku", "thermos", "thermometers", "arrows", "kropki"),
    *("houses", "inequalities"),
    *_spelled("antiKnight", "antiKing", "nonConsecutive", "xSudoku", "disjointGroups"),
    *_spelled("extraRegions", "extraHouses", "includeZero"),
)
"""What some programs add to the rules: it is not read, and refused where it says anything."""

HIDES = _spelled("hideOperators", "hiddenOperators", "noOperators", "noOps")
SHOWS = _spelled("showOperators", "hasOperators")
"""Whether operators that stand in the cages are shown to whoever solves the puzzle."""

NOTHING: tuple[object, ...] = (None, False, 0, [], {}, "", "none")

BOXES = ("boxes", "sudoku", *_spelled("hasBoxes", "useBoxes", "boxSize", "boxWidth"))
REGIONS = ("regions", "jigsaw")
"""What boards of a Killer Sudoku have, too, where the regions are its boxes."""

DOMAINS = ("values", "digits", "domain")
LEAST = _spelled("minValue", "minDigit", "startValue")
MOST = _spelled("maxValue", "maxDigit")

SOLUTIONS = ("solution", "solved", "answer", *_spelled("filledGrid", "solutionGrid"))
KINDS = ("type", "variant", "kind", "rules", *_spelled("puzzleType"))
PAIRS = (
    *(("row", "col"), ("row", "column"), ("r", "c"), ("y", "x"), ("Row", "Column")),
    ("first", "second"),
)
"""The keys of a row and a column."""

CELL = ("position", "pos", "cell", "index", "idx", "location", "coordinate")
"""Those of a cell that stands beside its value."""

OF_BOARDS = frozenset(
    (
        *(*SIZES, *chain.from_iterable(SIDES), *CAGES, *GIVENS, *ENTRIES, *NUMBERED, *OTHER_RULES),
        *(*HIDES, *SHOWS, *BOXES, *REGIONS, *DOMAINS, *LEAST, *MOST, *SOLUTIONS, *KINDS),
        *("title", "name"),
    )
)
"""Those of a board: none of them is another one misspelt."""

ALL = {
    *(*OF_BOARDS, *CELLS, *TARGETS, *CLUES, *OPERATORS, *VALUES, *GROUP_OF_CELL),
    *(*chain.from_iterable(PAIRS), "id"),
}

GIVEN_WORDS = ("given", "single", "const", "constant", "free", "id", "eq", "equal", "=")
"""Operators of a given: of one cell, and no more."""

NO_OPERATOR = ("", "none", "nop", "nan", "null", *GIVEN_WORDS)
"""Those of a cage without an operator: the first of these, on several cells, of a hidden one."""


def first_of(node: Node, keys: Iterable[str]) -> Node | None:
    """The value of the first of some keys that an object has; None of anything else."""
    if type(node.value) is not dict:
        return None
    has = node.value.get
    return next((node.get(key) for key in keys if has(key) is not None), None)


def both(node: Node, pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[Node, Node]]:
    """The values of each pair of keys that an object has both of."""
    for one, other in pairs:
        if None not in (node.value.get(one), node.value.get(other)):
            yield node[one], node[other]


def expect(node: Node, keys: Iterable[str], what: str) -> Node:
    """The same; FormatError, with ``what`` is missing, if there is none."""
    found = first_of(node, keys)
    if found is None:
        raise node.error(
            f"{node.name or 'the puzzle'} has no {what}; expected {listed(keys, 'or')}"
        )
    return found
