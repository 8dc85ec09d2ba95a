"""What a Python function may return."""

import numpy as np
import pytest

from kenken_cp.judge.callables import described

GRID = [[1, 2], [2, 1]]


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (np.int64(2), 2),
        (np.array(2), 2),
        (np.True_, True),
        (np.array(GRID), GRID),
        (np.array([GRID, GRID]), [GRID, GRID]),
        ([np.array(GRID)], [GRID]),
        (tuple(map(tuple, GRID)), GRID),
    ],
    ids=repr,
)
def test_arrays_and_numbers_of_numpy_are_what_they_stand_for(value, plain):
    assert described(value, 2, 2) == described(plain, 2, 2)
    assert "problem" not in described(value, 2, 2)
