"""Programs that say much that is right, and yet do not give the solutions: none of them passes."""

from __future__ import annotations

import json

import pytest

from kenken_cp import Cage, Puzzle, loads
from kenken_cp.judge.answers import Claim, read_answers
from kenken_cp.judge.judging import Judgement
from kenken_cp.judge.truth import truth_of
from kenken_cp.judge.verdicts import Kind, Reply
from kenken_cp.render.text import plain

THREE = Puzzle(3, [Cage([(0, 0)], None, 1), Cage([(0, 1)], None, 2), Cage([(1, 0)], None, 2)])
UNIQUE = [("unique 2x2", Puzzle(2, [Cage([(0, 0)], None, 1)])), ("unique 3x3", THREE)]
SEVERAL = [("several 2x2", Puzzle(2)), ("several 3x3", Puzzle(3))]
NONE = [("none", Puzzle(2, [Cage([(0, 0), (0, 1)], "+", 4)]))]


class Printing:
    """A solver that prints what a function makes of a puzzle and its solutions."""

    name = "printing"

    def __init__(self, printed):
        self._printed = printed

    def __call__(self, puzzle, stop):
        grids = sorted(truth_of(puzzle).grids)
        printed = self._printed(puzzle, grids)
        return Reply(read_answers(printed, puzzle), 0.001, shown=printed)


def verdicts(printed, named, claim=None):
    judgement = Judgement(named, Printing(printed), claim=claim)
    return [(one.verdict.kind, one.verdict.detail) for one in judgement], judgement.claim


def found(grids):
    return f"Found {len(grids)} solutions\n"


def zeros(puzzle, value=0):
    return [[value] * puzzle.columns] * puzzle.rows


def rows(board):
    return "\n".join(" ".join(map(str, row)) for row in board) + "\n\n"


def half(grid):
    return [grid[0], *([0] * len(row) for row in grid[1:])]


CLEARED = "does it keep the board that it later clears?"
KEEPS_ONE = "does it keep one board, and no copies of it?"


@pytest.mark.parametrize(
    ("printed", "kind", "detail"),
    [
        (lambda p, g: found(g) + rows(zeros(p)) * len(g), Kind.WRONG_GRID, CLEARED),
        (lambda p, g: rows(zeros(p)) * len(g) + found(g), Kind.WRONG_GRID, CLEARED),
        (lambda p, g: found(g) + json.dumps([zeros(p)] * len(g)), Kind.WRONG_GRID, CLEARED),
        (
            lambda p, g: json.dumps({"count": len(g), "solutions": [zeros(p)] * len(g)}),
            Kind.WRONG_GRID,
            CLEARED,
        ),
        (lambda p, g: found(g) + "0\n" * len(p.cells), Kind.WRONG_GRID, CLEARED),
        (lambda p, g: found(g) + "0" * len(p.cells) + "\n", Kind.WRONG_GRID, CLEARED),
        (lambda p, g: f"unique: {len(g) == 1}\n" + rows(zeros(p)), Kind.WRONG_GRID, CLEARED),
        (lambda p, g: found(g) + rows(half(g[0])), Kind.WRONG_GRID, "zeros (r2c1"),
        (lambda p, g: found(g) + rows(zeros(p, ".")), Kind.UNREADABLE, "only boards with open"),
        (lambda p, g: found(g) + rows(zeros(p, "null")), Kind.UNREADABLE, "only boards with open"),
        (lambda p, g: found(g) + rows(zeros(p, -1)), Kind.UNREADABLE, "only boards with open"),
        (lambda p, g: found(g) + rows(zeros(p, "undefined")), Kind.UNREADABLE, "open cells"),
        (lambda p, g: found(g) + "[[], []]\n", Kind.WRONG_GRID, "empty list"),
        (lambda p, g: found(g) + "[]\n" * len(g), Kind.WRONG_GRID, "empty list"),
        (lambda p, g: found(g) + "Solution 1: []\n", Kind.WRONG_GRID, "empty list"),
        (lambda p, g: found(g) + "[[I@15db9742\n" * len(g), Kind.UNREADABLE, "without its values"),
        (lambda p, g: found(g) + "<Board object at 0x7f21e07b3d30>", Kind.UNREADABLE, "its values"),
        (lambda p, g: found(g) + "[object Object]\n", Kind.UNREADABLE, "without its values"),
        (lambda p, g: found(g) + rows(zeros(Puzzle(p.rows + 1))), Kind.UNREADABLE, "grid for a"),
    ],
)
@pytest.mark.parametrize("named", [UNIQUE, SEVERAL], ids=["unique", "several"])
def test_boards_that_hold_no_solution_are_no_count(printed, kind, detail, named):
    for found_kind, found_detail in verdicts(printed, named)[0]:
        assert (found_kind, detail in found_detail) == (kind, True), found_detail


