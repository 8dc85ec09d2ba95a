"""The hand-written solver: inference and search, with exchangeable parts.

It infers from a board, branches on a cell, and goes on with the next board, as its strategy says.
What is reported of that is the business of an observer; no more is held than the frontier.
"""

from __future__ import annotations

from collections.abc import Iterator

from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.events import Event, Found, Stuck
from kenken_cp.logic.inference import all_fit, next_steps, take
from kenken_cp.logic.nodes import Frontier, Node, Queue, Stack
from kenken_cp.logic.observers import Observer, Tracer
from kenken_cp.logic.strategies import Strategy
from kenken_cp.model.puzzle import Puzzle


def events(puzzle: Puzzle, strategy: Strategy, *, watched: bool = True) -> Iterator[Event]:
    """Solves, yielding what happens as it happens; all solutions, if the strategy guesses.

    Args:
        watched: whether all events are wanted; otherwise, for speed, only ``Found``, ``Stuck`` and
            ``Visited``.
    """
    return solving(puzzle, strategy, Tracer() if watched else Observer())


def solving(puzzle: Puzzle, strategy: Strategy, observer: Observer) -> Iterator[Event]:
    """Solves, yielding ``Found``, ``Stuck`` and what an observer reports."""
    return _Search(strategy, observer).run(Candidates(puzzle))


class _Search:
    """One search, and its frontier."""

    def __init__(self, strategy: Strategy, observer: Observer) -> None:
        self._strategy, self._observer = strategy, observer
        self._techniques = strategy.inference()
        self._frontier: Frontier = Queue() if strategy.best_first else Stack()

    def run(self, start: Candidates) -> Iterator[Event]:
        frontier = self._frontier
        frontier.push_all([Node(start)])
        while frontier:
            node = frontier.pop()
            candidates = node.candidates
            if not node.inferred:
                yield from self._consider(node)
            if node.broken is not None or self._dead(candidates):
                continue
            if candidates.solved:
                yield Found(candidates.grid)
            elif self._strategy.guesses:
                yield from self._branch(node)
            else:
                yield Stuck(candidates.board, candidates.table)

    def _dead(self, candidates: Candidates) -> bool:
        """Whether it is plain that no solution extends a board that was inferred from."""
        if candidates.dead:
            return True
        return bool(self._techniques) and candidates.empty_cage() is not None

    def _consider(self, node: Node) -> Iterator[Event]:
        """Infers from a node whose turn has come, unless it was pruned."""
        self._observer.begins(node)
        yield from self._observer.tries(node)
        if node.broken is None:
            yield from self._infer(node)
            if self._dead(node.candidates):
                yield from self._observer.ends_dead(node, self._frontier.waiting)

    def _infer(self, node: Node) -> Iterator[Event]:
        """Takes steps until the techniques find none, or the board is dead."""
        candidates, waiting = node.candidates, self._frontier.waiting
        while steps := next_steps(candidates, self._techniques):
            self._observer.begins_round(node)
            for step in steps:
                if not take(candidates, step):
                    continue
                if not all_fit(step, candidates):
                    break  # a step beside it has eliminated what this one places
                yield from self._observer.takes(node, step, waiting)
                if 0 in candidates.masks:
                    break  # a dead end: the other steps were found before that, and do not count
            yield from self._observer.ends_round(node)
        node.inferred = True

    def _branch(self, node: Node) -> Iterator[Event]:
        """Chooses a cell, and puts a node for each of its values on the frontier."""
        strategy, frontier = self._strategy, self._frontier
        cell = strategy.cell_order(node.candidates, node.latest)
        bits = strategy.value_order(node.candidates, cell)
        children = [self._child(node, cell, bit) for bit in bits]
        if strategy.best_first:
            for child in children:
                yield from self._look_ahead(child)
        live = [child for child in children if child.broken is None]
        yield from self._observer.branches(node, cell, children, frontier.waiting)
        # Depth first, a pruned board takes its turn between its siblings, to be reported there.
        frontier.push_all(live if strategy.best_first or not live else children)

    def _child(self, node: Node, cell: int, bit: int) -> Node:
        """The node with a value (bit) in a cell."""
        before, after = node.candidates, node.candidates.copy()
        broken = self._strategy.assign(after, cell, bit)
        peers = before.instance.peers[cell]
        narrowed = frozenset(peer for peer in peers if after.masks[peer] != before.masks[peer])
        return Node(after, (cell, bit), node.depth + 1, narrowed, broken)

    def _look_ahead(self, child: Node) -> Iterator[Event]:
        """Infers from a new node before it waits, so that a dead one is pruned at once."""
        self._observer.begins(child)
        happened = []
        if child.broken is None:
            happened = list(self._infer(child))
            if self._dead(child.candidates):
                child.broken = self._observer.why_dead(child)
        child.inferred = True
        yield from self._observer.tries(child)
        yield from happened
