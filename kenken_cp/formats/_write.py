"""What every writer shares: the check that a format can say all of a puzzle, and its houses."""

from __future__ import annotations

from collections.abc import Iterable

from kenken_cp.errors import FormatError
from kenken_cp.model.geometry import House, box_shape, boxes, diagonals, lines
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN
from kenken_cp.text import short_cell_names


def cannot(name: str, what: str) -> FormatError:
    """The error of a format that has no way to say ``what``."""
    return FormatError(f"the {name} format cannot express {what}")


def plain_cages(
    puzzle: Puzzle, name: str, houses: Iterable[House] = ()
) -> list[tuple[Cage, Operator]]:
    """The cages and their operators, of a puzzle as nearly every format takes it for granted.

    Raises:
        FormatError: for rules other than kenken, values other than 1..size, extra houses other
            than ``houses``, or a hidden operator.
    """
    if puzzle.rules is not KENKEN:
        raise cannot(name, f"{puzzle.rules.name} rules; expected {KENKEN.name}")
    if puzzle.values != tuple(range(1, puzzle.size + 1)):
        raise cannot(name, f"values {values_text(puzzle.values)}; expected 1..{puzzle.size}")
    expected = set(houses)
    for house in puzzle.houses:
        if house not in expected:
            raise cannot(name, f"the house {short_cell_names(house)}")
    for house in expected - set(puzzle.houses):
        raise cannot(name, f"a board without the house {short_cell_names(house)}")
    cages = []
    for cage in puzzle.cages:
        if cage.operator is None:
            raise cannot(name, f"the hidden operator of the cage {cage}")
        cages.append((cage, cage.operator))
    return cages


def values_text(values: tuple[int, ...]) -> str:
    """Values as files write them: ``0..5`` where none is left out, else ``1 2 3 5 7``."""
    first, last = values[0], values[-1]
    if len(values) > 1 and last - first == len(values) - 1:
        return f"{first}..{last}"
    return " ".join(map(str, values))


def extra_boxes(size: int, height: int, width: int) -> frozenset[House]:
    """The boxes of a board that are not lines of it already."""
    return frozenset(boxes(size, height, width)) - frozenset(lines(size))


def split_houses(puzzle: Puzzle) -> tuple[tuple[int, int] | None, bool, tuple[House, ...]]:
    """Extra houses as people name them: the shape of the boxes, whether diagonals, and the rest."""
    rest = frozenset(puzzle.houses)
    both = frozenset(diagonals(puzzle.size)) - frozenset(lines(puzzle.size))
    diagonal = bool(both) and both <= rest
    if diagonal:
        rest -= both
    shape = box_shape(puzzle.size, rest)
    if shape:
        rest -= extra_boxes(puzzle.size, *shape)
    return shape, diagonal, tuple(sorted(rest))
