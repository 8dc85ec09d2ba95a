"""What is known about a puzzle: a ``Diagnosis``, in words and pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from kenken_cp.clock import Status
from kenken_cp.diagnose.ambiguity import Ambiguity
from kenken_cp.diagnose.conflict import Conflict
from kenken_cp.diagnose.repairs import Repair, Suspect
from kenken_cp.diagnose.warnings import no_values_make
from kenken_cp.logic.candidates import filled
from kenken_cp.logic.sentences import any_of, names_by_kind
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.render.frames import Frame, of_explanation
from kenken_cp.render.picture import Picture
from kenken_cp.render.sections import Section, as_html, as_text
from kenken_cp.text import listed, plural

MAX_SHOWN = 6
"""Suspects and slips that are shown; JSON has all of them."""

_LEFT = {True: "one solution", False: "several solutions", None: "solutions"}
"""What a repair leaves, by whether it leaves one."""

_HOW_MANY = ("no solution", "one solution", "several solutions")


@dataclass(slots=True)
class Diagnosis:
    """What is known about a puzzle; what a limit kept from being known is empty, or None.

    ``print`` shows it in words and pictures, and so does a notebook.

    Attributes:
        solutions: how many there are: 0, 1, or ``2+`` for several; None if a limit came before
            that was known.
        grids: up to two solutions.
        suspects: without a solution, the cages one of whose clues may be wrong, likeliest first.
        slips: redrawn cages that leave a solution, likeliest first.
        complete: False if the time that diagnosis gives itself did not suffice to look for all
            suspects and slips.
        conflict: without a solution, constraints that contradict each other.
        ambiguity: with several, how they differ and what would settle it.
        enough: with one, a minimal set of clues that still leaves one solution; None unless it was
            asked for.
        too_large: why no more could be looked into, in a sentence: the board, or a cage, would take
            too much memory.
        status: EXHAUSTED if everything was looked into that is not too large, or what stopped it.
    """

    puzzle: Puzzle
    solutions: Count | None = None
    grids: tuple[Grid, ...] = ()
    suspects: tuple[Suspect, ...] = ()
    slips: tuple[Repair, ...] = ()
    complete: bool = True
    conflict: Conflict | None = None
    ambiguity: Ambiguity | None = None
    enough: tuple[Cage, ...] | None = None
    too_large: str | None = None
    status: Status = Status.EXHAUSTED

    @property
    def repairs(self) -> list[Repair]:
        """Every repair of a puzzle without a solution, the likeliest first."""
        clues = [repair for suspect in self.suspects for repair in suspect.fits]
        return sorted([*clues, *self.slips], key=lambda repair: repair.rank)

    @property
    def repaired(self) -> Puzzle | None:
        """The puzzle with its likeliest repair, or with givens that leave one solution; as it is if
        it has one. None if no repair is known.
        """
        if self.solutions == 1:
            return self.puzzle
        if self.ambiguity is not None:
            return self.ambiguity.settled
        return self.repairs[0].puzzle if self.repairs else None

    @property
    def brief(self) -> str:
        """How many solutions there are, and what to change, in a line."""
        text = "not known" if self.solutions is None else _HOW_MANY[self.solutions]
        change = self.repairs[0].text if self.repairs else ""
        if self.ambiguity is not None:
            change = self.ambiguity.brief
        return f"{text}: {change}" if change else text

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


def _sections(found: Diagnosis) -> Iterator[Section]:
    """All that is known of a puzzle."""
    yield Section(_verdict(found))
    if found.suspects:
        yield _suspects(found)
    if found.slips:
        yield _slips(found)
    if found.conflict is not None and found.complete and not found.repairs and not found.suspects:
        text = "No change of a single clue, and no slip in drawing, is known to leave a solution."
        yield Section(text)
    if not found.complete:
        yield Section("There may be other repairs: to look for all takes too long.")
    if found.conflict is not None:
        yield from _conflict(found.conflict)
    if found.ambiguity is not None:
        yield from _ambiguity(found.ambiguity)
    if found.enough is not None:
        yield _enough(found.puzzle, found.enough)
    if found.too_large is not None:
        yield Section(f"No more can be found out: {found.too_large}.")
    if found.status is not Status.EXHAUSTED:
        yield Section(f"There may be more to find out: {found.status}.")


def _verdict(found: Diagnosis) -> str:
    if found.solutions is not None:
        right = ": nothing is wrong" if found.solutions == 1 else ""
        return f"{_HOW_MANY[found.solutions].capitalize()}{right}."
    if found.grids:
        return "There is a solution; whether there are more is not known."
    return "Whether there is a solution is not known."


def _shown(items: Sequence[str]) -> tuple[str, ...]:
    """The first of many."""
    if len(items) <= MAX_SHOWN:
        return tuple(items)
    return (*items[:MAX_SHOWN], f"and {len(items) - MAX_SHOWN} more")


def _about(cages: Iterable[Cage], text: str, items: tuple[str, ...], heading: str) -> Section:
    cells = frozenset(cell for cage in cages for cell in cage.cells)
    return Section(text, items, heading=heading, cells=cells)


def _suspects(found: Diagnosis) -> Section:
    """The clues one of which may be wrong."""
    text = (
        f"One of these {len(found.suspects)} clues may be wrong: removing any one of them leaves a "
        "solution. The likeliest is first."
    )
    if len(found.suspects) == 1:
        every = found.complete and found.status is Status.EXHAUSTED
        only = "; it is the only such clue" if every else ""
        text = f"One clue may be wrong: removing it leaves a solution{only}."
    items = [_suspect_in_words(suspect) for suspect in found.suspects]
    cages = [suspect.cage for suspect in found.suspects]
    return _about(cages, text, _shown(items), "Clues that may be wrong")


def _suspect_in_words(suspect: Suspect) -> str:
    cage = suspect.cage
    if suspect.has_all_fits and not suspect.fits:
        return f"{cage}: no other clue fits; perhaps its cells are wrong"
    if not suspect.fits:
        return f"{cage}: which clue fits is not known"
    shown = suspect.fits[:MAX_SHOWN]
    fits = [
        f"{any_of(clues_of(run))} ({_LEFT[unique]})"
        for unique, run in groupby(shown, key=lambda repair: repair.unique)
    ]
    others = "" if suspect.has_all_fits and len(suspect.fits) == len(shown) else "; or others"
    return f"{cage}: is it {'; '.join(fits)}{others}?"


def clues_of(fits: Iterable[Repair]) -> list[str]:
    """The clues that repairs of one cage give it."""
    return [clue.clue for repair in fits for clue in repair.becomes]


def _slips(found: Diagnosis) -> Section:
    """Slips in drawing cages."""
    which = "one of these slips, the likeliest first" if len(found.slips) > 1 else "this slip"
    alone = "No change of a single clue leaves a solution. The"
    text = f"{'Or the' if found.suspects else alone} mistake may be {which}:"
    cages = [cage for slip in found.slips[:MAX_SHOWN] for cage in slip.cages]
    items = [f"{slip.text} ({_LEFT[slip.unique]})" for slip in found.slips]
    return _about(cages, text, _shown(items), "Slips")


def _conflict(conflict: Conflict) -> Iterator[Section]:
    """The reason why there is no solution."""
    puzzle, cages, houses = conflict.puzzle, conflict.cages, conflict.houses
    if len(cages) == 1 and not houses:  # and no picture: there is nothing to be seen
        why = no_values_make(conflict.part.cages[0])
        yield _about(cages, f"The reason: {why}.", (), "The reason")
        return
    counts = [plural(len(cages), "clue")] if cages else []
    counts += [plural(len(houses), "house")] if houses else []
    size = " Perhaps not all of them are needed."
    if conflict.minimal:
        smaller = "no smaller set" if conflict.smallest else "perhaps a smaller set"
        size = f" None of them can be left out, and {smaller} contradicts itself."
    text = f"The reason: {listed(counts)} contradict each other.{size}"
    items = ", ".join([*map(str, cages), *names_by_kind(houses, puzzle)])
    picture = Picture(
        replace(puzzle, cages=cages),
        basis={cell for group in (*houses, *(cage.cells for cage in cages)) for cell in group},
        marked={cell for house in houses if house in puzzle.houses for cell in house},
        excerpt=True,
        named=True,
    )
    yield Section(text, (items,), picture, "The reason")
    if (steps := conflict.deduction) is not None and steps.steps:
        text, heading = "Step by step, from these alone:", "Step by step"
        yield Section(text, steps.sentences, heading=heading, steps=steps)


def _ambiguity(ambiguity: Ambiguity) -> Iterator[Section]:
    """The cells that differ in some solution, with the values that they have in solutions; and what
    would leave one solution.
    """
    known, cells = ambiguity.candidates, ambiguity.differing
    many = f"{known.solutions} solutions" if known.solutions.exact else "too many solutions to list"
    where, picture = "every cell", None
    if len(cells) < len(known.puzzle.cells):
        where = f"{plural(len(cells), 'cell')} (marked)"
        values = [
            [None if (row, column) in cells else value for column, value in enumerate(values)]
            for row, values in enumerate(known.grids[0])
        ]
        picture = Picture(known.puzzle, values, candidates=known.table, marked=cells)
    text = f"There are {many}, which differ in {where}."
    yield Section(text, picture=picture, heading="Where solutions differ")
    if givens := ambiguity.givens:
        text = "One given leaves one solution:"
        if len(givens) > 1:
            proved = "no fewer do" if ambiguity.proved else "perhaps fewer would"
            text = f"{len(givens)} givens leave one solution, and {proved}:"
        heading = "What would settle it"
        yield Section(text, (ambiguity.brief,), heading=heading, cells=frozenset(givens))


def _enough(puzzle: Puzzle, enough: Sequence[Cage]) -> Section:
    """The clues that can be left out as others are enough."""
    heading = "Clues that can be left out"
    spare = [cage for cage in puzzle.cages if cage not in enough]
    if not spare:
        return Section("No clue can be left out.", heading=heading)
    together = "together, " if len(spare) > 1 else ""
    text = f"{len(spare)} of {plural(len(puzzle.cages), 'clue')} can be left out {together}and then"
    return _about(spare, f"{text} no others:", (", ".join(map(str, spare)),), heading)
