"""Unit propagation, against a plain one: through all clauses, until nothing more follows."""

from __future__ import annotations

from random import Random

import pytest

from kenken_cp.certify.propagation import Propagation

VARIABLES = 8


def closed(clauses, true):
    """The literals that follow from some; None if a clause becomes false."""
    true, before = set(true), None
    while len(true) != before:
        before = len(true)
        for clause in clauses:
            left = [literal for literal in clause if -literal not in true]
            if not left:
                return None
            if len(left) == 1:
                true.add(left[0])
    return true


def is_rup(clauses, true, clause):
    """Whether the opposite of a clause makes a clause false, if some literals are true."""
    opposite = {-literal for literal in clause}
    return not true.isdisjoint(clause) or closed(clauses, true | opposite) is None


def drawn_clause(random):
    variables = random.sample(range(1, VARIABLES + 1), random.choice((1, 2, 2, 3, 3, 3, 4)))
    return tuple(random.choice((1, -1)) * variable for variable in variables)


@pytest.mark.parametrize("seed", range(60))
def test_it_finds_what_follows_also_when_clauses_are_deleted(seed):
    random = Random(seed)
    for _ in range(20):
        propagation, clauses, true = Propagation(VARIABLES), [], set()
        while true is not None and len(clauses) < 30:
            if clauses and random.random() < 0.25:
                clause = clauses.pop(random.randrange(len(clauses)))
                assert propagation.delete(tuple(random.sample(clause, len(clause))))
            else:
                clauses.append(drawn_clause(random))
                propagation.add(clauses[-1])
                true = closed(clauses, true)
                assert propagation.contradictory == (true is None)
            if random.random() < 0.5:
                asked = drawn_clause(random)
                expected = true is None or is_rup(clauses, true, asked)
                assert propagation.is_rup(asked) == expected, (clauses, asked)
        assert not clauses or propagation.delete(clauses[0])


def test_a_clause_is_deleted_as_often_as_it_was_added():
    propagation = Propagation(3)
    for clause in ((1, 2), (1, 2), (1, 2, 3)):
        propagation.add(clause)
    assert [propagation.delete((2, 1)) for _ in range(3)] == [True, True, False]
    assert not propagation.is_rup((1, 2))
    assert propagation.is_rup((3, 2, 1))
    assert propagation.delete((3, 2, 1))
    assert not propagation.is_rup((3, 2, 1))
