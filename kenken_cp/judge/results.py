"""What judging yields for each puzzle: a verdict with its circumstances, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass

from kenken_cp.errors import LimitReachedError
from kenken_cp.judge.answers import Claim
from kenken_cp.judge.truth import Truth
from kenken_cp.judge.verdicts import Reply, Verdict, verdict
from kenken_cp.logic.rating import rate
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle

NamedPuzzle = tuple[str, Puzzle]
"""What to call a puzzle, and the puzzle."""

_MAX_RATING_SECONDS = 5.0
"""How long rating a puzzle may take; the level only sorts the summary."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on a solver's answer to one puzzle.

    Args:
        name: that of the puzzle.
        puzzle: the puzzle.
        solver: the name of the solver.
        verdict: the verdict.
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
class Case:
    """A solver's reply to one puzzle, and the truth to compare it with."""

    name: str
    puzzle: Puzzle
    reply: Reply
    truth: Truth
    level: str

    def verdict(self, claim: Claim) -> Verdict:
        """The verdict if the answers claim to be that."""
        return verdict(self.puzzle, self.truth, self.reply, claim)

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
        )


def level_of(puzzle: Puzzle, truth: Truth) -> str:
    """The level of a puzzle, as ``Judged`` has it."""
    if truth.count != 1:
        return "several" if truth.count else "none"
    try:
        level = rate(puzzle, seconds=_MAX_RATING_SECONDS).level
    except LimitReachedError:
        return "not rated"
    return str(level) if level is not None else "not rated"
