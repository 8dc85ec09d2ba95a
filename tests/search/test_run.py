import threading

import pytest
from engines import each_backend

from kenken_cp.errors import InternalError, KenKenError, LimitReachedError, UnknownNameError
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.search.backend import BACKENDS, Backend
from kenken_cp.search.protocol import Ended, Limits, Status, StopSignal
from kenken_cp.search.run import count, each_solution, find_solutions, is_unique, solve
from kenken_cp.search.verify import Distinct

LATIN3 = Puzzle(3)
UNIQUE = Puzzle(2, (Cage(((0, 0),), "=", 1),))
IMPOSSIBLE = Puzzle(2, (Cage(((0, 0), (0, 1)), "+", 4),))
ENDLESS = Puzzle(9)


@each_backend
def test_solve(backend):
    outcome = solve(UNIQUE, backend=backend)
    assert outcome.status is Status.EXHAUSTED
    assert outcome.solution == ((1, 2), (2, 1))
    assert outcome.unique is True
    assert outcome.count == 1
    assert outcome.count.exact
    assert outcome.backend == backend
    assert outcome.seconds > 0


@each_backend
def test_several_solutions_stop_at_two(backend):
    outcome = solve(LATIN3, backend=backend)
    assert outcome.status is Status.LIMIT
    assert outcome.unique is False
    assert str(outcome.count) == "2+"
    assert len(set(outcome.grids)) == 2


@each_backend
def test_no_solution_is_an_answer(backend):
    outcome = solve(IMPOSSIBLE, backend=backend)
    assert outcome.status is Status.EXHAUSTED
    assert outcome.solution is None
    assert outcome.unique is False
    assert count(IMPOSSIBLE, backend=backend) == 0


@each_backend
def test_a_limit_equal_to_the_count_is_still_only_a_limit(backend):
    outcome = find_solutions(LATIN3, lambda _: True, Limits(12), backend=backend)
    assert outcome.status is Status.LIMIT
    assert str(outcome.count) == "12+"
    assert find_solutions(LATIN3, lambda _: True, Limits(13), backend=backend).status is (
        Status.EXHAUSTED
    )


@each_backend
def test_visit_stops_the_search(backend):
    seen = []
    outcome = each_solution(
        LATIN3, lambda grid: seen.append(grid) or len(seen) < 5, backend=backend
    )
    assert len(seen) == outcome.count == 5
    assert outcome.status is Status.LIMIT


@each_backend
def test_an_exception_in_visit_comes_out(backend):
    def visit(_):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        each_solution(LATIN3, visit, backend=backend)


@each_backend
def test_ctrl_c_in_visit_is_a_status_and_keeps_the_count(backend):
    def visit(_):
        nonlocal visits
        visits += 1
        if visits == 3:
            raise KeyboardInterrupt
        return True

    visits = 0
    outcome = each_solution(LATIN3, visit, backend=backend, keep=2)
    assert outcome.status is Status.INTERRUPTED
    assert str(outcome.count) == "3+"
    assert len(outcome.grids) == 2
    assert outcome.unique is False


@each_backend
def test_a_timeout_says_so(backend):
    outcome = find_solutions(ENDLESS, lambda _: True, Limits(seconds=0.2), backend=backend)
    assert outcome.status is Status.TIMEOUT
    assert not outcome.count.exact
    assert outcome.seconds < 5


def without_solutions():
    """An 8x8 whose broken diagonals are houses too: hard for simple engines, and no cage at all."""
    size = 8
    diagonals = [
        [(row, (start + turn * row) % size) for row in range(size)]
        for start in range(size)
        for turn in (1, -1)
    ]
    return Puzzle(size, houses=diagonals)


@each_backend
def test_a_timeout_reaches_a_search_that_finds_nothing(backend):
    # Those prove in no time that there is none.
    if backend not in ("auto", "cp-sat", "cover", "compiled"):
        outcome = find_solutions(
            without_solutions(), lambda _: True, Limits(seconds=0.3), backend=backend
        )
        assert outcome.status is Status.TIMEOUT
        assert outcome.count == 0
        assert outcome.seconds < 5


