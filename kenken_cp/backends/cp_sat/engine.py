"""Every solution of a model, found by CP-SAT's solver."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from functools import cache
from typing import Any

from ortools.sat.python import cp_model_helper as cmh

from kenken_cp.backends.cp_sat.translation import (
    DEFAULT_ENCODING,
    Encoding,
    names_value_sets,
    translated,
)
from kenken_cp.clock import StoppedError
from kenken_cp.encode.instance import IndexedCage, Instance, instance
from kenken_cp.errors import InternalError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.interrupts import wait_out
from kenken_cp.search.progress import SECONDS_BETWEEN, Meter
from kenken_cp.search.protocol import Ended, Limits, Status, StopSignal, Visit

MAX_EXPANDED = 200_000
"""The cells of all houses, times the values, of the largest board whose AllDifferent constraints
CP-SAT may expand into Booleans, one for each. On a 64x64 that takes seconds, in which CP-SAT does
not stop, and half a gigabyte.
"""

FIRST_CONFLICTS_PER_VALUE = 200
"""Conflicts of the first search, which has no names of sets of values, for each value of the board:
an eighth of a second on a 9x9. Stating the names takes 30 ms there, longer than most puzzles take
to solve, and a quarter of a second on a 20x20; puzzles that need more conflicts need half of them
or less with names (``benchmarks/TRIED.md``, "Names of sets of values").
"""

MAX_FOUND_FIRST = 1000
"""Grids that the first search may find. They are kept, so that the second visits none of them."""

_ADDITIVE = ("model_seconds", "solver_seconds", "branches", "conflicts", "propagations")
"""Statistics that add up over searches."""


def parameters(limits: Limits) -> cmh.SatParameters:
    """CP-SAT's parameters, each with its reason; pinned by tests."""
    chosen = cmh.SatParameters()
    chosen.enumerate_all_solutions = True
    # With more workers an enumeration loses solutions, and still reports that it is complete.
    chosen.num_workers = 1
    # The handler it would install kills the process on Ctrl-C, and aborts in a thread.
    chosen.catch_sigint_signal = False
    # Without an objective to bound, the LP relaxation only costs time: searches of cages of 3-6
    # cells would take 2 to 8 times as long.
    chosen.linearization_level = 0
    if limits.seconds is not None:
        chosen.max_time_in_seconds = limits.seconds
    return chosen


def search(
    puzzle: Puzzle,
    visit: Visit,
    limits: Limits,
    encoding: Encoding = DEFAULT_ENCODING,
    parameters_for: Callable[[Limits], cmh.SatParameters] = parameters,
    *,
    first_conflicts: int | None = None,
) -> Ended:
    """Visits every solution, in the order in which CP-SAT finds them.

    Args:
        first_conflicts: conflicts of the first search, which has no names of sets of values: 0 for
            no such search, if the puzzle is known to take more; None for as many as suit its board.
    """
    return _search(
        instance(puzzle), visit, limits, encoding, parameters_for, first_conflicts=first_conflicts
    )


def find(problem: Instance, limits: Limits) -> Grid | None:
    """One grid of an instance, which may have released houses; None if there is none.

    Raises:
        StoppedError: if a limit came first.
    """
    found: list[Grid] = []

    def take(grid: Grid) -> bool:
        found.append(grid)
        return False

    status = _search(problem, take, limits, DEFAULT_ENCODING, parameters).status
    if found:
        return found[0]
    if status is not Status.EXHAUSTED:
        raise StoppedError(status)
    return None


def _search(
    problem: Instance,
    visit: Visit,
    limits: Limits,
    encoding: Encoding,
    parameters_for: Callable[[Limits], cmh.SatParameters],
    *,
    first_conflicts: int | None = None,
) -> Ended:
    """Searches shortly without names of sets of values, for most puzzles are solved before the
    names could be stated; if that does not suffice, searches once more with them.
    """
    remaining = limits.countdown()
    if first_conflicts is None:
        first_conflicts = FIRST_CONFLICTS_PER_VALUE * len(problem.domain)
    if not first_conflicts or not names_value_sets(problem, encoding):
        return _search_once(problem, visit, remaining(), encoding, parameters_for)
    visitor = _TwoSearchVisitor(visit)
    first = _search_once(
        problem,
        visitor.visit_first,
        remaining(),
        replace(encoding, max_value_sets=0),
        parameters_for,
        max_conflicts=first_conflicts,
    )
    is_over = limits.seconds is not None and first.statistics["conflicts"] < first_conflicts
    if not visitor.is_full and (is_over or first.status is not Status.TIMEOUT):
        return first
    second = _search_once(problem, visitor.visit_second, remaining(), encoding, parameters_for)
    sums = {name: first.statistics[name] + second.statistics[name] for name in _ADDITIVE}
    return Ended(second.status, {**second.statistics, **sums})


class _TwoSearchVisitor:
    """Visits the grids of a first search, and those of a second that the first did not find.

    Attributes:
        is_full: whether the first has found as many grids as are kept, and more are wanted.
    """

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._found: set[Grid] = set()
        self.is_full = False

    def visit_first(self, grid: Grid) -> bool:
        self._found.add(grid)
        goes_on = self._visit(grid)
        self.is_full = goes_on and len(self._found) >= MAX_FOUND_FIRST
        return goes_on and not self.is_full

    def visit_second(self, grid: Grid) -> bool:
        return grid in self._found or self._visit(grid)


