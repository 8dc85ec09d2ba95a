"""Steps (one deduction each), the techniques that find them, and the registry of techniques."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from kenken_cp.errors import UnknownNameError
from kenken_cp.logic.candidates import Candidates, Elimination
from kenken_cp.logic.listing import BitTuple
from kenken_cp.model.geometry import Cell, House
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.registry import Registry
from kenken_cp.text import cell_name, plural


class Level(IntEnum):
    """How hard a puzzle is: the level of the hardest technique that it needs."""

    EASY = 1
    NORMAL = 2
    HARD = 3
    EXTREME = 4
    UNREASONABLE = 5

    def __str__(self) -> str:
        return self.name.lower()


def level_named(name: Level | str) -> Level:
    """The level of that name, ``hard``; UnknownNameError, listing them, if there is none."""
    for level in Level:
        if name is level or name == str(level):
            return level
    raise UnknownNameError("level", name, map(str, Level))


class Contradiction(NamedTuple):
    """What shows that there is no solution: a cell, a cage, or a house and its value."""

    cell: Cell | None = None
    cage: Cage | None = None
    house: House | None = None
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction.

    Args:
        places: cells that get a value.
        eliminates: candidates that go, as cell and values. A step that neither places nor
            eliminates anything shows a contradiction.
        cells, houses, cages: those it follows from.
        values: those it is about.
        tuples: the tuples that are left to a cage, where they are few enough to list.
        total: what ``cells`` make together, under ``operator``.
        operator: the operator of innies and outies.
        then: what follows from ``values`` in ``cells``, if they are assumed, up to the
            contradiction.
        contradiction: what it shows, or what the assumption leads to.
    """

    technique: str
    places: tuple[tuple[Cell, int], ...] = ()
    eliminates: tuple[tuple[Cell, tuple[int, ...]], ...] = ()
    cells: tuple[Cell, ...] = ()
    values: tuple[int, ...] = ()
    houses: tuple[House, ...] = ()
    cages: tuple[Cage, ...] = ()
    tuples: tuple[tuple[int, ...], ...] = ()
    total: int | None = None
    operator: Operator | None = None
    then: tuple[Step, ...] = ()
    contradiction: Contradiction | None = None

    def __repr__(self) -> str:
        return f"<Step {self.summary}>"

    @property
    def summary(self) -> str:
        """What it is and does, in a line: ``hidden single, r1c1 = 3``."""
        found = [f"{cell_name(cell)} = {value}" for cell, value in self.places]
        gone = sum(len(values) for _, values in self.eliminates)
        found += [f"eliminates {plural(gone, 'candidate')}"] * bool(gone)
        found += ["a contradiction"] * (not found)
        return ", ".join([self.technique, *found])


GUESS = "guess"
"""The technique of what is no deduction: a value read from the solution where one is stuck."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A step that matters, cut down to the eliminations that matter.

    ``left`` are the values that it leaves to the cells it narrows.
    """

    step: Step
    left: dict[Cell, tuple[int, ...]]

    def __repr__(self) -> str:
        return f"<Taken {self.step.summary}>"


Absent = dict[int, int]
"""For cells (indices) the mask of what they must not hold."""

Find = Callable[[Candidates], Iterator[Step]]
"""Finds steps, by the candidates alone, which it does not change. Every step is true of every
solution that these still allow, so steps found together may be taken together.
"""

Words = Callable[[Sequence[Taken], Puzzle], list[str]]
"""The sentences for a run of steps of the technique."""

Premises = Callable[[Step, Candidates], Absent]
"""What must be absent for a step to follow, given the candidates in which it was found."""


@dataclass(frozen=True, slots=True, eq=False)
class Technique:
    """A named kind of step.

    Args:
        level: how hard a puzzle is that needs it.
        summary: one line for people.
        premises: what a step rests on. It may name more than what is absent from the candidates:
            only what is absent counts.
        look_at: what a hint names: where to look for a step, without what is found there; None for
            the cages and the houses of the step.
        trial: it assumes a candidate and follows what comes of that, until it meets a
            contradiction. Explanations prefer the smallest reason.
        complete: it finds whatever follows, by asking a solver. So it is no measure of how hard a
            puzzle is, and used only where it is asked for by name.
        rank: its place among the techniques of its level, the lowest first; of equal ones the first
            registered comes first.
    """

    name: str
    level: Level
    summary: str
    find: Find
    words: Words
    premises: Premises
    look_at: Callable[[Step, Puzzle], str] | None = None
    trial: bool = False
    complete: bool = False
    rank: int = 0

    def __repr__(self) -> str:
        return f"<technique {self.name}>"


TECHNIQUES: Registry[Technique] = Registry(
    "technique", "techniques", rank=lambda technique: technique.level * 10**6 + technique.rank
)
"""From easy to hard. The built-in ones are registered by ``kenken_cp.logic.techniques``."""


def techniques_up_to(level: Level = Level.UNREASONABLE) -> tuple[Technique, ...]:
    """The techniques of that level and below, from easy to hard; no complete ones."""
    return tuple(
        technique for technique in TECHNIQUES if technique.level <= level and not technique.complete
    )


class StepMaker:
    """Makes steps of one technique out of indices and masks."""

    def __init__(self, technique: str, candidates: Candidates) -> None:
        self._name, self._candidates = technique, candidates

    def __call__(
        self,
        eliminations: Sequence[Elimination] = (),
        *,
        places: Sequence[tuple[int, int]] = (),
        cells: Sequence[int] = (),
        values: int = 0,
        houses: Sequence[int] = (),
        cages: Sequence[int] = (),
        tuples: Sequence[BitTuple] = (),
        contradiction: Contradiction | None = None,
    ) -> Step:
        """A step: cells, houses and cages are given as numbers, values as masks."""
        taken, domain = self._candidates.instance, self._candidates.domain
        at = taken.cells
        return Step(
            self._name,
            places=tuple((at[cell], domain.value(bit)) for cell, bit in places),
            eliminates=tuple((at[cell], domain.values(mask)) for cell, mask in eliminations),
            cells=tuple(at[cell] for cell in cells),
            values=domain.values(values),
            houses=tuple(taken.houses[number].house for number in houses),
            cages=tuple(taken.cages[number].cage for number in cages),
            tuples=tuple(tuple(map(domain.value, bits)) for bits in tuples),
            contradiction=contradiction,
        )
