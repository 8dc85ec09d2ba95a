"""The catalogue of wrong solvers, the suites, and the guide's table of what finds out what."""

from __future__ import annotations

import re

import pytest
from corpus import ROOT
from judge.mutants.catalogue import MUTANTS
from judge.mutants.choosing import HEAD, PUZZLES, finds_out, firsts, max_checks
from judge.mutants.judging import run, source_of
from judge.mutants.kinds import KINDS
from judge.mutants.record import RIGHT, Mutant

from kenken_cp.judge.answers import Claim
from kenken_cp.judge.judging import Judgement
from kenken_cp.judge.suites import SUITES
from kenken_cp.judge.verdicts import Kind

GUIDE = (ROOT / "kenken_cp" / "cli" / "guides" / "judge.md").read_text(encoding="utf-8")
ROWS = {
    name: (wrong, first, of_first)
    for name, wrong, first, of_first in re.findall(
        r"^\| ([^|`]+) \| ([^|]+) \| (\w+ \d+|-) \| (\w+ \d+|-) \|$", GUIDE, re.MULTILINE
    )
}
BY_NAME = {mutant.name: mutant for mutant in MUTANTS}


def test_the_catalogue():
    assert len(MUTANTS) == len(BY_NAME) >= 60
    assert len({mutant.changes for mutant in MUTANTS}) == len(MUTANTS)
    for mutant in MUTANTS:
        assert source_of(mutant) != source_of(RIGHT)
        assert mutant.wrong.endswith(".")
        assert "|" not in mutant.name + mutant.wrong


def test_words_that_are_not_in_the_program():
    with pytest.raises(ValueError, match="'nowhere' is there 0 times"):
        source_of(Mutant("a", "A.", (("nowhere", ""),)))


def test_the_table_has_every_mutant_and_each_is_found_out():
    assert HEAD in GUIDE
    assert list(ROWS) == [mutant.name for mutant in MUTANTS]
    for mutant in MUTANTS:
        wrong, first, _ = ROWS[mutant.name]
        assert wrong == mutant.wrong
        assert first in PUZZLES


def checked(name):
    """That what the table says of a mutant is so, but for the puzzles before those it names."""
    mutant, (_, first, of_first) = BY_NAME[name], ROWS[name]
    for place, named in enumerate((first, of_first)):
        if named != "-":
            assert finds_out(mutant, PUZZLES[named], max_checks(PUZZLES[named]))[place], named


QUICK = [name for name in BY_NAME if PUZZLES[ROWS[name][1]].expected < 10]


@pytest.mark.parametrize("name", QUICK[::8])
def test_the_table_is_right(name):
    checked(name)


@pytest.mark.complete
@pytest.mark.parametrize("name", BY_NAME)
def test_all_of_the_table_is_right(name):
    checked(name)


@pytest.mark.complete
@pytest.mark.parametrize("name", list(BY_NAME)[::12])
def test_the_table_names_the_first(name):
    assert firsts(BY_NAME[name]) == ROWS[name][1:]


@pytest.mark.complete
def test_the_right_solver_is_right():
    for name, puzzle in PUZZLES.items():
        assert finds_out(RIGHT, puzzle, max_checks(puzzle)) == (False, False), name


def test_smoke_finds_out_all_that_is_wrong_on_small_plain_boards():
    for mutant in MUTANTS:
        suite = ROWS[mutant.name][1].split()[0]
        if mutant.name in LARGE | AS_TEXT:
            assert suite == "tricky", mutant.name
        elif mutant in KINDS or mutant.name in MORE_VALUES:
            assert suite in ("smoke", "kinds"), mutant.name
        else:
            assert suite == "smoke", mutant.name


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
"""Mutants that no puzzle to 7x7 can find out: they are right there."""

AS_TEXT = {
    "start of the target of a difference",
    "start of the target of a quotient",
    "start of the result",
    "digits of a sum in any order",
    "digits of a product in any order",
    "set of digits",
}
"""Mutants that compare digits in other ways than ``smoke`` has targets for, which no cage makes."""

MORE_VALUES = {"last row forgotten", "last column forgotten", "first column forgotten"}
"""Mutants that are right where lines hold every value: one line is what the others leave."""


def test_the_judge_works_out_what_they_claim():
    class Solver:
        name = "mutant"

        def __init__(self, mutant):
            self.mutant = mutant

        def __call__(self, puzzle, stop):
            return run(self.mutant, puzzle, max_checks(puzzle))

    named = [(p.title, p) for p in SUITES.named("smoke").puzzles[:6]]
    for name, claim in (
        ("truncating division", Claim.GRIDS),
        ("first only", Claim.FIRST),
        ("counts to two", Claim.COUNT),
        ("unique if any", Claim.UNIQUE),
    ):
        judgement = Judgement(named, Solver(BY_NAME[name]))
        kinds = {judged.verdict.kind for judged in judgement}
        assert judgement.claim is claim
        # One that stops at its first solution is right as such; another mistake shows so early.
        assert (kinds == {Kind.RIGHT}) is (name in ("first only", "truncating division"))