def test_the_question_names_the_board():
    (first, *_), claim = verdicts(lambda p, g: found(g) + rows(zeros(p)), UNIQUE)
    assert first == (
        Kind.WRONG_GRID,
        f"it printed a 2x2 board of zeros: {CLEARED} (If it only counts, judge it with --answers "
        "count.)",
    )
    assert claim is not Claim.COUNT


def test_the_puzzle_printed_again_is_named_so():
    """It looks like a board that was cleared: whoever only counts has to say so."""

    def echo(puzzle, grids):
        cells = (puzzle.givens.get(cell, 0) for cell in puzzle.cells)
        return rows(zip(*[cells] * puzzle.columns, strict=True)) + found(grids)

    (_, (kind, detail)), _ = verdicts(echo, UNIQUE)
    assert (kind, "--answers count" in detail) == (Kind.WRONG_GRID, True)
    assert "a 3x3 board of the givens and zeros: is that the puzzle, or " in detail
    assert {one[0] for one in verdicts(echo, UNIQUE + NONE, Claim.COUNT)[0]} == {Kind.RIGHT}


WAYS = loads("12..\n..1.\n.1..\n4...\n")
VALUES = [
    (lambda grid: [[value - 1 for value in row] for row in grid], "count from 0?"),
    (lambda grid: [[value + 1 for value in row] for row in grid], "one too large?"),
]
TURNS = [
    (lambda grid: zip(*grid, strict=True), "does it print columns as rows?"),
    (lambda grid: grid[::-1], "does it print the last row first?"),
    (lambda grid: [row[::-1] for row in grid], "does it print rows from their end?"),
]


@pytest.mark.parametrize(("turned", "question"), VALUES + TURNS)
def test_a_solution_that_is_printed_in_another_way(turned, question):
    kinds, _ = verdicts(lambda p, g: "".join(rows(turned(grid)) for grid in g), [("ways", WAYS)])
    assert [(kind, question in detail) for kind, detail in kinds] == [(Kind.WRONG_GRID, True)]


@pytest.mark.parametrize(("turned", "question"), VALUES + TURNS)
def test_on_a_small_board_a_wrong_grid_looks_turned_by_chance(turned, question):
    puzzle = Puzzle(3, [Cage([(0, 0)], "=", 1), Cage([(0, 1)], "=", 2), Cage([(1, 0)], "=", 3)])
    kinds, _ = verdicts(lambda p, g: "".join(rows(turned(grid)) for grid in g), [("ways", puzzle)])
    asked = (turned, question) in VALUES
    assert [(kind, question in detail) for kind, detail in kinds] == [(Kind.WRONG_GRID, asked)]


@pytest.mark.parametrize(("puzzle", "asked"), [(WAYS, True), (THREE, False)])
def test_wrong_grids_before_the_solutions(puzzle, asked):
    """A trace, if they are no answers; on a small board what is found last is right by chance."""
    kinds, _ = verdicts(lambda p, g: "".join(map(rows, [g[0][::-1], *g])), [("a board", puzzle)])
    ((kind, detail),) = kinds
    assert kind is Kind.WRONG_GRID
    assert ("those after it are right: if it is no answer, do not print it" in detail) is asked


def test_the_first_of_all_solutions_that_are_counted():
    """It counts, and shows some: its grids are right, and so is its number."""

    def printed(puzzle, grids):
        return found(grids) + "".join(map(rows, grids[:2]))

    (two, several), _ = verdicts(printed, SEVERAL, Claim.GRIDS)
    advice = "it says how many there are: if it shows only some, judge it with --answers count"
    assert (two[0], several[0]) == (Kind.RIGHT, Kind.MISSING)
    assert several[1].endswith(advice)
    kinds, _ = verdicts(printed, SEVERAL, Claim.COUNT)
    assert {kind for kind, _ in kinds} == {Kind.RIGHT}
    (_, (_, detail)), _ = verdicts(lambda p, g: "".join(map(rows, g[:2])), SEVERAL, Claim.GRIDS)
    assert "--answers count" not in detail
    wrong = found([1] * 7)
    (_, other), _ = verdicts(
        lambda p, g: (found(g) if len(g) == 2 else wrong) + "".join(map(rows, g[:2])),
        SEVERAL,
        Claim.GRIDS,
    )
    assert other[0] is not Kind.RIGHT
    assert "--answers count" not in other[1]


def test_a_zero_alone():
    """It may be a value that counts from 0, or what is left of a board."""
    ((kind, detail),), _ = verdicts(lambda p, g: "[[0]]\n", [("one cell", Puzzle(1))])
    question = "do its values count from 0, or does it keep the board that it later clears?"
    assert (kind, question in detail) == (Kind.WRONG_GRID, True)
    one = [("one cell", Puzzle(1))]
    ((kind, detail),), _ = verdicts(lambda p, g: "Solution 1:\n0\n", one, Claim.GRIDS)
    question = "is there no solution, do its values count from 0, or is its board cleared?"
    assert (kind, detail) == (Kind.WRONG_GRID, f"printed 0: {question}")
    for text in ("0 solutions\n", "0\n0 solutions\n", "Total: 0\n"):
        ((_, detail),), _ = verdicts(lambda p, g, text=text: text, one, Claim.FIRST)
        assert detail == "says there is no solution; there is one solution"


