"""What a search reports: events, for traces, statistics and whoever waits for solutions."""

from __future__ import annotations

from dataclasses import dataclass

from kenken_cp.logic.candidates import Board, CandidateBoard
from kenken_cp.logic.steps import Step
from kenken_cp.model.geometry import Cell, Grid


@dataclass(frozen=True, slots=True)
class Deduced:
    """A step has been taken."""

    step: Step
    open_cells: int


@dataclass(frozen=True, slots=True)
class Expanded:
    """A cell has been expanded: what it can hold, and the board with the first of that.

    Several values mean a guess; none, and no board after, a dead end. ``queue`` is how many other
    boards wait.
    """

    before: Board
    open_cells: int
    cell: Cell
    values: tuple[int, ...]
    after: Board | None
    queue: int


@dataclass(frozen=True, slots=True)
class Tried:
    """A board has been considered: ``value`` in ``cell``, ``depth`` choices below the root.

    ``broken`` says why it was pruned at once, if it was. Depth first, all boards below one come
    between it and its next sibling; best first, siblings come together.
    """

    board: Board
    cell: Cell
    value: int
    depth: int
    broken: str | None


@dataclass(frozen=True, slots=True)
class Round:
    """Placements found together: the board and candidates before, and the board after."""

    before: Board
    candidates: CandidateBoard
    placements: tuple[tuple[Cell, int], ...]
    after: Board


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """A board that no solution extends, ``depth`` choices below the root; ``why`` says so."""

    board: Board
    depth: int
    why: str


@dataclass(frozen=True, slots=True)
class Stuck:
    """The techniques find nothing more, and the strategy does not guess."""

    board: Board
    candidates: CandidateBoard


@dataclass(frozen=True, slots=True)
class Found:
    """A solution."""

    grid: Grid


@dataclass(frozen=True, slots=True)
class Visited:
    """A node has been visited, or steps have been taken there. Reported in place of all other
    events to whoever waits for solutions only.
    """


Event = Visited | Deduced | Expanded | Tried | Round | DeadEnd | Stuck | Found


def open_cells_of(board: Board) -> int:
    """How many cells of a board are open."""
    return sum(row.count(None) for row in board)
