"""What is said of a diagnosis, however it came about."""

from __future__ import annotations

import pytest

from kenken_cp import Cage, Puzzle
from kenken_cp.diagnose import sections
from kenken_cp.diagnose.contradiction import Conflict
from kenken_cp.diagnose.repairs import Repair, Suspect
from kenken_cp.encode.instance import instance

CAGE = Cage([(0, 0), (0, 1)], "+", 9)
PUZZLE = Puzzle(3, [CAGE])


def repair(unique, said="this becomes that"):
    return Repair(said, (CAGE,), (CAGE,), 1.0, PUZZLE, unique)


def test_one_slip_or_several_and_whether_a_single_clue_explains_it_too():
    (only, several) = (sections.of_slips([repair(True)] * n, alone=n == 1) for n in (1, 2))
    assert only.text == (
        "No change of a single clue leaves a solution. The mistake may be this slip:"
    )
    assert several.text == "Or the mistake may be one of these slips, the likeliest first:"


@pytest.mark.parametrize(("number", "last"), [(6, "6"), (7, "and 1 more"), (9, "and 3 more")])
def test_of_many_the_first_six_are_listed(number, last):
    changes = [repair(None, str(n)) for n in range(1, number + 1)]
    items = sections.of_changes(changes).items
    assert (items[5], items[-1], len(items)) == ("6", last, min(number, 7))


def test_an_only_suspect_with_and_without_another_clue():
    said = "9+ at r1c1 r1c2 is the only clue whose removal leaves a solution"
    assert sections.of_only_suspect(Suspect(CAGE, None)) == said
    assert "no other clue fits" in sections.of_only_suspect(Suspect(CAGE, ()))
    assert sections.of_only_suspect(Suspect(CAGE, (repair(True),))) == f"{said}: is it 9+?"


@pytest.mark.parametrize(
    ("minimal", "smallest", "reproved", "end"),
    [
        (True, True, True, " None of them can be left out, and no smaller set contradicts itself. "
         "Two engines have proved it."),
        (True, False, False, " None of them can be left out, and perhaps a smaller set contradicts "
         "itself."),
        (False, False, False, " Perhaps not all of them are needed."),
    ],
)  # fmt: skip
def test_how_sure_a_conflict_is(minimal, smallest, reproved, end):
    house = PUZZLE.all_houses[0]
    found = Conflict(
        PUZZLE, (CAGE,), (house,), minimal, smallest, reproved, None, {}, instance(PUZZLE)
    )
    said = sections.of_conflict(found)
    assert said.text == f"The reason: 1 clue and 1 house contradict each other.{end}"
    assert said.items == ("9+ at r1c1 r1c2, row 1",)


def test_where_two_solutions_differ_nothing_stands():
    found = sections.of_two(Puzzle(2), [((1, 2), (2, 1)), ((1, 2), (1, 2))])
    assert found.text == "Two of them differ in 2 cells (marked):"
    assert found.picture.marked == {(1, 0), (1, 1)}
    assert found.picture.values == ((1, 2), (None, None))
