"""Small complete solvers, right or with one classic error each."""

from __future__ import annotations

import math


def solver(*, rows=True, columns=True, meets=None, repeats=True, size=lambda n: n):
    """A solver by brute force, row by row, that gives its answers as a set of grids.

    ``size`` is what it takes the board's size for; ``meets`` how it understands a cage.
    """

    def solve(puzzle, most=None):
        n = size(puzzle.size)
        cages = [c for c in puzzle.cages if all(max(cell) < n for cell in c.cells)]
        ends = {}
        for cage in cages:
            ends.setdefault(cage.cells[-1], []).append(cage)
        grid = [[None] * n for _ in range(n)]
        found = []

        def fill(index):
            if index == n * n:
                found.append(tuple(map(tuple, grid)))
                return most is None or len(found) < most
            r, c = divmod(index, n)
            for value in puzzle.values[:n] if n <= len(puzzle.values) else puzzle.values:
                if rows and value in grid[r][:c]:
                    continue
                if columns and any(grid[above][c] == value for above in range(r)):
                    continue
                grid[r][c] = value
                if all(holds(cage) for cage in ends.get((r, c), ())) and not fill(index + 1):
                    return False
            grid[r][c] = None
            return True

        def holds(cage):
            values = [grid[r][c] for r, c in cage.cells]
            if not repeats and len(set(values)) < len(values):
                return False
            operators = puzzle.possible_operators(cage)
            return any((meets or right)(op.symbol, values, cage.target) for op in operators)

        fill(0)
        return set(found)

    return solve


def right(symbol, values, target):
    if symbol == "+" or symbol == "=":
        return sum(values) == target
    if symbol == "*":
        return math.prod(values) == target
    largest = max(values)
    rest = sorted(values)[:-1]
    if symbol == "-":
        return largest - sum(rest) == target
    return math.prod(rest) * target == largest
