"""Free lines, counted by representatives of their states."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import board_sizes, examples, planted
from truth import agrees

from kenken_cp import Cage, Puzzle, boxes, count
from kenken_cp.backends.cover import frontier, frontier_symmetry
from kenken_cp.backends.cover.frontier import FrontierCounting
from kenken_cp.backends.cover.frontier_symmetry import Representatives, free_lines
from kenken_cp.encode.exact_cover import ExactCover

GIVEN = Cage([(0, 0)], "given", 2)


def finished(method):
    while True:
        try:
            next(method.steps)
        except StopIteration as ended:
            return ended.value


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
        assert (found.cells if found else []) == (found.cells if expected else [])
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
        patch.setattr(frontier, "free_lines", lambda cover, **_: None)
        assert finished(FrontierCounting(ExactCover(puzzle))) == total


@given(st.data())
@examples(60)
def test_permuted_states_have_one_representative_or_are_equivalent(data):
    lines, values = data.draw(st.integers(2, 5)), data.draw(st.integers(2, 6))
    bits = [[line * values + value for value in range(values)] for line in range(lines)]
    state = data.draw(st.lists(st.sets(st.integers(0, values - 1)), min_size=lines, max_size=lines))
    moved = data.draw(st.permutations(range(values)))
    renamed = data.draw(st.permutations([{moved[value] for value in line} for line in state]))
    keys = [sum(1 << bits[line][value] for line in range(lines) for value in one[line])
            for one in (state, renamed)]  # fmt: skip
    find = Representatives(bits)
    first, second = find(np.array([keys], np.uint64)).T.tolist()
    for found in (first, second):
        sets = [
            {v for v in range(values) if found[0] >> bits[line][v] & 1} for line in range(lines)
        ]
        assert sorted(map(len, sets)) == sorted(map(len, state))
        assert sorted(sum(v in one for one in sets) for v in range(values)) == sorted(
            sum(v in one for one in state) for v in range(values)
        )
    if len({frozenset(line) for line in state}) == 1:
        assert first == second


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
    monkeypatch.setattr(frontier, "MAX_BYTES", 1 << 9)
    monkeypatch.setattr(frontier, "MAX_LINES_BETWEEN", 100)
    assert finished(FrontierCounting(ExactCover(Puzzle(4)))) == 576
    assert frontier_symmetry.MIN_FREE_LINES == 2
