"""What is wrong with a puzzle: why it has no solution, or why several, and what would mend it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kenken_cp.checkpoints import StoppedError
from kenken_cp.diagnose.ambiguity import Ambiguity, ambiguity
from kenken_cp.diagnose.contradiction import Conflict, conflict
from kenken_cp.diagnose.repairs import (
    Repair,
    Suspect,
    fewest_changes,
    indispensable,
    picture_slips,
    suspects,
)
from kenken_cp.diagnose.searching import Remaining, search
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.encode.instance import Kind, instance
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.sat.questions import Questions
from kenken_cp.search.protocol import Limits, Status

LIKELY = 3.0
"""The distance from which on a suspect is so unlikely that slips of the picture are looked for."""


class Solutions(StrEnum):
    """How many solutions a puzzle has."""

    NONE = "none"
    ONE = "one"
    SEVERAL = "several"


@dataclass(slots=True)
class Diagnosis:
    """What was found out about a puzzle; what a limit kept from being known is empty, or None.

    Attributes:
        solutions: None if a limit came before it was known.
        grids: up to two solutions.
        suspects: without a solution, the cages one of whose clues may be wrong, likeliest first.
        slips: changes of two cages that leave a solution, likeliest first.
        changes: if neither explains it, the fewest clues to change together.
        conflict: without a solution, constraints that contradict each other.
        ambiguity: with several, how they differ and what would settle it.
        needed: with one, the clues each of which it needs; None unless it was asked for.
        enough: with one, clues that suffice, none of which can be left out of these.
        too_large: the cage because of which no more could be looked into, in a sentence.
        status: EXHAUSTED if everything was looked into, or what stopped it.
    """

    puzzle: Puzzle
    solutions: Solutions | None = None
    grids: tuple[Grid, ...] = ()
    suspects: tuple[Suspect, ...] = ()
    slips: tuple[Repair, ...] = ()
    changes: tuple[Repair, ...] = ()
    conflict: Conflict | None = None
    ambiguity: Ambiguity | None = None
    needed: tuple[Cage, ...] | None = None
    enough: tuple[Cage, ...] | None = None
    too_large: str | None = None
    status: Status = Status.EXHAUSTED

    @property
    def repairs(self) -> list[Repair]:
        """Every repair of a puzzle without a solution, the likeliest first."""
        found = [repair for suspect in self.suspects for repair in suspect.fits]
        found += [*self.slips, *self.changes]
        return sorted(found, key=lambda repair: repair.distance)


def diagnose(puzzle: Puzzle, *, seconds: float | None = None, minimal: bool = False) -> Diagnosis:
    """Finds out what is wrong with a puzzle.

    Args:
        seconds: a limit of time; what is known by then is returned, and ``status`` says so.
        minimal: of a puzzle with one solution, also look for clues that could be left out.
    """
    limits = Limits(seconds=seconds)
    found = Diagnosis(puzzle)
    try:
        with limits.enforced():
            _look_into(found, limits.countdown(), minimal=minimal)
    except StoppedError as stopped:
        found.status = Status(stopped.reason)
    except KeyboardInterrupt:
        found.status = Status.INTERRUPTED
    except TooLargeError as error:
        found.too_large = str(error)
    return found


def _look_into(found: Diagnosis, remaining: Remaining, *, minimal: bool) -> None:
    puzzle = found.puzzle
    outcome = search(puzzle, remaining, solutions=2, keep=2)
    found.grids = outcome.grids
    if outcome.count > 1:
        found.solutions = Solutions.SEVERAL
        found.ambiguity = ambiguity(puzzle, remaining)
    elif outcome.count:
        found.solutions = Solutions.ONE
        if minimal:
            _spare_clues(found)
    else:
        found.solutions = Solutions.NONE
        _without_solution(found, remaining)


def _without_solution(found: Diagnosis, remaining: Remaining) -> None:
    with Questions(instance(found.puzzle), {Kind.CAGE}) as questions:
        found.suspects = tuple(suspects(questions, remaining))
        if not found.suspects or found.suspects[0].distance >= LIKELY:
            assert questions.grid(questions.constraints) is None
            cores = [questions.core()]
            found.slips = tuple(picture_slips(questions, cores, remaining))
            if not found.suspects and not found.slips:
                found.changes = tuple(fewest_changes(questions, cores, remaining))
    found.conflict = conflict(found.puzzle)


def _spare_clues(found: Diagnosis) -> None:
    with Questions(instance(found.puzzle), {Kind.CAGE}) as questions:
        questions.exclude(found.grids[0])
        needed = {one.number for one in indispensable(questions)}
        found.needed = tuple(found.puzzle.cages[number] for number in sorted(needed))
        enough = {one.number for one in questions.minimal(questions.constraints)}
        found.enough = tuple(found.puzzle.cages[number] for number in sorted(enough))
