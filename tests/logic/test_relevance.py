"""What a step rests on: from that alone its technique finds it again."""

from __future__ import annotations

import pytest
from corpus import shipped

from kenken_cp import explain
from kenken_cp.logic.candidates import filled
from kenken_cp.logic.relevance import premises
from kenken_cp.logic.steps import TECHNIQUES


def found_from(start, needed, technique):
    """The placements, and the candidates that go, that a technique finds where only some premises
    hold.
    """
    left = start.copy()
    for premise in needed:
        left.keep(left.instance.index(premise.cell), ~left.domain.mask(premise.values))
    steps = list(TECHNIQUES.named(technique).find(left))
    return (
        {place for step in steps for place in step.places},
        {(cell, value) for step in steps for cell, values in step.eliminates for value in values},
    )


@pytest.mark.parametrize("name", ["4x4/cs332.kk", "6x6/hard.kk", "9x9/sudoku-patterns.kk"])
def test_a_step_follows_from_its_premises_alone(name):
    explained = explain(shipped()[name])
    start = filled(explained.puzzle, {})
    rests = list(premises(start, explained.steps))
    assert sum(map(len, rests)) > len(explained.steps)
    for number, (step, needed) in enumerate(zip(explained.steps, rests, strict=True)):
        assert all(premise.step < number for premise in needed)
        places, gone = found_from(start, needed, step.technique)
        assert places.issuperset(step.places), step
        assert gone.issuperset((cell, v) for cell, values in step.eliminates for v in values), step
