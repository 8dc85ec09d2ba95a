"""The strategies: what they find, in what order, and what they report on the way."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest
from clocks import limited
from corpus import grid_of, shipped
from hypothesis import assume, given
from hypothesis import strategies as st

from kenken_cp import loads
from kenken_cp.clock import Status, StoppedError
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.events import DeadEnd, Deduced, Expanded, Found, Round, Stuck, Tried
from kenken_cp.logic.solver import events
from kenken_cp.logic.steps import take_all
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.logic.techniques.cages import CAGE_COMBINATIONS, CAGE_OVERLAP
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import violations
from kenken_cp.search.limits import Limits
from kenken_cp.search.verbs import find_solutions
from puzzles import board_sizes, examples, planted

GUESSING = [strategy.name for strategy in STRATEGIES if strategy.guesses]


def happening(puzzle, strategy, kind=object, **more):
    return [e for e in events(puzzle, STRATEGIES.named(strategy), **more) if isinstance(e, kind)]


def open_cells_of(board):
    return sum(row.count(None) for row in board)


def found(puzzle, strategy, **more):
    return [event.grid for event in happening(puzzle, strategy, Found, **more)]


@cache
def truth(puzzle, most):
    """The set of solutions, from CP-SAT; None if there are more than ``most``."""
    outcome = find_solutions(puzzle, lambda _: True, Limits(most + 1), keep=most + 1)
    return set(outcome.grids) if outcome.status is Status.EXHAUSTED else None


# --- the facts of the documents ------------------------------------------------------------------


@pytest.mark.parametrize("size", [4, 5, 6])
def test_deduction_needs_no_guess_on_the_wiki_puzzles(size):
    puzzle = shipped()[f"{size}x{size}/cs332.kk"]
    happened = happening(puzzle, "deduction")
    assert not any(isinstance(event, Expanded) and len(event.values) > 1 for event in happened)
    assert not any(isinstance(event, (Tried, DeadEnd)) for event in happened)
    assert [event.grid for event in happened if isinstance(event, Found)] == [*truth(puzzle, 1)]


@pytest.mark.parametrize(
    ("name", "cell", "value"), [("4x4/cs332.kk", (2, 3), 3), ("5x5/cs332.kk", (2, 2), 4)]
)
def test_the_first_placements_of_the_wiki_can_be_made(name, cell, value):
    """By the wiki's own two techniques, before anything is placed."""
    puzzle = shipped()[name]
    candidates = Candidates(puzzle)
    take_all(candidates, (CAGE_COMBINATIONS, CAGE_OVERLAP))
    assert len(candidates.open_cells) == len(puzzle.cells)
    index = candidates.instance.index(cell)
    assert candidates.domain.values(candidates.masks[index]) == (value,)


WIKI_4X4 = [
    ((1, 2), (1, 4), 16, 1),
    ((1, 3), (4,), 15, 1),
    ((1, 4), (2,), 14, 1),
    ((1, 1), (3,), 13, 1),
    ((3, 1), (1,), 12, 1),
    ((3, 4), (3,), 11, 1),
    ((3, 3), (), 10, None),
    ((1, 3), (1,), 15, 0),
    ((1, 4), (2,), 14, 0),
    ((1, 1), (3,), 13, 0),
]
"""(cell as the wiki writes it, values, open cells, queue length; none is written at a dead end)."""


def test_best_first_begins_as_the_wiki_does():
    expansions = happening(shipped()["4x4/cs332.kk"], "best-first", Expanded)
    assert [
        (
            (event.cell[0] + 1, event.cell[1] + 1),
            event.values,
            event.open_cells,
            event.queue if event.after else None,
        )
        for event in expansions[: len(WIKI_4X4)]
    ] == WIKI_4X4


def test_best_first_meets_the_dead_end_of_the_wiki():
    dead_end = happening(shipped()["4x4/cs332.kk"], "best-first", DeadEnd)[0]
    board = ((3, 1, 4, 2), (None,) * 4, (1, None, None, 3), (None,) * 4)
    assert (dead_end.board, dead_end.depth, dead_end.why) == (board, 6, "no value is left for r3c3")


