"""Every solution of a model, found by CP-SAT's solver in a thread of its own.

The solver does not return before it is done, and Python runs the handler of Ctrl-C only between two
byte codes of the main thread. So the caller's thread waits beside the solver's: for grids, which
it visits itself, and for its clock.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from kenken_cp.backends.cp_sat.binding import (
    CpModelProto,
    CpSolverStatus,
    SatParameters,
    SolutionCallback,
    SolveWrapper,
)
from kenken_cp.backends.cp_sat.model import model_of
from kenken_cp.clock import Clock, Status
from kenken_cp.encode.instance import IndexedCage, Instance, instance
from kenken_cp.errors import InternalError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.engine import Ended, Visit

MAX_EXPANDED = 200_000
"""The cells of all houses, times the values, of the largest board whose AllDifferent constraints
CP-SAT may expand into Booleans, one for each. On a 64x64 that takes seconds, in which CP-SAT does
not stop, and half a gigabyte.
"""

MAX_WAITING = 1000
"""Grids found but not yet taken; the solver waits when there are that many."""

SECONDS_BETWEEN_CHECKS = 0.015
"""The longest time in which the clock is not looked at."""


def parameters_for(problem: Instance) -> SatParameters:
    """CP-SAT's parameters, each with its reason; pinned by tests."""
    chosen = SatParameters()
    chosen.enumerate_all_solutions = True
    # With more workers an enumeration loses solutions, and still reports that it is complete.
    chosen.num_workers = 1
    # The handler it would install kills the process on Ctrl-C, and aborts in a thread.
    chosen.catch_sigint_signal = False
    # Without an objective to bound, the LP relaxation only costs time: searches of cages of 3-6
    # cells would take 2 to 8 times as long.
    chosen.linearization_level = 0
    if sum(len(house.cells) for house in problem.houses) * len(problem.domain) > MAX_EXPANDED:
        chosen.max_alldiff_domain_size = 1
    return chosen


def search(puzzle: Puzzle, visit: Visit, clock: Clock) -> Ended:
    """Visits every solution, in the order in which CP-SAT finds them."""
    with CpSatSearch(instance(puzzle)) as cp_sat:
        cp_sat.start()
        while True:
            grids = cp_sat.take(SECONDS_BETWEEN_CHECKS)
            if grids and not visit(grids):
                return Ended(Status.LIMIT, cp_sat.statistics)
            if cp_sat.is_done:
                return Ended(Status.EXHAUSTED, cp_sat.statistics)
            clock.check()


