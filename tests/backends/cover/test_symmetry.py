"""Free lines, counted by representatives of their states."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, permutations

import numpy as np
import pytest
from engines import finished
from hypothesis import given
from hypothesis import strategies as st
from strategies import board_sizes, examples, planted
from truth import agrees

from kenken_cp import Cage, Puzzle, boxes, count
from kenken_cp.backends.cover.frontier import counting as frontier_counting
from kenken_cp.backends.cover.frontier import frontier
from kenken_cp.backends.cover.frontier.counting import FrontierCounting
from kenken_cp.backends.cover.frontier.symmetry import Representatives, free_lines
from kenken_cp.encode.exact_cover import ExactCover

GIVEN = Cage([(0, 0)], "given", 2)


@pytest.mark.parametrize(
    ("puzzle", "rows", "columns"),
    [
        (Puzzle(4), 4, 4),
        (Puzzle((2, 5)), 2, 5),
        (Puzzle(4, [GIVEN]), 3, 3),
        (Puzzle(4, [Cage([(1, 0), (1, 3)], "+", 5)]), 3, 2),
        (Puzzle(4, [Cage([(0, 0), (1, 1), (2, 2)], "+", 5)]), 0, 0),
        (Puzzle(4, houses=boxes(4, 2, 2)), 0, 0),
        (Puzzle(4, houses=[[(0, 0), (1, 1)]]), 2, 2),
        (Puzzle(4, values=range(6)), 4, 4),
        (Puzzle(4, values=range(7)), 0, 0),
    ],
    ids=range(9),
)
def test_which_lines_are_free(puzzle, rows, columns):
    cover = ExactCover(puzzle)
    for columns_first, expected, length in (
        (False, rows, puzzle.columns),
        (True, columns, puzzle.rows),
    ):
        found = free_lines(cover, columns_first=columns_first)
        assert len(found.cells if found else []) == expected * length


@given(planted(sizes=board_sizes(2, 4), most=5), st.integers(0, 2), st.booleans())
@examples(60)
def test_free_lines_beside_others(puzzle_and_grid, lines, columns_first):
    puzzle, _ = puzzle_and_grid
    cages = [
        cage for cage in puzzle.cages if all(cell[columns_first] < lines for cell in cage.cells)
    ]
    puzzle = replace(puzzle, cages=tuple(cages), houses=())
    total = finished(FrontierCounting(ExactCover(puzzle)))
    assert agrees(total, puzzle)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frontier_counting, "free_lines", lambda cover, **_: None)
        assert finished(FrontierCounting(ExactCover(puzzle))) == total


@given(st.data())
@examples(60)
def test_a_representative_arises_by_permuting_lines_and_values(data):
    lines, values = data.draw(st.integers(2, 4)), data.draw(st.integers(2, 4))
    bits = [[line * values + value for value in range(values)] for line in range(lines)]
    state = data.draw(st.lists(st.sets(st.integers(0, values - 1)), min_size=lines, max_size=lines))

    def key(sets):
        return sum(1 << bits[line][value] for line in range(lines) for value in sets[line])

    equivalent = {
        key([{renamed[value] for value in line} for line in moved])
        for moved in permutations(state)
        for renamed in permutations(range(values))
    }
    found = Representatives(bits)(np.array([sorted(equivalent)], np.uint64))
    assert equivalent.issuperset(found[0].tolist())


def test_equivalent_states_are_nearly_always_one():
    """The states after three rows of a Latin square of order 6: those of which each value is in
    three columns, and each column has three. Up to the order of columns and values there are 7, as
    trying all permutations shows.
    """
    orders = [frozenset(chosen) for chosen in combinations(range(6), 3)]
    drawn = random.Random(1)
    states = []
    while len(states) < 300:
        sets = [set() for _ in range(6)]
        for _ in range(3):
            row = drawn.sample(range(6), 6)
            for column, value in zip(sets, row, strict=True):
                column.add(value)
        if all(frozenset(column) in orders for column in sets):
            states.append(sum(1 << 6 * line + value for line in range(6) for value in sets[line]))
    bits = [[6 * line + value for value in range(6)] for line in range(6)]
    found = Representatives(bits)(np.array([states], np.uint64))
    assert len(set(states)) > 250
    assert len(set(found[0].tolist())) < 30


def test_the_latin_squares_of_order_7():
    """OEIS A002860; the regular bipartite graphs of 7 and 7 nodes are few."""
    method = FrontierCounting(ExactCover(Puzzle(7)))
    assert finished(method) == 61_479_419_904_000
    assert method.statistics["widest"] < 50_000


@pytest.mark.complete
def test_givens_divide_the_latin_squares():
    """One given leaves a seventh of them; another in its line a sixth of these."""
    assert count(Puzzle(7, [GIVEN]), backend="cover") == 61_479_419_904_000 // 7
    both = [GIVEN, Cage([(0, 3)], "given", 5)]
    assert count(Puzzle(7, both), backend="cover") == 61_479_419_904_000 // 42


def test_a_frontier_that_is_full_leaves_it_to_the_others(monkeypatch):
    monkeypatch.setattr(frontier, "MAX_BYTES", 1 << 6)
    monkeypatch.setattr(frontier_counting, "MAX_LINES_BETWEEN", 100)
    method = FrontierCounting(ExactCover(Puzzle(4)))
    assert finished(method) == 576
    monkeypatch.setattr(frontier, "MAX_BYTES", 1 << 26)
    alone = FrontierCounting(ExactCover(Puzzle(4)))
    assert finished(alone) == 576
    assert method.statistics["states"] > alone.statistics["states"]