@each_backend
def test_a_stop_signal_from_another_thread(backend):
    stop = StopSignal()
    threading.Timer(0.2, stop.stop).start()
    outcome = find_solutions(ENDLESS, lambda _: True, Limits(stop=stop), backend=backend)
    assert outcome.status is Status.INTERRUPTED


@each_backend
def test_a_stop_signal_given_before(backend):
    stop = StopSignal()
    stop.stop()
    outcome = find_solutions(ENDLESS, lambda _: True, Limits(stop=stop), backend=backend)
    assert outcome.status is Status.INTERRUPTED


@each_backend
def test_searches_work_in_any_thread(backend):
    found = []
    thread = threading.Thread(target=lambda: found.append(count(LATIN3, backend=backend)))
    thread.start()
    thread.join()
    assert found == [12]


def test_count_and_is_unique():
    assert count(LATIN3) == 12
    assert is_unique(UNIQUE)
    assert not is_unique(LATIN3)
    assert not is_unique(IMPOSSIBLE)


def test_an_answer_that_a_limit_forestalled_is_not_invented():
    with pytest.raises(LimitReachedError, match=r"timeout after \d+\+? solutions"):
        count(ENDLESS, seconds=0.1)
    hard = Puzzle(9, (Cage(tuple((i, i) for i in range(9)), "+", 81),))
    with pytest.raises(LimitReachedError, match=r"timeout after 0\+ solutions"):
        is_unique(hard, backend="brute-force", seconds=0.1)


@pytest.mark.parametrize("limit", [0, -1])
def test_limits_are_positive(limit):
    with pytest.raises(KenKenError, match=f"limit {limit}; expected at least 1 solution"):
        Limits(solutions=limit)
    for other in (1.5, True, "3"):
        with pytest.raises(KenKenError, match=f"limit {other}; expected at least 1 solution"):
            Limits(solutions=other)
    for seconds in (0, -1.5, float("nan"), float("inf")):
        with pytest.raises(KenKenError, match="expected more than 0 seconds"):
            Limits(seconds=seconds)


def test_an_unknown_backend_is_named_with_those_known():
    with pytest.raises(
        UnknownNameError, match=r"unknown backend 'z3'; known: auto, cp-sat, python-con"
    ):
        solve(LATIN3, backend="z3")


class TestEnginesAreNotTrusted:
    """A stand-in engine that errs is caught by what stands above every backend."""

    def run(self, grids, **more):
        def search(puzzle, visit, limits):
            for grid in grids:
                if not visit(grid):
                    return Ended(Status.LIMIT)
            return Ended(Status.EXHAUSTED)

        with BACKENDS.registered(Backend("engine", "errs", search)):
            return find_solutions(Puzzle(2), backend="engine", **more)

    def test_a_wrong_grid(self):
        with pytest.raises(
            InternalError, match=r"engine gave a wrong grid .* row 1 has 1 more than"
        ):
            self.run([((1, 1), (2, 1))])

    def test_a_repeated_grid(self):
        one, other = ((1, 2), (2, 1)), ((2, 1), (1, 2))
        with pytest.raises(InternalError, match=r"engine gave a grid of .* twice"):
            self.run([one, other, one])
        assert self.run([one, other]).count == 2


class TestDistinct:
    def test_notices_every_repetition_while_there_is_room(self):
        distinct = Distinct(most=100)
        assert all(distinct.is_new(((n,),)) for n in range(100))
        assert not any(distinct.is_new(((n,),)) for n in range(100))

    def test_memory_is_bounded_and_systematic_repetition_still_seen(self):
        distinct = Distinct(most=64)
        assert all(distinct.is_new(((n,),)) for n in range(5000))
        assert len(distinct._seen) <= 64
        assert not all(distinct.is_new(((n,),)) for n in range(5000))

    def test_without_a_bound_everything_is_remembered(self):
        distinct = Distinct(most=None)
        assert all(distinct.is_new(((n,),)) for n in range(5000))
        assert not distinct.is_new(((17,),))
