"""Two engines side by side visit each grid once, whoever is ahead, and end with whoever is done."""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import threading
import time
from functools import partial
from types import SimpleNamespace

import pytest
from engines import reference
from hypothesis import given
from hypothesis import strategies as st
from kenken_cp.search.backend import BACKENDS, Backend
from kenken_cp.search.protocol import Ended, StopSignal
from kenken_cp.search.run import find_solutions
from strategies import board_sizes, examples, planted

from kenken_cp import Limits, Puzzle, Status, cores
from kenken_cp.backends import side_by_side
from kenken_cp.backends.side_by_side import SideBySideBudgets
from kenken_cp.clock import checkpoint, limited
from kenken_cp.encode.cnf import TooLargeError

LATIN4 = Puzzle(4)


def at_once(**budgets):
    """Budgets with which CP-SAT searches beside SAT at once."""
    waits = {"stating_seconds": 0, "turn_seconds": 0, "pause_seconds": 1e-6}
    return SideBySideBudgets(**{"max_lead": 1_000, "sat_seconds": 0} | waits | budgets)


def after(found, **budgets):
    """Budgets with which CP-SAT searches beside SAT after some solutions."""
    return at_once(**{"sat_found": found, "sat_seconds": 60} | budgets)


AT_ONCE = at_once()


def by_both(budgets=AT_ONCE):
    return partial(side_by_side.search, budgets=budgets)


@pytest.fixture
def engines(monkeypatch):
    """Puts others in the place of the two, by what they do."""
    registered = []

    def put(**searches):
        for place, search in searches.items():
            name = f"test-{place}"
            registered.append(BACKENDS.register(Backend(name, "for tests", search)))
            monkeypatch.setattr(side_by_side, place.upper(), name)

    yield put
    for backend in registered:
        BACKENDS.unregister(backend)


def endless(puzzle, visit, limits):
    """Finds nothing until it is stopped."""
    while not limits.stop:
        time.sleep(0.001)
    return Ended(Status.INTERRUPTED, {"rounds": 1})


def cover(puzzle, visit, limits):
    return BACKENDS.named("cover").search(puzzle, visit, limits)


def finds_one_then_nothing(puzzle, visit, limits):
    cover(puzzle, lambda grid: visit(grid) and False, limits)
    return endless(puzzle, visit, limits)


@examples(60)
@given(
    planted(sizes=board_sizes(1, 3)),
    st.integers(0, 3),
    st.sampled_from([0, 1e-3]),
    st.sampled_from([None, 0, 1, 5]),
)
def test_each_grid_comes_once(puzzle_and_grid, max_lead, seconds, found_alone):
    puzzle, _ = puzzle_and_grid
    found = []
    if found_alone is None:
        budgets = at_once(sat_seconds=seconds, max_lead=max_lead)
    else:
        budgets = after(found_alone, max_lead=max_lead)
    outcome = find_solutions(puzzle, found.append, search=by_both(budgets), remember_all=True)
    assert outcome.status is Status.EXHAUSTED
    assert set(found) == reference(puzzle, "brute-force")


@pytest.mark.parametrize("max_lead", [0, 5, 10_000])
def test_many_grids_come_once(max_lead):
    for _ in range(3):
        search = by_both(at_once(max_lead=max_lead))
        outcome = find_solutions(LATIN4, search=search, remember_all=True)
        assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)


@pytest.mark.parametrize("first", [endless, finds_one_then_nothing])
def test_the_second_answers(engines, first):
    engines(cp_sat=first)
    outcome = find_solutions(LATIN4, search=by_both(), remember_all=True)
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)
    assert any(name.startswith("sat ") for name in outcome.statistics)


@pytest.mark.parametrize("second", [endless, finds_one_then_nothing])
def test_the_first_answers(engines, second):
    def late(puzzle, visit, limits):
        time.sleep(0.02)
        return cover(puzzle, visit, limits)

    def respects_checkpoints(puzzle, visit, limits):
        if second is finds_one_then_nothing:
            cover(puzzle, lambda grid: visit(grid) and False, limits)
        while True:
            checkpoint()
            time.sleep(0.001)

    engines(cp_sat=late, sat=respects_checkpoints)
    outcome = find_solutions(LATIN4, search=by_both(), remember_all=True)
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)


