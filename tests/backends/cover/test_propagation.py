"""Inference, and the choice of the item to branch on."""

from __future__ import annotations

import pytest
from hypothesis import given

from kenken_cp import Cage, Puzzle
from kenken_cp.backends.cover.propagation import most_constrained, propagate
from kenken_cp.backends.cover.search import walk
from kenken_cp.clock import Clock
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.encode.masks import numbers_in
from puzzles import board_sizes, planted


@given(planted(sizes=board_sizes(1, 4)))
def test_keeps_what_a_solution_needs(puzzle_and_grid):
    puzzle, grid = puzzle_and_grid
    cover = ExactCover(puzzle)
    live, items = propagate(cover, cover.all_options, cover.primary_items)
    flat = [value for row in grid for value in row]
    needed = [
        option
        for group in cover.option_groups
        for option in numbers_in(group.mask & live)
        if group.row(option) == tuple(flat[cell] for cell in group.cells)
    ]
    assert cover.grid(needed) == grid
    assert all((live & item).bit_count() > 1 for item in items)


def test_an_item_without_options_ends_it():
    cover = ExactCover(Puzzle(2, [Cage([(0, 0), (0, 1)], "+", 4)]))
    assert propagate(cover, cover.all_options, cover.primary_items)[0] == 0


def test_the_most_constrained_item_has_the_fewest_options():
    assert most_constrained(0b111101, [0b000111, 0b111000, 0b001110]) == 0b000111
    assert most_constrained(0b111111, [0b000111, 0b011000, 0b110000]) == 0b011000


def test_each_leaf_of_a_walk_has_its_share_of_the_tree(monkeypatch):
    """Where all branches are alike: three values, then two, then two."""
    monkeypatch.setattr("kenken_cp.clock.SECONDS_BETWEEN_REPORTS", 0.0)
    shares: list[float | None] = []
    clock = Clock(report=lambda report: shares.append(report.share))
    grids = [grid for grid in walk(ExactCover(Puzzle(3)), clock) if grid is not None]
    known = sorted({share for share in shares if share is not None})
    assert len(grids) == 12
    assert known == pytest.approx([leaf / 12 for leaf in range(1, 13)])
