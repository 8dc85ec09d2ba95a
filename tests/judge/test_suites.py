from __future__ import annotations

from dataclasses import replace

import pytest
from corpus import named
from judge.faulty import right, solver

from kenken_cp import FormatError, UnknownNameError, count, solve
from kenken_cp.formats import dumps, loads, loads_all
from kenken_cp.judge.suites import SUITES, Suite
from kenken_cp.logic.rating import rate
from kenken_cp.logic.steps import Level
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.rule_sets import KENKEN

ALL = [puzzle for suite in SUITES for puzzle in suite.puzzles]


def test_there_are_the_suites_that_the_guide_names():
    assert [suite.name for suite in SUITES] == [
        "smoke",
        "sizes",
        "tricky",
        "kinds",
        "sudoku",
        "killer",
    ]
    assert SUITES.named("tricky") is tuple(SUITES)[2]
    with pytest.raises(
        UnknownNameError,
        match="unknown suite 'tiny'; known: smoke, sizes, tricky, kinds, sudoku, killer",
    ):
        SUITES.named("tiny")


def test_a_suite_is_added_from_outside(tmp_path):
    file = tmp_path / "mine.kk"
    with SUITES.registered(Suite("mine", "one of mine", file)):
        with pytest.raises(FormatError, match=r"mine\.kk"):  # read when wanted, not before
            SUITES.named("mine").puzzles  # noqa: B018
        file.write_text("title: a\nsolutions: 1\n\n1\n---\ntitle: b\nsolutions: 1\n\n1\n")
        assert [puzzle.title for puzzle in SUITES.named("mine").puzzles] == ["a", "b"]
    assert SUITES.get("mine") is None


@pytest.mark.parametrize("puzzle", ALL, ids=named)
def test_states_its_number_of_solutions(puzzle):
    assert count(puzzle) == puzzle.expected
    second = "logic" if puzzle.expected < 2 else "propagation"
    if len(puzzle.cells) <= 25:
        second = "python-constraint"
    assert count(puzzle, backend=second) == puzzle.expected


def test_every_title_is_there_once_and_says_something():
    titles = [puzzle.title for puzzle in ALL]
    assert len(set(titles)) == len(titles)
    assert all(len(title) > 2 for title in titles)


def test_the_puzzles_are_read_once():
    suite = SUITES.named("smoke")
    assert suite.puzzles is suite.puzzles


def test_every_puzzle_survives_being_written():
    for puzzle in ALL:
        assert loads(dumps(puzzle)) == puzzle


def test_smoke_is_a_few_small_ones():
    puzzles = SUITES.named("smoke").puzzles
    assert len(puzzles) <= 22
    assert {puzzle.size for puzzle in puzzles} == {1, 2, 3, 4, 5, 6, 7}
    assert {0, 1, 2} < {int(puzzle.expected) for puzzle in puzzles}


@pytest.mark.parametrize("name", ["smoke", "sizes", "tricky"])
def test_is_plain_kenken(name):
    for puzzle in SUITES.named(name).puzzles:
        assert puzzle.rules.name == "kenken"
        assert puzzle.has_usual_values
        assert not puzzle.houses
        assert not puzzle.free_cells
        assert all(cage.operator for cage in puzzle.cages)
        assert puzzle.rows == puzzle.columns


def test_sizes_has_every_size_with_one_solution_and_the_level_it_says():
    puzzles = SUITES.named("sizes").puzzles
    assert {puzzle.size for puzzle in puzzles} == set(range(1, 10))
    assert all(puzzle.expected == 1 for puzzle in puzzles)
    assert {str(rate(p).level) in p.title or p.size < 3 for p in puzzles} == {True}
    assert {rate(p).level for p in puzzles} >= {Level.EASY, Level.UNREASONABLE}


KILLER = SUITES.named("killer").puzzles


def test_killer_can_be_written_in_every_format_of_killers():
    for name in ("ps", "sumocue", "arrows", "killer-list", "codingame", "krazydad"):
        for puzzle in KILLER:
            bare = puzzle.bare
            (found,) = loads_all(dumps(bare, name), name)
            assert (found.rules.name, {*found.cages}) == ("killer", {*bare.cages}), name


def test_killer_finds_out_who_lets_a_value_be_twice_in_a_cage_or_a_box():
    def found(puzzle, **changes):
        return count(replace(puzzle, **changes), limit=20)

    assert [int(puzzle.expected) for puzzle in KILLER] == [1, 1, 1, 2, 12, 0, 0]
    assert [found(puzzle, rules=KENKEN) > 0 for puzzle in KILLER] == 6 * [True] + [False]
    (ones,) = by_title("cages of one cell")
    assert found(ones, houses=()) > ones.expected


def by_title(words):
    return [puzzle for puzzle in ALL if words in puzzle.title]


class TestTricky:
    """That the puzzles have what their titles say."""

    def test_repeats(self):
        for words in ("L that holds 1 twice", "L that holds 2 twice", "repeats in three"):
            (puzzle,) = by_title(words)
            assert not solver(repeats=False)(puzzle)

    def test_largest_first(self):
        (puzzle,) = by_title("smaller value before")
        grid = solve(puzzle).solution
        pairs = [[grid[r][c] for r, c in cage.cells] for cage in puzzle.cages]
        assert sum(first < second for first, second in pairs) >= 3
        assert {cage.operator.symbol for cage in puzzle.cages} == {"-", "/"}

    def test_exact_division(self):
        def truncating(symbol, values, target):
            if symbol == "/":
                return max(values) // min(values) == target
            return right(symbol, values, target)

        (puzzle,) = by_title("quotient of 2")
        assert len(solver(meets=truncating)(puzzle)) > 1
        (puzzle,) = by_title("quotient of 1")
        assert solver(meets=truncating)(puzzle)

    def test_a_given_that_decides_all(self):
        (puzzle,) = by_title("decides all")
        (given,) = [cage for cage in puzzle.cages if cage.operator is GIVEN]
        rest = [cage for cage in puzzle.cages if cage is not given]
        assert count(type(puzzle)(puzzle.size, rest)) > 1

    def test_digits_and_many_solutions(self):
        (puzzle,) = by_title("several digits")
        assert max(cage.target for cage in puzzle.cages) > 9999
        assert max(int(puzzle.expected) for puzzle in ALL) == 1344
