"""The registry of backends: built-in ones are imported when used, others are plain functions."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager

import pytest

from kenken_cp import Puzzle, Status, UnknownNameError, backends, count, is_unique, solutions, solve
from kenken_cp.backends import brute_force
from kenken_cp.search.backend import BACKENDS, Backend
from kenken_cp.search.protocol import Counted, Ended


def squares_of_two(puzzle, visit, limits):
    """An engine from outside, which knows one board."""
    for grid in (((1, 2), (2, 1)), ((2, 1), (1, 2))):
        if not visit(grid):
            return Ended(Status.LIMIT)
    return Ended(Status.EXHAUSTED, {"boards": 1})


def test_one_from_outside_is_a_function():
    with BACKENDS.registered(Backend("mine", "knows 2x2", squares_of_two)):
        assert BACKENDS.named("mine").installed
        outcome = solve(Puzzle(2), backend="mine", limit=3)
        assert (outcome.status, outcome.count, outcome.backend) == (Status.EXHAUSTED, 2, "mine")
        assert outcome.statistics == {"boards": 1}
        assert count(Puzzle(2), backend="mine") == 2
        assert not is_unique(Puzzle(2), backend="mine")
        with solutions(Puzzle(2), backend="mine") as grids:
            assert len(list(grids)) == 2
    with pytest.raises(UnknownNameError, match="unknown backend 'mine'"):
        solve(Puzzle(2), backend="mine")


def test_one_that_counts():
    def counted(puzzle, limits):
        return Counted(Status.EXHAUSTED, 2)

    def search(puzzle, visit, limits):
        raise AssertionError("it is to count")

    with BACKENDS.registered(Backend("mine", "counts", search, count=counted)):
        assert count(Puzzle(2), backend="mine") == 2


def test_one_that_needs_what_is_not_there():
    needy = Backend("needy", "needs", squares_of_two, requires=("no_such_module",))
    assert not needy.installed


def test_what_needs_loading_is_loaded_before_it_is_timed():
    loaded = []

    class Lazy:
        def __call__(self, *arguments):
            assert loaded
            return squares_of_two(*arguments)

        def load(self):
            loaded.append(True)

    with BACKENDS.registered(Backend("lazy", "loads", Lazy())):
        assert solve(Puzzle(2), backend="lazy").count == 2
    assert loaded


@pytest.mark.parametrize("name", BACKENDS.names())
def test_none_is_imported_before_it_is_used(name):
    backend = BACKENDS.named(name)
    assert backend.summary
    assert callable(backend.search)
    if backend.installed:
        backend.load()


def test_importing_the_package_imports_no_engine():
    script = (
        "import sys, kenken_cp\n"
        "from kenken_cp.search.backend import BACKENDS\n"
        "print(len(BACKENDS), [backend.installed for backend in BACKENDS][0])\n"
        "print([m for m in sys.modules if m.startswith('kenken_cp.backends.')])\n"
        "print([m for m in ('ortools', 'constraint', 'numba', 'numpy') if m in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == f"{len(BACKENDS)} True\n[]\n[]\n", done.stderr


def test_signals_are_held_back_only_for_the_first_import_of_an_engine(monkeypatch):
    """To hold them back again for each puzzle would take a quarter of the time of a small one."""
    held_back = []

    @contextmanager
    def uninterrupted():
        held_back.append(None)
        yield

    monkeypatch.setattr(backends, "uninterrupted", uninterrupted)
    search = backends._Lazy("brute_force:search")
    assert search.load() is search.load() is brute_force.search
    assert len(held_back) == 1
