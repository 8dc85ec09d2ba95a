"""Mistakes about the rules that are named: those of the catalogue of wrong solvers, and no others.

The wrong solvers share nothing with the table of mistakes.
"""

from __future__ import annotations

from functools import cache
from itertools import chain

import pytest
from judge.mutants.catalogue import MUTANTS
from judge.mutants.judging import run, truth_of
from judge.mutants.record import RIGHT, Mutant

from kenken_cp import Cage, Puzzle
from kenken_cp.formats import loads_all
from kenken_cp.judge.answers import Answers, Claim
from kenken_cp.judge.misprints import MISPRINTS
from kenken_cp.judge.misreadings import (
    MISREADINGS,
    Misreading,
    TooLargeError,
    boards_allowed,
    is_allowed,
)
from kenken_cp.judge.processes import RunEnd
from kenken_cp.judge.results import Case
from kenken_cp.judge.suites import SUITES
from kenken_cp.judge.suspicion import _was_printed_so, suspicion
from kenken_cp.judge.verdicts import Kind, Reply

HAND_MADE = """
..
.a

a 1
---
..
..
---
aa
bb

a 1-
b 2/
---
rules: calcudoku

ab
ab

a 2
b 3
---
rules: calcudoku

ab
ab

a 2
b 2
---
rules: calcudoku

aab
ccb
...

a 1
b 3
c 6
---
rules: calcudoku

aaa
bb.
...

a 6
b 3
---
rules: calcudoku

aab
...
...

a 3/
b 2
"""
SMALL = [*loads_all(HAND_MADE)] + [
    puzzle
    for suite in ("smoke", "tricky", "kinds")
    for puzzle in SUITES.named(suite).puzzles
    if len(puzzle.cells) <= 16
]
BY_NAME = {mutant.name: mutant for mutant in (RIGHT, *MUTANTS)}
NEUTRAL = Misreading("nothing were wrong")
EXACT = "return divisor != 0 and dividend % divisor == 0 and dividend // divisor == target"


def judged(puzzle, reply, claim=Claim.GRIDS):
    case = Case("a puzzle", puzzle, reply, truth_of(puzzle), "")
    return case.judged(case.verdict(claim), "a solver", {claim})


@cache
def verdicts(name, rules="kenken"):
    mutant = BY_NAME[name]
    named = [p for p in SMALL if (p.rules.name == rules and p.has_usual_values)]
    return [judged(puzzle, run(mutant, puzzle, 5000)) for puzzle in named]


def named_by(results, claim=Claim.GRIDS, tried=()):
    """What is said of the smallest failure, which shrinking has tried, too."""
    wrong = [one for one in results if one.verdict.kind is not Kind.RIGHT]
    smallest = min(wrong, key=lambda one: len(one.puzzle.cells))
    return suspicion(smallest, results, (smallest, *tried), claim)


@pytest.mark.parametrize(
    ("mutant", "clause"),
    [
        ("repeats forbidden", "if no cage could hold a value twice; so would"),
        ("repeats forbidden in sums", "if no sum could hold a value twice"),
        ("repeats forbidden in products", "if no product could hold a value twice"),
        ("difference in order", "if differences were taken in the order of the cells"),
        ("quotient in order", "if quotients were taken in the order of the cells"),
        ("larger value first", "if differences and quotients were taken in the order of the cells"),
        ("truncating division", "if quotients were rounded down"),
        ("rounding up", "if quotients were rounded up"),
        ("product and target in 32 bits", "if products overflowed 32 bits, or fewer"),
        ("end of the target", "if a result were compared with the last digits of its target"),
        ("sums for products", "if products were sums"),
        ("bounding box", "if a cage were the whole rectangle around its cells"),
        ("givens ignored", "if givens did not matter"),
        ("last cage lost", "if the last cage did not matter"),
        ("columns forgotten", "if columns did not matter"),
        ("rows forgotten", "if rows did not matter"),
        ("five cells a cage", "if only the first 5 cells of a cage counted"),
        ("nine cells a cage", "if only the first 9 cells of a cage counted"),
        ("touching corners differ", "if cells that touch at a corner had to differ"),
        ("0-based values", "if its values counted from 1; so would"),
        ("values one too large", "if its values were one less; so would"),
        ("columns for rows", "if it printed rows, not columns; so would"),
        ("upside down", "if it printed the first row first; so would"),
        ("mirrored", "if it printed rows from their beginning; so would"),
    ],
)
def test_the_mistake_is_named(mutant, clause):
    assert clause in named_by(verdicts(mutant))


