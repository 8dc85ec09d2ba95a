"""Whenever the portfolio switches, every solution comes once and the count is right."""

from __future__ import annotations

import time
from contextlib import contextmanager
from functools import cache, partial
from types import SimpleNamespace

import pytest
from engines import needs_fast
from hypothesis import given
from hypothesis import strategies as st
from kenken_cp.search.backend import BACKENDS, Backend
from kenken_cp.search.progress import Known
from kenken_cp.search.protocol import Counted, Ended, StopSignal
from kenken_cp.search.run import count_solutions, find_solutions
from strategies import board_sizes, examples, planted

from kenken_cp import Cage, Limits, Puzzle, Status, each_solution, solve
from kenken_cp.backends import portfolio, portfolio_counting, side_by_side
from kenken_cp.backends.cover.search import SECONDS_PER_NODE
from kenken_cp.backends.portfolio import SearchBudgets
from kenken_cp.backends.portfolio_counting import CountBudgets, Switch
from kenken_cp.clock import checkpoint
from kenken_cp.encode.exact_cover import ExactCover

MAX_SOLUTIONS = 3000


@contextmanager
def tuned(counting=None, **searching):
    """The name of a backend that is the portfolio with other budgets."""
    budgets = SearchBudgets(**searching)
    search, blocks = (
        partial(each, budgets=budgets) for each in (portfolio.search, portfolio.blocks)
    )
    count = partial(portfolio_counting.count, budgets=counting or CountBudgets())
    with BACKENDS.registered(Backend("tuned", "other budgets", search, count, blocks)):
        yield "tuned"


def turns_of(methods, budgets):
    return portfolio_counting._Turns(None, methods, Limits().countdown(), budgets, None)


@cache
def truth(puzzle):
    """How many solutions by CP-SAT alone; None if there are more than ``MAX_SOLUTIONS``."""
    outcome = find_solutions(puzzle, None, Limits(MAX_SOLUTIONS), backend="cp-sat")
    return outcome.count if outcome.status is Status.EXHAUSTED else None


@given(planted(sizes=board_sizes(2, 4)), st.integers(0, 12))
def test_a_search_that_makes_no_progress(puzzle_and_grid, nodes):
    puzzle, _ = puzzle_and_grid
    found = []
    budget = nodes * SECONDS_PER_NODE * ExactCover(puzzle).options ** 1.5
    with tuned(seconds_per_solution=0.0, search_seconds=budget) as backend:
        outcome = find_solutions(
            puzzle, found.append, Limits(MAX_SOLUTIONS), backend=backend, remember_all=True
        )
    assert len(set(found)) == len(found)
    assert len(found) == truth(puzzle) or outcome.status is Status.LIMIT


@given(
    planted(sizes=board_sizes(2, 4)),
    st.integers(1, 6),
    st.sampled_from([(0.0, 10**6), (60.0, 3), (60.0, 10**6)]),
    st.booleans(),
)
@examples(40)
def test_where_solutions_are_dense(puzzle_and_grid, before, dense, in_blocks):
    puzzle, _ = puzzle_and_grid
    single, many = [], []
    with tuned(
        search_seconds=0.0,
        seconds_per_solution=0.0,
        solutions_before_dense=before,
        dense_seconds=dense[0],
        dense_solutions=dense[1],
    ) as backend:
        outcome = find_solutions(
            puzzle,
            single.append,
            Limits(MAX_SOLUTIONS),
            backend=backend,
            visit_block=(lambda block: many.extend(block.grids())) if in_blocks else None,
        )
    found = single + many
    assert len(set(found)) == len(found) == outcome.count
    assert len(found) == truth(puzzle) or outcome.status is Status.LIMIT


@pytest.mark.parametrize(("seconds", "goes_on"), [(0.0, False), (60.0, True)])
def test_two_engines_leave_the_rest_to_exact_cover_where_solutions_are_dense(seconds, goes_on):
    grids = []
    with tuned(
        search_seconds=0.0, seconds_per_solution=0.0, dense_seconds=seconds, dense_solutions=300
    ) as backend:
        outcome = find_solutions(Puzzle(4), grids.append, backend=backend)
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)
    assert len(set(grids)) == 576
    assert ("cover vector nodes" in outcome.statistics) is goes_on


