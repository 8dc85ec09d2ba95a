"""The largest boards that are accepted, and other boards on which all work takes long."""

from itertools import product

from kenken_cp import Cage, Puzzle, boxes

THOUSAND = range(1, 1001)


def whole(size, operator, target, **more):
    cells = list(product(range(size), repeat=2))
    return Puzzle(size, [Cage(cells, operator, target)], rules="calcudoku", **more)


def dominoes(size, operator, target, **more):
    cages = (
        Cage([(row, column), (row, column + 1)], operator, target)
        for row, column in product(range(size), range(0, size, 2))
    )
    return Puzzle(size, cages, **more)


def sixteens(size):
    """A board of sums of four by four cells."""
    blocks = product(range(0, size, 4), repeat=2)
    cages = []
    for row, column in blocks:
        cells = list(product(range(row, row + 4), range(column, column + 4)))
        cages.append(Cage(cells, "+", sum((r + c) % size + 1 for r, c in cells)))
    return Puzzle(size, cages)


BOARDS = {
    "9 cells of 1000 values": lambda: Puzzle(3, values=THOUSAND),
    "an empty 16x16": lambda: Puzzle(16),
    "an empty 64x64": lambda: Puzzle(64),
    "an empty 64x64 with boxes": lambda: Puzzle(64, houses=boxes(64, 8, 8)),
    "a row of 1000 values": lambda: Puzzle((1, 64), values=THOUSAND),
    "an empty 64x64 of 1000 values": lambda: Puzzle(64, values=THOUSAND),
    "one sum of 4096 cells": lambda: whole(64, "+", 133_120),
    "one difference of 4096 cells": lambda: whole(64, "-", -132_992),
    "one hidden operator on 4096 cells": lambda: whole(64, None, 133_120),
    "one quotient of 4096 cells": lambda: whole(64, "/", 1),
    "a product of 1000 values": lambda: whole(6, "*", 720**30, values=THOUSAND),
    "a hidden operator on 1000 values": lambda: whole(6, None, 720, values=THOUSAND),
    "2048 sums of two": lambda: dominoes(64, "+", 65),
    "256 sums of 16": lambda: sixteens(64),
    "2048 hidden operators on 1000 values": lambda: dominoes(64, None, 720, values=THOUSAND),
}
