"""A verdict with its circumstances: the puzzle, how hard it is, the times."""

from collections.abc import Sequence
from dataclasses import replace

from kenken_cp.errors import LimitReachedError
from kenken_cp.frozen import frozen
from kenken_cp.judge.answers import Answers, Claim
from kenken_cp.judge.comparison import doubt, verdict
from kenken_cp.judge.exchange import Exchange
from kenken_cp.judge.truth import Truth
from kenken_cp.judge.verdicts import RIGHT, Kind, NamedPuzzle, Reply, Verdict
from kenken_cp.logic.rating import rate
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import Status
from kenken_cp.text import quoted

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
        answers: what it said; None if that is more than a few grids, or the verdict is not about
            the first call.
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

    @property
    def known(self) -> bool:
        """Whether anything is known of the solutions: for a timeout nothing has to be."""
        return self.solutions.exact or self.solutions > 0

    @property
    def other(self) -> NamedPuzzle | None:
        """The other puzzle that a function has to be called for, too, to show the verdict."""
        return next((each for each in self.verdict.calls if each[1] != self.puzzle), None)


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
        other: the case of another puzzle that a function was called for, too; if it is not known,
            what came of that call and those after it is not looked at.
    """

    name: str
    puzzle: Puzzle
    reply: Reply
    truth: Truth
    level: str
    other: "Case | None" = None

    def verdict(self, claim: Claim) -> Verdict:
        """The verdict if the answers claim to be that."""
        found, calls = self.alone(claim), list[NamedPuzzle]()
        for puzzle, reply in self.reply.again:
            case = self if puzzle == self.puzzle else self.other
            if case is None:
                break
            calls.append((case.name, puzzle))
            # What it is wrong about anyway says nothing of what it keeps.
            if found is RIGHT and case.alone(claim) is RIGHT:
                next_found = verdict(puzzle, case.truth, reply, claim)
                found = RIGHT if next_found is RIGHT else _of_next_call(next_found, self, calls)
        return found

    def alone(self, claim: Claim) -> Verdict:
        """The verdict on the first call."""
        return verdict(self.puzzle, self.truth, self.reply, claim)

    @property
    def is_doubtful(self) -> bool:
        """Whether the reply, which is wrong as it is read, would be right in another reading."""
        return self.alone(Claim.FIRST) is not RIGHT and bool(
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
            None if found.calls else self._kept_answers,
        )

    @property
    def _kept_answers(self) -> Answers | None:
        """The answers if they take little memory: there may be many puzzles."""
        answers = self.reply.answers
        if len(answers.grids) > _MAX_GRIDS_KEPT:
            return None
        return replace(answers, unfinished=(), text="")


def _of_next_call(found: Verdict, case: Case, calls: Sequence[NamedPuzzle]) -> Verdict:
    """The verdict on the last of some calls that came after a right answer."""
    name = next((quoted(name, 200) for name, puzzle in calls if puzzle != case.puzzle), "")
    is_same = calls[-1][1] == case.puzzle
    if is_same:
        after = f" after {name}" if name else ""
        text = f"right at first; called again for the same puzzle{after}, it is not"
    else:
        text = f"right; called next for {name}, it is not, though alone it is right about that"
    detail = f"{text} (what does it keep from one call to the next?): {found.detail}"
    if is_same:
        return replace(found, detail=detail, calls=tuple(calls))
    return Verdict(found.kind, detail, calls=tuple(calls))  # its grids are of the other puzzle


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
