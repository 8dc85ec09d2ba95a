"""A solver judged on many puzzles, its failures made small, and our own engines."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import Mock

import pytest
from corpus import PUZZLES, ROOT

from kenken_cp import Cage, KenKenError, Puzzle, count, generate, load
from kenken_cp.clock import Status, checkpoint
from kenken_cp.judge import judging
from kenken_cp.judge.answers import Question
from kenken_cp.judge.cross_check import cross_checked
from kenken_cp.judge.judging import Judged, judge, shrunk_failure, smallest
from kenken_cp.judge.processes import RunLimits
from kenken_cp.judge.shrink import shrink
from kenken_cp.judge.solvers import Solver
from kenken_cp.judge.truth import Truth
from kenken_cp.judge.verdicts import Kind, Verdict
from kenken_cp.model.count import Count
from kenken_cp.search.engine import BACKENDS, Backend, Ended

HOMEWORK = Path(__file__).with_name("homework.py")
EASY, WIDE = load(PUZZLES / "4x4/cs332.kk"), Puzzle((2, 3))
NONE = Puzzle(2, [Cage([(0, 0), (0, 1)], "+", 4)])


def solver(fault, seconds=60.0, format_name="json"):
    words = (sys.executable, "-S", "-E", str(HOMEWORK), fault, "{input}")
    return Solver(fault, words, format_name, RunLimits(seconds))


def script(text, seconds=60.0):
    return Solver("script", (sys.executable, "-S", "-c", text), limits=RunLimits(seconds))


def named(*puzzles):
    return [(f"{at}: {puzzle.size_name}", puzzle) for at, puzzle in enumerate(puzzles)]


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("question", [Question.ONE, Question.ALL])
def test_a_right_solver_is_right_and_the_order_kept(jobs, question):
    given = named(EASY, Puzzle(2), NONE, Puzzle(3), load(PUZZLES / "ambiguous/3x3-12.kk"))
    found = list(judge(iter(given), solver("right"), question, jobs=jobs))
    assert [(one.name, one.puzzle) for one in found] == given
    assert {one.verdict.kind for one in found} == {Kind.RIGHT}
    assert [one.has_no_solution for one in found] == [False, False, True, False, False]
    assert all(one.reply is None and one.seconds > 0 for one in found)


@pytest.mark.slow
def test_three_timeouts_of_a_size_end_larger_ones():
    small = named(*[Puzzle(3)] * 3, Puzzle(4), Puzzle(2), Puzzle((2, 5)), Puzzle(3))
    found = list(judge(small, script("import time; time.sleep(60)", 0.1), Question.ONE))
    kinds = [one.verdict.kind for one in found]
    assert kinds == [*["timeout"] * 3, "skipped", "timeout", "skipped", "timeout"]
    assert "timed out" in found[3].verdict.detail


def test_what_a_format_cannot_hold_is_skipped():
    skipped, other = judge(named(WIDE, EASY), solver("right", format_name="keen"), Question.ONE)
    assert skipped.verdict.kind is Kind.SKIPPED
    assert "keen" in skipped.verdict.detail
    assert other.verdict.kind is Kind.CRASH, "it reads JSON"


BOUND = Truth(Count(1, exact=False), frozenset(), confirmed=False)


def test_the_exact_count_has_the_time_that_the_search_has_left(monkeypatch):
    given = []
    late = lambda *args: given.append(args[3]) or time.sleep(0.2) or BOUND  # noqa: E731
    monkeypatch.setattr(judging, "truth_of", late)
    monkeypatch.setattr(judging, "with_exact_count", late)
    list(judge(named(EASY), script("print(1)"), Question.COUNT))
    assert given[1] <= given[0] - 0.2


@pytest.mark.parametrize("truth", [None, BOUND])
def test_what_is_not_known_is_not_judged(truth, monkeypatch):
    monkeypatch.setattr(judging, "truth_of", lambda *_: truth)
    (found,) = judge(named(EASY), script("print('not unique')"), Question.UNIQUE)
    assert "not all known" in found.verdict.detail
    (found,) = judge(named(EASY), script("print('not unique'); exit(10)"), Question.UNIQUE)
    assert "not all known" in found.verdict.detail, "an exit code may stand by a right answer"
    (found,) = judge(named(EASY), script("exit(10)"), Question.UNIQUE)
    assert found.verdict.kind is Kind.CRASH


def test_what_our_engine_refuses_is_skipped_but_for_grids(monkeypatch):
    monkeypatch.setattr(judging, "truth_of", Mock(side_effect=KenKenError("too large")))
    (none,) = judge(named(EASY), script("print('none')"), Question.ONE)
    assert none.verdict == Verdict(Kind.SKIPPED, "too large")
    for text, kind in (("1 1\\n1 1", Kind.WRONG_GRID), ("1 2\\n2 1", Kind.RIGHT)):
        (grid,) = judge(named(Puzzle(2)), script(f"print('{text}')"), Question.ONE)
        assert grid.verdict.kind is kind, "by the rules"


@pytest.mark.skipif(os.name == "nt", reason="there Ctrl-C reaches every process of a console")
@pytest.mark.usefixtures("interruptible")
@pytest.mark.slow
def test_ctrl_c_ends_with_what_there_was():
    command = f'"{sys.executable}" -S -E "{HOMEWORK}" sleeps {{input}}'
    small, large = PUZZLES / "latin/latin-2.kk", PUZZLES / "4x4/cs332.kk"
    words = ["judge", command, small, large, "--json", "--timeout", "500", "--jobs", "1"]
    with subprocess.Popen(
        [sys.executable, "-m", "kenken_cp", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert json.loads(process.stdout.readline())["verdict"] == "right"
        time.sleep(0.5)  # so that it waits for the other
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    summary = json.loads(rest.splitlines()[-1])
    assert (summary["interrupted"], summary["right"]) == (True, 1)


# --- the smallest failure -------------------------------------------------------------------------


def failed(puzzle, count=1):
    truth = Truth(Count(count), frozenset(), confirmed=True)
    return Judged(puzzle.name, puzzle, "s", Verdict(Kind.WRONG_GRID, "wrong"), truth, 1.0)


def test_the_smallest_is_solvable_and_has_small_targets():
    rows = [[(0, 0), (0, 1)], [(1, 0), (1, 1)]]
    plain, huge = (failed(Puzzle(2, [Cage(row, "*", n) for row in rows])) for n in (2, 10**12))
    none, large = failed(NONE, count=0), failed(EASY)
    assert smallest([none, huge, large, plain]) is smallest([plain, large, huge, none]) is plain
    assert smallest([large, none]) is large
    assert smallest([none, large, huge]) is huge


def rounded():
    """A 5x5 of one solution, with 4 by 2 in its first cage, in which 5 by 2 would also do."""
    rows = [(4, 2, 1, 3, 5), (5, 3, 2, 1, 4), (1, 4, 3, 5, 2), (2, 1, 5, 4, 3), (3, 5, 4, 2, 1)]
    left = {(0, 0), (0, 1), (0, 4), (1, 0), (1, 4), (4, 3), (4, 4)}
    cells = [(r, c) for r in range(5) for c in range(5) if (r, c) not in left]
    cages = [Cage([(0, 0), (0, 1)], "/", 2), Cage([(4, 3), (4, 4)], "+", 3)]
    return Puzzle(5, [*cages, *(Cage([(r, c)], "=", rows[r][c]) for r, c in cells)])


FAULTS = {
    "truncating": (rounded(), Question.ALL, Kind.WRONG_GRID),
    "product": (load(PUZZLES / "6x6/cs332.kk"), Question.ONE, Kind.FALSE_NONE),
    "large cages": (load(PUZZLES / "5x5/cs332.kk"), Question.ONE, Kind.CRASH),
    "first": (load(PUZZLES / "ambiguous/5x5-three.kk"), Question.ALL, Kind.MISSING),
}


@pytest.mark.parametrize(
    "fault", [pytest.param("truncating", marks=pytest.mark.slow), *list(FAULTS)[1:]]
)
def test_a_failure_is_shown_on_a_small_board(fault):
    puzzle, question, kind = FAULTS[fault]
    (failure,) = judge(named(puzzle), solver(fault), question)
    assert failure.verdict.kind is kind
    found, is_steady = shrunk_failure(failure, solver(fault), question)
    assert is_steady
    assert found.puzzle.size <= 4
    assert "IndexError" in found.verdict.detail or kind is not Kind.CRASH
    for fault_again, expected in ((fault, kind), ("right", Kind.RIGHT)):
        (again,) = judge(named(found.puzzle), solver(fault_again), question)
        assert again.verdict.kind is expected


@pytest.mark.slow
def test_another_exception_is_another_failure():
    raising = script(
        "import json, sys; size = json.load(sys.stdin)['size']\n"
        "raise (IndexError if size == 3 else ValueError)(size)"
    )
    (failure,) = judge(named(load(PUZZLES / "3x3/easy.kk")), raising, Question.ONE)
    found, is_steady = shrunk_failure(failure, raising, Question.ONE)
    assert is_steady
    assert "IndexError" in found.verdict.detail


def test_the_time_for_smaller_puzzles_is_limited():
    tried = []
    assert shrink(EASY, lambda puzzle: bool(tried.append(puzzle)), seconds=0.0) is EASY
    assert not tried


def test_a_smaller_puzzle_has_fewer_cells():
    wide, tried = generate((2, 5), seed=1), []
    shrink(wide, lambda puzzle: bool(tried.append(len(puzzle.cells))), seconds=2.0)
    assert 9 in tried
    assert max(tried) <= len(wide.cells)


def test_smaller_puzzles_of_one_without_a_solution_have_none():
    tried = []
    cages = [Cage([(0, 0), (0, 1)], "+", 9), Cage([(1, 0), (1, 1)], "+", 3)]
    shrink(Puzzle(4, cages), lambda puzzle: bool(tried.append(puzzle)), seconds=2.0)
    assert len(tried) > 3
    assert not any(map(count, tried[:20]))


def test_a_smaller_puzzle_keeps_a_cage():
    small = shrink(EASY, lambda puzzle: True)
    assert (len(small.cells), max(len(cage.cells) for cage in small.cages)) == (4, 2)


@pytest.mark.slow
def test_an_unsteady_failure_is_said_to_be_so():
    failure = failed(load(PUZZLES / "ambiguous/3x3-12.kk"))
    again = shrunk_failure(failure, solver("right"), Question.ONE)
    assert again == (failure, False)


# --- our own engines ------------------------------------------------------------------------------


def engine(name, change, status):
    """An engine that finds what ``change`` makes of the solutions."""

    def search(puzzle, visit, clock):
        found = []
        BACKENDS.named("cp-sat").search(puzzle, lambda batch: not found.extend(batch), clock)
        for grid in change(found):
            visit([grid])
        return Ended(status)

    return BACKENDS.registered(Backend(name, "for a test", search))


def refuse(_):
    raise KenKenError("not this one")


def endless(_):
    while True:
        checkpoint()


ENGINES = {
    "missing": lambda grids: grids[1:],
    "false-none": lambda grids: [],
    "duplicate": lambda grids: [*grids, grids[0]],
    "wrong-grid": lambda grids: [*grids, ((1, 1), (1, 1))],
    "timeout": list,
    "not this one": refuse,
    "right": list,
}


@pytest.mark.parametrize(
    ("expected", "status"),
    [*((each, Status.EXHAUSTED) for each in ENGINES), ("wrong-grid", Status.TIMEOUT)],
)
def test_a_wrong_engine_is_found(expected, status):
    status = Status.TIMEOUT if expected == "timeout" else status
    name = f"one that is {expected}"
    with engine(name, ENGINES[expected], status):
        names = ["cp-sat", name, "brute-force"]
        found = list(cross_checked([("two", Puzzle(2))], names, seconds=60, able_only=True))
    results = {
        one.solver: one.verdict.detail if one.verdict.kind is Kind.SKIPPED else one.verdict.kind
        for one in found
    }
    assert results == {"cp-sat": Kind.RIGHT, name: expected, "brute-force": Kind.RIGHT}


def test_an_engine_without_an_end_times_out():
    with engine("endless", endless, Status.EXHAUSTED):
        (found,) = cross_checked(named(Puzzle(2)), ["endless"], seconds=0.2, able_only=True)
    assert found.verdict.kind is Kind.TIMEOUT


@pytest.mark.parametrize("then", [checkpoint, tuple], ids=["before its end", "at its end"])
def test_ctrl_c_keeps_what_the_engines_before_have_found(then):
    warming_up = iter([True])

    def interrupted(_):
        if not next(warming_up, False):
            signal.raise_signal(signal.SIGINT)
            then()
        return []

    names = ["cover", "interrupted", "sat"]
    with engine("interrupted", interrupted, Status.EXHAUSTED):
        judged = cross_checked(named(Puzzle(2)), names, seconds=60, able_only=True)
        assert next(judged).solver == "cover"
        with pytest.raises(KeyboardInterrupt):
            list(judged)


def test_engines_agree_on_rectangles_and_what_they_are_able_to():
    names = ["cp-sat", "brute-force", "logic"]
    given = named(WIDE, load(PUZZLES / "9x9/easy.kk"))
    found = list(cross_checked(given, names, seconds=90, able_only=True))
    assert {one.verdict.kind for one in found} == {Kind.RIGHT}
    assert [one.solver for one in found] == [*names, "cp-sat", "logic"]
