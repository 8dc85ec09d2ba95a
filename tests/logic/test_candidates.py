from __future__ import annotations

from math import prod

from hypothesis import given
from hypothesis import strategies as st

from kenken_cp import Cage, Puzzle
from kenken_cp.encode.instance import instance
from kenken_cp.encode.tuples import relation
from kenken_cp.logic.cage_tuples import all_tuples
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.pencil_marks import candidates as candidates_left
from kenken_cp.model.geometry import boxes
from kenken_cp.model.operators import ADD
from puzzles import planted

THREE = Puzzle(3, [Cage([(0, 0), (0, 1)], "+", 3)])


def test_placing_eliminates_the_value_from_the_cells_that_must_differ():
    candidates = Candidates(Puzzle(4, houses=boxes(4, 2, 2)))
    candidates.place(0, 0b10)
    without = [cell for cell, mask in enumerate(candidates.masks) if mask == 0b1101]
    assert without == [1, 2, 3, 4, 5, 8, 12]
    assert candidates.board[0] == (2, None, None, None)


def test_candidates_leave_a_cage_tuples_and_these_leave_its_cells_candidates():
    candidates = Candidates(THREE)
    candidates.keep(0, 0b110)
    assert candidates.cage_tuples(0).supports == (0b10, 0b1)
    assert candidates.cage_tuples(0).tuples(2) == [(2, 1)]


def test_a_cage_without_a_tuple():
    candidates = Candidates(THREE)
    candidates.keep(0, 0b100)
    assert not candidates.cage_tuples(0)
    assert candidates.cage_tuples(0).supports == (0, 0)
    assert candidates.empty_cage() == 0
    assert not candidates.dead, "no cell shows it yet"


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
    assert twin.cage_tuples(0).tuples(2) == [(1, 2)]
    assert candidates.board == ((None,) * 3,) * 3
    assert candidates.cage_tuples(0).tuples(2) == [(1, 2), (2, 1)]
    assert candidates.masks[1] == 0b111


def test_a_cage_whose_automaton_is_too_large_is_filtered_when_few_candidates_are_left():
    """All the cells of a board: nothing is known until few boards are left."""
    size = 9
    puzzle = Puzzle(size, [Cage(Puzzle(size).cells, "*", prod(range(1, size + 1)) ** size)])
    candidates = Candidates(puzzle)
    assert not candidates.cage_tuples(0).exact
    cyclic = [(row + column) % size for row in range(size) for column in range(size)]
    for cell, place in enumerate(cyclic):
        candidates.keep(cell, 1 << place)
    assert candidates.cage_tuples(0)
    wrong = Candidates(puzzle)
    for cell, place in enumerate([1, *cyclic[1:]]):
        wrong.keep(cell, 1 << place)
    assert not wrong.cage_tuples(0), "another product"


def test_clues_that_miss_the_total_of_their_lines_leave_nothing():
    """At every level: what each cage says alone leaves candidates."""
    pairs = [Cage([(0, column), (0, column + 1)], "+", 5 + column // 2) for column in (0, 2)]
    empty = ((),) * 4
    assert candidates_left(Puzzle(4, pairs), level="easy") == (empty,) * 4


@given(planted(st.integers(2, 4)), st.randoms(use_true_random=False))
def test_tuples_are_those_that_the_candidates_leave(puzzle_and_grid, random):
    """Against the plain list of the tuples; and however they were filtered before."""
    puzzle, _ = puzzle_and_grid
    candidates = Candidates(puzzle)
    every = candidates.domain.every
    for _ in range(2):
        for cell in range(len(candidates.masks)):
            candidates.keep(cell, random.randint(0, every) | random.randint(0, every))
        for cage in instance(puzzle).cages:
            cells = len(cage.cells)
            bits = [candidates.domain.bit[value] for value in cage.relation.tuples(10**6)]
            masks = [candidates.masks[cell] for cell in cage.cells]
            left = [
                row
                for row in zip(*[iter(bits)] * cells, strict=True)
                if all(map(int.__and__, row, masks))
            ]
            tuples = candidates.cage_tuples(cage.number)
            assert tuples.count == len(left)
            assert tuples.tuples(len(left)) == left
            assert tuples.tuples(len(left) - 1) is None
            held = [sum({row[i] for row in left}) for i in range(cells)]
            assert list(tuples.supports) == held
            assert list(all_tuples(cage.relation).within(masks).supports) == held
            for size in range(1, cells + 1):
                places = random.sample(range(cells), size)
                always = every if left else 0
                for row in left:
                    always &= sum({row[i] for i in places})
                assert tuples.always(places) == always


def test_tuples_are_inexact_where_only_the_automaton_of_the_clue_is_small_enough():
    all_differ = tuple((1 << i) - 1 for i in range(16))
    row = all_tuples(relation(tuple(range(1, 17)), (ADD,), 136, all_differ))
    assert not row.exact
    only_ones = row.within([1] * 8 + [1 << 15] * 8)
    assert only_ones.count == 1, "though they differ"
    assert only_ones.tuples(1) is None
