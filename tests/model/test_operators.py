from itertools import combinations_with_replacement, permutations, product

import pytest

from kenken_cp.errors import UnknownNameError
from kenken_cp.model.operators import (
    ADD,
    AND,
    AVERAGE,
    CONCATENATION,
    DISTINCT,
    DIVIDE,
    GCD,
    GIVEN,
    LCM,
    MAXIMUM,
    MINIMUM,
    MODULO,
    MULTIPLY,
    OPERATORS,
    OR,
    ORDER,
    PARITY,
    POWER,
    RANGE,
    SUBTRACT,
    XOR,
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
        (MODULO, (5, 7), 2),
        (MODULO, (0, 3), 0),
        (MODULO, (0, 0), None),
        (POWER, (2, 3), 9),
        (POWER, (2, 4, 2), 256),
        (POWER, (1, 5), 5),
        (POWER, (-2, 3), None),
        (POWER, (9, 9, 9), None),
        (POWER, (10**401, 10**400), None),
        (POWER, (0, 0), 1),
        (OR, (1, 2, 4), 7),
        (OR, (-4, 1), -3),
        (AND, (6, 3), 2),
        (AND, (-2, 7), 6),
        (XOR, (6, 3), 5),
        (XOR, (5, 5), 0),
        (XOR, (-1, 1), -2),
        (GCD, (6, 4, 8), 2),
        (GCD, (0, 6), 6),
        (GCD, (0, 0), 0),
        (GCD, (-4, 6), 2),
        (LCM, (4, 6), 12),
        (LCM, (-4, 6), 12),
        (LCM, (0, 6), 0),
        (MINIMUM, (3, -1, 2), -1),
        (MAXIMUM, (3, -1, 2), 3),
        (RANGE, (3, -1, 2), 4),
        (RANGE, (3, 3), 0),
        (AVERAGE, (1, 2, 6), 3),
        (AVERAGE, (1, 2), None),
        (AVERAGE, (-3, 1), -1),
        (PARITY, (1, 3, 3), 1),
        (PARITY, (-1, 3), 0),
        (DISTINCT, (2, 1, 2), 2),
        (DISTINCT, (-1, 1, 0), 3),
    ],
)
def test_evaluate(operator, values, target):
    assert operator.evaluate(values) == target
    assert operator.evaluate(values[::-1]) == target
    assert target is None or operator.holds(values, target)


@pytest.mark.parametrize(
    ("values", "target"),
    [
        ((1, 2, 3), 123),
        ((3, 2, 1), 321),
        ((12, 3), 123),
        ((1, 23), 123),
        ((0, 5), 5),
        ((5, 0), 50),
        ((0, 0), 0),
        ((-1, 2), -12),
        ((-10, 5), -105),
        ((1, -2), None),
        ((0, -2), None),
    ],
)
def test_concatenation_is_in_the_order_of_the_cells(values, target):
    assert CONCATENATION.evaluate(values) == target


@pytest.mark.parametrize(
    ("values", "target"),
    [((1, 2), 1), ((2, 1), -1), ((2, 2), 0), ((1, 3, 9), 1), ((3, 0, -1), -1), ((1, 3, 2), 0)],
)
def test_order_is_that_of_the_cells(values, target):
    assert ORDER.evaluate(values) == target


def test_modulo_of_zeros_and_negative_values():
    assert MODULO.holds((0, 5), 0)
    assert not MODULO.holds((0, 5), 5)
    assert not any(MODULO.holds((0, 0), target) for target in range(-3, 4))
    assert MODULO.holds((-7, 5), 3)
    assert MODULO.holds((-7, 5), -2)
    assert not MODULO.holds((-7, 5), 2)


