"""SAT solvers that keep to limits: one for many questions, one for proofs.

This calls the binding under python-sat's classes, whose Ctrl-C would break the engine.
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

from kenken_cp.checkpoints import checkpoint
from kenken_cp.errors import LimitReachedError

MAX_PROOF_BYTES = 48 << 20
"""Of a proof as the solver writes it: some 150,000 lemmas, whose check takes minutes."""

_CONFLICTS = 500
"""Of each part of a search; between parts there is a checkpoint. Not a number of seconds: the same
questions are to be answered by the same search.
"""

_CLAUSES = 500
"""That are taken between two checkpoints."""

_NOT_IN_MAIN_THREAD = 0
"""In the main thread python-sat would jump out of the engine on Ctrl-C, whatever it is doing, and
leave it broken. Told that it is in another, it leaves the signal to Python, for the next part.
"""

_NO_INTERRUPTION = 0
"""No call from another thread is to stop it."""


class Engine(NamedTuple):
    """A SAT solver of python-sat, by the functions of its binding, which all have their own ways.

    Attributes:
        solve: true or false, or None if the conflicts allowed did not suffice.
        core: of a solver and the assumptions that it was asked about last.
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
    return bool(answer > 0) if answer else None  # 1; -1 for no; 0 if the part ended before


CADICAL = Engine(
    pysolvers.cadical195_new,
    lambda solver: pysolvers.cadical195_del(solver, None),
    pysolvers.cadical195_add_cl,
    pysolvers.cadical195_cbudget,
    _cadical_answer,
    pysolvers.cadical195_model,
    pysolvers.cadical195_core,
)
"""For few questions that are hard."""


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
"""For many questions that are easy: it takes clauses, and answers what is asked about a 9x9, in two
thirds of the time of CaDiCaL.
"""


class Solver:
    """Answers whether clauses can be satisfied, again and again, under changing assumptions.

    Args:
        clauses: tuples of literals; more may be added later.
        conflicts: those of each part of a search; between parts there is a checkpoint.
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
        # The engine is C++, and not freed with the object that holds it. Nor at exit: a thread may
        # still be searching then.
        self._free = finalize(self, engine.delete, self._solver)
        self._free.atexit = False
        self._assumptions: list[int] = []
        self.extend(clauses)

    def close(self) -> None:
        """Frees its memory, without waiting until nobody holds it."""
        self._free()

    def add(self, clause: Sequence[int]) -> None:
        """One more clause."""
        self._engine.add(self._solver, clause)

    def extend(self, clauses: Iterable[Sequence[int]]) -> None:
        """More clauses."""
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
        """One part of ``solve``; None if it did not suffice. The next goes on from there."""
        checkpoint()
        self._assumptions = list(assumptions)
        self._engine.allow(self._solver, self._conflicts)
        return self._engine.solve(self._solver, self._assumptions)

    def model(self) -> list[int]:
        """The literals that hold, by variable, after ``solve`` has returned true."""
        return self._engine.model(self._solver)

    def core(self) -> set[int]:
        """Assumptions that cannot hold together, after ``solve`` has returned false."""
        return set(self._engine.core(self._solver, self._assumptions) or ())

    def prove_to(self, file: IO[bytes]) -> Callable[[], None]:
        """Has Glucose 4.1, before it is given clauses, write what it learns to a file; returns what
        writes the rest of it.
        """
        return partial(pysolvers.flushpr, pysolvers.glucose41_tracepr(self._solver, file))


def refutation(clauses: Iterable[Sequence[int]]) -> list[str] | None:
    """The lines of a DRUP proof that clauses cannot be satisfied; None if they can be.

    By Glucose 4.1, for the sake of the proof: that of CaDiCaL has twice as many lemmas, as all of
    its preprocessing is in it. Nothing is asked twice and no clause is added later: what
    incremental solvers write then is no proof.

    Raises:
        LimitReachedError: if it would be longer than ``MAX_PROOF_BYTES``.
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
