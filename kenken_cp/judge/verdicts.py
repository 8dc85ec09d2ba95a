"""Verdicts: a solver's reply to a puzzle, compared with the true solutions.

Right means that the answer that was asked for was read and equals the truth. An exit by a signal is
a crash, and so is any exit code other than 0 without a right answer.
"""

import re
import signal
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from kenken_cp.judge.answers import Answer, Question, read_answer
from kenken_cp.judge.processes import MAX_OUTPUT, Reply, RunEnd
from kenken_cp.judge.truth import Truth
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import Checker
from kenken_cp.text import plural, shortened


class Kind(StrEnum):
    """What is wrong with a reply, if anything; or that it was not judged."""

    RIGHT = "right"
    WRONG_GRID = "wrong-grid"
    MISSING = "missing"
    DUPLICATE = "duplicate"
    FALSE_NONE = "false-none"
    FALSE_UNIQUE = "false-unique"
    WRONG_COUNT = "wrong-count"
    CRASH = "crash"
    TIMEOUT = "timeout"
    UNREADABLE = "unreadable"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is right or wrong about a reply.

    Args:
        detail: one line that says it with its particulars; empty if it is right.
        expected: a solution that should have been given.
        given: the grid that was read, if one was.
        marked: the cells of it where a rule is broken.
    """

    kind: Kind
    detail: str = ""
    expected: Grid | None = None
    given: Grid | None = None
    marked: tuple[Cell, ...] = ()


RIGHT = Verdict(Kind.RIGHT)

_NOTHING_KNOWN = Truth(Count(0, exact=False), frozenset(), confirmed=False)

_WINDOWS_FAULT = 0xC0000000
"""The least exit code of a process that Windows ended, which has no signals."""


def verdict_on(
    puzzle: Puzzle, truth: Truth | None, reply: Reply, question: Question
) -> Verdict | None:
    """The verdict on a reply; None if it depends on solutions that are not known."""
    match reply.ended:
        case RunEnd.TIMEOUT:
            return Verdict(Kind.TIMEOUT, f"still running after {reply.seconds:.3g} s")
        case RunEnd.MEMORY:
            return Verdict(Kind.CRASH, "took more memory than allowed (--memory)")
        case RunEnd.FLOODED:
            most = f"{MAX_OUTPUT >> 20} MB"
            return Verdict(Kind.UNREADABLE, f"printed more than {most}, which is all that is read")
    was_killed = reply.code < 0 or reply.code >= _WINDOWS_FAULT
    answer = read_answer(reply.printed, puzzle, question, reply.stderr)
    found = compare(puzzle, truth, answer, question)
    if was_killed or (reply.code and found is not None and found.kind is not Kind.RIGHT):
        return Verdict(Kind.CRASH, _crash(reply, found))
    return found


def _crash(reply: Reply, found: Verdict | None) -> str:
    """How a process broke down: its signal or exit code, its exception, and what it had printed."""
    how = f"exit code {reply.code}"
    if reply.code < 0:
        names = {member.value: member.name for member in signal.Signals}
        how = f"killed by {names.get(-reply.code, f'signal {-reply.code}')}"
    if said := exception_in(reply.stderr):
        how += f": {shortened(said, 200)}"
    if found is not None and reply.printed.strip() and found.kind is not Kind.UNREADABLE:
        how += f" (its answer: {found.kind}{found.detail and ', '}{found.detail})"
    return how


_EXCEPTION = re.compile("error|exception|panic|terminate|fault|abort", re.IGNORECASE)
_FRAME = re.compile(r"\s|\S+\(.*\)$")
"""How frames begin: in most languages with blanks; Go's are ``main.solve(0x1, 0x2)``."""


def exception_in(stderr: str) -> str:
    """The line of standard error that names the exception: the last one that is no frame and has a
    word for it; else the last line. If it ends with a colon, as Rust's do, with the line below.
    """
    lines = [line.rstrip() for line in stderr.splitlines() if line.strip()]
    named = [
        at for at, line in enumerate(lines) if not _FRAME.match(line) and _EXCEPTION.search(line)
    ]
    at = named[-1] if named else len(lines) - 1
    ends = at + 2 if lines and lines[at].endswith(":") else at + 1
    return " ".join(line.strip() for line in lines[max(at, 0) : ends])


def compare(
    puzzle: Puzzle, truth: Truth | None, answer: Answer, question: Question
) -> Verdict | None:
    """The verdict on an answer to a question; None if the truth that is known does not tell."""
    if answer.problem:
        return Verdict(Kind.UNREADABLE, answer.problem)
    if truth is None:
        truth = _NOTHING_KNOWN
    if broken := _wrong_grid(puzzle, truth, answer):
        return broken
    if question is Question.ONE and not answer.none:
        return RIGHT  # by the rules, whatever else is known
    count = truth.count
    is_known = count.exact or (question is Question.UNIQUE and count > 1)
    expected, has = min(truth.grids, default=None), f"it has {count.in_words}"
    if answer.none:
        if count:
            return Verdict(Kind.FALSE_NONE, f"says there is no solution; {has}", expected)
    elif question is Question.ALL:
        if fault := _fault_of_all(truth, answer):
            return fault
    elif question is Question.COUNT:
        said = Count(answer.count or 0)
        if not said.agrees(count):
            return Verdict(Kind.WRONG_COUNT, f"says {said}; {has}", expected)
    elif question is Question.UNIQUE and is_known and answer.unique is not (count == 1):
        kind = Kind.FALSE_UNIQUE if answer.unique else Kind.WRONG_COUNT
        says = "unique" if answer.unique else "not unique"
        return Verdict(kind, f"says {says}; {has}", expected)
    return RIGHT if is_known else None


def _wrong_grid(puzzle: Puzzle, truth: Truth, answer: Answer) -> Verdict | None:
    """The verdict on the first grid that breaks a rule; None if every one is right."""
    check = Checker(puzzle)
    for number, grid in enumerate(answer.grids):
        if broken := check(tuple(chain.from_iterable(grid))):
            text = shortened(str(broken[0]), 300)
            if answer.lines:  # of an engine of ours there are none
                text += f" (the grid that ends on line {answer.lines[number]})"
            if _is_right_transposed(grid, check):
                text += "; it is right with rows and columns exchanged"
            expected = min(truth.grids, default=None)
            return Verdict(Kind.WRONG_GRID, text, expected, grid, broken[0].cells)
    return None


def _is_right_transposed(grid: Grid, check: Checker) -> bool:
    """Whether a wrong grid would be right with rows and columns exchanged."""
    is_square = len(grid) == len(grid[0])
    return is_square and not check(tuple(chain.from_iterable(zip(*grid, strict=True))))


def _fault_of_all(truth: Truth, answer: Answer) -> Verdict | None:
    """What is wrong with grids that obey the rules, if each solution should be there once."""
    times = Counter(answer.grids)
    if lacking := max(0, truth.count - len(times)):
        shown = min(truth.grids.difference(times), default=None)
        least = "" if truth.count.exact else "at least "
        text = f"{least}{lacking} of {truth.count} solutions missing"
        return Verdict(Kind.MISSING, text, expected=shown, given=answer.grids[0])
    if repeated := len(answer.grids) - len(times):
        (grid, number), *_ = times.most_common(1)
        text = f"{plural(repeated, 'grid')} repeated; one of them was printed {number} times"
        return Verdict(Kind.DUPLICATE, text, given=grid)
    return None
