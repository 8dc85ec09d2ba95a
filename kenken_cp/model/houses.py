"""Extra houses as people name them: boxes, irregular boxes, and other kinds, one record each.

Readers, writers, pictures and sentences all use the records. Boxes are not one of the kinds, for
they come in many shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isqrt

from kenken_cp.errors import PuzzleError
from kenken_cp.model.geometry import (
    AnySize,
    Cell,
    House,
    Size,
    all_cells,
    box_shape,
    boxes,
    connected_components,
    diagonals,
    lines,
    shape_of,
)
from kenken_cp.registry import Registry
from kenken_cp.text import board_name, plural


@dataclass(frozen=True, slots=True, eq=False)
class HouseKind:
    """Houses that a puzzle has all together, under one name.

    Args:
        name: that of its directive, and of its key in JSON.
        summary: what the houses forbid, for people.
        make: returns the houses for a size of board (on small boards some may be lines), or
            raises PuzzleError for one that cannot have them.
        sentence: the sentence below a picture if the houses cannot be drawn; else empty.
    """

    name: str
    summary: str
    make: Callable[[Size], tuple[House, ...]]
    sentence: str = ""

    def houses(self, size: Size) -> frozenset[House]:
        """The houses that are not lines; none for a board that cannot have them."""
        try:
            return frozenset(self.make(size)).difference(lines(*shape_of(size)))
        except PuzzleError:
            return frozenset()


def windoku(size: AnySize) -> tuple[House, ...]:
    """The extra boxes of a windoku: on a 9x9, four of 3x3 with one line around and between them.

    Raises:
        PuzzleError: unless the board is a square whose side is a square number.
    """
    rows, columns = shape_of(size)
    side = isqrt(rows)
    if rows != columns or side < 2 or side * side != rows:
        raise PuzzleError(
            f"a board of {board_name(rows, columns)} has no windoku boxes; "
            "expected 4x4, 9x9, 16x16..."
        )
    # As the boxes of a board, but moved by one line and with a line between them.
    starts = range(1, rows, side + 1)
    box = boxes(rows, side, side)[0]
    return tuple(
        tuple((top + row, left + column) for row, column in box)
        for top in starts
        for left in starts
    )


def anti_knight(size: AnySize) -> tuple[House, ...]:
    """The pairs of cells a chess knight's move apart."""
    return tuple(_pairs(size, ((1, -2), (1, 2), (2, -1), (2, 1))))


def anti_king(size: AnySize) -> tuple[House, ...]:
    """The pairs of cells that touch at a corner; those that share an edge are in a line anyway."""
    return tuple(_pairs(size, ((1, -1), (1, 1))))


def _pairs(size: AnySize, steps: tuple[Cell, ...]) -> Iterator[House]:
    """The pairs of cells of a board that are one of some steps (down, across) apart."""
    rows, columns = shape_of(size)
    for row, column in all_cells(rows, columns):
        for down, across in steps:
            if row + down < rows and 0 <= column + across < columns:
                yield (row, column), (row + down, column + across)


DIAGONALS = HouseKind("diagonals", "no value twice on a main diagonal", diagonals)
WINDOKU = HouseKind("windoku", "no value twice in a box between the boxes", windoku)
ANTI_KNIGHT = HouseKind(
    "anti-knight",
    "no value twice a chess knight's move apart",
    anti_knight,
    "Anti-knight: cells a chess knight's move apart differ.",
)
ANTI_KING = HouseKind(
    "anti-king",
    "no value twice in cells that touch at a corner",
    anti_king,
    "Anti-king: cells that touch at a corner differ.",
)

HOUSE_KINDS: Registry[HouseKind] = Registry(
    "kind of houses", records=(DIAGONALS, WINDOKU, ANTI_KNIGHT, ANTI_KING)
)


@dataclass(frozen=True, slots=True)
class ExtraHouses:
    """The extra houses of a puzzle, as people name them.

    Attributes:
        box_shape: rows and columns of its boxes; None if it has none that are rectangles.
        regions: irregular boxes, which divide the board, each as long as the longest line, and
            connected if possible; some of them may be lines.
        kinds: the kinds all of whose houses it has.
        others: all other extra houses.
    """

    box_shape: tuple[int, int] | None
    regions: tuple[House, ...]
    kinds: tuple[HouseKind, ...]
    others: tuple[House, ...]

    @property
    def names(self) -> list[str]:
        """A phrase for each of these: ``3x3 boxes``, ``windoku``, ``1 extra house``."""
        boxed = [f"{board_name(*self.box_shape)} boxes"] if self.box_shape else []
        irregular = ["irregular boxes"] if self.regions else []
        others = [plural(len(self.others), "extra house")] if self.others else []
        return [*boxed, *irregular, *(kind.name for kind in self.kinds), *others]


def extra_houses(size: AnySize, houses: tuple[House, ...]) -> ExtraHouses:
    """The extra houses of a puzzle, as people name them."""
    if not houses:
        return ExtraHouses(None, (), (), ())
    rows, columns = shape_of(size)
    rest, kinds = set(houses), list[HouseKind]()
    for kind in HOUSE_KINDS:
        named = kind.houses((rows, columns))
        if named and named <= rest:  # on a 2x2 two kinds have the same houses
            kinds.append(kind)
            rest -= named
    shape = box_shape(rows, columns, houses)
    irregular = () if shape else _irregular_boxes(rows, columns, sorted(rest))
    rest.difference_update(boxes((rows, columns), *shape) if shape else irregular)
    return ExtraHouses(shape, irregular, tuple(kinds), tuple(sorted(rest)))


def _irregular_boxes(rows: int, columns: int, houses: list[House]) -> tuple[House, ...]:
    """The houses, together with lines, that divide the board; none if no such houses are found."""
    longest = max(rows, columns)
    candidates = [house for house in houses if len(house) == longest]
    connected = [house for house in candidates if len(connected_components(house)) == 1]
    for first in filter(None, (connected, [*connected, *candidates])):  # sought first: connected
        found, covered = list[House](), set[Cell]()
        for house in (*first, *lines(rows, columns)):
            if covered.isdisjoint(house):
                found.append(house)
                covered.update(house)
        if len(covered) == rows * columns:
            return tuple(sorted(found))
    return ()
