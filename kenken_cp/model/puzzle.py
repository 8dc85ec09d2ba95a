"""``Cage`` and ``Puzzle``: frozen data, validated once on construction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import SupportsIndex

from kenken_cp.errors import PuzzleError
from kenken_cp.model.count import MAX_COUNT_DIGITS, Count
from kenken_cp.model.geometry import (
    AnyCell,
    AnySize,
    Cell,
    House,
    Size,
    all_cells,
    cells_in_order,
    check_on_board,
    lines,
    shape_of,
)
from kenken_cp.model.houses import extra_houses
from kenken_cp.model.integers import as_integer, as_tuple
from kenken_cp.model.operators import GIVEN, Operator, operator_named
from kenken_cp.model.rule_sets import KENKEN, RULE_SETS, RuleSet, rule_set_named
from kenken_cp.text import (
    MAX_DIGITS,
    board_name,
    cell_name,
    listed,
    plural,
    printable,
    quoted,
    short_cell_names,
    short_values,
)

MAX_VALUE = 10**6
"""The largest magnitude of a value: sums and encodings stay far within 64-bit integers."""

MAX_VALUES = 1000
"""The most values: every engine takes time and memory for each, in every cell."""

_MAX_SUMMARISED = 60
"""Characters of a title, and of a level, in a summary."""


@dataclass(frozen=True, slots=True, init=False)
class Cage:
    """Cells with one clue.

    Integers may be those of numpy, and cells the rows of an array; they are kept as plain ints.

    Args:
        cells: in any order; kept in reading order, which is the order of the cage's tuples.
        operator: a record of the operator table, or its name or symbol; None for a hidden one. A
            cage of one cell is a given, however its clue is spelled (``add``, ``multiply``,
            hidden).
        target: the number of the clue.
        label: the name of the cage in the text it was read from, such as its letter in a picture;
            not part of equality.

    Raises:
        PuzzleError: for an empty cage, a repeated cell, a target that is not an integer or has more
            than 4300 digits, or an operator that no rules allow on that number of cells.
        UnknownNameError: for an operator that does not exist.
    """

    cells: tuple[Cell, ...]
    operator: Operator | None
    target: int
    label: str = field(compare=False)

    def __init__(
        self,
        cells: Iterable[AnyCell],
        operator: Operator | str | None,
        target: SupportsIndex,
        label: str = "",
    ) -> None:
        ordered = cells_in_order(cells, "a cage")
        if not ordered:
            raise PuzzleError("a cage needs at least one cell")
        first, count = ordered[0], len(ordered)
        if len(set(ordered)) < count:
            cell = next(cell for cell in ordered if ordered.count(cell) > 1)
            raise PuzzleError(f"cell {cell_name(cell)} occurs twice in one cage", cell=cell)
        if operator is not None and not isinstance(operator, Operator):
            operator = operator_named(operator)
        if operator is not None and not operator.stands_on(count):
            least, most = operator.least_cells, operator.most_cells
            expected = f"at least {least}" if count < least else f"at most {most}"
            raise PuzzleError(
                f"operator {operator.symbol!r} of the cage at {short_cell_names(ordered)} stands "
                f"on {plural(count, 'cell')}; expected {expected}",
                cell=first,
            )
        number = as_integer(target)
        if number is None:
            raise PuzzleError(
                f"the cage at {short_cell_names(ordered)} has target {quoted(target)}; "
                f"expected an integer of at most {MAX_DIGITS} digits",
                cell=first,
            )
        object.__setattr__(self, "cells", ordered)
        object.__setattr__(self, "operator", GIVEN if count == 1 else operator)
        object.__setattr__(self, "target", number)
        object.__setattr__(self, "label", _check_text(label, "label"))

    @property
    def clue(self) -> str:
        """Target and operator as files write them: ``11+``; for a given, and for a hidden operator,
        the number alone.
        """
        if self.operator is None or self.operator is GIVEN:
            return str(self.target)
        return f"{self.target}{self.operator.symbol}"

    def __str__(self) -> str:
        return f"{self.clue} at {short_cell_names(self.cells)}"

    def __repr__(self) -> str:
        return f"<Cage {self}>"


@dataclass(frozen=True, slots=True, init=False)
class Puzzle:
    """A board of cages and all-different houses; ``print`` draws it, and so does a notebook.

    Integers may be of any type with ``__index__``, such as numpy's; they are kept as plain ints.

    Args:
        size: (rows, columns), or one integer for a square board; at most 64 each. The attribute is
            an integer for every square board.
        cages: they must not overlap; a cell in no cage is free. They are kept in reading order of
            their first cells.
        values: the values of cells: distinct integers, at least as many as the longest line has
            cells; by default 1 to that number.
        houses: extra houses, such as boxes and diagonals; rows and columns need not be listed.
        rules: a rule set, or its name.
        title: for people; not part of equality.
        expected: the number of solutions that the author states; not part of equality.
        level: the level that the author states, for people; not part of equality.

    Raises:
        PuzzleError: for anything wrong; the message names the cell or cage, in 1-based terms.
    """

    size: Size
    rows: int = field(init=False, compare=False)  # said by the size
    columns: int = field(init=False, compare=False)
    cages: tuple[Cage, ...]
    values: tuple[int, ...]
    houses: tuple[House, ...]
    rules: RuleSet
    title: str = field(compare=False)
    expected: Count | None = field(compare=False)
    level: str = field(compare=False)

    def __init__(
        self,
        size: AnySize,
        cages: Iterable[Cage] = (),
        values: Iterable[SupportsIndex] = (),
        houses: Iterable[Iterable[AnyCell]] = (),
        rules: RuleSet | str = KENKEN,
        title: str = "",
        expected: Count | SupportsIndex | None = None,
        level: str = "",
    ) -> None:
        rows, columns = shape_of(size)
        longest = max(rows, columns)
        rules = rules if isinstance(rules, RuleSet) else rule_set_named(rules)
        chosen = as_tuple(values, "values") or range(1, longest + 1)
        numbers = _check_values(chosen, longest)
        attributes = {
            "size": rows if rows == columns else (rows, columns),
            "rows": rows,
            "columns": columns,
            "cages": _check_cages(as_tuple(cages, "cages"), rows, columns, rules),
            "values": numbers,
            "houses": _check_houses(as_tuple(houses, "houses"), rows, columns, len(numbers)),
            "rules": rules,
            "title": _check_text(title, "title"),
            "expected": _check_expected(expected),
            "level": _check_text(level, "level"),
        }
        for name, value in attributes.items():
            object.__setattr__(self, name, value)

    @property
    def size_name(self) -> str:
        """The size as people write it: ``6x6``, rows x columns."""
        return board_name(self.rows, self.columns)

    @property
    def has_usual_values(self) -> bool:
        """Whether the values are those a board of this size has by default."""
        return self.values == tuple(range(1, max(self.rows, self.columns) + 1))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell, in reading order."""
        return all_cells(self.rows, self.columns)

    @property
    def all_houses(self) -> tuple[House, ...]:
        """Rows, columns, then the extra houses."""
        return lines(self.rows, self.columns) + self.houses

    @property
    def free_cells(self) -> tuple[Cell, ...]:
        """The cells in no cage, in reading order."""
        caged = {cell for cage in self.cages for cell in cage.cells}
        return tuple(cell for cell in self.cells if cell not in caged)

    @property
    def givens(self) -> dict[Cell, int]:
        """The values that are given, by their cells."""
        return {cage.cells[0]: cage.target for cage in self.cages if len(cage.cells) == 1}

    @property
    def bare(self) -> Puzzle:
        """The puzzle without its title, level and stated number of solutions."""
        return replace(self, title="", expected=None, level="")

    def with_cages(self, old: Iterable[Cage], new: Iterable[Cage]) -> Puzzle:
        """The puzzle with other cages in place of some of its own. It states neither a level nor a
        number of solutions: they may no longer hold.
        """
        gone = {*old}
        kept = (cage for cage in self.cages if cage not in gone)
        return replace(self, cages=(*kept, *new), expected=None, level="")

    def possible_operators(self, cage: Cage) -> tuple[Operator, ...]:
        """The operators that may explain a cage: its own; if that is hidden, all that the rules
        allow.
        """
        return (cage.operator,) if cage.operator else self.rules.hidden_operators(len(cage.cells))

    def shown_clue(self, cage: Cage, *, glyphs: bool = True) -> str:
        """The clue of a cage as pictures and sentences show it: ``12×``; the number alone if the
        operator is hidden, or goes without saying, as in Killer.

        Args:
            glyphs: whether the operator is written as it is printed; else as in files, ``12*``.
        """
        operator = cage.operator
        if operator is None or self.rules.hidden_operators(len(cage.cells)) == (operator,):
            return str(cage.target)
        return f"{cage.target}{operator.glyph if glyphs else operator.symbol}"

    @property
    def name(self) -> str:
        """Its name in messages: the title, or else size and rules."""
        return self.title or f"{self.size_name} {self.rules.name} puzzle"

    @property
    def summary(self) -> str:
        """Its description in one line: ``6x6, 18 cages, kenken rules, 'Monday', level 'hard'``."""
        givens = self.cages and all(cage.operator is GIVEN for cage in self.cages)
        parts = [self.size_name, plural(len(self.cages), "given" if givens else "cage")]
        parts.append(f"{self.rules.name} rules")
        if not self.has_usual_values:
            parts.append(f"values {short_values(self.values)}")
        parts += extra_houses(self.size, self.houses).names
        if self.title:
            parts.append(quoted(self.title, _MAX_SUMMARISED))
        if self.level:
            parts.append(f"level {quoted(self.level, _MAX_SUMMARISED)}")
        return ", ".join(parts)

    def __repr__(self) -> str:
        return f"<Puzzle {self.summary}>"

    def __str__(self) -> str:
        from kenken_cp.render.sections import puzzle_text  # a layer above this one

        return puzzle_text(self)

    def _repr_svg_(self) -> str:
        from kenken_cp.render.svg import svg

        return svg(self)


