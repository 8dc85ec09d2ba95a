"""The hand-written solver: inference and search, with exchangeable parts.

It infers from a board, branches on a cell, and goes on with the next board, as its strategy says.
No more is held than the boards that wait.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from kenken_cp.clock import checkpoint
from kenken_cp.logic.candidates import Board, Candidates
from kenken_cp.logic.events import DeadEnd, Deduced, Event, Expanded, Found, Round, Stuck, Tried
from kenken_cp.logic.sentences import contradiction_name
from kenken_cp.logic.steps import (
    Contradiction,
    contradiction_at_start,
    contradiction_in,
    fits,
    next_steps,
    take,
)
from kenken_cp.logic.strategies import Strategy, chosen_cell
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Puzzle


def events(
    start: Puzzle | Candidates, strategy: Strategy, *, boards: bool = True
) -> Iterator[Event]:
    """Solves, yielding what happens as it happens; all solutions, if the strategy guesses.

    Args:
        start: a puzzle, or the candidates to begin with; these change.
        boards: whether events hold boards; without, a search takes half the time.
    """
    candidates = Candidates(start) if isinstance(start, Puzzle) else start
    return _Search(strategy, boards=boards).run(candidates)


@dataclass(slots=True)
class _Node:
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


class _Search:
    """One search, and its frontier: the nodes that wait, as a heap by what goes first."""

    def __init__(self, strategy: Strategy, *, boards: bool) -> None:
        self._strategy, self._boards = strategy, boards
        self._techniques = strategy.inference()
        self._frontier: list[tuple[tuple[int, ...], _Node]] = []
        self._pushes = count()
        self._waiting = 0
        """How many nodes wait, without those that were pruned."""

    def run(self, start: Candidates) -> Iterator[Event]:
        if contradiction := contradiction_at_start(start):
            yield self._dead_end(_Node(start), contradiction)
            return
        self._push([_Node(start)])
        while self._frontier:
            _, node = heappop(self._frontier)
            self._waiting -= node.broken is None
            candidates = node.candidates
            if not node.inferred:
                yield from self._tried(node, self._board(candidates))
                if node.broken is None:
                    yield from self._infer(node, reports_dead_end=True)
            if node.broken is not None or self._dead(candidates):
                continue
            if candidates.solved:
                values = list(map(candidates.domain.value, candidates.masks))
                yield Found(candidates.instance.grid(values))
            elif self._strategy.guesses:
                yield from self._branch(node)
            else:
                yield Stuck(self._board(candidates), candidates.table if self._boards else ())

    def _dead_end(self, node: _Node, shown: Contradiction | None) -> DeadEnd:
        assert shown is not None
        why = contradiction_name(shown, node.candidates.instance.puzzle)
        return DeadEnd(node.depth, why, self._board(node.candidates))

    def _board(self, candidates: Candidates) -> Board:
        return candidates.board if self._boards else ()

    def _push(self, nodes: list[_Node]) -> None:
        push = next(self._pushes)
        for place, node in enumerate(nodes):
            key: tuple[int, ...] = (-push, place)
            if self._strategy.best_first:
                masks, cells = node.candidates.masks, node.candidates.open_cells
                fewest = min((masks[cell].bit_count() for cell in cells), default=0)
                key = (fewest, len(cells), push, place)
            heappush(self._frontier, (key, node))
            self._waiting += node.broken is None

    def _dead(self, candidates: Candidates) -> bool:
        """Whether it is plain that no solution extends a board that was inferred from."""
        return candidates.dead or (bool(self._techniques) and candidates.empty_cage() is not None)

    def _tried(self, node: _Node, board: Board) -> Iterator[Event]:
        """The event of a choice, and of the board it made; none for the root."""
        if node.choice is not None:
            cell, bit = node.choice
            at, value = node.candidates.instance.cells[cell], node.candidates.domain.value(bit)
            yield Tried(at, value, node.depth, node.broken, board)

    def _infer(self, node: _Node, *, reports_dead_end: bool) -> Iterator[Event]:
        """Takes steps until the techniques find none, or the board is dead."""
        candidates, board = node.candidates, self._board(node.candidates)
        while steps := next_steps(candidates, self._techniques):
            before, open_cells = board, len(candidates.open_cells)
            table = candidates.table if self._boards else ()
            placements: list[tuple[Cell, int]] = []
            for step in steps:
                if not fits(step, candidates):
                    break
                if not take(candidates, step):
                    continue
                if step.places:
                    previous, board = board, self._board(candidates)
                    placements += step.places
                for cell, value in step.places:
                    yield Expanded(cell, (value,), open_cells, self._waiting, previous, board)
                open_cells = len(candidates.open_cells)
                yield Deduced(step, open_cells)
            if placements:
                yield Round(before, table, tuple(placements), board)
        node.inferred = True
        if reports_dead_end and self._dead(candidates):
            board, masks = self._board(candidates), candidates.masks
            if 0 in masks:
                at = candidates.instance.cells[masks.index(0)]
                empty = {cell for cell, mask in enumerate(masks) if not mask}
                open_cells = len(candidates.open_cells | empty)
                yield Expanded(at, (), open_cells, self._waiting, board, None)
            yield self._dead_end(node, contradiction_in(candidates))

    def _branch(self, node: _Node) -> Iterator[Event]:
        """Chooses a cell, and puts a node for each of its values on the frontier."""
        strategy, candidates = self._strategy, node.candidates
        cell = chosen_cell(candidates, strategy.cell_order, node.latest)
        bits = strategy.value_order(candidates, cell)
        children = [self._child(node, cell, bit) for bit in bits]
        if strategy.best_first:
            for child in children:
                yield from self._look_ahead(child)
        live = [child for child in children if child.broken is None]
        at, board = candidates.instance.cells[cell], self._board(candidates)
        values = tuple(candidates.domain.value(child.choice[1]) for child in live if child.choice)
        waiting = self._waiting + max(len(live) - 1, 0)
        after = self._board(live[0].candidates) if live else None
        yield Expanded(at, values, len(candidates.open_cells), waiting, board, after)
        if not live:
            for child in children:
                if not child.inferred:
                    yield from self._tried(child, self._board(child.candidates))
            yield self._dead_end(node, Contradiction(cell=at))
        # Depth first, a pruned board takes its turn between its siblings, to be reported there.
        self._push(live if strategy.best_first or not live else children)

    def _child(self, node: _Node, cell: int, bit: int) -> _Node:
        """The node with a value (bit) in a cell."""
        checkpoint()
        before, after = node.candidates, node.candidates.copy()
        broken = self._strategy.assign(after, cell, bit)
        peers = before.instance.peers[cell]
        narrowed = frozenset(peer for peer in peers if after.masks[peer] != before.masks[peer])
        return _Node(after, (cell, bit), node.depth + 1, narrowed, broken)

    def _look_ahead(self, child: _Node) -> Iterator[Event]:
        """Infers from a new node before it waits, so that a dead one is pruned at once."""
        board, happened = self._board(child.candidates), list[Event]()
        if child.broken is None:
            happened = list(self._infer(child, reports_dead_end=False))
            if self._dead(child.candidates):
                child.broken = self._dead_end(child, contradiction_in(child.candidates)).why
        child.inferred = True
        yield from self._tried(child, board)
        yield from happened
