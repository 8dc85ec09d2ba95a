"""``candidates``: the pencil marks that a careful player would have on a board."""

from kenken_cp.logic.candidates import AnyBoard, CandidateBoard, entries_of, filled
from kenken_cp.logic.steps import (
    Level,
    contradiction_at_start,
    level_named,
    take_all,
    techniques_up_to,
)
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.interrupts import in_time


def candidates(
    puzzle: Puzzle,
    board: AnyBoard | None = None,
    *,
    level: Level | str | None = None,
    seconds: float | None = None,
) -> CandidateBoard:
    """What deduction leaves to each cell, in rows: the pencil marks of a careful player.

    Every value that a solution of the puzzle, and of the board, has in a cell is among them; others
    may be that no technique eliminates. Where deduction shows that there is no solution all are
    empty.

    Args:
        board: as for ``hint``.
        level: of the hardest techniques used, or its name; by default all are.

    Raises:
        GridError: as for ``hint``.
        LimitReachedError: if the time ran out, or on Ctrl-C.
        UnknownNameError: for a level that does not exist.
    """
    entries = entries_of(puzzle, board)
    with in_time(seconds):
        techniques = techniques_up_to() if level is None else techniques_up_to(level_named(level))
        left = filled(puzzle, entries)
        take_all(left, techniques)
        if contradiction_at_start(left):
            return left.instance.grid([()] * len(left.masks))
        return left.table
