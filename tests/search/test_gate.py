"""The gate: no grid passes that breaks the rules or that came before, alone or among thousands."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kenken_cp import CALCUDOKU, KILLER, Cage, InternalError, Puzzle, Status, loads
from kenken_cp.backends.brute_force import search as by_brute_force
from kenken_cp.clock import Clock
from kenken_cp.model.rules import Checker, violations
from kenken_cp.search import gate
from kenken_cp.search.gate import Gate
from kenken_cp.search.grid_arrays import all_are_solutions, cell_type
from puzzles import board_sizes, examples, planted

LATIN3 = Puzzle(3)


def gate_of(puzzle, visit=None, *, most=None, keep=0):
    return Gate(puzzle, "engine", visit, Clock(), most=most, keep=keep)


@cache
def solutions_of(puzzle):
    """The first solutions, as many as a test needs."""
    found = []
    by_brute_force(puzzle, lambda batch: not found.extend(batch) and len(found) < 600, Clock())
    return found


def array_of(grids, values=(1,)):
    flat = [[value for row in grid for value in row] for grid in grids]
    return np.array(flat, cell_type(values))


AS_GIVEN = pytest.mark.parametrize("as_given", [list, array_of], ids=["a list", "an array"])


@AS_GIVEN
class TestWhatPasses:
    def test_right_grids(self, as_given):
        seen = []
        passing = gate_of(LATIN3, seen.append, keep=2)
        grids = solutions_of(LATIN3)
        assert passing.receive(as_given(grids[:5]))
        assert passing.receive(as_given(grids[5:]))
        assert seen == grids
        assert passing.grids == grids[:2]
        assert (passing.count, passing.closed, passing.error) == (12, None, None)
        assert {type(value) for grid in seen for row in grid for value in row} == {int}

    def test_a_limit_cuts_a_batch_before_what_is_wrong_in_it(self, as_given):
        seen = []
        passing = gate_of(LATIN3, seen.append, most=2)
        grids = solutions_of(LATIN3)
        assert not passing.receive(as_given([*grids[:2], grids[0]]))
        assert seen == grids[:2]
        assert (passing.closed, passing.error) == (Status.LIMIT, None)
        assert not passing.receive(as_given(grids[3:]))
        assert passing.count == 2

    @pytest.mark.parametrize("answer", [False, np.False_])
    def test_a_visitor_closes_it_by_false(self, as_given, answer):
        seen = []
        passing = gate_of(LATIN3, lambda grid: seen.append(grid) or answer)
        assert not passing.receive(as_given(solutions_of(LATIN3)[:3]))
        assert not passing.receive(as_given(solutions_of(LATIN3)[3:]))
        assert len(seen) == passing.count == 1
        assert passing.closed is Status.LIMIT

    @pytest.mark.parametrize("answer", [0, "", None, [], True])
    def test_by_nothing_else(self, as_given, answer):
        passing = gate_of(LATIN3, lambda grid: answer)
        assert passing.receive(as_given(solutions_of(LATIN3)))
        assert passing.count == 12

    def test_what_a_visitor_raises_is_kept(self, as_given):
        def visit(grid):
            raise ZeroDivisionError

        passing = gate_of(LATIN3, visit)
        assert not passing.receive(as_given(solutions_of(LATIN3)))
        assert isinstance(passing.error, ZeroDivisionError)
        assert passing.count == 1

    def test_it_closes_within_a_batch_when_the_clock_stops(self, as_given):
        passing = gate_of(LATIN3, lambda grid: passing._clock.stop())
        assert not passing.receive(as_given(solutions_of(LATIN3)))
        assert (passing.count, passing.closed) == (1, Status.INTERRUPTED)


@AS_GIVEN
class TestWhatDoesNot:
    def refused(self, puzzle, batch, match):
        passing = gate_of(puzzle)
        assert not passing.receive(batch)
        with pytest.raises(InternalError, match=match):
            raise passing.error

    def test_a_wrong_grid(self, as_given):
        right = solutions_of(LATIN3)[0]
        wrong = (right[0], right[0], right[2])
        self.refused(LATIN3, as_given([right, wrong]), "engine gave a wrong grid for")

    def test_a_grid_twice_in_a_batch(self, as_given):
        grids = solutions_of(LATIN3)
        self.refused(LATIN3, as_given([*grids[:3], grids[1]]), "twice")

    @pytest.mark.parametrize("first", [list, array_of])
    def test_a_grid_of_an_earlier_batch(self, as_given, first):
        grids = solutions_of(LATIN3)
        passing = gate_of(LATIN3)
        assert passing.receive(first(grids[:3]))
        assert not passing.receive(as_given(grids[2:4]))
        with pytest.raises(InternalError, match="twice"):
            raise passing.error


@pytest.mark.parametrize(
    "batch",
    [
        [[[1, 2], [2, 1]]],
        [((1, 2), (2, True))],
        [((np.int64(1), 2), (2, 1))],
        [((1.0, 2.0), (2.0, 1.0))],
        [((1, 2, 2), (1,))],
        [((1, 2), (2, 1), (1, 2))],
        [((1, 2),)],
        ((1, 2), (2, 1)),  # a grid, not a list of grids
        np.array([[1, 2], [2, 1]]),
        np.array([[1.0, 2, 2, 1]]),
        np.array(1),
        None,
        7,
    ],
)
def test_what_is_no_batch_of_grids_of_the_board(batch):
    passing = gate_of(Puzzle(2))
    assert not passing.receive(batch)
    with pytest.raises(InternalError, match="engine gave") as raised:
        raise passing.error
    assert "\n" not in str(raised.value)


class TestRepetition:
    GRIDS = solutions_of(Puzzle(4))

    @AS_GIVEN
    @pytest.mark.parametrize(
        ("bound", "most"), [("MAX_REMEMBERED_GRIDS", 64), ("MAX_REMEMBERED_CELLS", 64 * 16)]
    )
    def test_memory_is_bounded_and_systematic_repetition_still_seen(
        self, as_given, bound, most, monkeypatch
    ):
        monkeypatch.setattr(gate, bound, most)
        passing = gate_of(Puzzle(4))
        for start in range(0, 576, 48):
            assert passing.receive(as_given(self.GRIDS[start : start + 48]))
            assert len(passing._seen) <= 64
        assert not passing.receive(as_given(self.GRIDS))
        assert "twice" in str(passing.error)


@examples(80)
@given(planted(sizes=board_sizes(2, 4)), st.randoms(use_true_random=False))
def test_arrays_are_judged_as_the_rules_judge(puzzle_and_grid, chance: random.Random):
    """On the planted grid with some cells changed to any value, or to one that is none."""
    puzzle, grid = puzzle_and_grid
    grids = {grid}
    for _ in range(20):
        rows = [list(row) for row in grid]
        for _ in range(chance.randint(1, 3)):
            row = chance.choice(rows)
            row[chance.randrange(len(row))] = chance.choice(
                [*puzzle.values, max(puzzle.values) + 1]
            )
        grids.add(tuple(map(tuple, rows)))
    for one in grids - {grid}:
        passing = gate_of(puzzle, keep=2)
        if passing.receive(array_of([grid, one], (*puzzle.values, 0))):
            assert not violations(puzzle, one)
            assert passing.grids == [grid, one]
        else:
            assert violations(puzzle, one)
            assert "wrong grid" in str(passing.error)


@pytest.mark.parametrize(
    "text",
    [
        "values: 100..103\na a b b\nc . . d\nc . . d\n. . . .\n\na 203+\nb 1-\nc 1-\nd 203+",
        "values: 0 1 2 200\na a . .\n. . . .\n. . . .\n. . . .\n\na 200-",
        "size: 3x5\nvalues: 0..5\na a . b b\n. a . . .\nc c . . d\n\na 6+\nb 2-\nc 0*\nd 4",
        "a a a a\na a a a\na . . .\n. . . .\n\na 23+",
    ],
    ids=["large", "wide apart", "a rectangle", "a cage of nine cells"],
)
def test_other_values_and_wide_cages(text):
    puzzle = loads(text)
    grids = solutions_of(puzzle)[:200]
    assert len(grids) > 20
    passing = gate_of(puzzle, keep=200)
    assert passing.receive(array_of(grids, puzzle.values))
    assert passing.grids == grids
    wrong = [grid for grid in (grid[::-1] for grid in grids) if violations(puzzle, grid)]
    assert wrong
    for grid in wrong[:20]:
        passing = gate_of(puzzle)
        assert not passing.receive(array_of([grid], puzzle.values))
        assert "wrong grid" in str(passing.error)


MIXED = [
    Cage([(0, 0), (0, 1)], "+", 3),
    Cage([(0, 2), (1, 2)], None, 2),
    Cage([(1, 0), (1, 1), (2, 0)], "+", 8),
    Cage([(2, 2)], "given", 2),
]


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(3),
        Puzzle(3, houses=[((0, 0), (1, 1), (2, 2))]),
        Puzzle(3, MIXED, rules=CALCUDOKU),
        Puzzle(3, [Cage([(0, 0), (1, 1)], "+", 4)], rules=KILLER),
        Puzzle((2, 3), [Cage([(0, 0), (1, 1)], "+", 0)], values=(-1, 0, 1, 2)),
    ],
    ids=["houses", "diagonal", "cages", "killer", "rectangle"],
)
def test_of_grids_those_pass_that_are_solutions(puzzle):
    grids = list(product(puzzle.values, repeat=len(puzzle.cells)))
    broken_rules, cells = Checker(puzzle), np.array(grids, cell_type(puzzle.values))
    places = {grid: place for place, grid in enumerate(grids)}
    known = {places[sum(grid, ())] for grid in solutions_of(puzzle)}
    # Every fifth of the others: 5 shares no factor with the numbers of values, so that in each cell
    # each value comes with any others.
    looked_at = sorted({*known, *range(0, len(grids), 5)})
    right = [place for place in looked_at if not broken_rules(grids[place])]
    assert {*right} == known
    assert right == [
        place for place in looked_at if all_are_solutions(puzzle, cells[place : place + 1])
    ]
    assert all_are_solutions(puzzle, cells[right])
