"""What is wrong with a puzzle: why it has no solution, or why several, and what would mend it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice

from kenken_cp.clock import Clock, Status, StoppedError, checkpoint
from kenken_cp.diagnose import sections
from kenken_cp.diagnose.ambiguity import Ambiguity, ambiguity
from kenken_cp.diagnose.contradiction import Conflict, conflict
from kenken_cp.diagnose.drawing_slips import drawing_slips
from kenken_cp.diagnose.repairs import (
    Repair,
    Suspect,
    fewest_changes,
    indispensable,
    likeliest_first,
    suspects,
    suspects_first,
)
from kenken_cp.diagnose.settling import settled
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
from kenken_cp.sat.oracle import Constraints, Oracle
from kenken_cp.search.interrupts import interruptible
from kenken_cp.search.limits import Limits
from kenken_cp.search.verbs import find_solutions

SECONDS_FOR_REPAIRS = 20.0
"""For the search for suspects, slips and changes together."""

_SHARE_FOR_REPAIRS = 0.6
"""The share of a time limit for that search: on large boards the conflict takes as long."""

_LIKELY = 3.0
"""The distance beyond which a clue that fits is so unlikely that other mistakes are looked for."""

_MANY_CAGES = 25
"""In puzzles of fewer cages other mistakes are always looked for: there a likely clue more often
fits by chance.
"""


class HowMany(StrEnum):
    """How many solutions a puzzle has."""

    NONE = "none"
    ONE = "one"
    SEVERAL = "several"


@dataclass(slots=True)
class Diagnosis:
    """What is known about a puzzle; what a limit kept from being known is empty, or None.

    ``print`` shows it in words and pictures, and so does a notebook.

    Attributes:
        solutions: None if a limit came before it was known.
        grids: up to two solutions.
        suspects: without a solution, the cages one of whose clues may be wrong, likeliest first.
        has_all_suspects: whether there are no other suspects; False if a limit came before that was
            known.
        slips: redrawn cages that leave a solution, likeliest first.
        changes: if neither explains it, the fewest clues to change together.
        complete: False if the time that diagnosis gives itself did not suffice to look for all
            suspects, slips and changes.
        conflict: without a solution, constraints that contradict each other.
        ambiguity: with several, how they differ and what would settle it.
        settled: with several, the puzzle with the fewest givens that leave one.
        needed: with one, the clues each of which it needs; None unless it was asked for.
        enough: with one, clues that suffice, none of which can be left out of these.
        too_large: why no more could be looked into, in a sentence: the board, or a cage, would take
            too much memory.
        status: EXHAUSTED if everything was looked into that is not too large, or what stopped it.
    """

    puzzle: Puzzle
    solutions: HowMany | None = None
    grids: tuple[Grid, ...] = ()
    suspects: tuple[Suspect, ...] = ()
    has_all_suspects: bool = False
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
        clues = [repair for suspect in self.suspects for repair in suspect.fits or ()]
        return sorted([*clues, *self.slips, *self.changes], key=lambda repair: repair.distance)

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
            return f"{text}: {self.repairs[0].text}"
        if self.ambiguity is not None and (settling := sections.brief_settling(self.ambiguity)):
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
        frames: list[Frame] = []
        for section in self.sections:
            picture = section.picture or Picture(self.puzzle, marked=section.cells)
            if section.steps is None or self.conflict is None:
                frames.append(Frame(picture, section.heading, section.text, section.items))
            else:
                start, *steps = of_explanation(section.steps, filled(self.conflict.part, {}))
                frames += [replace(start, heading=section.heading, text=section.text), *steps]
        return tuple(frames)

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


_VERDICTS = {
    HowMany.NONE: "No solution.",
    HowMany.ONE: "One solution: nothing is wrong.",
    HowMany.SEVERAL: "More than one solution.",
}


def _sections(diagnosis: Diagnosis) -> Iterator[Section]:
    """All that is known of a puzzle."""
    puzzle, conflict, ambiguity = diagnosis.puzzle, diagnosis.conflict, diagnosis.ambiguity
    if diagnosis.solutions is not None:
        yield Section(_VERDICTS[diagnosis.solutions])
    elif diagnosis.grids:
        yield Section("There is a solution; whether there are more is not known.")
    else:
        yield Section("Whether there is a solution is not known.")
    yield from sections.of_suspects(diagnosis.suspects, puzzle, every=diagnosis.has_all_suspects)
    if diagnosis.slips:
        yield sections.of_slips(diagnosis.slips, alone=not diagnosis.suspects)
    if diagnosis.changes:
        yield sections.of_changes(diagnosis.changes)
    if not diagnosis.complete:
        yield Section("There may be other repairs: to look for all takes too long.")
    if conflict is not None:
        yield sections.of_conflict(conflict)
        if conflict.deduction is not None and conflict.deduction.steps:
            steps = conflict.deduction
            text, heading = "Step by step, from these alone:", "Step by step"
            yield Section(text, steps.sentences, heading=heading, steps=steps)
    if ambiguity is not None:
        yield sections.of_differing(ambiguity, diagnosis.grids[0])
        if ambiguity.givens is not None:
            yield sections.of_settling(ambiguity)
    elif len(diagnosis.grids) > 1:
        yield sections.of_two(puzzle, diagnosis.grids)
    if diagnosis.needed is not None and diagnosis.enough is not None:
        yield sections.of_clues(puzzle, diagnosis.needed, diagnosis.enough)
    if diagnosis.too_large is not None:
        yield Section(f"No more can be found out: {diagnosis.too_large}.")
    if diagnosis.status is not Status.EXHAUSTED:
        interrupted = diagnosis.status is Status.INTERRUPTED
        stopped = "interrupted" if interrupted else "the time is over"
        yield Section(f"There may be more to find out: {stopped}.")


def why(puzzle: Puzzle, *, seconds: float | None = None, minimal: bool = False) -> Diagnosis:
    """Finds out why a puzzle has no solution, or several, and what would mend it.

    Args:
        seconds: a limit of time; what is known by then is returned, and ``status`` says so.
        minimal: of a puzzle with one solution, also look for clues that could be left out.
    """
    expect_puzzle(puzzle)
    expect_bool(minimal, "minimal")
    diagnosis = Diagnosis(puzzle)
    fill(diagnosis, seconds=seconds, minimal=minimal)
    return diagnosis


def fill(diagnosis: Diagnosis, *, seconds: float | None = None, minimal: bool = False) -> None:
    """Fills an empty diagnosis with what ``why`` finds out, each thing as soon as it is known."""
    clock = Clock(Limits(seconds=seconds).seconds)
    try:
        with interruptible(clock):
            _look_into(diagnosis, minimal=minimal)
            if clock.status is Status.INTERRUPTED:  # after the last checkpoint
                clock.check()
    except StoppedError as stopped:
        diagnosis.status = stopped.status
    except KeyboardInterrupt:
        diagnosis.status = Status.INTERRUPTED
    except TooLargeError as error:
        diagnosis.too_large = str(error)


def _look_into(diagnosis: Diagnosis, *, minimal: bool) -> None:
    puzzle = diagnosis.puzzle
    outcome = find_solutions(puzzle, limits=Limits(2), keep=2)
    diagnosis.grids = outcome.grids
    if outcome.unique is None:
        raise StoppedError(outcome.status)
    if outcome.count > 1:
        diagnosis.solutions = HowMany.SEVERAL
        diagnosis.ambiguity = ambiguity(puzzle)
        if diagnosis.ambiguity.givens is None:
            checkpoint()  # whether it was a limit that kept them from being known
        diagnosis.settled = settled(diagnosis.ambiguity)
    elif outcome.count:
        diagnosis.solutions = HowMany.ONE
        if minimal:
            _spare_clues(diagnosis)
    else:
        diagnosis.solutions = HowMany.NONE
        left = Clock().left
        seconds = SECONDS_FOR_REPAIRS
        if left is not None:
            seconds = min(seconds, _SHARE_FOR_REPAIRS * left)
        try:
            with Clock(seconds).running(), Oracle(instance(puzzle), {Kind.CAGE}) as oracle:
                _look_for_repairs(diagnosis, oracle)
        except StoppedError:
            checkpoint()  # raises it again if another limit was reached
            diagnosis.complete = False
        with Oracle(instance(puzzle), {Kind.CAGE, Kind.HOUSE}) as oracle:
            diagnosis.conflict = conflict(oracle)
            checkpoint()


def _look_for_repairs(diagnosis: Diagnosis, oracle: Oracle) -> None:
    cores: list[Constraints] = []
    for suspect in suspects(oracle, cores):
        diagnosis.suspects = suspects_first((*diagnosis.suspects, suspect))
    diagnosis.has_all_suspects = True
    likely = diagnosis.suspects and diagnosis.suspects[0].distance <= _LIKELY
    if likely and len(diagnosis.puzzle.cages) >= _MANY_CAGES:
        return
    for slip in drawing_slips(oracle, cores):
        diagnosis.slips = likeliest_first((*diagnosis.slips, slip))
    if not diagnosis.suspects and not diagnosis.slips:
        for change in fewest_changes(oracle, cores):
            diagnosis.changes = likeliest_first((*diagnosis.changes, change))


def _spare_clues(diagnosis: Diagnosis) -> None:
    cages = diagnosis.puzzle.cages
    with Oracle(instance(diagnosis.puzzle), {Kind.CAGE}) as oracle:
        oracle.exclude(diagnosis.grids[0])
        needed = sorted(one.number for one in indispensable(oracle, []))
        diagnosis.needed = tuple(cages[number] for number in needed)
        enough = sorted(one.number for one in oracle.minimal(oracle.constraints))
        diagnosis.enough = tuple(cages[number] for number in enough)


def only_suspect(puzzle: Puzzle, *, seconds: float | None = None) -> Suspect | None:
    """Of a puzzle without a solution, the cage that alone may be wrong; None if there are others,
    or it was not found in time, or on too large a board.

    Raises:
        InternalError: if the puzzle has a solution.
    """
    clock = Clock(Limits(seconds=seconds).seconds)
    try:
        with clock.running(), Oracle(instance(puzzle), {Kind.CAGE}) as oracle:
            first = list(islice(suspects(oracle, []), 2))
    except (StoppedError, TooLargeError):
        return None
    return first[0] if len(first) == 1 else None