EIGHT = [
    "254316 532461 123654 361245 416523 645132",
    "254316 532461 123654 361245 416532 645123",
    "254316 532461 321654 163245 416523 645132",
    "254316 532461 321654 163245 416532 645123",
    "254361 532416 123654 361245 416523 645132",
    "254361 532416 123654 361245 416532 645123",
    "254361 532416 321654 163245 416523 645132",
    "254361 532416 321654 163245 416532 645123",
]


def test_backtracking_finds_the_eight_in_the_order_of_the_document():
    solutions = found(shipped()["ambiguous/6x6-eight.kk"], "backtracking", boards=False)
    assert solutions == [grid_of(digits.replace(" ", ""), 6) for digits in EIGHT]


def test_patterns_get_stuck_on_the_first_sudoku():
    happened = happening(shipped()["9x9/sudoku-stuck.kk"], "patterns")
    assert isinstance(happened[-1], Stuck)
    assert not any(isinstance(event, (Found, Tried)) for event in happened)
    board, (solution,) = happened[-1].board, truth(shipped()["9x9/sudoku-stuck.kk"], 1)
    assert 0 < open_cells_of(board) < 81
    for row, rights in enumerate(solution):
        for column, right in enumerate(rights):
            assert board[row][column] in (None, right)
            assert right in happened[-1].candidates[row][column]


def test_patterns_solve_the_second_sudoku():
    (grid,) = found(shipped()["9x9/sudoku-patterns.kk"], "patterns")
    assert grid == grid_of(
        "135769248467823915298154763581247639374695182926318457643982571812576394759431826", 9
    )


# --- every strategy ------------------------------------------------------------------------------

