"""What is wrong with a puzzle: why it has no solution, or why several, and what would mend it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice

from kenken_cp.clock import Clock, Status, StoppedError, checkpoint
from kenken_cp.diagnose import words
from kenken_cp.diagnose.ambiguity import Ambiguity, ambiguity
from kenken_cp.diagnose.contradiction import Conflict, conflict
from kenken_cp.diagnose.oracles import oracle_for
from kenken_cp.diagnose.repairs import (
    Repair,
    Suspect,
    fewest_changes,
    indispensable,
    likeliest_first,
    suspects,
)
from kenken_cp.diagnose.settling import settled
from kenken_cp.diagnose.slips import has_only_givens, picture_slips
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.encode.instance import Kind, instance
from kenken_cp.errors import expect_bool
from kenken_cp.logic.candidates import filled
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Cage, Puzzle, expect_puzzle
from kenken_cp.render.frames import Frame, of_explanation
from kenken_cp.render.picture import Picture
from kenken_cp.render.sections import Section, as_html, as_text
from kenken_cp.sat.oracle import Constraints, Narrowed, Oracle, SatOracle
from kenken_cp.search.interrupts import interruptible
from kenken_cp.search.limits import Limits
from kenken_cp.search.verbs import find_solutions

SECONDS_FOR_REPAIRS = 20.0
"""For the search for suspects, slips and changes together."""

_SHARE_FOR_REPAIRS = 0.6
"""The share of a time limit for that search, if the conflict is looked for as well: on large boards
that takes as long.
"""

MAX_POSSIBLE = 4
"""Possible suspects that are named."""

_LIKELY = 3.0
"""The distance beyond which a repair is so unlikely that other mistakes are looked for."""

_MANY_CAGES = 25
"""In puzzles of fewer cages other mistakes are always looked for: there a likely repair more often
fits by chance.
"""


class HowMany(StrEnum):
    """How many solutions a puzzle has."""

    NONE = "none"
    ONE = "one"
    SEVERAL = "several"


@dataclass(slots=True)
class Diagnosis:
    """What was found out about a puzzle; what a limit kept from being known is empty, or None.

    ``print`` shows it in words and pictures, and so does a notebook.

    Attributes:
        solutions: None if a limit came before it was known.
        grids: up to two solutions.
        suspects: without a solution, the cages one of whose clues may be wrong, likeliest first.
        has_all_suspects: whether there are no other suspects; False if a limit came before that was
            known.
        possible_suspects: if no suspect was found in time, the few cages one of which is the
            mistake if a single clue is wrong; empty if there are many.
        slips: changes of one or two cages that leave a solution, likeliest first.
        changes: if neither explains it, the fewest clues to change together.
        complete: False if the time that diagnosis gives itself did not suffice to look for all
            suspects, slips and changes.
        conflict: without a solution, constraints that contradict each other.
        ambiguity: with several, how they differ and what would settle it.
        settled: with several, the puzzle with the fewest operators shown, or else with the fewest
            givens, that leave one.
        needed: with one, the clues each of which it needs; None unless it was asked for.
        enough: with one, clues that suffice, none of which can be left out of these.
        too_large: the cage because of which no more could be looked into, in a sentence.
        status: EXHAUSTED if everything was looked into, or what stopped it.
    """

    puzzle: Puzzle
    solutions: HowMany | None = None
    grids: tuple[Grid, ...] = ()
    suspects: tuple[Suspect, ...] = ()
    has_all_suspects: bool = False
    possible_suspects: tuple[Cage, ...] = ()
    slips: tuple[Repair, ...] = ()
    changes: tuple[Repair, ...] = ()
    complete: bool = True
    conflict: Conflict | None = None
    ambiguity: Ambiguity | None = None
    settled: Puzzle | None = None
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

    @property
    def repaired(self) -> Puzzle | None:
        """The puzzle with one solution, or, if none is known, with some; None if none is known.

        It states the number of its solutions, as far as it is known, if the given puzzle does.
        """
        if self.solutions is HowMany.ONE:
            return self.puzzle
        made, unique = self.settled, True
        if self.repairs:
            made, unique = self.repairs[0].puzzle, bool(self.repairs[0].unique)
        if made is None or self.puzzle.expected is None:
            return made
        return replace(made, expected=Count(1) if unique else None)

    @property
    def brief(self) -> str:
        """How many solutions there are, and what to change, in a line."""
        text = _BRIEF[self.solutions]
        if self.repairs:
            return f"{text}: {self.repairs[0].words}"
        if self.ambiguity is not None and (settling := words.brief_settling(self.ambiguity)):
            return f"{text}: {settling}"
        return text

    @property
    def sections(self) -> tuple[Section, ...]:
        """All that is known, in words and pictures."""
        return tuple(_sections(self))

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The same as a page shows it: each section beside the board, and each step of a deduction
        by itself.
        """
        return tuple(_frames(self))

    def __repr__(self) -> str:
        return f"<Diagnosis {self.brief}>"

    def __str__(self) -> str:
        return as_text(self.sections)

    def _repr_html_(self) -> str:
        return as_html(self.sections)


