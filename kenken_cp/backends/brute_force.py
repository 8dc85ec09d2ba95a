"""The oracle of the tests, for tiny puzzles: plain backtracking.

It tries every value of every cell in reading order, and checks a rule as soon as its cells are
filled. Nothing in it is clever, so that there is nothing to get wrong.
"""

from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import Ended, Limits, Status, Visit


def search(puzzle: Puzzle, visit: Visit, limits: Limits) -> Ended:
    """Visits every solution, in lexicographic order."""
    cells, rows, why_stop = puzzle.cells, puzzle.all_houses[: puzzle.rows], limits.watch()
    board: dict[Cell, int] = {}

    def broken(cell: Cell) -> bool:
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

    def fill(index: int) -> Status | None:
        if index == len(cells):
            found = tuple(tuple(board[cell] for cell in row) for row in rows)
            return None if visit(found) else Status.LIMIT
        for value in puzzle.values:
            board[cells[index]] = value
            if not broken(cells[index]) and (stopped := why_stop() or fill(index + 1)):
                return stopped
        del board[cells[index]]
        return None

    return Ended(fill(0) or Status.EXHAUSTED)