def test_one_grid_of_several_that_looks_turned_is_a_chance():
    """A solver that takes 3 / 2 for 2 finds this one, too; upside down it is a solution."""
    quotient = Puzzle(3, [Cage([(2, 0), (2, 1)], "/", 2)])

    def printed(puzzle, grids):
        wrong = ((1, 2, 3), (3, 1, 2), (2, 3, 1))
        assert wrong[::-1] in grids
        return "".join(map(rows, [*grids, wrong]))

    ((kind, detail),) = verdicts(printed, [("a quotient", quotient)])[0]
    assert kind is Kind.WRONG_GRID
    assert "does it print" not in detail


def test_a_number_that_may_be_the_size_says_nothing():
    (found,), _ = verdicts(lambda p, g: "2\n", NONE, Claim.GRIDS)
    assert found[0] is Kind.UNREADABLE
    assert "neither gave a grid nor said that there is none" in found[1]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("unique: true\n", Kind.FALSE_UNIQUE),
        ("The solution is unique.\n", Kind.FALSE_UNIQUE),
        ("2 unique solutions\n", Kind.RIGHT),
        ("Unique solutions: 2\n", Kind.RIGHT),
        ("No solution\n", Kind.FALSE_NONE),
        ("This puzzle cannot be solved!\n", Kind.FALSE_NONE),
        ("No more solutions\n", Kind.RIGHT),
        ("false.\n", Kind.RIGHT),
        ("unsat\n", Kind.RIGHT),
        ("None\n", Kind.RIGHT),
    ],
)
def test_right_grids_beside_what_denies_them(said, kind):
    for claim in (Claim.GRIDS, Claim.FIRST):
        kinds, _ = verdicts(lambda p, g: "".join(map(rows, g)) + said, SEVERAL[:1], claim)
        assert [found for found, _ in kinds] == [kind]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("No solution\n", Kind.FALSE_NONE),
        ("There is no solution to this puzzle.\n", Kind.FALSE_NONE),
        ("Reading 3 cages\nThe puzzle is unsolvable!\n", Kind.FALSE_NONE),
        ("Error: no solution found\nBoards:\n", Kind.FALSE_NONE),
        ("No solution by deduction alone\n", Kind.RIGHT),
        ("No solution with r1c1 = 2\n", Kind.RIGHT),
        ("No solution\nNo solution\n", Kind.RIGHT),  # two dead ends
        ("No solution yet\n", Kind.RIGHT),
        ("unsat\n", Kind.RIGHT),
    ],
)
def test_no_solution_above_right_grids(said, kind):
    for claim in (Claim.GRIDS, Claim.FIRST):
        kinds, _ = verdicts(lambda p, g: said + "\n" + "".join(map(rows, g)), SEVERAL[:1], claim)
        assert [found for found, _ in kinds] == [kind]


def test_what_its_language_leaves_out_is_named():
    def printed(puzzle, grids):
        left = f"... {len(grids) - 3} more items\n" if len(grids) > 3 else ""
        return f"[\n{json.dumps(grids[:3])[1:-1]},\n  {left}]\n"

    ((kind, detail),) = verdicts(printed, SEVERAL[-1:])[0]
    assert (kind, "items are left out: print each separately" in detail) == (Kind.MISSING, True)


def test_exactly_so_many_has_to_be_right():
    named, words = UNIQUE + SEVERAL, {1: "one", 2: "two", 12: "twelve"}
    for said, kind in ((2, Kind.WRONG_COUNT), (12, Kind.RIGHT)):
        kinds, claim = verdicts(
            lambda p, g, said=said: f"exactly {words[min(said, len(g))]} solutions\n", named
        )
        assert (kinds[-1][0], claim) == (kind, Claim.COUNT)


EACH = UNIQUE + SEVERAL + NONE


@pytest.mark.parametrize(("yes", "no"), [("True", "False"), ("yes", "no"), ("YES", "NO")])
@pytest.mark.parametrize(
    "form",
    [
        "unique: {}",
        "unique {}",
        "unique\t{}",
        "unique,{}",
        "Unique - {}",
        "unique -> {}",
        "{{'unique': {}}}",
        "{{'is_unique': {}, 'nodes': 7}}",
        "isUnique(): {}",
        "Is the solution unique? {}",
        "Unique solution exists: {}",
        "uniqueness {}",
        "Exactly one solution: {}",
        "single_solution={}",
    ],
)
def test_unique_or_not_in_the_words_of_programs(form, yes, no):
    """What says no may mean that there is none: so it is right of several, and of none."""
    for claim in (None, Claim.UNIQUE):
        for right in (True, False):
            kinds, seen = verdicts(
                lambda p, g, right=right: form.format(yes if (len(g) == 1) is right else no) + "\n",
                EACH,
                claim,
            )
            assert {kind is Kind.RIGHT for kind, _ in kinds} == {right}
            assert seen is Claim.UNIQUE


