"""Exact cover as data: options, what they exclude, chains, inference."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import planted

from kenken_cp import Cage, Limits, Puzzle
from kenken_cp.encode import exact_cover as ec
from kenken_cp.encode.exact_cover import ExactCover, bits, propagate, separate
from kenken_cp.encode.tuples import allowed_tuples
from kenken_cp.model.geometry import boxes
from kenken_cp.search.run import find_solutions


def row(size, number=0):
    return [(number, column) for column in range(size)]


def chosen_by(cover, grid):
    """The options that fill the board with a grid, chains followed state by state."""
    flat = [value for line in grid for value in line]
    live = 0
    for part in cover.parts:
        width = len(part.cells)
        wanted = [flat[cell] for cell in part.cells]
        for index in range(part.options):
            if list(part.rows[index * width : (index + 1) * width]) == wanted:
                live |= 1 << part.first + index
    return live


class TestOptions:
    def test_a_part_for_each_cage_and_each_free_cell(self):
        cover = ExactCover(Puzzle(3, [Cage(row(3), "+", 6), Cage([(1, 0)], "given", 2)]))
        assert [part.cells for part in cover.parts] == [
            (0, 1, 2),
            (3,),
            (4,),
            (5,),
            (6,),
            (7,),
            (8,),
        ]
        assert [part.options for part in cover.parts] == [6, 1, 3, 3, 3, 3, 3]
        assert sum(part.mask for part in cover.parts) == cover.all_options

    def test_items_are_parts_and_values_in_full_houses(self):
        assert len(ExactCover(Puzzle(4)).items) == 16 + 2 * 4 * 4
        assert len(ExactCover(Puzzle(4, houses=boxes(4, 2, 2))).items) == 16 + 3 * 4 * 4

    def test_more_values_than_cells_make_loose_items(self):
        cover = ExactCover(Puzzle(3, values=range(5)))
        assert len(cover.items) == 9
        assert len(cover.loose) == 2 * 3 * 5

    @given(planted(sizes=st.integers(1, 4)))
    def test_options_exclude_each_other(self, puzzle_and_grid):
        """Symmetrically, and never those of one solution."""
        puzzle, grid = puzzle_and_grid
        cover = ExactCover(puzzle)
        for option in range(cover.options):
            for other in bits(cover.excluded(option)):
                assert cover.excluded(other) >> option & 1
        live = chosen_by(cover, grid)
        assert not any(cover.excluded(option) & live for option in bits(live))
        assert cover.grid(live) == grid

    def test_too_many(self):
        with pytest.raises(ec.TooManyOptionsError, match="more than 32768 options"):
            ExactCover(Puzzle(33))
        cells = [(r, c) for r in range(6) for c in range(9)]
        with pytest.raises(ec.TooManyOptionsError, match="options for the cage"):
            ExactCover(Puzzle(9, [Cage(cells, "*", 362880**6)]))


class TestChains:
    """Cages of too many tuples, one option a cell and state."""

    @pytest.fixture(autouse=True)
    def _no_lists(self, monkeypatch):
        monkeypatch.setattr(ec, "LONGEST_LIST", 3)

    @given(planted(sizes=st.integers(2, 4), most=5))
    def test_the_same_solutions_as_from_tuples(self, puzzle_and_grid):
        puzzle, _ = puzzle_and_grid
        limits = Limits(400)
        found = []
        outcome = find_solutions(puzzle, lambda g: not found.append(g), limits, backend="cover")
        expected = []
        find_solutions(puzzle, lambda g: not expected.append(g), limits, backend="cp-sat")
        if outcome.count.exact:
            assert set(found) == set(expected)
        else:
            assert len(found) == len(expected) == 400

    def test_every_way_to_the_target_is_one_choice(self):
        puzzle = Puzzle(5, [Cage(row(4), "*", 24)])
        steps = ec._chain(puzzle, puzzle.cages[0], ec.MOST_OPTIONS)
        ways = {steps[0][0][0]: 1}
        for layer in steps:
            after = {}
            for state, _, following in layer:
                after[following] = after.get(following, 0) + ways.get(state, 0)
            ways = after
        # The chain knows nothing of the row: it allows repeats, which the house excludes.
        free = Puzzle(5, [Cage([(0, 0), (1, 1), (2, 2), (3, 3)], "*", 24)])
        assert sum(ways.values()) == len(allowed_tuples(free, free.cages[0])) // 4


class TestInference:
    @given(planted(sizes=st.integers(1, 4)))
    def test_takes_away_nothing_that_a_solution_needs(self, puzzle_and_grid):
        puzzle, grid = puzzle_and_grid
        cover = ExactCover(puzzle)
        live, items = propagate(cover, cover.all_options, cover.items)
        needed = chosen_by(cover, grid) & live
        assert cover.grid(needed) == grid
        assert all((live & item).bit_count() > 1 for item in items)

    def test_an_item_without_options_ends_it(self):
        cover = ExactCover(Puzzle(2, [Cage(row(2), "+", 4)]))
        assert propagate(cover, cover.all_options, cover.items)[0] == 0


def test_separate_parts_have_nothing_in_common():
    items = [0b000011, 0b001100, 0b000110, 0b110000]
    assert separate(0b111111, items, []) == [
        (0b001111, [0b000011, 0b000110, 0b001100]),
        (0b110000, [0b110000]),
    ]
    assert len(separate(0b111111, items, [0b011000])) == 1
