"""One task for each item, in this process or by workers."""

import os
from functools import partial
from itertools import count, islice

import pytest
from corpus import counted
from parallel.tasks import double, double_slowly, killed, wait_for_clock

from kenken_cp import Puzzle
from kenken_cp.clock import Clock, Status, StoppedError
from kenken_cp.errors import KenKenError
from kenken_cp.parallel import batches
from kenken_cp.parallel.batches import each_result
from kenken_cp.parallel.workers import Workers, WorkersLostError
from kenken_cp.search.limits import Limits
from kenken_cp.search.verbs import count_solutions

HERE, TWO = Workers(1), Workers(2, seconds_alone=0.0)


@pytest.mark.parametrize("workers", [HERE, TWO], ids=["here", "two"])
def test_an_error_is_the_result_of_its_item_alone(workers):
    results = list(each_result(range(30), double, workers))
    errors = [number for number, result in enumerate(results) if isinstance(result, KenKenError)]
    assert errors == [13]
    assert str(results.pop(13)) == "13 is unlucky"
    assert results == [2 * number for number in range(30) if number != 13]


def test_results_are_in_the_order_of_the_items_though_the_first_takes_longest():
    results = list(each_result(range(12), double_slowly, TWO))
    assert [result for result, _ in results] == list(range(0, 24, 2))
    assert os.getpid() not in {pid for _, pid in results}


@pytest.mark.slow
def test_a_timeout_is_the_result_of_its_puzzle_alone():
    puzzles = [Puzzle(3), Puzzle(9), Puzzle(3)]
    task = partial(count_solutions, limits=Limits(seconds=2.0), backend="brute-force")
    outcomes = list(each_result(puzzles, task, TWO))
    statuses = [outcome.status for outcome in outcomes]
    assert statuses == [Status.EXHAUSTED, Status.TIMEOUT, Status.EXHAUSTED]
    assert (outcomes[0].count, outcomes[1].count.exact) == (12, False)


def test_quick_items_are_done_here_and_no_worker_starts(monkeypatch):
    monkeypatch.setattr(Workers, "pool", None)
    puzzles = list(counted())[:10]
    patient = Workers(2, seconds_alone=60.0)
    outcomes = each_result(puzzles, partial(count_solutions, backend="cover"), patient)
    assert [outcome.count for outcome in outcomes] == [puzzle.expected for puzzle in puzzles]


def test_what_was_begun_here_and_takes_long_is_left_to_a_worker():
    done_here = []

    def here(number):
        if number == 2:
            wait_for_clock()
            return None  # half done: it does not count
        done_here.append(number)
        return double(number)

    workers = Workers(2, seconds_alone=0.05)
    assert list(each_result(range(6), double, workers, here=here)) == [0, 2, 4, 6, 8, 10]
    assert done_here == [0, 1]


def test_no_result_is_lost_to_a_clock_of_the_task_itself():
    def task(number):
        if number == 1:
            raise StoppedError(Status.TIMEOUT)
        return number

    results = each_result(range(3), task, HERE)
    assert next(results) == 0
    with pytest.raises(StoppedError):
        next(results)


def test_items_are_taken_as_they_are_needed(monkeypatch):
    taken = count()
    items = (next(taken) for _ in count())
    assert list(islice(each_result(items, double, HERE), 5)) == [0, 2, 4, 6, 8]
    assert next(taken) == 5
    monkeypatch.setattr(batches, "MAX_AHEAD", 1)
    results = each_result(items, double_slowly, TWO)
    assert next(results)[0] == 12
    assert next(taken) <= 9
    results.close()


@pytest.mark.parametrize("workers", [HERE, TWO], ids=["here", "two"])
def test_the_current_clock_ends_it(workers):
    with Clock().running() as clock:
        begun: list[int] = []
        items = (begun.append(number) or number for number in count())
        results = each_result(items, double, workers)
        assert [next(results) for _ in range(3)] == [0, 2, 4]
        clock.stop()
        before = len(begun)
        rest = list(results)
        assert len(begun) <= before + 1, "hardly anything is begun after it"
        for number, result in enumerate(rest, 3):
            assert str(result) == "13 is unlucky" if number == 13 else result == 2 * number


def test_a_worker_that_is_killed_ends_it_after_the_results_before():
    results = each_result(range(100), killed, TWO)
    found = []
    with pytest.raises(WorkersLostError, match="a worker process was killed") as caught:
        found += results
    assert found == [0, 1, 2][: len(found)]
    assert caught.value.status is None
