"""The oracle: every cell in reading order, every value, each rule looked at as soon as it is
complete.

Nothing here is clever, so that there is nothing to get wrong. For tests, on tiny puzzles.
"""

from __future__ import annotations

from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import Ended, Limits, Status, Visit


def search(puzzle: Puzzle, visit: Visit, limits: Limits) -> Ended:
    """Visits every solution, in lexicographic order."""
    size, why_stop = puzzle.size, limits.watch()
    places = [(row, column) for row in range(size) for column in range(size)]
    board: dict[tuple[int, int], int] = {}

    def broken(cell: tuple[int, int]) -> bool:
        for house in puzzle.all_houses:
            if cell in house and [board.get(c) for c in house].count(board[cell]) > 1:
                return True
        for cage in puzzle.cages:
            if cell == cage.cells[-1]:
                values = [board[c] for c in cage.cells]
                if not any(op.holds(values, cage.target) for op in puzzle.possible_operators(cage)):
                    return True
                if puzzle.rules.distinct_cages and len(set(values)) < len(values):
                    return True
        return False

    def fill(place: int) -> Status | None:
        if place == len(places):
            grid = tuple(tuple(board[row, column] for column in range(size)) for row in range(size))
            return None if visit(grid) else Status.LIMIT
        for value in puzzle.values:
            board[places[place]] = value
            if not broken(places[place]) and (stopped := why_stop() or fill(place + 1)):
                return stopped
        del board[places[place]]
        return None

    return Ended(fill(0) or Status.EXHAUSTED)