def expect_puzzle(value: object) -> None:
    """PuzzleError for anything but a puzzle."""
    if not isinstance(value, Puzzle):
        raise PuzzleError(
            f"{quoted(value, 60)} ({type(value).__name__}) is no Puzzle; expected one: "
            "load(path) reads one from a file, loads(text) from a text"
        )


def _check_text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise PuzzleError(f"{name}={quoted(value)}; expected a text")
    return printable(str(value))  # on a terminal, escape characters would be commands


def _check_expected(expected: object) -> Count | None:
    if expected is None:
        return None
    number = as_integer(expected)
    if number is None or not 0 <= number < 10**MAX_COUNT_DIGITS:
        raise PuzzleError(
            f"expected={quoted(expected)}; expected a number of solutions, of at most "
            f"{MAX_COUNT_DIGITS} digits, or None"
        )
    return expected if isinstance(expected, Count) else Count(number)


def _check_values(wanted: Iterable[object], longest: int) -> tuple[int, ...]:
    """The values, ascending."""
    values = []
    for value in wanted:
        number = as_integer(value)
        if number is None or abs(number) > MAX_VALUE:
            raise PuzzleError(
                f"value {quoted(value)}; expected integers within {-MAX_VALUE}..{MAX_VALUE}"
            )
        values.append(number)
    if len(set(values)) < len(values):
        raise PuzzleError(f"values {short_values(values)} repeat; expected distinct integers")
    if not longest <= len(values) <= MAX_VALUES:
        raise PuzzleError(
            f"{len(values)} values ({short_values(values)}) for lines of {longest} cells; "
            f"expected {longest} to {MAX_VALUES}"
        )
    return tuple(sorted(values))


