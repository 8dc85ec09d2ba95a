"""What puzzles a format can write: declared in its record, checked before one is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kenken_cp.errors import FormatError
from kenken_cp.formats.operators import Operators
from kenken_cp.formats.tokens import MAX_DIGITS
from kenken_cp.model.geometry import MAX_SIZE, House, boxes
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.model.rules import has_same_meaning
from kenken_cp.text import cell_name, short_cell_names, short_values

_MAX_TARGET = 10**MAX_DIGITS
"""The least target with more digits than are read."""

BOX_SHAPES = {
    4: (2, 2),
    6: (2, 3),
    8: (2, 4),
    9: (3, 3),
    10: (2, 5),
    12: (3, 4),
    14: (2, 7),
    15: (3, 5),
    16: (4, 4),
    18: (3, 6),
    20: (4, 5),
    21: (3, 7),
    24: (4, 6),
    25: (5, 5),
}
"""Rows and columns of the boxes that a Sudoku of each size has, where its text does not say."""


def no_houses(_puzzle: Puzzle) -> Iterable[House]:
    """Of a format whose puzzles have rows and columns only."""
    return ()


def usual_boxes(puzzle: Puzzle) -> Iterable[House]:
    """Of a format whose puzzles have the boxes of a Sudoku of their size."""
    shape = BOX_SHAPES.get(puzzle.rows)
    if shape is None or puzzle.rows != puzzle.columns:
        raise FormatError(f"a {puzzle.size_name} board has no usual boxes; expected 4x4, 6x6 ...")
    return boxes(puzzle.rows, *shape)


@dataclass(frozen=True, slots=True)
class Holds:
    """What puzzles a format can hold, besides those whose operators it has words for.

    Args:
        rules: the rule set that its texts have; None for a format that writes it down. A puzzle of
            other rules under which its clues mean the same is held, too.
        sides: the least and the most rows, and columns.
        rectangles: boards that are not square.
        values: values other than 1 to the side.
        houses: the extra houses that each puzzle of the format has; None for a format that writes
            down any houses.
        hidden: cages of several cells without an operator.
        free: cells in no cage; if not, each cell must be in one.
        cages: cages of several cells.
        negative: negative targets.
        zero: targets of 0; where a sum of 0 says that there is none, they cannot be held.
        largest: the largest target.
    """

    rules: RuleSet | None = KENKEN
    sides: tuple[int, int] = (1, MAX_SIZE)
    rectangles: bool = False
    values: bool = False
    houses: Callable[[Puzzle], Iterable[House]] | None = no_houses
    hidden: bool = False
    free: bool = False
    cages: bool = True
    negative: bool = False
    zero: bool = True
    largest: int = _MAX_TARGET - 1

    @property
    def features(self) -> list[str]:
        """What it can hold besides square boards of cages whose operators are shown, in words."""
        said = {
            "rectangles": self.rectangles,
            "other values": self.values,
            "houses": self.houses is None,
            "boxes": self.houses is usual_boxes,
            "hidden operators": self.hidden,
            "free cells": self.free,
            "negative targets": self.negative,
        }
        return [words for words, held in said.items() if held]

    def check(self, puzzle: Puzzle, name: str, operators: Operators | None) -> None:
        """Raises the FormatError that says what of a puzzle the format cannot hold."""

        def cannot(what: str) -> FormatError:
            return FormatError(f"the {name} format cannot hold {what}")

        (least, most), size = self.sides, (puzzle.rows, puzzle.columns)
        if not self.rectangles and puzzle.rows != puzzle.columns:
            raise cannot(f"a {puzzle.size_name} board; expected a square")
        if min(size) < least or max(size) > most:
            raise cannot(f"a {puzzle.size_name} board; expected sides of {least} to {most}")
        if self.rules is not None and not has_same_meaning(puzzle, self.rules):
            raise cannot(f"a puzzle of {puzzle.rules.name} rules; expected {self.rules.name} rules")
        if not self.values and not puzzle.has_usual_values:
            raise cannot(f"values {short_values(puzzle.values)}; expected 1 to {max(size)}")
        if self.houses is not None:
            expected = set(self.houses(puzzle))
            for house in sorted(expected.symmetric_difference(puzzle.houses)):
                without = "a board without " if house in expected else ""
                raise cannot(f"{without}the house {short_cell_names(house)}")
        if not self.free and puzzle.free_cells:
            raise cannot(f"a cell in no cage, {cell_name(puzzle.free_cells[0])}")
        for cage in puzzle.cages:
            if (what := self._lacks(cage, operators)) is not None:
                raise cannot(what)

    def _lacks(self, cage: Cage, operators: Operators | None) -> str | None:
        """What of a cage cannot be held; None if it can."""
        if cage.operator is not GIVEN:
            if not self.cages:
                return f"a cage of several cells, {cage}"
            if cage.operator is None and not self.hidden:
                return f"a hidden operator, as of the cage {cage}"
            if operators and cage.operator and cage.operator not in operators:
                return f"the operator {cage.operator.name!r} of the cage {cage}"
        if cage.target < 0 and (not self.negative or cage.target <= -_MAX_TARGET):
            return f"the negative target of the cage {cage}"
        if cage.target == 0 and not self.zero:
            return f"the target 0 of the cage {cage}"
        if cage.target > self.largest:
            return f"the target of the cage at {short_cell_names(cage.cells)}; it is too large"
        return None
