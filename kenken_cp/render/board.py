"""What every drawing of a board needs to know about its puzzle, whatever it is drawn with.

Which houses are drawn and how, what lies between two neighbouring cells, and which clue stands in
the corner of a cage.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import chain, count, product
from string import ascii_uppercase

from kenken_cp.clock import checkpoint
from kenken_cp.model.geometry import Cell, Grid, House, boxes, connected_components, diagonals
from kenken_cp.model.houses import extra_houses
from kenken_cp.model.puzzle import Puzzle


def has_cages(puzzle: Puzzle) -> bool:
    """Whether some clue is of more than one cell."""
    return any(len(cage.cells) > 1 for cage in puzzle.cages)


def differing(grids: Sequence[Grid]) -> frozenset[Cell]:
    """The cells in which not all of some grids have the same value."""
    return frozenset(
        (r, c)
        for r, rows in enumerate(zip(*grids, strict=True))
        for c, values in enumerate(zip(*rows, strict=True))
        if len(set(values)) > 1
    )


# --- houses --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawnHouses:
    """The extra houses of a puzzle, by how they are drawn.

    Attributes:
        box_shape: rows and columns of its boxes if they are rectangles; else of the board.
        regions: its boxes, of any shape, which have thick borders; none if one is not connected.
        diagonals: main diagonals, as lines.
        tinted: all others.
        sentences: what is said below the board, of houses that cannot be drawn.
    """

    box_shape: tuple[int, int]
    regions: tuple[House, ...]
    diagonals: tuple[House, ...]
    tinted: tuple[House, ...]
    sentences: tuple[str, ...]

    @property
    def boxed(self) -> bool:
        """Whether the board is divided into several boxes, of any shape."""
        return len(self.regions) > 1


def drawn_houses(puzzle: Puzzle) -> DrawnHouses:
    """The extra houses of a puzzle, by how they are drawn."""
    extra = extra_houses(puzzle.size, puzzle.houses)
    regions = extra.regions
    if extra.box_shape:
        regions = boxes(puzzle.size, *extra.box_shape)
    elif any(len(connected_components(house)) > 1 for house in regions):
        regions = ()
    crossing: tuple[House, ...] = ()
    if puzzle.rows == puzzle.columns > 1:
        crossing = tuple(house for house in diagonals(puzzle.size) if house in puzzle.houses)
    told = [kind for kind in extra.kinds if kind.sentence]
    known = {*regions, *crossing}.union(*(kind.houses(puzzle.size) for kind in told))
    return DrawnHouses(
        box_shape=extra.box_shape or (puzzle.rows, puzzle.columns),
        regions=regions,
        diagonals=crossing,
        tinted=tuple(house for house in puzzle.houses if house not in known),
        sentences=tuple(kind.sentence for kind in told),
    )


def told_values(puzzle: Puzzle) -> list[str]:
    """The sentence on a puzzle's values, which no board shows; none if they are the usual ones."""
    return [] if puzzle.has_usual_values else [f"Values: {' '.join(map(str, puzzle.values))}."]


# --- edges ---------------------------------------------------------------------------------------


class Edge(IntEnum):
    """What lies between two neighbouring cells."""

    NONE = 0
    CAGE = 1
    BOX = 2
    """A box ends here, or the board, and with it every cage."""
    BOX_INSIDE_CAGE = 3


EdgeOf = Callable[[Cell, Cell], Edge]
"""A function of two neighbouring cells, on the board or just beyond it: the edge between them."""


def edges(puzzle: Puzzle, *, separates_free_cells: bool = True) -> EdgeOf:
    """The edges of a board.

    Args:
        separates_free_cells: whether there are edges between cells in no cage.
    """
    box = dict.fromkeys(puzzle.cells, -1)
    for number, house in enumerate(drawn_houses(puzzle).regions):
        box |= dict.fromkeys(house, number)
    # A cage is known by its first cell; so a free cell is like a cage of one.
    cage = {cell: cell if separates_free_cells else (-1, -1) for cell in puzzle.cells}
    cage |= {cell: caged.cells[0] for caged in puzzle.cages for cell in caged.cells}

    def edge(one: Cell, other: Cell) -> Edge:
        same_cage = cage.get(one) == cage.get(other)
        if box.get(one) == box.get(other):
            return Edge.NONE if same_cage else Edge.CAGE
        return Edge.BOX_INSIDE_CAGE if same_cage else Edge.BOX

    return edge


# --- clues and pencil marks ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CornerClue:
    """What stands in the corner of a cell.

    Attributes:
        text: ``12×``; of a cage that is not connected it ends in a letter, which stands alone in
            the other parts of the cage.
        cells: over how many cells it may run on: those of its cage that follow in the row, with
            nothing between.
    """

    text: str
    cells: int


def corner_clues(puzzle: Puzzle, *, glyphs: bool = True) -> dict[Cell, CornerClue]:
    """The clues of a puzzle with cages, by the cells in whose corners they stand; of one that has
    only givens none, for they are drawn as values.

    Args:
        glyphs: whether operators are written as they are printed; else as in files, ``12*``.
    """
    if not has_cages(puzzle):
        return {}
    edge = edges(puzzle)

    def run(row: int, first: int) -> int:
        last = first
        while edge((row, last), (row, last + 1)) is Edge.NONE:
            last += 1
        return last - first + 1

    clues = {}
    letters = chain.from_iterable(product(ascii_uppercase, repeat=length) for length in count(1))
    for cage in puzzle.cages:
        checkpoint()
        first, *others = (part[0] for part in connected_components(cage.cells))
        letter = "".join(next(letters)) if others else ""
        clues[first] = CornerClue(puzzle.shown_clue(cage, glyphs=glyphs) + letter, run(*first))
        for cell in others:
            clues[cell] = CornerClue(letter, run(*cell))
    return clues


def mark_columns(puzzle: Puzzle) -> int:
    """How many pencil marks stand beside each other: as nearly as many as below each other."""
    return math.ceil(math.sqrt(len(puzzle.values)))


def written(value: int) -> str:
    """A value with a minus that is as wide as a digit."""
    return str(value).replace("-", "−")
