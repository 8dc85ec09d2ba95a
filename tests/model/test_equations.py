from itertools import product

import pytest

from kenken_cp.model.equations import Largest, Literal
from kenken_cp.model.operators import ADD, DIVIDE, MULTIPLY, OPERATORS, SUBTRACT


def value_of(variable, assignment):
    if isinstance(variable, Largest):
        return max(assignment[cell] for cell in variable.cells)
    if isinstance(variable, Literal):
        return int(value_of(variable.of, assignment) == variable.value)
    return assignment[variable]


def holds(equation, assignment):
    total = sum(factor * value_of(variable, assignment) for variable, factor in equation.terms)
    return total in equation.allowed


@pytest.mark.parametrize(
    "operator", [each for each in OPERATORS if each.linear], ids=lambda operator: operator.name
)
@pytest.mark.parametrize(
    "values", [(1, 2, 3, 4, 6), (-3, -1, 2), (-4, -2, 0, 2), (0, 1, 5), (3, 9, 15, 25)]
)
def test_the_equations_hold_together_exactly_when_the_operator_does(operator, values):
    for cells in filter(operator.stands_on, (1, 2, 3)):
        tuples = list(product(values, repeat=cells))
        for target in {*range(-8, 13), *map(operator.evaluate, tuples)} - {None}:
            statement = operator.linear(tuple(range(cells)), target, values)
            for assignment in tuples:
                together = all(holds(equation, assignment) for equation in statement)
                assert together == operator.holds(assignment, target), (assignment, target)


def test_a_target_beyond_64_bits_is_just_impossible():
    for operator in (ADD, SUBTRACT, MULTIPLY, DIVIDE):
        for equation in operator.linear(tuple(range(36)), 7**60 * 11, tuple(range(1, 10))):
            assert all(abs(allowed) < 2**62 for allowed in equation.allowed)
