"""The registry of backends: built-in ones are imported when used, others are plain functions."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager, suppress

import numpy as np
import pytest

from kenken_cp import (
    InternalError,
    LimitReachedError,
    Puzzle,
    Status,
    UnknownNameError,
    backends,
    count,
    each_solution,
    is_unique,
    solutions,
    solve,
)
from kenken_cp.backends import brute_force
from kenken_cp.search.backend import BACKENDS, Backend
from kenken_cp.search.blocks import Block
from kenken_cp.search.protocol import Counted, Ended
from kenken_cp.search.run import find_solutions


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


GRIDS = (((1, 2), (2, 1)), ((2, 1), (1, 2)))


@pytest.mark.parametrize(
    "as_given",
    [
        lambda grid: [list(row) for row in grid],
        np.array,
        lambda grid: tuple(tuple(map(np.int64, row)) for row in grid),
        lambda grid: tuple(tuple(map(float, row)) for row in grid),
        lambda grid: sum(grid, ()),
        lambda grid: grid[:1],
        lambda grid: (*grid, (1, 2)),  # its first cells are a solution
        lambda grid: ((*grid[0], grid[1][0]), grid[1][1:]),
        lambda grid: None,
    ],
)
def test_one_whose_grids_are_not_tuples_of_integers_of_the_board(as_given):
    def search(puzzle, visit, limits):
        for grid in GRIDS:
            visit(as_given(grid))
        return Ended(Status.EXHAUSTED)

    with (
        BACKENDS.registered(Backend("mine", "other grids", search)),
        pytest.raises(InternalError, match="a tuple of 2 tuples of 2 plain integers") as raised,
    ):
        count(Puzzle(2), backend="mine")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("other", [((1, 2, 2), (1,)), ((1, 2), (2, 1), (1, 2)), ((1, 2), (2,))])
def test_one_whose_grids_are_not_all_of_the_shape_of_the_board(other):
    """Of such grids a solution that comes again would be counted again."""

    def search(puzzle, visit, limits):
        for grid in (*GRIDS, other):
            visit(grid)
        return Ended(Status.EXHAUSTED)

    with (
        BACKENDS.registered(Backend("mine", "other grids", search)),
        pytest.raises(InternalError, match="a tuple of 2 tuples of 2 plain integers"),
    ):
        count(Puzzle(2), backend="mine")


@pytest.mark.parametrize("ended", [None, Status.EXHAUSTED, Ended("exhausted"), iter(GRIDS)])
def test_one_that_does_not_say_how_it_ended(ended):
    with (
        BACKENDS.registered(Backend("mine", "says nothing", lambda *_: ended)),
        pytest.raises(InternalError, match=r"an engine returned .*; expected Ended\(status\)"),
    ):
        solve(Puzzle(2), backend="mine")


def test_one_that_raises_stop_iteration():
    """To whoever iterates over its solutions, that would be their end."""

    def search(puzzle, visit, limits):
        visit(GRIDS[0])
        return next(iter(()))

    with BACKENDS.registered(Backend("mine", "has no more", search)):
        for verb in (solve, count, lambda puzzle, **named: list(solutions(puzzle, **named))):
            with pytest.raises(InternalError, match="an engine raised StopIteration"):
                verb(Puzzle(2), backend="mine")


def test_one_that_does_not_pass_on_what_the_visitor_raises():
    """It may not go on, nor be believed."""
    visited = []

    def search(puzzle, visit, limits):
        for grid in GRIDS:
            with suppress(Exception):
                visit(grid)
        return Ended(Status.EXHAUSTED)

    def visit(grid):
        visited.append(grid)
        raise ZeroDivisionError

    with (
        BACKENDS.registered(Backend("mine", "suppresses errors", search)),
        pytest.raises(ZeroDivisionError),
    ):
        each_solution(Puzzle(2), visit, backend="mine")
    assert visited == [GRIDS[0]]


@pytest.mark.parametrize(
    ("raised", "expected"), [(ZeroDivisionError, ZeroDivisionError), (StopIteration, RuntimeError)]
)
def test_one_that_does_not_pass_on_what_a_visitor_of_blocks_raises(raised, expected):
    visited = []

    def blocks(puzzle, visit, visit_block, limits):
        for grid in GRIDS:
            with suppress(Exception):
                visit_block(Block(np.array(grid, np.int8).reshape(4, 1), 2))
        return Ended(Status.EXHAUSTED)

    def visit_block(block):
        visited.extend(block.grids())
        raise raised

    with pytest.raises(expected):
        find_solutions(Puzzle(2), search=squares_of_two, blocks=blocks, visit_block=visit_block)
    assert visited == [GRIDS[0]]


@pytest.mark.parametrize("counts", [True, False])
def test_ctrl_c_while_one_is_imported(counts):
    class Interrupted:
        def __call__(self, puzzle, visit, limits):
            return Ended(limits.watch()() or Status.EXHAUSTED)

        def load(self):
            raise KeyboardInterrupt

    counting = (lambda puzzle, limits: Counted(limits.watch()(), 0)) if counts else None
    with BACKENDS.registered(Backend("mine", "takes a while", Interrupted(), count=counting)):
        assert solve(Puzzle(2), backend="mine").status is Status.INTERRUPTED
        with pytest.raises(LimitReachedError, match=r"interrupted after 0\+ solutions"):
            count(Puzzle(2), backend="mine")


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
