"""Operators that a clue may show, through all that takes a puzzle, by their records alone."""

from __future__ import annotations

from itertools import product

import pytest
from attacks.bounds import ends
from cli.calls import answer, remark
from engines import each_engine, outcome_by

from kenken_cp import Cage, Puzzle, PuzzleError, Status, count, explain, loads, prove, solve, verify
from kenken_cp.backends.cp_sat import model
from kenken_cp.backends.cp_sat import solve as cp_sat
from kenken_cp.model.operators import GIVEN, OPERATORS
from kenken_cp.model.rule_sets import RULE_SETS, RuleSet

OTHERS = tuple(OPERATORS)[5:]
ANY = RuleSet("any", "hidden is any operator", tuple((each, None) for each in [*OPERATORS][1:]))
PAIR, CORNER, SQUARE = ((0, 0), (0, 1)), ((0, 0), (0, 1), (1, 0)), tuple(product((0, 1), (0, 1)))


@pytest.fixture
def any_rules():
    with RULE_SETS.registered(ANY) as rules:
        yield rules


@each_engine
@pytest.mark.parametrize(
    "values", [(-1, 0, 2), pytest.param((1, 2, 3, 4), marks=pytest.mark.slow)], ids=str
)
def test_hidden_they_are_among_those_that_may_be_meant(backend, values, any_rules):
    for cells, target in ((PAIR, 1), (PAIR, 12), (CORNER, 2), (CORNER, 121), (SQUARE, 0)):
        board = (2, 3) if cells is SQUARE else (2, 2)
        puzzle = Puzzle(board, [Cage(cells, None, target)], values, rules=any_rules)
        assert count(puzzle, backend=backend) == count(puzzle, backend="brute-force")


@pytest.mark.parametrize("operator", OTHERS, ids=lambda operator: operator.name)
def test_by_equations_and_automata(operator, monkeypatch):
    """As cp-sat has cages of too many tuples for a table."""
    monkeypatch.setattr(model, "MAX_TUPLES_OF_CAGE", 0)
    for cells in filter(lambda cells: operator.stands_on(len(cells)), (PAIR, CORNER, SQUARE)):
        for values, target in (((1, 2, 3), 2), ((-2, 0, 3), -2), ((0, 2, 4, 8), 4)):
            puzzle = Puzzle(2, [Cage(cells, operator, target)], values)
            outcome = outcome_by(cp_sat.search, puzzle)
            assert outcome.status is Status.EXHAUSTED
            assert outcome.count == count(puzzle, backend="brute-force")


@pytest.mark.parametrize("operator", OTHERS, ids=lambda operator: operator.name)
def test_certificates_and_explanations(operator):
    cells = PAIR if operator.most_cells == 2 else CORNER
    values = [((1, 2, 3), (2, 3, 1), (3, 1, 2))[row][column] for row, column in cells]
    target = operator.evaluate(values)
    if target is None:
        target = 2
    puzzle = Puzzle(3, [Cage(cells, operator, target)])
    solutions = count(puzzle, backend="brute-force")
    certificate = prove(puzzle)
    assert certificate.claim == solutions
    assert verify(certificate).valid
    assert str(explain(puzzle))


def test_the_number_of_cells():
    with pytest.raises(PuzzleError, match=r"'mod' of the cage at r1c1 r1c2 r2c1 stands on 3 cells"):
        Cage(CORNER, "mod", 1)
    with pytest.raises(PuzzleError, match=r"'\^' of the cage at .* stands on 9 cells"):
        Cage([(0, column) for column in range(9)], "^", 1)
    assert Cage([(0, 0)], "max", 2).operator is GIVEN
    with pytest.raises(PuzzleError, match="'gcd' of the cage at r1c1 stands on 1 cell;"):
        Cage([(0, 0)], "gcd", 2)


@pytest.mark.parametrize(
    "backend",
    ["auto", *(pytest.param(name, marks=pytest.mark.slow) for name in ("cp-sat", "logic"))],
)
@pytest.mark.parametrize(
    ("clue", "values"),
    [
        (("^", 2**81, 8), range(1, 10)),
        (("^", 10**90, 8), [10**6 - i for i in range(9)]),
        (("^", 0, 5), range(-4, 5)),
        (("lcm", 2520, 9), range(1, 10)),
        (("lcm", 0, 9), range(10**6 - 9, 10**6 + 1)),
        (("concat", 10**60, 9), range(9)),
        (("xor", 10**6, 9), range(10**6 - 9, 10**6)),
    ],
    ids=str,
)
def test_what_explodes_ends(backend, clue, values):
    operator, target, cells = clue
    board = list(product(range(9), range(9)))
    with ends((backend, clue)):
        puzzle = Puzzle(9, [Cage(board[:cells], operator, target)], values)
        assert solve(puzzle, backend=backend, seconds=0.1).count <= 2


def test_the_command_line(tmp_path):
    made = answer("generate", "--size", "4", "--operators", "mod,^,|,max concat", "--seed", "1")
    assert made.startswith("title: 4x4, operators mod ^ | max concat, seed 1, number 1\n")
    assert loads(made).expected == 1
    path = tmp_path / "made.kk"
    path.write_text(made)
    assert remark("solve", str(path)) == "The only solution.\n"
    assert answer("count", "--backend", "brute-force", str(path)) == "1\n"