@pytest.mark.parametrize("limit", [99, 100, 101, 130])
def test_limits_where_solutions_are_dense(limit):
    with tuned(search_seconds=0.0, seconds_per_solution=0.0) as backend:
        outcome = find_solutions(Puzzle(4), None, Limits(limit), backend=backend, keep=limit)
    assert (outcome.status, outcome.count, len(set(outcome.grids))) == (Status.LIMIT, limit, limit)


class Loaded:
    """The compiled engine, ready at once."""

    ready = True

    def close(self):
        pass


@pytest.fixture
def loaded(monkeypatch):
    monkeypatch.setattr(portfolio_counting, "_loading", Loaded)


@given(planted(sizes=board_sizes(2, 4)), st.sampled_from([1, 5, 10**6]))
def test_a_count_in_turns(puzzle_and_grid, solutions):
    puzzle, _ = puzzle_and_grid
    budgets = CountBudgets(
        count_seconds=0.0, seconds_per_solution=0.0, first_turn_solutions=solutions
    )
    with tuned(budgets) as backend:
        outcome = count_solutions(puzzle, backend=backend)
    assert outcome.status is Status.EXHAUSTED
    assert outcome.count == truth(puzzle) or outcome.count >= MAX_SOLUTIONS


@needs_fast
@pytest.mark.usefixtures("loaded")
def test_a_long_count_goes_on_compiled():
    with tuned(CountBudgets(long_count_seconds=0.0, seconds_left=0.0)) as backend:
        outcome = count_solutions(Puzzle(5), backend=backend)
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 161280)
    assert "compiled nodes" in outcome.statistics


@needs_fast
@pytest.mark.parametrize(
    ("share", "long"), [(None, True), (0.0, True), (0.1, True), (0.5, False), (1.0, False)]
)
def test_a_count_is_long_only_if_much_is_left(share, long):
    """Compiling takes ten seconds: half of a count that has taken five is done sooner."""
    methods = SimpleNamespace(known=lambda: Known(5, share))
    turns = turns_of(methods, CountBudgets())
    turns._work_began = time.thread_time() - 5
    assert turns._is_long() is long
    turns._work_began = time.thread_time() - 0.5
    assert not turns._is_long()


@pytest.mark.parametrize("reason", [Status.INTERRUPTED, Status.TIMEOUT])
@pytest.mark.parametrize(
    "budgets",
    [{}, {"count_seconds": 0.0, "seconds_per_solution": 0.0, "first_turn_solutions": 1}],
    ids=["cover", "in turns"],
)
def test_a_count_that_is_stopped_says_why_and_is_a_lower_bound(budgets, reason):
    stop = StopSignal()
    limits = Limits(seconds=0.05) if reason is Status.TIMEOUT else Limits(stop=stop)
    if reason is Status.INTERRUPTED:
        stop.stop()
    with tuned(CountBudgets(**budgets)) as backend:
        outcome = count_solutions(Puzzle(9), limits, backend=backend)
    assert outcome.status is reason
    assert not outcome.count.exact


@pytest.mark.parametrize(("most", "asked"), [(1, False), (10**9, True)])
def test_cp_sat_has_no_turn_where_more_solutions_are_known_than_it_would_find(
    monkeypatch, most, asked
):
    turns = []

    def count_side_by_side(puzzle, limits, max_solutions, weigh, known):
        assert known == 5
        turns.append(max_solutions)
        return Counted(Status.LIMIT, 0, {})

    monkeypatch.setattr(portfolio_counting, "_count_side_by_side", count_side_by_side)
    monkeypatch.setattr(portfolio_counting.CountingPortfolio, "known", lambda _: Known(5))
    budgets = CountBudgets(count_seconds=0.0, seconds_per_solution=0.0, first_turn_solutions=most)
    with tuned(budgets) as backend:
        assert count_solutions(Puzzle(4), backend=backend).count == 576
    assert bool(turns) is asked


@pytest.mark.parametrize(
    ("leaves", "expected", "seconds"), [(0, 0.0, 0), (1, 1e9, 2), (50, 300.0, 30), (50, 0.0, 5)]
)
def test_exact_cover_earns_time_by_the_solutions_that_are_to_be_expected(leaves, expected, seconds):
    """CP-SAT has to find each; but from few nothing is known of how many there are."""
    methods = SimpleNamespace(leaves=leaves, expected=expected)
    budgets = CountBudgets(seconds_per_solution=0.1, seconds_per_leaf=2.0)
    turns = turns_of(methods, budgets)
    assert turns._bonus == seconds


