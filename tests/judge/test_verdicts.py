"""The verdict on one reply."""

import os
from dataclasses import replace

import pytest

from kenken_cp import Cage, Puzzle
from kenken_cp.clock import Clock
from kenken_cp.judge.answers import Question
from kenken_cp.judge.processes import Reply, RunEnd
from kenken_cp.judge.truth import truth_of
from kenken_cp.judge.verdicts import Kind, exception_in, verdict_on
from kenken_cp.model.count import Count

TWO = Puzzle(2)
ONE = Puzzle(2, [Cage([(0, 0)], "=", 1)])
NONE = Puzzle(2, [Cage([(0, 0), (0, 1)], "+", 4)])
THREE = Puzzle(3, [Cage([(0, 0)], "=", 1), Cage([(0, 1)], "=", 3), Cage([(1, 0)], "=", 2)])
WIDE = Puzzle((2, 3), [Cage([(0, column)], "=", column + 1) for column in range(3)])
PUZZLES = {"one": ONE, "two": TWO, "none": NONE, "three": THREE, "wide": WIDE}
A, B, C = "1 2\n2 1\n", "2 1\n1 2\n", "1 3 2\n2 1 3\n3 2 1\n"


TRUTHS = {name: truth_of(puzzle, 100, Clock(), 60.0) for name, puzzle in PUZZLES.items()}


def verdict(name, question, printed, error="", ended=RunEnd.EXITED, code=0, truth=None):
    reply = Reply(ended, code, printed, error, 1.0)
    return verdict_on(PUZZLES[name], truth or TRUTHS[name], reply, Question(question))


VERDICTS = {  # what was asked of which puzzle, what was printed: the kind, words of the detail
    "one": [
        ("one", A, "right", ""), ("two", B, "right", ""), ("none", "unsolvable", "right", ""),
        ("one", f"{B}\n{A}", "right", ""), ("one", f"{A}\n{B}", "wrong-grid", "r1c1"),
        ("one", "1 2\n1 2\n", "wrong-grid", "column 1"), ("none", A, "wrong-grid", "4"),
        ("three", "1 2 3\n3 1 2\n2 3 1\n", "wrong-grid", "exchanged"),
        ("one", "none", "false-none", "1 solution"), ("none", "", "unreadable", "nothing"),
        ("one", "banana", "unreadable", "banana"),
    ],
    "all": [
        ("two", f"{B}\n{A}", "right", ""), ("none", "[]", "right", ""),
        ("two", A, "missing", "1 of 2"), ("two", f"{A}\n{A}", "missing", "1 of 2"),
        ("two", f"{A}\n{B}\n{A}", "duplicate", "2 times"),
        ("one", f"{A}\n{B}", "wrong-grid", "line 5"),
        ("two", "no solution", "false-none", "2 solutions"),
    ],
    "count": [
        ("two", "2 solutions", "right", ""), ("none", "0", "right", ""),
        ("none", "no solutions", "right", ""), ("two", "3", "wrong-count", "says 3"),
        ("one", "0", "wrong-count", "1 solution"), ("none", "1", "wrong-count", "no solution"),
        ("two", A, "unreadable", "3 solutions"),
    ],
    "unique": [
        ("one", "unique", "right", ""), ("two", f"{A}not unique", "right", ""),
        ("none", "no solution", "right", ""), ("two", "unique", "false-unique", "2 solutions"),
        ("none", "unique", "false-unique", "no solution"),
        ("one", "not unique", "wrong-count", "1 solution"),
        ("none", "not unique", "right", ""),
        ("one", "none", "false-none", "1 solution"),
        ("one", f"{B}unique", "wrong-grid", "r1c1"), ("one", A, "unreadable", "unique"),
    ],
}  # fmt: skip
CASES = [(question, *case) for question, cases in VERDICTS.items() for case in cases]


@pytest.mark.parametrize(("question", "name", "printed", "kind", "words"), CASES)
def test_kinds(question, name, printed, kind, words):
    found = verdict(name, question, printed)
    assert found.kind == kind
    assert words in found.detail
    if kind in ("false-none", "missing"):
        assert found.expected in TRUTHS[name].grids
    assert bool(found.marked) == (kind == "wrong-grid")


ENDS = [
    (RunEnd.TIMEOUT, -9, A, Kind.TIMEOUT, "1 s"),
    (RunEnd.MEMORY, -9, A, Kind.CRASH, "memory"),
    (RunEnd.FLOODED, -9, A, Kind.UNREADABLE, "all that is read"),
    (RunEnd.EXITED, 1, A, Kind.RIGHT, ""),
    (RunEnd.EXITED, 1, B, Kind.CRASH, "exit code 1"),
    (RunEnd.EXITED, 1, "", Kind.CRASH, "exit code 1"),
    (RunEnd.EXITED, 1, "banana", Kind.CRASH, "exit code 1"),
    (RunEnd.EXITED, 1, "no solution", Kind.CRASH, "false-none"),
    (RunEnd.EXITED, -11, A, Kind.CRASH, "" if os.name == "nt" else "SIGSEGV"),
    (RunEnd.EXITED, -99, A, Kind.CRASH, "signal 99"),
    (RunEnd.EXITED, 0xC0000005, A, Kind.CRASH, "exit code"),  # as Windows ends a process
]


