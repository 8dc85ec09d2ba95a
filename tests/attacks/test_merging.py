"""Counts of boards with many solutions: what is merged in a count must have been equal.

Merging two nodes of a search that are not equal makes a wrong number and no wrong grid, so no gate
notices it (348 solutions were once counted as 358). A count that is split on the values of a cell,
or is that of the board turned and its lines exchanged, merges other nodes: all of them must agree.
"""

from __future__ import annotations

import os
from random import Random

import pytest
from attacks.checks import report

from kenken_cp import Cage, Puzzle, count
from puzzles import Cell, random_puzzle

PUZZLES = int(os.environ.get("ATTACK_PUZZLES", "24")) // 2
"""Half as many as elsewhere: each is counted up to six times."""
SEED = os.environ.get("ATTACK_SEED", "")

IN_READING_ORDER = ("concatenation", "order")
"""The operators whose cells cannot change places."""


def split(puzzle: Puzzle, cell: Cell) -> list[Puzzle]:
    """The puzzle with each value in a cell that is in no cage."""
    return [
        Puzzle(
            puzzle.size,
            [*puzzle.cages, Cage([cell], "given", value)],
            puzzle.values,
            puzzle.houses,
            puzzle.rules,
        )
        for value in puzzle.values
    ]


def moved(puzzle: Puzzle, random: Random) -> Puzzle:
    """The same puzzle with its rows and its columns in another order, and turned."""
    row = random.sample(range(puzzle.rows), puzzle.rows)
    column = random.sample(range(puzzle.columns), puzzle.columns)

    def place(cell: Cell) -> Cell:
        return column[cell[1]], row[cell[0]]

    return Puzzle(
        (puzzle.columns, puzzle.rows),
        [Cage(map(place, cage.cells), cage.operator, cage.target) for cage in puzzle.cages],
        puzzle.values,
        [map(place, house) for house in puzzle.houses],
        puzzle.rules,
    )


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["auto", "cover"])
def test_counts_of_loose_boards(backend):
    random, failures = Random(f"merging {SEED}"), []
    for _ in range(PUZZLES):
        shape = random.choice(((4, 4), (4, 5), (3, 6), (5, 5)))
        puzzle = random_puzzle(random, shape=shape, caged=random.uniform(0.5, 0.9))
        if len(puzzle.cells) > 20 and len(puzzle.values) > max(shape):
            continue  # some of these take minutes
        total = count(puzzle, backend=backend)
        wrong = []
        for cell in random.sample(puzzle.free_cells, min(2, len(puzzle.free_cells))):
            parts = [count(part, backend=backend) for part in split(puzzle, cell)]
            wrong += [f"{cell}: {parts}"] if sum(parts) != total else []
        names = {cage.operator.name for cage in puzzle.cages if cage.operator is not None}
        if names.isdisjoint(IN_READING_ORDER):
            again = count(moved(puzzle, random), backend=backend)
            wrong += [f"moved: {again}"] if again != total else []
        if wrong:
            failures.append(report(puzzle, [f"{backend} counts {total}", *wrong]))
    assert not failures, "\n\n".join(failures)