@pytest.mark.parametrize(
    ("share", "seconds", "decision"),
    [
        (None, 1, Switch.NO_PROGRESS),
        (0.5, 1, None),
        (0.5, 3, Switch.NO_PROGRESS),
        (0.9, 3, None),
        (0.99, 7, Switch.NO_PROGRESS),
    ],
)
def test_a_count_that_is_nearly_done_is_left_to_exact_cover(monkeypatch, share, seconds, decision):
    now = 0.0
    monkeypatch.setattr(portfolio_counting.time, "monotonic", lambda: now)
    methods = SimpleNamespace(leaves=0, expected=0.0, known=lambda: Known(0, share))
    budgets = CountBudgets(nearly_done_seconds=2.0, trusted_seconds=6.0)
    turns = turns_of(methods, budgets)
    now = seconds
    assert turns._decide() is decision


@pytest.mark.parametrize(("known", "sat_begins"), [(10, True), (11, False)])
def test_cp_sat_begins_where_there_are_many_solutions(monkeypatch, known, sat_begins):
    begun = []

    def search(puzzle, visit, limits, budgets):
        begun.append(budgets.max_least_clauses > 0)
        return Ended(Status.EXHAUSTED)

    monkeypatch.setattr(side_by_side, "search", search)
    portfolio_counting._count_side_by_side(Puzzle(4), Limits(), None, None, known)
    assert begun == [sat_begins]


def test_what_cp_sat_has_counted_when_a_checkpoint_stops_it_is_kept(monkeypatch):
    def search(puzzle, visit, limits, known):
        for grid in solve(Puzzle(9), limit=2, backend="cp-sat").grids:
            visit(grid)
        limits.stop.stop()
        checkpoint()
        raise AssertionError("it has not stopped")

    monkeypatch.setattr(portfolio_counting, "search_side_by_side", search)
    with tuned(CountBudgets(count_seconds=0.0, seconds_per_solution=0.0)) as backend:
        outcome = count_solutions(Puzzle(9), backend=backend)
    assert (outcome.status, str(outcome.count)) == (Status.INTERRUPTED, "2+")


@pytest.mark.parametrize("solutions", [1, 2, 11, 12])
@pytest.mark.parametrize("budget", [0.0, SearchBudgets().search_seconds])
def test_a_limit_is_a_limit_whatever_switched(budget, solutions):
    with tuned(search_seconds=budget, seconds_per_solution=0.0) as backend:
        outcome = solve(Puzzle(3), backend=backend, limit=solutions)
    assert (outcome.status, outcome.count) == (Status.LIMIT, solutions)


def test_too_large_for_exact_cover():
    outcome = solve(Puzzle((2, 64), values=range(300)), limit=1)
    assert outcome.count == 1
    assert "cp-sat variables" in outcome.statistics


def test_a_search_on_many_options_begins_without_exact_cover():
    with tuned(max_options=63, max_dense_options=63) as backend:
        outcome = find_solutions(Puzzle(4), backend=backend)  # of 64 options
    assert outcome.count == 576
    assert not any(name.startswith("cover ") for name in outcome.statistics)


def test_statistics_name_the_engines():
    outcome = each_solution(Puzzle(2), lambda _: True)
    assert list(outcome.statistics) == ["cover options", "cover nodes"]


def test_large_cages_are_left_to_sat():
    ring = [(0, i) for i in range(4)] + [(1, i) for i in range(4)]
    with tuned(search_seconds=0.0) as backend:
        outcome = solve(Puzzle(4, (Cage(ring, "+", 20),)), backend=backend)
    assert outcome.count == 2
    assert "sat variables" in outcome.statistics


class Never(Loaded):
    """The compiled engine, which takes longer than anybody waits; it knows whether it was ended."""

    ready = False
    ended = 0

    def close(self):
        Never.ended += 1


@needs_fast
def test_nobody_waits_for_the_compiled_engine(monkeypatch):
    monkeypatch.setattr(portfolio_counting, "_loading", Never)
    monkeypatch.setattr(Never, "ended", 0)
    # On a busy machine CP-SAT would have its turn.
    budgets = CountBudgets(long_count_seconds=0.0, seconds_left=0.0, count_seconds=60.0)
    with tuned(budgets) as backend:
        counted = count_solutions(Puzzle(5), backend=backend)
    assert counted.count == 161280
    assert {name.split()[0] for name in counted.statistics} == {"cover"}
    assert Never.ended == 1
