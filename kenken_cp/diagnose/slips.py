"""Slips of whoever drew the cages: repairs that change one cage or two, their cells as well.

Hundreds of pairs of cages could have been drawn wrongly, and each is asked about: whether there is
a solution without the two at all. What no solution can come of is left out before: pairs that some
known conflict does not touch, and changes that leave a cage without a tuple.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, combinations, product

from kenken_cp.checkpoints import checkpoint
from kenken_cp.diagnose.repairs import (
    NOT_UNIQUE,
    CageChange,
    Repair,
    changed,
    clues_in_solutions,
    tried,
)
from kenken_cp.encode.instance import Constraint, Kind, instance
from kenken_cp.encode.tuples import relation
from kenken_cp.errors import PuzzleError
from kenken_cp.model.geometry import Cell, adjacent_cells, connected_components
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.sat.oracle import Constraints, Oracle
from kenken_cp.search.protocol import Remaining, Status
from kenken_cp.text import cell_name, short_cell_names

_MAX_DEAD_ENDS = 100
"""Tuples of a cage that are looked for, to see whether there are any."""

Beside = dict[tuple[int, ...], list[tuple[Cell, Cell]]]
"""For two cages, by number and in this order, their cells that lie side by side."""


def picture_slips(
    cages: Oracle, remaining: Remaining, cores: list[Constraints]
) -> Iterator[Iterator[Repair]]:
    """Repairs of what was drawn wrongly, in three stages: a letter used for two cages, or two cells
    exchanged so that neither of their cages is connected; a cell drawn into the cage beside it,
    neighbouring cells or clues that were exchanged, a number instead of a letter; clues of other
    cages that were exchanged. Each is likelier than the next, and quicker to look through.

    Args:
        cores: sets of cages that contradict each other, of each of which a repair changes one;
            those found are added.
    """
    puzzle = cages.puzzle
    numbers = range(len(puzzle.cages))
    beside = _beside(puzzle)
    apart = (two for two in combinations(numbers, 2) if two not in beside)
    parted = [one for one in numbers if len(connected_components(puzzle.cages[one].cells)) > 1]
    alone = ((number,) for number in parted)
    repairs = partial(_repairs, cages, cores, remaining)
    yield chain(
        repairs(alone, _parted, _parted_repair),
        repairs(combinations(parted, 2), _put_together, tried),
    )
    yield repairs(beside, partial(_of_neighbours, beside), tried)
    yield repairs(apart, _exchanged, tried)


def _repairs(
    cages: Oracle,
    cores: list[Constraints],
    remaining: Remaining,
    sets: Iterable[tuple[int, ...]],
    changes: Callable[[Puzzle, tuple[int, ...]], Iterable[CageChange]],
    repaired: Callable[[Puzzle, CageChange, Remaining], Repair | None],
) -> Iterator[Repair]:
    """Those among the changes of some sets of cages, by number."""
    puzzle = cages.puzzle
    for some in sets:
        checkpoint()
        wrong = frozenset(Constraint(Kind.CAGE, number) for number in some)
        if any(wrong.isdisjoint(core) for core in cores):
            continue
        possible = [
            change
            for change in changes(puzzle, some)
            if all(_has_tuples(puzzle, cage) for cage in change.after)
        ]
        if not possible:
            continue
        if cages.grid(cages.constraints - wrong) is None:
            cores.append(cages.core())
            continue
        for change in possible:
            if not cages.may_replace(wrong, change.after):
                continue
            if (repair := repaired(puzzle, change, remaining)) is not None:
                yield repair


def _has_tuples(puzzle: Puzzle, cage: Cage) -> bool:
    """Whether a cage, of the puzzle or not, has a tuple, as far as is quick to see."""
    taken = instance(puzzle)
    apart = taken.conflicts(taken.indices(cage.cells))
    operators = puzzle.possible_operators(cage)
    return not relation(taken.domain, operators, cage.target, apart).impossible(_MAX_DEAD_ENDS)


def _beside(puzzle: Puzzle) -> Beside:
    number = {cell: n for n, cage in enumerate(puzzle.cages) for cell in cage.cells}
    found: Beside = {}
    for cell, one in number.items():
        for near in adjacent_cells(cell):
            if number.get(near, -1) > one:
                found.setdefault((one, number[near]), []).append((cell, near))
    return found


def _parted(puzzle: Puzzle, some: tuple[int, ...]) -> list[CageChange]:
    """A cage that is not connected: its clue is that of one part, and another was lost."""
    (cage,) = (puzzle.cages[number] for number in some)
    return [
        CageChange(f"{cage.clue} is only of {short_cell_names(part)}", 1.0, (cage,), (own,))
        for part in connected_components(cage.cells)
        if (own := _cage(part, cage))
    ]


def _parted_repair(puzzle: Puzzle, slip: CageChange, remaining: Remaining) -> Repair | None:
    """The repair of a cage that was two. The rest gets a clue only if that leaves one solution, and
    nothing less does.
    """
    (cage,), (own,) = slip.before, slip.after
    others = [cell for cell in cage.cells if cell not in own.cells]
    rest = Cage(others, cage.operator if len(others) > 1 else None, 0)
    outcome, made = clues_in_solutions(changed(puzzle, [cage], [own]), rest, remaining)
    if not outcome.count:
        return None
    clues = [clue for clue, count in made.items() if count == 1 and not outcome.unique]
    after = [own]
    if clues and outcome.status is Status.EXHAUSTED:
        after.append(Cage(rest.cells, *min(clues, key=str)))
    other = after[1].clue if len(after) > 1 else "another clue"
    words = f"{slip.words}, and {other} of {short_cell_names(rest.cells)}"
    unique = bool(outcome.unique) or len(after) > 1
    cost = slip.distance + (0 if unique else NOT_UNIQUE)
    return Repair(changed(puzzle, [cage], after), words, (cage,), cost, unique)


def _put_together(puzzle: Puzzle, two: tuple[int, ...]) -> list[CageChange]:
    """Cells that do not lie side by side, whose exchange connects two cages that were not."""
    one, other = (puzzle.cages[number] for number in two)
    return [
        replace(change, distance=1.0)
        for mine, theirs in product(one.cells, other.cells)
        if abs(mine[0] - theirs[0]) + abs(mine[1] - theirs[1]) > 1
        for change in _cells_exchanged(one, other, mine, theirs)
        if all(len(connected_components(cage.cells)) == 1 for cage in change.after)
    ]


def _of_neighbours(beside: Beside, puzzle: Puzzle, two: tuple[int, ...]) -> list[CageChange]:
    """What may have happened to two cages some of whose cells lie side by side."""
    one, other = (puzzle.cages[number] for number in two)
    cells = beside[two]
    found = [*_exchanged(puzzle, two)]
    for mine in dict.fromkeys(cell for cell, _ in cells):
        found += _moved(mine, one, other, puzzle.rules)
    for theirs in dict.fromkeys(cell for _, cell in cells):
        found += _moved(theirs, other, one, puzzle.rules)
    for mine, theirs in cells:
        found += _cells_exchanged(one, other, mine, theirs)
    return [change for change in found if _allowed(puzzle.rules, change)]


def _allowed(rules: RuleSet, change: CageChange) -> bool:
    return all(
        cage.operator is None or rules.allows(cage.operator, len(cage.cells))
        for cage in change.after
    )


def _moved(cell: Cell, cage: Cage, other: Cage, rules: RuleSet) -> Iterator[CageChange]:
    """A cell that belongs to the cage beside it."""
    rest = [one for one in cage.cells if one != cell]
    smaller = _cage(rest, cage) if rest else None
    if rest and smaller is None:
        return
    cells = (*other.cells, cell)
    words = f"{cell_name(cell)} belongs to {other.clue} at {short_cell_names(other.cells)}"
    cost = 2.5
    if smaller is None:
        words, cost = f"{words}, and is no given", 3.0
    elif len(connected_components(smaller.cells)) > len(connected_components(cage.cells)):
        cost = 3.5
    # What a cage of one cell makes of its operator is a given; it may have been any.
    alone = len(other.cells) == 1
    for operator in rules.possible_operators(len(cells)) if alone else (other.operator,):
        larger = _cage(cells, other, operator)
        if larger:
            said = f"{words}, and makes {larger.clue}" if alone else words
            yield CageChange(said, cost, (cage, other), (*([smaller] if smaller else []), larger))


def _exchanged(puzzle: Puzzle, two: tuple[int, ...]) -> Iterator[CageChange]:
    """The clues of two cages, each of which belongs to the other."""
    one, other = (puzzle.cages[number] for number in two)
    first, second = _cage(one.cells, other), _cage(other.cells, one)
    if first and second and one.clue != other.clue:
        change = CageChange(
            f"{one} and {other} exchange their clues", 2.5, (one, other), (first, second)
        )
        if _allowed(puzzle.rules, change):
            yield change


def _cells_exchanged(one: Cage, other: Cage, mine: Cell, theirs: Cell) -> Iterator[CageChange]:
    """Two cells, each of which belongs to the other's cage."""
    first = _cage([theirs, *(cell for cell in one.cells if cell != mine)], one)
    second = _cage([mine, *(cell for cell in other.cells if cell != theirs)], other)
    if first and second:
        words = f"{cell_name(mine)} and {cell_name(theirs)} exchange their cages"
        yield CageChange(words, 3.0, (one, other), (first, second))


def _cage(cells: Iterable[Cell], like: Cage, operator: Operator | None = None) -> Cage | None:
    """A cage of other cells with the clue of another, if that can be."""
    try:
        return Cage(cells, operator or like.operator, like.target)
    except PuzzleError:
        return None
