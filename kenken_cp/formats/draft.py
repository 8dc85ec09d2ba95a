"""A puzzle while it is read: its cages with their places, so that what is wrong has its line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from kenken_cp.errors import PuzzleError, UnknownNameError
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.formats.tokens import Place
from kenken_cp.model.geometry import MAX_SIZE, Cell, Size, check_on_board, shape_of
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.text import cell_name

# The givens of many boards of one size are alike, and to make one takes longer than to read it.
_cage = lru_cache(maxsize=4096)(Cage)


class Draft:
    """Cages that are read one by one, and made a puzzle when all are there.

    Args:
        place: the beginning of the puzzle: the place of an error that no cage is to blame for.
        listed: whether the text is a list of cages (see ``ReadPuzzle``).
    """

    def __init__(self, place: Place, *, listed: bool = False) -> None:
        self._place, self._listed = place, listed
        self._cages: list[Cage] = []
        self._places: list[Place] = []

    def add(
        self,
        cells: Iterable[Cell],
        operator: Operator | None,
        target: int,
        place: Place,
        label: str = "",
    ) -> None:
        """Adds a cage, whose cells are 0-based; FormatError if it is none, or one too many."""
        if len(self._cages) >= MAX_SIZE**2:
            raise place.error(f"more than {MAX_SIZE**2} cages; expected one puzzle")
        try:
            self._cages.append(_cage(tuple(cells), operator, target, label))
        except PuzzleError as error:
            raise place.error(str(error)) from error
        self._places.append(place)

    def puzzle(
        self,
        size: Size,
        rules: RuleSet | None,
        *,
        default: RuleSet = KENKEN,
        stated: bool = False,
        **others: Any,
    ) -> ReadPuzzle:
        """The puzzle.

        Args:
            size: of the board.
            rules: those that the caller asks for or the text states; None for the default.
            default: the rules of the format where nobody states any.
            stated: whether the format's puzzles have the default rules always.
            others: what else ``Puzzle`` takes: values, houses, title, expected, level.

        Raises:
            FormatError: at the place of the cage at fault, else of the puzzle.
        """
        chosen = rules or default
        try:
            puzzle = Puzzle(size, self._cages, rules=chosen, **others)
        except PuzzleError as error:
            self._blame(*shape_of(size), chosen)
            raise self._place.error(str(error)) from error
        return ReadPuzzle(puzzle, rules_stated=stated or rules is not None, listed=self._listed)

    def _blame(self, rows: int, columns: int, rules: RuleSet) -> None:
        """Raises the error of the first cage that is wrong, or that overlaps an earlier one."""
        seen: set[Cell] = set()
        for cage, place in zip(self._cages, self._places, strict=True):
            with located(place):
                for cell in cage.cells:
                    check_on_board(cell, rows, columns, "of a cage")
            try:
                Puzzle((rows, columns), [cage], rules=rules)
            except PuzzleError as error:
                raise place.error(f"{error}; other rules: --rules") from error
            for cell in cage.cells:
                if cell in seen:
                    raise place.error(f"cell {cell_name(cell)} is in two cages; expected one")
            seen.update(cage.cells)


@contextmanager
def located(place: Place) -> Iterator[None]:
    """Turns what the model finds wrong, inside a ``with``, into a FormatError at a place."""
    try:
        yield
    except (PuzzleError, UnknownNameError) as error:
        raise place.error(str(error)) from error
