"""The arithmetic by which certificates are checked, against the rules."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from kenken_cp.certify.partial_results import continuations
from kenken_cp.model.operators import OPERATORS, POWER, Fold, Operator

ON_SEVERAL_CELLS = tuple(operator for operator in OPERATORS if operator.name != "given")


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


@pytest.mark.parametrize("operator", ON_SEVERAL_CELLS, ids=lambda operator: operator.name)
@examples(100)
@given(
    values=st.sets(st.integers(-5, 9), min_size=1, max_size=4),
    cells=st.integers(2, 4),
    chosen=st.randoms(use_true_random=False),
)
def test_the_paths_are_the_tuples_that_make_the_target(operator, values, cells, chosen):
    cells = min(cells, operator.most_cells or cells)
    every = list(product(sorted(values), repeat=cells))
    made = operator.evaluate(chosen.choice(every))
    for target in (0, 1 if made is None else made, chosen.randint(-20, 40)):
        expected = [each for each in every if operator.holds(each, target)]
        assert tuples(continuations(operator, target, cells, values)) == expected


@pytest.mark.parametrize("operator", ON_SEVERAL_CELLS, ids=lambda operator: operator.name)
def test_every_tuple_of_a_few_small_values_is_on_the_path_of_what_it_makes(operator):
    for values, cells in (((-5, -2, -1, 0, 1, 2, 3, 12, 13), 2), ((-2, -1, 0, 1, 3), 3)):
        every = list(product(values, repeat=min(cells, operator.most_cells or cells)))
        targets = {operator.evaluate(each) for each in every}.union(range(-3, 4)) - {None}
        for target in targets:
            expected = [each for each in every if operator.holds(each, target)]
            assert tuples(continuations(operator, target, len(every[0]), values)) == expected


def test_of_every_operator_of_the_table_the_arithmetic_is_known(monkeypatch):
    """So none is checked by its own record: what another says of it is another matter."""
    for operator in OPERATORS:
        monkeypatch.setattr(Operator, "holds", lambda *_: pytest.fail("its record was asked"))
        cells = operator.most_cells or 3
        assert continuations(operator, 1, cells, range(4)) is not None


def test_one_that_is_not_known_is_checked_by_its_record():
    first = Operator(
        name="first",
        noun="first",
        evaluate=lambda values: values[0],
        fold=Fold((), lambda seen, value: (*seen, value), lambda *_: True),
    )
    assert tuples(continuations(first, 2, 2, (1, 2))) == [(2, 1), (2, 2)]


def test_of_large_powers_sign_and_parity_matter():
    """(-1)^(3^2) is -1, (-1)^((-3)^5) too, and 0^((-2)^4) is 0, as 0^((-2)^3) is not."""
    values = (-3, -2, -1, 0, 2, 3, 4, 5)
    for target in (-1, 0, 1, 2, -8):
        expected = [each for each in product(values, repeat=3) if POWER.holds(each, target)]
        assert tuples(continuations(POWER, target, 3, values)) == expected


def test_powers_that_explode_are_not_worked_out():
    assert tuples(continuations(POWER, 10**60, 4, range(-9, 10))) == []
