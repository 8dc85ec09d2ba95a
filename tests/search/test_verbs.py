import inspect
import pickle
import random
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import chain

import pytest
from engine_from_outside import registered
from engines import each_backend, each_engine, reference

from kenken_cp.clock import Clock, Status, StoppedError
from kenken_cp.errors import InternalError, KenKenError, LimitReachedError
from kenken_cp.generation.generator import generate_from
from kenken_cp.generation.recipe import Recipe
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.search.engine import Ended
from kenken_cp.search.iterator import solutions
from kenken_cp.search.limits import Limits
from kenken_cp.search.verbs import (
    count,
    count_solutions,
    each_solution,
    find_solutions,
    is_unique,
    solve,
)

LATIN3 = Puzzle(3)
UNIQUE = Puzzle(2, (Cage(((0, 0),), "=", 1),))
IMPOSSIBLE = Puzzle(2, (Cage(((0, 0), (0, 1)), "+", 4),))
ENDLESS = Puzzle(7)
"""61,479,419,904,000 solutions, of which every backend finds some at once."""


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
    outcome = find_solutions(LATIN3, limits=Limits(12), backend=backend)
    assert outcome.status is Status.LIMIT
    assert str(outcome.count) == "12+"
    outcome = find_solutions(LATIN3, limits=Limits(13), backend=backend)
    assert outcome.status is Status.EXHAUSTED


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


def test_a_limit_that_is_noticed_in_visit_is_a_status():
    """As where a visitor searches, too, and a limit set outside of both comes in the meantime."""

    def visit(_):
        raise StoppedError(Status.TIMEOUT)

    outcome = find_solutions(LATIN3, visit)
    assert (outcome.status, str(outcome.count)) == (Status.TIMEOUT, "1+")


@pytest.mark.parametrize("wrong", [None, 0, 5, "print"])
def test_what_cannot_be_called_is_refused_at_once(wrong):
    with pytest.raises(KenKenError, match=f"visit {wrong!r}; expected a function of one grid"):
        each_solution(LATIN3, wrong)
    for verb in (solve, count, lambda puzzle, **named: each_solution(puzzle, len, **named)):
        if wrong is not None:
            with pytest.raises(KenKenError, match=f"progress {wrong!r}; expected a function of"):
                verb(LATIN3, progress=wrong)


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


@each_engine
def test_a_timeout_says_so(backend):
    outcome = each_solution(ENDLESS, lambda _: None, seconds=0.1, backend=backend)
    assert outcome.status is Status.TIMEOUT
    assert not outcome.count.exact
    assert outcome.seconds < 60


def without_solutions():
    """An 8x8 whose broken diagonals are houses too: hard for simple engines, and no cage at all."""
    size = 8
    diagonals = [
        [(row, (start + turn * row) % size) for row in range(size)]
        for start in range(size)
        for turn in (1, -1)
    ]
    return Puzzle(size, houses=diagonals)


@pytest.mark.parametrize("backend", ["python-constraint", "logic", "backtracking", "brute-force"])
def test_a_timeout_reaches_a_search_that_finds_nothing(backend):
    """The others prove in no time that there is no solution."""
    outcome = find_solutions(without_solutions(), limits=Limits(seconds=0.1), backend=backend)
    assert outcome.status is Status.TIMEOUT
    assert outcome.count == 0
    assert outcome.seconds < 60


@each_engine
def test_a_stop_from_another_thread(backend):
    clock, searching = Clock(), threading.Event()
    thread = threading.Thread(target=lambda: searching.wait() and clock.stop())
    thread.start()
    with clock.running():
        outcome = find_solutions(ENDLESS, lambda _: searching.set(), backend=backend)
    thread.join()
    assert outcome.status is Status.INTERRUPTED
    assert outcome.count > 0


@each_backend
def test_nothing_is_visited_after_a_stop(backend):
    """Nor after the time is over: some engines find many solutions between two looks at limits."""
    clock, visits = Clock(), 0

    def visit(_):
        nonlocal visits
        visits += 1
        if visits == 3:
            clock.stop()

    with clock.running():
        outcome = find_solutions(LATIN3, visit, backend=backend)
    assert visits == 3
    assert outcome.status is Status.INTERRUPTED
    assert str(outcome.count) == "3+"


@each_backend
def test_a_stop_given_before(backend):
    clock = Clock()
    clock.stop()
    with clock.running():
        outcome = find_solutions(ENDLESS, backend=backend)
    assert outcome.status is Status.INTERRUPTED


@each_engine
@pytest.mark.slow
def test_searches_in_several_threads_at_once(backend):
    """They share instances, relations and automata, which none of them has made before."""
    recipes = [Recipe((3, columns), cage_sizes=(1, 4), hidden=0.3) for columns in (3, 4)]
    made = [
        generate_from(recipe, random.Random(i), unique=False)
        for i in range(15)
        for recipe in recipes
    ]
    puzzles = [puzzle for puzzle in made if len(reference(puzzle, "brute-force")) <= 4]
    expected = {puzzle: reference(puzzle, "brute-force") for puzzle in puzzles}
    assert len(expected) > 16
    assert {len(solutions) == 1 for solutions in expected.values()} == {True, False}
    fresh = [replace(puzzle) for puzzle in puzzles]
    begin = threading.Barrier(4)

    def answers(thread):
        begin.wait()
        order = fresh if thread % 2 else fresh[::-1]
        return [(puzzle, solve(puzzle, backend=backend, limit=None)) for puzzle in order]

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(4) as pool:
            answered = list(chain.from_iterable(pool.map(answers, range(4))))
    finally:
        sys.setswitchinterval(interval)
    assert len(answered) == 4 * len(puzzles)
    for puzzle, outcome in answered:
        assert (outcome.status, outcome.count) == (Status.EXHAUSTED, len(expected[puzzle]))
        assert expected[puzzle].issuperset(outcome.grids)