def test_powers_are_taken_from_the_right_in_any_order():
    assert POWER.holds((2, 4, 2), 65536)
    assert POWER.holds((4, 2, 2), 65536)
    assert POWER.holds((4, 2, 2), 256)
    assert not POWER.holds((2, 3, 2), 64)  # (2^3)^2
    assert POWER.holds((2, 3, 2), 512)
    assert POWER.holds((1, 2, 3, 9), 8)  # 2^(3^(1^9))
    assert POWER.holds((1, 2, 3, 9), 1)
    assert not POWER.holds((2, 3, 9), 1)
    assert POWER.holds((0, 5), 0)
    assert POWER.holds((0, 5), 1)
    assert POWER.holds((-2, 3), -8)
    assert not POWER.holds((-2, 3), 1)
    assert POWER.holds((-1, -2), 1)


def test_powers_that_explode_are_as_fast_as_others():
    assert POWER.holds((9, 2, 9), 9**81)
    assert POWER.holds((7, 300, 2), 7**90000)
    assert not POWER.holds((7, 300, 2), 7**90000 + 1)
    assert not any(POWER.holds(range(2, 10), target) for target in (1, 2**64, 10**99))
    assert POWER.holds((1, *range(3, 10)), 9)
    assert POWER.evaluate((9, 8, 7)) is None
    assert not POWER.holds((-9, -8, 0, 7, 6, 0, 5, -3), 10**60)


def towers(values):
    """What values make in some order; None of an order that makes no whole number; "huge"."""
    for order in set(permutations(values)):
        *bases, result = order
        for base in reversed(bases):
            if result < 0 and base not in (1, -1):
                result = None
                break
            if abs(base) > 1 and result > 2000:
                result = "huge"
                break
            result = base ** abs(result)
        yield result


@pytest.mark.parametrize("cells", [1, 2, 3, 4])
def test_powers_against_every_order(cells):
    for values in combinations_with_replacement((-3, -2, -1, 0, 1, 2, 3), cells):
        made = set(towers(values))
        if "huge" in made:
            continue
        for target in {*made, *range(-10, 30)} - {None}:
            assert POWER.holds(values, target) == (target in made), (values, target)


@pytest.mark.parametrize("operator", tuple(OPERATORS)[1:], ids=lambda operator: operator.name)
@pytest.mark.parametrize(
    "values", [(-2, -1, 0, 1, 3), (2, 3, 4, 8), (1, 10, 12), (-4, -2, 0), (-9, -5)]
)
def test_the_fold_means_the_same_as_evaluate(operator, values):
    """The two statements of an operator agree, and no bound gives up a tuple that would do."""
    fold, low, high = operator.fold, values[0], values[-1]
    for cells in filter(operator.stands_on, (2, 3, 4) if len(values) < 4 else (2, 3)):
        tuples = list(product(values, repeat=cells))
        targets = {*range(-8, 28), *map(operator.evaluate, tuples)} - {None}
        for tuple_ in tuples:
            states = [fold.start]
            for value in tuple_:
                states.append(fold.step(states[-1], value))
            assert len({*states[1:]}) > 0  # they are hashable
            for target in targets:
                alive = [
                    fold.alive(state, cells - taken, target, low, high)
                    for taken, state in enumerate(states[1:], 1)
                ]
                assert alive[-1] == operator.holds(tuple_, target)
                assert all(alive) or not alive[-1]


@pytest.mark.parametrize("operator", [each for each in OPERATORS if each.least_cells == 1])
def test_one_that_stands_on_one_cell_makes_its_value_there(operator):
    for value in (-12, -1, 0, 1, 7, 30):
        assert operator.evaluate((value,)) == value
        assert operator.holds((value,), value)
        assert not operator.holds((value,), value + 1)


def test_an_operator_has_a_name_a_symbol_and_a_glyph():
    for operator in OPERATORS:
        for name in (operator.name, operator.symbol, operator.glyph):
            assert operator_named(name) is operator
    assert operator_named("÷") is operator_named("/") is operator_named("divide") is DIVIDE
    assert (GCD.symbol, GCD.glyph, GCD.verb) == ("gcd", "gcd", "have the greatest common divisor")


def test_an_unknown_operator_is_named_with_those_known():
    with pytest.raises(UnknownNameError, match=r"unknown operator '\?'; known: .*add \(\+\)"):
        operator_named("?")
