"""What a picture of a board shows, before anything is drawn: the same for text, SVG, PDF and pages.

A picture is data. What all drawings have to know about a puzzle is here, too: where boxes and cages
end, which corner has which clue, and what a value in a cell is: given, entered, or pointed out.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from itertools import chain, count, groupby, product
from string import ascii_uppercase
from types import MappingProxyType
from typing import Any, SupportsIndex

from kenken_cp.errors import KenKenError, expect_bool
from kenken_cp.model.geometry import (
    AnyCell,
    Cell,
    Grid,
    House,
    boxes,
    connected_components,
    diagonals,
)
from kenken_cp.model.houses import extra_houses
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Cage, Puzzle, expect_puzzle, several
from kenken_cp.render.entries import (
    candidates_in_rows,
    candidates_of_cells,
    cells_of,
    values_in_rows,
)
from kenken_cp.text import listed, plural, quoted, short_values

CellValues = Sequence[Sequence[int | None]]
"""The values of a grid or of a board: None is an open cell."""

CellCandidates = Sequence[Sequence[Collection[int]]]
"""The candidates of each cell, in rows."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some cages and houses of a puzzle, shown without all others.

    Rows and columns among the houses are named in the margins; cells of other houses are marked.
    """

    cages: Collection[Cage]
    houses: Collection[House]


@dataclass(frozen=True)
class Picture:
    """What is to be drawn of a puzzle; ``print`` draws it, and so does a notebook.

    Args:
        values: those of a grid or of a board; by default only what is given.
        candidates: pencil marks, drawn in cells that have no value; only values of the puzzle.
        marked: cells that are pointed out: they differ, or are wrong.
        basis: cells that a deduction rests on.
        placed: cells that get their value by it.
        eliminated: candidates that go by it, for each cell; they are drawn crossed out.
        part: what is shown, if not all of the puzzle.
        named: whether the names of all rows and columns stand in the margins.

    Integers may be of numpy; they are kept as plain ints, cells as a frozenset, all else as tuples.

    Raises:
        KenKenError: for what is none of these: for values or candidates a GridError, for cells a
            PuzzleError.
    """

    puzzle: Puzzle
    values: CellValues | None
    candidates: CellCandidates | None
    marked: frozenset[Cell]
    basis: frozenset[Cell]
    placed: frozenset[Cell]
    eliminated: Mapping[Cell, Collection[int]]
    part: Part | None
    named: bool

    def __init__(
        self,
        puzzle: Puzzle,
        values: Iterable[Iterable[SupportsIndex | None]] | None = None,
        *,
        candidates: Iterable[Iterable[Iterable[SupportsIndex]]] | None = None,
        marked: Iterable[AnyCell] = (),
        basis: Iterable[AnyCell] = (),
        placed: Iterable[AnyCell] = (),
        eliminated: Mapping[Cell, Iterable[SupportsIndex]] = MappingProxyType({}),
        part: Part | None = None,
        named: bool = False,
    ) -> None:
        expect_puzzle(puzzle)
        expect_bool(named, "named")
        if not (part is None or isinstance(part, Part)):
            raise KenKenError(f"part={quoted(part)}; expected a Part, or None")
        kept: dict[str, Any] = {
            "puzzle": puzzle,
            "values": None if values is None else values_in_rows(puzzle, values),
            "candidates": None if candidates is None else candidates_in_rows(puzzle, candidates),
            "marked": cells_of(puzzle, marked, "marked"),
            "basis": cells_of(puzzle, basis, "basis"),
            "placed": cells_of(puzzle, placed, "placed"),
            "eliminated": candidates_of_cells(puzzle, eliminated, "eliminated"),
            "part": part,
            "named": named,
        }
        if part is not None:
            lines = lines_of(puzzle)
            others = (house for house in several(part.houses, "houses") if house not in lines)
            kept["marked"] = kept["marked"] | cells_of(
                puzzle, chain.from_iterable(others), "marked"
            )
            kept["puzzle"] = replace(puzzle, cages=several(part.cages, "cages"))
        for name, value in kept.items():
            object.__setattr__(self, name, value)

    @property
    def named_lines(self) -> tuple[list[bool], list[bool]]:
        """For each row, and for each column, whether its name stands in the margin."""
        named = () if self.part is None else self.part.houses
        every = [self.named or line in named for line in lines_of(self.puzzle)]
        return every[: self.puzzle.rows], every[self.puzzle.rows :]

    @cached_property
    def givens(self) -> dict[Cell, int]:
        """The cells whose values are given, and these."""
        return self.puzzle.givens

    def value(self, cell: Cell) -> int | None:
        """The value that stands in a cell."""
        row, column = cell
        return None if self.values is None else self.values[row][column]

    @cached_property
    def _given_as_values(self) -> dict[Cell, int]:
        """The givens that no clue shows."""
        return {} if has_cages(self.puzzle) else self.givens

    def shown(self, cell: Cell) -> int | None:
        """The value that is seen in a cell: without clues a given is one."""
        value = self.value(cell)
        return self._given_as_values.get(cell) if value is None else value

    def candidates_of(self, cell: Cell) -> Collection[int]:
        """The pencil marks in a cell."""
        if self.candidates is None or self.value(cell) is not None:
            return ()
        row, column = cell
        return self.candidates[row][column]

    @cached_property
    def most_digits(self) -> int:
        """Characters of the widest value: of those allowed as well as those there, so that all
        pictures of a puzzle have one layout.
        """
        shown = (value for row in self.values or () for value in row if value is not None)
        return max(len(str(value)) for value in {*self.puzzle.values, *shown})

    def __repr__(self) -> str:
        return f"<Picture of {self.puzzle.summary}>"

    def __str__(self) -> str:
        from kenken_cp.render.notebook import picture_text  # which draws pictures

        return picture_text(self)

    def _repr_svg_(self) -> str:
        from kenken_cp.render.svg import svg

        return svg(self)


def has_cages(puzzle: Puzzle) -> bool:
    """Whether some clue is of more than one cell."""
    return any(len(cage.cells) > 1 for cage in puzzle.cages)


def lines_of(puzzle: Puzzle) -> tuple[House, ...]:
    """The rows, then the columns."""
    return puzzle.all_houses[: puzzle.rows + puzzle.columns]


def differing(grids: Sequence[Grid]) -> frozenset[Cell]:
    """The cells in which not all of some grids have the same value."""
    return frozenset(
        (r, c)
        for r, rows in enumerate(zip(*grids, strict=True))
        for c, values in enumerate(zip(*rows, strict=True))
        if len(set(values)) > 1
    )


# --- boxes and other houses ----------------------------------------------------------------------


def drawn_boxes(puzzle: Puzzle) -> tuple[int, int]:
    """Height and width of the largest boxes among the houses; the whole board if there are none."""
    return extra_houses(puzzle.size, puzzle.houses).box_shape or (puzzle.rows, puzzle.columns)


def regions(puzzle: Puzzle) -> tuple[House, ...]:
    """The houses that divide the board into boxes, of any shape; none if there are no such, or one
    could not be drawn, as it is not connected.
    """
    found = extra_houses(puzzle.size, puzzle.houses)
    if found.box_shape:
        return boxes(puzzle.size, *found.box_shape)
    together = all(len(connected_components(house)) == 1 for house in found.regions)
    return found.regions if together else ()


def drawn_diagonals(puzzle: Puzzle) -> tuple[House, ...]:
    """The main diagonals that are houses."""
    if puzzle.rows != puzzle.columns or puzzle.rows < 2:
        return ()
    return tuple(house for house in diagonals(puzzle.size) if house in puzzle.houses)


def said_below(puzzle: Puzzle) -> list[str]:
    """What is said below a picture: of extra houses that cannot be drawn."""
    return [
        kind.sentence for kind in extra_houses(puzzle.size, puzzle.houses).kinds if kind.sentence
    ]


def joined_pairs(puzzle: Puzzle) -> tuple[House, ...]:
    """The extra houses of two cells that a line joins: that nothing else shows or says."""
    return tuple(house for house in _unnamed_houses(puzzle) if len(house) == 2)


def other_houses(puzzle: Puzzle) -> tuple[House, ...]:
    """The extra houses that are tinted: that nothing else shows or says."""
    return tuple(house for house in _unnamed_houses(puzzle) if len(house) != 2)


def _unnamed_houses(puzzle: Puzzle) -> Iterator[House]:
    shown = {*regions(puzzle), *drawn_diagonals(puzzle)}
    for kind in extra_houses(puzzle.size, puzzle.houses).kinds:
        if kind.sentence:
            shown |= kind.houses(puzzle.size)
    return (house for house in puzzle.houses if house not in shown)


# --- edges ---------------------------------------------------------------------------------------


class Edge(IntEnum):
    """What lies between two neighbouring cells."""

    NONE = 0
    CAGE = 1
    BOX = 2
    """A box ends here, or the board, and with it every cage."""
    BOX_INSIDE_CAGE = 3


def edges(puzzle: Puzzle, *, free_apart: bool = True) -> Callable[[Cell, Cell], Edge]:
    """A function of two neighbouring cells, on the board or just beyond it: the edge between.

    Args:
        free_apart: whether there are edges between cells in no cage.
    """
    box = dict.fromkeys(puzzle.cells, -1)
    box |= {cell: number for number, house in enumerate(regions(puzzle)) for cell in house}
    # A cage is identified by its first cell; so a free cell is like a cage of one.
    cage = {cell: cell if free_apart else (-1, -1) for cell in puzzle.cells}
    cage |= {cell: caged.cells[0] for caged in puzzle.cages for cell in caged.cells}

    def edge(one: Cell, other: Cell) -> Edge:
        same_cage = cage.get(one) == cage.get(other)
        if box.get(one) == box.get(other):
            return Edge.NONE if same_cage else Edge.CAGE
        return Edge.BOX_INSIDE_CAGE if same_cage else Edge.BOX

    return edge


# --- clues and pencil marks ----------------------------------------------------------------------


def clues(puzzle: Puzzle, *, glyphs: bool = True) -> dict[Cell, str]:
    """The text in the corner of each cell that has one, operators as glyphs or as files write them.

    The clue of a cage that is not connected ends in a letter, and its other connected components
    have that letter in the corner of their first cells.
    """
    found = {}
    letters = chain.from_iterable(product(ascii_uppercase, repeat=length) for length in count(1))
    for cage in puzzle.cages:
        operator = shown_operator(puzzle, cage)
        clue = str(cage.target)
        if operator is not None:
            clue += operator.glyph if glyphs else operator.symbol
        first, *others = (component[0] for component in connected_components(cage.cells))
        letter = "".join(next(letters)) if others else ""
        found[first] = clue + letter
        found |= dict.fromkeys(others, letter)
    return found


def shown_operator(puzzle: Puzzle, cage: Cage) -> Operator | None:
    """The operator in the corner of a cage: none if it is hidden, or goes without saying, as in
    Killer.
    """
    possible = puzzle.rules.possible_operators(len(cage.cells))
    return None if possible == (cage.operator,) else cage.operator


def clue_cells(puzzle: Puzzle) -> dict[Cell, int]:
    """Over how many cells the clue in the corner of each may run on: those of its cage that follow
    in its row, with nothing between.
    """
    edge = edges(puzzle)
    found = {}
    for row, first in puzzle.cells:
        last = first
        while edge((row, last), (row, last + 1)) is Edge.NONE:
            last += 1
        found[row, first] = last - first + 1
    return found


def written(value: int) -> str:
    """A value with a minus that is as wide as a digit."""
    return str(value).replace("-", "−")


def mark_columns(puzzle: Puzzle) -> int:
    """How many pencil marks stand beside each other: as nearly as many as below each other."""
    return math.ceil(math.sqrt(len(puzzle.values)))


# --- in words ------------------------------------------------------------------------------------


def described(picture: Picture) -> str:
    """The picture in words, as one would read it aloud to those who cannot see it: its cages, and
    what stands in its rows.
    """
    puzzle = picture.puzzle
    sentences = [f"{puzzle.rows} by {puzzle.columns} board, {puzzle.rules.name} rules."]
    if not puzzle.has_usual_values:
        sentences.append(f"Values {short_values(puzzle.values)}.")
    if boxed := regions(puzzle):
        sentences.append(f"{plural(len(boxed), 'box', 'boxes')}.")
    if crossing := drawn_diagonals(puzzle):
        sentences.append(f"No value twice on {plural(len(crossing), 'main diagonal')}.")
    if others := other_houses(puzzle) + joined_pairs(puzzle):
        places = "; or in ".join(map(_places, others))
        sentences.append(f"No value twice in {places}.")
    sentences += said_below(puzzle)
    if has_cages(puzzle):
        sentences += [f"{_clue_in_words(cage)}: {_places(cage.cells)}." for cage in puzzle.cages]
    for row in range(puzzle.rows):
        cells = [(row, column) for column in range(puzzle.columns)]
        if any(_stands_there(picture, cell) for cell in cells):
            sentences.append(
                f"Row {row + 1}: {', '.join(_cell_in_words(picture, c) for c in cells)}."
            )
    if picture.marked:
        sentences.append(f"Marked: {_places(picture.marked)}.")
    return " ".join(sentences)


def _clue_in_words(cage: Cage) -> str:
    """``Sum 12``; ``Cage 12`` if the operator is hidden, ``Given 3``."""
    if cage.operator is None or len(cage.cells) == 1:
        return f"{'Given' if len(cage.cells) == 1 else 'Cage'} {cage.target}"
    return f"{cage.operator.noun.capitalize()} {cage.target}"


def _places(cells: Iterable[Cell]) -> str:
    """``row 1 columns 2 and 3, row 2 column 3``."""
    rows = groupby(sorted(cells), key=lambda cell: cell[0])
    return ", ".join(
        f"row {row + 1} column{'s' * (len(columns) > 1)} {listed(columns)}"
        for row, columns in ((row, [column + 1 for _, column in run]) for row, run in rows)
    )


def _stands_there(picture: Picture, cell: Cell) -> bool:
    return picture.shown(cell) is not None or bool(picture.candidates_of(cell))


def _cell_in_words(picture: Picture, cell: Cell) -> str:
    value = picture.shown(cell)
    if value is not None:
        return str(value)
    candidates = picture.candidates_of(cell)
    return f"possible {' '.join(map(str, candidates))}" if candidates else "open"
