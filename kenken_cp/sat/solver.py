"""SAT solvers that respect limits, and proofs that clauses cannot be satisfied.

They use the binding below python-sat's classes, whose handling of Ctrl-C would break the engine.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple
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

_NOT_IN_MAIN_THREAD = 0
"""In the main thread, python-sat would jump out of the engine on Ctrl-C, whatever it is doing, and
leave it broken. If it takes this thread for another one, it leaves the signal to Python, which
handles it at the next checkpoint.
"""

_NO_INTERRUPTION = 0
"""No other thread will interrupt the engine."""


class Engine(NamedTuple):
    """A SAT solver of python-sat: the functions of its binding, made uniform.

    Attributes:
        allow: sets the number of conflicts that the next ``solve`` may take.
        solve: returns true or false, or None if these conflicts did not suffice.
        core: takes the solver and the assumptions of the last ``solve``.
    """

    new: Callable[[], Any]
    delete: Callable[[Any], None]
    add: Callable[[Any, Sequence[int]], None]
    allow: Callable[[Any, int], None]
    solve: Callable[[Any, list[int]], bool | None]
    model: Callable[[Any], list[int]]
    core: Callable[[Any, list[int]], list[int] | None]


def _cadical_answer(solver: Any, assumptions: list[int]) -> bool | None:
    answer = pysolvers.cadical195_solve_lim(solver, assumptions, _NOT_IN_MAIN_THREAD)
    return bool(answer > 0) if answer else None  # 1 for yes, -1 for no, 0 for not finished


CADICAL = Engine(
    pysolvers.cadical195_new,
    lambda solver: pysolvers.cadical195_del(solver, None),
    pysolvers.cadical195_add_cl,
    pysolvers.cadical195_cbudget,
    _cadical_answer,
    pysolvers.cadical195_model,
    pysolvers.cadical195_core,
)
"""For few, hard questions."""


def _glucose_answer(solver: Any, assumptions: list[int]) -> bool | None:
    answer: bool | None = pysolvers.glucose41_solve_lim(
        solver, assumptions, _NOT_IN_MAIN_THREAD, _NO_INTERRUPTION
    )
    return answer


GLUCOSE = Engine(
    pysolvers.glucose41_new,
    pysolvers.glucose41_del,
    pysolvers.glucose41_add_cl,
    pysolvers.glucose41_cbudget,
    _glucose_answer,
    pysolvers.glucose41_model,
    lambda solver, _: pysolvers.glucose41_core(solver),
)
"""For many, easy questions: on a 9x9 it takes clauses and answers questions in two thirds of the
time of CaDiCaL.
"""


class Solver:
    """An incremental SAT solver: says whether clauses can be satisfied under changing assumptions.

    Args:
        clauses: sequences of literals; more may be added later.
        conflicts: the conflicts between two checkpoints.
    """

    def __init__(
        self,
        clauses: Iterable[Sequence[int]],
        conflicts: int = _CONFLICTS,
        *,
        engine: Engine = CADICAL,
    ) -> None:
        self._conflicts = conflicts
        self._engine = engine
        self._solver = engine.new()
        # The engine is C++, and has to be freed explicitly. But not at exit, when a thread may
        # still be searching.
        self._free = finalize(self, engine.delete, self._solver)
        self._free.atexit = False
        self._assumptions: list[int] = []
        self.extend(clauses)

    def close(self) -> None:
        """Frees its memory now, not only when this object is garbage collected."""
        self._free()

    def add(self, clause: Sequence[int]) -> None:
        """Adds a clause."""
        self._engine.add(self._solver, clause)

    def extend(self, clauses: Iterable[Sequence[int]]) -> None:
        """Adds several clauses."""
        add, solver = self._engine.add, self._solver
        for number, clause in enumerate(clauses):
            if not number % _CLAUSES:
                checkpoint()
            add(solver, clause)

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
        self._engine.allow(self._solver, self._conflicts)
        return self._engine.solve(self._solver, self._assumptions)

    def model(self) -> list[int]:
        """After ``solve`` has returned true: the literals that hold, by variable."""
        return self._engine.model(self._solver)

    def core(self) -> set[int]:
        """After ``solve`` has returned false: assumptions that cannot hold together."""
        return set(self._engine.core(self._solver, self._assumptions) or ())

    def prove_to(self, file: IO[bytes]) -> Callable[[], None]:
        """Makes Glucose 4.1, which must not have clauses yet, write what it learns to a file;
        returns a function that flushes that.
        """
        return partial(pysolvers.flushpr, pysolvers.glucose41_tracepr(self._solver, file))


def refutation(clauses: Iterable[Sequence[int]]) -> list[str] | None:
    """The lines of a DRUP proof that clauses cannot be satisfied; None if they can.

    The proof is by Glucose 4.1: one by CaDiCaL would have twice as many lemmas, for it includes all
    preprocessing. The solver is used once, without assumptions, and no clause is added later: what
    incremental solvers write otherwise is not a proof.

    Raises:
        LimitReachedError: if the proof would be longer than ``MAX_PROOF_BYTES``.
        StoppedError: if a limit came first.
    """
    with TemporaryFile() as file, closing(Solver((), engine=GLUCOSE)) as solver:
        flush = solver.prove_to(file)
        solver.extend(clauses)
        while (answer := solver.try_to_solve()) is None:
            if os.fstat(file.fileno()).st_size > MAX_PROOF_BYTES:
                most = f"{MAX_PROOF_BYTES >> 20} MB"
                raise LimitReachedError(f"the proof has more than {most}, and is not complete")
        flush()
        if answer:
            return None
        file.seek(0)
        return [line.decode("ascii").rstrip() for line in file]