def turned(puzzle, grid):
    """The verdict on a solver that gives that grid, from the last row to the first."""
    return judged(puzzle, Reply(Answers(grids=(grid[::-1],)), 0.0), Claim.FIRST)


def test_a_grid_that_looks_turned_by_chance():
    """One answer says nothing; another one, right or wrong, has to look so, too."""
    first, second, plain = loads_all("12.\n3..\n...\n---\n21.\n..2\n...\n---\n31.\n2..\n...\n")
    failure, other = (turned(puzzle, min(truth_of(puzzle).grids)) for puzzle in (first, second))
    assert {failure.verdict.kind, other.verdict.kind} == {Kind.WRONG_GRID}
    sentence = "This answer would be right if it printed the first row first"
    assert suspicion(failure, [failure], (), Claim.FIRST) == ""
    both = suspicion(failure, [failure, other], (), Claim.FIRST)
    assert both == f"{sentence}; so would the other wrong answer."
    right = judged(plain, Reply(Answers(grids=(min(truth_of(plain).grids),)), 0.0), Claim.FIRST)
    assert right.verdict.kind is Kind.RIGHT
    for results, tried in (([failure, other, right], ()), ([failure, other], [right])):
        assert "printed" not in suspicion(failure, results, tried, Claim.FIRST)


def test_columns_of_a_rectangle_are_no_rows_of_it():
    """Read in one line, what is turned would be a solution of this one."""
    puzzle = Puzzle((2, 3), values=range(1, 7))
    numbers = range(1, 7)
    turned = (*zip(*[iter(numbers)] * 3, strict=True),)
    assert len(turned) == puzzle.rows
    columns = next(each for each in MISPRINTS if "columns" in each.clause)
    assert not _was_printed_so(columns, puzzle, [turned])


def test_a_zero_alone_may_be_a_value_from_0():
    one = Puzzle(1, [Cage([(0, 0)], "=", 1)])
    zero = Reply(Answers(unfinished=(((0,),),), total=0), 0.0)
    failure = judged(one, zero)
    from_0 = [each for each in verdicts("0-based values") if each.puzzle != one]
    sentence = "This answer would be right if its values counted from 1; so would the"
    assert suspicion(failure, [failure, *from_0], (), Claim.GRIDS).startswith(sentence)
    assert suspicion(failure, [failure, *verdicts("right")], (), Claim.GRIDS) == ""


def test_a_quotient_of_integers_in_the_order_of_the_cells():
    """Written a / b == target, in a language whose quotients are rounded."""
    rounded = "return values[0] // math.prod(values[1:]) == target"
    mutant = Mutant("a / b", "Both.", ((EXACT, rounded),))
    named = [p for p in SMALL if p.rules.name == "kenken" and p.has_usual_values]
    sentence = named_by([judged(puzzle, run(mutant, puzzle, 5000)) for puzzle in named])
    assert "if quotients were taken in the order of the cells, and rounded down" in sentence


def of_quotient(first, second, target, meets):
    """The verdict on a solver that compares quotients so: all but two cells are given."""
    size = max(first, second, 3)
    order = [
        first,
        second,
        *(value for value in range(1, size + 1) if value not in (first, second)),
    ]
    grid = [[order[(row + column) % size] for column in range(size)] for row in range(size)]
    cells = [(row, column) for row in range(size) for column in range(size)]
    cages = [Cage([cell], "=", grid[cell[0]][cell[1]]) for cell in cells[2:]]
    puzzle = Puzzle(size, [Cage(cells[:2], "/", target), *cages])
    mutant = Mutant("a quotient", "It.", ((EXACT, f"return {meets}"),))
    return judged(puzzle, run(mutant, puzzle, 5000))


NEAR = "abs(dividend / divisor - target) < 0.26"
HALVES_UP = "int(dividend / divisor + 0.5) == target"
ROUNDED = "This answer would be right if quotients were rounded"


@pytest.mark.parametrize(
    ("meets", "quotients", "sentence"),
    [
        (HALVES_UP, [(5, 2, 3), (4, 3, 2), (5, 2, 2), (3, 1, 2)], f"{ROUNDED}."),
        (NEAR, [(6, 5, 1), (3, 2, 1), (4, 3, 1)], "if a quotient had only to be near its target."),
        # 4/3 tells the two apart.
        (NEAR, [(6, 5, 1), (3, 2, 1)], f"{ROUNDED}, or if a quotient had only to be near its"),
    ],
)
def test_a_quotient_that_is_nearly_its_target(meets, quotients, sentence):
    failure, *right = (of_quotient(*each, meets) for each in quotients)
    assert {one.verdict.kind for one in right} == {Kind.RIGHT}
    assert sentence in suspicion(failure, [failure, *right], [failure], Claim.GRIDS)


