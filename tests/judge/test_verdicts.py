"""The verdict on one answer, with answers made up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kenken_cp import Cage, LimitReachedError, Puzzle, Status
from kenken_cp.judge import results
from kenken_cp.judge.answers import Answers, Claim
from kenken_cp.judge.comparison import verdict
from kenken_cp.judge.processes import RunEnd
from kenken_cp.judge.results import level_of
from kenken_cp.judge.truth import MAX_SOLUTIONS, truth_of
from kenken_cp.judge.verdicts import Kind, Reply

TWO = Puzzle(2)
ONE = Puzzle(2, [Cage([(0, 0)], None, 1)])
NONE = Puzzle(2, [Cage([(0, 0), (0, 1)], "+", 4)])
FIRST, SECOND = ((1, 2), (2, 1)), ((2, 1), (1, 2))
WRONG = ((1, 2), (1, 2))
DOTS = ((1, None), (None, None))


def judged(puzzle, claim=Claim.GRIDS, reply=None, **answers):
    reply = reply or Reply(Answers(), 0.1, shown="something")
    return verdict(puzzle, truth_of(puzzle), replace(reply, answers=Answers(**answers)), claim)


@pytest.mark.parametrize("claim", [Claim.GRIDS, Claim.FIRST])
def test_right(claim):
    assert judged(ONE, claim, grids=(FIRST,)).kind is Kind.RIGHT
    assert judged(TWO, claim, grids=(SECOND, FIRST)).kind is Kind.RIGHT
    assert judged(NONE, claim, none=True).kind is Kind.RIGHT
    assert judged(NONE, claim, blank=True).kind is Kind.RIGHT
    assert judged(NONE, claim, unfinished=(DOTS,)).kind is Kind.RIGHT


def test_a_wrong_grid_names_the_rule():
    found = judged(ONE, grids=(FIRST, WRONG))
    assert found.kind is Kind.WRONG_GRID
    assert found.detail == "column 1 has 1 more than once: r1c1 r2c1 (grid 2 of 2)"
    assert (found.given, found.expected, found.marked) == (WRONG, FIRST, ((0, 0), (1, 0)))
    assert judged(NONE, Claim.FIRST, grids=(FIRST,)).detail.startswith("the cage 4+ at r1c1 r1c2")
    assert judged(ONE, Claim.UNIQUE, grids=(WRONG,), unique=True).kind is Kind.WRONG_GRID


def test_missing():
    found = judged(TWO, grids=(FIRST,))
    assert (found.kind, found.detail) == (Kind.MISSING, "1 of 2 solutions missing")
    assert found.expected == SECOND
    assert judged(TWO, Claim.FIRST, grids=(FIRST,)).kind is Kind.RIGHT


def test_a_usual_limit_of_solutions_is_named():
    all_but = {number: sorted(truth_of(Puzzle(4)).grids)[:number] for number in (500, 511, 521)}
    text = "76 of 576 solutions missing; it printed 500: does it stop there?"
    assert judged(Puzzle(4), grids=tuple(all_but[500])).detail == text
    assert "does it stop" in judged(Puzzle(4), grids=tuple(all_but[511])).detail
    assert "does it stop" not in judged(Puzzle(4), grids=tuple(all_but[521])).detail
    text = "says 500; there are 576 solutions; does it stop counting there?"
    assert judged(Puzzle(4), Claim.COUNT, count=500).detail == text
    for count in (577, 1000):
        assert "does it stop" not in judged(Puzzle(4), Claim.COUNT, count=count).detail


def test_duplicate():
    found = judged(TWO, grids=(FIRST, SECOND, FIRST, FIRST))
    assert found.kind is Kind.DUPLICATE
    assert found.detail == "4 grids, of which 2 repeat an earlier one"
    found = judged(ONE, grids=(FIRST, FIRST))
    assert found.detail == "2 grids, of which 1 repeats an earlier one"
    assert judged(TWO, grids=(FIRST, FIRST)).kind is Kind.MISSING
    assert judged(ONE, Claim.FIRST, grids=(FIRST, FIRST)).kind is Kind.RIGHT


def test_a_grid_where_there_is_no_solution():
    """Nothing comes after it that could be right."""
    assert judged(NONE, grids=(FIRST,)).detail.endswith("add to 4")


def test_false_none():
    found = judged(TWO, none=True)
    assert (found.kind, found.expected) == (Kind.FALSE_NONE, FIRST)
    assert found.detail == "says there is no solution; there are 2 solutions"
    assert judged(ONE, blank=True).detail == "printed nothing; there is one solution"
    assert judged(ONE, Claim.COUNT, none=True).kind is Kind.FALSE_NONE
    assert judged(ONE, Claim.COUNT, count=0).kind is Kind.FALSE_NONE
    assert judged(ONE, Claim.UNIQUE, none=True).kind is Kind.FALSE_NONE


def test_uniqueness():
    assert judged(ONE, Claim.UNIQUE, unique=True).kind is Kind.RIGHT
    assert judged(TWO, Claim.UNIQUE, unique=False).kind is Kind.RIGHT
    assert judged(TWO, Claim.UNIQUE, count=2).kind is Kind.RIGHT
    assert judged(NONE, Claim.UNIQUE, none=True).kind is Kind.RIGHT
    for puzzle, count in ((ONE, 1), (TWO, 2), (TWO, 3), (NONE, 0)):
        assert judged(puzzle, Claim.UNIQUE, count=count).kind is Kind.RIGHT
    assert judged(ONE, Claim.UNIQUE, count=2).detail == "says several; there is one solution"
    found = judged(TWO, Claim.UNIQUE, unique=True)
    assert (found.kind, found.detail) == (Kind.FALSE_UNIQUE, "says unique; there are 2 solutions")
    assert judged(NONE, Claim.UNIQUE, unique=True).kind is Kind.FALSE_UNIQUE
    assert judged(ONE, Claim.UNIQUE, unique=False).kind is Kind.WRONG_COUNT
    assert judged(NONE, Claim.UNIQUE, unique=False).kind is Kind.RIGHT
    found = judged(NONE, Claim.UNIQUE, unique=False, several=True)
    assert (found.kind, found.detail) == (Kind.WRONG_COUNT, "says several; there is no solution")
    assert judged(ONE, Claim.UNIQUE, grids=(FIRST,)).kind is Kind.UNREADABLE


def test_counts():
    assert judged(TWO, Claim.COUNT, count=2).kind is Kind.RIGHT
    assert judged(NONE, Claim.COUNT, none=True).kind is Kind.RIGHT
    assert judged(ONE, Claim.COUNT, unique=True).kind is Kind.RIGHT
    found = judged(TWO, Claim.COUNT, count=3)
    assert (found.kind, found.detail) == (Kind.WRONG_COUNT, "says 3; there are 2 solutions")
    assert judged(NONE, Claim.COUNT, count=1).detail == "says 1; there is no solution"
    assert judged(ONE, Claim.COUNT).kind is Kind.UNREADABLE
    assert judged(TWO, Claim.COUNT, count=2, grids=(WRONG,)).kind is Kind.WRONG_GRID
    # What a program that counts says of one cell looks like a grid.
    cell = Puzzle(1, values=[7, 8])
    assert judged(cell, Claim.COUNT, count=2, grids=(((2,),),)).kind is Kind.RIGHT


def test_numbers_beside_grids():
    assert judged(ONE, grids=(FIRST,), unique=True).kind is Kind.RIGHT
    assert judged(TWO, Claim.FIRST, grids=(FIRST,), unique=True).kind is Kind.FALSE_UNIQUE
    for count, kind in ((1, Kind.RIGHT), (2, Kind.RIGHT), (3, Kind.WRONG_COUNT)):
        assert judged(TWO, Claim.FIRST, grids=(FIRST,), count=count).kind is kind
        assert judged(TWO, Claim.FIRST, grids=(FIRST, FIRST), count=count).kind is kind
    assert judged(TWO, none=True, unfinished=(DOTS,)).kind is Kind.FALSE_NONE
    assert judged(TWO, unfinished=(DOTS,)).detail.endswith("boards with open cells")
    assert judged(TWO, unfinished=(DOTS,), count=2).detail.endswith(
        "judge it with --answers count.)"
    )


def test_what_is_said_where_there_is_no_solution():
    said = Reply(Answers(), 0.1, shown="one")
    assert judged(NONE, reply=said, count=3).detail == "says 3; there is no solution"
    found = judged(NONE, reply=said, unique=True)
    assert found.detail == "says that there is a solution; there is no solution"
    found = judged(NONE, reply=replace(said, shown="3"), count=3)
    assert found.detail == "neither gave a grid nor said that there is none: printed '3'"
    assert judged(NONE, reply=said, error=True).kind is Kind.UNREADABLE


def test_unreadable():
    assert judged(ONE).detail == "no complete 2x2 grid: printed 'something'"
    assert "only boards with open cells" in judged(ONE, unfinished=(DOTS,)).detail
    assert judged(NONE, other_shape=(3, 3)).detail == "printed a 3x3 grid for a 2x2 puzzle"
    flood = Reply(Answers(), 1.0, RunEnd.FLOODED, shown="x" * 1000)
    assert judged(ONE, reply=flood).kind is Kind.UNREADABLE
    assert judged(ONE, reply=flood, grids=(FIRST,)).detail.startswith(
        "printed more output than is read:"
    )
    assert len(judged(ONE, reply=flood).detail) < 100
    problem = Reply(Answers(), 1.0, problem="returned nonsense")
    assert judged(ONE, reply=problem).detail == "returned nonsense"


def test_timeout_and_memory():
    late = Reply(Answers(), 10.01, RunEnd.TIMEOUT)
    assert judged(ONE, reply=late).detail == "still running after 10 s"
    assert judged(ONE, reply=late, grids=(FIRST,)).detail.endswith("; 1 grid by then, all right")
    wrong = judged(ONE, reply=late, grids=(FIRST, ((1, 1), (2, 2))))
    assert wrong.kind is Kind.TIMEOUT
    assert "; 2 grids by then: row 1 has 1 more than once: r1c1 r1c2 (grid 2" in wrong.detail
    greedy = Reply(Answers(), 0.5, RunEnd.MEMORY)
    assert judged(ONE, reply=greedy).kind is Kind.MEMORY
    python = Reply(Answers(), 0.5, code=1, error="Traceback ...\nMemoryError\n")
    assert judged(ONE, reply=python, blank=True).kind is Kind.MEMORY


STACK = "Traceback (most recent call last):\n  File\n"


@pytest.mark.parametrize(
    ("reply", "answers", "kind"),
    [
        # Many programs say so that there is no solution.
        (Reply(Answers(), 0.1, code=1), {"none": True}, Kind.RIGHT),
        (Reply(Answers(), 0.1, code=1), {"blank": True}, Kind.RIGHT),
        (Reply(Answers(), 0.1, code=1, error="Traceback\nError"), {"blank": True}, Kind.CRASH),
        (Reply(Answers(), 0.1, code=1, error="no way"), {"none": True}, Kind.RIGHT),
        (Reply(Answers(), 0.1, code=139), {"blank": True}, Kind.CRASH),  # a shell's for SIGSEGV
        (Reply(Answers(), 0.1, code=-11), {"none": True}, Kind.CRASH),
        (Reply(Answers(), 0.1, code=139), {"none": True}, Kind.CRASH),
        (Reply(Answers(), 0.1, code=1, error=f"{STACK}TypeError: x"), {"none": True}, Kind.CRASH),
        # It was not caught, but says what is the case.
        (Reply(Answers(), 0.1, code=1, error=f"{STACK}E: no solution"), {"none": True}, Kind.RIGHT),
        (Reply(Answers(), 0.1, code=1), {"grids": (FIRST,)}, Kind.WRONG_GRID),
    ],
)
def test_exit_codes_where_there_is_no_solution(reply, answers, kind):
    assert judged(NONE, reply=reply, **answers).kind is kind


@pytest.mark.parametrize(
    ("reply", "answers", "kind"),
    [
        (Reply(Answers(), 0.1, code=2), {"grids": (FIRST, SECOND)}, Kind.RIGHT),
        (Reply(Answers(), 0.1, code=2, error="10 nodes"), {"grids": (FIRST, SECOND)}, Kind.RIGHT),
        (Reply(Answers(), 0.1, code=139), {"grids": (FIRST, SECOND)}, Kind.CRASH),
        (Reply(Answers(), 0.1, code=1, error=STACK), {"grids": (FIRST, SECOND)}, Kind.CRASH),
        (Reply(Answers(), 0.1, code=1), {"grids": (FIRST,)}, Kind.MISSING),
        (Reply(Answers(), 0.1, code=1, error="panic"), {"grids": (FIRST,)}, Kind.CRASH),
        (Reply(Answers(), 0.1, code=1), {"grids": (FIRST, FIRST, SECOND)}, Kind.DUPLICATE),
        (Reply(Answers(), 0.1, code=1, error="panic"), {"grids": (FIRST, FIRST)}, Kind.CRASH),
        (Reply(Answers(), 0.1, code=1), {"none": True}, Kind.FALSE_NONE),
        (Reply(Answers(), 0.1, code=1), {"blank": True}, Kind.CRASH),
        (Reply(Answers(), 0.1, code=1), {}, Kind.CRASH),
    ],
)
def test_exit_codes_where_there_are_solutions(reply, answers, kind):
    assert judged(TWO, reply=reply, **answers).kind is kind


def test_a_crash_says_how():
    error = "Traceback (most recent call last):\n  ...\nZeroDivisionError: division by zero\n"
    found = judged(ONE, reply=Reply(Answers(), 0.1, code=1, error=error), blank=True)
    assert found.detail == "exit code 1: ZeroDivisionError: division by zero"
    assert judged(ONE, reply=Reply(Answers(), 0.1, code=-9)).detail == "killed by SIGKILL"
    found = judged(ONE, reply=Reply(Answers(), 0.1, code=139), blank=True)
    assert found.detail == "exit code 139 (a shell's for SIGSEGV)"


def test_a_crash_after_a_right_answer_is_said_to_be_one():
    killed = Reply(Answers(), 0.1, code=-6)
    assert judged(ONE, reply=killed, grids=(FIRST,)).detail == (
        "killed by SIGABRT after a right answer"
    )
    assert judged(ONE, reply=killed, blank=True).detail == "killed by SIGABRT"
    assert judged(TWO, reply=killed, grids=(FIRST,)).detail == "killed by SIGABRT"
    error = f"{STACK}AssertionError: at the end\n"
    assert judged(ONE, reply=Reply(Answers(), 0.1, code=1, error=error), grids=(FIRST,)).detail == (
        "exit code 1 after a right answer: AssertionError: at the end"
    )


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("Traceback:\n  File\n    f()\n    ~^^\nAssertionError\n", "AssertionError"),
        (
            "Error: ENOENT: no file\n    at f {\n  errno: -2\n}\n\nNode.js v20.20.2\n",
            "Error: ENOENT",
        ),
        (
            "Exception in thread main: E\n\tat J.f(J.java:1)\n\tat J.main(J.java:1)\n",
            "Exception in",
        ),
        ("Exception: E\n\tat J.f\nCaused by: F\n\tat J.g\n\t... 2 more\n", "Caused by: F"),
        ("thread 'main' panicked at x:\nby zero\nnote: run with `RUST_BACKTRACE=1`\n", "by zero"),
        ("panicked at x:\nby zero\nstack backtrace:\n   0: x\nnote: Some are omitted\n", "by zero"),
        ("panic: by zero\n\ngoroutine 1:\nmain.main()\n\t/x.go:5\nexit status 2\n", "panic: by"),
        ("terminate called\n  what():  out of range\n", "what():  out of range"),
        ("  indented\n", "indented"),
    ],
)
def test_a_crash_is_named_by_its_message_and_not_by_the_stack(error, said):
    found = judged(ONE, reply=Reply(Answers(), 0.1, code=1, error=error), blank=True)
    assert found.detail.startswith(f"exit code 1: {said}")


@pytest.mark.parametrize(
    "error",
    [
        "Traceback (most recent call last):\n  File\nIndexError: list index out of range\n",
        "x.js:3\nTypeError: x is undefined\n    at go (x.js:3:1)\n    at x.js:9:1\n",
        'Exception in thread "main" java.lang.NullPointerException\n\tat J.main(J.java:1)\n',
        "thread 'main' panicked at x.rs:3:\nby zero\n",
        "panic: by zero\n\ngoroutine 1:\n",
        "terminate called after throwing an instance of 'std::out_of_range'\n",
        "x.rb:3:in 'go': by zero (ZeroDivisionError)\n\tfrom x.rb:9:in '<main>'\n",
    ],
)
def test_an_error_that_was_not_caught_is_a_crash_behind_the_right_answer_too(error):
    """Whoever prints a solution as it is found has printed it before the search broke down."""
    for claim in (Claim.GRIDS, Claim.FIRST):
        found = judged(ONE, claim, reply=Reply(Answers(), 0.1, code=1, error=error), grids=(FIRST,))
        assert found.kind is Kind.CRASH
        # A shell script that goes on hides the exit code, but not what was reported.
        hidden = Reply(Answers(), 0.1, error=error)
        assert judged(ONE, claim, reply=hidden, grids=(FIRST,)).kind is Kind.CRASH


@pytest.mark.complete
def test_more_solutions_than_we_look_for(monkeypatch):
    monkeypatch.setattr("kenken_cp.judge.truth._MAX_WITNESS_SECONDS", 60)  # if others run beside it
    free = Puzzle(5)
    truth = truth_of(free)
    assert (truth.count, truth.count.exact, truth.confirmed) == (MAX_SOLUTIONS, False, True)
    known = tuple(sorted(truth.grids))
    some = verdict(free, truth, Reply(Answers(grids=known[:3]), 1.0), Claim.GRIDS)
    assert some.detail == "at least 9997 of 10000+ solutions missing"
    least = MAX_SOLUTIONS
    for count, kind in ((161280, Kind.RIGHT), (least, Kind.RIGHT), (least - 1, Kind.WRONG_COUNT)):
        found = verdict(free, truth, Reply(Answers(count=count), 1.0), Claim.COUNT)
        assert found.kind is kind


def test_engines_that_disagree_are_a_bug(monkeypatch):
    from kenken_cp import InternalError
    from kenken_cp.backends import python_constraint
    from kenken_cp.search.protocol import Ended as SearchEnded
    from kenken_cp.search.protocol import Status

    def blind(puzzle, visit, limits):
        visit(FIRST)
        return SearchEnded(Status.EXHAUSTED)

    monkeypatch.setattr(python_constraint, "search", blind)
    with pytest.raises(InternalError, match=r"two engines disagree, cp-sat 2 .*constraint 1 "):
        truth_of(TWO)


def test_ctrl_c_while_a_puzzle_is_rated(monkeypatch):
    """It ends the judge, where a rating that takes too long is only left out."""

    def late(status):
        def rated(*arguments, **more):
            raise LimitReachedError("", status=status)

        return rated

    monkeypatch.setattr(results, "rate", late(Status.TIMEOUT))
    assert level_of(ONE, truth_of(ONE), 1.0) == "not rated"
    monkeypatch.setattr(results, "rate", late(Status.INTERRUPTED))
    with pytest.raises(KeyboardInterrupt):
        level_of(ONE, truth_of(ONE), 1.0)
