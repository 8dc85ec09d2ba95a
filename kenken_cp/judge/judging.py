"""A solver judged on many puzzles, and on the smallest; our engines compared with each other.

What a solver claims is worked out from its answers, unless it is given: one that ever prints two
different grids for a puzzle enumerates, and has to find every solution of each other puzzle too. A
verdict is given as soon as it is the same for every claim that is still possible.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from itertools import chain, islice, tee, zip_longest
from typing import TypeVar

from kenken_cp.errors import FormatError, KenKenError
from kenken_cp.frozen import frozen
from kenken_cp.judge.answers import Claim
from kenken_cp.judge.functions import PythonCallable
from kenken_cp.judge.processes import RunEnd
from kenken_cp.judge.results import Case, Judged, Skipped, level_of
from kenken_cp.judge.shrink import shrink
from kenken_cp.judge.solvers import Engine
from kenken_cp.judge.summary import duration
from kenken_cp.judge.terms import Solver
from kenken_cp.judge.truth import (
    MAX_SECONDS,
    MAX_SOLUTIONS,
    Truth,
    max_solutions,
    truth_of,
    unknown,
)
from kenken_cp.judge.verdicts import Kind, NamedPuzzle, Reply, Verdict
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import Checker
from kenken_cp.search.backend import BACKENDS
from kenken_cp.search.protocol import StopSignal

_T = TypeVar("_T")


class Judgement:
    """The verdicts on a solver, one puzzle after the other in their order, as they are known.

    Args:
        claim: what its answers claim to be; worked out if None.
        jobs: how many puzzles it is given at once.
        seconds: how long solver and truth of a puzzle may take together, but for one second in
            which the truth is looked for even if the solver took them all.

    Attributes:
        claim: what the answers were compared as; known once the iteration is over.
        interrupted: whether Ctrl-C ended the iteration.
    """

    def __init__(
        self,
        named: Iterable[NamedPuzzle],
        solver: Solver,
        *,
        claim: Claim | None = None,
        jobs: int = 1,
        seconds: float = MAX_SECONDS,
    ) -> None:
        self._with_other = isinstance(solver, PythonCallable)
        self._named = _with_others(named) if self._with_other else ((one, None) for one in named)
        self._solver, self._jobs = solver, jobs
        self._seconds = seconds
        self._open = set(Claim) if claim is None else {claim}
        self._copies: set[int] = set()
        self._stop = StopSignal()
        self.claim = claim
        self.interrupted = False

    def __iter__(self) -> Iterator[Judged | Skipped]:
        held: deque[Case | Skipped] = deque()
        for case in self._cases():
            held.append(case)
            if isinstance(case, Case):
                self._open = _narrowed(self._open, case)
                if not case.is_doubtful:
                    answers = case.reply.answers
                    self._copies |= {len(answers.grids) + answers.cleared} - {0}
            while held and (known := self._settled(held[0])) is not None:
                yield known
                held.popleft()
        # Whoever prints a grid once for one puzzle, and twice for another, prints what it found;
        # the later ones may be zeros, if it keeps one board and clears it.
        if len(self._copies) > 1 and Claim.GRIDS in self._open:
            self._open = {Claim.GRIDS}
        self._open = {_likeliest(self._open, [case for case in held if isinstance(case, Case)])}
        (self.claim,) = self._open
        for case in held:
            known = self._settled(case)
            assert known is not None
            yield known

    def _cases(self) -> Iterator[Case | Skipped]:
        """The replies of the solver, in the order of the puzzles; those of a function with the case
        of the other puzzle that it was called for.
        """
        if not self._with_other:
            yield from self._replies()
            return
        before = None
        for case, after in _followed(self._replies()):
            if isinstance(case, Case):
                called = {puzzle for puzzle, _ in case.reply.again} - {case.puzzle}
                near = [one for one in (before, after) if isinstance(one, Case)]
                other = next((one for one in near if one.puzzle in called), None)
                yield replace(case, other=other)
            else:
                yield case
            before = case

    def _replies(self) -> Iterator[Case | Skipped]:
        """The replies of the solver, in the order of the puzzles."""
        running: deque[Future[Case | Skipped | None]] = deque()
        with ThreadPoolExecutor(self._jobs, thread_name_prefix="kenken-cp-judge") as threads:
            try:
                while True:
                    for one, other in islice(self._named, 2 * self._jobs - len(running)):
                        running.append(threads.submit(self._case, one, other))
                    if not running:
                        return
                    # Taken off the queue only then: Ctrl-C may come while waiting.
                    case = running[0].result()
                    running.popleft()
                    if case is not None:
                        yield case
            except KeyboardInterrupt:
                self.interrupted = True
            finally:
                self._stop.stop()
                threads.shutdown(cancel_futures=True)

    def _case(self, one: NamedPuzzle, other: NamedPuzzle | None) -> Case | Skipped | None:
        return _case(_calling(self._solver, other), *one, self._stop, self._seconds)

    def _settled(self, case: Case | Skipped) -> Judged | Skipped | None:
        """The verdict on a case, if it is the same under every claim that is still possible."""
        if isinstance(case, Skipped):
            return case
        # In the order of the claims, so that the detail of one verdict is always the same.
        claims = [claim for claim in Claim if claim in self._open]
        verdicts = [case.verdict(claim) for claim in claims]
        if any(other.kind is not verdicts[0].kind for other in verdicts):
            return None
        return case.judged(verdicts[0], self._solver.name, self._open)


_one_at_a_time = threading.Lock()
"""Engines that run at the same time would slow each other down, and the times are shown."""


_MIN_TRUTH_SECONDS = 1.0
"""How long the truth may take even if the solver took all the time there was."""


def _followed(items: Iterable[_T]) -> Iterator[tuple[_T, _T | None]]:
    """Each with the one after it."""
    ones, following = tee(items)
    next(following, None)
    return zip_longest(ones, following)


def _with_others(named: Iterable[NamedPuzzle]) -> Iterator[tuple[NamedPuzzle, NamedPuzzle | None]]:
    """Each puzzle with the larger one of those beside it: what a function keeps, such as a table,
    is most often too small for another puzzle.
    """
    before = None
    for one, after in _followed(named):
        near = [other for other in (before, after) if other is not None and other[1] != one[1]]
        yield one, max(near, key=lambda other: len(other[1].cells), default=None)
        before = one


def _calling(solver: Solver, other: NamedPuzzle | None) -> Solver:
    """A solver that is called for another puzzle, too, if it is a function."""
    if other is not None and isinstance(solver, PythonCallable):
        return replace(solver, other=other[1])
    return solver


def _case(
    solver: Solver, name: str, puzzle: Puzzle, stop: StopSignal, seconds: float
) -> Case | Skipped | None:
    """One reply and the truth; None if the signal to stop was given."""
    started = time.perf_counter()
    try:
        reply = solver(puzzle, stop)
    except FormatError as error:
        return Skipped(name, puzzle, str(error))
    if reply.ended is RunEnd.STOPPED:
        return None
    left = max(0.0, started + seconds - time.perf_counter()) + _MIN_TRUTH_SECONDS
    with _one_at_a_time:
        end = time.perf_counter() + (left := min(left, MAX_SECONDS))
        truth = None if stop else truth_of(puzzle, stop, left)
        level = "" if truth is None else level_of(puzzle, truth, end - time.perf_counter())
    if truth is not None:
        return Case(name, puzzle, reply, truth, level)
    if stop:
        return None
    if reply.ended is not RunEnd.EXITED:  # what is wrong with that is known without the truth
        return Case(name, puzzle, reply, unknown(left), "not rated")
    return Skipped(name, puzzle, f"its solutions are not known after {left:.0f} s")


def _narrowed(possible: set[Claim], case: Case) -> set[Claim]:
    answers = case.reply.answers
    if len(possible) == 1 or case.reply.ended is not RunEnd.EXITED:
        return possible
    if answers.claim is not None:
        return {answers.claim}
    # A board of symbols is one, whatever it would be in numbers.
    if case.is_doubtful and not answers.of_symbols:
        return possible
    boards = len(answers.grids) + len(answers.unfinished)
    is_numbered = answers.headings > 1 and bool(answers.grids)
    if len(set(answers.grids)) > 1 or 1 < boards == answers.count or is_numbered:
        return {Claim.GRIDS}
    left = set(possible)
    shown = boards or answers.other_shape or answers.of_symbols or answers.is_object
    # A lone number may be a cell; a full board may be the puzzle, printed again.
    if shown and 1 < len(case.puzzle.cells) > len(case.puzzle.givens):
        left.discard(Claim.COUNT)
        if answers.unique is None or not answers.grids:
            left.discard(Claim.UNIQUE)
    return left


def _likeliest(possible: set[Claim], cases: Sequence[Case]) -> Claim:
    """The claim of a solver whose answers leave several possible."""
    if len(possible) == 1:
        return next(iter(possible))
    said = [one for case in cases if (one := case.reply.answers).grids or not one.none]
    # "Exactly one solution" is a number too: "exactly 3 solutions" has to be right.
    counts = Claim.COUNT in possible and all(answers.number is not None for answers in said)
    if (
        Claim.UNIQUE in possible
        and any(answers.unique is not None for answers in said)
        and not counts
    ):
        return Claim.UNIQUE
    grids = any(case.reply.answers.grids and len(case.puzzle.cells) > 1 for case in cases)
    if Claim.COUNT in possible and not grids and any(a.number is not None for a in said):
        return Claim.COUNT
    return Claim.FIRST


# --- the smallest failure ------------------------------------------------------------------------


@frozen
class Smallest:
    """A failure on the smallest puzzle found.

    Args:
        open_question: why there may be a smaller one, as ``Shrunk`` has it.
        tried: the verdicts on the puzzles that were tried on the way, right or not.
        suspicion: the mistake that may be behind it, as ``suspicion`` has it.
    """

    judged: Judged
    open_question: str = ""
    tried: Sequence[Judged] = ()
    suspicion: str = ""


_MAX_TRIED_KEPT = 200
"""Puzzles that are tried, of which the verdict is kept."""


_REPEATS = 4
"""How often the smallest puzzle is given again, to see whether it always fails so."""

_MAX_SECONDS_OF_REPEATED = 2.0
"""How long a run may take that is repeated."""

_UNSTEADY = "Does the answer depend on chance, on the time, or on what an earlier run has left?"


def _not_again(failure: Judged, puzzle: Puzzle, again: Judged | None) -> str:
    """What is said of a failure that did not come again on a puzzle; ``again``: what came."""
    is_late = failure.verdict.kind is Kind.TIMEOUT
    is_same = puzzle == failure.puzzle
    if is_late and not is_same:  # it was searched for with a shorter limit
        return "No smaller puzzle was found that takes it so long."
    what = "this puzzle" if is_same else "a smaller puzzle, on which it had failed,"
    text = f"It did not fail so when it was given {what} again."
    if again is not None:
        after = f" after {duration(again.seconds)}" if is_late else ""
        text += f" The verdict was then {again.verdict.kind}{after}."
    return f"{text} {_BUSY if is_late else _UNSTEADY}"


_BUSY = "Is the time limit near, or the machine busy?"


def _fault(verdict: Verdict) -> tuple[Kind, str]:
    """What makes two failures the same: of crashes the exit code and the kind of exception too."""
    if verdict.kind is not Kind.CRASH:
        return verdict.kind, ""
    return verdict.kind, ":".join(verdict.detail.split(":")[:2])


class _StoppedError(Exception):
    """Leaves a search for smaller puzzles."""


def smallest_failure(
    failure: Judged,
    solver: Solver,
    claim: Claim,
    quick: Solver | None = None,
    *,
    seconds: float = 30.0,
    each: float = MAX_SECONDS,
    tried: Callable[[], None] = lambda: None,
) -> Smallest:
    """The same failure on the smallest puzzle that is found in that time.

    A puzzle that failed by chance may pass when it is given again; then the failure is returned as
    it was. Ctrl-C is a KeyboardInterrupt.

    Args:
        claim: what the answers of the solver claim to be.
        quick: what to try with, if that is not the solver itself: with a shorter time limit, where
            the failure is that it takes too long.
        each: how long a puzzle may take, as ``Judgement`` has it.
        tried: called for every puzzle that is tried.
    """
    stop, fault, known = StopSignal(), _fault(failure.verdict), list[Judged]()
    other: Case | None = None
    # It need not find all: then it does not matter how many there are.
    solutions = 1000 if claim in (Claim.GRIDS, Claim.COUNT) else MAX_SOLUTIONS

    def given(puzzle: Puzzle, asked: Solver) -> Judged | None:
        tried()
        case = _case(_calling(asked, failure.other), failure.name, puzzle, stop, each)
        if not isinstance(case, Case):
            return None
        case = replace(case, other=other)
        judged = case.judged(case.verdict(claim), asked.name, {claim})
        if len(known) < _MAX_TRIED_KEPT:
            known.append(judged)
        return judged

    def is_same(judged: Judged | None) -> bool:
        return judged is not None and _fault(judged.verdict) == fault

    def still_fails(puzzle: Puzzle) -> bool:
        if stop:
            raise _StoppedError
        return is_same(given(puzzle, quick or solver))

    def smallest() -> Smallest:
        nonlocal other
        if failure.other is not None:
            alone = _case(solver, *failure.other, stop, each)
            other = alone if isinstance(alone, Case) else None
        found = shrink(failure.puzzle, still_fails, seconds=seconds, solutions=solutions)
        judged = given(found.puzzle, solver)
        if judged is None or not is_same(judged):
            return Smallest(failure, _not_again(failure, found.puzzle, judged))
        question = found.open_question
        if judged.seconds < _MAX_SECONDS_OF_REPEATED:
            repeated = [is_same(given(found.puzzle, solver)) for _ in range(_REPEATS)]
            if others := repeated.count(False):
                question = f"It was not so in {others} of {_REPEATS} more runs. {_UNSTEADY}"
        return Smallest(judged, question, known)

    # In a thread, so that Ctrl-C interrupts this one, and not an engine that handles it itself.
    with ThreadPoolExecutor(1, thread_name_prefix="kenken-cp-shrink") as thread:
        try:
            return thread.submit(smallest).result()
        finally:
            stop.stop()


# --- our own engines -----------------------------------------------------------------------------


_MIN_ENGINE_SECONDS = 0.05
"""An engine is given that long even when importing the others took all the time."""


def cross_checked(
    named: Iterable[NamedPuzzle], names: Sequence[str], *, seconds: float, able_only: bool
) -> Iterator[Judged | Skipped]:
    """The verdict on each engine for each puzzle; with ``able_only``, if it is small enough. An
    engine that refuses a puzzle, or is not installed, is skipped there.

    Every grid is checked against the rules, so that no engine has to be trusted: the solutions of a
    puzzle are all that any engine found.

    Args:
        seconds: how long a puzzle may take, all engines together. Each may take an equal share of
            what those before it have left.
    """
    stop = StopSignal()
    for name, puzzle in named:
        end = time.perf_counter() + seconds
        able = [each for each in names if not able_only or _is_able(each, puzzle)]
        replies = []
        for waiting, engine_name in zip(range(len(able), 0, -1), able, strict=True):
            share = (end - time.perf_counter()) / waiting
            engine = Engine(engine_name, max(share, _MIN_ENGINE_SECONDS))
            try:
                replies.append((engine, engine(puzzle, stop)))
            except KenKenError as error:
                yield Skipped(name, puzzle, str(error), engine_name)
        if not replies:
            continue
        truth = _union(puzzle, [reply for _, reply in replies])
        level = level_of(puzzle, truth, end - time.perf_counter())
        for engine, reply in replies:
            case = Case(name, puzzle, reply, truth, level)
            yield case.judged(case.verdict(Claim.GRIDS), engine.name, {Claim.GRIDS})


def _is_able(name: str, puzzle: Puzzle) -> bool:
    record = BACKENDS.get(name)
    return record is None or record.max_cells is None or len(puzzle.cells) <= record.max_cells


def _union(puzzle: Puzzle, replies: Sequence[Reply]) -> Truth:
    check = Checker(puzzle)
    found = {grid for reply in replies for grid in reply.answers.grids}
    grids = frozenset(grid for grid in found if not check(tuple(chain.from_iterable(grid))))
    complete = [reply for reply in replies if reply.ended is RunEnd.EXITED]
    most = max_solutions(puzzle)
    exhausted = any(len(reply.answers.grids) < most for reply in complete)
    count = Count(len(grids) if exhausted else min(len(grids), most), exhausted)
    seconds = min((reply.seconds for reply in complete), default=0.0)
    return Truth(count, grids, seconds, seconds, len(complete) > 1)
