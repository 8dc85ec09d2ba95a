"""Boards with extra houses, by every backend: windoku, pairs that differ, irregular boxes."""

from __future__ import annotations

from itertools import permutations

import pytest
from engines import each_backend, each_fast_backend

from kenken_cp import Puzzle, anti_king, anti_knight, boxes, diagonals, windoku
from kenken_cp.search.verbs import count_solutions, find_solutions

JIGSAW = ["aaab", "cabb", "ccdb", "cddd"]
PAIRS = {(0, 0): (3, 2), (0, 3): (2, 1)}


def knights(one, other):
    return {abs(one[0] - other[0]), abs(one[1] - other[1])} == {1, 2}


def kings(one, other):
    return abs(one[0] - other[0]) == 1 == abs(one[1] - other[1])


def same_box(one, other):
    return (one[0] // 2, one[1] // 2) == (other[0] // 2, other[1] // 2)


def centre(one, other):
    return {*one, *other} <= {1, 2}


def same_region(one, other):
    return JIGSAW[one[0]][one[1]] == JIGSAW[other[0]][other[1]]


def paired(one, other):
    return PAIRS.get(one) == other


def regions():
    cells = [(row, column) for row in range(4) for column in range(4)]
    return [[cell for cell in cells if JIGSAW[cell[0]][cell[1]] == name] for name in "abcd"]


def counted(rows, columns, values, *apart):
    """How many grids there are, a row at a time; by which cells differ, and not by houses."""
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    after = {
        row: [
            (one, other)
            for other in cells
            for one in cells
            if one < other and other[0] == row
            if one[1] == other[1] or any(differ(one, other) for differ in apart)
        ]
        for row in range(rows)
    }

    def below(grid):
        if len(grid) == rows:
            return 1
        return sum(
            below(longer)
            for row in permutations(range(values), columns)
            if (longer := [*grid, row])
            and all(longer[r][c] != longer[s][d] for (r, c), (s, d) in after[len(grid)])
        )

    return below([])


SMALL = [
    (Puzzle((2, 3), values=range(4), houses=anti_knight((2, 3))), counted(2, 3, 4, knights)),
    (Puzzle((2, 3), values=range(4), houses=anti_king((2, 3))), counted(2, 3, 4, kings)),
]
"""For all backends, the oracles too: houses of two cells among four values."""

LARGER = [
    (Puzzle(4, houses=[*windoku(4), *boxes(4, 2, 2)]), counted(4, 4, 4, centre, same_box)),
    (Puzzle(4, houses=anti_knight(4)), counted(4, 4, 4, knights)),
    (Puzzle(4, houses=[*anti_knight(4), *boxes(4, 2, 2)]), counted(4, 4, 4, knights, same_box)),
    (Puzzle(4, houses=anti_king(4)), counted(4, 4, 4, kings)),
    (Puzzle((3, 4), houses=anti_king((3, 4))), counted(3, 4, 4, kings)),
    (Puzzle(4, houses=regions()), counted(4, 4, 4, same_region)),
    (Puzzle(4, houses=list(PAIRS.items())), counted(4, 4, 4, paired)),
]


def counts(puzzles, backend):
    found = []
    for puzzle, _ in puzzles:
        grids = set()
        find_solutions(puzzle, grids.add, backend=backend)
        found.append((len(grids), int(count_solutions(puzzle, backend=backend).count)))
    return found


def expected(puzzles):
    return [(number, number) for _, number in puzzles]


@each_backend
def test_every_backend_on_small_boards(backend):
    assert [number for _, number in SMALL] == [96, 24]
    assert counts(SMALL, backend) == expected(SMALL)


@each_fast_backend
def test_fast_backends(backend):
    assert [number for _, number in LARGER[:3]] == [168, 96, 24]
    assert counts(LARGER, backend) == expected(LARGER)


@pytest.mark.slow
@each_fast_backend
def test_published_counts(backend):
    """Latin squares of order 5 of which both diagonals hold every value (OEIS A274171: 8 times 5!),
    and those of which all broken diagonals do, too (A342306).
    """
    broken = [
        [(row, (start + step * row) % 5) for row in range(5)]
        for start in range(5)
        for step in (1, -1)
    ]
    assert counts([(Puzzle(5, houses=diagonals(5)), 960)], backend) == [(960, 960)]
    assert counts([(Puzzle(5, houses=broken), 240)], backend) == [(240, 240)]
