"""A technique from outside the package: one record, used by everything that uses techniques."""

from __future__ import annotations

from dataclasses import replace

import pytest
from corpus import shipped

from kenken_cp import UnknownNameError, solve
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.explain import explanation
from kenken_cp.logic.hint import easiest_steps
from kenken_cp.logic.rate import rate
from kenken_cp.logic.sentences import looks_at, paragraphs, sentence
from kenken_cp.logic.steps import Level, Step, Technique
from kenken_cp.logic.techniques import TECHNIQUES
from kenken_cp.logic.techniques.chains import NISHIO

CORNER, OTHER = (3, 3), (0, 1)


def omen():
    """Places the last cell of the cs332 puzzle as soon as r1c2 cannot be 2."""
    asked = []

    def find(candidates):
        asked.append(candidates)
        index, bit = candidates.instance.index, candidates.domain.bit
        known = not candidates.masks[index(OTHER)] & bit[2]
        if known and index(CORNER) in candidates.open_cells:
            yield Step("omen", places=((CORNER, 1),), cells=(CORNER,), values=(1,))

    record = Technique(
        "omen",
        Level.EASY,
        "for this test",
        find,
        sentence="An omen: {cells} is {values}.",
        premises=lambda step, before: {before.instance.index(OTHER): before.domain.bit[2]},
        look_at="the stars",
        rank=-1,
    )
    return record, asked


def test_nishio_does_not_use_what_asks_a_solver():
    record, asked = omen()
    with TECHNIQUES.registered(replace(record, asks_solver=True)):
        assert list(NISHIO.find(Candidates(shipped()["4x4/cs332.kk"])))
    assert not asked


def test_a_technique_from_outside():
    puzzle = shipped()["4x4/cs332.kk"]
    solution = solve(puzzle).solution
    before = rate(puzzle)
    record, asked = omen()
    with TECHNIQUES.registered(record):
        assert next(iter(TECHNIQUES)) is record, "by its rank"
        rating = rate(puzzle)
        assert (rating.techniques["omen"], rating.level) == (1, before.level)

        (text,) = dict(paragraphs(explanation(puzzle, solution).steps, puzzle))["omen"]
        assert text == "An omen: r4c4 is 1."

        cause, placement = easiest_steps(puzzle, {})[0]
        assert cause.eliminates == ((OTHER, (2,)),), "cut down to what the omen needs"
        assert cause.technique == "cage values"
        assert sentence(placement, puzzle) == text
        assert looks_at(placement, puzzle) == "the stars"

        asked.clear()
        assert solve(puzzle, backend="logic").solution == solution
        assert asked
    asked.clear()
    assert rate(puzzle) == before
    assert solve(puzzle, backend="logic").solution == solution
    assert not asked
    with pytest.raises(UnknownNameError, match="unknown technique 'omen'; known: naked single"):
        TECHNIQUES.named("omen")
