"""Slips in drawing the cages: repairs that change the cells of one cage, or of two neighbours.

``SLIPS`` is the table of what may have happened. Cages that are disjoint from a known conflict need
no look: whatever becomes of them, the conflict stays. Of the others it is first asked whether there
is a solution without them at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product

from kenken_cp.clock import checkpoint
from kenken_cp.diagnose.repairs import Repair
from kenken_cp.encode.instance import Constraint, Scope
from kenken_cp.errors import PuzzleError
from kenken_cp.model.geometry import Cell, adjacent_cells, connected_components
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.sat.oracle import Constraints, Oracle
from kenken_cp.search.verbs import find_or_stop
from kenken_cp.text import cell_name, short_cell_names

Redrawing = tuple[str, dict[Cage, tuple[Cell, ...]]]
"""What is redrawn, in a phrase, and for each cage, which keeps its clue, the cells that it may have
been meant to have.
"""


def _one_letter_for_two_cages(cage: Cage) -> Iterator[Redrawing]:
    """The clue is that of one part; that of the other part is lost."""
    parts = connected_components(cage.cells)
    for part in parts if len(parts) > 1 else ():
        yield f"{cage.clue} is only of {short_cell_names(part)}", {cage: part}


def _cell_in_the_cage_beside_it(cage: Cage, other: Cage) -> Iterator[Redrawing]:
    for mine, theirs in ((cage, other), (other, cage)):
        for cell in mine.cells if len(mine.cells) > 1 else ():
            rest = tuple(each for each in mine.cells if each != cell)
            text = f"{cell_name(cell)} belongs to {theirs.clue} at {short_cell_names(theirs.cells)}"
            yield text, {mine: rest, theirs: (*theirs.cells, cell)}


def _two_letters_exchanged(cage: Cage, other: Cage) -> Iterator[Redrawing]:
    if len(cage.cells) == len(other.cells) == 1:
        text = f"{cage} and {other} exchange their clues"
        yield text, {cage: other.cells, other: cage.cells}
        return
    for mine, theirs in product(cage.cells, other.cells):
        text = f"{cell_name(mine)} and {cell_name(theirs)} exchange their cages"
        yield (
            text,
            {
                cage: tuple(theirs if each == mine else each for each in cage.cells),
                other: tuple(mine if each == theirs else each for each in other.cells),
            },
        )


SLIPS: tuple[tuple[int, float, Callable[..., Iterator[Redrawing]]], ...] = (
    (1, 1.0, _one_letter_for_two_cages),
    (2, 2.5, _cell_in_the_cage_beside_it),
    (2, 3.0, _two_letters_exchanged),
)
"""On how many cages each slip is made, how unlikely it is, as a distance of clues, and what it may
have changed. Cages that are not connected hint at one: there each is as likely as the first.
"""


def drawing_slips(oracle: Oracle, cores: list[Constraints]) -> Iterator[Repair]:
    """The repairs of slips in drawing, as they are found.

    Args:
        oracle: of a puzzle without a solution, whose cages can be left out.
        cores: sets of cages that contradict each other; those found are added.
    """
    puzzle = oracle.puzzle
    for numbers in (*((number,) for number in range(len(puzzle.cages))), *_neighbours(puzzle)):
        checkpoint()
        wrong = frozenset(Constraint(Scope.CAGE, number) for number in numbers)
        if any(wrong.isdisjoint(core) for core in cores):
            continue
        repairs = list(_redrawings(puzzle, [puzzle.cages[number] for number in numbers]))
        if repairs and oracle.find_grid(oracle.constraints - wrong) is None:
            cores.append(oracle.core())
            continue
        for repair in repairs:
            outcome = find_or_stop(repair.puzzle, solutions=2)
            if outcome.count:
                yield replace(repair, unique=outcome.unique)


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


def _redrawings(puzzle: Puzzle, cages: list[Cage]) -> Iterator[Repair]:
    """What the slips of the table make of one cage, or of two neighbours; whether there is a
    solution then is not known yet.
    """
    in_parts = any(len(connected_components(cage.cells)) > 1 for cage in cages)
    for number, distance, redrawings in SLIPS:
        for text, cells in redrawings(*cages) if number == len(cages) else ():
            if all(len(connected_components(each)) == 1 for each in cells.values()):
                yield from _redrawn(puzzle, text, cells, 1.0 if in_parts else distance)


def _redrawn(
    puzzle: Puzzle, text: str, cells: dict[Cage, tuple[Cell, ...]], distance: float
) -> Iterator[Repair]:
    """The cages with their other cells, as far as the rules allow them. To a given that is to have
    more cells any operator may belong, for a cage of one cell has lost its own.
    """
    before = tuple(cells)
    grown = [cage.operator is GIVEN and len(cells[cage]) > 1 for cage in before]
    operators = [
        puzzle.rules.hidden_operators(len(cells[cage])) if larger else (cage.operator,)
        for cage, larger in zip(before, grown, strict=True)
    ]
    for chosen in product(*operators):
        with suppress(PuzzleError):
            pairs = zip(before, chosen, strict=True)
            after = tuple(Cage(cells[cage], operator, cage.target) for cage, operator in pairs)
            clues = [cage.clue for cage, larger in zip(after, grown, strict=True) if larger]
            words = text + "".join(f", and makes {clue}" for clue in clues)
            yield Repair(words, before, after, distance, puzzle.with_cages(before, after))