def test_one_wrong_answer_may_not_be_enough():
    """Where no smaller puzzles were tried, two have to point to the same mistake."""
    one, other = (of_quotient(*each, HALVES_UP) for each in ((3, 2, 2), (5, 3, 2)))
    right = of_quotient(4, 3, 2, HALVES_UP)
    assert suspicion(one, [one, right], [one], Claim.GRIDS)
    assert suspicion(one, [one, right], (), Claim.GRIDS) == ""
    found = suspicion(one, [one, right, other], (), Claim.GRIDS)
    assert found.startswith(f"{ROUNDED}")


class TestSizes:
    """Boards that are given, but for one cell; an array for boards to 3x3."""

    SENTENCE = (
        "Of the puzzles with a solution it is right about all to 3x3, and wrong about all larger "
        "ones: is an array, or a range of values, too small?"
    )

    def results(self, sizes, most=3, **large):
        for size in sizes:
            grid = tuple(tuple((r + c) % size + 1 for c in range(size)) for r in range(size))
            cells = [(row, column) for row in range(size) for column in range(size)]
            cages = [Cage([cell], "=", grid[cell[0]][cell[1]]) for cell in cells[1:]]
            small = Reply(Answers(grids=(grid,)), 0.0)
            puzzle, crash = Puzzle(size, cages), Reply(Answers(blank=True), 0.0, **large)
            yield judged(puzzle, small if size <= most else crash, Claim.FIRST)

    def sentence(self, results):
        wrong = [one for one in results if one.verdict.kind is not Kind.RIGHT]
        return suspicion(wrong[0], results, (), Claim.FIRST)

    def test_an_array_for_small_boards(self):
        results = [*self.results((2, 3, 4, 5), code=1, error="oh")]
        assert [one.verdict.kind for one in results][2:] == 2 * [Kind.CRASH]
        assert self.sentence(results) == self.SENTENCE

    def test_puzzles_without_a_solution_say_nothing(self):
        none = judged(Puzzle(6, [Cage([(0, 0)], "=", 7)]), Reply(Answers(none=True), 0.0))
        assert none.verdict.kind is Kind.RIGHT
        results = [*self.results((2, 3, 4, 5), code=1, error="oh"), none]
        assert self.sentence(results) == self.SENTENCE

    @pytest.mark.parametrize("sizes", [(2, 3, 4), (3, 4, 5), (2, 3, 4, 5, 3, 2, 4)])
    def test_few_puzzles(self, sizes):
        expected = self.SENTENCE if len(sizes) > 3 else ""
        assert self.sentence([*self.results(sizes, code=1, error="oh")]) == expected

    def test_a_large_one_that_is_right(self):
        results = [*self.results((2, 3, 4, 5), code=1, error="oh"), *self.results((5,), most=5)]
        assert self.sentence(results) == ""

    def test_what_is_slow_needs_no_array(self):
        assert self.sentence([*self.results((2, 3, 4, 5), ended=RunEnd.TIMEOUT)]) == ""


def test_two_operators_that_are_exchanged():
    """As where a number stands for each, and two of them are confused."""
    read = "symbols_of(symbol, len(cells), rules)"
    change = f"cages.append(({{}}, {read}, int(target)))"
    exchanged = f'{read}.translate(str.maketrans("*/", "/*"))'
    mutant = Mutant(
        "* for /",
        "Both.",
        ((change.format("cells"), change.format("cells").replace(read, exchanged)),),
    )
    named = [p for p in SMALL if p.rules.name == "kenken" and p.has_usual_values]
    sentence = named_by([judged(puzzle, run(mutant, puzzle, 5000)) for puzzle in named])
    assert "if * and / were exchanged" in sentence


def test_the_first_digits_of_the_target():
    operators = ("sum", "product", "difference", "quotient")
    changes = [BY_NAME[f"start of the target of a {each}"].changes for each in operators]
    mutant = Mutant("all four", "Compares the first digits.", tuple(chain.from_iterable(changes)))
    named = [p for p in SMALL if p.rules.name == "kenken" and p.has_usual_values]
    sentence = named_by([judged(puzzle, run(mutant, puzzle, 5000)) for puzzle in named])
    assert "if a result were compared with the first digits of its target" in sentence


