"""Each technique where exactly it applies, and the soundness of all of them everywhere."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kenken_cp import Cage, Puzzle, solve
from kenken_cp.encode.instance import Instance
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.steps import (
    Contradiction,
    Level,
    Technique,
    contradiction_in,
    next_steps,
    take,
    take_all,
    techniques_up_to,
)
from kenken_cp.logic.techniques import TECHNIQUES
from kenken_cp.logic.techniques.cages import CAGE_COMBINATIONS, CAGE_VALUES, INNIES_AND_OUTIES
from kenken_cp.logic.techniques.minimal_reason import MINIMAL_REASON
from kenken_cp.logic.techniques.subsets import HIDDEN_SINGLE, NAKED_SINGLE
from kenken_cp.model.geometry import boxes, diagonals
from kenken_cp.model.rule_sets import RULE_SETS
from puzzles import board_sizes, clue, examples, partitions, planted


def cell_of(name):
    row, column = name[1:].split("c")
    return int(row) - 1, int(column) - 1


def cage(clue, *names):
    target, operator = (clue[:-1], clue[-1]) if not clue[-1].isdigit() else (clue, "=")
    return Cage(map(cell_of, names), operator, int(target))


def narrowed(puzzle, **left):
    """The candidates of a puzzle when only some values are left in some cells."""
    candidates = Candidates(puzzle)
    for name, values in left.items():
        index = candidates.instance.index(cell_of(name))
        candidates.keep(index, candidates.domain.mask(values))
    return candidates


def found(technique, candidates):
    """What a technique finds: for each step, what it places and eliminates, by the cells' names."""
    return [
        (
            {f"r{row + 1}c{column + 1}": value for (row, column), value in step.places},
            {f"r{row + 1}c{column + 1}": values for (row, column), values in step.eliminates},
        )
        for step in TECHNIQUES.named(technique).find(candidates)
    ]


def the_one(steps):
    """What is found once, or by two ways of seeing it."""
    first, *others = steps
    assert all(other == first for other in others)
    return first


