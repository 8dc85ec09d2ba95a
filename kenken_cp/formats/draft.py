"""A puzzle while it is read: its cages with their places, so that what is wrong has its line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from kenken_cp.errors import PuzzleError, UnknownNameError
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.formats.tokens import Place
from kenken_cp.model.geometry import MAX_SIZE, Cell, House, Size, shape_of
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.text import cell_name


class Draft:
    """Cages and houses that are read one by one, and made a puzzle when all are there.

    Args:
        place: the beginning of the puzzle: of an error that no part of it is to blame for.
        may_lack_cages: whether the text is a list of cages (see ``ReadPuzzle``).
    """

    def __init__(self, place: Place, *, may_lack_cages: bool = False) -> None:
        self._place, self._may_lack_cages = place, may_lack_cages
        self._houses: list[tuple[House, Place]] = []
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
        """Adds a cage, whose cells are 0-based.

        Raises:
            FormatError: if these cells make no cage, or if there are too many cages.
        """
        if len(self._cages) >= MAX_SIZE**2:
            raise place.error(f"more than {MAX_SIZE**2} cages; expected one puzzle")
        try:
            self._cages.append(Cage(tuple(cells), operator, target, label))
        except PuzzleError as error:
            raise place.error(str(error)) from error
        self._places.append(place)

    def add_house(self, cells: Iterable[Cell], place: Place) -> None:
        """Adds an extra house, whose cells are 0-based."""
        self._houses.append((tuple(cells), place))

    def puzzle(
        self,
        size: Size,
        rules: RuleSet | None,
        *,
        default: RuleSet = KENKEN,
        rules_stated: bool = False,
        values: Iterable[int] = (),
        houses: Iterable[House] = (),
        **others: Any,
    ) -> ReadPuzzle:
        """The puzzle.

        Args:
            size: of the board.
            rules: those that the caller asks for or the text states; None for the default.
            default: the rules of the format where nobody states any.
            rules_stated: whether the format itself says that its puzzles have the default rules.
            values: those of the cells; empty for the usual ones.
            houses: extra houses besides those that were added one by one.
            others: what else ``Puzzle`` takes: title, expected, level.

        Raises:
            FormatError: at the place of the cage or the house at fault, else of the puzzle.
        """
        chosen = default if rules is None else rules
        every = [*houses, *(house for house, _ in self._houses)]
        try:
            puzzle = Puzzle(size, self._cages, values=values, houses=every, rules=chosen, **others)
        except PuzzleError as error:
            self._blame_cage(*shape_of(size), chosen)
            for house, place in self._houses:
                with errors_at(place):
                    Puzzle(size, values=values, houses=[house])
            raise self._place.error(str(error)) from error
        return ReadPuzzle(puzzle, rules_stated or rules is not None, self._may_lack_cages)

    def _blame_cage(self, rows: int, columns: int, rules: RuleSet) -> None:
        """Raises the error of the first cage that is wrong, or that overlaps an earlier one."""
        seen: set[Cell] = set()
        for cage, place in zip(self._cages, self._places, strict=True):
            try:
                Puzzle((rows, columns), [cage], rules=rules)
            except PuzzleError as error:
                allowed = rules.allows(cage.operator, len(cage.cells))
                hint = "" if allowed else "; other rules: --rules"
                raise place.error(f"{error}{hint}") from error
            for cell in cage.cells:
                if cell in seen:
                    raise place.error(f"cell {cell_name(cell)} is in two cages; expected one")
            seen.update(cage.cells)


@contextmanager
def errors_at(place: Place) -> Iterator[None]:
    """Turns what the model finds wrong, inside a ``with``, into a FormatError at a place."""
    try:
        yield
    except (ValueError, UnknownNameError) as error:
        raise place.error(str(error)) from error
