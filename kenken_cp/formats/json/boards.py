"""Formats in JSON: one reader of boards of cages, and a record for each format.

They differ in what holds a puzzle, in the keys of a cage, and in what a cell is called; a
``JsonFormat`` says how. Keys that say nothing of a puzzle, such as its solution, are not read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Any, NamedTuple

from kenken_cp.errors import FormatError
from kenken_cp.formats._draft import Draft, check_solution
from kenken_cp.formats._spellings import operator_word, parse_operator
from kenken_cp.formats._words import Place, Word
from kenken_cp.formats._writable import cannot
from kenken_cp.formats.json.values import Node, each, each_puzzle, is_misspelt
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.frozen import frozen
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import GIVEN, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.patterns import regex

_COMMENT = regex(r'("(?:[^"\\\n]|\\.)*+")|//[^\n]*+')
OPENING = regex(r"\s*[\[{]")
_KEY = regex(r'"([^"\\\n]{1,40})"\s*:')


# --- cells ---------------------------------------------------------------------------------------


@frozen
class Cells:
    """What a format calls the cells of a board."""

    read: Callable[[Node, int, int], Cell]
    write: Callable[[Cell, int], Any]


def _read_index(node: Node, rows: int, columns: int) -> Cell:
    if type(node.value) is list:  # some who write this format write pairs
        return _read_pair(node, rows, columns)
    return divmod(node.within(0, rows * columns - 1), columns)


_TWO_INTEGERS = [int, int]


def _read_pair(node: Node, rows: int, columns: int) -> Cell:
    value = node.value
    if type(value) is list and [*map(type, value)] == _TWO_INTEGERS:  # as nearly all are
        row, column = value
        if 0 <= row < rows and 0 <= column < columns:
            return row, column
    down, across = node.parts("row", "column")
    return down.within(0, rows - 1), across.within(0, columns - 1)


def _read_column_row(node: Node, rows: int, columns: int) -> Cell:
    column, row = node.parts("column", "row")
    return row.within(0, rows - 1), column.within(0, columns - 1)


def _read_xy(node: Node, rows: int, columns: int) -> Cell:
    return node["y"].within(0, rows - 1), node["x"].within(0, columns - 1)


INDEX = Cells(_read_index, lambda cell, columns: cell[0] * columns + cell[1])
ROW_COLUMN = Cells(_read_pair, lambda cell, _: list(cell))
COLUMN_ROW = Cells(_read_column_row, lambda cell, _: list(reversed(cell)))
XY = Cells(_read_xy, lambda cell, _: {"x": cell[1], "y": cell[0]})


# --- cages ---------------------------------------------------------------------------------------


class Clue(NamedTuple):
    """A cage as it was read."""

    cells: list[Cell]
    operator: Operator | None
    target: int


@frozen
class Keys:
    """Cages that are objects.

    Args:
        format: the format whose words the operators have.
        cells, operator, target: the keys.
        cell: what a cell is called.
        hidden: the word of an operator that is not shown; None if there is none for it. A single
            cell may have it, too.
        codes: whether the words are numbers.
    """

    format: str
    cells: str
    operator: str
    target: str
    cell: Cells
    hidden: str | None = None
    codes: bool = False

    def clues(self, cages: Node, rows: int, columns: int) -> Iterator[tuple[Node, Clue]]:
        """The cages of a board of that size, and where they stand."""
        for cage in cages.items():
            yield cage, self.read(cage, rows, columns)

    def read(self, cage: Node, rows: int, columns: int) -> Clue:
        """A cage of a board of that size."""
        cells = [self.cell.read(cell, rows, columns) for cell in cage[self.cells].several_cells()]
        word = cage[self.operator]
        spelled = str(word.integer()) if self.codes else word.text()
        operator = None
        given = not spelled and len(cells) == 1
        if spelled != self.hidden and not given:
            with word.here():
                operator = parse_operator(Word(spelled, 0), self.format, len(cells))
        return Clue(cells, operator, cage[self.target].integer())

    def write(self, cage: Cage, columns: int) -> dict[str, Any]:
        """A cage of a board with that many columns."""
        if self.hidden is not None and cage.operator in (None, GIVEN):
            word = self.hidden
        else:
            word = operator_word(cage, self.format, alone=True)
        if self.codes and not word.isdecimal():
            name = cage.operator.name if cage.operator else ""
            raise cannot(self.format, f"the operator {name!r} of the cage {cage}")
        return {
            self.cells: [self.cell.write(cell, columns) for cell in cage.cells],
            self.operator: int(word) if self.codes else word,
            self.target: cage.target,
        }


# --- grids ---------------------------------------------------------------------------------------

Grid = list[list[int]]


def matrix(node: Node | None, rows: int, columns: int) -> Grid | None:
    """A grid of values of all cells, 0 without one; None if it is something else."""
    value = None if node is None else node.value
    if type(value) is list and len(value) == rows * columns > 1:  # perhaps all rows are one
        value = [value[at : at + columns] for at in range(0, len(value), columns)]
    if type(value) is not list or len(value) != rows:
        return None
    if any(type(row) is not list or len(row) != columns for row in value):
        return None
    found = [[0 if each in (None, "", ".") else each for each in row] for row in value]
    return found if all(type(each) is int for row in found for each in row) else None


def solution_of(node: Node | None, rows: int, columns: int) -> tuple[Grid, Node] | None:
    """The solution that a board has beside it, and its place: rows, or one row of all values, or
    the digits of these. None if it is something else, or has not all of them.
    """
    if node is None:
        return None
    grid = matrix(node, rows, columns)
    if type(node.value) is str and re.fullmatch("[1-9]+", node.value):
        digits = Node(list(map(int, node.value)), node.home, node.parent, node.key)
        grid = matrix(digits, rows, columns)
    return (grid, node) if grid is not None and all(map(all, grid)) else None


# --- formats -------------------------------------------------------------------------------------


class Board(NamedTuple):
    """What a text says of a puzzle.

    Args:
        clues: its cages, each with its place.
        rows, columns: its size.
        others: what else ``Puzzle`` takes.
        givens: values that stand in cells, which may be in cages, too.
        solution: one that is not taken, but must fit, and its place.
    """

    clues: Iterable[tuple[Place, Clue]]
    rows: int
    columns: int
    others: Mapping[str, Any] = {}
    givens: Iterable[tuple[Node, Cell, int]] = ()
    solution: tuple[Sequence[Sequence[int]], Place] | None = None


def grouped(root: Node) -> Iterable[Node]:
    """The puzzles of an object of arrays, one for each size; or of ``each``."""
    is_board = type(root.value) is dict and "cages" in root.value
    if (
        type(root.value) is dict
        and not is_board
        and all(type(value) is list for value in root.value.values())
    ):
        return [puzzle for group in root.members() for puzzle in group.items()]
    return each(root)


_MORE = (
    r"givens?|fixed|prefilled|initial\w*+|start\w*+|grid|board|values|digits|domain|min\w*+"
    r"|boxes|\w*Boxes|regions|jigsaw|diagonals?|windoku|anti\w*+|thermo\w*+|arrows|kropki"
    r"|rules|type|variant|kind|puzzle_?[tT]ype|max\w*+|houses|extra\w*+"
)
_GRID = r'(?!cells|solution)\w++"\s*+:\s*+\[\s*+\[\s*+[-0-9n."]'
CAGES_ONLY = rf'\A(?:[^"]++|"(?!(?:{_MORE})"\s*+:|{_GRID}))*+\Z'
"""What is found in texts with nothing but cages, and a solution: no values of cells, no houses."""


def only_words(key: str, words: str) -> str:
    """What is found in texts where a key has none but some words, or what is no word at all."""
    return rf'\A(?:[^"]++|"(?!{key}"\s*+:\s*+(?:null|"(?!(?:{words})")[a-zA-Z])))*+\Z'


@frozen
class JsonFormat:
    """A format in JSON.

    Args:
        tells: patterns that are all found in its texts, and not in those of others.
        board: what a node says of a puzzle.
        write: as of ``Format``.
        puzzles: the nodes of the puzzles of a value of the text.
        blanked: a text in which what is no JSON is as many blanks.
        rules: those that its authors mean.
    """

    name: str
    tells: tuple[str, ...]
    board: Callable[[Node], Board]
    write: Callable[[Puzzle], str]
    puzzles: Callable[[Node], Iterable[Node]] = each
    blanked: Callable[[str], str] = str
    rules: RuleSet = KENKEN
    _patterns: tuple[re.Pattern[str], ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_patterns", tuple(map(regex, self.tells)))

    def format(
        self, summary: str, example: str, *, several: bool = False, suffix: str = "json"
    ) -> Format:
        """The record of the format; ``several``: whether a text may hold a puzzle a line."""
        JSON_FORMATS.append(self)
        join = "".join if several else None
        return Format(self.name, summary, example, self.detect, self.read, self.write, join, suffix)

    def detect(self, text: str) -> bool:
        """The opening of an object or an array, and what only this format has."""
        return _tells(self, text)

    def read(self, text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
        """Every puzzle of a text."""
        return each_puzzle(self.blanked(text), self.puzzles, self._puzzle, rules)

    def _puzzle(self, node: Node, rules: RuleSet | None) -> ReadPuzzle:
        board = self.board(node)
        draft = Draft(0)
        for place, clue in board.clues:
            draft.add(*clue, place)
        for place, cell, value in board.givens:
            draft.give(cell, value, place)
        others: dict[str, Any] = {"rules": self.rules, **board.others}
        usual = others["rules"] is KENKEN
        others["rules"] = (draft.rules_or_shown(rules) if usual else rules) or others["rules"]
        with node.here():
            listed = not others["rules"].distinct_cages
            found = draft.puzzle((board.rows, board.columns), listed=listed, **others)
        if board.solution is not None:
            check_solution(found.puzzle, *board.solution)
        return found


@lru_cache(1 << 6)  # the formats that read what no other does ask all others again
def _tells(known: JsonFormat, text: str) -> bool:
    text = known.blanked(text)
    return OPENING.match(text) is not None and all(
        pattern.search(text) for pattern in known._patterns
    )


JSON_FORMATS: list[JsonFormat] = []
"""Those that have a record: what they recognise is no text of the ``json`` format."""

JSON_TEXTS: list[Callable[[str], bool]] = []
"""What recognises formats that are JSON, too, but read it in ways of their own."""


_MAX_KEYS_LOOKED_AT = 10_000
"""Characters of a text in which its keys are looked for."""


def nearest_by_keys(
    text: str, formats: Iterable[Format], others: Collection[str] = ()
) -> Format | None:
    """The format whose example has most keys in common with a text in JSON, a misspelt one half: of
    several the first. None of another text, or if it has as many of some other keys.
    """
    if not OPENING.match(text):
        return None
    keys = _keys(text[:_MAX_KEYS_LOOKED_AT])
    if keys.issubset(others):
        return None

    def in_common(known: Collection[str]) -> int:
        misspelt = (any(is_misspelt(key, each) for each in known) for key in keys)
        return 2 * len(keys.intersection(known)) + sum(misspelt)

    shared = {known.name: in_common(_keys(known.example)) for known in formats}
    nearest = max(formats, key=lambda known: shared[known.name])
    return nearest if shared[nearest.name] > in_common(others) else None


@lru_cache(1 << 7)
def _keys(text: str) -> frozenset[str]:
    return frozenset(_KEY.findall(text))


def without_json_comments(text: str) -> str:
    """A text in which each ``//`` comment is as many blanks."""
    if "//" not in text:
        return text
    return _COMMENT.sub(lambda match: match[1] or " " * len(match[0]), text)


# --- writing -------------------------------------------------------------------------------------


def line_of(value: object) -> str:
    """A value on a line of its own."""
    return json.dumps(value, ensure_ascii=False) + "\n"