class TestEachTechnique:
    """A small position where it applies; what it finds there, and nothing else."""

    def test_naked_single(self):
        assert found("naked single", narrowed(Puzzle(3), r2c3=[2])) == [({"r2c3": 2}, {})]

    def test_hidden_single(self):
        candidates = narrowed(Puzzle(3), r1c1=[1, 2], r1c2=[1, 2])
        assert found("hidden single", candidates) == [({"r1c3": 3}, {})]

    def test_cage_values(self):
        candidates = narrowed(Puzzle(4, [cage("3+", "r1c1", "r1c2")]))
        assert found("cage values", candidates) == [({}, {"r1c1": (3, 4), "r1c2": (3, 4)})]
        (step,) = CAGE_VALUES.find(candidates)
        assert step.tuples == ((1, 2), (2, 1))

    def test_cage_combinations(self):
        candidates = narrowed(
            Puzzle(4, [cage("5+", "r1c1", "r1c2")]), r1c1=[1, 2], r1c2=[1, 2, 3, 4]
        )
        assert found("cage values", candidates) == []
        assert found("cage combinations", candidates) == [({}, {"r1c2": (1, 2)})]
        assert found("cage combinations", candidates) != [], "finding changes nothing"

    def test_cage_overlap(self):
        candidates = narrowed(Puzzle(4, [cage("3+", "r1c1", "r1c2")]), r1c1=[1, 2], r1c2=[1, 2])
        take_all(candidates, (CAGE_COMBINATIONS,))
        assert found("cage overlap", candidates) == [({}, {"r1c3": (1, 2), "r1c4": (1, 2)})]

    def test_cage_overlap_where_only_part_of_the_cage_is_in_the_line(self):
        candidates = narrowed(Puzzle(4, [cage("3*", "r1c1", "r1c2", "r2c1")]))
        take_all(candidates, (CAGE_COMBINATIONS,))
        assert found("cage overlap", candidates) == [
            ({}, {"r1c3": (1, 3), "r1c4": (1, 3)}),
            ({}, {"r3c1": (1, 3), "r4c1": (1, 3)}),
        ]

    def test_pointing(self):
        puzzle = Puzzle(4, houses=boxes(4, 2, 2))
        candidates = narrowed(puzzle, r2c1=[1, 2, 3], r2c2=[1, 2, 3])
        assert the_one(found("pointing", candidates)) == ({}, {"r1c3": (4,), "r1c4": (4,)})

    def test_claiming(self):
        puzzle = Puzzle(4, houses=boxes(4, 2, 2))
        candidates = narrowed(puzzle, r1c3=[1, 2, 3], r1c4=[1, 2, 3])
        assert the_one(found("claiming", candidates)) == ({}, {"r2c1": (4,), "r2c2": (4,)})

    def test_naked_pair(self):
        candidates = narrowed(Puzzle(5), r1c1=[1, 2], r1c4=[1, 2])
        gone = {"r1c2": (1, 2), "r1c3": (1, 2), "r1c5": (1, 2)}
        assert found("naked pair", candidates) == [({}, gone)]

    def test_hidden_pair(self):
        rest = {f"r1c{column}": [3, 4, 5] for column in (3, 4, 5)}
        candidates = narrowed(Puzzle(5), **rest)
        gone = {"r1c1": (3, 4, 5), "r1c2": (3, 4, 5)}
        assert found("hidden pair", candidates) == [({}, gone)]

    def test_innies_and_outies_of_one_cell(self):
        puzzle = Puzzle(4, [cage("8+", "r1c1", "r1c2", "r1c3")])
        assert found("innies and outies", narrowed(puzzle)) == [({}, {"r1c4": (1, 3, 4)})]

    def test_innies_and_outies_of_cells_that_differ(self):
        """Two cells of one line make 6 as 2 and 4, not as two 3s."""
        puzzle = Puzzle(4, [cage("4+", "r1c1", "r1c2")])
        candidates = narrowed(puzzle)
        assert found("innies and outies", candidates) == [({}, {"r1c3": (1, 3), "r1c4": (1, 3)})]
        (step,) = INNIES_AND_OUTIES.find(candidates)
        assert (step.total, step.operator.name, step.cages) == (6, "add", puzzle.cages)
        assert step.houses == (puzzle.all_houses[0],)

    def test_swordfish(self):
        """1 in columns 1, 2 and 3 is in rows 1, 2 and 3, two places each."""
        places = {1: (1, 2), 2: (2, 3), 3: (1, 3)}
        rest = {
            f"r{row}c{column}": [2, 3, 4, 5, 6]
            for column, rows in places.items()
            for row in range(1, 7)
            if row not in rows
        }
        gone = {f"r{row}c{column}": (1,) for row in (1, 2, 3) for column in (4, 5, 6)}
        assert ({}, gone) in found("swordfish", narrowed(Puzzle(6), **rest))

    @pytest.mark.parametrize(
        ("released", "gone"),
        [*(([line], []) for line in (1, 2, 3, 4)), ([0, 5], [({}, {"r1c1": (1,), "r1c2": (1,)})])],
    )
    def test_fish_need_all_their_lines(self, released, gone):
        """1 of rows 2 and 3 is in columns 1 and 2; no conflict lacks any of these four."""
        candidates = Candidates(Instance(Puzzle(3), released))
        for cell in (5, 8):
            candidates.keep(cell, 0b110)
        assert found("X-wing", candidates) == gone

    def test_cage_comparison(self):
        """2 and 3 would leave none of 1 and 2, 2 and 4, 3 and 6; 1 and 4 only the last."""
        candidates = narrowed(TWO_CAGES)
        take_all(candidates, (CAGE_COMBINATIONS,))
        assert found("cage comparison", candidates) == [
            ({}, {"r1c1": (2, 3), "r1c2": (2, 3)}),
            ({}, {"r1c3": (1, 2, 4), "r1c4": (1, 2, 4)}),
        ]

    def test_cage_comparison_of_cages_with_two_pairs_of_cells_that_differ(self):
        """Two 2s below would leave neither 1 and 2 nor 2 and 1 above."""
        puzzle = Puzzle(4, [cage("3+", "r1c1", "r1c2"), cage("4+", "r2c1", "r3c2")])
        candidates = narrowed(puzzle)
        take_all(candidates, (CAGE_COMBINATIONS,))
        assert found("cage comparison", candidates) == [({}, {"r2c1": (2,), "r3c2": (2,)})]

    def test_cages_of_too_many_tuples_are_not_compared(self):
        large = cage("25+", "r1c3", "r1c4", "r2c3", "r2c4", "r3c3")
        candidates = narrowed(Puzzle(9, [cage("5+", "r1c1", "r1c2"), large]))
        take_all(candidates, (CAGE_COMBINATIONS,))
        assert candidates.cage_tuples(1).count > 2000
        assert found("cage comparison", candidates) == []

    @pytest.mark.parametrize("name", ["contradiction chain", "Nishio"])
    def test_chain(self, name):
        candidates = narrowed(TWO_CAGES)
        take_all(candidates, (CAGE_COMBINATIONS,))
        (step,) = TECHNIQUES.named(name).find(candidates)
        assert (step.cells, step.values) == (((0, 0),), (2,))
        assert step.eliminates == (((0, 0), (2,)),)
        assert step.contradiction == Contradiction(cell=(0, 3))
        assert (((0, 1), 3),) in [then.places for then in step.then]

    @pytest.mark.parametrize(("size", "chains"), [(9, 1), (11, 0)])
    def test_nothing_is_assumed_on_a_large_board(self, size, chains):
        candidates = narrowed(Puzzle(size), r1c1=[1, 4], r1c2=[1, 2], r1c3=[1, 2])
        assert len(found("contradiction chain", candidates)) == chains

    def test_nishio_sees_more(self):
        """If r1c1 were 1, three cells would be left with 2 and 3: it takes a pair to see that."""
        candidates = narrowed(
            Puzzle(6), r1c1=[1, 4], r1c2=[1, 2, 3], r1c3=[1, 2, 3], r1c4=[1, 2, 3]
        )
        assert found("contradiction chain", candidates) == []
        assert found("Nishio", candidates) == [({}, {"r1c1": (1,)})]

    def test_chain_that_leaves_a_house_without_a_place(self):
        """If r1c1 were 3, row 1 had no place for a 1, though every cell had a value."""
        candidates = narrowed(
            Puzzle(4), r1c1=[1, 3], r1c2=[2, 3, 4], r1c3=[2, 3, 4], r1c4=[2, 3, 4]
        )
        assert contradiction_in(candidates) is None
        candidates.place(0, 0b100)
        contradiction = contradiction_in(candidates)
        assert contradiction == Contradiction(house=tuple((0, c) for c in range(4)), value=1)


