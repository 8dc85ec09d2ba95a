"""A puzzle while it is read: its cages and values, checked together when all are there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import prod
from typing import Any, NamedTuple

from kenken_cp.caches import remembered
from kenken_cp.errors import PuzzleError
from kenken_cp.formats._words import Place, Word, located
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE, Cell, House, Size, all_cells, shape_of
from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MULTIPLY, SUBTRACT, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN, RuleSet
from kenken_cp.model.rules import violations
from kenken_cp.text import board_name, cell_name, plural


def check_solution(puzzle: Puzzle, solution: Sequence[Sequence[int]], place: Place) -> None:
    """FormatError for a solution beside a puzzle, of its shape, that does not solve it."""
    if wrong := violations(puzzle, solution):
        raise place.error(f"a solution that does not fit the puzzle: {wrong[0]}")


@remembered(1 << 15, lambda cage: 400 + 100 * len(cage.cells))
def _cage(cells: House, operator: Operator | None, target: int, label: str) -> Cage:
    """A cage: of thousands of puzzles most have cages that are in others, too."""
    return Cage(cells, operator, target, label)


class _Added(NamedTuple):
    """A cage of a draft, as ``Draft.add`` takes it."""

    cells: tuple[Cell, ...]
    operator: Operator | None
    target: int
    label: str
    place: Place


@dataclass
class Draft:
    """A puzzle being read: the line where it starts, its cages so far, and the values that stand in
    cells, whatever cage these are in. All are checked together, when it is finished.
    """

    line: int
    _added: list[_Added] = field(default_factory=list)
    _given: list[tuple[Cell, int, Place]] = field(default_factory=list)
    _doubts: list[str] = field(default_factory=list)

    def add(
        self,
        cells: Iterable[Cell],
        operator: Operator | None,
        target: int,
        place: Place,
        label: str = "",
    ) -> None:
        """Adds a cage; FormatError if they are more than a board has cells."""
        if len(self._added) >= MAX_SIZE**2:
            raise place.error(f"more than {MAX_SIZE**2} cages; expected one puzzle")
        self._added.append(_Added(tuple(cells), operator, target, label, place))

    @property
    def cells(self) -> dict[Cell, int]:
        """Those that are in a cage, each with the number of cells of it."""
        return {cell: len(cage.cells) for cage in self._added for cell in cage.cells}

    def check_covered(self, size: int, place: Place) -> None:
        """FormatError if a cell of a square board is in no cage, or what is wrong with a cage."""
        covered = {*chain.from_iterable(cells for cells, *_ in self._added)}
        for cell in all_cells(size, size):
            if cell not in covered:
                self.check_each()
                raise place.error(f"cell {cell_name(cell)} is in no cage; expected one for each")

    def give(self, cell: Cell, value: int, place: Place) -> None:
        """Gives a cell its value, in a cage or in none."""
        self._given.append((cell, value, place))

    def rules_or_shown(self, stated: RuleSet | None) -> RuleSet | None:
        """The rules that are stated, or those that clues show: ``kenken`` knows no - or / on more
        than two cells. Where a single clue shows them, which may be a slip, the puzzle has a doubt.
        """
        if stated is not None:
            return stated
        several = [
            added
            for added in self._added
            if added.operator in (SUBTRACT, DIVIDE) and len(added.cells) > 2
        ]
        if len(several) == 1:
            cells, operator, target, *_ = several[0]
            self._doubts.append(
                f"{Cage(cells, operator, target)} is the only - or / on more than two cells; is it "
                "right? It shows calcudoku rules"
            )
        return CALCUDOKU if several else None

    @property
    def is_killer(self) -> bool:
        """Whether there is a cage of several cells."""
        return any(len(cage.cells) > 1 for cage in self._added)

    def puzzle(
        self,
        size: Size,
        rules: RuleSet | None,
        *,
        listed: bool = False,
        doubts: Iterable[str] = (),
        **others: Any,
    ) -> ReadPuzzle:
        """The finished puzzle; ``listed`` and ``doubts`` as of a ``ReadPuzzle``, ``others`` as
        ``Puzzle`` takes them. Rules of None, which nobody states, are ``kenken``.

        A FormatError has the place of the cage at fault, else of the puzzle.
        """
        if self._given:
            others["houses"] = self._with_givens(
                rules or KENKEN,
                others.get("values") or range(1, max(shape_of(size)) + 1),
                others.get("houses", ()),
            )
        self._check_size(*shape_of(size))
        try:
            cages = [
                _cage(cells, operator, target, label)
                for cells, operator, target, label, _ in self._added
            ]
            puzzle = Puzzle(size, cages, rules=rules or KENKEN, **others)
        except PuzzleError as error:
            places = self.check_each()
            place = places.get(error.cell) if error.cell else None
            raise (place or Word("", self.line)).error(str(error)) from error
        stated = rules is not None
        return ReadPuzzle(
            puzzle, rules_stated=stated, listed=listed, doubts=(*doubts, *self._doubts)
        )

    def _check_size(self, rows: int, columns: int) -> None:
        """FormatError for a size of two digits that are the rows and columns of the cages."""
        height, width = divmod(rows, 10)
        if rows != columns or min(height, width) < 2 or not self._added:
            return
        cells = self.cells
        if (max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1) == (height, width):
            meant = board_name(height, width)
            raise Word("", self.line).error(
                f"size {rows}, and all cages are on a board of {meant}; expected {meant}"
            )

    def check_each(self) -> dict[Cell, Place]:
        """The place of each cell; FormatError at the first cage that no board could have, or that
        has a cell of another one.
        """
        places: dict[Cell, Place] = {}
        for cells, operator, target, label, place in self._added:
            if operator is GIVEN and len(cells) > 1:
                raise place.error(f"a given on {plural(len(cells), 'cell')}; expected one cell")
            for cell in cells:
                if cell in places:
                    first = places[cell].line
                    raise place.error(
                        f"cell {cell_name(cell)} is in two cages; the first is on line {first}"
                    )
            with located(place):
                Cage(cells, operator, target, label)
            places.update(dict.fromkeys(cells, place))
        return places

    def _with_givens(
        self, rules: RuleSet, values: Iterable[int], houses: Iterable[House]
    ) -> Iterable[House]:
        """Adds what is given: cages of a cell, or what is left of the cages with such a cell.
        Returns some houses, and those that such cages are in which no value may come twice.
        """
        held = self.cells
        inside: dict[Cell, tuple[int, Place]] = {}
        for cell, value, place in self._given:
            if inside.get(cell, (value, place))[0] != value:
                raise place.error(f"another value at {cell_name(cell)}; expected one")
            if cell in held:
                inside[cell] = value, place
            else:
                held[cell] = 1
                self.add((cell,), GIVEN, value, place)
        if not inside:
            return houses
        self.check_each()
        added = self._added
        split = [each for each in added if not inside.keys().isdisjoint(each.cells)]
        self._added = [each for each in added if inside.keys().isdisjoint(each.cells)]
        for cells, operator, target, label, place in split:
            for cage in _without_givens(
                Cage(cells, operator, target, label), inside, rules, values
            ):
                self.add(cage.cells, cage.operator, cage.target, place)
        if not rules.distinct_cages:
            return houses
        return [*houses, *(tuple(sorted(each.cells)) for each in split if len(each.cells) > 1)]


def _without_givens(
    cage: Cage, inside: Mapping[Cell, tuple[int, Place]], rules: RuleSet, values: Iterable[int]
) -> list[Cage]:
    """What is left of a cage in which values are given, and a cage for each of these: together
    they have the same tuples. FormatError if no cage has those that are left.
    """
    known = {cell: inside[cell][0] for cell in cage.cells if cell in inside}
    operators = [cage.operator] if cage.operator else rules.possible_operators(len(cage.cells))
    rest = _rest(cage, known, operators, values)
    if isinstance(rest, str):
        cell, value = next(iter(known.items()))
        found = f"{value} given at {cell_name(cell)}, inside the cage {cage}"
        raise inside[cell][1].error(f"{found}, {rest}; expected it in a cage of its own")
    return [*rest, *(Cage([cell], GIVEN, value) for cell, value in known.items())]


_IMPOSSIBLE = "which no values of its other cells make then"
_NO_CAGE = "whose other cells are no cage by themselves then"


def _rest(
    cage: Cage, known: Mapping[Cell, int], operators: Sequence[Operator], values: Iterable[int]
) -> list[Cage] | str:
    """The cage of the cells whose values are not known, if there are any; or why there is none."""
    free = [cell for cell in cage.cells if cell not in known]
    if len(free) <= 1:
        fitting = [
            value
            for value in (values if free else [0])
            if any(
                operator.holds([known.get(cell, value) for cell in cage.cells], cage.target)
                for operator in operators
            )
        ]
        if len(fitting) != 1:
            return _NO_CAGE if fitting else _IMPOSSIBLE
        return [Cage(free, GIVEN, fitting[0])] if free else []
    only = operators[0] if len(operators) == 1 else None
    if only is ADD:
        return [Cage(free, ADD, cage.target - sum(known.values()))]
    if only is not MULTIPLY:
        return _NO_CAGE
    product = prod(known.values())
    if product == 0:
        return _IMPOSSIBLE if cage.target else _NO_CAGE
    return _IMPOSSIBLE if cage.target % product else [Cage(free, MULTIPLY, cage.target // product)]
