"""The arithmetic by which certificates are checked, against the rules."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kenken_cp.certify.arithmetic import arithmetic_of
from kenken_cp.model.operators import OPERATORS, POWER, Fold, Operator
from puzzles import examples

ON_SEVERAL_CELLS = tuple(operator for operator in OPERATORS if operator.name != "given")


def agrees(operator, target, values, cells):
    """Asserts that tuples make the target as the rules say, and that none of these was given up."""
    arithmetic = arithmetic_of(operator, target)
    for each in product(sorted(values), repeat=cells):
        result, hopeless = arithmetic.start, False
        for place, value in enumerate(each):
            result = arithmetic.step(result, value)
            left = cells - place - 1
            hopeless |= arithmetic.hopeless(result, left, target, min(values), max(values))
        expected = operator.holds(each, target)
        assert not (hopeless and expected), each
        assert hopeless or arithmetic.makes(result, target) == expected, each


@pytest.mark.parametrize("operator", ON_SEVERAL_CELLS, ids=lambda operator: operator.name)
@examples(100)
@given(
    values=st.sets(st.integers(-5, 9), min_size=1, max_size=4),
    cells=st.integers(2, 4),
    chosen=st.randoms(use_true_random=False),
)
def test_the_tuples_that_make_the_target_are_those_of_the_rules(operator, values, cells, chosen):
    cells = min(cells, operator.most_cells or cells)
    made = operator.evaluate([chosen.choice(sorted(values)) for _ in range(cells)])
    for target in (0, 1 if made is None else made, chosen.randint(-20, 40)):
        agrees(operator, target, values, cells)


def test_one_that_is_not_known_is_checked_by_its_record():
    first = Operator(
        name="first",
        noun="first",
        evaluate=lambda values: values[0],
        fold=Fold((), lambda seen, value: (*seen, value), lambda *_: True),
    )
    agrees(first, 2, (1, 2), 2)


def test_powers_that_explode_are_not_worked_out():
    agrees(POWER, 10**60, range(-4, 5), 4)
