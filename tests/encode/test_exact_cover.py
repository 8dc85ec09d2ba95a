"""Exact cover as data: options, items, what options exclude, automata."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from hypothesis import given
from oracle import solutions

from kenken_cp import Cage, Puzzle
from kenken_cp.encode import exact_cover as ec
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.encode.masks import mask_of, numbers_in
from kenken_cp.model.geometry import boxes
from puzzles import board_sizes, examples, planted


def row(size, number=0):
    return [(number, column) for column in range(size)]


def chosen_by(cover, grid):
    """The options that fill the board with a grid."""
    flat = [value for line in grid for value in line]
    live = 0
    for group in cover.option_groups:
        wanted = tuple(flat[cell] for cell in group.cells)
        for option in numbers_in(group.mask):
            if group.row(option) == wanted:
                live |= 1 << option
    return live


class TestOptions:
    def test_a_group_for_each_cage_and_each_free_cell(self):
        cover = ExactCover(Puzzle(3, [Cage(row(3), "+", 6), Cage([(1, 0)], "given", 2)]))
        assert [group.cells for group in cover.option_groups] == [
            (0, 1, 2),
            (3,),
            (4,),
            (5,),
            (6,),
            (7,),
            (8,),
        ]
        assert [group.mask.bit_count() for group in cover.option_groups] == [6, 1, 3, 3, 3, 3, 3]
        assert sum(group.mask for group in cover.option_groups) == cover.all_options

    def test_primary_items_are_option_groups_and_values_in_full_houses(self):
        assert len(ExactCover(Puzzle(4)).primary_items) == 16 + 2 * 4 * 4
        assert len(ExactCover(Puzzle(4, houses=boxes(4, 2, 2))).primary_items) == 16 + 3 * 4 * 4

    def test_more_values_than_cells_make_secondary_items(self):
        cover = ExactCover(Puzzle(3, values=range(5)))
        assert len(cover.primary_items) == 9
        assert len(cover.secondary_items) == 2 * 3 * 5

    def test_the_short_lines_of_a_rectangle_make_secondary_items(self):
        cover = ExactCover(Puzzle((2, 5)))
        assert len(cover.primary_items) == 10 + 2 * 5
        assert len(cover.secondary_items) == 5 * 5
        assert len(ExactCover(Puzzle((5, 2))).secondary_items) == 5 * 5

    @given(planted(sizes=board_sizes(1, 4)))
    def test_options_exclude_each_other(self, puzzle_and_grid):
        """Symmetrically, and never those of one solution."""
        puzzle, grid = puzzle_and_grid
        cover = ExactCover(puzzle)
        for option in range(cover.options):
            for other in numbers_in(cover.excluded(option)):
                assert cover.excluded(other) >> option & 1
        for group in cover.option_groups:
            for option in numbers_in(group.mask):
                assert not group.mask & ~cover.excluded(option) & ~(1 << option)
        live = chosen_by(cover, grid)
        assert not any(cover.excluded(option) & live for option in numbers_in(live))
        assert cover.grid(numbers_in(live)) == grid

    def test_several_options_exclude_together_what_each_excludes(self, monkeypatch):
        monkeypatch.setattr(ec, "MAX_REMEMBERED_BYTES", 0)  # so that all is forgotten each time
        forgetful = ExactCover(Puzzle(4, [Cage(row(4)[:2], "+", 5)]))
        monkeypatch.undo()
        cover = ExactCover(forgetful.instance.puzzle)
        for item in cover.primary_items:
            expected = cover.all_options
            for option in numbers_in(item):
                expected &= cover.excluded(option)
            for each in (cover, cover, forgetful):
                assert each.excluded_by_all(item) & cover.all_options == expected

    def test_too_many(self, monkeypatch):
        assert ExactCover(Puzzle(2), max_options=8).options == 8
        with pytest.raises(ec.TooManyOptionsError, match="more than 7 options"):
            ExactCover(Puzzle(2), max_options=7)
        with pytest.raises(ec.TooManyOptionsError, match="more than 32768 options"):
            ExactCover(Puzzle(33))
        cells = [(r, c) for r in range(6) for c in range(9)]
        with pytest.raises(ec.TooManyOptionsError, match="options for the cage"):
            ExactCover(Puzzle(9, [Cage(cells, "*", 362880**6)]))
        for most, fits in ((8, True), (7, False)):  # two values in four houses, eight options
            monkeypatch.setattr(ec, "MAX_ITEM_BYTES", most)
            with nullcontext() if fits else pytest.raises(ec.TooManyOptionsError, match="memory"):
                ExactCover(Puzzle(2))


@examples(60)
@given(planted(sizes=board_sizes(1, 3)))
def test_the_solutions_are_those_of_the_puzzle(puzzle_and_grid):
    """One option of each group, none of which excludes another, that cover all primary items."""
    puzzle, _ = puzzle_and_grid
    cover = ExactCover(puzzle)
    chosen = [()]
    for group in cover.option_groups:
        chosen = [
            (*before, option)
            for before in chosen
            for option in numbers_in(group.mask)
            if not any(cover.excluded(option) >> other & 1 for other in before)
        ]
    complete = [
        cover.grid(options)
        for options in chosen
        if all(item & mask_of(options) for item in cover.primary_items)
    ]
    assert len(complete) == len(set(complete))
    assert set(complete) == set(solutions(puzzle))
