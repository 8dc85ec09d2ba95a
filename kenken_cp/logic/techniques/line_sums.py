"""Innies and outies (the "45 rule"): what cages leave of the total of whole lines."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from kenken_cp.clock import checkpoint
from kenken_cp.encode.instance import Instance
from kenken_cp.encode.line_sums import LineSum, line_sums
from kenken_cp.encode.tuples import Relation, relation
from kenken_cp.logic.cage_tuples import all_tuples
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.relevance import nothing_else_in_cells
from kenken_cp.logic.sentences import filled_in, total_of
from kenken_cp.logic.steps import Level, Step, Technique, make_step
from kenken_cp.model.puzzle import Puzzle

_MAX_CELLS = 4
"""Cells of the largest line sum that a person would look at."""


@lru_cache(maxsize=8)
def _sums(instance: Instance) -> list[tuple[LineSum, Relation]]:
    """The line sums of few cells, each with the relation that it is between these."""
    sums = []
    for line_sum in line_sums(instance, _MAX_CELLS):
        cells, target = line_sum.cells, line_sum.target
        if cells and target is not None:
            conflicts = instance.conflicts(cells)
            between = relation(instance.domain, (line_sum.operator,), target, conflicts)
            sums.append((line_sum, between))
    return sums


def _innies_and_outies(candidates: Candidates) -> Iterator[Step]:
    name = INNIES_AND_OUTIES.name
    changed = candidates.changed_cells(name)
    for line_sum, between in _sums(candidates.instance):
        if changed.isdisjoint(line_sum.cells):
            continue
        checkpoint()
        tuples = all_tuples(between).within([candidates.masks[cell] for cell in line_sum.cells])
        if eliminations := candidates.outside(line_sum.cells, tuples.supports):
            yield replace(
                make_step(name, candidates, eliminations, cells=line_sum.cells),
                houses=line_sum.houses,
                cages=line_sum.cages,
                total=line_sum.target,
                operator=line_sum.operator,
            )


def _sentence(step: Step, puzzle: Puzzle) -> str:
    assert step.operator is not None
    cause = total_of(step.operator, step.houses, step.cages, puzzle)
    end = "would be {total}, which it cannot be"
    if len(step.cells) > 1:
        end = "make {total} together: {conclusion}"
    elif any(step.left.values()):
        end = "is {total}"
    return filled_in(f"{cause[0].upper()}{cause[1:]}, so {{cells}} {end}.", step, puzzle)


INNIES_AND_OUTIES = Technique(
    "innies and outies",
    Level.EXTREME,
    "what cages leave of the sum or product of whole lines",
    _innies_and_outies,
    _sentence,
    nothing_else_in_cells,
    look_at="the {noun} of {houses}",
)