@pytest.mark.parametrize(
    "said",
    [
        "The solution is unique. No guesses were needed.\n",
        "unique, no backtracking\n",
        "unique - 0 ms\n",
        "The solution is unique: 0 1 2\n",
        "unique 0.25\n",
    ],
)
def test_no_behind_unique_may_say_no_to_something_else(said):
    assert {kind for kind, _ in verdicts(lambda p, g: said, UNIQUE)[0]} == {Kind.RIGHT}


@pytest.mark.parametrize(("yes", "no"), [("True", "False"), ("yes", "no"), ("Yes.", "No.")])
def test_yes_and_no_alone_answer_whether_there_is_exactly_one(yes, no):
    def printed(puzzle, grids):
        return f"{yes if len(grids) == 1 else no}\n"

    def wrong(puzzle, grids):
        return f"{no if len(grids) == 1 else yes}\n"

    assert {kind for kind, _ in verdicts(printed, EACH, Claim.UNIQUE)[0]} == {Kind.RIGHT}
    assert Kind.RIGHT not in {kind for kind, _ in verdicts(wrong, EACH, Claim.UNIQUE)[0]}
    # Without --answers they may say whether there is any.
    kinds, claim = verdicts(printed, UNIQUE + SEVERAL)
    assert claim is Claim.FIRST
    for kind, detail in kinds:
        assert kind in (Kind.UNREADABLE, Kind.FALSE_NONE)
        assert "judge it with --answers unique" in detail
    kinds, _ = verdicts(lambda p, g: "No\nNo solution\n", SEVERAL, Claim.UNIQUE)
    assert {kind for kind, _ in kinds} == {Kind.FALSE_NONE}


def test_a_count_in_a_dictionary_of_python():
    for form in ("{{'count': {}}}", "{{'solutions': {}, 'seconds': 0.1}}", "solutions -> {}"):
        for more, kind in ((0, Kind.RIGHT), (1, Kind.WRONG_COUNT)):
            kinds, claim = verdicts(
                lambda p, g, form=form, more=more: form.format(len(g) + more) + "\n", EACH
            )
            assert ({kind for kind, _ in kinds}, claim) == ({kind}, Claim.COUNT)


@pytest.mark.parametrize(
    "form",
    [
        "Number of ways: {}",
        "number_of_ways = {}",
        "ways: {}",
        "Number of ways to fill the grid: {}",
        "There are {} ways to fill the board",
        "I searched all of it, and found {} valid boards.",
        "There are exactly {} possible grids.",
        "possible grids: {}",
        "valid completions: {}",
        "Number of Latin squares: {}",
        "Number of boards found: {}",
        "Answer: {}",
        "Result = {}",
        '{{"ways": {}}}',
        "There are 7 ways to fill cage 1\nThere are {} ways to fill the grid",
        "Number of cages: 7\nRead 7 lines\nresult: {}",
    ],
)
def test_a_count_in_other_words(form):
    for more, kind in ((0, Kind.RIGHT), (1, Kind.WRONG_COUNT)):
        kinds, claim = verdicts(lambda p, g, more=more: form.format(len(g) + more) + "\n", EACH)
        assert ({kind for kind, _ in kinds}, claim) == ({kind}, Claim.COUNT)


@pytest.mark.parametrize(
    "said",
    [
        "There are 7 ways to fill cage 1",
        "found 7 possible ways for the row 2",
        "possible combinations: 7",
        "Number of assignments: 7",
        "boards: 7",
        "valid boards tried: 7",
        "Number of ways tried so far: 7",
    ],
)
def test_what_is_counted_on_the_way_is_no_count_of_solutions(said):
    """Where there is no solution, the search ends without a word."""
    kinds, _ = verdicts(lambda p, g: "".join([said, "\n", *map(rows, g)]), EACH)
    assert {kind for kind, _ in kinds} == {Kind.RIGHT}


@pytest.mark.parametrize("form", ["exactly one solution: {:d}", "has_unique_solution = {:d}"])
def test_a_flag_in_digits_is_no_count(form):
    for right in (True, False):
        kinds, claim = verdicts(
            lambda p, g, right=right: form.format((len(g) == 1) is right) + "\n", EACH
        )
        assert ({kind is Kind.RIGHT for kind, _ in kinds}, claim) == ({right}, Claim.UNIQUE)


