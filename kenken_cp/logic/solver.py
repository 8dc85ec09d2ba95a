"""The hand-written solver: inference and search, with exchangeable parts.

It infers from a board, branches on a cell, and goes on with the next board, as its strategy says.
No more is held than the boards that wait.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count

from kenken_cp.clock import checkpoint
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.events import Event, Found, Node, Observer, Stuck, Tracer
from kenken_cp.logic.inference import all_fit, next_steps, take
from kenken_cp.logic.strategies import Strategy
from kenken_cp.model.puzzle import Puzzle


def events(
    start: Puzzle | Candidates, strategy: Strategy, observer: Observer | None = None
) -> Iterator[Event]:
    """Solves, yielding what happens as it happens; all solutions, if the strategy guesses.

    Args:
        start: a puzzle, or the candidates to begin with; these change.
        observer: what reports besides ``Found`` and ``Stuck``; None for everything. The base class
            reports next to nothing, for speed.
    """
    candidates = Candidates(start) if isinstance(start, Puzzle) else start
    return _Search(strategy, Tracer() if observer is None else observer).run(candidates)


class _Search:
    """One search, and its frontier: the nodes that wait, as a heap by what goes first."""

    def __init__(self, strategy: Strategy, observer: Observer) -> None:
        self._strategy, self._observer = strategy, observer
        self._techniques = strategy.inference()
        self._frontier: list[tuple[tuple[int, ...], Node]] = []
        self._pushes = count()
        self._waiting = 0
        """How many nodes wait, without those that were pruned."""

    def run(self, start: Candidates) -> Iterator[Event]:
        self._push([Node(start)])
        while self._frontier:
            _, node = heappop(self._frontier)
            self._waiting -= node.broken is None
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

    def _push(self, nodes: list[Node]) -> None:
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

    def _consider(self, node: Node) -> Iterator[Event]:
        """Infers from a node whose turn has come, unless it was pruned."""
        self._observer.begins(node)
        yield from self._observer.tries(node)
        if node.broken is None:
            yield from self._infer(node)
            if self._dead(node.candidates):
                yield from self._observer.ends_dead(node, self._waiting)

    def _infer(self, node: Node) -> Iterator[Event]:
        """Takes steps until the techniques find none, or the board is dead."""
        candidates, waiting = node.candidates, self._waiting
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
        strategy = self._strategy
        cell = strategy.cell_order(node.candidates, node.latest)
        bits = strategy.value_order(node.candidates, cell)
        children = [self._child(node, cell, bit) for bit in bits]
        if strategy.best_first:
            for child in children:
                yield from self._look_ahead(child)
        live = [child for child in children if child.broken is None]
        yield from self._observer.branches(node, cell, children, self._waiting)
        # Depth first, a pruned board takes its turn between its siblings, to be reported there.
        self._push(live if strategy.best_first or not live else children)

    def _child(self, node: Node, cell: int, bit: int) -> Node:
        """The node with a value (bit) in a cell."""
        checkpoint()
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
