"""The concatenation: the digits of the values, read in the order of the cells.

That is their reading order: row by row, each from the left. A value of several digits stands there
with all of them; zeros in front count for nothing, as in any number; only the first value may be
negative, and the number is negative then.
"""

from collections.abc import Sequence

from kenken_cp.model.operators.record import Fold, Operator
from kenken_cp.text import MAX_DIGITS


def _evaluate(values: Sequence[int]) -> int | None:
    digits = "".join(map(str, values))
    return None if "-" in digits[1:] or len(digits) > MAX_DIGITS else int(digits)


def _alive(text: str, left: int, target: int, low: int, high: int) -> bool:
    digits, whole = text.lstrip("0"), str(target)
    if "-" in text[1:]:
        return False
    if left == 0:
        return (digits or "0") == whole
    return not digits or (whole.startswith(digits) and len(digits) + left <= len(whole))


CONCATENATION = Operator(
    name="concatenation",
    symbol="concat",
    verb="read",
    noun="concatenation",
    meaning="the digits of the values, read in the order of the cells",
    evaluate=_evaluate,
    fold=Fold("", lambda text, value: f"{text}{value}", _alive),
    least_cells=1,
)