@pytest.mark.parametrize(
    "said",
    [
        "Total solutions: 1",
        "Number of solutions: 1",
        "number of solutions is 1",
        '{"solution_count": 1}',
        "Exactly 1 solution",
        "No more solutions.",
        "There are no other solutions",
        "no further valid solutions",
    ],
)
def test_the_first_solution_is_not_all_of_them(said):
    """Whoever says so need not print the others, but may not deny them."""
    kinds, claim = verdicts(lambda p, g: rows(g[0]) + f"\n{said}\n", UNIQUE + SEVERAL)
    assert claim is Claim.FIRST
    assert [kind for kind, _ in kinds] == [Kind.RIGHT] * 2 + [Kind.WRONG_COUNT] * 2
    assert "; there are 2 solutions" in kinds[2][1]


@pytest.mark.parametrize("more", ["more solutions", "other solutions", "further valid solutions"])
def test_how_many_more_there_are(more):
    def first_of(puzzle, grids, wrong=0):
        others = f"\n(There are {len(grids) - 1 + wrong} {more}.)\n" if len(grids) > 1 else ""
        return rows(grids[0]) + others

    for claim in (None, Claim.FIRST):
        kinds, _ = verdicts(first_of, UNIQUE + SEVERAL, claim)
        assert {kind for kind, _ in kinds} == {Kind.RIGHT}
        kinds, _ = verdicts(lambda p, g: first_of(p, g, 1), UNIQUE + SEVERAL, claim)
        assert [kind for kind, _ in kinds] == [Kind.RIGHT] * 2 + [Kind.WRONG_COUNT] * 2
        assert "says that there are 2 more; there are 2 solutions" in kinds[2][1]


def test_a_count_at_the_start_of_an_object_of_json():
    for more, kind in ((0, Kind.RIGHT), (1, Kind.WRONG_COUNT)):
        kinds, _ = verdicts(
            lambda p, g, more=more: json.dumps({"count": len(g) + more, "solutions": g}), UNIQUE
        )
        assert {found for found, _ in kinds} == {kind}


def test_boards_in_quotes_are_not_only_counted():
    def printed(puzzle, grids, last=0):
        lines = [
            json.dumps({"n": n, "cells": "".join(str(v) for row in grid for v in row)})
            for n, grid in enumerate([*grids[: len(grids) - last], *grids[:last]], 1)
        ]
        return "\n".join([*lines, json.dumps({"total": len(grids)})]) + "\n"

    kinds, claim = verdicts(printed, EACH)
    assert ({kind for kind, _ in kinds}, claim) == ({Kind.RIGHT}, Claim.GRIDS)
    kinds, _ = verdicts(lambda p, g: printed(p, g, 1), SEVERAL)
    assert {kind for kind, _ in kinds} == {Kind.MISSING}


@pytest.mark.parametrize(
    "said",
    [
        "Number of solutions found: 1",
        "1 solution found",
        "Found 1 solution",
        "no more solutions in row 2",
        "Solutions found: 1",
    ],
)
def test_how_many_were_found_is_not_how_many_there_are(said):
    kinds, _ = verdicts(lambda p, g: rows(g[0]) + f"\n{said}\n", UNIQUE + SEVERAL)
    assert {kind for kind, _ in kinds} == {Kind.RIGHT}


@pytest.mark.parametrize(
    "said",
    [
        "SAT",
        "sat",
        "Solved!",
        "Success",
        "status: OPTIMAL",
        "Result: feasible",
        "True",
        "Yes.",
        "The puzzle is solvable.",
        "solvable: True",
        '{"has_solution": true}',
        "A solution exists.",
        "There is a solution",
        "Solution found!",
        "Found a valid solution.",
    ],
)
def test_solved_without_a_solution(said):
    def printed(puzzle, grids):
        return f"{said}\n" + "".join(map(rows, grids))

    for claim in (Claim.GRIDS, Claim.FIRST):
        kinds, _ = verdicts(printed, EACH, claim)
        assert {kind for kind, _ in kinds[:-1]} == {Kind.RIGHT}
        says = "says that there is a solution; there is no solution"
        assert kinds[-1] == (Kind.WRONG_COUNT, says)


@pytest.mark.parametrize(
    "said",
    [
        "Solved in 3 ms",
        "Solution:",
        "Solution found:",
        "Solved!\nNo solution",
        "solved: False",
        "solvable: no",
        "looking whether it is solvable",
        "stops once a solution is found",
        "UNSAT",
        "infeasible",
    ],
)
def test_where_there_is_none_it_need_not_be_said(said):
    for claim in (Claim.GRIDS, Claim.FIRST):
        assert verdicts(lambda p, g: f"{said}\n", NONE, claim)[0][0][0] is Kind.RIGHT


def test_headings_of_a_lone_cell_are_no_grids():
    lone = [("lone", Puzzle(1))]
    for text in ("1.\n1\n", "1)\n1\n", "[1]\n1\n", "1: 1\n", "1\n1\n", "x = [1];\n", "  0\n0 1\n"):
        kinds, _ = verdicts(lambda p, g, text=text: text, lone, Claim.GRIDS)
        assert kinds == [(Kind.RIGHT, "")], text


