"""The backends that tests are run on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import ModuleType

import pytest

from kenken_cp import Limits, Outcome, Puzzle, Status
from kenken_cp.model.geometry import Grid
from kenken_cp.search.engine import BACKENDS, Backend, SearchFunction
from kenken_cp.search.gate import Visitor
from kenken_cp.search.verbs import find_solutions

FAST = ("auto", "cp-sat", "cover")
"""Those that do a 9x9 in milliseconds."""

HAND_WRITTEN = ("logic", "propagation", "best-first", "mcv-lcv", "backtracking")
"""The strategies of the hand-written solver: one backend, the first, stands for their adapter, by
default at least. That each strategy finds every solution is tested with the solver.
"""


def _parametrized(
    names: list[str] | tuple[str, ...], complete: tuple[str, ...] = ()
) -> pytest.MarkDecorator:
    """A test for each of some backends; of some of them in the slow run only."""
    return pytest.mark.parametrize(
        "backend",
        [pytest.param(name, marks=pytest.mark.slow if name in complete else []) for name in names],
    )


each_backend = _parametrized(BACKENDS.names(), complete=HAND_WRITTEN[1:])
each_quick_backend = _parametrized(BACKENDS.names(), complete=HAND_WRITTEN)
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


def outcome_by(
    search: SearchFunction, puzzle: Puzzle, visit: Visitor | None = None, most: int | None = None
) -> Outcome:
    """The outcome of a search that is no backend, through the gate."""
    with BACKENDS.registered(Backend("tested", "", search)):
        return find_solutions(puzzle, visit, Limits(most), backend="tested")


def every_by(search: SearchFunction, puzzle: Puzzle) -> set[Grid]:
    """All solutions by a search that is no backend."""
    found: list[Grid] = []
    assert outcome_by(search, puzzle, found.append).status is Status.EXHAUSTED
    return set(found)


@contextmanager
def patched(constants: dict[tuple[ModuleType | type, str], object]) -> Iterator[None]:
    """In the ``with`` block, attributes of modules or classes have other values; as
    ``monkeypatch`` does it for a whole test.
    """
    with pytest.MonkeyPatch.context() as patch:
        for (owner, name), value in constants.items():
            patch.setattr(owner, name, value)
        yield
