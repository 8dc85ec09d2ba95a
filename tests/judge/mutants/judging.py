"""Mutants run in this process, and judged by the judge's own verdicts."""

from __future__ import annotations

import traceback
from dataclasses import replace
from functools import cache
from pathlib import Path

from judge.mutants.record import Mutant
from kenken_cp.judge.comparison import verdict

from kenken_cp import each_solution
from kenken_cp.formats import dumps
from kenken_cp.judge.answers import Claim, read_answers
from kenken_cp.judge.processes import RunEnd
from kenken_cp.judge.truth import Truth
from kenken_cp.judge.verdicts import Kind, Reply, Verdict
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle

PROGRAM = Path(__file__).with_name("program.py").read_text(encoding="utf-8")

MAX_LINES = 12_000
"""Lines that are read of what a mutant prints: more than any of these puzzles has solutions."""


class _OutOfTimeError(Exception):
    """A mutant has made as many checks as it may."""


@cache
def _compiled(source):
    return compile(source, "program.py", "exec")


def source_of(mutant: Mutant) -> str:
    """The program with the mutant's words replaced; each must be there, and only once."""
    source = PROGRAM
    for old, new in mutant.changes:
        if source.count(old) != 1:
            raise ValueError(f"{mutant.name}: {old!r} is there {source.count(old)} times")
        source = source.replace(old, new)
    return source


def run(mutant: Mutant, puzzle: Puzzle, max_checks: int) -> Reply:
    """What a mutant says about a puzzle; a process of its own would say the same.

    Its time is counted in checks of a cage, so that it is the same on every machine.
    """
    text = dumps(puzzle.bare, "json")
    namespace: dict = {"__name__": "program"}
    printed, error, ended = [], "", RunEnd.EXITED
    exec(_compiled(source_of(mutant)), namespace)
    check, left = namespace["fits"], max_checks

    def counted(*arguments):
        nonlocal left
        left -= 1
        if left < 0:
            raise _OutOfTimeError
        return check(*arguments)

    namespace["fits"] = counted
    try:
        for line in namespace["lines"](text):
            printed.append(line)
            if len(printed) > MAX_LINES:
                break
    except _OutOfTimeError:
        ended = RunEnd.TIMEOUT
    except Exception:  # noqa: BLE001 - whatever it is, the program would have crashed
        error = traceback.format_exc()
    output = "".join(f"{line}\n" for line in printed)
    answers = read_answers(output, puzzle, text)
    return Reply(answers, 0.0, ended, int(bool(error)), error, output[:1000])


def first_of(reply: Reply) -> Reply:
    """What the same mutant says if it stops at the first solution."""
    return replace(reply, answers=replace(reply.answers, grids=reply.answers.grids[:1]))


def found_out(
    mutant: Mutant, puzzle: Puzzle, truth: Truth, reply: Reply, claim: Claim
) -> Verdict | None:
    """The verdict on a mutant's reply, if it is found to be wrong.

    One that is slow, and no more, is not: in another language it would not be. What it printed
    until then may be wrong all the same.
    """
    early = reply.ended is not RunEnd.EXITED and not mutant.hangs
    found = verdict(puzzle, truth, replace(reply, ended=RunEnd.EXITED) if early else reply, claim)
    wrong = (Kind.WRONG_GRID, Kind.DUPLICATE) if early else set(Kind) - {Kind.RIGHT}
    return found if found.kind in wrong else None


@cache
def truth_of(puzzle: Puzzle) -> Truth:
    """The solutions of a puzzle by one engine, fast; that two agree is tested with the suites."""
    found: list[Grid] = []
    each_solution(puzzle, found.append)
    grids = frozenset(found)
    return Truth(Count(len(grids)), grids, 0.0, 0.0, confirmed=True)


def finds_out(mutant: Mutant, puzzle: Puzzle, max_checks: int) -> tuple[bool, bool]:
    """Whether a puzzle finds a mutant out, and whether it does if that stops at the first."""
    truth, reply = truth_of(puzzle), run(mutant, puzzle, max_checks)
    found = found_out(mutant, puzzle, truth, reply, mutant.claim) is not None
    if mutant.claim is not Claim.GRIDS:
        return found, False
    return found, found_out(mutant, puzzle, truth, first_of(reply), Claim.FIRST) is not None