@pytest.mark.parametrize("heading", ["1.", "1)", " 1) "])
def test_the_number_of_a_wrong_lone_cell_is_not_its_value(heading):
    kinds, _ = verdicts(lambda p, g: f"{heading}\n2\n", [("lone", Puzzle(1))], Claim.GRIDS)
    assert [kind for kind, _ in kinds] == [Kind.WRONG_GRID]


def test_who_says_that_it_counts_may_print_boards():
    kinds, _ = verdicts(lambda p, g: rows(zeros(p)) + found(g), UNIQUE + SEVERAL, Claim.COUNT)
    assert {kind for kind, _ in kinds} == {Kind.RIGHT}


@pytest.mark.parametrize(
    "printed",
    [
        lambda p, g: found(g) + rows(g[-1]) * len(g),
        lambda p, g: rows(g[-1]) * len(g),
        lambda p, g: json.dumps([g[0]] * len(g)),
    ],
)
def test_one_state_that_is_printed_for_each_solution(printed):
    kinds, claim = verdicts(printed, UNIQUE + SEVERAL)
    assert [kind for kind, _ in kinds] == [Kind.RIGHT] * 2 + [Kind.MISSING] * 2
    assert claim is Claim.GRIDS
    assert KEEPS_ONE in kinds[-1][1]


def test_one_board_for_all_that_is_cleared_after_the_first():
    kinds, claim = verdicts(
        lambda p, g: rows(g[0]) + rows(zeros(p)) * (len(g) - 1), UNIQUE + SEVERAL
    )
    assert [kind for kind, _ in kinds] == [Kind.RIGHT] * 2 + [Kind.MISSING] * 2
    assert kinds[2][1].endswith(f"missing; it printed 1 board of zeros below a grid: {CLEARED}")
    assert claim is Claim.GRIDS
    # The board as it is left in the end is a trace, and so is that of the beginning.
    for printed in (
        lambda p, g: rows(g[0]) + rows(zeros(p)),
        lambda p, g: rows(zeros(p)) * len(g) + rows(g[0]),
    ):
        kinds, claim = verdicts(printed, UNIQUE + SEVERAL)
        assert ({kind for kind, _ in kinds}, claim) == ({Kind.RIGHT}, Claim.FIRST)


@pytest.mark.parametrize("value", [0, ".", None])
@pytest.mark.parametrize("first", [0, 1])
def test_solutions_with_numbers_are_each_expected(value, first):
    """Whoever prints "Solution 2" prints all, though the board below may be open."""

    def printed(puzzle, grids):
        later = [zeros(puzzle, value)] * (len(grids) - 1)
        if value is None:
            later = [half(grid) for grid in grids[1:]]
        boards = enumerate([*grids[:1], *later], first)
        return "".join(f"--- Solution #{n}: ---\n{rows(board)}" for n, board in boards)

    kinds, claim = verdicts(printed, UNIQUE + SEVERAL)
    assert [kind for kind, _ in kinds] == [Kind.RIGHT] * 2 + [Kind.MISSING] * 2
    assert claim is Claim.GRIDS


def test_other_numbers_behind_the_word_solution():
    for number in ("12", "1234", "3 found", "1: 2"):
        kinds, claim = verdicts(
            lambda p, g, number=number: f"Solution {number}\n" + rows(g[0]), UNIQUE + SEVERAL[:1]
        )
        assert ({kind for kind, _ in kinds}, claim) == ({Kind.RIGHT}, Claim.FIRST)


@pytest.mark.parametrize(
    "statistics",
    [{"node_count": 77}, {"cages": {"count": 77}}, {"stats": {"guessCount": 7}, "total_nodes": 7}],
)
def test_what_else_is_counted_in_json(statistics):
    for facts in (
        lambda g: {**statistics, "solutions": g},
        lambda g: {"solutions": g} | statistics,
    ):
        kinds, _ = verdicts(lambda p, g, facts=facts: json.dumps(facts(g)) + "\n", EACH)
        assert {kind for kind, _ in kinds} == {Kind.RIGHT}


def test_values_of_enumerations():
    names = ("NONE", "UNIQUE", "MULTIPLE")
    for form in ("Result.{}", "Result::{}", "{}"):
        kinds, claim = verdicts(
            lambda p, g, form=form: form.format(names[min(len(g), 2)]) + "\n", EACH
        )
        assert ({kind for kind, _ in kinds}, claim) == ({Kind.RIGHT}, Claim.UNIQUE)


def test_one_unfinished_state_that_is_printed_for_each_solution():
    state = ((1, None), (None, None))
    kinds, _ = verdicts(lambda p, g: found(g) + "1 .\n. .\n\n" * len(g), SEVERAL[:1])
    assert state not in kinds
    assert KEEPS_ONE in kinds[0][1]


