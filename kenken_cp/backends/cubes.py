"""SAT where it makes no progress: parts of the puzzle, *cubes*, that the relaxation chooses.

A cube that the solver does not settle soon is divided (``relaxation``), on what makes its parts
easiest, and those are left out that the relaxation shows to have no solution. What each has left
are assumptions of one solver, so that what it learns in one cube holds in all.
(Heule, Kullmann, Wieringa and Biere, "Cube and conquer", 2011.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from kenken_cp.backends.relaxation import Node, Relaxation
from kenken_cp.sat.solver import Solver

_FIRST_DROP, _DROP = 20.0, 8.0
"""By how much the logarithm of the bound is below that of the whole puzzle, or of the last cube
that the solver did not settle, where it is asked again: a question in vain costs as much as ten
relaxations.
"""

_PARTS = 5
"""Of a call about one cube: half a second to a second."""


class _Cube(NamedTuple):
    """A part of the puzzle.

    Attributes:
        ask_below: the logarithm of the bound at which the solver is asked.
    """

    node: Node
    ask_below: float


class Cubes:
    """A search by cubes.

    Attributes:
        asked: how many cubes the solver was asked about.
    """

    def __init__(self, relaxation: Relaxation, solver: Solver) -> None:
        self._relaxation, self._solver = relaxation, solver
        self.asked = 0

    def steps(self) -> Iterator[bool]:
        """Yields after each step whether the solver has a model; before it goes on, that is to be
        forbidden. At the end there is none left.
        """
        root = self._relaxation.root()
        if root is None:
            return
        self._solver.extend((-1 - int(value),) for value in np.flatnonzero(~root.candidates))
        waiting = [_Cube(root, root.log_bound - _FIRST_DROP)]
        while waiting:
            node, ask_below = waiting.pop()
            literals = self._assumptions(root, node)
            if node.log_bound < ask_below:
                self.asked += 1
                in_vain, answer = 0, None
                while in_vain < _PARTS and answer is not False:
                    answer = self._solver.try_to_solve(literals)
                    in_vain = 0 if answer else in_vain + 1
                    yield bool(answer)
                if answer is False:
                    continue
                ask_below = node.log_bound - _DROP
            children = self._relaxation.children(node)
            if children is None:  # each group has all its values: what is left is for the solver
                yield from self._solver.steps(literals)
                continue
            waiting.extend(_Cube(child, ask_below) for child in reversed(children))
            yield False

    def _assumptions(self, root: Node, node: Node) -> list[int]:
        """What a node has left of the whole puzzle: the values that are known, then what is ruled
        out and does not follow from these, for each takes the solver time.
        """
        known, others = self._relaxation.known(node.candidates)
        removed = root.candidates & ~node.candidates & ~others
        return [*(1 + np.flatnonzero(known)).tolist(), *(-1 - np.flatnonzero(removed)).tolist()]
