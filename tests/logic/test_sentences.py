"""Steps in words, and what they rest on."""

from __future__ import annotations

import re

import pytest
from corpus import keen, shipped
from hypothesis import given

from kenken_cp import Cage, Puzzle, boxes, loads, solve
from kenken_cp.logic import relevance
from kenken_cp.logic.candidates import Candidates, filled
from kenken_cp.logic.events import Found
from kenken_cp.logic.explain import explanation
from kenken_cp.logic.sentences import contradiction_name, house_names, paragraphs, sentence
from kenken_cp.logic.solver import events
from kenken_cp.logic.steps import GUESS, contradiction_in, take
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.logic.techniques import TECHNIQUES
from kenken_cp.logic.techniques.minimal_reason import MINIMAL_REASON
from puzzles import board_sizes, examples, planted

DEDUCTION = STRATEGIES.named("deduction")


def explained(puzzle):
    outcome = solve(puzzle)
    return explanation(puzzle, outcome.solution if outcome.unique else None)


def sentences(name):
    puzzle = shipped()[name]
    return [text for _, run in paragraphs(explained(puzzle).steps, puzzle) for text in run]


def test_the_words_of_the_cs332_puzzle():
    texts = sentences("4x4/cs332.kk")
    assert texts[:4] == [
        "3- at r1c2 r1c3 needs 1 and 4.",
        "2/ at r1c4 r2c4 is 1 and 2 or 2 and 4.",
        "3+ at r3c1 r3c2 needs 1 and 2.",
        "4+ at r3c4 r4c4 needs 1 and 3.",
    ]
    assert "In row 1 only r1c1 can be 3." in texts
    assert "12* at r2c2 r2c3 r3c3 needs 1, 3 and 4; r2c3 is 3." in texts
    assert "r1c3 can only be 1, r3c4 3, r1c2 4, r1c4 2, r2c4 4." in texts


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("5x5/unreasonable.kk", "The sum of row 2 is 15; 6+ at r2c2 r2c3 is inside, so"),
        (
            "9x9/unreasonable.kk",
            "162* at r3c5 r3c6 r3c7 r4c6 always has 9 in row 3, so no other cell of row 3 is 9.",
        ),
        (
            "9x9/sudoku-stuck.kk",
            "In column 6, 5 can only be at r8c6 or r9c6, so nowhere else in box r7c4-r9c6.",
        ),
        (
            "9x9/sudoku-stuck.kk",
            "In box r1c4-r3c6, 5 can only be at r3c4 or r3c5, so nowhere else in row 3.",
        ),
        (
            "9x9/sudoku-stuck.kk",
            "r1c4 and r1c6 share 1 and 2, so no other cell of row 1 is 1 or 2; "
            "r1c1 is 8 and r1c5 is 3.",
        ),
    ],
)
def test_words(name, text):
    assert any(found.startswith(text) for found in sentences(name))


def spoken(technique, puzzle, **left):
    """What a technique first says, where only some values are left in some cells."""
    candidates = Candidates(puzzle)
    for name, values in left.items():
        index = candidates.instance.index((int(name[1]) - 1, int(name[3]) - 1))
        candidates.keep(index, candidates.domain.mask(values))
    step = next(TECHNIQUES.named(technique).find(candidates))
    (step,), _ = relevance.relevant(
        candidates, [step], lambda after: dict.fromkeys(range(len(after.masks)), after.domain.every)
    )
    return sentence(step, puzzle)


def test_words_of_a_hidden_subset():
    rest = {f"r1c{column}": [3, 4, 5] for column in (3, 4, 5)}
    assert spoken("hidden pair", Puzzle(5), **rest) == (
        "In row 1 only r1c1 and r1c2 can hold 1 and 2, so r1c1 and r1c2 are 1 or 2."
    )


