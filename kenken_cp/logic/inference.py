"""Taking steps until none is left: after any progress one starts again with the easiest."""

from collections.abc import Iterable

from kenken_cp.clock import checkpoint
from kenken_cp.encode.masks import union
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.steps import Contradiction, Step, Technique


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


def next_steps(candidates: Candidates, techniques: Iterable[Technique]) -> list[Step]:
    """The steps of the first technique that finds any; none at a dead end, or when stuck."""
    if candidates.dead:
        return []
    for technique in techniques:
        checkpoint()
        steps = list(technique.find(candidates))
        if steps:
            contradicted = any(not (step.places or step.eliminates) for step in steps)
            return [] if contradicted else steps
        candidates.found_nothing(technique.name)
    return []


def settle(candidates: Candidates, techniques: tuple[Technique, ...]) -> list[Step]:
    """Takes steps until none is left, or a contradiction; returns those that changed something."""
    taken: list[Step] = []
    while steps := next_steps(candidates, techniques):
        for step in steps:
            if not stands(step, candidates):
                return taken
            if take(candidates, step):
                taken.append(step)
    return taken


def stands(step: Step, candidates: Candidates) -> bool:
    """Whether a step still follows: unless others, found beside it, have shown a contradiction."""
    return not candidates.dead and all_fit(step, candidates)


def all_fit(step: Step, candidates: Candidates) -> bool:
    """Whether the values that a step places are candidates of their cells."""
    index, domain = candidates.instance.index, candidates.domain
    return all(candidates.masks[index(cell)] & domain.bit[value] for cell, value in step.places)


def contradiction_in(candidates: Candidates) -> Contradiction | None:
    """Why candidates allow no solution, if that is plain to see."""
    taken, masks = candidates.instance, candidates.masks
    if 0 in masks:
        return Contradiction(cell=taken.cells[masks.index(0)])
    number = candidates.empty_cage()
    if number is not None:
        return Contradiction(cage=taken.cages[number].cage)
    for house in taken.houses:
        if house.full:
            missing = candidates.domain.every & ~union(masks[cell] for cell in house.cells)
            if missing:
                value = candidates.domain.values(missing)[0]
                return Contradiction(house=house.house, value=value)
    return None