@pytest.mark.parametrize(("ended", "code", "printed", "kind", "words"), ENDS)
def test_ends(ended, code, printed, kind, words):
    found = verdict("one", "one", printed, ended=ended, code=code)
    assert found.kind is kind
    assert words in found.detail
    assert "its answer: unreadable" not in found.detail


def test_rows_and_columns_exchanged_are_named_only_where_that_is_right():
    wrong = [("one", "1 2\n1 2\n"), ("one", "1 1\n2 2\n"), ("one", B)]
    wrong += [("wide", "1 3 3\n2 2 1\n")]  # column by column it would be 1 2 3, 2 3 1
    for name, printed in wrong:
        found = verdict(name, "one", printed)
        assert (found.kind, "exchanged" in found.detail) == (Kind.WRONG_GRID, False)


def test_standard_error():
    assert verdict("none", "one", "", "Puzzle is not solvable").kind is Kind.RIGHT
    assert verdict("none", "one", "", "error: not solvable").kind is Kind.UNREADABLE
    assert verdict("none", "one", "banana", "unsat").kind is Kind.UNREADABLE


def test_what_is_not_known():
    for code, ended, kind in ((3, RunEnd.EXITED, "crash"), (-9, RunEnd.TIMEOUT, "timeout")):
        reply = Reply(ended, code, "", "", 1.0)
        assert verdict_on(TWO, None, reply, Question.ONE).kind == kind
    for code in (0, 3):
        reply = Reply(RunEnd.EXITED, code, A, "", 1.0)
        assert verdict_on(TWO, None, reply, Question.ONE).kind is Kind.RIGHT, "by the rules"
        assert verdict_on(TWO, None, reply, Question.ALL) is None
    bound = replace(TRUTHS["two"], count=Count(2, exact=False))
    for printed in ("7", "2"):
        assert verdict("two", "count", printed, truth=bound) is None
    assert verdict("two", "count", "1", truth=bound).kind == "wrong-count"
    assert verdict("two", "all", f"{A}\n{B}", truth=bound) is None
    assert "at least" in verdict("two", "all", A, truth=bound).detail
    unseen = replace(TRUTHS["two"], count=Count(3))
    assert verdict("two", "all", f"{A}\n{B}", truth=unseen).expected is None


FRAMES = "".join("\tat a.Solver.search(Solver.java:64)\n" for _ in range(1024))
CRASHES = {  # the line that is shown, and what Python, Java, Rust, C++, Node, Go and C print
    "IndexError: list index out of range": (
        "Traceback (most recent call last):\n  File \"s.py\", line 3, in <module>\n    f([])\n"
        "    ~^^^^\nIndexError: list index out of range\n"),
    "Stuck: r1c1": 'Traceback (most recent call last):\n  File "s.py", line 3\nStuck: r1c1\n',
    "java.lang.StackOverflowError":
        f'Exception in thread "main" java.lang.StackOverflowError\n{FRAMES}',
    "ArithmeticException: / by zero": (
        f'Exception in thread "main" a.Failed: x\n{FRAMES}Caused by: java.lang.ArithmeticException:'
        f" / by zero\n{FRAMES}\t... 3 more\n"),
    "index out of bounds: the len is 3": (
        "thread 'main' (7) panicked at src/main.rs:3:5:\nindex out of bounds: the len is 3\n"
        "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n"),
    "std::out_of_range": (
        "terminate called after throwing an instance of 'std::out_of_range'\n"
        "  what():  vector::_M_range_check\n"),
    "RangeError: too much": (
        "/s.js:3\n    throw new RangeError('x');\n    ^\n\nRangeError: too much\n"
        "    at solve (/s.js:3:11)\n\nNode.js v18.19.1\n"),
    "panic: runtime error: index out of range [5]": (
        "panic: runtime error: index out of range [5]\n\ngoroutine 1 [running]:\n"
        "main.main()\n\t/s.go:6 +0x1d\nexit status 2\n"),
    "panic: no such cage": (
        "panic: no such cage\n\ngoroutine 1 [running]:\nmain.main.func1()\n\t/s.go:7 +0x39\n"
        "panic({0x45d3a0?, 0xc000014070?})\n\t/panic.go:884 +0x212\nmain.main()\n\t/s.go:9\n"),
    "Assertion `x > 0' failed": "s: s.c:5: main: Assertion `x > 0' failed.\n",
    "x" * 99: "x" * (1 << 16),  # at once
    "": "",
}  # fmt: skip


@pytest.mark.parametrize(("line", "error"), CRASHES.items())
def test_the_line_of_the_exception(line, error):
    shown = exception_in(f"reading\n{error}" if error else "")
    assert line in shown
    assert "\n" not in shown
    found = verdict("one", "one", "", error, code=1)
    assert found.kind is Kind.CRASH
    assert line in found.detail
