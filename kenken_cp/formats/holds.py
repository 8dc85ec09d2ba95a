"""What puzzles a format can write: declared in its record, checked before one is written."""

from __future__ import annotations

from dataclasses import dataclass

from kenken_cp.errors import FormatError
from kenken_cp.formats.operators import Operators
from kenken_cp.formats.tokens import MAX_DIGITS_READ
from kenken_cp.model.geometry import MAX_SIZE, House, boxes
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, KILLER, RuleSet
from kenken_cp.model.rules import has_same_meaning
from kenken_cp.text import cell_name, short_cell_names, short_values

_MAX_TARGET = 10**MAX_DIGITS_READ
"""The least target with more digits than are read."""

BOX_SHAPES = {
    rows * columns: (rows, columns)
    for rows in range(2, 6)
    for columns in range(rows, 8)
    if rows * columns <= 25
}
"""Rows and columns of the boxes that a Sudoku of each size has, where its text does not say."""

USUAL_BOXES = "boxes"
"""For ``Holds.houses``: the boxes of a Sudoku of that size, and no other houses."""


@dataclass(frozen=True, slots=True)
class Holds:
    """What puzzles a format can hold, besides those whose operators it has words for.

    Args:
        rules: the rule set that its texts have; None for a format that writes it down. A puzzle of
            other rules under which its clues mean the same is held, too.
        killers: whether the rules are ``killer`` where a cage has several cells, then instead of
            ``rules``.
        sides: the least and the most rows, and columns.
        rectangles: boards that are not square.
        values: values other than 1 to the side.
        houses: which extra houses, in words; empty for none. With ``USUAL_BOXES`` each puzzle has
            the boxes of a Sudoku of its size, and no others. What other words say, such as
            ``square boxes``, is checked by the writer.
        hidden: cages of several cells without an operator.
        free: cells in no cage; if not, each cell must be in one.
        no_cages: boards without any cage, where cells may be free.
        cages: cages of several cells.
        negative: negative targets.
        zero: targets of 0; where a sum of 0 says that there is none, they cannot be held.
        largest: the largest target.
    """

    rules: RuleSet | None = KENKEN
    killers: bool = False
    sides: tuple[int, int] = (1, MAX_SIZE)
    rectangles: bool = False
    values: bool = False
    houses: str = ""
    hidden: bool = False
    free: bool = False
    no_cages: bool = True
    cages: bool = True
    negative: bool = False
    zero: bool = True
    largest: int = _MAX_TARGET - 1

    @property
    def features(self) -> list[str]:
        """What it can hold besides square boards of cages whose operators are shown, in words."""
        said = {
            "killer rules with sums": self.killers,
            "rectangles": self.rectangles,
            "other values": self.values,
            self.houses: bool(self.houses),
            "hidden operators": self.hidden,
            "free cells": self.free,
            "negative targets": self.negative,
        }
        return [words for words, held in said.items() if held]

    def check(self, puzzle: Puzzle, operators: Operators | None) -> None:
        """Raises a FormatError of what the format cannot hold: ``a cell in no cage, r1c1``."""
        (least, most), size = self.sides, (puzzle.rows, puzzle.columns)
        if not self.rectangles and puzzle.rows != puzzle.columns:
            raise FormatError(f"a {puzzle.size_name} board; expected a square")
        if min(size) < least or max(size) > most:
            raise FormatError(f"a {puzzle.size_name} board; expected sides of {least} to {most}")
        with_sums = any(len(cage.cells) > 1 for cage in puzzle.cages)
        rules = KILLER if self.killers and with_sums else self.rules
        if rules is not None and not has_same_meaning(puzzle, rules):
            raise FormatError(f"a puzzle of {puzzle.rules.name} rules; expected {rules.name} rules")
        if not self.values and not puzzle.has_usual_values:
            raise FormatError(f"values {short_values(puzzle.values)}; expected 1 to {max(size)}")
        if self.houses in ("", USUAL_BOXES):
            shape = BOX_SHAPES.get(puzzle.rows) if self.houses else None
            expected = set(boxes(puzzle.size, *shape)) if shape else set[House]()
            for house in sorted(expected.symmetric_difference(puzzle.houses)):
                without = "a board without " if house in expected else ""
                raise FormatError(f"{without}the house {short_cell_names(house)}")
        if not self.no_cages and not puzzle.cages:
            raise FormatError("a board without cages")
        if not self.free and puzzle.free_cells:
            raise FormatError(f"a cell in no cage, {cell_name(puzzle.free_cells[0])}")
        for cage in puzzle.cages:
            if (what := self._not_held(cage, operators)) is not None:
                raise FormatError(what)

    def _not_held(self, cage: Cage, operators: Operators | None) -> str | None:
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


EVERY_PUZZLE = Holds(
    rules=None, rectangles=True, values=True, houses="houses", hidden=True, free=True, negative=True
)


def check_size_is_shown(puzzle: Puzzle, *, by_last_cell: bool) -> None:
    """FormatError if the cages do not show the size of a square board, where nothing else does.

    Args:
        by_last_cell: whether only the last cell of all shows it, as where cells are numbered; else
            any cell of the last row or column does.
    """
    side = min if by_last_cell else max
    if puzzle.rows - 1 not in (side(cell) for cage in puzzle.cages for cell in cage.cells):
        raise FormatError("a board whose last cells are free: they show its size")