def of_engines(outcome):
    """The engines that have statistics."""
    return {name.split()[0] for name in outcome.statistics}


@pytest.mark.parametrize("found", [0, 10, 575])
def test_cp_sat_joins_where_there_are_many(found):
    outcome = find_solutions(LATIN4, search=by_both(after(found)), remember_all=True)
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)
    assert "cp-sat" in of_engines(outcome)


def test_sat_is_alone_if_it_is_done_soon():
    outcome = find_solutions(LATIN4, search=by_both(after(576)), remember_all=True)
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)
    assert of_engines(outcome) == {"sat"}


def waits(puzzle, visit, limits):
    """Finds nothing until a checkpoint stops it."""
    while True:
        checkpoint()
        time.sleep(0.001)


def test_cp_sat_answers_where_sat_can_not_state_the_board():
    outcome = find_solutions(LATIN4, search=by_both(after(0, max_least_clauses=10)))
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)
    assert of_engines(outcome) == {"cp-sat"}


def test_cp_sat_joins_where_sat_takes_long(engines):
    engines(cp_sat=cover, sat=waits)
    outcome = find_solutions(LATIN4, search=by_both(after(0, sat_seconds=0.0)))
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)


def test_who_is_far_behind_stops(engines):
    engines(cp_sat=endless, sat=cover)
    budgets = at_once(max_lead=3)
    outcome = find_solutions(LATIN4, search=by_both(budgets), remember_all=True)
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)


def searching():
    """The threads of CP-SAT that have not ended."""
    return [thread for thread in threading.enumerate() if thread.name == "kenken-cp-sat-beside"]


def test_sat_waits_while_cp_sat_states_the_board_and_while_it_finds_solutions(engines):
    """CaDiCaL would keep it from that: while it searches no other thread of Python goes on."""
    stated = []

    def states_late(puzzle, visit, limits):
        time.sleep(0.02)
        stated.append(puzzle)
        limits.stop.subscribe(int)
        try:
            return cover(puzzle, visit, limits)
        finally:
            limits.stop.unsubscribe(int)

    def keeps_others_from_coming(puzzle, visit, limits):
        for _ in range(2):
            checkpoint()
            assert stated == [LATIN4]
        raise AssertionError("CP-SAT was finding solutions")

    engines(cp_sat=states_late, sat=keeps_others_from_coming)
    budgets = at_once(stating_seconds=60, pause_seconds=60)
    outcome = find_solutions(LATIN4, search=by_both(budgets))
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)


@pytest.mark.parametrize(
    ("budgets", "is_hard"),
    [(at_once(), False), (at_once(sat_seconds=1e-9), True), (after(5), False)],
)
def test_cp_sat_searches_otherwise_what_has_taken_sat_long(monkeypatch, budgets, is_hard):
    asked = []

    def noting(hard):
        def search(puzzle, visit, limits):
            asked.append(hard)
            return cover(puzzle, visit, limits)

        return search

    backend = Backend("test-cp-sat", "for tests", noting(False), search_hard=noting(True))
    monkeypatch.setattr(side_by_side, "CP_SAT", BACKENDS.register(backend).name)
    try:
        assert find_solutions(LATIN4, search=by_both(budgets)).count == 576
    finally:
        BACKENDS.unregister(backend)
    assert asked == [is_hard]


