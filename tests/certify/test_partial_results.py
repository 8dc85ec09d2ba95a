"""The arithmetic by which certificates are checked, against the rules."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from kenken_cp.certify.partial_results import continuations
from kenken_cp.model.operators import ADD, DIVIDE, MULTIPLY, OPERATORS, SUBTRACT

FOUR = (ADD, SUBTRACT, MULTIPLY, DIVIDE)


def tuples(steps):
    """Every path, from before the first cell to after the last."""
    found = [((), result) for result in steps[0]]
    for after in steps:
        found = [
            ((*values, value), following)
            for values, result in found
            for value, following in after[result].items()
        ]
    return sorted(values for values, _ in found)


@pytest.mark.parametrize("operator", FOUR, ids=lambda operator: operator.name)
@examples(100)
@given(
    values=st.sets(st.integers(-5, 9), min_size=1, max_size=4),
    cells=st.integers(2, 4),
    chosen=st.randoms(use_true_random=False),
)
def test_the_paths_are_the_tuples_that_make_the_target(operator, values, cells, chosen):
    every = list(product(sorted(values), repeat=cells))
    made = operator.evaluate(chosen.choice(every))
    for target in (0, 1 if made is None else made, chosen.randint(-20, 40)):
        expected = [each for each in every if operator.evaluate(each) == target]
        assert tuples(continuations(operator, target, cells, values)) == expected


def test_every_operator_of_the_table_is_one_of_these():
    assert {*FOUR} == {operator for operator in OPERATORS if operator.name != "given"}