def test_words_of_nishio():
    narrow = {"r1c1": [1, 4], "r1c2": [1, 2, 3], "r1c3": [1, 2, 3], "r1c4": [1, 2, 3]}
    assert spoken("Nishio", Puzzle(6), **narrow) == (
        "If r1c1 were 1, no value would be left for r1c4; so r1c1 is 4."
    )


def test_words_of_a_contradiction_chain():
    assert spoken("contradiction chain", Puzzle(6), r1c1=[1, 4], r1c2=[1, 2], r1c3=[1, 2]) == (
        "If r1c1 were 1, r1c2 would be 2, and no value would be left for r1c3; so r1c1 is 4."
    )


def test_words_of_cage_comparison():
    cages = [Cage([(0, 0), (0, 1)], "+", 5), Cage([(0, 2), (0, 3)], "/", 2)]
    assert spoken("cage comparison", Puzzle(6, cages)) == (
        "5+ at r1c1 r1c2 would leave nothing for 2/ at r1c3 r1c4 with 2, 3, 5 or 6 in r1c1 or r1c2"
        ", so r1c1 and r1c2 are 1 or 4."
    )


def test_words_of_fish():
    rest = {f"r{row}c{column}": [1, 2, 3] for row in (1, 3) for column in (2, 4)}
    assert spoken("X-wing", Puzzle(4), **rest) == (
        "In rows 1 and 3, 4 must be in columns 1 and 3, so no other cell of columns 1 and 3 is 4."
    )


def test_words_of_line_sums():
    row = [(0, 0), (0, 1), (0, 2)]
    assert spoken("innies and outies", Puzzle(4, [Cage(row, "*", 6)])) == (
        "The product of row 1 is 24; 6* at r1c1 r1c2 r1c3 is inside, so r1c4 is 4."
    )
    block = [Cage([*row, (1, 0)], "+", 8), Cage([(1, 1)], "=", 2)]
    assert spoken("innies and outies", Puzzle(3, block)) == (
        "The sum of rows 1 and 2 is 12; the cages inside make 10, so r2c3 is 2."
    )


def test_givens_are_not_mentioned():
    puzzle = shipped()["9x9/sudoku-patterns.kk"]
    givens = {cage.cells[0] for cage in puzzle.cages}
    places = [place for step in explained(puzzle).steps for place in step.places]
    assert {cell for cell, _ in places}.isdisjoint(givens)
    assert len(places) == 81 - len(givens)


def test_no_solution_ends_with_a_contradiction():
    puzzle = Puzzle(3, [Cage([(0, 0), (0, 1)], "+", 3), Cage([(1, 2), (2, 2)], "+", 4)])
    found = explanation(puzzle)
    assert [sentence(step, puzzle) for step in found.steps] == [
        "3+ at r1c1 r1c2 needs 1 and 2.",
        "4+ at r2c3 r3c3 needs 1 and 3.",
        "In row 1 only r1c3 can be 3.",
        "r2c3 can only be 1.",
    ]
    ending = contradiction_name(found.contradiction, puzzle)
    assert ending == "no value is left for r3c3"


def test_a_guess_is_mentioned():
    puzzle = Puzzle(2)
    found = explanation(puzzle, ((2, 1), (1, 2)))
    assert found.guesses == 1
    assert sentence(found.steps[0], puzzle) == (
        "From here on deduction does not suffice: r1c1 can be 1 or 2. "
        "Of these only r1c1 = 2 works out."
    )
    assert found.board == ((2, 1), (1, 2))


def test_two_givens_that_exclude_each_other_are_named():
    puzzle = Puzzle(3, [Cage([cell], "given", 1) for cell in [(0, 0), (1, 1), (0, 2)]])
    assert explanation(puzzle).sentences == (
        "No value is left for r1c1, as r1c3 is given the same: the puzzle has no solution.",
    )


