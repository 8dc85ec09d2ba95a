"""Complete grids in text."""

from __future__ import annotations

import re

from kenken_cp.errors import GridError
from kenken_cp.puzzle import Grid

_NUMBER = re.compile(r"(?<![\w.])-?\d{1,18}(?![\w.])")


def read_grid(text: str, size: int) -> Grid:
    """The grid in a text: ``size * size`` numbers, whatever stands between them (spaces, bars,
    commas, brackets, rules), or as many single digits written together.

    Raises:
        GridError: if there are fewer or more.
    """
    numbers = _NUMBER.findall(text)
    if len(numbers) != size * size:
        digits = re.findall(r"\d", text)
        packed = len(digits) == size * size and all(
            len(number) in (size, size * size) for number in re.findall(r"\d+", text)
        )
        if not packed:
            raise GridError(
                f"the grid has {len(numbers)} numbers; "
                f"expected {size * size} ({size} rows of {size})"
            )
        numbers = digits
    values = [int(number) for number in numbers]
    return tuple(tuple(values[start : start + size]) for start in range(0, size * size, size))