def test_count_and_is_unique():
    assert count(LATIN3) == 12
    assert is_unique(UNIQUE)
    assert not is_unique(LATIN3)
    assert not is_unique(IMPOSSIBLE)


@each_backend
def test_a_count_with_a_limit(backend):
    few, many = count(LATIN3, limit=13, backend=backend), count(LATIN3, limit=10, backend=backend)
    assert (str(few), few.exact) == ("12", True)
    assert (str(many), many.exact) == ("10+", False)
    assert str(count(LATIN3, limit=12, backend=backend)) == "12+"


class TestAnAnswerThatALimitForestalled:
    """It is not invented; the error has what was found."""

    def test_a_count(self):
        with pytest.raises(
            LimitReachedError, match=r"timeout after .* s, with \d+ solutions found"
        ) as raised:
            count(Puzzle(9), seconds=0.1)
        assert raised.value.outcome.status is Status.TIMEOUT
        assert not raised.value.outcome.count.exact

    def test_a_count_interrupted(self):
        def search(puzzle, visit, clock):
            visit([((1, 2), (2, 1))])
            raise KeyboardInterrupt

        with (
            registered(search),
            pytest.raises(
                LimitReachedError, match=r"interrupted after .* s, with 1 solution found"
            ) as raised,
        ):
            count(Puzzle(2), backend="engine")
        assert raised.value.outcome.status is Status.INTERRUPTED
        assert raised.value.outcome.count == 1

    def test_an_engine_s_own_count_interrupted(self):
        def interrupted(*_):
            raise KeyboardInterrupt

        with registered(interrupted, interrupted):
            outcome = count_solutions(Puzzle(2), backend="engine")
        assert (outcome.status, str(outcome.count)) == (Status.INTERRUPTED, "0+")

    def test_uniqueness(self):
        hard = Puzzle(9, (Cage(tuple((i, i) for i in range(9)), "+", 81),))
        with pytest.raises(LimitReachedError, match=r"timeout after .* s, with 0 solutions found"):
            is_unique(hard, backend="brute-force", seconds=0.1)
        with pytest.raises(
            LimitReachedError, match="stopped at the limit, with 1 solution found"
        ) as raised:
            is_unique(UNIQUE, limit=1)
        assert raised.value.outcome.solution == ((1, 2), (2, 1))

    def test_it_crosses_processes_whole(self):
        with pytest.raises(LimitReachedError) as raised:
            is_unique(UNIQUE, limit=1)
        again = pickle.loads(pickle.dumps(raised.value))
        assert (str(again), again.outcome) == (str(raised.value), raised.value.outcome)


def test_all_verbs_take_the_same_parameters():
    for verb in (solve, each_solution, solutions, count, is_unique):
        parameters = inspect.signature(verb).parameters
        common = [parameters[name] for name in ("backend", "limit", "seconds")]
        assert {one.kind for one in common} == {inspect.Parameter.KEYWORD_ONLY}
        assert [one.annotation for one in common] == ["str", "int | None", "float | None"]
        assert parameters["backend"].default == "auto"


@pytest.mark.parametrize("limit", [0, -1])
def test_limits_are_positive(limit):
    with pytest.raises(KenKenError, match=f"limit {limit}; expected at least 1 solution"):
        Limits(solutions=limit)
    for other in (1.5, True, "3"):
        with pytest.raises(KenKenError, match=f"limit {other!r}; expected at least 1 solution"):
            Limits(solutions=other)
    for seconds in (0, -1.5, float("nan"), float("inf")):
        with pytest.raises(KenKenError, match=f"seconds {seconds}; expected more than 0 seconds"):
            Limits(seconds=seconds)


class TestEnginesAreNotTrusted:
    """A stand-in engine that errs is caught by what stands above every backend."""

    def test_a_wrong_grid(self):
        def search(puzzle, visit, clock):
            visit([((1, 1), (2, 1))])
            return Ended(Status.EXHAUSTED)

        with (
            registered(search),
            pytest.raises(
                InternalError, match=r"engine gave a wrong grid .* row 1 has 1 more than"
            ),
        ):
            solve(Puzzle(2), backend="engine")

    def test_one_that_does_not_stop(self):
        """What it finds afterwards is not counted, and that it finished proves nothing."""

        def search(puzzle, visit, clock):
            visit([((1, 2), (2, 1))])
            visit([((2, 1), (1, 2))])
            return Ended(Status.EXHAUSTED)

        with registered(search):
            assert solve(Puzzle(2), backend="engine").unique is False
            outcome = solve(Puzzle(2), backend="engine", limit=1)
        assert (outcome.status, str(outcome.count)) == (Status.LIMIT, "1+")
        assert outcome.unique is None
