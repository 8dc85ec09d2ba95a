"""A puzzle while it is read: its cages with their places, so that what is wrong has its line.

A value may be given in a cage of several cells. A puzzle has each cell in one cage only, so the
cage is split: ``12+`` on three cells, one of them a 4, becomes ``8+`` on two and the given 4, with
a house of all three where the rules let no cage repeat a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from kenken_cp.errors import PuzzleError, UnknownNameError
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.formats.tokens import Place
from kenken_cp.model.geometry import Cell, House, Size
from kenken_cp.model.operators import ADD, GIVEN, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.text import cell_name, short_cell_names


class Draft:
    """Cages, givens and houses that are read one by one, and made a puzzle when all are there.

    Args:
        place: the beginning of the puzzle: of an error that no part of it is to blame for.
        may_lack_cages: whether the text is a list of cages (see ``ReadPuzzle``).
    """

    def __init__(self, place: Place, *, may_lack_cages: bool = False) -> None:
        self._place, self._may_lack_cages = place, may_lack_cages
        self._houses: list[tuple[House, Place]] = []
        self._cages: list[Cage] = []
        self._givens: dict[Cell, int] = {}
        self._places: dict[Cell, Place] = {}

    def add(
        self,
        cells: Iterable[Cell],
        operator: Operator | None,
        target: int,
        place: Place,
        label: str = "",
    ) -> None:
        """Adds a cage, whose cells are 0-based; FormatError if these cells make none."""
        with errors_at(place):
            cage = Cage(tuple(cells), operator, target, label)
        for cell in cage.cells:
            if cell in self._places:
                raise place.error(f"cell {cell_name(cell)} is in two cages; expected one")
            self._places[cell] = place
        self._cages.append(cage)

    def give(self, cell: Cell, value: int) -> None:
        """Gives a cell its value, in a cage or in none."""
        self._givens[cell] = value

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
        cages = self._without_givens(size, chosen)
        every = [*houses, *(house for house, _ in self._houses)]
        try:
            puzzle = Puzzle(size, cages, values=values, houses=every, rules=chosen, **others)
        except PuzzleError as error:
            for cage in cages:
                if error.cell in cage.cells:
                    place = self._places.get(error.cell, self._place)
                    allowed = chosen.allows(cage.operator, len(cage.cells))
                    hint = "" if allowed else "; other rules: --rules"
                    raise place.error(f"{error}{hint}") from error
            for house, place in self._houses:
                with errors_at(place):
                    Puzzle(size, values=values, houses=[house])
            raise self._place.error(str(error)) from error
        return ReadPuzzle(puzzle, rules_stated or rules is not None, self._may_lack_cages)

    def _without_givens(self, size: Size, rules: RuleSet) -> list[Cage]:
        """The cages, split where values are given in them, and these values as cages. Where the
        rules let no cage repeat a value, the whole of a split cage becomes a house.
        """
        cages = [Cage([cell], GIVEN, value) for cell, value in self._givens.items()]
        for cage in self._cages:
            if self._givens.keys().isdisjoint(cage.cells):
                cages.append(cage)
                continue
            given = [cell for cell in cage.cells if cell in self._givens]
            rest = [cell for cell in cage.cells if cell not in self._givens]
            place = self._places[cage.cells[0]]
            with errors_at(place):
                Puzzle(size, [cage], rules=rules)  # which may not allow it as it stands
            target = _without([self._givens[cell] for cell in given], cage)
            if target is None:
                where = f"in the cage at {short_cell_names(cage.cells)}"
                noun = cage.operator.noun if cage.operator else "hidden clue"
                if cage.operator is None or (rest and cage.operator.complement is None):
                    told = f"cannot be taken out of its {noun}; expected a cage of its own for each"
                else:
                    told = f"do not fit its {noun}"
                raise place.error(f"the givens {where} {told}")
            if rest:
                cages.append(Cage(rest, cage.operator, target))
            if rules.distinct_cages:
                self.add_house(cage.cells, place)
        return cages


def _without(values: list[int], cage: Cage) -> int | None:
    """The target of a cage's other cells, once these values are taken out of its own; None if the
    operator allows no such target, if the values do not fit, or if a sum leaves less than 1 for
    each cell. Of all its cells: its own target, or None if they do not make that.
    """
    operator, left = cage.operator, cage.target
    if operator is None or len(values) == len(cage.cells):
        return left if operator and operator.holds(values, left) else None
    for value in values:
        less = operator.complement(left, value) if operator.complement else None
        if less is None:
            return None
        left = less
    too_little = operator is ADD and left < len(cage.cells) - len(values)
    return None if too_little else left


@contextmanager
def errors_at(place: Place) -> Iterator[None]:
    """Turns what the model finds wrong, inside a ``with``, into a FormatError at a place."""
    try:
        yield
    except (ValueError, UnknownNameError) as error:
        raise place.error(str(error)) from error
