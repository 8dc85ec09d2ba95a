"""Counting solutions with each choice of hidden operators that explains them."""

from __future__ import annotations

from itertools import product

import pytest
from engines import each_engine, reference
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, latin_squares, partitions

from kenken_cp import CALCUDOKU, KENKEN, Cage, Limits, Puzzle, Status, count
from kenken_cp.backends.cover.components import ComponentCaching
from kenken_cp.backends.cover.frontier.counting import FrontierCounting
from kenken_cp.encode import exact_cover
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.errors import InternalError, LimitReachedError
from kenken_cp.search.backend import BACKENDS, Backend
from kenken_cp.search.protocol import Counted
from kenken_cp.search.run import count_with_operators

TWICE = Puzzle(3, [Cage([(0, 0), (0, 1)], None, 2), Cage([(1, 0), (2, 0)], None, 2)])
"""1 and 2 make 2 by * and by /; 1 and 3 by - alone."""


def choices(puzzle, grids):
    """Pairs of a grid and a choice of an operator for each cage, one by one."""
    found = 0
    for grid in grids:
        values = [[grid[row][column] for row, column in cage.cells] for cage in puzzle.cages]
        for chosen in product(*map(puzzle.possible_operators, puzzle.cages)):
            found += all(
                operator.holds(mine, cage.target)
                for operator, mine, cage in zip(chosen, values, puzzle.cages, strict=True)
            )
    return found


@st.composite
def hidden(draw):
    """A puzzle of hidden operators, with a planted solution; some values may be 0."""
    size, rules = draw(st.integers(2, 4)), draw(st.sampled_from([KENKEN, CALCUDOKU]))
    least = draw(st.integers(0, 1))
    values = tuple(range(least, size + least))
    grid = draw(latin_squares(size, values))
    cages = []
    for cells in draw(partitions(size)):
        mine = [grid[row][column] for row, column in sorted(cells)]
        possible = rules.possible_operators(len(cells))
        targets = [target for op in possible if (target := op.evaluate(mine)) is not None]
        if targets:
            cages.append(Cage(cells, None, draw(st.sampled_from(targets))))
    return Puzzle(size, cages, values, rules=rules)


@each_engine
@examples(20)
@given(puzzle=hidden())
def test_every_choice_is_counted(backend, puzzle):
    if backend == "brute-force" and puzzle.rows > 3:
        return
    grids = reference(puzzle, "cover")
    outcome = count_with_operators(puzzle, backend=backend)
    assert outcome.status is Status.EXHAUSTED
    assert (outcome.count, outcome.with_operators) == (len(grids), choices(puzzle, grids))
    assert outcome.count.exact
    assert outcome.with_operators.exact


def by(method):
    try:
        while True:
            next(method.steps)
    except StopIteration as ended:
        return ended.value


@pytest.mark.parametrize("most_listed", [0, 1000])
@pytest.mark.parametrize("rules", [KENKEN, CALCUDOKU])
def test_both_methods_on_lists_and_automata(monkeypatch, most_listed, rules):
    monkeypatch.setattr(exact_cover, "MAX_LISTED_TUPLES", most_listed)
    cages = [Cage([(0, 0), (0, 1), (1, 0)], None, 6), Cage([(1, 2), (2, 2)], None, 2)]
    puzzle = Puzzle(3, cages, values=range(4), rules=rules)
    grids = reference(puzzle)
    expected = choices(puzzle, grids)
    assert expected > len(grids) > 0
    cover = ExactCover(puzzle, with_operators=True)
    assert bool(cover.transitions) == (most_listed == 0)
    assert by(ComponentCaching(cover)) == by(FrontierCounting(cover)) == expected


def test_shown_operators_are_no_choice():
    shown = Puzzle(3, [Cage([(0, 0), (0, 1)], "*", 2)])
    assert count(shown, with_operators=True) == count(shown)
    assert (count(TWICE), count(TWICE, with_operators=True)) == (4, 8)


@each_engine
def test_limits(backend):
    """A limit is one of solutions; each of these has two explanations."""
    outcome = count_with_operators(TWICE, Limits(1), backend=backend)
    assert outcome.status is Status.LIMIT
    assert (str(outcome.count), str(outcome.with_operators)) == ("1+", "2+")


def test_time():
    board = Puzzle(9, [Cage([(0, 0), (0, 1)], None, 3), Cage([(8, 7), (8, 8)], None, 6)])
    with pytest.raises(LimitReachedError) as caught:
        count(board, with_operators=True, seconds=0.05)
    assert not caught.value.outcome.with_operators.exact


class TestCountedAndWeighed:
    """An engine's two ways of counting, each standing in for one that may err."""

    def outcome(self, puzzle, counted, weighed):
        def never(*_):
            raise AssertionError("expected not to be asked")

        engine = Backend(
            "engine",
            "gives counts that were set beforehand",
            never,
            count=lambda *_: counted,
            count_with_operators=never if weighed is None else lambda *_: weighed,
        )
        with BACKENDS.registered(engine):
            return count_with_operators(puzzle, backend="engine")

    def test_fewer_choices_than_solutions_are_a_contradiction(self):
        with pytest.raises(InternalError, match=r"engine counted 4 solutions .* only 3 with"):
            self.outcome(TWICE, Counted(Status.EXHAUSTED, 4), Counted(Status.EXHAUSTED, 3))

    def test_as_many_choices_as_solutions_are_none(self):
        outcome = self.outcome(TWICE, Counted(Status.EXHAUSTED, 4), Counted(Status.EXHAUSTED, 4))
        assert (str(outcome.count), str(outcome.with_operators)) == ("4", "4")

    def test_a_bound_of_choices_is_at_least_the_solutions(self):
        outcome = self.outcome(TWICE, Counted(Status.EXHAUSTED, 4), Counted(Status.TIMEOUT, 3))
        assert outcome.status is Status.TIMEOUT
        assert (str(outcome.count), str(outcome.with_operators)) == ("4", "4+")

    @pytest.mark.parametrize("status", [Status.TIMEOUT, Status.INTERRUPTED])
    def test_what_is_not_counted_is_not_weighed(self, status):
        outcome = self.outcome(TWICE, Counted(status, 2), None)
        assert outcome.status is status
        assert (str(outcome.count), str(outcome.with_operators)) == ("2+", "2+")

    def test_nothing_is_weighed_where_no_operator_is_hidden(self):
        shown = Puzzle(3, [Cage([(0, 0), (0, 1)], "*", 2)])
        outcome = self.outcome(shown, Counted(Status.EXHAUSTED, 4), None)
        assert (str(outcome.count), str(outcome.with_operators)) == ("4", "4")