@pytest.mark.parametrize(
    "none", ["Total: 0", "count = 0", "Found 0 solutions", "0", "Models       : 0"]
)
def test_a_total_of_none_from_a_program_that_prints_grids_elsewhere(none):
    def printed(puzzle, grids):
        return f"{none}\n" if len(grids) > 2 else rows(grids[0])

    kinds, _ = verdicts(printed, UNIQUE + SEVERAL)
    assert [kind for kind, _ in kinds] == [Kind.RIGHT] * 3 + [Kind.FALSE_NONE]


def test_a_wrong_number_beside_right_grids():
    def all_and_one_more(puzzle, grids):
        return "".join(map(rows, grids)) + f"{len(grids) + 1} solutions\n"

    def the_first_of_many(puzzle, grids):
        return rows(grids[0]) + f"Number of solutions: {len(grids) + 3}\n"

    for printed in (all_and_one_more, the_first_of_many):
        for claim in (Claim.GRIDS, Claim.FIRST):
            kinds, _ = verdicts(printed, UNIQUE, claim)
            assert {kind for kind, _ in kinds} == {Kind.WRONG_COUNT}
    right = verdicts(lambda p, g: rows(g[0]) + found(g), UNIQUE + SEVERAL, Claim.FIRST)[0]
    assert {kind for kind, _ in right} == {Kind.RIGHT}


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Total: 0", Kind.WRONG_COUNT),
        ("Found: 0", Kind.WRONG_COUNT),
        ('  "count": 0,', Kind.WRONG_COUNT),
        ("Total: 1", Kind.RIGHT),
        ("Total: 7", Kind.WRONG_COUNT),
        ("Count = 7", Kind.WRONG_COUNT),
        ("Found 7", Kind.WRONG_COUNT),
        ("Total nodes: 7", Kind.RIGHT),
        ("nodes total: 7", Kind.RIGHT),
        ("node_count: 7", Kind.RIGHT),
        ("Total: 7 nodes", Kind.RIGHT),
        ("Total: 0.7", Kind.RIGHT),
        ("Total: 3\nTotal: 4", Kind.RIGHT),  # of cages, perhaps
        ("backtrack_count: 0", Kind.RIGHT),
        ("Total: 0 ms", Kind.RIGHT),
        ("0", Kind.RIGHT),
    ],
)
def test_a_counter_that_is_never_counted_up(line, kind):
    kinds, _ = verdicts(lambda p, g: rows(g[0]) + line + "\n", UNIQUE, Claim.GRIDS)
    assert {found for found, _ in kinds} == {kind}


@pytest.mark.parametrize(
    ("printed", "kind"),
    [
        ("Found 1 solutions\n", Kind.WRONG_COUNT),
        ("Found 2 solutions\n0 0\n0 0\n", Kind.WRONG_GRID),
        ("unique\n", Kind.WRONG_COUNT),
        ("Error: cannot parse 4+\n", Kind.UNREADABLE),
        ("Traceback (most recent call last):\n", Kind.UNREADABLE),
        ("usage: solve FILE\n", Kind.UNREADABLE),
        ("AssertionError\n", Kind.UNREADABLE),
        ("no error\n", Kind.RIGHT),
        ("Error: no solution\n", Kind.RIGHT),
        ("0 0\n0 0\nno solution\n", Kind.RIGHT),
        ("Total: 0\n", Kind.RIGHT),
    ],
)
def test_where_there_is_none(printed, kind):
    for claim in (Claim.GRIDS, Claim.FIRST):
        assert verdicts(lambda p, g: printed, NONE, claim)[0][0][0] is kind


def test_what_is_right_passes():
    def printed(puzzle, grids):
        text = "".join(
            f"Solution {n}:\n{plain(puzzle, grid)}\n\n" for n, grid in enumerate(grids, 1)
        )
        return rows(zeros(puzzle)) + text + found(grids)

    kinds, claim = verdicts(printed, UNIQUE + SEVERAL + NONE)
    assert {kind for kind, _ in kinds} == {Kind.RIGHT}
    assert claim is Claim.GRIDS
    kinds, claim = verdicts(lambda p, g: found(g), UNIQUE + SEVERAL + NONE)
    assert {kind for kind, _ in kinds} == {Kind.RIGHT}
    assert claim is Claim.COUNT


@pytest.mark.parametrize(("text", "kind"), [("1\n2\n", Kind.UNREADABLE), ("2\n", Kind.WRONG_GRID)])
def test_a_1_does_not_hide_the_wrong_value_of_a_lone_cell(text, kind):
    """What stands above it may be a heading, and the solution too: who prints it has to say so."""
    for claim in (Claim.GRIDS, Claim.FIRST):
        ((found, detail),), _ = verdicts(lambda p, g: text, [("lone", Puzzle(1))], claim)
        assert found is kind
        assert (kind is Kind.UNREADABLE) == ("say what it counts" in detail)


def with_row(grid, row, at):
    return rows([*grid[:at], row, *grid[at:]])


