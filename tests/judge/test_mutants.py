"""The catalogue of wrong solvers, and the suites that show each of them to be wrong."""

from __future__ import annotations

import pytest
from corpus import DATA
from judge.mutants.catalogue import MUTANTS, RIGHT, Mutant
from judge.mutants.running import grids_in, is_killed, run, source_of
from judge.mutants.table import PUZZLES, first_killer

ROWS = [line.split("\t") for line in (DATA / "mutants.tsv").read_text("utf-8").splitlines()]
TABLE = {name: (by_all, by_first) for name, by_all, by_first in ROWS}


def is_long(name):
    """Whether a plain solver takes more than a moment on a puzzle."""
    return PUZZLES[name].expected > 100 or len(PUZZLES[name].cells) >= 49


def marked(values, puzzles_of):
    """Values as parameters of a test; those that need long puzzles are for slow runs only."""
    return [
        pytest.param(value, marks=[pytest.mark.slow] * any(map(is_long, puzzles_of(value))))
        for value in values
    ]


def killers(mutant):
    return [name for name in TABLE[mutant.name] if name != "-"]


def test_the_catalogue():
    assert len(MUTANTS) == len({mutant.name for mutant in MUTANTS}) == 214
    assert len({mutant.changes for mutant in MUTANTS}) == len(MUTANTS)
    for mutant in MUTANTS:
        assert source_of(mutant) != source_of(RIGHT)
        assert mutant.wrong.endswith(".")


def test_words_that_are_not_in_the_program():
    with pytest.raises(ValueError, match="'nowhere' is there 0 times"):
        source_of(Mutant("a", "A.", (("nowhere", ""),)))


def test_what_is_read_of_an_answer():
    assert grids_in(["Solution 1:", "1 2", "2 1", "Solution 2:", "21", "12"]) == [
        (("1", "2"), ("2", "1")),
        (("2", "1"), ("1", "2")),
    ]
    assert grids_in(["No solution."]) == []


def test_the_table_has_every_mutant_and_a_puzzle_for_each():
    assert list(TABLE) == [mutant.name for mutant in MUTANTS]
    for mutant in MUTANTS:
        assert TABLE[mutant.name][0] in PUZZLES


@pytest.mark.parametrize("mutant", marked(MUTANTS, killers), ids=lambda mutant: mutant.name)
def test_is_killed_by_the_puzzle_that_the_table_names(mutant):
    by_all, by_first = TABLE[mutant.name]
    assert is_killed(mutant, PUZZLES[by_all])
    assert by_first == "-" or is_killed(mutant, PUZZLES[by_first], first=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    "mutant",
    [mutant for mutant in MUTANTS[::24] if not any(map(is_long, killers(mutant)))],
    ids=lambda mutant: mutant.name,
)
def test_the_table_names_the_first(mutant):
    """But for those that are right on nearly all puzzles, each of which takes a second."""
    found = first_killer(mutant), first_killer(mutant, first=True)
    assert found == TABLE[mutant.name]


@pytest.mark.parametrize("name", marked(PUZZLES, lambda name: [name]))
def test_the_right_solver_is_right(name):
    assert not is_killed(RIGHT, PUZZLES[name])
    if PUZZLES[name].expected != 1:  # else the first is all that there is
        assert not is_killed(RIGHT, PUZZLES[name], first=True)


def test_a_solver_that_is_slow_is_not_wrong_for_that():
    puzzle = PUZZLES["smoke 1"]
    assert run(RIGHT, puzzle, 3) == ([], False)
    (endless,) = [mutant for mutant in MUTANTS if mutant.hangs]
    assert not is_killed(endless, puzzle)
    assert is_killed(endless, PUZZLES["smoke 2"])


LARGE = {
    "product in doubles",
    "largest as text",
    "one digit a row",
    "52 cages",
    "values to 9 at most",
    "one digit of the size",
    "values as bits of a byte",
    "values modulo 8",
    "lines by sums and products",
    "recursion to 64 cells",
    "recursion to 99 cells",
    "digits glued",
    "last digits",
    "characters from 0",
}
"""Mutants that are right on all plain boards to 7x7."""

MORE_VALUES = {"last row forgotten", "last column forgotten", "first column forgotten"}
"""Mutants that are right where lines hold every value: one line is what the others leave."""

KINDS = {mutant.name for mutant in MUTANTS if mutant.section == "kinds"}
"""Mutants that get wrong what plain boards do not have."""


def test_smoke_kills_all_that_plain_boards_to_6x6_can():
    beyond = {name for name, (by_all, _) in TABLE.items() if not by_all.startswith("smoke")}
    assert beyond == LARGE | MORE_VALUES | KINDS
