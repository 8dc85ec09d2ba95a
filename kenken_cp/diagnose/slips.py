"""Slips in drawing the cages: repairs that change one cage or two, which may change their cells.

Hundreds of pairs of cages may have been drawn wrongly. Of each pair it is first asked whether there
is a solution without the two cages at all. Not even that is asked of pairs that are disjoint from a
known conflict, or if every change would leave a cage without a tuple: they cannot have a solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, combinations, product

from kenken_cp.clock import Status, checkpoint
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
from kenken_cp.model.operators import GIVEN, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.sat.oracle import Constraints, Oracle
from kenken_cp.text import cell_name, short_cell_names

_MAX_DEAD_ENDS = 100
"""The effort of looking for a tuple of a cage, as the limit of ``Relation.impossible``."""

Adjacent = dict[tuple[int, ...], list[tuple[Cell, Cell]]]
"""For pairs of cages, by number, the pairs of their cells that share an edge."""


def picture_slips(cages: Oracle, cores: list[Constraints]) -> Iterator[Iterator[Repair]]:
    """Repairs of slips in drawing, in three stages at most, each more likely and faster than the
    next.

    1. One letter was used for two cages; two cells were exchanged, so that neither of their cages
       is connected.
    2. A cell was drawn into an adjacent cage; adjacent cells, or the clues of adjacent cages, were
       exchanged; a number was written instead of a letter, or into the cell beside its own.
    3. The clues of other cages were exchanged.

    Args:
        cores: sets of cages that contradict each other, so that every repair changes a cage of
            each. Further ones that are found are added.
    """
    puzzle = cages.puzzle
    numbers = range(len(puzzle.cages))
    adjacent = _adjacent(puzzle)
    others = (pair for pair in combinations(numbers, 2) if pair not in adjacent)
    split = [
        number for number in numbers if len(connected_components(puzzle.cages[number].cells)) > 1
    ]
    single = ((number,) for number in split)
    repairs = partial(_repairs, cages, cores)
    if split:
        yield chain(
            repairs(single, _separated, _separated_repair),
            repairs(combinations(split, 2), _reconnected, tried),
        )
    givens = ((number,) for number in numbers if puzzle.cages[number].operator is GIVEN)
    yield chain(
        repairs(adjacent, partial(_of_neighbours, adjacent), tried),
        repairs(givens, partial(_beside, frozenset(puzzle.free_cells)), tried),
    )
    yield repairs(others, _exchanged, tried)


def _repairs(
    cages: Oracle,
    cores: list[Constraints],
    sets: Iterable[tuple[int, ...]],
    changes: Callable[[Puzzle, tuple[int, ...]], Iterable[CageChange]],
    repaired: Callable[[Puzzle, CageChange], Repair | None],
) -> Iterator[Repair]:
    """The changes of sets of cages, given by their numbers, that are repairs."""
    puzzle = cages.puzzle
    for numbers in sets:
        checkpoint()
        wrong = frozenset(Constraint(Kind.CAGE, number) for number in numbers)
        if any(wrong.isdisjoint(core) for core in cores):
            continue
        possible = [
            change
            for change in changes(puzzle, numbers)
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
            if (repair := repaired(puzzle, change)) is not None:
                yield repair


def _has_tuples(puzzle: Puzzle, cage: Cage) -> bool:
    """Whether a cage, which need not be the puzzle's, may have a tuple; False only if not."""
    problem = instance(puzzle)
    conflicts = problem.conflicts(problem.indices(cage.cells))
    clue = relation(problem.domain, puzzle.possible_operators(cage), cage.target, conflicts)
    return not clue.impossible(_MAX_DEAD_ENDS)


def _adjacent(puzzle: Puzzle) -> Adjacent:
    number_of = {cell: n for n, cage in enumerate(puzzle.cages) for cell in cage.cells}
    found: Adjacent = {}
    for cell, number in number_of.items():
        for near in adjacent_cells(cell):
            if number_of.get(near, -1) > number:
                found.setdefault((number, number_of[near]), []).append((cell, near))
    return found


