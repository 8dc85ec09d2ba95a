"""What a format cannot express: the checks before a puzzle is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NoReturn

from kenken_cp.errors import FormatError
from kenken_cp.formats._words import MAX_DIGITS
from kenken_cp.model.geometry import House
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.model.rules import has_same_meaning
from kenken_cp.text import cell_name, short_cell_names


def cannot(name: str, what: str) -> FormatError:
    """The error of a format that has no way to say ``what``."""
    return FormatError(f"the {name} format cannot express {what}")


def read_only(name: str, why: str) -> Callable[[Puzzle], NoReturn]:
    """The writer of a format in which no puzzle is written: a FormatError says so."""

    def refuse(_: Puzzle) -> NoReturn:
        raise FormatError(f"the {name} format is read only: {why}")

    return refuse


def check_plain(
    puzzle: Puzzle,
    name: str,
    houses: Iterable[House] = (),
    *,
    rules: RuleSet = KENKEN,
    any_shape: bool = False,
    caged: bool = False,
    covered: bool = False,
    natural: bool = False,
) -> None:
    """FormatError unless a puzzle means the same under the expected rules, its extra houses are as
    expected, its targets can be read back, and, but for ``any_shape``, its values are those of a
    square board; unless it has cages, where the format is recognised by these (``caged``), where
    all cells must be in one (``covered``), and where no target may be negative (``natural``).
    """
    if puzzle.rows != puzzle.columns and not any_shape:
        raise cannot(name, f"a {puzzle.size_name} board; it holds square boards only")
    if not has_same_meaning(puzzle, rules):
        raise cannot(name, f"{puzzle.rules.name} rules; expected {rules.name}")
    if not puzzle.has_usual_values and not any_shape:
        raise cannot(name, f"values {values_text(puzzle.values)}; expected 1..{puzzle.rows}")
    expected = set(houses)
    for house in puzzle.houses:
        if house not in expected:
            raise cannot(name, f"the house {short_cell_names(house)}")
    for house in expected.difference(puzzle.houses):
        raise cannot(name, f"a board without the house {short_cell_names(house)}")
    if caged and not puzzle.cages:
        raise cannot(name, "a board without cages")
    if covered and puzzle.free_cells:
        free = cell_name(puzzle.free_cells[0])
        raise cannot(name, f"a board with cells in no cage, such as {free}")
    for cage in puzzle.cages:
        check_target(cage, name, natural=natural)


def values_text(values: tuple[int, ...]) -> str:
    """Values as files write them: ``0..5`` where none is left out, else ``1 2 3 5 7``."""
    first, last = values[0], values[-1]
    if len(values) > 1 and last - first == len(values) - 1:
        return f"{first}..{last}"
    return " ".join(map(str, values))


def check_target(cage: Cage, name: str, *, natural: bool = False) -> None:
    """FormatError for a target that could not be read back, or that is not ``natural``."""
    if abs(cage.target) >= 10 ** (MAX_DIGITS - 1):
        place = short_cell_names(cage.cells)
        raise cannot(name, f"the target of the cage at {place}; expected fewer digits")
    if natural and cage.target < 0:
        raise cannot(name, f"the negative target of the cage {cage}")
