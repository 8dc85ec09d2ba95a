"""What is said of a diagnosis, however it came about."""

from __future__ import annotations

import pytest

from kenken_cp import Cage, Count, Puzzle, Status, true_candidates, why
from kenken_cp.diagnose.ambiguity import Ambiguity
from kenken_cp.diagnose.conflict import Conflict
from kenken_cp.diagnose.diagnosis import Diagnosis
from kenken_cp.diagnose.repairs import Repair, Suspect
from kenken_cp.encode.instance import instance

CAGE = Cage([(0, 0), (0, 1)], "+", 9)
PUZZLE = Puzzle(3, [CAGE])


def repair(unique, said="this becomes that"):
    return Repair(said, (CAGE,), (CAGE,), 1.0, PUZZLE, unique)


def sections(**known):
    """What is said after the verdict."""
    return Diagnosis(PUZZLE, Count(0), **known).sections[1:]


def test_one_slip_or_several_and_whether_a_single_clue_explains_it_too():
    (only,) = sections(slips=(repair(True),))
    assert only.text == (
        "No change of a single clue leaves a solution. The mistake may be this slip:"
    )
    suspect = Suspect(CAGE, (repair(True),), True)
    (_, several) = sections(suspects=(suspect,), slips=(repair(False),) * 2)
    assert several.text == "Or the mistake may be one of these slips, the likeliest first:"
    assert several.items == ("this becomes that (several solutions)",) * 2


@pytest.mark.parametrize(("number", "last"), [(6, "6 "), (7, "and 1 more"), (9, "and 3 more")])
def test_of_many_the_first_six_are_listed(number, last):
    (section,) = sections(slips=tuple(repair(True, f"{n} ") for n in range(1, number + 1)))
    assert section.items[5].startswith("6 ")
    assert section.items[-1].startswith(last)
    assert len(section.items) == min(number, 7)


def test_a_lone_suspect_is_the_only_one_if_all_were_asked_about():
    suspect = Suspect(CAGE, (repair(True),), True)
    for known, only in (
        ({}, True),
        ({"complete": False}, False),
        ({"status": Status.TIMEOUT}, False),
    ):
        said, *_ = sections(suspects=(suspect,), **known)
        assert ("it is the only such clue" in said.text) is only


@pytest.mark.parametrize(
    ("minimal", "smallest", "end"),
    [
        (True, True, " None of them can be left out, and no smaller set contradicts itself."),
        (True, False, " None of them can be left out, and perhaps a smaller set contradicts "
         "itself."),
        (False, False, " Perhaps not all of them are needed."),
    ],
)  # fmt: skip
def test_how_sure_a_conflict_is(minimal, smallest, end):
    house = PUZZLE.all_houses[0]
    found = Conflict(PUZZLE, (CAGE,), (house,), minimal, smallest, None, instance(PUZZLE))
    said = next(one for one in sections(conflict=found) if one.heading == "The reason")
    assert said.text == f"The reason: 1 clue and 1 house contradict each other.{end}"
    assert said.items == ("9+ at r1c1 r1c2, row 1",)


def test_where_solutions_differ_all_their_values_stand():
    puzzle = Puzzle(2, [Cage([(0, 0)], "=", 1), Cage([(1, 1)], "=", 1)])
    assert Diagnosis(puzzle).sections[0].text == "Whether there is a solution is not known."
    free = Puzzle((2, 3), [Cage([(0, 0)], "=", 1), Cage([(1, 0)], "=", 2)])
    differing = why(free).sections[1]
    assert differing.text == "There are 2 solutions, which differ in 4 cells (marked)."
    assert differing.picture.values == ((1, None, None), (2, None, None))
    assert differing.picture.candidates[0] == ((1,), (2, 3), (2, 3))


@pytest.mark.parametrize(
    ("number", "has_all", "others"), [(6, True, False), (6, False, True), (7, True, True)]
)
def test_of_many_clues_that_fit_there_are_others(number, has_all, others):
    (section,) = sections(suspects=(Suspect(CAGE, (repair(True),) * number, has_all),))
    assert section.items[0].endswith("; or others?") is others


@pytest.mark.parametrize(
    ("givens", "proved", "said"),
    [
        ({(0, 0): 1}, True, "One given leaves one solution:"),
        ({(0, 0): 1, (1, 1): 1}, True, "2 givens leave one solution, and no fewer do:"),
        ({(0, 0): 1, (1, 1): 1}, False, "2 givens leave one solution, and perhaps fewer would:"),
    ],
)
def test_how_many_givens_leave_one_solution(givens, proved, said):
    free = Puzzle(3)
    known = Ambiguity(true_candidates(free), givens, proved)
    assert Diagnosis(free, Count(2, exact=False), ambiguity=known).sections[-1].text == said


def test_the_clues_that_can_be_left_out():
    spare, needed = Cage([(0, 0)], "=", 1), Cage([(1, 1)], "=", 2)
    found = Diagnosis(Puzzle(3, [spare, needed]), Count(1), enough=(needed,)).sections[-1]
    assert found.text == "1 of 2 clues can be left out and then no others:"
    assert found.items == ("1 at r1c1",)
