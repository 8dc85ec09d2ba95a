from __future__ import annotations

from kenken_cp import Cage, Puzzle
from kenken_cp.logic.candidates import LONGEST_LIST, Candidates, bits_of
from kenken_cp.model.geometry import boxes

THREE = Puzzle(3, [Cage([(0, 0), (0, 1)], "+", 3)])


def test_at_first_everything_is_possible():
    candidates = Candidates(THREE)
    assert set(candidates.masks) == {0b111}
    assert candidates.board == ((None,) * 3,) * 3
    assert candidates.live[0] == ((1, 2), (2, 1))
    assert not candidates.dead
    assert not candidates.solved


def test_placing_takes_the_value_from_the_cells_that_must_differ():
    candidates = Candidates(Puzzle(4, houses=boxes(4, 2, 2)))
    candidates.place(0, 0b10)
    without = [cell for cell, mask in enumerate(candidates.masks) if mask == 0b1101]
    assert without == [1, 2, 3, 4, 5, 8, 12]
    assert candidates.board[0] == (2, None, None, None)


def test_cells_of_a_killer_cage_differ_wherever_they_are():
    candidates = Candidates(Puzzle(3, [Cage([(0, 0), (1, 1)], "+", 3)], rules="killer"))
    candidates.place(0, 0b1)
    assert candidates.masks[4] == 0b110


def test_values_need_not_start_at_one():
    candidates = Candidates(Puzzle(2, values=(-3, 5)))
    candidates.place(0, candidates.layout.bit[5])
    candidates.place(1, candidates.layout.bit[-3])
    assert candidates.board == ((5, -3), (None, None))


def test_a_cage_drops_tuples_and_says_what_is_left_where():
    candidates = Candidates(THREE)
    candidates.keep(0, 0b110)
    assert candidates.filter_cage(0) == (0b10, 0b1)
    assert candidates.live[0] == ((2, 1),)


def test_a_cage_without_a_tuple_is_dead():
    candidates = Candidates(THREE)
    candidates.keep(0, 0b100)
    assert candidates.filter_cage(0) == (0, 0)
    assert candidates.dead


def test_a_cell_without_a_candidate_is_dead_and_shows_no_value():
    candidates = Candidates(Puzzle(2))
    candidates.place(0, 0b1)
    candidates.place(1, 0b1)
    assert candidates.dead
    assert candidates.board[0] == (None, None)


def test_copies_are_independent():
    candidates = Candidates(THREE)
    twin = candidates.copy()
    twin.place(0, 0b1)
    twin.filter_cage(0)
    assert candidates.board == ((None,) * 3,) * 3
    assert len(candidates.live[0]) == 2
    assert candidates.masks[1] == 0b111


def test_a_large_cage_is_looked_at_when_few_of_its_tuples_are_left():
    """Nine free cells of a 9x9 board that make 45 in far too many ways."""
    cells = [(row, 2 * row % 9) for row in range(9)]
    candidates = Candidates(Puzzle(9, [Cage(cells, "+", 45)]))
    assert LONGEST_LIST < 9**9
    assert candidates.filter_cage(0) is None
    for row, column in cells[:-1]:
        candidates.keep(row * 9 + column, 0b10000)
    assert candidates.filter_cage(0) == (0b10000,) * 9


def test_bits_ascend():
    assert list(bits_of(0b10110)) == [0b10, 0b100, 0b10000]
