"""SAT solvers that respect limits, and proofs that clauses cannot be satisfied.

They use ``pysolvers``, the binding below the classes of python-sat (``pysat.solvers``). In the main
thread those classes have Ctrl-C jump out of the engine, whatever it is doing. Measured with
python-sat 1.9.dev24, on questions of 500 conflicts each: after a Ctrl-C CaDiCaL 1.9.5 aborts the
process at the next question; a question to Glucose 4.1 raises an error, and Python's own handler
never hears of the signal. Through the binding the signal is left to Python, which handles it at the
next checkpoint.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from tempfile import TemporaryFile
from typing import Any, cast
from weakref import finalize

import pysolvers

from kenken_cp.clock import checkpoint
from kenken_cp.errors import LimitReachedError

MAX_PROOF_BYTES = 48 << 20
"""Size of a proof as the solver writes it: some 150,000 lemmas, which take minutes to check."""

_CONFLICTS = 500
"""Conflicts between two checkpoints. It is not a time, so that the same questions are always
answered by the same search.
"""

_CLAUSES = 500
"""Clauses that are added between two checkpoints."""

_LEAVE_SIGINT_ALONE = 0
"""In place of whether this is the main thread, where python-sat has a handler of its own."""

_NO_INTERRUPTION = 0
"""No other thread will interrupt the engine."""

CADICAL = "cadical195"
"""For few, hard questions."""

GLUCOSE = "glucose41"
"""For many, easy questions: on a 9x9 it takes clauses and answers questions in two thirds of the
time of CaDiCaL.
"""


class SatSolver:
    """An incremental SAT solver: says whether clauses can be satisfied under changing assumptions.

    Args:
        clauses: sequences of literals; more may be added later.
        conflicts: the conflicts between two checkpoints.
        engine: ``CADICAL`` or ``GLUCOSE``.
    """

    def __init__(
        self,
        clauses: Iterable[Sequence[int]],
        conflicts: int = _CONFLICTS,
        *,
        engine: str = CADICAL,
    ) -> None:
        self._conflicts = conflicts
        self._name = engine
        self._engine: Any = self._function("new")()
        # The engine is C++, and has to be freed explicitly. But not at exit, when a thread may
        # still be searching.
        more = (None,) if engine == CADICAL else ()
        self._free = finalize(self, self._function("del"), self._engine, *more)
        self._free.atexit = False
        self._add = self._function("add_cl")
        self._assumptions: list[int] = []
        self.extend(clauses)

    def _function(self, name: str) -> Callable[..., Any]:
        """A function of the binding for this engine."""
        return cast("Callable[..., Any]", getattr(pysolvers, f"{self._name}_{name}"))

    def close(self) -> None:
        """Frees its memory now, not only when this object is garbage collected."""
        self._free()

    def add(self, clause: Sequence[int]) -> None:
        """Adds a clause."""
        self._add(self._engine, clause)

    def extend(self, clauses: Iterable[Sequence[int]]) -> None:
        """Adds several clauses."""
        for number, clause in enumerate(clauses):
            if not number % _CLAUSES:
                checkpoint()
            self._add(self._engine, clause)

    def solve(self, assumptions: Sequence[int] = ()) -> bool:
        """Whether the clauses and the assumptions can be satisfied together.

        Raises:
            StoppedError: if a limit came first.
        """
        while (answer := self.try_to_solve(assumptions)) is None:
            pass
        return answer

    def try_to_solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        """The part of ``solve`` up to the next checkpoint; None if it is not finished. The next
        call continues.
        """
        checkpoint()
        self._assumptions = list(assumptions)
        self._function("cbudget")(self._engine, self._conflicts)
        solve = self._function("solve_lim")
        if self._name == GLUCOSE:
            known: bool | None = solve(
                self._engine, self._assumptions, _LEAVE_SIGINT_ALONE, _NO_INTERRUPTION
            )
            return known
        answer: int = solve(self._engine, self._assumptions, _LEAVE_SIGINT_ALONE)
        return answer > 0 if answer else None  # 1 for yes, -1 for no, 0 for not finished

    def model(self) -> list[int]:
        """After ``solve`` has returned true: the literals that hold, by variable."""
        return list(self._function("model")(self._engine))

    def core(self) -> set[int]:
        """After ``solve`` has returned false: assumptions that cannot hold together."""
        more = (self._assumptions,) if self._name == CADICAL else ()
        return set(self._function("core")(self._engine, *more) or ())


def refutation(clauses: Iterable[Sequence[int]]) -> list[str] | None:
    """The lines of a DRUP proof that clauses cannot be satisfied; None if they can.

    The proof is by Glucose 4.1: one by CaDiCaL would have twice as many lemmas, for it includes all
    preprocessing. The solver is used once, without assumptions, and no clause is added later: what
    incremental solvers write otherwise is not a proof.

    Raises:
        LimitReachedError: if the proof would be longer than ``MAX_PROOF_BYTES``.
        StoppedError: if a limit came first.
    """
    with TemporaryFile() as file, closing(SatSolver((), engine=GLUCOSE)) as solver:
        trace = pysolvers.glucose41_tracepr(solver._engine, file)
        solver.extend(clauses)
        while (answer := solver.try_to_solve()) is None:
            if os.fstat(file.fileno()).st_size > MAX_PROOF_BYTES:
                most = f"{MAX_PROOF_BYTES >> 20} MB"
                raise LimitReachedError(f"the proof has more than {most}, and is not complete")
        pysolvers.flushpr(trace)
        if answer:
            return None
        file.seek(0)
        return [line.decode("ascii").rstrip() for line in file]
