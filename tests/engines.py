"""The backends that tests are run on."""

from __future__ import annotations

from functools import cache

import pytest

from kenken_cp import Puzzle, Status
from kenken_cp.backends.cover.methods import CountingMethod
from kenken_cp.model.geometry import Grid
from kenken_cp.search.backend import BACKENDS
from kenken_cp.search.run import find_solutions

needs_fast = pytest.mark.fast

FAST = ("auto", "cp-sat", "cover", "compiled")
"""Those that do a 9x9 in milliseconds."""

HAND_WRITTEN = ("logic", "propagation", "best-first", "mcv-lcv", "backtracking")
"""The strategies of the hand-written solver: one backend, the first, stands for their adapter, by
default at least. That each strategy finds every solution is tested with the solver.
"""


def marks_of(name: str) -> list[pytest.MarkDecorator]:
    """The marks of a test of some backend."""
    return [needs_fast] if BACKENDS.named(name).extra == "fast" else []


def _parametrized(
    names: list[str] | tuple[str, ...], complete: tuple[str, ...] = ()
) -> pytest.MarkDecorator:
    """A test for each of some backends; of some of them in the complete run only."""
    return pytest.mark.parametrize(
        "backend",
        [
            pytest.param(name, marks=pytest.mark.complete if name in complete else marks_of(name))
            for name in names
        ],
    )


each_backend = _parametrized(BACKENDS.names(), complete=HAND_WRITTEN[1:])
each_backend_by_default = _parametrized(BACKENDS.names())
each_engine = _parametrized([name for name in BACKENDS.names() if name not in HAND_WRITTEN[1:]])
each_fast_backend = _parametrized(FAST)


@cache
def reference(puzzle: Puzzle, backend: str = "cp-sat") -> frozenset[Grid]:
    """Every solution, found once in a run of the tests."""
    found: list[Grid] = []
    outcome = find_solutions(puzzle, found.append, backend=backend)
    assert outcome.status is Status.EXHAUSTED
    return frozenset(found)


def finished(method: CountingMethod) -> int | None:
    """The count by a method, alone and without limits."""
    while True:
        try:
            next(method.steps)
        except StopIteration as ended:
            found: int | None = ended.value
            return found
