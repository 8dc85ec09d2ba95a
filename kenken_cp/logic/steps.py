"""Steps (one deduction each), the techniques that find them, and how steps are taken.

After any progress one starts again with the easiest technique.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from kenken_cp.clock import checkpoint
from kenken_cp.encode.line_sums import LineSum, line_sums
from kenken_cp.encode.masks import union
from kenken_cp.errors import UnknownNameError
from kenken_cp.logic.cage_tuples import BitTuple
from kenken_cp.logic.candidates import Candidates, Elimination
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
    """What shows that there is no solution: a cell, a cage, a house and its value, or cages that
    fill whole lines and make another total than these.
    """

    cell: Cell | None = None
    cage: Cage | None = None
    house: House | None = None
    value: int | None = None
    lines: LineSum | None = None


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
        left: the values that the narrowed cells can still hold after it; empty until ``relevant``
            has cut the step down to what matters.
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
    left: Mapping[Cell, tuple[int, ...]] = field(default_factory=dict)

    def __repr__(self) -> str:
        effects = [f"{cell_name(cell)} = {value}" for cell, value in self.places]
        if self.eliminates:
            gone = sum(len(values) for _, values in self.eliminates)
            effects.append(f"eliminates {plural(gone, 'candidate')}")
        return f"<Step {', '.join([self.technique, *(effects or ['a contradiction'])])}>"


GUESS = "guess"
"""The technique of what is no deduction: a value read from the solution where one is stuck."""


Absent = dict[int, int]
"""For cells (indices) the mask of what they must not hold."""

Find = Callable[[Candidates], Iterator[Step]]
"""Finds steps, by the candidates alone, which it does not change. Every step changes something, or
shows a contradiction and has neither places nor eliminations. It is true of every solution that the
candidates still allow, so steps found together may be taken together.
"""

Words = str | Callable[[Step, Puzzle], str]
"""Words about a step: a template with ``kenken_cp.logic.sentences.PHRASES``, or a function."""

Premises = Callable[[Step, Candidates], Absent]
"""What must be absent for a step to follow, given the candidates in which it was found."""

SaidGone = Callable[[Step, Candidates], Absent]
"""What the sentence of a step rules out, given the candidates in which it was found."""


@dataclass(frozen=True, slots=True, eq=False)
class Technique:
    """A named kind of step.

    Args:
        level: how hard a puzzle is that needs it.
        summary: one line for people.
        sentence: a step in words.
        premises: what a step rests on. It may name more than what is absent from the candidates:
            only what is absent counts.
        look_at: what a hint names: where to look for a step, without what is found there.
        run_on: how the sentence goes on for the next step of the technique, if it can.
        says_gone: candidates that the sentence rules out though the step, once cut down to what
            matters, no longer lists them.
        asks_solver: it finds whatever follows, by asking a solver. So it is no measure of how hard
            a puzzle is: explanations and hints use it where the others end, ratings do not, nor
            does Nishio.
        rank: its place among the techniques of its level, the lowest first; of equal ones the first
            registered comes first.
    """

    name: str
    level: Level
    summary: str
    find: Find
    sentence: Words
    premises: Premises
    look_at: str = "{cages and houses}"
    run_on: str = ""
    says_gone: SaidGone | None = None
    asks_solver: bool = False
    rank: int = 0


TECHNIQUES: Registry[Technique] = Registry(
    "technique", "techniques", rank=lambda technique: (technique.level, technique.rank)
)
"""From easy to hard. The built-in ones are registered by ``kenken_cp.logic.techniques``."""


def techniques_up_to(level: Level = Level.UNREASONABLE) -> tuple[Technique, ...]:
    """The techniques of that level and below, from easy to hard; none that asks a solver."""
    return tuple(
        technique
        for technique in TECHNIQUES
        if technique.level <= level and not technique.asks_solver
    )


def make_step(
    technique: str,
    candidates: Candidates,
    eliminations: Sequence[Elimination] = (),
    *,
    places: Sequence[tuple[int, int]] = (),
    cells: Sequence[int] = (),
    values: int = 0,
    houses: Sequence[int] = (),
    cages: Sequence[int] = (),
    tuples: Sequence[BitTuple] = (),
) -> Step:
    """A step, of cells, houses and cages given as numbers, and values as masks."""
    instance, domain = candidates.instance, candidates.domain
    at = instance.cells
    return Step(
        technique,
        places=tuple((at[cell], domain.value(bit)) for cell, bit in places),
        eliminates=tuple((at[cell], domain.values(mask)) for cell, mask in eliminations),
        cells=tuple(at[cell] for cell in cells),
        values=domain.values(values),
        houses=tuple(instance.houses[number].places for number in houses),
        cages=tuple(instance.cages[number].cage for number in cages),
        tuples=tuple(tuple(map(domain.value, bits)) for bits in tuples),
    )


# --- taking steps --------------------------------------------------------------------------------


def take(candidates: Candidates, step: Step) -> bool:
    """Carries a step out; returns whether that changed anything."""
    index, domain = candidates.instance.index, candidates.domain
    changed = False
    for place, value in step.places:
        cell = index(place)
        if cell in candidates.open_cells:
            candidates.place(cell, domain.bit[value])
            changed = True
    for place, values in step.eliminates:
        changed |= bool(candidates.keep(index(place), ~domain.mask(values)))
    return changed


def take_as_told(candidates: Candidates, step: Step) -> None:
    """Carries a step out, and eliminates whatever its sentence rules out."""
    says_gone = None if step.technique == GUESS else TECHNIQUES.named(step.technique).says_gone
    for cell, gone in (says_gone(step, candidates) if says_gone else {}).items():
        candidates.keep(cell, ~gone)
    take(candidates, step)


def next_steps(candidates: Candidates, techniques: Iterable[Technique]) -> list[Step]:
    """The steps of the first technique that finds any; none on a full board, where a contradiction
    is plain or a technique shows one, and when stuck.
    """
    if candidates.dead or candidates.solved:
        return []
    for technique in techniques:
        checkpoint()
        steps = list(technique.find(candidates))
        if any(not (step.places or step.eliminates) for step in steps):
            return []  # a contradiction
        if steps:
            return steps
    return []


def fits(step: Step, candidates: Candidates) -> bool:
    """Whether a step found together with others may still be taken: none of those has led to a
    contradiction.
    """
    index, domain = candidates.instance.index, candidates.domain
    return not candidates.dead and all(
        candidates.masks[index(cell)] & domain.bit[value] for cell, value in step.places
    )


def take_all(candidates: Candidates, techniques: Sequence[Technique]) -> list[Step]:
    """Takes steps until none is left, or a contradiction; returns those that changed something."""
    taken: list[Step] = []
    while steps := next_steps(candidates, techniques):
        for step in steps:
            if not fits(step, candidates):
                return taken
            if take(candidates, step):
                taken.append(step)
    return taken


def contradiction_in(candidates: Candidates) -> Contradiction | None:
    """Why candidates allow no solution, if that is plain to see."""
    instance, masks = candidates.instance, candidates.masks
    if 0 in masks:
        return Contradiction(cell=instance.cells[masks.index(0)])
    number = candidates.empty_cage()
    if number is not None:
        return Contradiction(cage=instance.cages[number].cage)
    for house in instance.houses:
        if house.full:
            missing = candidates.domain.every & ~union(masks[cell] for cell in house.cells)
            if missing:
                value = candidates.domain.values(missing)[0]
                return Contradiction(house=house.places, value=value)
    return None


def contradiction_at_start(candidates: Candidates) -> Contradiction | None:
    """Why the candidates before the first step allow no solution: also totals that the clues of
    whole lines miss.
    """
    totals = (total for total in line_sums(candidates.instance, 0) if total.contradicts)
    of_clues = (Contradiction(lines=total) for total in totals)
    return contradiction_in(candidates) or next(of_clues, None)
