"""A search that finds many solutions starts over, many nodes at a time; each comes once."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import board_sizes, planted
from truth import agrees

from kenken_cp import Limits, Puzzle, Status
from kenken_cp.backends.cover import search
from kenken_cp.search.protocol import StopSignal
from kenken_cp.search.run import find_solutions

MANY_VALUES = Puzzle(2, values=range(1, 41))
"""More than the search of many nodes at a time can hold."""


@contextmanager
def many_nodes_after(solutions, **constants):
    """Where that many solutions are found, however soon."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "SECONDS_DEPTH_FIRST", 0.0)
        patch.setattr(search, "MANY_SOLUTIONS", solutions)
        for name, value in constants.items():
            patch.setattr(search, name, value)
        yield


def went_on(outcome):
    return any(name.endswith("vector nodes") for name in outcome.statistics)


@given(planted(sizes=board_sizes(2, 4)), st.integers(0, 12), st.booleans())
def test_each_solution_comes_once(puzzle_and_grid, solutions, in_blocks):
    puzzle, _ = puzzle_and_grid
    single, many = [], []
    with many_nodes_after(solutions):
        outcome = find_solutions(
            puzzle,
            single.append,
            Limits(3000),
            backend="cover",
            visit_block=(lambda block: many.extend(block.grids())) if in_blocks else None,
        )
    found = single + many
    assert len(set(found)) == len(found) == outcome.count
    assert outcome.status is Status.LIMIT or agrees(len(found), puzzle)


@pytest.mark.parametrize("backend", ["cover", "auto"])
@pytest.mark.parametrize("values", [range(-1, 3), range(254, 258), range(1, 5)], ids=str)
@pytest.mark.parametrize("visit_block", [None, lambda _: None])
def test_grids_of_any_values(backend, values, visit_block):
    with many_nodes_after(5):
        outcome = find_solutions(
            Puzzle(4, values=values), backend=backend, visit_block=visit_block, remember_all=True
        )
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)
    assert went_on(outcome)


def test_few_solutions_do_not_make_it_go_on():
    with many_nodes_after(577):
        outcome = find_solutions(Puzzle(4), backend="cover")
    assert outcome.count == 576
    assert not went_on(outcome)


def test_it_is_not_begun_for_a_short_search():
    assert not went_on(find_solutions(Puzzle(4), backend="cover"))
    assert went_on(find_solutions(Puzzle(5), None, Limits(20_000), backend="cover"))


@pytest.mark.parametrize("limit", [7, 100, 575, 576, 577])
def test_limits(limit):
    grids = []
    with many_nodes_after(5):
        outcome = find_solutions(Puzzle(4), grids.append, Limits(limit), backend="cover")
    assert outcome.count == len(set(grids)) == min(limit, 576)
    assert outcome.status is (Status.EXHAUSTED if limit > 576 else Status.LIMIT)


@pytest.mark.parametrize("visits", ["grids", "blocks"])
def test_a_visitor_may_stop_it(visits):
    grids = []

    def visit(grid):
        grids.append(grid)
        return len(grids) < 40

    def visit_block(block):
        grids.extend(block.grids())
        return len(grids) < 40

    with many_nodes_after(5):
        outcome = find_solutions(
            Puzzle(5),
            visit,
            backend="cover",
            visit_block=visit_block if visits == "blocks" else None,
        )
    assert outcome.status is Status.LIMIT
    assert len(set(grids)) == len(grids) >= 40


def test_it_can_be_stopped():
    stop = StopSignal()

    def visit_block(block):
        stop.stop()

    with many_nodes_after(5):
        outcome = find_solutions(
            Puzzle(6), None, Limits(stop=stop), backend="cover", visit_block=visit_block
        )
    assert outcome.status is Status.INTERRUPTED
    assert 5 < outcome.count < 812_851_200


def test_where_it_cannot_go_on_it_goes_on_depth_first_and_remembers_no_more():
    grids = []
    with many_nodes_after(5, MAX_REMEMBERED=10):
        outcome = find_solutions(MANY_VALUES, grids.append, Limits(500), backend="auto")
    assert outcome.count == len(set(grids)) == 500
    assert {name.split()[0] for name in outcome.statistics} == {"cover"}
    assert not went_on(outcome)
