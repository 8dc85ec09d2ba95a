"""The suites: what their puzzles are, and that what they state is so."""

from __future__ import annotations

import re

import pytest
from corpus import named

from kenken_cp import count, dumps, loads
from kenken_cp.judge.suites import SUITES
from kenken_cp.model.geometry import connected_components

ALL = [puzzle for suite in SUITES for puzzle in suite.puzzles]


def test_the_names():
    assert SUITES.names() == ["smoke", "tricky", "sudoku", "killer"]


@pytest.mark.parametrize(
    "puzzle",
    [pytest.param(one, marks=[pytest.mark.slow] * (len(one.cells) > 64)) for one in ALL],
    ids=named,
)
def test_a_puzzle_has_as_many_solutions_as_it_states_by_two_engines(puzzle):
    second = "logic" if puzzle.expected < 2 else "propagation"
    if len(puzzle.cells) <= 25:
        second = "python-constraint"
    assert count(puzzle, backend="cp-sat") == puzzle.expected
    assert count(puzzle, backend=second) == puzzle.expected


@pytest.mark.parametrize("suite", list(SUITES), ids=lambda suite: suite.name)
def test_small_boards_come_first_and_none_has_a_line_of_one_cell(suite):
    cells = [len(puzzle.cells) for puzzle in suite.puzzles]
    assert cells == sorted(cells)
    assert min(min(puzzle.rows, puzzle.columns) for puzzle in suite.puzzles) > 1


def test_titles_are_there_once_and_say_the_size_or_kind_and_the_number_of_solutions():
    assert len({puzzle.title for puzzle in ALL}) == len(ALL)
    for puzzle in ALL:
        assert re.match(rf"({puzzle.size_name}|Sudoku|Killer): \w", puzzle.title), puzzle.title
        said = re.search(r"; (\w+) solutions?$", puzzle.title)
        assert (said[1] if said else "1").replace("no", "0") == str(puzzle.expected), puzzle.title


def test_every_puzzle_survives_being_written():
    for puzzle in ALL:
        assert loads(dumps(puzzle)) == puzzle


def test_smoke_is_a_few_plain_puzzles():
    puzzles = SUITES.named("smoke").puzzles
    assert len(puzzles) <= 24
    for puzzle in puzzles:
        assert puzzle.rules.name == "kenken"
        assert puzzle.rows == puzzle.columns
        assert puzzle.has_usual_values
        assert not puzzle.houses
        assert not puzzle.free_cells
        assert all(cage.operator for cage in puzzle.cages)
        assert all(len(connected_components(cage.cells)) == 1 for cage in puzzle.cages)
