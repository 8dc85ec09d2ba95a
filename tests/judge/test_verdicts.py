"""The verdict on one reply."""

import os
from dataclasses import replace

import pytest

from kenken_cp import Cage, Puzzle
from kenken_cp.judge.answers import Question
from kenken_cp.judge.processes import RunEnd
from kenken_cp.judge.solvers import Reply
from kenken_cp.judge.truth import truth_of
from kenken_cp.judge.verdicts import Kind, exception_in, verdict_on
from kenken_cp.model.count import Count
from kenken_cp.search.protocol import StopSignal

TWO = Puzzle(2)
ONE = Puzzle(2, [Cage([(0, 0)], "=", 1)])
NONE = Puzzle(2, [Cage([(0, 0), (0, 1)], "+", 4)])
THREE = Puzzle(3, [Cage([(0, 0)], "=", 1), Cage([(0, 1)], "=", 3), Cage([(1, 0)], "=", 2)])
PUZZLES = {"one": ONE, "two": TWO, "none": NONE, "three": THREE}
A, B, C = "1 2\n2 1\n", "2 1\n1 2\n", "1 3 2\n2 1 3\n3 2 1\n"


TRUTHS = {name: truth_of(puzzle, 100, StopSignal(), 60.0) for name, puzzle in PUZZLES.items()}


def verdict(name, question, printed, error="", ended=RunEnd.EXITED, code=0, truth=None):
    reply = Reply("", printed, error, ended, code, 1.0)
    return verdict_on(PUZZLES[name], truth or TRUTHS[name], reply, Question(question))


VERDICTS = [
    ("one", "one", A, "right", ""),
    ("two", "one", B, "right", ""),
    ("none", "one", "unsolvable", "right", ""),
    ("one", "one", f"{B}\n{A}", "right", ""),
    ("one", "one", f"{A}\n{B}", "wrong-grid", "r1c1"),
    ("one", "one", "1 2\n1 2\n", "wrong-grid", "column 1"),
    ("none", "one", A, "wrong-grid", "4"),
    ("three", "one", "0 2 1\n1 0 2\n2 1 0\n", "wrong-grid", "one more"),
    ("three", "one", "2 4 3\n3 2 4\n4 3 2\n", "wrong-grid", "one less"),
    ("three", "one", "1 2 3\n3 1 2\n2 3 1\n", "wrong-grid", "exchanged"),
    ("one", "one", "none", "false-none", "one solution"),
    ("one", "one", "banana", "unreadable", "banana"),
    ("none", "one", "", "unreadable", "nothing"),
    ("two", "all", f"{B}\n{A}", "right", ""),
    ("none", "all", "[]", "right", ""),
    ("two", "all", A, "missing", "1 of 2"),
    ("two", "all", f"{A}\n{B}\n{A}", "duplicate", "2 times"),
    ("two", "all", f"{A}\n{A}", "missing", "1 of 2"),
    ("one", "all", f"{A}\n{B}", "wrong-grid", "line 5"),
    ("two", "all", "no solution", "false-none", "2 solutions"),
    ("two", "count", "2 solutions", "right", ""),
    ("none", "count", "0", "right", ""),
    ("none", "count", "no solutions", "right", ""),
    ("two", "count", "3", "wrong-count", "says 3"),
    ("one", "count", "0", "wrong-count", "one solution"),
    ("none", "count", "1", "wrong-count", "no solution"),
    ("two", "count", A, "unreadable", "3 solutions"),
    ("one", "unique", "unique", "right", ""),
    ("two", "unique", f"{A}not unique", "right", ""),
    ("none", "unique", "no solution", "right", ""),
    ("two", "unique", "unique", "false-unique", "2 solutions"),
    ("none", "unique", "unique", "false-unique", "no solution"),
    ("one", "unique", "not unique", "wrong-count", "one solution"),
    ("none", "unique", "not unique", "wrong-count", "no solution"),
    ("one", "unique", "none", "false-none", "one solution"),
    ("one", "unique", f"{B}unique", "wrong-grid", "r1c1"),
    ("one", "unique", A, "unreadable", "unique"),
]


@pytest.mark.parametrize(("name", "question", "printed", "kind", "words"), VERDICTS)
def test_kinds(name, question, printed, kind, words):
    found = verdict(name, question, printed)
    assert found.kind == kind
    assert words in found.detail
    if kind in ("false-none", "missing"):
        assert found.expected in TRUTHS[name].grids
    if kind == "wrong-grid":
        assert found.given
        assert found.marked


def test_every_kind_is_tested():
    assert {kind for *_, kind, _ in VERDICTS} | {"crash", "timeout"} == set(Kind)


