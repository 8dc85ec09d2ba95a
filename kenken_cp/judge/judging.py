"""Judging a solver on many puzzles.

What a solver claims is worked out from its answers, unless it is given: one that ever prints two
different grids for a puzzle enumerates, and has to find every solution of each other puzzle too. A
verdict is given as soon as it is the same for every claim that is still possible.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice

from kenken_cp.errors import FormatError
from kenken_cp.judge.answers import Answers, Claim
from kenken_cp.judge.processes import RunEnd
from kenken_cp.judge.results import Case, Judged, NamedPuzzle, Skipped, level_of
from kenken_cp.judge.solvers import Solver
from kenken_cp.judge.truth import MAX_SECONDS, truth_of
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import StopSignal


class Judgement:
    """The verdicts on a solver, one puzzle after the other in their order, as they are known.

    Args:
        claim: what its answers claim to be; worked out if None.
        jobs: how many puzzles it is given at once.

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
    ) -> None:
        self._named, self._solver, self._jobs = iter(named), solver, jobs
        self._open = set(Claim) if claim is None else {claim}
        self._stop = StopSignal()
        self._one_at_a_time = threading.Lock()
        self.claim = claim
        self.interrupted = False

    def __iter__(self) -> Iterator[Judged | Skipped]:
        held: deque[Case | Skipped] = deque()
        for case in self._cases():
            held.append(case)
            if isinstance(case, Case):
                self._open = _narrowed(self._open, case)
            while held and (known := self._settled(held[0])) is not None:
                yield known
                held.popleft()
        self._open = {_likeliest(self._open, [case for case in held if isinstance(case, Case)])}
        (self.claim,) = self._open
        for case in held:
            known = self._settled(case)
            assert known is not None
            yield known

    def _cases(self) -> Iterator[Case | Skipped]:
        """The replies of the solver, in the order of the puzzles."""
        running: deque[Future[Case | Skipped | None]] = deque()
        with ThreadPoolExecutor(self._jobs, thread_name_prefix="kenken-cp-judge") as threads:
            try:
                while True:
                    for name, puzzle in islice(self._named, 2 * self._jobs - len(running)):
                        running.append(threads.submit(self._case, name, puzzle))
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

    def _case(self, name: str, puzzle: Puzzle) -> Case | Skipped | None:
        """One reply and the truth; None if the signal to stop was given."""
        try:
            reply = self._solver(puzzle, self._stop)
        except FormatError as error:
            return Skipped(name, puzzle, str(error))
        if reply.ended is RunEnd.STOPPED:
            return None
        # Engines that run at the same time would slow each other down, and the times are shown.
        with self._one_at_a_time:
            truth = None if self._stop else truth_of(puzzle, self._stop)
            level = "" if truth is None else level_of(puzzle, truth)
        if truth is not None:
            return Case(name, puzzle, reply, truth, level)
        if self._stop:
            return None
        return Skipped(name, puzzle, f"its solutions are not known after {MAX_SECONDS:.0f} s")

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


def _narrowed(possible: set[Claim], case: Case) -> set[Claim]:
    """The claims that a reply leaves possible."""
    answers = case.reply.answers
    if len(possible) == 1 or case.reply.ended is not RunEnd.EXITED:
        return possible
    if answers.claim is not None:
        return {answers.claim}
    if len(set(answers.grids)) > 1:
        return {Claim.GRIDS}
    left = set(possible)
    if answers.grids and len(case.puzzle.cells) > 1:
        left.discard(Claim.COUNT)
        if answers.unique is None:
            left.discard(Claim.UNIQUE)
    return left


def _likeliest(possible: set[Claim], cases: Sequence[Case]) -> Claim:
    """The claim of a solver whose answers leave several possible."""
    if len(possible) == 1:
        return next(iter(possible))
    said = [case.reply.answers for case in cases if not _says_only_none(case.reply.answers)]
    if Claim.UNIQUE in possible and any(answers.unique is not None for answers in said):
        return Claim.UNIQUE
    grids = any(case.reply.answers.grids and len(case.puzzle.cells) > 1 for case in cases)
    if Claim.COUNT in possible and not grids and any(a.count is not None for a in said):
        return Claim.COUNT
    return Claim.FIRST


def _says_only_none(answers: Answers) -> bool:
    return answers.none and not answers.grids
