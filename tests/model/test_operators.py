import pickle
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import small_integers

from kenken_cp.errors import UnknownNameError
from kenken_cp.model.operators import (
    ADD,
    DIVIDE,
    GIVEN,
    MULTIPLY,
    OPERATORS,
    SUBTRACT,
    operator_named,
)


@pytest.mark.parametrize(
    ("operator", "values", "target"),
    [
        (GIVEN, (3,), 3),
        (ADD, (1, 2, 3), 6),
        (ADD, (-2, 2), 0),
        (SUBTRACT, (2, 5), 3),
        (SUBTRACT, (1, 9, 2), 6),
        (SUBTRACT, (3, 3), 0),
        (SUBTRACT, (1, 2, 3), 0),
        (SUBTRACT, (-2, 3), 5),
        (MULTIPLY, (2, 3, 2), 12),
        (MULTIPLY, (0, 7), 0),
        (MULTIPLY, (-2, 3), -6),
        (DIVIDE, (2, 8), 4),
        (DIVIDE, (8, 2, 2), 2),
        (DIVIDE, (2, 7), None),
        (DIVIDE, (7, 2, 2), None),
        (DIVIDE, (3, 0), 0),
        (DIVIDE, (0, 3, 2), 0),
        (DIVIDE, (0, 0), None),
        (DIVIDE, (4, -2), -2),
        (DIVIDE, (-4, -2), None),
        (DIVIDE, (-2, -2), 1),
    ],
)
def test_evaluate(operator, values, target):
    assert operator.evaluate(values) == target
    assert operator.evaluate(values[::-1]) == target


def test_division_does_not_truncate():
    assert not DIVIDE.holds((7, 2), 3)


@given(
    st.sampled_from(tuple(OPERATORS)[1:]),
    st.lists(small_integers, min_size=2, max_size=5),
    st.integers(-40, 300),
)
def test_the_fold_means_the_same_as_evaluate(operator, values, other_target):
    """The two statements of an operator agree, and no bound gives up a tuple that would do."""
    low, high = min(values), max(values)
    for target in {operator.evaluate(values), other_target} - {None}:
        state = operator.fold.start
        for taken, value in enumerate(values, 1):
            state = operator.fold.step(state, value)
            left = len(values) - taken
            alive = operator.fold.alive(state, left, target, low, high)
            if left == 0:
                assert alive == operator.holds(values, target)
            elif operator.holds(values, target):
                assert alive


@pytest.mark.parametrize("operator", tuple(OPERATORS)[1:])
def test_the_fold_finds_what_evaluate_finds_exhaustively(operator):
    values = (-2, -1, 0, 1, 2, 3)
    for cells in (2, 3):
        for tuple_ in product(values, repeat=cells):
            for target in range(-8, 28):
                state = operator.fold.start
                for value in tuple_:
                    state = operator.fold.step(state, value)
                alive = operator.fold.alive(state, 0, target, -2, 3)
                assert alive == operator.holds(tuple_, target)


def test_spellings():
    for operator in OPERATORS:
        for spelling in filter(None, (operator.name, operator.symbol, operator.glyph)):
            assert operator_named(spelling) is operator
    assert operator_named("x") is MULTIPLY
    assert operator_named("÷") is operator_named(":") is DIVIDE
    assert operator_named("−") is operator_named("–") is SUBTRACT


def test_an_unknown_operator_is_named_with_those_known():
    with pytest.raises(UnknownNameError, match=r"unknown operator '\?'; known: .*add \(\+\)"):
        operator_named("?")


def test_operators_survive_pickling_as_themselves():
    assert pickle.loads(pickle.dumps(ADD)) is ADD
