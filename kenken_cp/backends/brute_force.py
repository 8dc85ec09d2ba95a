"""The oracle of the tests, for tiny puzzles: plain backtracking.

It tries every value of every cell in reading order, and checks a rule as soon as its cells are
filled. Nothing in it is clever, so that there is nothing to get wrong.
"""

from kenken_cp.clock import Clock, Status
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.engine import Ended, Visit


def search(puzzle: Puzzle, visit: Visit, clock: Clock) -> Ended:
    """Visits every solution, in lexicographic order."""
    cells, rows = puzzle.cells, puzzle.all_houses[: puzzle.rows]
    board: dict[Cell, int] = {}

    def is_broken_at(cell: Cell) -> bool:
        for house in puzzle.all_houses:
            if cell in house and [board.get(other) for other in house].count(board[cell]) > 1:
                return True
        for cage in puzzle.cages:
            if cell == cage.cells[-1]:  # the last in reading order
                values = [board[other] for other in cage.cells]
                if not any(op.holds(values, cage.target) for op in puzzle.possible_operators(cage)):
                    return True
                if puzzle.rules.distinct_cages and len(set(values)) < len(values):
                    return True
        return False

    untried = [iter(puzzle.values)]  # of each cell that is filled, and of the next
    while untried:
        clock.check()
        cell = cells[len(untried) - 1]
        value = next(untried[-1], None)
        if value is None:
            del board[cell], untried[-1]
            continue
        board[cell] = value
        if is_broken_at(cell):
            continue
        if len(untried) < len(cells):
            untried.append(iter(puzzle.values))
        elif not visit([tuple(tuple(board[cell] for cell in row) for row in rows)]):
            return Ended(Status.LIMIT)
    return Ended(Status.EXHAUSTED)
