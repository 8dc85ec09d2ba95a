"""Random puzzles of every kind through every engine, against the oracle of the tests.

``ATTACK_PUZZLES`` is the number of puzzles for each engine (twelve by default, more of them in
``.ci/run``), ``ATTACK_SEED`` names others::

    ATTACK_PUZZLES=100000 ATTACK_SEED=1 python -m pytest tests/attacks/test_engines.py -k cover
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain, product
from random import Random

import pytest
from attacks.checks import differences, report
from oracle import TARGETS, Grid, few_solutions, meets, solutions

from kenken_cp import Cage, Puzzle, count, violations
from kenken_cp.parallel.cubes import cubes
from kenken_cp.search.engine import BACKENDS
from puzzles import random_puzzle

PUZZLES = int(os.environ.get("ATTACK_PUZZLES", "12"))
SEED = os.environ.get("ATTACK_SEED", "")

FAST = ("auto", "cover", "cp-sat", "sat")
MAX_SOLUTIONS = {**dict.fromkeys(FAST, 3000), "python-constraint": 300, "brute-force": 300}
"""Solutions up to which an engine is asked for all of them; of the hand-written solver, 30."""


CORNERS = (
    Puzzle((1, 2), [Cage([(0, 0), (0, 1)], "+", 100002)], (1, 10000, 100000), rules="killer"),
    Puzzle(1),
    Puzzle(1, [Cage([(0, 0)], None, 1)]),
    Puzzle(1, [Cage([(0, 0)], None, 2)]),
    Puzzle((1, 3), houses=[[(0, 0)], [(0, 0), (0, 2)]]),
)
"""Boards without a tuple, or with nothing to choose: an engine once divided by their number."""


def drawn(name: str, number: int, most_cells: int = 12) -> Iterator[Puzzle]:
    random = Random(f"{name} {SEED}")
    return (random_puzzle(random, most_cells) for _ in range(number))


def test_the_meaning_of_clues():
    """Facts that are not computed: the oracle is the judge of all engines."""
    for rules, operator, target, held in (
        ("kenken", "subtract", 2, (1, 3)),
        ("calcudoku", "subtract", -1, (1, 5, 3, 2)),
        ("kenken", "divide", 0, (0, 3)),
        ("calcudoku", "divide", 2, (2, 12, 3)),
        ("calcudoku", "divide", -2, (-1, 2, 1)),
        ("calcudoku", None, 1, (1, 3, 5)),
        ("inshi", None, 15, (1, 3, 5)),
        ("kenken", "modulo", 5, (7, 5)),
        ("kenken", "modulo", 2, (7, 5)),
        ("kenken", "modulo", 3, (-7, 5)),
        ("kenken", "power", 65536, (2, 4, 2)),
        ("kenken", "power", 1, (1, 10, 100, 1000)),
        ("kenken", "or", 7, (1, 2, 4)),
        ("kenken", "or", -3, (-4, 1)),
        ("kenken", "xor", 5, (6, 3)),
        ("kenken", "and", 2, (6, 3)),
        ("kenken", "gcd", 2, (6, 4)),
        ("kenken", "gcd", 3, (0, -3)),
        ("kenken", "lcm", 12, (6, 4)),
        ("kenken", "range", 3, (-1, 2, 0)),
        ("kenken", "average", 3, (1, 2, 6)),
        ("kenken", "concatenation", 126, (12, 6)),
        ("kenken", "order", -1, (5, 3, 2)),
        ("kenken", "distinct", 2, (5, 3, 5)),
        ("kenken", "parity", 1, (5, 3, 5)),
    ):
        assert meets(rules, operator, target, held), (rules, operator, target, held)
    for rules, operator, target, held in (
        ("kenken", "divide", 3, (2, 7)),
        ("calcudoku", "divide", 0, (0, 0, 3)),
        ("kenken", None, 1, (1, 3, 5)),
        ("inshi", None, 4, (1, 3)),
        ("killer", None, 3, (1, 3)),
        ("kenken", "power", 64, (2, 3, 2)),
        ("kenken", "average", 2, (1, 2, 4)),
        ("kenken", "concatenation", 126, (6, 12)),
        ("kenken", "order", 1, (1, 3, 3)),
    ):
        assert not meets(rules, operator, target, held), (rules, operator, target, held)


def test_numbers_of_solutions_that_are_known():
    assert len(solutions(Puzzle(4))) == 576
    assert len(solutions(Puzzle((2, 3)))) == 12
    assert len(solutions(Puzzle(3), 5)) == 5
    boxes = [[(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r in (0, 2) for c in (0, 2)]
    assert len(solutions(Puzzle(4, houses=boxes))) == 288
    cage = Cage([(0, 0), (0, 1)], "-", 2)
    assert set(solutions(Puzzle((1, 2), [cage], (1, 2, 3)))) == {((1, 3),), ((3, 1),)}
    bent = Cage([(0, 0), (0, 1), (1, 1)], "+", 4)
    assert len(solutions(Puzzle(2, [bent]))) == 1
    assert not solutions(Puzzle(2, [bent], rules="killer"))


@pytest.mark.slow
def test_puzzles_of_every_kind_are_drawn():
    some = list(drawn("kinds", 300))
    cages = [cage for puzzle in some for cage in puzzle.cages]
    operators = {cage.operator.name for cage in cages if cage.operator is not None}
    assert operators == {*TARGETS}
    assert {len(cage.cells) for cage in cages if cage.operator is None} >= {2, 3, 4, 5}
    assert {puzzle.rules.name for puzzle in some} >= {"kenken", "calcudoku", "killer", "inshi"}
    assert any(puzzle.houses for puzzle in some)
    assert any(puzzle.rows != puzzle.columns for puzzle in some)
    assert {0, -1} <= {value for puzzle in some for value in puzzle.values}
    counts = [len(solutions(puzzle, 101)) for puzzle in some[:50]]
    assert counts.count(0) < 15
    assert {0, 1, 101} <= set(counts)


@pytest.mark.parametrize("backend", BACKENDS.names())
def test_every_answer(backend):
    random, failures = Random(f"{backend} {SEED}"), []
    for puzzle in chain(CORNERS, drawn("answers", PUZZLES)):
        known = few_solutions(puzzle)
        if known is not None and len(known) <= MAX_SOLUTIONS.get(backend, 30):
            wrong = differences(puzzle, known, backend, random)
            failures += [report(puzzle, wrong)] if wrong else []
    assert not failures, "\n\n".join(failures)


def test_cubes_share_out_the_solutions():
    random, failures = Random(f"cubes {SEED}"), []
    for puzzle in drawn("cubes", PUZZLES):
        known = few_solutions(puzzle)
        if known is not None:
            parts = cubes(puzzle, random.randint(1, 12))
            found = [grid for part in parts for grid in solutions(part)]
            counts = [count(part, backend="cover") for part in parts]
            if set(found) != known or len(found) != len(known) or sum(counts) != len(known):
                failures.append(report(puzzle, [f"cubes with {counts}; there are {len(known)}"]))
    assert not failures, "\n\n".join(failures)


def test_the_rules_say_the_same_of_every_grid():
    """Of all grids, not only of solutions."""
    for puzzle in drawn("rules", max(PUZZLES, 60), 8):
        cells = puzzle.rows * puzzle.columns
        if len(puzzle.values) ** cells > 1000:
            continue
        known = set(solutions(puzzle))
        for values in product(puzzle.values, repeat=cells):
            rows = range(0, cells, puzzle.columns)
            grid: Grid = tuple(values[at : at + puzzle.columns] for at in rows)
            assert (not violations(puzzle, grid)) == (grid in known), report(puzzle, [str(grid)])
