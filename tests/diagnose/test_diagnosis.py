"""A diagnosis as a page shows it."""

import pytest
from corpus import PUZZLES

from kenken_cp import load, why
from kenken_cp.logic.sentences import sentence
from kenken_cp.model.puzzle import Cage, Puzzle


@pytest.mark.parametrize("name", ["impossible/4x4-line.kk", "ambiguous/5x5-three.kk"])
def test_each_section_is_a_frame_and_each_step_of_a_deduction(name):
    found = why(load(PUZZLES / name))
    frames = iter(found.frames)
    for section in found.sections:
        frame = next(frames)
        assert (frame.text, frame.heading) == (section.text, section.heading)
        if section.steps is None:
            assert frame.items == section.items
            assert section.picture in (None, frame.picture)
        else:
            for taken in section.steps.steps:
                frame = next(frames)
                assert frame.text == sentence(taken, section.steps.puzzle)
            assert next(frames).text == section.steps.ending
    assert list(frames) == []


def test_the_cells_that_it_is_about_are_pointed_out():
    wrong = Cage([(0, 0), (0, 1)], "+", 9)
    frames = why(Puzzle(2, [wrong])).frames
    marked = {frame.heading: set(frame.picture.marked) for frame in frames}
    assert marked == {
        "Result": set(),
        "Clues that may be wrong": set(wrong.cells),
        "The reason": set(wrong.cells),
    }
    (*_, settling) = why(Puzzle(2)).frames
    assert settling.heading == "What would settle it"
    assert len(settling.picture.marked) == 1
