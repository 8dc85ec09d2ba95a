"""The smallest value, the largest, and how far apart they are."""

import math

from kenken_cp.model.operators.record import Fold, Operator, lattice_fold

MINIMUM = Operator(
    name="minimum",
    symbol="min",
    noun="minimum",
    meaning="the minimum of the values",
    evaluate=min,
    fold=lattice_fold(math.inf, min),
    least_cells=1,
)

MAXIMUM = Operator(
    name="maximum",
    symbol="max",
    noun="maximum",
    meaning="the maximum of the values",
    evaluate=max,
    fold=lattice_fold(-math.inf, max),
    least_cells=1,
)

_Ends = tuple[float, float]
"""The smallest and the largest value so far."""


def _alive(ends: _Ends, left: int, target: int, low: int, high: int) -> bool:
    least, largest = ends
    return largest - least == target if left == 0 else largest - least <= target


RANGE = Operator(
    name="range",
    noun="range",
    meaning="the largest value less the smallest",
    evaluate=lambda values: max(values) - min(values),
    fold=Fold(
        (math.inf, -math.inf),
        lambda ends, value: (min(ends[0], value), max(ends[1], value)),
        _alive,
    ),
)