def _check_houses(
    houses: tuple[Iterable[AnyCell], ...], rows: int, columns: int, values: int
) -> tuple[House, ...]:
    """The houses that say something, sorted: not lines, and not those of a single cell."""
    distinct = {cells_in_order(house, "a house") for house in houses}
    for house in distinct:
        for cell in house:
            check_on_board(cell, rows, columns, "of a house")
        if len(set(house)) < len(house) or not 1 <= len(house) <= values:
            place = short_cell_names(house) or "of no cells"
            raise PuzzleError(f"the house {place}: expected 1 to {values} different cells")
    several = {house for house in distinct if len(house) > 1}
    return tuple(sorted(several.difference(lines(rows, columns))))


def _check_cages(
    cages: tuple[Cage, ...], rows: int, columns: int, rules: RuleSet
) -> tuple[Cage, ...]:
    """The cages in the order of their first cells."""
    owner: dict[Cell, Cage] = {}
    for cage in cages:
        if not isinstance(cage, Cage):
            raise PuzzleError(f"{quoted(cage)} is no cage; expected Cage(cells, operator, target)")
        name = f"of the cage {cage.clue}"
        for cell in cage.cells:
            check_on_board(cell, rows, columns, name)
            if cell in owner:
                raise PuzzleError(
                    f"cell {cell_name(cell)} is in two cages, {owner[cell]} and {cage}", cell=cell
                )
            owner[cell] = cage
        count = len(cage.cells)
        if not rules.allows(cage.operator, count):
            symbols = listed(op.symbol for op in rules.hidden_operators(count))
            allowed = f"no {cage.operator.symbol if cage.operator else 'hidden operator'}"
            if symbols and not rules.shown:
                allowed = f"only {symbols}"
            allowing = [other.name for other in RULE_SETS if other.allows(cage.operator, count)]
            others = f" ({listed(allowing, 'or')} rules allow it)" if allowing else ""
            raise PuzzleError(
                f"the cage {cage} has {count} cells; {rules.name} rules allow {allowed} on that "
                f"many{others}",
                cell=cage.cells[0],
            )
    return tuple(sorted(cages, key=lambda cage: cage.cells))
