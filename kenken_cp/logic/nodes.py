"""Nodes of the search tree, and the frontiers that hold those which wait."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from itertools import count
from typing import Protocol

from kenken_cp.logic.candidates import Candidates


@dataclass(slots=True)
class Node:
    """A board to go on with, or one that was pruned.

    Args:
        candidates: the board.
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


class Frontier(Protocol):
    """Nodes that wait."""

    def push_all(self, nodes: list[Node]) -> None: ...

    def pop(self) -> Node: ...

    def __bool__(self) -> bool: ...

    @property
    def waiting(self) -> int:
        """How many there are, without those that were pruned."""


class Stack:
    """Depth first: the first of the latest nodes."""

    def __init__(self) -> None:
        self._nodes: list[Node] = []
        self.waiting = 0

    def push_all(self, nodes: list[Node]) -> None:
        self._nodes += reversed(nodes)
        self.waiting += sum(node.broken is None for node in nodes)

    def pop(self) -> Node:
        node = self._nodes.pop()
        self.waiting -= node.broken is None
        return node

    def __bool__(self) -> bool:
        return bool(self._nodes)


class Queue:
    """Best first: the most constrained cell, then the fewest open cells, then the earliest."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, int, Node]] = []
        self._serial = count()

    def push_all(self, nodes: list[Node]) -> None:
        for node in nodes:
            candidates = node.candidates
            counts = [candidates.masks[cell].bit_count() for cell in candidates.open_cells]
            fewest = min(counts, default=0)
            entry = (fewest, len(counts), next(self._serial), node)
            heapq.heappush(self._heap, entry)

    def pop(self) -> Node:
        return heapq.heappop(self._heap)[-1]

    def __bool__(self) -> bool:
        return bool(self._heap)

    @property
    def waiting(self) -> int:
        return len(self._heap)
