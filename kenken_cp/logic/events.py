"""What a search reports: steps, choices and dead ends, each with the boards before and after it.

Where the search was asked for no boards, an empty tuple is in the place of each.
"""

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
    """A cell has got a value, or several have been found for it, of which the board after has the
    first: a guess. No value, and no board after, is a dead end. ``queue`` boards wait.
    """

    cell: Cell
    values: tuple[int, ...]
    open_cells: int
    queue: int
    before: Board
    after: Board | None


@dataclass(frozen=True, slots=True)
class Tried:
    """A board has been considered: ``value`` in ``cell``, ``depth`` choices below the root.

    ``broken`` says why it was pruned at once, if it was. Depth first come a board, all boards
    made from it, then its sibling; best first, siblings come together.
    """

    cell: Cell
    value: int
    depth: int
    broken: str | None
    board: Board


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

    depth: int
    why: str
    board: Board


@dataclass(frozen=True, slots=True)
class Stuck:
    """The techniques find nothing more, and the strategy does not guess."""

    board: Board
    candidates: CandidateBoard


@dataclass(frozen=True, slots=True)
class Found:
    """A solution."""

    grid: Grid


Event = Deduced | Expanded | Tried | Round | DeadEnd | Stuck | Found