def test_cells_that_do_not_touch_stay_in_their_rectangle():
    cage = '{"cells": [[0, 0], [1, 1]], "op": "mod", "target": 1}'
    (puzzle,) = loads_all(f'{{"size": 2, "cages": [{cage}]}}')
    for misreading in MISREADINGS:
        for grid in boards_allowed(misreading, puzzle, 100):
            assert is_allowed(misreading, puzzle, grid), misreading


@pytest.mark.parametrize(
    ("mutant", "clause"),
    [
        ("difference of extremes", "if a difference were the largest value less the smallest"),
        ("quotient of extremes", "if a quotient were the largest value divided by the smallest"),
        ("hidden means plus", "if a hidden operator were always +"),
    ],
)
def test_the_mistake_is_named_under_calcudoku_rules(mutant, clause):
    assert clause in named_by(verdicts(mutant, "calcudoku"))


def of_claim(mutant, claim, said):
    """What is said of a wrong solver that prints something else than all grids."""
    results = []
    for puzzle in SMALL:
        if puzzle.rules.name == "kenken" and puzzle.has_usual_values:
            grids = run(BY_NAME[mutant], puzzle, 20_000).answers.grids
            results.append(judged(puzzle, Reply(said(grids), 0.0), claim))
    return named_by(results, claim)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (Claim.FIRST, lambda g: Answers(grids=g[:1], none=not g)),
        (Claim.COUNT, lambda g: Answers(count=len(g))),
        (Claim.UNIQUE, lambda g: Answers(none=not g, unique=len(g) == 1 if g else None)),
    ],
)
def test_the_mistake_is_named_whatever_the_answers_claim_to_be(claim, said):
    sentence = of_claim("repeats forbidden", claim, said)
    assert "if no cage could hold a value twice; so would" in sentence


@pytest.mark.parametrize(
    ("mutant", "sentence"),
    [
        ("counts one too many", "one solution more than it has: does it count from 1?"),
        ("counts to two", "no puzzle more than two solutions: does it stop at the second?"),
        ("counts one too few", "several solutions one less than it has: is the last one lost?"),
    ],
)
def test_wrong_numbers(mutant, sentence):
    named = [p for p in SMALL if p.rules.name == "kenken" and p.has_usual_values]
    results = [judged(p, run(BY_NAME[mutant], p, 20_000), Claim.COUNT) for p in named]
    assert named_by(results, Claim.COUNT).endswith(sentence)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (lambda g: g[:1], "no puzzle more than one solution: does it stop at the first?"),
        (lambda g: g + g, "twice as many solutions as it has: is each found, or counted, twice?"),
        (lambda g: g[:3], "no puzzle more than 3 solutions: does it stop there?"),
    ],
)
def test_wrong_numbers_of_grids(given, sentence):
    replies = [(p, given(tuple(truth_of(p).grids))) for p in SMALL[:8] if truth_of(p).count < 20]
    results = [judged(p, Reply(Answers(grids=g, none=not g), 0.0)) for p, g in replies]
    assert named_by(results).endswith(sentence)


def test_one_puzzle_with_more_solutions_does_not_tell_where_it_stops():
    three, four = (next(p for p in SMALL if truth_of(p).count == number) for number in (3, 4))
    replies = [(p, tuple(truth_of(p).grids)[:3]) for p in (three, four)]
    results = [judged(p, Reply(Answers(grids=g), 0.0)) for p, g in replies]
    assert named_by(results) == ""
    silent = [judged(p, Reply(Answers(none=True), 0.0)) for p in (three, four)]
    assert "does it stop" not in named_by(silent)


def test_what_a_right_answer_contradicts_is_not_named():
    results = verdicts("repeats forbidden")
    assert "no cage" in named_by(results)
    (corner,) = loads_all("aa\na.\n\na 4+\n")
    right = judged(corner, Reply(Answers(grids=(((2, 1), (1, 2)),)), 0.0))
    assert right.verdict.kind is Kind.RIGHT
    assert named_by(results, tried=[right]) == ""


PAIRS = """
aabbcd
efghcd
efghii
jkllmm
jknnoo
ppqqrr

a 3/
b 11+
c 3-
d 1-
e 1-
f 1-
g 4-
h 8*
i 3/
j 4*
k 3-
l 3-
m 1-
n 1-
o 5-
p 4-
q 4*
r 8+
"""
"""Made for this test, and so large that trying values does not find its only solution."""


