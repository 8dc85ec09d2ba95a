"""A verdict with its circumstances: the puzzle, how hard it is, the times."""

from dataclasses import replace

from kenken_cp.errors import LimitReachedError
from kenken_cp.frozen import frozen
from kenken_cp.judge.answers import Answers, Claim
from kenken_cp.judge.comparison import doubt, verdict
from kenken_cp.judge.exchange import Exchange
from kenken_cp.judge.truth import Truth
from kenken_cp.judge.verdicts import RIGHT, Kind, Reply, Verdict
from kenken_cp.logic.rating import rate
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import Status
from kenken_cp.text import quoted

NamedPuzzle = tuple[str, Puzzle]
"""What to call a puzzle, and the puzzle."""

_MAX_GRIDS_KEPT = 50
"""Grids of one answer that are kept."""

_MAX_RATING_SECONDS = 5.0
"""How long rating a puzzle may take; the level only sorts the summary."""


@frozen
class Judged:
    """The verdict on a solver's answer to one puzzle.

    Args:
        level: how hard it is by ``rate``; ``several`` or ``none`` without exactly one solution.
        seconds: what the solver took.
        reference: what CP-SAT took for the same, in seconds.
        confirmed: whether two engines agree on the solutions.
        error: the end of the solver's standard error.
        exchange: what the solver was given and printed, if the answer is not right and it did not
            run in this process.
        answers: what it said; None if that is more than a few grids.
        earlier: the case of the earlier puzzle, if it was called for that next, and the verdict is
            about that call or the last one; then there are no answers either.
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
    exchange: Exchange | None = None
    answers: Answers | None = None
    earlier: "Case | None" = None

    @property
    def known(self) -> bool:
        """Whether anything is known of the solutions: for a timeout nothing has to be."""
        return self.solutions.exact or self.solutions > 0


@frozen
class Skipped:
    """A puzzle that could not be judged, and why; ``solver``: the engine of ours that cannot."""

    name: str
    puzzle: Puzzle
    reason: str
    solver: str = ""


@frozen
class Case:
    """A solver's reply to one puzzle, and the truth to compare it with.

    Args:
        earlier: the case of another puzzle, which a function was called for next, and then for the
            same again; only for the same if this is None.
    """

    name: str
    puzzle: Puzzle
    reply: Reply
    truth: Truth
    level: str
    earlier: "Case | None" = None

    def verdict(self, claim: Claim) -> Verdict:
        """The verdict if the answers claim to be that."""
        found = verdict(self.puzzle, self.truth, self.reply, claim)
        called = [self] if self.earlier is None else [self.earlier, self]
        for case, again in zip(called, self.reply.again, strict=False):
            # What it is wrong about anyway says nothing of what it keeps.
            if found is RIGHT and (case is self or case.verdict(claim) is RIGHT):
                found = self._of_next_call(case, verdict(case.puzzle, case.truth, again, claim))
        return found

    def _of_next_call(self, case: "Case", found: Verdict) -> Verdict:
        """The verdict on a call that came after a right answer."""
        if found is RIGHT:
            return RIGHT
        keeps = "(what does it keep from one call to the next?)"
        if case is self:
            between = f" after {quoted(self.earlier.name, 200)}" if self.earlier else ""
            text = f"right at first; called again for the same puzzle{between}, it is not"
            detail = f"{text} {keeps}: {found.detail}"
            return replace(found, detail=detail, after_first=self.earlier is not None)
        name = quoted(case.name, 200)
        text = f"right; called next for {name}, it is not, though alone it is right about that"
        return Verdict(found.kind, f"{text} {keeps}: {found.detail}", after_first=True)

    @property
    def alone(self) -> "Case":
        """The case without further calls."""
        return replace(self, reply=replace(self.reply, again=()), earlier=None)

    @property
    def is_doubtful(self) -> bool:
        """Whether the reply, which is wrong as it is read, would be right in another reading."""
        return self.verdict(Claim.FIRST) is not RIGHT and bool(
            doubt(self.puzzle, self.truth, self.reply, Claim.FIRST)
        )

    def judged(self, found: Verdict, solver: str, claims: set[Claim]) -> Judged:
        """The result, given the verdict, the solver's name and the claims that are possible."""
        all_wanted = claims <= {Claim.GRIDS, Claim.COUNT}
        return Judged(
            self.name,
            self.puzzle,
            solver,
            found,
            self.level,
            self.truth.count,
            self.reply.seconds,
            self.truth.seconds if all_wanted else self.truth.first_seconds,
            self.truth.confirmed,
            self.reply.error,
            None if found.kind is Kind.RIGHT else self.reply.exchange,
            None if found.after_first else self._kept_answers,
            self.earlier if found.after_first else None,
        )

    @property
    def _kept_answers(self) -> Answers | None:
        """The answers if they take little memory: there may be many puzzles."""
        answers = self.reply.answers
        if len(answers.grids) > _MAX_GRIDS_KEPT:
            return None
        return replace(answers, unfinished=(), text="")


def level_of(puzzle: Puzzle, truth: Truth, seconds: float) -> str:
    """The level of a puzzle, as ``Judged`` has it, if that is found in time."""
    if truth.count != 1:
        return "several" if truth.count else "none"
    if seconds > 0:
        try:
            if level := rate(puzzle, seconds=min(seconds, _MAX_RATING_SECONDS)).level:
                return str(level)
        except LimitReachedError as error:
            if error.status is Status.INTERRUPTED:
                raise KeyboardInterrupt from None
    return "not rated"