def test_a_contradiction_by_innies_and_outies():
    """The two cells that are left of two rows would both be 3, in one column."""
    puzzle = loads("aabb.\nccdd.\n.....\n.....\n.....\n\na 5+\nb 7+\nc 5+\nd 7+\n", "native")
    found = explanation(puzzle)
    texts = [sentence(step, puzzle) for step in found.steps]
    assert texts[-1] == (
        "The sum of rows 1 and 2 is 30; the cages inside make 24, so r1c5 and r2c5 make 6 "
        "together: r1c5 is not 3."
    )
    assert contradiction_name(found.contradiction, puzzle) == "no value is left for r1c5"


# --- what steps rest on --------------------------------------------------------------------------


def assert_follow(steps, states):
    """Each step is found by its technique, or more than it is.

    It may be found in an earlier state, for it stays true; in the latest it may have become easier.
    """
    for step in steps:
        candidates = states[-1]
        if step.contradiction is not None:
            assert_chain(step, candidates)
        elif step.technique == MINIMAL_REASON.name:
            assert_forbidden(step, candidates)
        elif step.technique != GUESS:
            assert any(is_found(step, state) for state in reversed(states)), step
        states.append(candidates.copy())
        take(states[-1], step)


def assert_forbidden(step, candidates):
    assert step.eliminates == ((step.cells[0], step.values),)
    happened = events(assuming(step, candidates), DEDUCTION, boards=False)
    assert not any(isinstance(event, Found) for event in happened)


def assuming(step, candidates):
    assumed = candidates.copy()
    assumed.place(assumed.instance.index(step.cells[0]), assumed.domain.bit[step.values[0]])
    return assumed


def assert_chain(step, candidates):
    states = [assuming(step, candidates)]
    assert_follow(step.then, states)
    assert contradiction_in(states[-1]) is not None


def is_found(step, state):
    gone = dict(step.eliminates)
    if step.technique == "hidden single":
        # Of two values whose only place one cell is, in a dead end, the technique finds one.
        index, bit = state.instance.index, state.domain.bit[step.values[0]]
        places = {cell for cell in step.houses[0] if state.masks[index(cell)] & bit}
        return places <= set(step.cells)
    for found in TECHNIQUES.named(step.technique).find(state.copy()):
        more = dict(found.eliminates)
        if step.places:
            if found.places == step.places:
                return True
        elif (
            set(step.cells) <= set(found.cells)
            and (found.cages, found.houses) == (step.cages, step.houses)
        ) and all(set(values) <= set(more.get(cell, ())) for cell, values in gone.items()):
            return True
    return False


def assert_each_follows(puzzle, solution):
    found = explanation(puzzle, solution)
    states = [filled(puzzle, {})]
    assert_follow(found.steps, states)
    assert states[-1].board == found.board == solution


@examples(10)  # some take a second
@given(planted(board_sizes(3, 5), most=5))
def test_each_step_follows_from_those_before(puzzle_and_grid):
    """So nothing that mattered is left out. (Where there are more solutions, guesses choose.)"""
    assert_each_follows(*puzzle_and_grid)


@pytest.mark.slow
@pytest.mark.parametrize(
    "level", ["h", "u", *(pytest.param(level, marks=pytest.mark.slow) for level in "enx")]
)
def test_each_step_of_a_large_puzzle_follows(level):
    for name, puzzle, solution in keen():
        if re.match(rf"keen-9{level}-0[0-4]", name):
            assert_each_follows(puzzle, solution)


def test_house_names_houses():
    puzzle = Puzzle(4, houses=boxes(4, 2, 2))
    rows, columns, squares = (puzzle.all_houses[start : start + 4] for start in (0, 4, 8))
    assert house_names(rows[:1], puzzle) == "row 1"
    assert house_names(rows[:3], puzzle) == "rows 1-3"
    assert house_names((rows[0], *rows[2:]), puzzle) == "rows 1, 3 and 4"
    assert house_names((*rows[:2], columns[2]), puzzle) == "rows 1 and 2 and column 3"
    assert house_names(squares[:2], puzzle) == "box r1c1-r2c2 and box r1c3-r2c4"
