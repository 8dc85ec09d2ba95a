"""What every picture of a puzzle shows: boxes, clues and the edges between cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from itertools import count, product
from string import ascii_uppercase

from kenken_cp.model.geometry import Cell, box_shape, connected_components
from kenken_cp.model.puzzle import Cage, Puzzle


class Edge(IntEnum):
    """What lies between two neighbouring cells."""

    NONE = 0
    CAGE = 1
    BOX = 2
    """A box ends here, or the board, and with it every cage."""
    BOX_INSIDE_CAGE = 3


def drawn_boxes(puzzle: Puzzle) -> tuple[int, int]:
    """Height and width of the largest boxes among the houses; the whole board if there are none."""
    return box_shape(puzzle.rows, puzzle.columns, puzzle.houses) or (puzzle.rows, puzzle.columns)


def edges(puzzle: Puzzle) -> Callable[[Cell, Cell], Edge]:
    """A function of two neighbouring cells, on the board or just beyond it: the edge between."""
    height, width = drawn_boxes(puzzle)
    box = {(row, column): (row // height, column // width) for row, column in puzzle.cells}
    # A cage is identified by its first cell; so a free cell is like a cage of one.
    cage = {cell: cell for cell in puzzle.cells}
    cage |= {cell: caged.cells[0] for caged in puzzle.cages for cell in caged.cells}

    def edge(one: Cell, other: Cell) -> Edge:
        same_cage = cage.get(one) == cage.get(other)
        if box.get(one) == box.get(other):
            return Edge.NONE if same_cage else Edge.CAGE
        return Edge.BOX_INSIDE_CAGE if same_cage else Edge.BOX

    return edge


def clues(puzzle: Puzzle, *, glyphs: bool) -> dict[Cell, str]:
    """The text in the corner of each cell that has one, operators as glyphs or as files write them.

    The clue of a cage that is not connected ends in a letter, and its other connected components
    have that letter in the corner of their first cells.
    """
    found = {}
    letters = _letters()
    for cage in puzzle.cages:
        first, *others = (component[0] for component in connected_components(cage.cells))
        letter = next(letters) if others else ""
        found[first] = _clue(cage, glyphs=glyphs) + letter
        found |= dict.fromkeys(others, letter)
    return found


def _clue(cage: Cage, *, glyphs: bool) -> str:
    if glyphs and cage.operator is not None:
        return f"{cage.target}{cage.operator.glyph}"
    return cage.clue


def _letters() -> Iterator[str]:
    """A to Z, AA, AB and so on."""
    for length in count(1):
        yield from map("".join, product(ascii_uppercase, repeat=length))