class CpSatSearch:
    """CP-SAT at work in a thread of its own, from ``start`` to ``stop`` or the end of a ``with``
    block.
    """

    def __init__(self, problem: Instance) -> None:
        self._problem = problem
        self._solver = SolveWrapper()
        self._model = CpModelProto()
        self._model_seconds = 0.0
        self._thread: threading.Thread | None = None
        self._response: Any = None
        self._error: BaseException | None = None
        # Held by whichever thread reads or changes what follows.
        self._changed = threading.Condition()
        self._waiting: list[Grid] = []
        self._has_ended = self.is_stopped = False

    def __enter__(self) -> CpSatSearch:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Makes the model, and begins to search it; does nothing if it has begun.

        Raises:
            StoppedError: if the current clock says so while the model is made.
        """
        if self._thread is not None:
            return
        began = time.perf_counter()
        self._model, unstated = model_of(self._problem)
        self._model_seconds = time.perf_counter() - began
        callback = _Callback(self._problem, unstated, self._receive)
        thread = threading.Thread(
            target=self._run, args=(callback,), name="kenken-cp-sat", daemon=True
        )
        thread.start()
        self._thread = thread  # only now: ``stop`` waits for a thread that it knows

    def stop(self) -> None:
        """Ends the search. What was not taken is lost."""
        with self._changed:
            self.is_stopped = True
            self._changed.notify_all()
            # More than once: a solver that is only about to begin does not hear it.
            while self._thread is not None and not self._has_ended:
                self._solver.stop_search()
                self._changed.wait(SECONDS_BETWEEN_CHECKS)

    def _run(self, callback: _Callback) -> None:
        """The solver's thread."""
        try:
            self._solver.set_parameters(parameters_for(self._problem))
            self._solver.add_solution_callback(callback)
            # The binding's stub lacks the types of this one method.
            self._response = self._solver.solve(self._model)  # type: ignore[no-untyped-call]
            self._solver.clear_solution_callback(callback)
        except BaseException as error:  # noqa: BLE001 - raised again by ``is_done``
            self._error = error
        self._error = self._error or callback.error
        with self._changed:
            self._has_ended = True
            self._changed.notify_all()

    def _receive(self, grid: Grid) -> bool:
        """Takes a grid in the solver's thread; returns whether it is to find more."""
        with self._changed:
            self._changed.wait_for(lambda: self.is_stopped or len(self._waiting) < MAX_WAITING)
            self._waiting.append(grid)
            self._changed.notify_all()
            return not self.is_stopped

    def take(self, seconds: float) -> list[Grid]:
        """The grids found since this was last called. If there are none, it waits for one, or for
        the end of the search, at most for some seconds.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._has_ended, seconds)
            grids, self._waiting = self._waiting, []
            self._changed.notify_all()
        return grids

    @property
    def is_done(self) -> bool:
        """Whether every grid was found and taken.

        Raises:
            InternalError: if CP-SAT has ended in any other way.
        """
        with self._changed:
            if not self._has_ended or self._waiting:
                return False
        if self._error is not None:
            raise self._error
        # Without an objective, OPTIMAL means that the enumeration is complete.
        if self._response.status not in (CpSolverStatus.OPTIMAL, CpSolverStatus.INFEASIBLE):
            raise InternalError(f"CP-SAT gave up without a limit: {self._response.status}")
        return True

    @property
    def statistics(self) -> dict[str, int | float]:
        """Its figures by name; those of the solver once it has ended."""
        found: dict[str, int | float] = {
            "model_seconds": self._model_seconds,
            "tables": sum(constraint.has_table() for constraint in self._model.constraints),
            "variables": len(self._model.variables),
        }
        if self._response is not None:
            found["branches"] = self._response.num_branches
            found["conflicts"] = self._response.num_conflicts
            found["propagations"] = self._response.num_integer_propagations
        return found


class _Callback(SolutionCallback):
    """What CP-SAT calls with each solution. Exceptions are kept, for none may pass through its C++
    frames.

    Args:
        unstated: cages that are not in the model, and that a grid may break.
        receive: called with each grid, in the solver's thread; the search ends if it returns False.

    Attributes:
        error: what was raised.
    """

    def __init__(
        self, problem: Instance, unstated: Sequence[IndexedCage], receive: Callable[[Grid], bool]
    ) -> None:
        super().__init__()
        self._problem, self._unstated, self._receive = problem, unstated, receive
        self.error: BaseException | None = None

    def OnSolutionCallback(self) -> None:  # noqa: N802 - the name the binding calls
        goes_on = False
        try:
            values = tuple(map(self.SolutionIntegerValue, range(len(self._problem.cells))))
            if all(_holds(cage, values) for cage in self._unstated):
                goes_on = self._receive(self._problem.grid(values))
            else:
                goes_on = True
        except BaseException as error:  # noqa: BLE001 - raised again in the caller's thread
            self.error = error
        if not goes_on:
            self.StopSearch()


def _holds(cage: IndexedCage, values: Sequence[int]) -> bool:
    """Whether a cage makes its target; whether it repeats a value is not checked."""
    its_values = [values[cell] for cell in cage.cells]
    clue = cage.relation
    return any(operator.holds(its_values, clue.target) for operator in clue.operators)
