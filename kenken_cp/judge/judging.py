"""A solver judged on many puzzles."""

import re
import threading
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice

from kenken_cp.clock import Clock
from kenken_cp.errors import FormatError, KenKenError
from kenken_cp.judge.answers import Question
from kenken_cp.judge.processes import Reply, RunEnd
from kenken_cp.judge.shrink import shrink
from kenken_cp.judge.solvers import Solver, ask
from kenken_cp.judge.truth import MAX_SOLUTIONS, Truth, truth_of, with_exact_count
from kenken_cp.judge.verdicts import Kind, Verdict, exception_in, verdict_on
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import in_seconds

NamedPuzzle = tuple[str, Puzzle]
"""What to call a puzzle, and the puzzle."""

MAX_TIMEOUTS = 3
"""After that many timeouts on puzzles of one size a solver is given no larger ones."""

_MIN_TRUTH_SECONDS = 1.0
"""How long the truth may take even if the solver took all the time there was."""

_MAX_KEPT = 1 << 16
"""Characters of a wrong output that are kept, of its end, for messages and files."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on a solver's reply to one puzzle.

    Args:
        truth: the solutions; None if they were not found in time.
        reply: what the solver did; None of a right one.
    """

    name: str
    puzzle: Puzzle
    solver: str
    verdict: Verdict
    truth: Truth | None
    seconds: float
    reply: Reply | None = None

    @property
    def is_right(self) -> bool:
        """Whether there is nothing to mend."""
        return self.verdict.kind is Kind.RIGHT

    @property
    def has_no_solution(self) -> bool:
        """Whether the puzzle is known to have none."""
        return self.truth is not None and self.truth.count.exact and self.truth.count == 0


def skipped(name: str, puzzle: Puzzle, solver: str, reason: str) -> Judged:
    """Says that a solver was not judged on a puzzle, and why."""
    return Judged(name, puzzle, solver, Verdict(Kind.SKIPPED, reason), None, 0.0)


def judge(
    puzzles: Iterable[NamedPuzzle], solver: Solver, question: Question, *, jobs: int = 1
) -> Iterator[Judged]:
    """The verdicts on a solver, in the order of the puzzles, as they are known. On Ctrl-C nothing
    that it has started is left.

    Args:
        solver: its time limit is for solver and truth together; the truth gets one second more.
        jobs: how many puzzles it is given at once.
    """
    clock = Clock()
    timeouts: Counter[int] = Counter()

    def one(name: str, puzzle: Puzzle) -> Judged | None:
        cells = len(puzzle.cells)
        if any(size < cells and number >= MAX_TIMEOUTS for size, number in [*timeouts.items()]):
            reason = f"it timed out on {MAX_TIMEOUTS} puzzles of a smaller size"
            return skipped(name, puzzle, solver.name, reason)
        judged = judge_one(name, puzzle, solver, question, clock)
        if judged is not None and judged.verdict.kind is Kind.TIMEOUT:
            timeouts[cells] += 1
        return judged

    waiting = iter(puzzles)
    running: deque[Future[Judged | None]] = deque()
    with ThreadPoolExecutor(jobs, thread_name_prefix="kenken-cp-judge") as threads:
        try:
            while True:
                for name, puzzle in islice(waiting, 2 * jobs - len(running)):
                    running.append(threads.submit(one, name, puzzle))
                if not running:
                    return
                # Taken off the queue only then: Ctrl-C may come while waiting.
                judged = running[0].result()
                running.popleft()
                if judged is not None:
                    yield judged
        finally:
            clock.stop()
            threads.shutdown(cancel_futures=True)


_one_at_a_time = threading.Lock()
"""Engines that run at the same time would slow each other down, and the times are shown."""


def judge_one(
    name: str, puzzle: Puzzle, solver: Solver, question: Question, clock: Clock
) -> Judged | None:
    """The verdict on a solver for one puzzle; None if the clock was stopped."""
    started = time.perf_counter()
    try:
        reply = ask(solver, puzzle, clock)
    except FormatError as error:
        return skipped(name, puzzle, solver.name, str(error))
    left = max(0.0, started + solver.limits.seconds - time.perf_counter()) + _MIN_TRUTH_SECONDS
    # Of one solution, or whether there is one, no more than two are needed.
    most = 2 if question in (Question.ONE, Question.UNIQUE) else MAX_SOLUTIONS
    with _one_at_a_time:
        truth, began = None, time.perf_counter()
        try:
            truth = None if clock.status else truth_of(puzzle, most, clock, left)
            if truth and most > 2 and not truth.count.exact:
                left = max(began + left - time.perf_counter(), 0.01)
                truth = with_exact_count(puzzle, truth, clock, left)
            took = in_seconds(time.perf_counter() - began)
            unknown = f"its solutions are not all known after {took}"
        except KenKenError as error:
            unknown = str(error)
    if clock.status or reply.ended is RunEnd.STOPPED:
        return None
    verdict = verdict_on(puzzle, truth, reply, question)
    if verdict is None:
        return skipped(name, puzzle, solver.name, unknown)
    shown = replace(reply, printed=reply.printed[-_MAX_KEPT:])
    kept = None if verdict.kind is Kind.RIGHT else shown
    return Judged(name, puzzle, solver.name, verdict, truth, reply.seconds, kept)


# --- the smallest failure -------------------------------------------------------------------------


def smallest(failures: Iterable[Judged]) -> Judged:
    """The failure that is the plainest example: on a puzzle with a solution if there is one, with
    few cells, with small targets; what comes first matters most.
    """
    return min(
        failures,
        key=lambda one: (
            one.has_no_solution,
            len(one.puzzle.cells),
            max((abs(cage.target) for cage in one.puzzle.cages), default=0),
        ),
    )


def shrunk_failure(failure: Judged, solver: Solver, question: Question) -> tuple[Judged, bool]:
    """A failure on the smallest puzzle found with it, and whether it came again there."""
    clock = Clock()

    def again(puzzle: Puzzle) -> Judged | None:
        """The same failure on another puzzle, if it comes there."""
        if clock.status:
            raise KeyboardInterrupt
        found = judge_one(puzzle.name, puzzle, solver, question, clock)
        return None if found is None or _fault(found) != _fault(failure) else found

    def search() -> tuple[Judged, bool]:
        found = again(shrink(failure.puzzle, lambda puzzle: again(puzzle) is not None))
        return (failure, False) if found is None else (found, True)

    # In a thread, so that Ctrl-C interrupts this one, and not an engine that handles it itself.
    with ThreadPoolExecutor(1, thread_name_prefix="kenken-cp-shrink") as thread:
        try:
            return thread.submit(search).result()
        finally:
            clock.stop()


def _fault(judged: Judged) -> tuple[Kind, str]:
    """What makes two failures the same: of crashes the exception's kind, too."""
    if judged.verdict.kind is not Kind.CRASH or judged.reply is None:
        return judged.verdict.kind, ""
    said = exception_in(judged.reply.stderr).partition(":")[0]
    said = re.sub("[0-9]+", "", said)  # Rust names the thread by a number, each time another
    return judged.verdict.kind, f"{judged.reply.code} {said}"