TWO_CAGES = Puzzle(6, [cage("5+", "r1c1", "r1c2"), cage("2/", "r1c3", "r1c4")])


class TestTheTable:
    def test_is_ordered_by_level_and_then_by_rank(self):
        def technique(name, level, rank=0):
            return Technique(name, level, "", lambda _: iter(()), "", lambda step, _: {}, rank=rank)

        hard, hardest = technique("a", Level.NORMAL), technique("b", Level.UNREASONABLE)
        with TECHNIQUES.registered(hard), TECHNIQUES.registered(hardest):
            names = TECHNIQUES.names()
            assert names.index("a") == names.index("cage combinations") + 1
            assert names[-4:] == ["b", "contradiction chain", "Nishio", MINIMAL_REASON.name]
            assert MINIMAL_REASON not in techniques_up_to(Level.UNREASONABLE)
            assert hard in techniques_up_to(Level.NORMAL)
            assert hardest not in techniques_up_to(Level.EXTREME)
        assert hard not in TECHNIQUES

    def test_next_steps_are_the_easiest(self):
        candidates = narrowed(Puzzle(4, [cage("3+", "r1c1", "r1c2")]), r4c4=[4])
        assert {step.technique for step in next_steps(candidates, TECHNIQUES)} == {"naked single"}

    def test_a_full_board_is_not_looked_at(self):
        candidates = Candidates(Puzzle(1))
        candidates.place(0, 0b1)
        asked = replace(NAKED_SINGLE, find=lambda _: pytest.fail("it was asked"))
        assert next_steps(candidates, [asked]) == []

    def test_there_are_none_at_a_dead_end(self):
        candidates = narrowed(Puzzle(2), r1c1=[])
        assert next_steps(candidates, (NAKED_SINGLE, HIDDEN_SINGLE)) == []


# --- soundness -----------------------------------------------------------------------------------


