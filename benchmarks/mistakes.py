"""Whether a mistake in a puzzle is found, and how fast: mistakes made by chance in Keen and
published puzzles.

PYTHONPATH=tests python benchmarks/mistakes.py [--number 200] [--seed 1] [--size 9] [--reason]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import replace

from corpus import keen, published, published_solutions

from kenken_cp import Cage, KenKenError, Puzzle, PuzzleError, dumps, loads
from kenken_cp.diagnose.diagnosis import Diagnosis, why
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


def dropped_lines(puzzles: list[Puzzle], number: int, rng: random.Random) -> None:
    """Says what becomes of puzzles one of whose lines is missing in the native format."""
    refused = none = 0
    for _ in range(number):
        lines = dumps(rng.choice(puzzles)).splitlines()
        drawn = [place for place, line in enumerate(lines) if line and ":" not in line]
        del lines[rng.choice(drawn)]
        try:
            none += str(why(loads("\n".join(lines)), reason=False).solutions) == "none"
        except KenKenError:
            refused += 1
    print(f"\nOf {number} with a dropped line {refused} are refused, {none} have no solution.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=200, help="puzzles for each kind of mistake")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, help="of the boards; by default all")
    parser.add_argument("--reason", action="store_true", help="look for the conflict as well")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    known = published_solutions()
    every = [puzzle for _, puzzle, _ in keen()]
    every += [puzzle for puzzle in published() if puzzle.title in known]
    puzzles = [
        puzzle
        for puzzle in every
        if arguments.size in (None, puzzle.rows) and len(puzzle.cages) > 3
    ]
    print(f"{len(puzzles)} puzzles, seed {arguments.seed}\n")
    print("| mistake | without a solution | first | among three | among all | missed | ms |")
    print("|---|---|---|---|---|---|---|")
    for mistake in MISTAKES:
        places: list[int | None] = []
        seconds = []
        for _ in range(arguments.number):
            meant = rng.choice(puzzles)
            made = with_mistake(meant, mistake, rng)
            started = time.process_time()
            found = why(made, reason=arguments.reason)
            if str(found.solutions) == "none":
                seconds.append(time.process_time() - started)
                places.append(place(found, meant))
                assert all(repair.puzzle != made for repair in found.repairs)
        total = len(places)
        first, three, some = (
            sum(one is not None and one < most for one in places) for most in (1, 3, 10**6)
        )
        print(
            f"| {mistake.__name__.replace('_', ' ')} | {total} of {arguments.number}",
            *(f"{100 * one / total:.0f}%" for one in (first, three, some, total - some)),
            f"{1000 * statistics.median(seconds):.0f} / {1000 * max(seconds):.0f} |",
            sep=" | ",
            flush=True,
        )
    dropped_lines(puzzles, arguments.number, rng)


if __name__ == "__main__":
    main()
