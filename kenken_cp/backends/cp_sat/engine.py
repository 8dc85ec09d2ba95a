"""Every solution of a model, by CP-SAT's solver."""

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
from kenken_cp.checkpoints import StoppedError
from kenken_cp.encode.instance import IndexedCage, Instance, instance
from kenken_cp.errors import InternalError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.interrupts import wait_out
from kenken_cp.search.protocol import Ended, Limits, Status, StopSignal, Visit

MAX_EXPANDED = 200_000
"""Cells of all houses, times values, of a board whose houses CP-SAT may state anew, with a Boolean
each: it takes seconds, in which it does not stop, and half a gigabyte for a 64x64.
"""

SOON_CONFLICTS = 5000
"""Of a search without names of sets of values: a third of a second. To state the names takes longer
than to solve most puzzles, 30 ms on a 9x9, and what takes more conflicts half of them or less with
names; ``benchmarks/TRIED.md``, "Names of sets of values".
"""

MAX_FOUND_SOON = 1000
"""Grids that it finds: they are kept, as those that are found again are not to be visited."""

_EFFORT = ("model_seconds", "solver_seconds", "branches", "conflicts", "propagations")
"""Statistics that add up over searches."""


def parameters(limits: Limits) -> cmh.SatParameters:
    """CP-SAT's parameters, each with its reason; pinned by tests."""
    chosen = cmh.SatParameters()
    chosen.enumerate_all_solutions = True
    # With more workers an enumeration loses solutions, and reports that it has all of them.
    chosen.num_workers = 1
    # The handler it would install kills the process on Ctrl-C, and aborts in a thread.
    chosen.catch_sigint_signal = False
    # No objective to bound: the relaxation only costs time (2 to 8 times on cages of 3-6 cells).
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
    soon_conflicts: int = SOON_CONFLICTS,
) -> Ended:
    """Visits every solution, in the order CP-SAT finds them.

    Args:
        soon_conflicts: those of a first search without names of sets of values; 0 for a puzzle that
            is known to take more.
    """
    return _search(
        instance(puzzle), visit, limits, encoding, parameters_for, soon_conflicts=soon_conflicts
    )


def find(problem: Instance, limits: Limits) -> Grid | None:
    """A grid of an instance, which may have houses released; None if there is none.

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
    soon_conflicts: int = SOON_CONFLICTS,
) -> Ended:
    """A short search without names of sets of values, as most puzzles are done before these are
    stated; and where it does not suffice a new one with them.
    """
    remaining = limits.countdown()
    if not soon_conflicts or not names_value_sets(problem, encoding):
        return _searched(problem, visit, remaining(), encoding, parameters_for)
    soon = _Soon(visit)
    plain = replace(encoding, max_value_sets=0)
    first = _searched(problem, soon, remaining(), plain, parameters_for, soon_conflicts)
    is_over = limits.seconds is not None and first.statistics["conflicts"] < soon_conflicts
    if not soon.is_full and (is_over or first.status is not Status.TIMEOUT):
        return first
    rest = _searched(problem, soon.visit_other, remaining(), encoding, parameters_for)
    sums = {name: first.statistics[name] + rest.statistics[name] for name in _EFFORT}
    return Ended(rest.status, {**rest.statistics, **sums})


class _Soon:
    """Visits what a first search finds, and then of another's what that did not find.

    Attributes:
        is_full: whether it has found as many grids as are kept, and more are wanted.
    """

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._found: set[Grid] = set()
        self.is_full = False

    def __call__(self, grid: Grid) -> bool:
        self._found.add(grid)
        goes_on = self._visit(grid)
        self.is_full = goes_on and len(self._found) >= MAX_FOUND_SOON
        return goes_on and not self.is_full

    def visit_other(self, grid: Grid) -> bool:
        return grid in self._found or self._visit(grid)


def _searched(
    problem: Instance,
    visit: Visit,
    limits: Limits,
    encoding: Encoding,
    parameters_for: Callable[[Limits], cmh.SatParameters],
    max_conflicts: int | None = None,
) -> Ended:
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
    """Our status for CP-SAT's; that of a bounded search which did not suffice is ``TIMEOUT``.

    OPTIMAL, without an objective, says that the enumeration is complete; but it is also said of one
    that was stopped at its very last solution, so whether we stopped it is asked first.
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
    """Visits each grid. An exception must not cross the solver's C++ frames: it is kept."""

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
    """Whether a cage, but for values that it may not repeat, is as it should be."""
    held = [values[cell] for cell in cage.cells]
    return any(operator.holds(held, cage.target) for operator in cage.operators)


def _run(
    model: cmh.CpModelProto, visitor: _Visitor, limits: Limits, chosen: cmh.SatParameters
) -> Any:
    """Solves; Ctrl-C and the signal to stop reach it meanwhile."""
    solver = cmh.SolveWrapper()
    solver.set_parameters(chosen)
    solver.add_solution_callback(visitor)
    limits.stop.subscribe(solver.stop_search)
    try:
        if threading.current_thread() is threading.main_thread():
            return _solve_in_thread(solver, model)
        return solve(solver, model)
    finally:
        limits.stop.unsubscribe(solver.stop_search)
        solver.clear_solution_callback(visitor)


def solve(solver: cmh.SolveWrapper, model: cmh.CpModelProto) -> Any:
    """What CP-SAT responds, in this thread."""
    # The binding's stub leaves the types of this one method out.
    return solver.solve(model)  # type: ignore[no-untyped-call]


def _solve_in_thread(solver: cmh.SolveWrapper, model: cmh.CpModelProto) -> Any:
    """Solves in another thread.

    Python runs signal handlers only between byte codes of the main thread, which a solve there
    would keep from coming.
    """
    solved = _solver_thread().submit(solve, solver, model)
    wait_out(solved.done, lambda: wait([solved]), solver.stop_search)
    return solved.result()


@cache
def _solver_thread() -> ThreadPoolExecutor:
    """One thread, kept: the memory that a new one takes from the system costs 0.3 ms a solve."""
    return ThreadPoolExecutor(1, "kenken-cp-solver")


if hasattr(os, "register_at_fork"):
    # A child process has the executor, but not its thread.
    os.register_at_fork(after_in_child=_solver_thread.cache_clear)
