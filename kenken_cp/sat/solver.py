"""An incremental SAT solver that keeps to limits.

It calls the binding under python-sat's classes, whose Ctrl-C would break the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pysolvers

from kenken_cp.checkpoints import checkpoint

_CONFLICTS = 500
"""Of each part of a search; between parts there is a checkpoint. Not a number of seconds: the same
questions are to be answered by the same search.
"""

_NOT_IN_MAIN_THREAD = 0
"""In the main thread python-sat would jump out of the engine on Ctrl-C, whatever it is doing, and
leave it broken. Told that it is in another, it leaves the signal to Python, for the next part.
"""


class Solver:
    """Answers whether clauses can be satisfied, again and again, under changing assumptions.

    Args:
        clauses: tuples of literals; more may be added later.
    """

    def __init__(self, clauses: Iterable[Sequence[int]]) -> None:
        self._engine = pysolvers.cadical195_new()
        self._assumptions: list[int] = []
        for clause in clauses:
            self.add(clause)

    def close(self) -> None:
        """Frees its memory."""
        pysolvers.cadical195_del(self._engine, None)

    def add(self, clause: Sequence[int]) -> None:
        """One more clause."""
        pysolvers.cadical195_add_cl(self._engine, clause)

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        """Whether the clauses and the assumptions can be satisfied together.

        Raises:
            StoppedError: if a limit came first.
        """
        self._assumptions = list(assumptions)
        while True:
            checkpoint()
            pysolvers.cadical195_cbudget(self._engine, _CONFLICTS)
            answer = pysolvers.cadical195_solve_lim(
                self._engine, self._assumptions, _NOT_IN_MAIN_THREAD
            )
            if answer:  # 1, or -1 for no; 0 if the part ended before
                return bool(answer > 0)

    def model(self) -> list[int]:
        """The literals that hold, by variable, after ``solve`` has returned true."""
        return list(pysolvers.cadical195_model(self._engine))

    def core(self) -> set[int]:
        """Assumptions that cannot hold together, after ``solve`` has returned false."""
        return set(pysolvers.cadical195_core(self._engine, self._assumptions) or ())
