"""What a search reports: events at its nodes, as many of them as an observer makes.

The search calls its observer at fixed points, and yields the events that it returns.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kenken_cp.logic.candidates import Board, CandidateBoard, Candidates
from kenken_cp.logic.steps import Step
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.text import cell_name

# --- events --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deduced:
    """A step has been taken."""

    step: Step
    open_cells: int


@dataclass(frozen=True, slots=True)
class Expanded:
    """A cell has been expanded: what it can hold, and the board with the first of that.

    Several values mean a guess; none, and no board after, a dead end. ``queue`` boards wait.
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

    ``broken`` says why it was pruned at once, if it was. Depth first, all boards below one come
    between it and its next sibling; best first, siblings come together.
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


@dataclass(frozen=True, slots=True)
class Visited:
    """A node was visited, or steps were taken there: what is reported where nothing else is."""


Event = Visited | Deduced | Expanded | Tried | Round | DeadEnd | Stuck | Found


def open_cells_of(board: Board) -> int:
    """How many cells of a board are open."""
    return sum(row.count(None) for row in board)


# --- observers -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Node:
    """A board to go on with, or one that was pruned.

    Args:
        choice: the cell and bit that made it; None for the root.
        depth: how many choices made it.
        latest: the cells that the last choice narrowed.
        broken: why it was pruned, if it was.
        inferred: whether the techniques have done their work on it.
    """

    candidates: Candidates
    choice: tuple[int, int] | None = None
    depth: int = 0
    latest: frozenset[int] = frozenset()
    broken: str | None = None
    inferred: bool = False


_VISITED = (Visited(),)


class Observer:
    """Reports that the search goes on, and nothing else. ``waiting`` counts the other boards."""

    def begins(self, node: Node) -> None:
        """A node is about to be inferred from, or is found to be pruned."""

    def tries(self, node: Node) -> Iterable[Event]:
        """The node that was begun last has been considered."""
        return _VISITED

    def begins_round(self, node: Node) -> None:
        """Steps have been found together, and are about to be taken."""

    def takes(self, node: Node, step: Step, waiting: int) -> Iterable[Event]:
        """A step has been taken."""
        return ()

    def ends_round(self, node: Node) -> Iterable[Event]:
        """All the steps of a round have been taken."""
        return _VISITED

    def why_dead(self, node: Node) -> str:
        """Why the node that was begun last is a dead end."""
        return "dead"

    def ends_dead(self, node: Node, waiting: int) -> Iterable[Event]:
        """The node that was begun last is a dead end."""
        return ()

    def branches(
        self, node: Node, cell: int, children: Sequence[Node], waiting: int
    ) -> Iterable[Event]:
        """A node has been branched on a cell; the children that are not pruned wait from now on."""
        return ()


class Tracer(Observer):
    """Reports everything that a trace may show."""

    def __init__(self) -> None:
        self._start: Board = ()
        """The board of the latest node, as it was at first."""
        self._board: Board = ()
        """The board of the latest node, before any cell was left without a candidate."""
        self._before: Board = ()
        self._table: CandidateBoard = ()
        self._placements: list[tuple[Cell, int]] = []

    def begins(self, node: Node) -> None:
        self._start = self._board = node.candidates.board

    def tries(self, node: Node) -> Iterable[Event]:
        return _tried(node, self._start)

    def begins_round(self, node: Node) -> None:
        self._before, self._table = self._board, node.candidates.table
        self._placements = []

    def takes(self, node: Node, step: Step, waiting: int) -> Iterator[Event]:
        if step.places:
            previous, self._board = self._board, node.candidates.board
            open_cells = open_cells_of(previous)
            for cell, value in step.places:
                yield Expanded(cell, (value,), open_cells, waiting, previous, self._board)
            self._placements += step.places
        yield Deduced(step, len(node.candidates.open_cells))

    def ends_round(self, node: Node) -> Iterator[Event]:
        if self._placements:
            yield Round(self._before, self._table, tuple(self._placements), self._board)

    def why_dead(self, node: Node) -> str:
        return _why_dead(node.candidates, self._start)

    def ends_dead(self, node: Node, waiting: int) -> Iterator[Event]:
        cell = _empty_cell(node.candidates, self._board)
        if cell is not None:
            yield Expanded(cell, (), open_cells_of(self._board), waiting, self._board, None)
        yield DeadEnd(node.depth, _why_dead(node.candidates, self._board), self._board)

    def branches(
        self, node: Node, cell: int, children: Sequence[Node], waiting: int
    ) -> Iterator[Event]:
        candidates = node.candidates
        at, board = candidates.instance.cells[cell], candidates.board
        live = [child for child in children if child.broken is None]
        values = tuple(candidates.domain.value(child.choice[1]) for child in live if child.choice)
        after = live[0].candidates.board if live else None
        waiting += max(len(live) - 1, 0)
        yield Expanded(at, values, len(candidates.open_cells), waiting, board, after)
        if not live:
            for child in children:
                if not child.inferred:
                    yield from _tried(child, child.candidates.board)
            yield DeadEnd(node.depth, f"nothing fits {cell_name(at)}", board)


def _tried(node: Node, board: Board) -> Iterator[Tried]:
    """The event of a choice, and of the board it made; none for the root."""
    if node.choice is not None:
        cell, bit = node.choice
        taken, domain = node.candidates.instance, node.candidates.domain
        yield Tried(taken.cells[cell], domain.value(bit), node.depth, node.broken, board)


def _why_dead(candidates: Candidates, board: Board) -> str:
    """Why candidates are dead; ``board`` shows which cells were placed before they were."""
    taken = candidates.instance
    cell = _empty_cell(candidates, board)
    if cell is None and 0 in candidates.masks:
        cell = taken.cells[candidates.masks.index(0)]
    if cell is not None:
        return f"nothing fits {cell_name(cell)}"
    number = candidates.empty_cage()
    if number is not None:
        return f"{taken.cages[number].cage} cannot be met"
    return "the cages of whole lines miss their sum or product"


def _empty_cell(candidates: Candidates, board: Board) -> Cell | None:
    """The first open cell without a candidate."""
    for (row, column), mask in zip(candidates.instance.cells, candidates.masks, strict=True):
        if not mask and board[row][column] is None:
            return row, column
    return None