_BRIEF = {
    HowMany.NONE: "no solution",
    HowMany.ONE: "one solution",
    HowMany.SEVERAL: "several solutions",
    None: "not known",
}


def _sections(found: Diagnosis) -> Iterator[Section]:
    yield Section(_verdict(found))
    if found.suspects:
        yield words.of_suspects(found.suspects, found.puzzle, every=found.has_all_suspects)
    if found.possible_suspects:
        yield words.of_possible(found.possible_suspects)
    if found.slips:
        yield words.of_slips(found.slips, alone=not found.suspects)
    if found.changes:
        yield words.of_changes(found.changes)
    if not found.complete:
        yield Section("There may be other repairs: to look for all takes too long.")
    if found.conflict is not None:
        yield words.of_conflict(found.conflict)
        if found.conflict.deduction is not None and found.conflict.deduction.steps:
            yield words.of_deduction(found.conflict.deduction)
    if found.ambiguity is not None:
        yield words.of_differing(found.ambiguity, found.grids[0])
        yield from words.of_settling(found.ambiguity)
    elif len(found.grids) > 1:
        yield words.of_two(found.puzzle, found.grids)
    if found.needed is not None and found.enough is not None:
        yield words.of_clues(found.puzzle, found.needed, found.enough)
    if found.too_large is not None:
        yield Section(f"No more can be found out: {found.too_large}.")
    if found.status is not Status.EXHAUSTED:
        stopped = "interrupted" if found.status is Status.INTERRUPTED else "the time is over"
        yield Section(f"There may be more to find out: {stopped}.")


def _frames(found: Diagnosis) -> Iterator[Frame]:
    for section in found.sections:
        picture = section.picture or Picture(found.puzzle, marked=section.cells)
        if section.steps is None or found.conflict is None:
            yield Frame(picture, section.heading, section.text, section.items)
        else:
            start, *steps = of_explanation(section.steps, filled(found.conflict.alone, {}))
            yield replace(start, heading=section.heading, text=section.text)
            yield from steps


def _verdict(found: Diagnosis) -> str:
    if found.solutions is not None:
        verdicts = {
            HowMany.NONE: "No solution.",
            HowMany.ONE: "One solution: nothing is wrong.",
            HowMany.SEVERAL: "More than one solution.",
        }
        return verdicts[found.solutions]
    if found.grids:
        return "There is a solution; whether there are more is not known."
    return "Whether there is a solution is not known."


def why(
    puzzle: Puzzle, *, seconds: float | None = None, minimal: bool = False, reason: bool = True
) -> Diagnosis:
    """Finds out why a puzzle has no solution, or several, and what would mend it.

    Args:
        seconds: a limit of time; what is known by then is returned, and ``status`` says so.
        minimal: of a puzzle with one solution, also look for clues that could be left out.
        reason: of a puzzle without a solution, also look for the conflict, which takes longer than
            all repairs.
    """
    expect_puzzle(puzzle)
    expect_bool(minimal, "minimal")
    expect_bool(reason, "reason")
    found = Diagnosis(puzzle)
    fill(found, seconds=seconds, minimal=minimal, reason=reason)
    return found


