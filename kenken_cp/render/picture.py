"""``Picture``: what is to be drawn of a puzzle, before anything is drawn.

It is the same data for text, SVG, PDF and pages. It is checked when it is made, so that every
drawing of it works.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from types import MappingProxyType
from typing import SupportsIndex, TypeVar

from kenken_cp.errors import GridError, PuzzleError, expect_bool
from kenken_cp.model.geometry import AnyCell, Cell, cells_in_order, check_on_board
from kenken_cp.model.integers import as_integer, as_integers
from kenken_cp.model.puzzle import Puzzle, expect_puzzle
from kenken_cp.model.rules import rows_of
from kenken_cp.render.board import has_cages
from kenken_cp.text import cell_name, plural, quoted, short_values

CellValues = Sequence[Sequence[int | None]]
"""The values of a grid or of a board: None is an open cell."""

CellCandidates = Sequence[Sequence[Collection[int]]]
"""The candidates of each cell, in rows."""

_Entry = TypeVar("_Entry")

_MAX_MARKS = 300_000
"""The most pencil marks of a picture. A 64x64 board of 64 values, the largest that people have in
mind, has 262,144; with 1,000 values a drawing would have tens of megabytes.
"""


@dataclass(frozen=True, init=False)
class Picture:
    """What is to be drawn of a puzzle; ``print`` draws it, and so does a notebook.

    Args:
        values: those of a grid or of a board; by default only what is given.
        candidates: pencil marks, drawn in cells that have no value; only values of the puzzle.
        marked: cells that are pointed out: they differ, or are wrong.
        basis: cells that a deduction rests on.
        placed: cells that get their value by it.
        eliminated: candidates that go by it, for each cell; they are drawn crossed out.
        excerpt: whether the puzzle has only some of the cages: cells in no cage are left blank, and
            nothing is said or shaded of houses.
        named: whether the names of all rows and columns stand in the margins.

    Integers may be of numpy; they are kept as plain ints, cells as a frozenset, all else as tuples.

    Raises:
        KenKenError: for what is none of these: for values or candidates a GridError, for cells,
            and for more pencil marks than a drawing may have, a PuzzleError.
    """

    puzzle: Puzzle
    values: CellValues | None
    candidates: CellCandidates | None
    marked: frozenset[Cell]
    basis: frozenset[Cell]
    placed: frozenset[Cell]
    eliminated: Mapping[Cell, Collection[int]] = field(hash=False)
    excerpt: bool
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
        excerpt: bool = False,
        named: bool = False,
    ) -> None:
        expect_puzzle(puzzle)
        expect_bool(excerpt, "excerpt")
        expect_bool(named, "named")
        if not isinstance(eliminated, Mapping):
            expected = "expected a mapping of cells to their candidates"
            raise GridError(f"eliminated={quoted(eliminated)}; {expected}")
        read = partial(_candidates, frozenset(puzzle.values))
        checked = vars(self)  # a frozen dataclass has no other way to set them
        checked["values"] = None if values is None else _by_cell(puzzle, values, _value)
        checked["candidates"] = None if candidates is None else _by_cell(puzzle, candidates, read)
        checked["marked"] = _cells(puzzle, marked, "marked")
        checked["basis"] = _cells(puzzle, basis, "basis")
        checked["placed"] = _cells(puzzle, placed, "placed")
        checked["eliminated"] = {
            (r, c): read((r, c), eliminated[r, c])
            for r, c in _cells(puzzle, eliminated, "eliminated")
        }
        if checked["eliminated"] and candidates is None:  # they are drawn among pencil marks
            checked["candidates"] = no_candidates(puzzle)
        marks = len(puzzle.cells) * len(puzzle.values)
        if checked["candidates"] is not None and marks > _MAX_MARKS:
            counted = f"{plural(marks, 'pencil mark')} on a {puzzle.size_name} board"
            raise PuzzleError(f"{counted}; expected at most {_MAX_MARKS}, to be drawn")
        checked["puzzle"], checked["excerpt"], checked["named"] = puzzle, excerpt, named

    @property
    def names_in_margins(self) -> tuple[list[str], list[str]]:
        """For each row and each column its name, ``r1`` and ``c1``, or nothing."""
        rows, columns = range(self.puzzle.rows), range(self.puzzle.columns)
        names = [f"r{row + 1}" for row in rows], [f"c{column + 1}" for column in columns]
        return names if self.named else ([""] * len(rows), [""] * len(columns))

    @cached_property
    def givens(self) -> dict[Cell, int]:
        """The cells whose values are given, and these."""
        return self.puzzle.givens

    def value(self, cell: Cell) -> int | None:
        """The value that stands in a cell."""
        row, column = cell
        return None if self.values is None else self.values[row][column]

    def shown(self, cell: Cell) -> int | None:
        """The value that is seen in a cell: a given, too, if no clues are drawn."""
        value = self.value(cell)
        return self.givens.get(cell) if value is None and not self._has_clues else value

    @cached_property
    def _has_clues(self) -> bool:
        return has_cages(self.puzzle)

    def candidates_of(self, cell: Cell) -> Collection[int]:
        """The pencil marks of a cell, which are drawn if it has no value."""
        row, column = cell
        return () if self.candidates is None else self.candidates[row][column]

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
        from kenken_cp.render.text import drawn, fitting_style  # which draw pictures

        return drawn(self, fitting_style())

    def _repr_svg_(self) -> str:
        from kenken_cp.render.svg import svg

        return svg(self)


# --- what may be in a cell -----------------------------------------------------------------------


def _by_cell(
    puzzle: Puzzle, rows: object, read: Callable[[Cell, object], _Entry]
) -> tuple[tuple[_Entry, ...], ...]:
    """What a function makes of each cell and its entry; GridError for rows of another shape."""
    return tuple(
        tuple(read((r, c), entry) for c, entry in enumerate(row))
        for r, row in enumerate(rows_of(rows, puzzle))
    )


def _value(cell: Cell, entry: object) -> int | None:
    value = as_integer(entry)
    if value is None and entry is not None:
        raise GridError(f"{cell_name(cell)} holds {quoted(entry)}; expected an integer, or None")
    return value


def _candidates(known: frozenset[int], cell: Cell, entry: object) -> tuple[int, ...]:
    if isinstance(entry, Collection) and not isinstance(entry, str):
        values: tuple[int, ...] | None = tuple(entry)
        if {*map(type, entry)} != {int}:  # nearly all are that already
            values = as_integers(values)
        if values is not None and known.issuperset(values):
            return values
    expected = f"its candidates, some of {short_values(sorted(known))}, as a list"
    raise GridError(f"{cell_name(cell)} holds {quoted(entry)}; expected {expected}")


def _cells(puzzle: Puzzle, cells: Iterable[AnyCell], owner: str) -> frozenset[Cell]:
    in_order = cells_in_order(cells, owner)
    for cell in in_order:
        check_on_board(cell, puzzle.rows, puzzle.columns, f"of {owner}")
    return frozenset(in_order)


def no_candidates(puzzle: Puzzle) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """A board in which no cell has pencil marks."""
    return (((),) * puzzle.columns,) * puzzle.rows