@pytest.mark.parametrize("blank", ["", "\n"])
@pytest.mark.parametrize("at", [0, 3])
@pytest.mark.parametrize("row", [lambda g: [0] * len(g), lambda g: g[0], lambda g: g[-1]])
def test_a_row_too_many_is_no_heading(row, at, blank):
    """Unless it counts: the labels of columns stand above a board, and its sides."""
    grid = ((2, 3, 1), (1, 2, 3), (3, 1, 2))
    puzzle = Puzzle(3, [Cage([(r, c)], None, grid[r][c]) for r in range(2) for c in range(2)])
    named = [("two", puzzle)]
    text = (with_row(grid, row(grid), at).strip() + "\n" + blank) * 2
    kinds, _ = verdicts(lambda p, g: text, named, Claim.FIRST)
    assert kinds[0][0] is not Kind.RIGHT
    for labels in ([1, 2, 3], [0, 1, 2]):
        text = (with_row(grid, labels, 0).strip() + "\n" + blank) * 2
        assert verdicts(lambda p, g, text=text: text, named, Claim.FIRST)[0][0][0] is Kind.RIGHT


def test_a_row_too_many_is_named():
    text = "2 3 1\n2 3 1\n3 1 2\n1 2 3\n"
    ((kind, detail),), _ = verdicts(lambda p, g: text, UNIQUE[1:], Claim.GRIDS)
    assert (kind, detail) == (Kind.UNREADABLE, "printed a 4x3 grid for a 3x3 puzzle")


SYMBOLS = {
    "letters": lambda row: " ".join("ABC"[value - 1] for value in row),
    "other letters": lambda row: "".join("pqr"[value - 1] for value in row),
    "bars": lambda row: "| " + " | ".join("XYZ"[value - 1] for value in row) + " |",
    "labels": lambda row: "Row 1: " + " ".join("ABC"[value - 1] for value in row),
    "Roman": lambda row: " ".join(["I", "II", "III"][value - 1] for value in row),
    "words": lambda row: ", ".join(["one", "two", "three"][value - 1] for value in row),
    "lists": lambda row: json.dumps(["ABC"[value - 1] for value in row]),
}


@pytest.mark.parametrize("symbols", SYMBOLS)
@pytest.mark.parametrize("turn", [1, -1], ids=["right", "wrong"])
@pytest.mark.parametrize("named", [UNIQUE, SEVERAL, UNIQUE + SEVERAL + NONE])
def test_boards_of_letters_or_words_are_not_only_counted(symbols, turn, named):
    """Nobody knows whether they are right: right numbers beside them are not enough."""

    def printed(puzzle, grids):
        boards = ["\n".join(map(SYMBOLS[symbols], grid[::turn])) for grid in grids]
        return "\n\n".join(boards) + "\n" + found(grids)

    kinds, claim = verdicts(printed, named)
    assert claim is Claim.FIRST
    for (kind, detail), (name, _) in zip(kinds, named, strict=True):
        assert (kind is Kind.UNREADABLE) == (name != "none")
        assert ("print numbers" in detail) == (name != "none")
    assert {kind for kind, _ in verdicts(printed, named, Claim.COUNT)[0]} == {Kind.RIGHT}


@pytest.mark.parametrize("packed", [True, False])
def test_boards_of_letters_in_one_line(packed):
    def printed(puzzle, grids):
        cells = [[["_ABC"[value] for value in row] for row in grid[::-1]] for grid in grids]
        if packed:
            return "".join(f"{''.join(map(''.join, board))}\n" for board in cells) + found(grids)
        return json.dumps({"solutions": cells, "count": len(grids)})

    kinds, _ = verdicts(printed, UNIQUE + SEVERAL + NONE)
    assert [kind for kind, _ in kinds] == [Kind.UNREADABLE] * 4 + [Kind.RIGHT]


def test_boards_of_letters_beside_unique():
    printed = lambda p, g: "unique\nA B\nB A\n" if len(g) == 1 else "several\n"  # noqa: E731
    kinds, _ = verdicts(printed, [*UNIQUE[:1], *SEVERAL])
    assert kinds[0][0] is Kind.UNREADABLE


def test_a_board_of_letters_where_there_is_none():
    ((kind, _),), _ = verdicts(lambda p, g: "A B\nB A\n", NONE)
    assert kind is Kind.UNREADABLE
    ((kind, _),), _ = verdicts(lambda p, g: "A B\nB A\nNo solution\n", NONE)
    assert kind is Kind.RIGHT


@pytest.mark.parametrize(
    "text", ["a a\nb b\n", "AA\nBB\n", "ok ok\nok ok\n", "still going\nno luck\n", "true\n"]
)
def test_a_program_that_counts_may_draw_the_cages_and_say_more(text):
    pairs = [Cage([(0, 0), (0, 1)], "+", 3), Cage([(1, 0), (1, 1)], "+", 3)]
    kinds, claim = verdicts(lambda p, g: text + found(g), [("two", Puzzle(2, pairs))])
    assert (kinds[0][0], claim) == (Kind.RIGHT, Claim.COUNT)
