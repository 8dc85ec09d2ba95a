"""Errors that were not caught, as the runtimes of many languages report them: crashes, whatever the
exit code is, and wherever they are printed.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from judge.test_verdicts import FIRST, NONE, ONE, TWO, judged

from kenken_cp.judge.answers import Answers, Claim
from kenken_cp.judge.comparison import verdict
from kenken_cp.judge.crash_reports import CRASH_REPORTS, complaint, uncaught
from kenken_cp.judge.solvers import solver_named
from kenken_cp.judge.terms import Terms
from kenken_cp.judge.truth import truth_of
from kenken_cp.judge.verdicts import Kind, Reply
from kenken_cp.search.protocol import StopSignal

PYTHON = CRASH_REPORTS[0].example
EXITED = Reply(Answers(), 0.1)


@pytest.mark.parametrize("report", CRASH_REPORTS, ids=lambda report: report.runtime)
def test_the_reports_of_runtimes(report):
    text = "12 nodes\n" + report.example
    found = uncaught(text, may_be_handled=True)
    assert found is not None
    assert found.message == complaint(report.example) == report.message.strip()
    for stream in ("error", "ending"):
        reply = replace(EXITED, **{stream: text})
        for claim in (Claim.GRIDS, Claim.FIRST):
            crash = judged(ONE, claim, reply=reply, grids=(FIRST,))
            assert crash.kind is Kind.CRASH
            assert crash.detail.startswith("an error was not caught after a right answer, though ")
            assert crash.detail.endswith(report.message.strip())


@pytest.mark.parametrize(
    "said",
    [
        "trying r1c1 = 3\n    at r1c2: 4\n  at (1,2): 3\n    at 12:30:05 one\n",
        "at cage 3 line 7\npanic mode off\n3 fatal errors avoided\n",
        "Use of uninitialized value $x in addition (+) at solve.pl line 12.\n",
        'Argument "3+" isn\'t numeric in addition (+) at solve.pl line 4, <> line 3.\n',
        "2 cages read at solve.pl line 12.\nstarting\n",
        "77 nodes at solve.pl line 12, <STDIN> line 3.\n",
        f"ERROR:root:the fast search gave up\n{PYTHON}going on\n",
        f"Exception ignored in: <function Board.__del__ at 0x7f21e07b3d30>\n{PYTHON}",
    ],
)
def test_what_is_no_crash(said):
    said = f"reading\n{said}"
    assert uncaught(said, may_be_handled=True) is None
    for stream in ("error", "ending"):
        reply = replace(EXITED, **{stream: said})
        assert judged(ONE, reply=reply, grids=(FIRST,)).kind is Kind.RIGHT


def test_a_program_that_goes_on_after_a_report_has_caught_it():
    text = f"Searching\n{PYTHON}Trying again.\n1 2\n2 1\n"
    assert judged(ONE, reply=replace(EXITED, ending=text), grids=(FIRST,)).kind is Kind.RIGHT


def test_a_report_that_there_is_no_solution_is_no_crash():
    text = PYTHON.replace("IndexError: list index out of range", "Unsolvable: no solution")
    for stream in ("error", "ending"):
        reply = replace(EXITED, **{stream: text})
        assert judged(NONE, reply=reply, none=True).kind is Kind.RIGHT


def test_what_a_crash_explains_and_what_it_does_not():
    reply = replace(EXITED, error=PYTHON)
    assert judged(TWO, reply=reply, grids=(FIRST,)).kind is Kind.CRASH
    assert judged(TWO, reply=reply, blank=True).kind is Kind.CRASH
    assert judged(NONE, reply=reply, blank=True).kind is Kind.CRASH
    assert judged(NONE, reply=reply, grids=(FIRST,)).kind is Kind.WRONG_GRID
    assert judged(TWO, Claim.COUNT, reply=reply, count=3).kind is Kind.WRONG_COUNT
    memory = replace(EXITED, ending=PYTHON.replace("IndexError", "MemoryError"))
    assert judged(TWO, reply=memory, grids=(FIRST,)).kind is Kind.MEMORY


def test_the_end_of_a_perl_program_before_what_it_had_buffered():
    text = "Can't open log at solve.pl line 4.\n1 2\n2 1\n"
    assert judged(ONE, reply=replace(EXITED, ending=text), grids=(FIRST,)).kind is Kind.CRASH
    assert judged(ONE, reply=replace(EXITED, error=text), grids=(FIRST,)).kind is Kind.RIGHT


def test_what_a_perl_program_says_at_its_end_is_a_warning_or_its_death():
    """``warn`` and ``die`` write the same; the exit code tells them apart."""
    text = "77 nodes at solve.pl line 12, <STDIN> line 3.\n"
    for code, kind in ((0, Kind.RIGHT), (255, Kind.CRASH)):
        reply = replace(EXITED, error=text, code=code)
        assert judged(ONE, reply=reply, grids=(FIRST,)).kind is kind


@pytest.mark.parametrize("redirected", ["", " 2>&1"])
@pytest.mark.parametrize("unbuffered", ["", " -u"])
def test_a_command_whose_exit_code_is_hidden(redirected, unbuffered):
    """Where both go to one place, a buffered output comes after the report."""
    program = "print(1, 2); print(2, 1); [][0]"
    script = f"python3{unbuffered} -c '{program}'{redirected}; true"
    reply = solver_named(f'sh -c "{script}"', Terms())(ONE, StopSignal())
    assert (reply.code, reply.answers.grids) == (0, (FIRST,))
    assert verdict(ONE, truth_of(ONE), reply, Claim.FIRST).kind is Kind.CRASH
