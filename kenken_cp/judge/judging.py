"""Judging a solver on many puzzles.

What a solver claims is worked out from what it says, unless we are told: one that ever gives two
different grids for a puzzle enumerates, and is held to that on every other. A verdict is given as
soon as it is the same whatever the claim turns out to be.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, islice

from kenken_cp.errors import FormatError, LimitReachedError
from kenken_cp.judge.answers import Answers, Claim
from kenken_cp.judge.processes import Ended
from kenken_cp.judge.shrink import shrink
from kenken_cp.judge.solvers import Engine, Solver
from kenken_cp.judge.truth import MOST, PATIENCE, Truth, truth_of
from kenken_cp.judge.verdicts import Reply, Verdict, verdict
from kenken_cp.logic.rating import rate
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import Checker
from kenken_cp.search.protocol import StopSignal

NamedPuzzle = tuple[str, Puzzle]
"""What to call a puzzle, and the puzzle."""

_RATING_PATIENCE = 5.0
"""Seconds for rating a puzzle; it only sorts the summary."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on a solver's answer to one puzzle.

    Args:
        name: that of the puzzle.
        solver: the name of who answered.
        level: how hard it is by ``rate``; ``several`` or ``none`` without exactly one solution.
        solutions: how many there are.
        seconds: what the solver took.
        reference: what CP-SAT took for the same, in seconds.
        confirmed: whether two engines agree on the solutions.
        error: the end of the solver's standard error.
    """

    name: str
    puzzle: Puzzle
    solver: str
    verdict: Verdict
    level: str
    solutions: Count
    seconds: float
    reference: float
    confirmed: bool = True
    error: str = ""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A puzzle that could not be judged, and why."""

    name: str
    puzzle: Puzzle
    reason: str


@dataclass(frozen=True, slots=True)
class _Case:
    name: str
    puzzle: Puzzle
    reply: Reply
    truth: Truth
    level: str


class Judgement:
    """The verdicts on a solver, one puzzle after the other in their order, as they are known.

    Args:
        claim: what its answers claim to be; worked out if None.
        jobs: how many puzzles it is given at once.

    Attributes:
        claim: known once the iteration is over; None if it answered nothing.
        interrupted: whether Ctrl-C ended the iteration.
    """

    def __init__(
        self,
        named: Iterable[NamedPuzzle],
        solver: Solver,
        *,
        claim: Claim | None = None,
        jobs: int = 1,
    ) -> None:
        self._named, self._solver, self._jobs = iter(named), solver, jobs
        self._open = set(Claim) if claim is None else {claim}
        self._stop = StopSignal()
        self._one_at_a_time = threading.Lock()
        self.claim = claim
        self.interrupted = False

    def __iter__(self) -> Iterator[Judged | Skipped]:
        held: deque[_Case | Skipped] = deque()
        for case in self._cases():
            held.append(case)
            if isinstance(case, _Case):
                self._open = _narrowed(self._open, case)
            while held and (known := self._settled(held[0])) is not None:
                yield known
                held.popleft()
        self._open = {_likeliest(self._open, [case for case in held if isinstance(case, _Case)])}
        (self.claim,) = self._open
        for case in held:
            known = self._settled(case)
            assert known is not None
            yield known

    def _cases(self) -> Iterator[_Case | Skipped]:
        """What the solver answers, in the order of the puzzles."""
        under_way: deque[Future[_Case | Skipped | None]] = deque()
        with ThreadPoolExecutor(self._jobs, thread_name_prefix="kenken-cp-judge") as threads:
            try:
                while True:
                    for name, puzzle in islice(self._named, 2 * self._jobs - len(under_way)):
                        under_way.append(threads.submit(self._case, name, puzzle))
                    if not under_way:
                        return
                    # Only then taken off the queue: an interruption may come while waiting.
                    case = under_way[0].result()
                    under_way.popleft()
                    if case is not None:
                        yield case
            except KeyboardInterrupt:
                self.interrupted = True
            finally:
                self._stop.stop()
                threads.shutdown(cancel_futures=True)

    def _case(self, name: str, puzzle: Puzzle) -> _Case | Skipped | None:
        """One answer and what is true; None if we were stopped."""
        try:
            reply = self._solver(puzzle, self._stop)
        except FormatError as error:
            return Skipped(name, puzzle, str(error))
        if reply.ended is Ended.STOPPED:
            return None
        # Engines beside each other would be timed against each other.
        with self._one_at_a_time:
            truth = None if self._stop else truth_of(puzzle, self._stop)
            level = "" if truth is None else _level(puzzle, truth)
        if truth is not None:
            return _Case(name, puzzle, reply, truth, level)
        if self._stop:
            return None
        return Skipped(name, puzzle, f"its solutions are not known after {PATIENCE:.0f} s")

    def _settled(self, case: _Case | Skipped) -> Judged | Skipped | None:
        """The verdict on a case, if it is the same under every claim that is still possible."""
        if isinstance(case, Skipped):
            return case
        # In the order of the claims, so that the detail of one verdict is always the same.
        claims = [claim for claim in Claim if claim in self._open]
        verdicts = [verdict(case.puzzle, case.truth, case.reply, claim) for claim in claims]
        if any(other.kind is not verdicts[0].kind for other in verdicts):
            return None
        return _judged(case, verdicts[0], self._solver.name, self._open)


def _judged(case: _Case, found: Verdict, solver: str, claims: set[Claim]) -> Judged:
    all_wanted = claims <= {Claim.GRIDS, Claim.COUNT}
    return Judged(
        case.name,
        case.puzzle,
        solver,
        found,
        case.level,
        case.truth.count,
        case.reply.seconds,
        case.truth.seconds if all_wanted else case.truth.first_seconds,
        case.truth.confirmed,
        case.reply.error,
    )


