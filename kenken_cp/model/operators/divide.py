"""The quotient: the largest value, divided by all the rest; a zero can only be what is divided."""

import math
from collections.abc import Sequence

from kenken_cp.model.equations import Equation, Largest, exponents, negatives, zeros
from kenken_cp.model.operators.record import Fold, Operator

_State = tuple[int, int | None, int]
"""How many zeros so far, the largest of the other values, and their product."""


def _evaluate(values: Sequence[int]) -> int | None:
    dividend, *rest = sorted(values, key=lambda value: (value != 0, -value))
    divisor: int = math.prod(rest)
    if divisor == 0 or dividend % divisor:
        return None
    return dividend // divisor


def _step(state: _State, value: int) -> _State:
    zero_count, largest, product = state
    if value == 0:
        return zero_count + 1, largest, product
    return zero_count, (value if largest is None or value > largest else largest), product * value


def _alive(state: _State, left: int, target: int, low: int, high: int) -> bool:
    zero_count, largest, product = state
    if zero_count > 1 or (zero_count == 1) > (target == 0):
        return False
    if target == 0:
        return zero_count == 1 or (left > 0 and low <= 0 <= high)
    # largest = target * (product / largest), so largest squared = target * product.
    if left == 0:
        return largest is not None and largest * largest == target * product
    reach = max(abs(low), abs(high))
    return abs(target * product) <= reach * reach


def _linear(cells: tuple[int, ...], target: int, values: tuple[int, ...]) -> list[Equation]:
    if target == 0:
        return [zeros(cells, values, (1,))]
    # largest = target * (the rest), so the square of the largest is target * the product of all.
    return [
        zeros(cells, values, (0,)),
        *negatives(cells, target, values),
        *exponents({Largest(cells): 2, **dict.fromkeys(cells, -1)}, target, values),
    ]


DIVIDE = Operator(
    name="divide",
    symbol="/",
    glyph="÷",
    verb="divide to",
    noun="quotient",
    meaning="the largest value divided by all others, exactly; a zero can only be what is divided",
    evaluate=_evaluate,
    fold=Fold((0, None, 1), _step, _alive),
    linear=_linear,
)
