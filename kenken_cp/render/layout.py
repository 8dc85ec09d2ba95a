"""What there is to draw, whatever it is drawn with: boxes, clues and the edges between cells."""

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
    """Rows and columns of the largest boxes among the houses; the whole board if there are none."""
    return box_shape(puzzle.size, puzzle.houses) or (puzzle.size, puzzle.size)


def edges(puzzle: Puzzle) -> Callable[[Cell, Cell], Edge]:
    """The function that knows the edge between two neighbours, on the board or just beyond it."""
    height, width = drawn_boxes(puzzle)
    cells = [(row, column) for row in range(puzzle.size) for column in range(puzzle.size)]
    box = {(row, column): (row // height, column // width) for row, column in cells}
    # A cage goes by its first cell; so a free cell is like a cage of one.
    cage = {cell: cell for cell in cells}
    cage |= {cell: caged.cells[0] for caged in puzzle.cages for cell in caged.cells}

    def edge(one: Cell, other: Cell) -> Edge:
        same_cage = cage.get(one) == cage.get(other)
        if box.get(one) == box.get(other):
            return Edge.NONE if same_cage else Edge.CAGE
        return Edge.BOX_INSIDE_CAGE if same_cage else Edge.BOX

    return edge


def clues(puzzle: Puzzle, *, glyphs: bool) -> dict[Cell, str]:
    """What stands in the corner of a cell, operators as glyphs or as files write them.

    Where a cage is in pieces that do not touch, its clue ends in a letter, and each further piece
    bears that letter.
    """
    found = {}
    letters = _letters()
    for cage in puzzle.cages:
        first, *others = (piece[0] for piece in connected_components(cage.cells))
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
