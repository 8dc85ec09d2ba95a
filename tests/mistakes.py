"""Mistakes made by chance in puzzles, such as people make when they type one."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from kenken_cp import Cage, Puzzle, PuzzleError
from kenken_cp.diagnose.diagnosis import Diagnosis
from kenken_cp.model.geometry import Cell, connected_components

Mistake = Callable[[Puzzle, random.Random], list[Cage] | None]
"""The cages of the puzzle with one mistake; None if this draw makes none."""


def _replaced(puzzle: Puzzle, before: list[Cage], after: list[Cage]) -> list[Cage]:
    return [*(cage for cage in puzzle.cages if cage not in before), *after]


def digit(puzzle: Puzzle, rng: random.Random) -> list[Cage] | None:
    """One digit of a target is another, or is missing, or is there twice."""
    cage = rng.choice(puzzle.cages)
    text = str(cage.target)
    place = rng.randrange(len(text))
    other = rng.choice(["", text[place] * 2, *"123456789"])
    target = int(text[:place] + other + text[place + 1 :] or 0)
    if target in (0, cage.target):
        return None
    return _replaced(puzzle, [cage], [Cage(cage.cells, cage.operator, target)])


def any_target(puzzle: Puzzle, rng: random.Random) -> list[Cage] | None:
    """A target is any other."""
    cage = rng.choice(puzzle.cages)
    target = rng.randint(1, 2 * cage.target + 2)
    if target == cage.target:
        return None
    return _replaced(puzzle, [cage], [Cage(cage.cells, cage.operator, target)])


def operator(puzzle: Puzzle, rng: random.Random) -> list[Cage] | None:
    """An operator is another."""
    cage = rng.choice(puzzle.cages)
    others = list(puzzle.possible_operators(Cage(cage.cells, None, 1)) or ())
    others = [one for one in others if one is not cage.operator and len(cage.cells) > 1]
    if not others:
        return None
    return _replaced(puzzle, [cage], [Cage(cage.cells, rng.choice(others), cage.target)])


def _two_neighbours(puzzle: Puzzle, rng: random.Random) -> tuple[Cell, Cage, Cell, Cage] | None:
    """Cells side by side, and their cages, which differ."""
    cage_of = {cell: cage for cage in puzzle.cages for cell in cage.cells}
    row, column = cell = rng.choice(list(cage_of))
    down, right = rng.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
    other = (row + down, column + right)
    if other not in cage_of or cage_of[other] is cage_of[cell]:
        return None
    return cell, cage_of[cell], other, cage_of[other]


def moved_cell(puzzle: Puzzle, rng: random.Random) -> list[Cage] | None:
    """A cell is in the cage beside its own."""
    found = _two_neighbours(puzzle, rng)
    if found is None:
        return None
    cell, cage, _, other = found
    rest = [one for one in cage.cells if one != cell]
    if not rest:
        return None
    after = [
        Cage(rest, cage.operator, cage.target),
        Cage([*other.cells, cell], other.operator, other.target),
    ]
    return _replaced(puzzle, [cage, other], after)


def swapped_cells(puzzle: Puzzle, rng: random.Random) -> list[Cage] | None:
    """Two cells side by side have each other's letters."""
    found = _two_neighbours(puzzle, rng)
    if found is None:
        return None
    cell, cage, neighbour, other = found
    after = [
        Cage([neighbour, *(c for c in cage.cells if c != cell)], cage.operator, cage.target),
        Cage([cell, *(c for c in other.cells if c != neighbour)], other.operator, other.target),
    ]
    return _replaced(puzzle, [cage, other], after)


def swapped_clues(puzzle: Puzzle, rng: random.Random) -> list[Cage] | None:
    """Two clues stand at each other's cages."""
    cage, other = rng.sample(puzzle.cages, 2)
    after = [
        Cage(cage.cells, other.operator, other.target),
        Cage(other.cells, cage.operator, cage.target),
    ]
    return _replaced(puzzle, [cage, other], after)


def one_letter_for_two(puzzle: Puzzle, rng: random.Random) -> list[Cage] | None:
    """Two cages that do not touch have one letter, and so one clue; the other is lost."""
    cage, other = rng.sample(puzzle.cages, 2)
    cells = [*cage.cells, *other.cells]
    if len(connected_components(cells)) < 2:
        return None
    return _replaced(puzzle, [cage, other], [Cage(cells, cage.operator, cage.target)])


def number_for_a_letter(puzzle: Puzzle, rng: random.Random) -> list[Cage] | None:
    """A cell of a cage has a number of its own."""
    cage = rng.choice(puzzle.cages)
    cell = rng.choice(cage.cells)
    rest = [one for one in cage.cells if one != cell]
    if not rest:
        return None
    given = Cage([cell], "=", rng.choice(puzzle.values))
    return _replaced(puzzle, [cage], [Cage(rest, cage.operator, cage.target), given])


def two_digits(puzzle: Puzzle, rng: random.Random) -> list[Cage] | None:
    """Two targets are wrong by a digit."""
    once = digit(puzzle, rng)
    return once and digit(replace(puzzle, cages=tuple(once)), rng)


ONE_CLUE = (digit, any_target, operator)
PICTURE = (moved_cell, swapped_cells, swapped_clues, one_letter_for_two, number_for_a_letter)
MISTAKES: tuple[Mistake, ...] = (*ONE_CLUE, *PICTURE, two_digits)


def with_mistake(puzzle: Puzzle, mistake: Mistake, rng: random.Random) -> Puzzle:
    """A puzzle with one such mistake, so that it is another."""
    while True:
        try:
            cages = mistake(puzzle, rng)
            made = cages and replace(puzzle, cages=tuple(cages))
        except PuzzleError:
            continue
        if made and made != puzzle:
            return made


def place(found: Diagnosis, meant: Puzzle) -> int | None:
    """Where the right puzzle, or the cages that were changed, stand among the repairs, from 0."""
    wrong = {cage for cage in found.puzzle.cages if cage not in meant.cages}
    repairs: dict[frozenset[Cage], None] = {}  # in order: each set of cages once
    for repair in found.repairs:
        repairs.setdefault(frozenset(repair.cages))
    return next((i for i, cages in enumerate(repairs) if cages == wrong), None)
