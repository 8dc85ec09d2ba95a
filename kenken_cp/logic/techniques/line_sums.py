"""Innies and outies (the "45 rule"): what cages leave of the total of whole lines."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from kenken_cp.clock import checkpoint
from kenken_cp.encode.instance import Instance
from kenken_cp.encode.line_sums import LineSum, line_sums
from kenken_cp.encode.tuples import Relation, relation
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.paths import supports
from kenken_cp.logic.relevance import nothing_else_in_cells
from kenken_cp.logic.steps import Level, Step, StepMaker, Taken, Technique
from kenken_cp.logic.words import cells_of, conclusion, names_of, one_by_one
from kenken_cp.model.puzzle import Puzzle

_MAX_CELLS = 4
"""Cells of the largest line sum that a person would look at."""


@lru_cache(maxsize=8)
def _sums(taken: Instance) -> list[tuple[LineSum, Relation]]:
    """The line sums of few cells, each with the relation that it is between these."""
    found = []
    for line_sum in line_sums(taken, _MAX_CELLS):
        cells, target = line_sum.cells, line_sum.target
        if cells and target is not None:
            conflicts = taken.conflicts(cells)
            between = relation(taken.domain, (line_sum.operator,), target, conflicts)
            found.append((line_sum, between))
    return found


def _innies_and_outies(candidates: Candidates) -> Iterator[Step]:
    step = StepMaker(INNIES_AND_OUTIES.name, candidates)
    changed = frozenset(candidates.changed_cells(INNIES_AND_OUTIES.name))
    for line_sum, between in _sums(candidates.instance):
        if changed.isdisjoint(line_sum.cells):
            continue
        checkpoint()
        masks = tuple(candidates.masks[cell] for cell in line_sum.cells)
        eliminations = candidates.beyond(line_sum.cells, supports(between, masks))
        if eliminations:
            yield replace(
                step(eliminations, cells=line_sum.cells),
                houses=line_sum.houses,
                cages=line_sum.cages,
                total=line_sum.target,
                operator=line_sum.operator,
            )


def _in_words(taken: Taken, puzzle: Puzzle) -> str:
    step = taken.step
    assert step.operator is not None
    line = step.operator.evaluate(puzzle.values)
    assert line is not None
    whole = step.operator.evaluate([line] * len(step.houses))
    inside = step.operator.evaluate([cage.target for cage in step.cages])
    cause = f"The {step.operator.noun} of {names_of(step.houses, puzzle)} is {whole}; " + (
        f"{step.cages[0]} is inside" if len(step.cages) == 1 else f"the cages inside make {inside}"
    )
    cells = cells_of(step.cells)
    if len(step.cells) > 1:
        return f"{cause}, so {cells} make {step.total} together: {conclusion(taken)}."
    if any(taken.left.values()):
        return f"{cause}, so {cells} is {step.total}."
    return f"{cause}, so {cells} would be {step.total}, which it cannot be."


def _look_at(step: Step, puzzle: Puzzle) -> str:
    assert step.operator is not None
    return f"the {step.operator.noun} of {names_of(step.houses, puzzle)}"


INNIES_AND_OUTIES = Technique(
    "innies and outies",
    Level.EXTREME,
    "what cages leave of the sum or product of whole lines",
    _innies_and_outies,
    one_by_one(_in_words),
    nothing_else_in_cells,
    _look_at,
)