def test_sat_waits_while_cp_sat_states_the_board_again(engines):
    both_search, states, noted = threading.Event(), threading.Event(), threading.Event()
    turns_meanwhile = []

    def states_twice(puzzle, visit, limits):
        limits.stop.subscribe(int)
        both_search.wait(60)
        limits.stop.unsubscribe(int)
        states.set()
        assert noted.wait(60)
        time.sleep(0.05)  # in which SAT would have turns if it did not wait
        states.clear()
        limits.stop.subscribe(int)
        try:
            return endless(puzzle, visit, limits)
        finally:
            limits.stop.unsubscribe(int)

    def notes_its_turns(puzzle, visit, limits):
        checkpoint()
        both_search.set()
        assert states.wait(60)
        for _ in range(10):
            turns_meanwhile.append(states.is_set())
            noted.set()
            checkpoint()
        return cover(puzzle, visit, limits)

    engines(cp_sat=states_twice, sat=notes_its_turns)
    outcome = find_solutions(LATIN4, search=by_both(at_once(stating_seconds=60)))
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)
    assert turns_meanwhile == [True, *[False] * 9]


def test_sat_waits_only_once_for_a_model(engines, monkeypatch):
    """One that takes long to state does not keep SAT from searching."""

    def takes_turns(puzzle, visit, limits):
        for _ in range(1000):
            checkpoint()
        return cover(puzzle, visit, limits)

    class Noted(side_by_side._EngineStopSignal):
        def __init__(self):
            super().__init__()
            wait = self.solving.wait
            self.solving.wait = lambda seconds: waited.append(seconds) or wait(seconds)

    waited = []
    monkeypatch.setattr(side_by_side, "_EngineStopSignal", Noted)
    engines(cp_sat=endless, sat=takes_turns)
    outcome = find_solutions(LATIN4, search=by_both(at_once(stating_seconds=0.001)))
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)
    assert waited == [0.001]


def test_a_board_that_is_too_large_for_the_second(engines):
    budgets = at_once(max_least_clauses=10)
    outcome = find_solutions(LATIN4, search=by_both(budgets))
    assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 576)
    assert not any(name.startswith("sat ") for name in outcome.statistics)


@pytest.mark.parametrize("limit", [1, 2, 100])
def test_a_limit_stops_both(limit):
    outcome = find_solutions(LATIN4, None, Limits(limit), search=by_both())
    assert (outcome.status, outcome.count) == (Status.LIMIT, limit)
    assert not searching()


def test_an_exception_in_visit_comes_out():
    def visit(_):
        raise ZeroDivisionError

    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            find_solutions(LATIN4, visit, search=by_both())


def test_after_an_exception_in_visit_nothing_is_visited(engines):
    raised = threading.Event()

    def first(puzzle, visit, limits):
        try:
            return cover(puzzle, visit, limits)
        finally:
            endless(puzzle, visit, limits)

    def second(puzzle, visit, limits):
        checkpoint()
        assert raised.wait(60)
        return cover(puzzle, visit, limits)

    def visit(grid):
        visited.append(grid)
        raised.set()
        raise ZeroDivisionError

    visited = []
    engines(cp_sat=first, sat=second)
    with pytest.raises(ZeroDivisionError):
        find_solutions(LATIN4, visit, search=by_both())
    assert len(visited) == 1


@pytest.mark.parametrize("budgets", [AT_ONCE, after(0, sat_seconds=0.0)])
def test_a_timeout_and_a_stop_signal(engines, budgets):
    engines(cp_sat=waits, sat=waits)
    outcome = find_solutions(LATIN4, limits=Limits(seconds=0.05), search=by_both(budgets))
    assert outcome.status is Status.TIMEOUT
    stop = StopSignal()
    timer = threading.Timer(0.05, stop.stop)
    timer.start()
    outcome = find_solutions(LATIN4, limits=Limits(stop=stop), search=by_both(budgets))
    timer.join()
    assert outcome.status is Status.INTERRUPTED


def too_large(puzzle, visit, limits):
    raise TooLargeError


def test_cp_sat_is_stopped_when_the_time_is_over_and_not_before(engines):
    """By itself CP-SAT stops before its limit, by as long as its longest step took."""

    def checks_no_limits(puzzle, visit, limits):
        assert limits.seconds is None
        return endless(puzzle, visit, limits)

    engines(cp_sat=checks_no_limits, sat=too_large)
    outcome = find_solutions(LATIN4, limits=Limits(seconds=0.05), search=by_both())
    assert outcome.status is Status.TIMEOUT
    assert outcome.seconds >= 0.05
    assert outcome.statistics == {"test-cp_sat rounds": 1}


