"""Inference on many boards, compiled, and the completions of boards of which only lines are left.

It infers the same as ``vector.inference``, but on one board after the other, and on each until
nothing more follows.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kenken_cp.backends.cover.arrays import Candidates, Flags, Numbers, Places, Words
from kenken_cp.backends.cover.compiled import vector_kernel as kernel
from kenken_cp.backends.cover.compiled.compiling import NotOnDiskError, refused
from kenken_cp.backends.cover.vector.cages import SupportTables
from kenken_cp.backends.cover.vector.inference import UnsuitableError, VectorInference
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.encode.instance import Instance
from kenken_cp.model.puzzle import Puzzle

MAX_COMPILED_VALUES = 15
"""Values of a puzzle: the code is compiled only for candidates of 16 bits."""

MAX_NODES_PER_BOARD = 20_000
"""Nodes of the completions of a board. One with more is branched on: its children may be equal to
those of other boards.
"""

MAX_NODES_PER_CALL = 200_000
"""Nodes of a call after which no further board is begun: 30 ms."""


class CompiledInference(VectorInference):
    """See ``VectorInference``."""

    compiled = True
    few_boards = 0  # each takes its own time

    def __init__(self, cover: ExactCover, live: int) -> None:
        super().__init__(cover, live)
        if len(cover.instance.domain) > MAX_COMPILED_VALUES:
            raise UnsuitableError
        self.root = self.root.astype(np.uint16)
        self._constraints = _constraints(cover.instance, self.pairs, self.triples)
        self._size = cover.instance.rows if _is_latin(cover.instance) else 0

    def round(self, boards: Candidates, decided: Places) -> tuple[Flags, Flags]:
        """See ``VectorInference``."""
        alive = np.empty(boards.shape[1], np.bool_)
        kernel.settle(self._constraints, boards, decided, alive)
        changed = np.zeros_like(alive)
        if self.automata:
            before = boards.copy()
            for automata in self.automata:
                automata.filter(boards)
            changed = np.bitwise_or.reduce(boards ^ before, axis=0) != 0
            alive &= np.minimum.reduce(boards, axis=0) != 0
        return ~alive, changed & alive

    def completions(self, boards: Candidates) -> Numbers:
        """See ``VectorInference``."""
        if not self._size:
            return super().completions(boards)
        totals = np.empty(boards.shape[1], np.int64)
        done = kernel.completions(
            np.ascontiguousarray(boards).reshape(self._size, self._size, -1),
            MAX_NODES_PER_BOARD,
            MAX_NODES_PER_CALL,
            totals,
        )
        return totals[:done]


def prepare() -> None:
    """Loads the compiled functions, or compiles them if they are not on disk."""
    cover = ExactCover(Puzzle(3))
    inference = CompiledInference(cover, cover.all_options)
    inference.round(inference.root.copy(), np.full(1, -1, np.intp))
    inference.completions(inference.root)


def is_on_disk() -> bool:
    """Whether nothing has to be compiled; if so, the compiled functions are loaded."""
    try:
        with refused():
            prepare()
    except NotOnDiskError:
        return False
    return True


def _is_latin(instance: Instance) -> bool:
    """Whether all its groups are rows and columns, and full."""
    return (
        instance.rows == instance.columns
        and len(instance.groups) == 2 * instance.rows
        and all(group.full for group in instance.groups)
    )


def _constraints(
    instance: Instance, pairs: SupportTables, triples: SupportTables
) -> kernel.Constraints:
    groups = [group for group in instance.groups if len(group.cells) > 1]
    cages = [*pairs.cells.T.tolist(), *triples.cells.T.tolist()]
    return kernel.Constraints(
        pairs.cells.astype(np.uint32),
        pairs.tables.astype(np.uint16, copy=False),
        pairs.starts.astype(np.uint32),
        triples.cells.astype(np.uint32),
        triples.tables.astype(np.uint16, copy=False),
        triples.starts.astype(np.uint32),
        len(instance.domain),
        np.cumsum([0, *(len(group.cells) for group in groups)], dtype=np.uint32),
        np.array([cell for group in groups for cell in group.cells], np.uint32),
        np.array([group.full for group in groups], np.bool_),
        _at_cells(cages, len(instance.cells)),
        _at_cells([group.cells for group in groups], len(instance.cells)),
    )


def _at_cells(constraints: Sequence[Sequence[int]], count: int) -> Words:
    """For each cell, the bits of the constraints that it is in."""
    found = np.zeros(count, np.uint64)
    for number, cells in enumerate(constraints):
        found[list(cells)] |= np.uint64(1 << number % 64)
    return found
