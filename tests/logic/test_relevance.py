"""What a step rests on: from that alone its technique finds it again."""

from __future__ import annotations

import pytest
from corpus import shipped

from kenken_cp import Cage, Puzzle, explain
from kenken_cp.logic.candidates import Candidates, filled
from kenken_cp.logic.explain import _steps_taken
from kenken_cp.logic.relevance import absences_needed, relevant, shown_by, traced
from kenken_cp.logic.steps import TECHNIQUES, Contradiction, Level, next_steps, take
from kenken_cp.logic.techniques.cages import CAGE_COMBINATIONS
from kenken_cp.logic.techniques.subsets import NAKED_SINGLE


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
    rests = list(traced(start, explained.steps))
    assert sum(map(len, rests)) > len(explained.steps)
    for number, (step, needed) in enumerate(zip(explained.steps, rests, strict=True)):
        assert all(premise.step < number for premise in needed)
        absent = [(premise.cell, value) for premise in needed for value in premise.values]
        assert len(absent) == len(set(absent)), "a candidate goes once"
        places, gone = found_from(start, needed, step.technique)
        assert places.issuperset(step.places), step
        assert gone.issuperset((cell, v) for cell, values in step.eliminates for v in values), step


def test_placements_that_a_conclusion_does_not_rest_on_are_left_out():
    start = Candidates(Puzzle(3))
    start.keep(0, 0b1)
    start.keep(8, 0b1)
    kept, needed = relevant(start, list(NAKED_SINGLE.find(start)), lambda after: {1: 0b1})
    assert [step.cells for step in kept] == [((0, 0),)]
    assert needed == {0: 0b110, 1: 0}


def narrow_cage(*masks):
    """A cage of 3 on the first two cells of a 3x3, which have only some values left."""
    candidates = Candidates(Puzzle(3, [Cage([(0, 0), (0, 1)], "+", 3)]))
    for cell, mask in enumerate(masks):
        candidates.keep(cell, mask)
    return candidates


def test_a_step_rests_on_nothing_that_the_clue_of_its_cage_implies():
    candidates = narrow_cage(0b11, 0b1)
    (step,) = CAGE_COMBINATIONS.find(candidates)
    assert step.eliminates == (((0, 0), (1,)),)
    assert absences_needed(step, candidates) == {1: 0b10}


def test_a_cage_without_a_tuple_rests_on_no_absence_that_can_be_spared():
    candidates = narrow_cage(0b100, 0b1)
    (cage,) = candidates.instance.puzzle.cages
    shown = shown_by(Contradiction(cage=cage), candidates)
    assert {cell: mask & 0b111 for cell, mask in shown.items()} == {0: 0b11, 1: 0}


def test_a_hard_step_comes_only_where_no_easier_technique_finds_any():
    candidates = filled(shipped()["6x6/hidden.kk"], {})
    hard = 0
    for step in _steps_taken(candidates.copy(), None, TECHNIQUES):
        level = TECHNIQUES.named(step.technique).level
        if level > Level.NORMAL:
            hard += 1
            assert not next_steps(candidates, [one for one in TECHNIQUES if one.level < level])
        take(candidates, step)
    assert hard > 1