def _separated(puzzle: Puzzle, numbers: tuple[int, ...]) -> list[CageChange]:
    """A cage that is not connected: its clue is that of one part, and another clue was lost."""
    (cage,) = (puzzle.cages[number] for number in numbers)
    return [
        CageChange(f"{cage.clue} is only of {short_cell_names(part)}", 1.0, (cage,), (own,))
        for part in connected_components(cage.cells)
        if (own := _cage(part, cage))
    ]


def _separated_repair(puzzle: Puzzle, slip: CageChange) -> Repair | None:
    """The repair of a cage that should be two. Its other part gets a clue only if that makes the
    solution unique, and it is not unique without.
    """
    (cage,), (own,) = slip.before, slip.after
    others = [cell for cell in cage.cells if cell not in own.cells]
    rest = Cage(others, cage.operator if len(others) > 1 else None, 0)
    outcome, made = clues_in_solutions(changed(puzzle, [cage], [own]), rest)
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


def _reconnected(puzzle: Puzzle, pair: tuple[int, ...]) -> list[CageChange]:
    """Exchanges of cells that are not adjacent, which connect two cages that were not connected."""
    one, other = (puzzle.cages[number] for number in pair)
    return [
        replace(change, distance=1.0)
        for mine, theirs in product(one.cells, other.cells)
        if abs(mine[0] - theirs[0]) + abs(mine[1] - theirs[1]) > 1
        for change in _cells_exchanged(one, other, mine, theirs)
        if all(len(connected_components(cage.cells)) == 1 for cage in change.after)
    ]


def _of_neighbours(adjacent: Adjacent, puzzle: Puzzle, pair: tuple[int, ...]) -> list[CageChange]:
    """The slips that may have happened to two adjacent cages."""
    one, other = (puzzle.cages[number] for number in pair)
    cells = adjacent[pair]
    found = [*_exchanged(puzzle, pair)]
    if has_only_givens(puzzle):  # nobody has drawn cages
        return found
    for mine in dict.fromkeys(cell for cell, _ in cells):
        found += _moved(mine, one, other, puzzle.rules)
    for theirs in dict.fromkeys(cell for _, cell in cells):
        found += _moved(theirs, other, one, puzzle.rules)
    for mine, theirs in cells if len(one.cells) + len(other.cells) > 2 else ():
        found += _cells_exchanged(one, other, mine, theirs)
    return [change for change in found if _allowed(puzzle.rules, change)]


def has_only_givens(puzzle: Puzzle) -> bool:
    """Whether it has no other cages, as Sudokus have not."""
    return all(cage.operator is GIVEN for cage in puzzle.cages)


def _beside(free: frozenset[Cell], puzzle: Puzzle, numbers: tuple[int, ...]) -> list[CageChange]:
    """A given that belongs into an adjacent cell, which is free."""
    (given,) = (puzzle.cages[number] for number in numbers)
    return [
        CageChange(
            f"{given} belongs at {cell_name(cell)}",
            2.5,
            (given,),
            (Cage([cell], given.operator, given.target),),
        )
        for cell in adjacent_cells(given.cells[0])
        if cell in free
    ]


def _allowed(rules: RuleSet, change: CageChange) -> bool:
    return all(
        cage.operator is None or rules.allows(cage.operator, len(cage.cells))
        for cage in change.after
    )


def _moved(cell: Cell, cage: Cage, other: Cage, rules: RuleSet) -> Iterator[CageChange]:
    """A cell that belongs to an adjacent cage."""
    rest = [each for each in cage.cells if each != cell]
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
    # A cage of one cell is a given, whatever its operator was.
    is_given = len(other.cells) == 1
    for operator in rules.possible_operators(len(cells)) if is_given else (other.operator,):
        larger = _cage(cells, other, operator)
        if larger:
            phrase = f"{words}, and makes {larger.clue}" if is_given else words
            yield CageChange(phrase, cost, (cage, other), (*([smaller] if smaller else []), larger))


def _exchanged(puzzle: Puzzle, pair: tuple[int, ...]) -> Iterator[CageChange]:
    """The clues of two cages, each of which belongs to the other."""
    one, other = (puzzle.cages[number] for number in pair)
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
    """A cage of some cells with the clue of another cage, if that is possible."""
    try:
        return Cage(cells, operator or like.operator, like.target)
    except PuzzleError:
        return None