def _search_once(
    problem: Instance,
    visit: Visit,
    limits: Limits,
    encoding: Encoding,
    parameters_for: Callable[[Limits], cmh.SatParameters],
    *,
    max_conflicts: int | None = None,
) -> Ended:
    """One call of the solver; the status of one that ended at ``max_conflicts`` is ``TIMEOUT``."""
    started = time.perf_counter()
    remaining = limits.countdown()
    model, unstated = translated(problem, encoding)
    modelled = time.perf_counter()
    visitor = _Visitor(problem, visit, unstated)
    chosen = parameters_for(remaining())
    if max_conflicts is not None:
        chosen.max_number_of_conflicts = max_conflicts
    if sum(len(house.cells) for house in problem.houses) * len(problem.domain) > MAX_EXPANDED:
        chosen.max_alldiff_domain_size = 1
    response = _run(model, visitor, limits, chosen)
    if visitor.error is not None:
        raise visitor.error
    statistics = {
        "model_seconds": modelled - started,
        "solver_seconds": time.perf_counter() - modelled,
        "tables": sum(constraint.has_table() for constraint in model.constraints),
        "variables": len(model.variables),
        "branches": response.num_branches,
        "conflicts": response.num_conflicts,
        "propagations": response.num_integer_propagations,
    }
    is_bounded = limits.seconds is not None or max_conflicts is not None
    return Ended(_status(response.status, visitor, limits.stop, is_bounded=is_bounded), statistics)


def _status(
    status: cmh.CpSolverStatus, visitor: _Visitor, stop: StopSignal, *, is_bounded: bool
) -> Status:
    """Our status for CP-SAT's; ``TIMEOUT`` for a bounded search that reached its bound.

    Without an objective, OPTIMAL means that the enumeration is complete. CP-SAT also returns it if
    the search was stopped at its very last solution, so whether we stopped it is checked first.
    """
    if status == cmh.CpSolverStatus.MODEL_INVALID:
        raise InternalError("CP-SAT calls our model invalid")
    if visitor.stopped:
        return Status.LIMIT
    if status in (cmh.CpSolverStatus.OPTIMAL, cmh.CpSolverStatus.INFEASIBLE):
        return Status.EXHAUSTED
    if stop:
        return Status.INTERRUPTED
    if not is_bounded:
        raise InternalError(f"CP-SAT gave up without a limit: {status}")
    return Status.TIMEOUT


class _Visitor(cmh.SolutionCallback):
    """Visits each grid. Exceptions are kept, for none may pass through the solver's C++ frames."""

    def __init__(self, problem: Instance, visit: Visit, unstated: Sequence[IndexedCage]) -> None:
        super().__init__()
        self._unstated = unstated
        self._grid = problem.grid
        self._cells = range(len(problem.cells))
        self._visit = visit
        self.stopped = False
        self.error: BaseException | None = None

    def OnSolutionCallback(self) -> None:  # noqa: N802 - the name the binding calls
        if self.stopped:
            return
        value = self.SolutionIntegerValue
        try:
            values = tuple(map(value, self._cells))
            if all(_holds(cage, values) for cage in self._unstated):
                self.stopped = not self._visit(self._grid(values))
        except BaseException as error:  # noqa: BLE001 - raised again by search()
            self.error, self.stopped = error, True
        if self.stopped:
            self.StopSearch()


def _holds(cage: IndexedCage, values: Sequence[int]) -> bool:
    """Whether a cage makes its target; whether it repeats a value is not checked."""
    its_values = [values[cell] for cell in cage.cells]
    return any(operator.holds(its_values, cage.target) for operator in cage.operators)


def _run(
    model: cmh.CpModelProto, visitor: _Visitor, limits: Limits, chosen: cmh.SatParameters
) -> Any:
    """Solves a model; Ctrl-C and the signal to stop still work in the meantime."""
    solver = cmh.SolveWrapper()
    solver.set_parameters(chosen)
    solver.add_solution_callback(visitor)
    limits.stop.subscribe(solver.stop_search)
    try:
        if threading.current_thread() is threading.main_thread():
            return _solve_in_thread(solver, model, limits.meter)
        return solve(solver, model)
    finally:
        limits.stop.unsubscribe(solver.stop_search)
        solver.clear_solution_callback(visitor)


def solve(solver: cmh.SolveWrapper, model: cmh.CpModelProto) -> Any:
    """Solves in this thread; returns CP-SAT's response."""
    # The binding's stub lacks the types of this one method.
    return solver.solve(model)  # type: ignore[no-untyped-call]


def _solve_in_thread(solver: cmh.SolveWrapper, model: cmh.CpModelProto, meter: Meter | None) -> Any:
    """Solves in another thread, while this one has the meter report how far that has come.

    Python runs signal handlers only between two byte codes of the main thread; a solve there would
    be one long byte code.
    """
    solved = _solver_thread().submit(solve, solver, model)

    def wait_a_while() -> None:
        wait([solved], None if meter is None else SECONDS_BETWEEN / 2)
        if meter is not None:
            meter.tick()

    wait_out(solved.done, wait_a_while, solver.stop_search)
    return solved.result()


@cache
def _solver_thread() -> ThreadPoolExecutor:
    """One thread for all solves: a new one each time would cost 0.3 ms, for memory of its own."""
    return ThreadPoolExecutor(1, "kenken-cp-solver")


if hasattr(os, "register_at_fork"):
    # A child process has the executor, but not its thread.
    os.register_at_fork(after_in_child=_solver_thread.cache_clear)
