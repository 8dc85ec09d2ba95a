"""What a Python function may return."""

import subprocess
import sys

import numpy as np
import pytest
from corpus import ROOT

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


def test_its_process_imports_what_it_needs_and_no_more():
    """There is one for each puzzle: what finds or makes puzzles takes as long to import as all that
    reads them.
    """
    script = "import sys, kenken_cp.judge.callables; print(*sys.modules)"
    modules = subprocess.check_output([sys.executable, "-c", script], cwd=ROOT, text=True).split()
    packages = {"backends", "encode", "generation", "judge.shrink", "sat", "search"}
    assert not {f"kenken_cp.{name}" for name in packages}.intersection(modules)