@st.composite
def boxed(draw):
    """A puzzle with Sudoku boxes, and one of its solutions."""
    size, height, width = draw(st.sampled_from([(4, 2, 2), (6, 2, 3), (6, 3, 2)]))
    values = draw(st.permutations(range(1, size + 1)))
    grid = tuple(
        tuple(values[(width * (r % height) + r // height + c) % size] for c in range(size))
        for r in range(size)
    )
    rules = draw(st.sampled_from(tuple(RULE_SETS)))
    cages = [clue(draw, rules, cells, grid) for cells in draw(partitions(size, 5))]
    there = [cage for cage in cages if cage is not None]
    return Puzzle(size, there, houses=boxes(size, height, width), rules=rules), grid


PUZZLES = st.one_of(planted(), planted(board_sizes(4, 6), most=7), boxed())


@st.composite
def positions(draw):
    """Candidates that some solution is left in: with correct placements, and with candidates gone
    for no reason but that the solution does not need them.
    """
    puzzle, grid = draw(PUZZLES)
    candidates = Candidates(puzzle)
    domain = candidates.domain
    bits = [domain.bit[value] for row in grid for value in row]
    bare = draw(st.integers(0, 2))
    if bare:
        for cell in draw(st.sets(st.integers(0, len(bits) - 1), max_size=len(bits) // 2)):
            candidates.place(cell, bits[cell])
    if bare == 2:
        random = draw(st.randoms(use_true_random=False))
        for cell, bit in enumerate(bits):
            candidates.keep(cell, random.randint(0, domain.every) | bit)
    return candidates, grid


def assert_sound(step, candidates, solutions):
    """No solution that the candidates allow loses a value, or has another where one is placed."""
    index, bit = candidates.instance.index, candidates.domain.bit
    for grid in solutions:
        flat = [bit[value] for row in grid for value in row]
        if all(map(int.__and__, flat, candidates.masks)):
            lost = [cell for cell, gone in step.eliminates if grid[cell[0]][cell[1]] in gone]
            assert not lost, f"{step} eliminates what {grid} has"
            for cell, value in step.places:
                assert flat[index(cell)] == bit[value], f"{step} places what {grid} has not"


@examples(60)  # each takes a quarter of a second
@given(positions())
def test_no_step_eliminates_what_a_solution_needs(position):
    some = [each for each in TECHNIQUES if not each.asks_solver]
    assert_progress_keeps_the_solutions(position, some)


@pytest.mark.slow  # some take seconds
@examples(30)
@given(positions())
def test_no_step_of_any_technique_eliminates_what_a_solution_needs(position):
    assert_progress_keeps_the_solutions(position, TECHNIQUES)


def assert_progress_keeps_the_solutions(position, techniques):
    candidates, grid = position
    puzzle = candidates.instance.puzzle
    solutions = {grid, *solve(puzzle, limit=8).grids}
    while True:
        steps = []
        for technique in techniques:
            found = list(technique.find(candidates))
            for step in found:
                assert step.technique == technique.name
                assert step.places or step.eliminates
                assert_sound(step, candidates, solutions)
            steps += found
        if not steps:
            break
        changed = [take(candidates, step) for step in steps]
        assert any(changed), "steps are progress"
    assert not candidates.dead
    assert contradiction_in(candidates) is None
    if candidates.solved:
        assert candidates.board in solutions or len(solutions) >= 8


@given(positions(), st.randoms(use_true_random=False), st.booleans())
def test_finding_is_pure(position, random, dead_end):
    """Twice, alone or after any other technique: the same steps, and the candidates unchanged."""
    candidates, _ = position
    if dead_end:
        candidates.keep(random.randrange(len(candidates.masks)), random.randint(0, 3))
    # The last three are slow; on each position one of them takes its turn.
    *techniques, chain, nishio, reason = TECHNIQUES
    techniques.append(random.choice([chain, nishio, reason]))
    alone = {technique: list(technique.find(candidates.copy())) for technique in techniques}
    before = (list(candidates.masks), set(candidates.open_cells))
    for technique in random.sample(techniques * 2, len(techniques) * 2):
        assert list(technique.find(candidates)) == alone[technique], technique
        assert (candidates.masks, candidates.open_cells) == before, technique


class TestHousesOfFewerCellsThanValues:
    """Of a board of two rows and four columns, only the rows hold every value."""

    def test_hidden_single(self):
        puzzle = Puzzle((2, 4))
        row = narrowed(puzzle, r1c1=[1, 2, 3], r1c2=[1, 2, 3], r1c3=[1, 2, 3])
        assert found("hidden single", row) == [({"r1c4": 4}, {})]
        assert found("hidden single", narrowed(puzzle, r1c1=[1, 2, 3])) == []

    def test_fish_start_from_full_lines_only(self):
        rest = {f"r{row}c{column}": [2, 3, 4, 5] for row in (1, 3) for column in (3, 4, 5)}
        gone = {"r2c1": (1,), "r2c2": (1,)}
        assert found("X-wing", narrowed(Puzzle((3, 5)), **rest)) == [({}, gone)]
        rest = {f"r{row}c{column}": [2, 3, 4, 5] for row in (3,) for column in (1, 2)}
        assert found("X-wing", narrowed(Puzzle((3, 5)), **rest)) == []

    def test_pointing_from_full_houses_only(self):
        short = Puzzle(4, houses=[[(0, 0), (0, 1), (1, 0)]])
        assert found("pointing", narrowed(short, r2c1=[1, 2, 3])) == []

    def test_innies_and_outies_of_full_lines_only(self):
        row = Puzzle((2, 3), [cage("3+", "r1c1", "r1c2")])
        assert found("innies and outies", narrowed(row))[0] == ({}, {"r1c3": (1, 2)})
        column = Puzzle((3, 4), [cage("3+", "r1c1", "r2c1")])
        assert found("innies and outies", narrowed(column)) == []


def test_diagonals_are_houses_too():
    puzzle = Puzzle(4, houses=diagonals(4))
    candidates = narrowed(puzzle, r1c1=[1, 2, 3], r2c2=[1, 2, 3], r3c3=[1, 2, 3])
    assert ({"r4c4": 4}, {}) in found("hidden single", candidates)
