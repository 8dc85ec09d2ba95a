"""``explain``, ``hint`` and ``candidates``, as programs call them; what hints are made of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from corpus import shipped

from kenken_cp import (
    Cage,
    GridError,
    KenKenError,
    Level,
    LimitReachedError,
    Puzzle,
    candidates,
    explain,
    hint,
    solve,
    why,
)
from kenken_cp.logic.hint import Hint, Wrong, easiest_steps, find_wrong, hint_for
from kenken_cp.logic.techniques.minimal_reason import MINIMAL_REASON
from kenken_cp.logic.techniques.subsets import NAKED_SINGLE

CS332 = shipped()["4x4/cs332.kk"]
IMPOSSIBLE = Puzzle(3, [Cage([(0, 0), (0, 1)], "+", 6)])
SEVERAL = Puzzle(3, [Cage([(0, 0)], "=", 1)])


class TestExplain:
    def test_the_way_to_the_only_solution(self):
        found = explain(CS332)
        assert found.board == solve(CS332).solution
        assert found.solutions == 1
        assert found.sentences[0] == "3- at r1c2 r1c3 needs 1 and 4."
        assert str(found).splitlines() == list(found.sentences)
        assert found.ending == ""

    @pytest.mark.parametrize(
        ("puzzle", "count", "ending"),
        [
            (
                SEVERAL,
                2,
                "No technique places another value; the puzzle has more than one solution.",
            ),
            (
                IMPOSSIBLE,
                0,
                "Nothing is left that makes 6+ at r1c1 r1c2: the puzzle has no solution.",
            ),
            (
                shipped()["impossible/6x6-total.kk"],
                0,
                "The sum of rows 1-6 is 126; 125+ at r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r2c1 r2c2 ... "
                "(36 cells) is inside, and no cell is left: the puzzle has no solution.",
            ),
        ],
    )
    def test_none_and_several(self, puzzle, count, ending):
        found = explain(puzzle)
        assert found.solutions == count
        assert found.sentences == (found.ending,) == (ending,)
        assert found.guesses == 0

    def test_what_sums_of_whole_lines_show_comes_first(self):
        sums = {(1, 0): 7, (1, 2): 7, (1, 4): 8}
        puzzle = Puzzle(6, [Cage([(r, c), (r, c + 1)], "+", n) for (r, c), n in sums.items()])
        found = explain(puzzle)
        assert found.sentences == (found.ending,)
        assert found.ending.startswith("The sum of row 2 is 21; the cages inside make 22, and")
        assert why(puzzle).conflict.deduction is not None

    def test_a_limit(self):
        for verb in (explain, candidates):
            with pytest.raises(LimitReachedError, match="timeout after"):
                verb(shipped()["9x9/hard.kk"], seconds=1e-9)
        for verb in (explain, hint, candidates):
            with pytest.raises(KenKenError, match="expected more than 0 seconds"):
                verb(CS332, seconds=0)


class TestHint:
    def test_where_to_look_gives_no_value_away(self):
        found = hint(CS332, [[3, 0, 0, 0], [0] * 4, [None, None, None, 3], [0] * 4])
        assert found.found == "next"
        assert str(found) == "Look at 4+ at r3c4 r4c4.\nLook at r4c4."
        assert found.revealed[-1] == "r4c4 can only be 1."
        assert found.steps[-1].places == (((3, 3), 1),)

    def test_hints_lead_to_the_solution(self):
        board = np.zeros((4, 4), dtype=np.int8)
        while (found := hint(CS332, board)).found == "next":
            for cell, value in found.steps[-1].places:
                board[cell] = value
        assert (found.found, str(found)) == ("solved", "The board is solved.")
        assert tuple(map(tuple, board.tolist())) == solve(CS332).solution

    def test_wrong_entries(self):
        found = hint(CS332, [[3, 2, 0, 0], [0] * 4, [0] * 4, [0, 0, 0, 4]])
        assert (found.found, str(found)) == ("wrong", "Wrong: r1c2 = 2, r4c4 = 4.")
        assert found.wrong.entries == {(0, 1): 2, (3, 3): 4}
        together = hint(SEVERAL, [[0, 0, 0], [0, 2, 0], [0, 0, 2]])
        assert str(together) == "No solution has all of r2c2 = 2, r3c3 = 2."

    def test_stuck(self):
        found = hint(SEVERAL)
        assert (found.found, found.stuck, found.value) == ("stuck", ((0, 1), (2, 3)), None)
        assert str(found) == (
            "No technique places another value; the puzzle has more than one solution. "
            "Try the 2 candidates of r1c2."
        )
        assert found.revealed[-1] == "They are 2, 3."
        assert found.board[0] == (1, None, None)

    def test_stuck_where_the_puzzle_has_one_solution(self):
        found = Hint(CS332, solve(CS332).count, stuck=((0, 0), (1, 3)), value=3)
        assert (found.found, found.value) == ("stuck", 3)
        assert str(found) == "No technique finds more. Try the 2 candidates of r1c1."
        assert found.revealed[-1] == "It is 3."

    def test_no_solution(self):
        found = hint(IMPOSSIBLE)
        assert (found.found, found.solutions) == ("none", 0)
        assert found.revealed == found.sentences == ("The puzzle has no solution.",)

    @pytest.mark.parametrize(
        ("board", "message"),
        [
            ([[0] * 3] * 2, "the grid has 2 rows; expected 3 rows of 3 values"),
            ([[0] * 2] * 3, "row 1 of the grid has 2 values; expected 3 rows of 3 values"),
            ([[0, 4, 0]] * 3, "r1c2 of the board is 4; expected one of 1 2 3, or None"),
            ([[0, ".", 0]] * 3, "r1c2 of the board is '.'; expected one of 1 2 3, or None"),
            ([[0, True, 0]] * 3, "r1c2 of the board is True; expected one of 1 2 3, or None"),
            ("... ... ...", "the grid is '... ... ...'; expected 3 rows of 3 values"),
        ],
    )
    def test_a_bad_board_is_refused(self, board, message):
        for verb in (hint, candidates):
            with pytest.raises(GridError) as caught:
                verb(SEVERAL, board)
            assert str(caught.value) == message

    def test_zero_is_a_value_where_the_puzzle_has_it(self):
        puzzle = Puzzle(2, [Cage([(0, 0), (0, 1)], "-", 1)], values=(0, 1))
        assert hint(puzzle, [[0, None], [None, None]]).found == "next"
        assert candidates(puzzle, [[0, None], [None, None]]) == (((0,), (1,)), ((1,), (0,)))


def test_a_hint_ends_in_a_placement_and_has_no_more_steps_than_it_needs():
    steps, stuck = easiest_steps(shipped()["4x4/cs332.kk"], {})
    assert [step.technique for step in steps] == ["cage values", "hidden single"]
    assert steps[-1].places == (((3, 3), 1),)
    assert stuck is None


def test_where_the_techniques_end_it_goes_on_by_minimal_reasons():
    steps, stuck = easiest_steps(CS332, {}, [NAKED_SINGLE, MINIMAL_REASON])
    assert {step.technique for step in steps[:-1]} == {"minimal reason"}
    (((row, column), value),) = steps[-1].places
    assert solve(CS332).solution[row][column] == value
    assert stuck is None
    assert easiest_steps(CS332, {}, [NAKED_SINGLE]) == ((), ((0, 0), (1, 2, 3, 4)))


def test_entries_wrong_among_several_solutions():
    puzzle = Puzzle(3, [Cage([(0, 0), (0, 1)], "+", 3)])
    assert find_wrong(puzzle, {(0, 0): 3, (1, 1): 1}, None) == Wrong({(0, 0): 3})
    assert find_wrong(puzzle, {(0, 0): 1, (1, 1): 1}, None) is None


def test_a_board_that_is_too_large_for_clauses_is_refused_unless_it_is_full_and_right():
    with pytest.raises(KenKenError, match="40x40 kenken puzzle is too large"):
        find_wrong(Puzzle(40), {(0, 0): 1}, None)
    full = {(r, c): (r + c) % 40 + 1 for r in range(40) for c in range(40)}
    assert find_wrong(Puzzle(40), full, None) is None
    with pytest.raises(KenKenError, match="too large"):
        find_wrong(Puzzle(40), full | {(0, 0): 2}, None)
    squares = [[[(r + c + s) % 40 + 1 for c in range(40)] for r in range(40)] for s in (0, 1)]
    known = replace(solve(SEVERAL), grids=tuple(tuple(map(tuple, square)) for square in squares))
    assert hint_for(Puzzle(40), {(0, 0): 1}, known).found != "wrong"


def test_entries_wrong_together():
    conflict = {(0, 0): 1, (2, 0): 1}
    wrong = find_wrong(Puzzle(3), {**conflict, (1, 1): 2, (1, 2): 1}, None)
    assert wrong == Wrong(conflict, together=True)
    blocked = {(0, 0): 1, (0, 1): 2, (1, 2): 3}
    wrong = find_wrong(Puzzle(3), blocked, None)
    assert wrong == Wrong(blocked, together=True)


class TestCandidates:
    def test_deduction_solves_what_it_can(self):
        puzzle = shipped()["5x5/hard.kk"]
        solution = solve(puzzle).solution
        assert candidates(puzzle) == tuple(tuple((v,) for v in row) for row in solution)
        few, more = (
            sum(len(cell) for row in candidates(puzzle, level=level) for cell in row)
            for level in ("hard", Level.EASY)
        )
        assert few < more

    def test_a_board_narrows_them(self):
        assert candidates(Puzzle(2)) == (((1, 2),) * 2,) * 2
        assert candidates(Puzzle(2), [[1, None], [None, None]]) == (((1,), (2,)), ((2,), (1,)))

    def test_none_are_left_where_there_is_no_solution(self):
        assert candidates(IMPOSSIBLE) == (((),) * 3,) * 3
        assert candidates(Puzzle(2), [[1, 1], [None, None]]) == (((),) * 2,) * 2