SMALL = [
    name
    for name, puzzle in shipped().items()
    if max(puzzle.rows, puzzle.columns) <= 6
    and puzzle.expected is not None
    and puzzle.expected <= 20
    if all(len(cage.cells) < 20 for cage in puzzle.cages)
]
"""Not the one whose single cage says nothing until the board is nearly full."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if number % 2 else [])
        for number, name in enumerate(SMALL)
    ],
)
def test_all_strategies_find_the_solutions_that_cp_sat_finds(name):
    puzzle = shipped()[name]
    for strategy in set(GUESSING) - {"backtracking"}:
        solutions = found(puzzle, strategy)
        assert len(solutions) == len(set(solutions)) == puzzle.expected
        assert set(solutions) == truth(puzzle, 20), strategy
    if max(puzzle.rows, puzzle.columns) <= 5:
        solutions = found(puzzle, "backtracking")
        assert solutions == sorted(truth(puzzle, 20))


@examples(100)
@given(planted(sizes=board_sizes(1, 3)))
def test_all_strategies_find_all_solutions(puzzle_and_grid):
    puzzle, grid = puzzle_and_grid
    every = truth(puzzle, 50)
    assume(every is not None)
    solutions = found(puzzle, "backtracking")
    assert grid in solutions
    assert solutions == sorted(every)
    for strategy in GUESSING:
        assert sorted(found(puzzle, strategy)) == solutions
        assert found(puzzle, strategy, boards=False) == found(puzzle, strategy)
        counts = [
            [
                event.open_cells
                for event in events(puzzle, STRATEGIES.named(strategy), boards=boards)
                if isinstance(event, Expanded)
            ]
            for boards in (True, False)
        ]
        assert counts[0] == counts[1]


# --- what they report ----------------------------------------------------------------------------


@examples(200)
@given(planted(most=5), st.sampled_from(tuple(STRATEGIES)))
def test_events_agree_with_each_other(puzzle_and_grid, strategy):
    """Boards only ever gain what is reported; depth first, each comes after its parent, and before
    anything that is not below this parent.
    """
    puzzle, _ = puzzle_and_grid
    path = [((None,) * puzzle.columns,) * puzzle.rows]
    for event in islice(events(puzzle, strategy), 300):
        match event:
            case Expanded():
                row, column = event.cell
                assert open_cells_of(event.before) == event.open_cells
                assert event.before[row][column] is None
                assert (event.after is None) == (event.values == ())
                if event.after is not None:
                    assert with_value(event.before, event.cell, event.values[0]) == event.after
            case Tried():
                assert event.board[event.cell[0]][event.cell[1]] == event.value
                assert event.depth >= 1
                if strategy.name in ("backtracking", "mcv-lcv"):
                    assert event.depth <= len(path)
                    del path[event.depth :]
                    assert with_value(path[-1], event.cell, event.value) == event.board
                    path.append(event.board)
            case Round():
                board = event.before
                for cell, value in event.placements:
                    board = with_value(board, cell, value)
                assert board == event.after
            case Deduced():
                assert event.step.places or event.step.eliminates
            case Found():
                assert violations(puzzle, event.grid) == []


def with_value(board, cell, value):
    rows = [list(row) for row in board]
    rows[cell[0]][cell[1]] = value
    return tuple(map(tuple, rows))


def test_backtracking_says_why_it_pruned():
    puzzle = loads("ab\ncb\n\na 1\nb 2/\nc 2\n")
    assert [
        (event.cell, event.value, event.depth, event.broken)
        for event in happening(puzzle, "backtracking", Tried)
    ] == [
        ((0, 0), 1, 1, None),
        ((0, 1), 1, 2, "r1c1 is 1"),
        ((0, 1), 2, 2, None),
        ((1, 0), 1, 3, "r1c1 is 1"),
        ((1, 0), 2, 3, None),
        ((1, 1), 1, 4, None),
        ((1, 1), 2, 4, "r2c1 is 2"),
        ((0, 0), 2, 1, "1 cannot be met"),
    ]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("impossible/3x3-sum.kk", "nothing is left that makes 7+ at r1c1 r1c2"),
        ("impossible/4x4-line.kk", "no value is left for r3c1"),
        (
            "impossible/6x6-total.kk",
            "the sum of rows 1-6 is 126; 125+ at r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r2c1 r2c2 ... "
            "(36 cells) is inside, and no cell is left",
        ),
    ],
)
def test_a_dead_end_says_why(name, why):
    (dead_end,) = happening(shipped()[name], "deduction", DeadEnd)
    assert dead_end.why == why


def test_what_was_found_beside_a_dead_end_does_not_count():
    candidates = Candidates(Puzzle((1, 3), values=range(1, 5)))  # no row must hold every value
    for cell, mask in enumerate((0b1, 0b10, 0b1)):
        candidates.keep(cell, mask)
    happened = list(events(candidates, STRATEGIES.named("propagation")))
    steps = [event.step for event in happened if isinstance(event, Deduced)]
    assert [step.places for step in steps] == [(((0, 0), 1),)]
    assert happened[-1].why == "no value is left for r1c3"


def test_the_value_that_fewest_open_peers_have_is_tried_first():
    candidates = Candidates(Puzzle(3))
    for peer, mask in ((1, 0b11), (2, 0b11), (3, 0b101)):
        candidates.keep(peer, mask)
    assert STRATEGIES.named("mcv-lcv").value_order(candidates, 0) == [0b100, 0b10, 0b1]


def test_the_queue_does_not_count_boards_that_were_pruned():
    """Row by row on an empty 2x2: the other first value waits, and nothing else."""
    expansions = happening(Puzzle(2, ()), "backtracking", Expanded)
    assert [event.queue for event in expansions] == [1, 1, 1, 1, 0, 0, 0]


def test_events_come_as_they_happen():
    """An empty board of order nine has 5.5e27 solutions: who collects them first never returns."""
    for strategy in STRATEGIES:
        assert len(list(islice(events(Puzzle(9, ()), strategy), 20))) == (
            20 if strategy.guesses else 1
        )


def test_branching_on_many_values_can_be_stopped(monkeypatch):
    copies = []

    def counted(candidates, copy=Candidates.copy):
        copies.append(candidates)
        return copy(candidates)

    monkeypatch.setattr(Candidates, "copy", counted)
    happening = events(Puzzle(3, values=range(1, 1001)), STRATEGIES.named("mcv-lcv"), boards=False)
    with pytest.raises(StoppedError), limited(lambda: len(copies) > 9 or None):
        list(happening)
    assert len(copies) == 10
