"""Slips in drawing the cages: repairs that change the cells of one cage, or of two neighbours.

``SLIPS`` is the table of what may have happened. Cages that are disjoint from a known conflict need
no look: whatever becomes of them, the conflict stays. Of the others it is first asked whether there
is a solution without them at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import product

from kenken_cp.clock import checkpoint
from kenken_cp.diagnose.repairs import Change, Repair, repair_by
from kenken_cp.encode.instance import Constraint, Kind
from kenken_cp.errors import PuzzleError
from kenken_cp.model.geometry import Cell, adjacent_cells, connected_components
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.sat.oracle import Constraints, Oracle
from kenken_cp.text import cell_name, short_cell_names


@dataclass(frozen=True, slots=True)
class Redrawing:
    """Other cells for one cage or for two neighbours, which keep their clues.

    Attributes:
        text: what is redrawn, in a phrase.
        cells: for each cage the cells that it may have been meant to have.
        distance: how unlikely the slip is, as a distance of clues.
    """

    text: str
    cells: dict[Cage, tuple[Cell, ...]]
    distance: float


def _one_letter_for_two_cages(cage: Cage) -> Iterator[Redrawing]:
    """The clue is that of one part; that of the other part is lost."""
    parts = connected_components(cage.cells)
    for part in parts if len(parts) > 1 else ():
        yield Redrawing(f"{cage.clue} is only of {short_cell_names(part)}", {cage: part}, 1.0)


def _cell_in_the_cage_beside_it(cage: Cage, other: Cage) -> Iterator[Redrawing]:
    for mine, theirs in ((cage, other), (other, cage)):
        for cell in mine.cells if len(mine.cells) > 1 else ():
            rest = tuple(each for each in mine.cells if each != cell)
            text = f"{cell_name(cell)} belongs to {theirs.clue} at {short_cell_names(theirs.cells)}"
            yield Redrawing(text, {mine: rest, theirs: (*theirs.cells, cell)}, 2.5)


def _two_letters_exchanged(cage: Cage, other: Cage) -> Iterator[Redrawing]:
    if len(cage.cells) == len(other.cells) == 1:
        text = f"{cage} and {other} exchange their clues"
        yield Redrawing(text, {cage: other.cells, other: cage.cells}, 3.0)
        return
    for mine, theirs in product(cage.cells, other.cells):
        cells = {
            cage: tuple(theirs if each == mine else each for each in cage.cells),
            other: tuple(mine if each == theirs else each for each in other.cells),
        }
        text = f"{cell_name(mine)} and {cell_name(theirs)} exchange their cages"
        yield Redrawing(text, cells, 3.0)


SLIPS: tuple[tuple[int, Callable[..., Iterator[Redrawing]]], ...] = (
    (1, _one_letter_for_two_cages),
    (2, _cell_in_the_cage_beside_it),
    (2, _two_letters_exchanged),
)
"""On how many cages each slip is made, and what it may have changed."""


def drawing_slips(oracle: Oracle, cores: list[Constraints]) -> Iterator[Repair]:
    """The repairs of slips in drawing, as they are found.

    Args:
        oracle: of a puzzle without a solution, whose cages can be left out.
        cores: sets of cages that contradict each other; those found are added.
    """
    puzzle = oracle.puzzle
    for numbers in (*((number,) for number in range(len(puzzle.cages))), *_neighbours(puzzle)):
        checkpoint()
        wrong = frozenset(Constraint(Kind.CAGE, number) for number in numbers)
        if any(wrong.isdisjoint(core) for core in cores):
            continue
        changes = list(_changes(puzzle, [puzzle.cages[number] for number in numbers]))
        if changes and oracle.grid(oracle.constraints - wrong) is None:
            cores.append(oracle.core())
            continue
        for change in changes:
            repair = repair_by(change, puzzle)
            if repair is not None:
                yield repair


def _neighbours(puzzle: Puzzle) -> list[tuple[int, int]]:
    """The pairs of cages, by number, that have cells side by side."""
    number_of = {cell: n for n, cage in enumerate(puzzle.cages) for cell in cage.cells}
    return sorted(
        {
            (number, number_of[near])
            for cell, number in number_of.items()
            for near in adjacent_cells(cell)
            if number_of.get(near, -1) > number
        }
    )


def _changes(puzzle: Puzzle, cages: list[Cage]) -> Iterator[Change]:
    """What the slips of the table may have changed in one cage, or in two neighbours."""
    for number, redrawings in SLIPS:
        for redrawing in redrawings(*cages) if number == len(cages) else ():
            if all(len(connected_components(cells)) == 1 for cells in redrawing.cells.values()):
                yield from _redrawn(puzzle, redrawing)


def _redrawn(puzzle: Puzzle, redrawing: Redrawing) -> Iterator[Change]:
    """The cages with their other cells, as far as the rules allow them. To a given that is to have
    more cells any operator may belong, for a cage of one cell has lost its own.
    """
    before, distance = tuple(redrawing.cells), redrawing.distance
    if any(len(connected_components(cage.cells)) > 1 for cage in before):
        distance = 1.0  # cages that are not connected hint at such a slip
    operators = [
        puzzle.rules.possible_operators(len(cells))
        if cage.operator is GIVEN and len(cells) > 1
        else (cage.operator,)
        for cage, cells in redrawing.cells.items()
    ]
    for chosen in product(*operators):
        with suppress(PuzzleError):
            after = tuple(
                Cage(cells, operator, cage.target)
                for (cage, cells), operator in zip(redrawing.cells.items(), chosen, strict=True)
            )
            text = redrawing.text + "".join(map(_larger, before, after))
            change = Change(text, before, after, distance)
            change.applied(puzzle)
            yield change


def _larger(cage: Cage, redrawn: Cage) -> str:
    """What is said of a given that is to have more cells; nothing of other cages."""
    more = cage.operator is GIVEN and len(redrawn.cells) > 1
    return f", and makes {redrawn.clue}" if more else ""
