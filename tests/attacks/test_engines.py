"""Random puzzles of every kind through every engine, against a search of the tests' own."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest
from attacks.puzzles import SHOWN, Grid, Plain, all_solutions, meets, random_puzzle
from engines import marks_of
from kenken_cp.search.backend import BACKENDS
from kenken_cp.search.run import count_solutions, find_solutions

from kenken_cp import Status, violations

SLOW = {"logic": 30}
"""Solutions up to which a backend is asked for all of them, where each takes it milliseconds."""


def test_the_meaning_of_clues():
    """Facts that are not computed: this search is the judge of all engines."""
    assert meets("kenken", "-", 2, [1, 3])
    assert meets("calcudoku", "-", 1, [1, 5, 3])
    assert meets("kenken", "/", 0, [0, 3])
    assert not meets("kenken", "/", 3, [2, 7])
    assert not meets("calcudoku", "/", 0, [0, 0, 3])
    assert meets("calcudoku", "/", 2, [2, 12, 3])
    assert not meets("kenken", None, 1, [1, 3, 5])
    assert meets("calcudoku", None, 1, [1, 3, 5])
    assert not meets("killer", "+", 4, [1, 1, 2])
    assert meets("kenken", "mod", 5, [7, 5])
    assert meets("kenken", "mod", 2, [7, 5])
    assert meets("kenken", "^", 65536, [2, 4, 2])
    assert not meets("kenken", "^", 64, [2, 3, 2])
    assert meets("kenken", "|", 7, [1, 2, 4])
    assert meets("kenken", "|", -3, [-4, 1])
    assert meets("kenken", "xor", 5, [6, 3])
    assert meets("kenken", "&", 2, [6, 3])
    assert meets("kenken", "gcd", 2, [6, 4])
    assert meets("kenken", "lcm", 12, [6, 4])
    assert meets("kenken", "range", 3, [-1, 2, 0])
    assert meets("kenken", "avg", 3, [1, 2, 6])
    assert meets("kenken", "concat", 126, [12, 6])
    assert not meets("kenken", "concat", 126, [6, 12])
    assert len(all_solutions(Plain(3, 3, (1, 2, 3), "kenken", [], []))) == 12
    assert len(all_solutions(Plain(2, 3, (1, 2, 3), "kenken", [], []))) == 12
    cage = ([(0, 0), (0, 1)], "-", 2)
    assert all_solutions(Plain(1, 2, (1, 2, 3), "kenken", [cage], [])) == {((1, 3),), ((3, 1),)}


@cache
def puzzles(count: int, most_cells: int, *, shown: bool = False) -> list[tuple[Plain, set[Grid]]]:
    random = Random(f"engines {most_cells}")
    drawn = [random_puzzle(random, most_cells, shown=shown) for _ in range(count)]
    return [(plain, all_solutions(plain)) for plain in drawn]


def test_puzzles_of_every_kind_are_drawn():
    drawn = [plain for plain, _ in puzzles(20, 8)]
    clues = [clue for plain in drawn for clue in plain.cages]
    assert {operator for _, operator, _ in clues} == {"+", "-", "*", "/", "=", None}
    assert {plain.rules for plain in drawn} == {"kenken", "calcudoku", "killer"}
    assert any(plain.houses for plain in drawn)
    assert {0, -1} <= {value for plain in drawn for value in plain.values}
    operators = {
        operator for plain, _ in puzzles(60, 8, shown=True) for _, operator, _ in plain.cages
    }
    assert operators == {*SHOWN, "="}
    counts = [len(found) for _, found in puzzles(20, 8)]
    assert min(counts) == 0
    assert 1 in counts
    assert max(counts) > 1


@pytest.mark.parametrize(
    "backend", [pytest.param(name, marks=marks_of(name)) for name in BACKENDS.names()]
)
@pytest.mark.parametrize(
    ("count", "most_cells", "shown"),
    [
        (10, 8, False),
        (15, 8, True),
        pytest.param(60, 12, False, marks=pytest.mark.complete),
        pytest.param(40, 12, True, marks=pytest.mark.complete),
    ],
)
def test_every_solution_and_no_other(backend, count, most_cells, shown):
    for plain, expected in puzzles(count, most_cells, shown=shown):
        if len(expected) > SLOW.get(backend, len(expected)):
            continue
        found: list[Grid] = []
        outcome = find_solutions(plain.built(), found.append, backend=backend)
        assert outcome.status is Status.EXHAUSTED, plain
        assert set(found) == expected, plain
        assert len(found) == len(expected) == outcome.count, plain
        if BACKENDS.named(backend).count is not None:
            counted = count_solutions(plain.built(), backend=backend)
            assert (counted.status, counted.count) == (Status.EXHAUSTED, len(expected)), plain


@pytest.mark.parametrize("shown", [False, True])
def test_the_rules_say_the_same_of_every_grid(shown):
    """Of all grids, not only of solutions."""
    for plain, expected in puzzles(20, 8, shown=shown):
        cells = plain.rows * plain.columns
        if len(plain.values) ** cells > 300:
            continue
        puzzle = plain.built()
        for values in product(plain.values, repeat=cells):
            grid = tuple(values[at : at + plain.columns] for at in range(0, cells, plain.columns))
            assert (not violations(puzzle, grid)) == (grid in expected), (plain, grid)