ENDS = [
    (RunEnd.TIMEOUT, -9, A, Kind.TIMEOUT, "1 s"),
    (RunEnd.MEMORY, -9, A, Kind.CRASH, "memory"),
    (RunEnd.FLOODED, -9, A, Kind.UNREADABLE, "more than is read"),
    (RunEnd.EXITED, 1, A, Kind.RIGHT, ""),
    (RunEnd.EXITED, 1, B, Kind.CRASH, "exit code 1"),
    (RunEnd.EXITED, 1, "", Kind.CRASH, "exit code 1"),
    (RunEnd.EXITED, 1, "no solution", Kind.CRASH, "false-none"),
    (RunEnd.EXITED, -11, A, Kind.CRASH, "" if os.name == "nt" else "SIGSEGV"),
    (RunEnd.EXITED, -99, A, Kind.CRASH, "signal 99"),
]


@pytest.mark.parametrize(("ended", "code", "printed", "kind", "words"), ENDS)
def test_ends(ended, code, printed, kind, words):
    found = verdict("one", "one", printed, ended=ended, code=code)
    assert found.kind is kind
    assert words in found.detail


def test_standard_error():
    assert verdict("none", "one", "", "Puzzle is not solvable").kind is Kind.RIGHT
    assert verdict("none", "one", "", "error: not solvable").kind is Kind.UNREADABLE
    assert verdict("none", "one", "banana", "unsat").kind is Kind.UNREADABLE


def test_of_an_unknown_truth_only_how_it_ended_is_told():
    for code, ended, kind in ((3, RunEnd.EXITED, "crash"), (-9, RunEnd.TIMEOUT, "timeout")):
        reply = Reply("", A, "", ended, code, 1.0)
        assert verdict_on(TWO, None, reply, Question.ONE).kind == kind


def test_more_solutions_than_are_known():
    bound = replace(TRUTHS["two"], count=Count(2, exact=False))
    for printed, kind in (("7", "right"), ("2", "right"), ("1", "wrong-count")):
        assert verdict("two", "count", printed, truth=bound).kind == kind
    assert "at least" in verdict("two", "all", A, truth=bound).detail


FRAMES = "".join("\tat a.Solver.search(Solver.java:64)\n" for _ in range(1024))
CRASHES = {
    "Python": (
        "Traceback (most recent call last):\n  File \"s.py\", line 3, in <module>\n    f([])\n"
        "    ~^^^^\nIndexError: list index out of range\n", "IndexError: list index out of range"),
    "an exception of one's own": (
        'Traceback (most recent call last):\n  File "s.py", line 3, in f\nStuck: r1c1\n',
        "Stuck: r1c1"),
    "Java": (f'Exception in thread "main" java.lang.StackOverflowError\n{FRAMES}',
             "java.lang.StackOverflowError"),
    "Java's cause": (
        f'Exception in thread "main" a.Failed: x\n{FRAMES}Caused by: java.lang.ArithmeticException:'
        f" / by zero\n{FRAMES}\t... 3 more\n", "ArithmeticException: / by zero"),
    "Rust": (
        "thread 'main' (7) panicked at src/main.rs:3:5:\nindex out of bounds: the len is 3\n"
        "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
        "index out of bounds"),
    "C++": ("terminate called after throwing an instance of 'std::out_of_range'\n"
            "  what():  vector::_M_range_check\n", "std::out_of_range"),
    "Node": ("/s.js:3\n    throw new RangeError('x');\n    ^\n\nRangeError: too much\n"
             "    at solve (/s.js:3:11)\n\nNode.js v18.19.1\n", "RangeError: too much"),
    "Go": ("panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:\n"
           "main.main()\n\t/s.go:6 +0x1d\nexit status 2\n", "index out of range [5]"),
    "Go, while it panics": (
        "panic: no such cage\n\ngoroutine 1 [running]:\nmain.main.func1()\n\t/s.go:7 +0x39\n"
        "panic({0x45d3a0?, 0xc000014070?})\n\t/panic.go:884 +0x212\nmain.main()\n\t/s.go:9 +0x1d\n",
        "no such cage"),
    "C": ("s: s.c:5: main: Assertion `x > 0' failed.\n", "Assertion `x > 0' failed"),
    "nothing": ("", ""),
}  # fmt: skip


@pytest.mark.parametrize(("error", "line"), CRASHES.values(), ids=CRASHES)
def test_the_line_of_the_exception(error, line):
    assert line in exception_in(f"reading\n{error}" if error else "")
    assert exception_in(error).count("\n") == 0
    found = verdict("one", "one", "", error, code=1)
    assert found.kind is Kind.CRASH
    assert line in found.detail
