"""The smallest reason: the fewest cages and houses that forbid a candidate, whatever they are."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from kenken_cp.encode.instance import Constraint, Kind
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.inference import contradiction_in, settle
from kenken_cp.logic.reasons import absences_needed, smallest_reason
from kenken_cp.logic.relevance import assuming, contradiction_follows
from kenken_cp.logic.steps import TECHNIQUES, Absent, Level, Step, StepMaker, Taken, Technique
from kenken_cp.logic.techniques.cages import CAGE_COMBINATIONS
from kenken_cp.logic.techniques.chains import follows_in_words
from kenken_cp.logic.techniques.subsets import HIDDEN_SINGLE, NAKED_SINGLE
from kenken_cp.logic.words import conclusion, names_by_kind
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import listed

_EASIEST = (NAKED_SINGLE, HIDDEN_SINGLE, CAGE_COMBINATIONS)
"""The techniques by which a sentence explains a reason; if they do not suffice, all techniques that
neither try nor ask a solver.
"""


def _smallest_reason(candidates: Candidates) -> Iterator[Step]:
    reason = smallest_reason(candidates)
    if reason is not None:
        yield StepMaker(SMALLEST_REASON.name, candidates)(
            reason.forbids,
            houses=[one.number for one in reason.members if one.kind is Kind.HOUSE],
            cages=[one.number for one in reason.members if one.kind is Kind.CAGE],
        )


def reason_size(step: Step) -> int:
    """How many cages and houses a step rests on."""
    return len(step.cages) + len(step.houses)


def one_at_a_time(step: Step, before: Candidates) -> Iterator[Step]:
    """A step for each candidate that a smallest reason forbids. If deduction from these cages and
    houses alone shows why, the step says so: by the candidates at the time when it is taken.
    """
    for cell, values in step.eliminates:
        for value in values:
            one = replace(step, eliminates=((cell, (value,)),), cells=(cell,), values=(value,))
            yield _with_why(one, before)


def _with_why(step: Step, before: Candidates) -> Step:
    for techniques in (_EASIEST, tuple(each for each in TECHNIQUES if not _asks_or_tries(each))):
        assumed = assuming(step, before)
        then = settle(assumed, techniques)
        if contradiction := contradiction_in(assumed):
            return replace(step, then=tuple(then), contradiction=contradiction)
    return step


def _asks_or_tries(technique: Technique) -> bool:
    return technique.trial or technique.complete


def _premises(step: Step, before: Candidates) -> Absent:
    """What the deduction of a step needs to be absent; without a deduction, what its constraints
    need.
    """
    if step.contradiction is not None:
        return contradiction_follows(step, before)
    taken, bit = before.instance, before.domain.bit
    houses = {group.house: number for number, group in enumerate(taken.houses)}
    cages = taken.puzzle.cages
    members = (
        *(Constraint(Kind.CAGE, cages.index(cage)) for cage in step.cages),
        *(Constraint(Kind.HOUSE, houses[house]) for house in step.houses),
    )
    needed: dict[int, int] = {}
    for cell, values in step.eliminates:
        for value in values:
            found = absences_needed(members, taken.index(cell), bit[value], before)
            for each, mask in found.items():
                needed[each] = needed.get(each, 0) | mask
    return needed


def _names(step: Step, puzzle: Puzzle) -> str:
    """``12* at r1c1 r1c2, rows 1 and 2 and column 3``."""
    return listed([*map(str, step.cages), *names_by_kind(step.houses, puzzle)])


def _in_words(run: Sequence[Taken], puzzle: Puzzle) -> list[str]:
    """A sentence for each reason, with all that it forbids one after the other."""
    same = groupby(run, key=lambda taken: (taken.step.cages, taken.step.houses))
    return [_sentence(list(steps), puzzle) for _, steps in same]


def _sentence(run: Sequence[Taken], puzzle: Puzzle) -> str:
    """A sentence for all that a reason forbids; it says why for the candidate with the shortest
    deduction.
    """
    eliminates: dict[Cell, tuple[int, ...]] = {}
    left: dict[Cell, tuple[int, ...]] = {}
    for taken in run:
        left |= taken.left
        for cell, values in taken.step.eliminates:
            eliminates[cell] = (*eliminates.get(cell, ()), *values)
    ordered = tuple((cell, tuple(sorted(values))) for cell, values in sorted(eliminates.items()))
    whole = Taken(replace(run[0].step, eliminates=ordered), left)
    sentence = f"By {_names(whole.step, puzzle)} alone, {conclusion(whole)}"
    shown = [taken.step for taken in run if taken.step.contradiction is not None]
    if not shown:
        return f"{sentence}."
    easiest = min(shown, key=lambda step: len(step.then))
    why = follows_in_words(easiest, puzzle)
    return f"{sentence}: {'for example, ' if len(run) > 1 else ''}{why}."


SMALLEST_REASON = Technique(
    "smallest reason",
    Level.UNREASONABLE,
    "the fewest cages and houses that together forbid a candidate",
    _smallest_reason,
    _in_words,
    _premises,
    _names,
    complete=True,
    rank=200,
)