def _narrowed(possible: set[Claim], case: _Case) -> set[Claim]:
    """The claims that a reply leaves possible."""
    answers = case.reply.answers
    if len(possible) == 1 or case.reply.ended is not Ended.EXITED:
        return possible
    if answers.claim is not None:
        return {answers.claim}
    if len(set(answers.grids)) > 1:
        return {Claim.GRIDS}
    left = set(possible)
    if answers.grids and case.puzzle.size > 1:
        left.discard(Claim.COUNT)
        if answers.unique is None:
            left.discard(Claim.UNIQUE)
    return left


def _likeliest(possible: set[Claim], cases: Sequence[_Case]) -> Claim:
    """What a solver claims that left several claims possible to the end."""
    if len(possible) == 1:
        return next(iter(possible))
    said = [case.reply.answers for case in cases if not _says_only_none(case.reply.answers)]
    if Claim.UNIQUE in possible and any(answers.unique is not None for answers in said):
        return Claim.UNIQUE
    grids = any(case.reply.answers.grids and case.puzzle.size > 1 for case in cases)
    if Claim.COUNT in possible and not grids and any(a.count is not None for a in said):
        return Claim.COUNT
    return Claim.FIRST


def _says_only_none(answers: Answers) -> bool:
    return answers.none and not answers.grids


def _level(puzzle: Puzzle, truth: Truth) -> str:
    if truth.count != 1:
        return "several" if truth.count else "none"
    try:
        level = rate(puzzle, seconds=_RATING_PATIENCE).level
    except LimitReachedError:
        return "not rated"
    return str(level) if level is not None else "not rated"


# --- the smallest puzzle that fails --------------------------------------------------------------


class _StoppedError(Exception):
    """Leaves a search for smaller puzzles."""


def smallest_failure(
    failure: Judged,
    solver: Solver,
    claim: Claim,
    quick: Solver | None = None,
    *,
    seconds: float = 30.0,
    tried: Callable[[], None] = lambda: None,
) -> Judged:
    """The same failure on as small a puzzle as can be found in so many seconds.

    A puzzle that failed by chance may pass when it is asked again; then the failure comes back as
    it was. Ctrl-C is a KeyboardInterrupt.

    Args:
        quick: what to try with, if that is not the solver itself: with less patience, where the
            failure is that it takes too long.
        tried: called for every puzzle that is tried.
    """
    stop = StopSignal()

    def judged(puzzle: Puzzle, asked: Solver) -> Judged | None:
        tried()
        try:
            reply = asked(puzzle, stop)
        except FormatError:
            return None
        truth = None if stop else truth_of(puzzle, stop)
        if truth is None:
            return None
        found = verdict(puzzle, truth, reply, claim)
        case = _Case(failure.name, puzzle, reply, truth, _level(puzzle, truth))
        return _judged(case, found, asked.name, {claim})

    def still_fails(puzzle: Puzzle) -> bool:
        if stop:
            raise _StoppedError
        again = judged(puzzle, quick or solver)
        return again is not None and again.verdict.kind is failure.verdict.kind

    def smallest() -> Judged:
        again = judged(shrink(failure.puzzle, still_fails, seconds=seconds), solver)
        same = again is not None and again.verdict.kind is failure.verdict.kind
        return again if again is not None and same else failure

    # In a thread, so that Ctrl-C comes here, and not into an engine that takes it for its own.
    with ThreadPoolExecutor(1, thread_name_prefix="kenken-cp-shrink") as thread:
        try:
            return thread.submit(smallest).result()
        finally:
            stop.stop()


# --- our own engines against each other ----------------------------------------------------------

ABLE = {"brute-force": 4, "python-constraint": 6, "backtracking": 6}
"""The largest size for which an engine is asked unless it is named; the others know no such."""


def cross_checked(
    named: Iterable[NamedPuzzle], engines: Sequence[Engine], *, able_only: bool
) -> Iterator[Judged]:
    """The verdict on each engine for each puzzle.

    Every grid is held to the rules, so that what is true of a puzzle needs no judge: its solutions
    are all that any engine found.
    """
    stop = StopSignal()
    for name, puzzle in named:
        chosen = [
            engine
            for engine in engines
            if not able_only or puzzle.size <= ABLE.get(engine.name, puzzle.size)
        ]
        replies = [(engine, engine(puzzle, stop)) for engine in chosen]
        truth = _union(puzzle, [reply for _, reply in replies])
        level = _level(puzzle, truth)
        for engine, reply in replies:
            found = verdict(puzzle, truth, reply, Claim.GRIDS)
            case = _Case(name, puzzle, reply, truth, level)
            yield _judged(case, found, engine.name, {Claim.GRIDS})


def _union(puzzle: Puzzle, replies: Sequence[Reply]) -> Truth:
    """What engines together know to be true."""
    check = Checker(puzzle)
    found = {grid for reply in replies for grid in reply.answers.grids}
    grids = frozenset(grid for grid in found if not check(tuple(chain.from_iterable(grid))))
    complete = [reply for reply in replies if reply.ended is Ended.EXITED]
    exhausted = any(len(reply.answers.grids) < MOST for reply in complete)
    count = Count(len(grids) if exhausted else min(len(grids), MOST), exhausted)
    seconds = min((reply.seconds for reply in complete), default=0.0)
    return Truth(count, grids, seconds, seconds, len(complete) > 1)
