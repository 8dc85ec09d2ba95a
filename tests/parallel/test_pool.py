"""Many puzzles, one a task."""

import pytest
from corpus import counted

from kenken_cp import Puzzle
from kenken_cp.errors import KenKenError
from kenken_cp.parallel import CountAll, InlineExecutor, Pool, Solve, each_outcome
from kenken_cp.search.protocol import StopSignal

PUZZLES = [puzzle for puzzle in counted() if puzzle.rows <= 5][:40]
INLINE = Pool(InlineExecutor(), 1)


def test_results_in_the_order_of_the_input(two):
    task = Solve("cover", 2)
    found = list(each_outcome(PUZZLES, task, two))
    alone = list(each_outcome(PUZZLES, task, INLINE))
    assert [one.grids for one in found] == [one.grids for one in alone]
    assert len(found) == len(PUZZLES)


def test_puzzles_are_taken_as_they_are_needed(two):
    taken = 0

    def endless():
        nonlocal taken
        while True:
            taken += 1
            yield Puzzle(2)

    results = each_outcome(endless(), CountAll("cover"), two)
    for _ in range(20):
        assert next(results).count == 2
    assert taken < 200
    results.close()


def test_one_alone_reports_before_it_goes_on():
    done = []

    def task(puzzle):
        done.append(puzzle)
        return len(done)

    for turn in each_outcome(PUZZLES[:5], task, INLINE):
        assert turn == len(done)


def test_errors_of_tasks_come_out(two):
    with pytest.raises(KenKenError, match="unknown backend"):
        list(each_outcome([Puzzle(2)], CountAll("z3"), INLINE))


def test_a_signal_to_stop_ends_it():
    stop = StopSignal()
    stop.stop()
    assert list(each_outcome(PUZZLES, CountAll("cover"), INLINE, stop=stop)) == []