def fill(
    found: Diagnosis, *, seconds: float | None = None, minimal: bool = False, reason: bool = True
) -> None:
    """Fills an empty diagnosis with what ``why`` finds out, each thing as soon as it is known."""
    clock = Clock(Limits(seconds=seconds).seconds)
    try:
        with interruptible(clock):
            _look_into(found, clock, minimal=minimal, reason=reason)
            if clock.status is Status.INTERRUPTED:  # after the last checkpoint
                clock.check()
    except StoppedError as stopped:
        found.status = stopped.status
    except KeyboardInterrupt:
        found.status = Status.INTERRUPTED
    except TooLargeError as error:
        found.too_large = str(error)


def _look_into(found: Diagnosis, clock: Clock, *, minimal: bool, reason: bool) -> None:
    puzzle = found.puzzle
    outcome = find_solutions(puzzle, limits=Limits(2), keep=2)
    found.grids = outcome.grids
    if outcome.unique is None:
        raise StoppedError(outcome.status)
    if outcome.count > 1:
        found.solutions = HowMany.SEVERAL
        found.ambiguity = ambiguity(puzzle)
        if found.ambiguity.givens is None:
            checkpoint()  # whether it was a limit that kept them from being found
        found.settled = settled(found.ambiguity)
    elif outcome.count:
        found.solutions = HowMany.ONE
        if minimal:
            _spare_clues(found)
    else:
        found.solutions = HowMany.NONE
        _without_solution(found, clock, reason=reason)


def _without_solution(found: Diagnosis, clock: Clock, *, reason: bool) -> None:
    with oracle_for(found.puzzle) as oracle:
        seconds = SECONDS_FOR_REPAIRS
        if reason and (limit := clock.left):
            seconds = min(seconds, _SHARE_FOR_REPAIRS * limit)
        cores: list[Constraints] = []
        try:
            with Clock(seconds).running():
                _look_for_repairs(found, Narrowed(oracle, Kind.CAGE), cores)
        except StoppedError:
            if cores and not found.suspects and not found.has_all_suspects:
                found.possible_suspects = _in_all(cores, found.puzzle)
            checkpoint()  # raises it again if another limit was reached
            found.complete = False
        if reason:
            found.conflict = conflict(oracle)
            checkpoint()


def _in_all(cores: Sequence[Constraints], puzzle: Puzzle) -> tuple[Cage, ...]:
    """The cages of all cores, in one of which a single mistake must lie, if they are few."""
    common = sorted(frozenset.intersection(*cores))
    return tuple(puzzle.cages[one.number] for one in common) if len(common) <= MAX_POSSIBLE else ()


def _look_for_repairs(found: Diagnosis, cages: Oracle, cores: list[Constraints]) -> None:
    for suspect in suspects(cages, cores):
        found.suspects = likeliest_first((*found.suspects, suspect))
    found.has_all_suspects = True
    # A digit of a Sudoku may also be in a wrong place, and that is soon seen.
    if _is_explained(found) and not has_only_givens(found.puzzle):
        return
    for stage in picture_slips(cages, cores):
        for slip in stage:
            found.slips = likeliest_first((*found.slips, slip))
        if _is_explained(found):
            return
    if not found.suspects and not found.slips:
        for change in fewest_changes(cages, cores):
            found.changes = likeliest_first((*found.changes, change))


def _is_explained(found: Diagnosis) -> bool:
    """Whether there is a likely repair already, and the puzzle is of many cages."""
    likely = any(some[0].distance <= _LIKELY for some in (found.suspects, found.slips) if some)
    return likely and len(found.puzzle.cages) >= _MANY_CAGES


def _spare_clues(found: Diagnosis) -> None:
    with SatOracle(instance(found.puzzle), {Kind.CAGE}) as oracle:
        oracle.exclude(found.grids[0])
        needed = {one.number for one in indispensable(oracle, [])}
        found.needed = tuple(found.puzzle.cages[number] for number in sorted(needed))
        enough = {one.number for one in oracle.minimal(oracle.constraints)}
        found.enough = tuple(found.puzzle.cages[number] for number in sorted(enough))


def only_suspect(puzzle: Puzzle, *, seconds: float | None = None) -> Suspect | None:
    """Of a puzzle without a solution, the cage that alone may be wrong; None if there are others,
    or it was not found in time.
    """
    try:
        with Clock(seconds).running(), oracle_for(puzzle) as oracle:
            found = list(islice(suspects(Narrowed(oracle, Kind.CAGE), []), 2))
    except StoppedError:
        return None
    return found[0] if len(found) == 1 else None