@pytest.mark.parametrize("reason", [Status.TIMEOUT, Status.INTERRUPTED])
def test_a_limit_set_outside_stops_cp_sat_too(engines, reason):
    """So it is for a generator of puzzles, whose searches have longer limits of their own."""
    engines(cp_sat=endless, sat=too_large)
    end = time.monotonic() + 0.05
    with limited(lambda: reason if time.monotonic() > end else None):
        outcome = find_solutions(LATIN4, limits=Limits(seconds=600), search=by_both())
    assert outcome.status is reason
    assert not searching()


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c(engines):
    def interrupted(puzzle, visit, limits):
        os.kill(os.getpid(), signal.SIGINT)  # as the terminal does
        return endless(puzzle, visit, limits)

    engines(cp_sat=interrupted, sat=waits)
    outcome = find_solutions(LATIN4, search=by_both())
    assert outcome.status is Status.INTERRUPTED
    assert not searching()


def test_ctrl_c_as_soon_as_there_is_a_thread(engines, monkeypatch):
    class Thread(threading.Thread):
        def start(self):
            super().start()
            raise KeyboardInterrupt

    engines(cp_sat=endless)
    watched = SimpleNamespace(**{**vars(threading), "Thread": Thread})
    monkeypatch.setattr(side_by_side, "threading", watched)
    assert find_solutions(LATIN4, search=by_both()).status is Status.INTERRUPTED
    assert not searching()


def test_ctrl_c_before_the_thread_runs(engines, monkeypatch):
    begun, late = [], []

    class Thread(threading.Thread):
        def start(self):
            late.append(super().start)
            raise KeyboardInterrupt

    engines(cp_sat=lambda *_: begun.append(1) or Ended(Status.EXHAUSTED))
    watched = SimpleNamespace(**{**vars(threading), "Thread": Thread})
    monkeypatch.setattr(side_by_side, "threading", watched)
    assert find_solutions(LATIN4, search=by_both()).status is Status.INTERRUPTED
    late[0]()
    while searching():
        time.sleep(0.001)
    assert not begun


@pytest.mark.usefixtures("interruptible")
def test_a_second_ctrl_c(engines):
    """The search is over only when no thread uses the visitor any more."""
    over = threading.Event()

    def stops_late(puzzle, visit, limits):
        os.kill(os.getpid(), signal.SIGINT)
        ended = endless(puzzle, visit, limits)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.05)
        over.set()
        return ended

    engines(cp_sat=stops_late, sat=waits)
    outcome = find_solutions(LATIN4, search=by_both())
    assert outcome.status is Status.INTERRUPTED
    assert over.is_set()


@pytest.mark.parametrize(
    ("number", "parent", "seconds"), [(1, None, 1), (2, None, 0), (8, object(), 1)]
)
def test_sat_is_alone_at_first_where_no_core_is_spare(monkeypatch, number, parent, seconds):
    monkeypatch.setattr(cores, "cores", lambda: number)
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: parent)
    assert SideBySideBudgets().sat_seconds == seconds


@pytest.mark.parametrize("seconds", [0, 60])
def test_cp_sat_joins_sat_when_its_time_alone_is_over(engines, seconds):
    begun = []

    def begins(puzzle, visit, limits):
        begun.append(puzzle)
        return endless(puzzle, visit, limits)

    def finds_all(puzzle, visit, limits):
        checkpoint()
        return cover(puzzle, visit, limits)

    engines(cp_sat=begins, sat=finds_all)
    budgets = at_once(sat_seconds=seconds, sat_found=math.inf)
    assert find_solutions(LATIN4, search=by_both(budgets)).count == 576
    assert bool(begun) == (seconds == 0)