@pytest.mark.parametrize("claim", [Claim.GRIDS, Claim.FIRST])
def test_what_a_wrong_answer_to_a_large_puzzle_contradicts_is_not_named(claim):
    """No cage there could hold a value twice, and yet it found none."""
    (puzzle,) = loads_all(PAIRS)
    pairs = judged(puzzle, Reply(Answers(none=True), 0.0), claim)
    assert pairs.verdict.kind is Kind.FALSE_NONE
    assert "no cage" in named_by(verdicts("repeats forbidden"), claim)
    assert named_by([*verdicts("repeats forbidden"), pairs], claim) == ""


def test_many_right_answers_to_smaller_puzzles_hide_no_contradiction():
    """On 4x4 boards boxes could matter; what is right on 3x3 says nothing of them."""

    def solved(puzzle):
        return judged(puzzle, Reply(Answers(grids=tuple(truth_of(puzzle).grids)), 0.0))

    (boxes,) = [p for p in SMALL if "2x2 boxes that hold a value twice" in p.title]
    results = [one for one in verdicts("boxes on 4x4 and 9x9") if one.puzzle != boxes]
    cells = [(row, column) for row in range(3) for column in range(3)]
    pairs = [(one, other) for one in cells for other in cells if one != other]
    small = [Puzzle(3, [Cage([one], "=", 1), Cage([other], "=", 2)]) for one, other in pairs]
    tried = [each for each in map(solved, small) if each.verdict.kind is Kind.RIGHT]
    assert "if square boxes had to hold" in named_by(results, tried=tried)
    assert "square boxes" not in named_by([*results, solved(boxes)], tried=tried)


def test_what_a_right_answer_to_a_large_puzzle_contradicts_is_not_named():
    (puzzle,) = [p for p in SUITES.named("sizes").puzzles if p.title == "6x6 easy"]
    right = judged(puzzle, Reply(Answers(grids=tuple(truth_of(puzzle).grids)), 0.0))
    assert right.verdict.kind is Kind.RIGHT
    assert named_by([*verdicts("repeats forbidden"), right]) == ""


def test_numbers_that_are_wrong_in_two_ways_are_not_explained():
    """One solution of two: is the last one lost, or does it stop at the first?"""
    replies = [(p, tuple(truth_of(p).grids)[:1]) for p in SMALL if truth_of(p).count <= 2]
    results = [judged(p, Reply(Answers(grids=g, none=not g), 0.0)) for p, g in replies]
    assert named_by(results) == ""


@pytest.mark.parametrize(
    "mutant", ["combinations for permutations", "checked one cell early", "quotient modulo"]
)
def test_a_mistake_that_is_not_in_the_table_is_not_named(mutant):
    assert named_by(verdicts(mutant)) == ""


def test_other_failures_than_wrong_answers_say_nothing():
    puzzle = SMALL[0]
    crash = judged(puzzle, Reply(Answers(blank=True), 0.0, code=1, error="oh"))
    assert crash.verdict.kind is Kind.CRASH
    assert suspicion(crash, [], [], Claim.GRIDS) == ""
    zeros = judged(puzzle, Reply(Answers(unfinished=(((0,) * 2,) * 2,)), 0.0))
    assert zeros.verdict.kind is Kind.WRONG_GRID
    assert suspicion(zeros, [], [], Claim.GRIDS) == ""


@pytest.mark.parametrize("puzzle", SMALL, ids=lambda puzzle: puzzle.name)
def test_without_a_mistake_the_boards_are_the_solutions(puzzle):
    solutions = truth_of(puzzle).grids
    assert set(boards_allowed(NEUTRAL, puzzle, 1_000_000)) == solutions
    assert all(is_allowed(NEUTRAL, puzzle, grid) for grid in solutions)


@pytest.mark.parametrize("misreading", MISREADINGS, ids=lambda each: each.clause)
def test_what_is_allowed_is_found(misreading):
    for puzzle in SMALL:
        grids = set(boards_allowed(misreading, puzzle, 100_000)) if puzzle.rows < 4 else set()
        assert all(is_allowed(misreading, puzzle, grid) for grid in grids)
        for grid in truth_of(puzzle).grids if grids else ():
            assert is_allowed(misreading, puzzle, grid) is (grid in grids)


def test_the_search_ends():
    with pytest.raises(TooLargeError):
        list(boards_allowed(NEUTRAL, SMALL[1], 3))
