"""Observers of a search: what of it is reported, as events.

The search calls an observer at fixed points, and yields the events that it returns. The observer of
whoever waits for solutions only does next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kenken_cp.logic.candidates import Board, CandidateBoard, Candidates
from kenken_cp.logic.events import (
    DeadEnd,
    Deduced,
    Event,
    Expanded,
    Round,
    Tried,
    Visited,
    open_cells_of,
)
from kenken_cp.logic.nodes import Node
from kenken_cp.logic.steps import Step
from kenken_cp.model.geometry import Cell
from kenken_cp.text import cell_name

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
        """A node has been branched on a cell. Pruned children have ``broken`` set; the others wait
        from now on.
        """
        return ()


class Tracer(Observer):
    """Reports everything that a trace may show."""

    def __init__(self) -> None:
        self._start: Board = ()
        """The board of the latest node, as it was at first."""
        self._board: Board = ()
        """The same as it was before any cell was left with nothing."""
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
                yield Expanded(previous, open_cells, cell, (value,), self._board, waiting)
            self._placements += step.places
        yield Deduced(step, len(node.candidates.open_cells))

    def ends_round(self, node: Node) -> Iterable[Event]:
        if not self._placements:
            return ()
        return (Round(self._before, self._table, tuple(self._placements), self._board),)

    def why_dead(self, node: Node) -> str:
        return _why_dead(node.candidates, self._start)

    def ends_dead(self, node: Node, waiting: int) -> Iterator[Event]:
        cell = _empty_cell(node.candidates, self._board)
        if cell is not None:
            yield Expanded(self._board, open_cells_of(self._board), cell, (), None, waiting)
        yield DeadEnd(self._board, node.depth, _why_dead(node.candidates, self._board))

    def branches(
        self, node: Node, cell: int, children: Sequence[Node], waiting: int
    ) -> Iterator[Event]:
        taken, domain = node.candidates.instance, node.candidates.domain
        board = node.candidates.board
        live = [child for child in children if child.broken is None]
        values = tuple(domain.value(child.choice[1]) for child in live if child.choice is not None)
        after = live[0].candidates.board if live else None
        waiting += max(len(live) - 1, 0)
        open_cells = len(node.candidates.open_cells)
        yield Expanded(board, open_cells, taken.cells[cell], values, after, waiting)
        if not live:
            for child in children:
                if not child.inferred:
                    yield from _tried(child, child.candidates.board)
            yield DeadEnd(board, node.depth, f"nothing fits {cell_name(taken.cells[cell])}")


def _tried(node: Node, board: Board) -> Iterator[Tried]:
    """The event of a choice, and of the board it made; none for the root."""
    if node.choice is not None:
        cell, bit = node.choice
        taken, domain = node.candidates.instance, node.candidates.domain
        yield Tried(board, taken.cells[cell], domain.value(bit), node.depth, node.broken)


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
