"""The text of many solutions at once: that of one, with the digits of the others put into it."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from kenken_cp.model.geometry import Grid
from kenken_cp.search.blocks import Block

Bytes = NDArray[np.uint8]

Describe = Callable[[int, Grid], str]
"""The text of a solution, given its number (from 1)."""

_BYTES_PER_BATCH = 1 << 19
"""Text made at once: few enough bytes to stay in the processor's cache."""

_BYTES_PER_WRITE = 4096
"""Text written at once: what a pipe takes whole or not at all (PIPE_BUF), so that Ctrl-C leaves no
half of a solution. To write everything at once is hardly faster.
"""

_ZERO = ord("0")


class BulkFormatter:
    """Makes the text of blocks of solutions of a puzzle with these ``values``; in the text of one,
    which ``describe`` makes, nothing but digits may depend on number and grid.
    """

    def __init__(self, describe: Describe, values: Sequence[int]) -> None:
        self._describe = describe
        self._digits_only = min(values) >= 0 and max(values) <= 9
        self._templates: dict[int, _TextTemplate] = {}

    def texts(self, first: int, block: Block) -> Iterator[tuple[int, str]]:
        """The text of a block whose first solution has the number ``first``, a few at a time."""
        while len(block):
            digits = len(str(first))
            same = block[: 10**digits - first]  # those whose number has as many digits
            template = self._templates.get(digits)
            if template is None:
                template = self._templates[digits] = _TextTemplate(
                    self._describe, first, next(same.grids())
                )
            if self._digits_only and template.fits:
                yield from template.texts(first, same)
            else:
                for number, grid in enumerate(same.grids(), first):
                    yield 1, self._describe(number, grid)
            first, block = first + len(same), block[len(same) :]


class _TextTemplate:
    """A text, as bytes, and the places of the digits of its cells and of its number in it.

    They are found by making the text again with one of them changed, whatever the text is.

    Attributes:
        fits: whether every cell has one byte of its own.
    """

    def __init__(self, describe: Describe, number: int, grid: Grid) -> None:
        self._text = _bytes(describe(number, grid))
        twos, threes = (int(digit * len(str(number))) for digit in "23")
        self._number = np.flatnonzero(
            _bytes(describe(twos, grid)) != _bytes(describe(threes, grid))
        )
        cells = product(range(len(grid)), range(len(grid[0])))
        places = [
            self._differing(_bytes(describe(number, _changed(grid, *cell)))) for cell in cells
        ]
        self.fits = all(len(place) == 1 for place in places)
        self._cells = np.concatenate(places)

    def _differing(self, other: Bytes) -> NDArray[np.intp]:
        """The places at which another text differs; none if it is longer or shorter."""
        same = len(other) == len(self._text)
        return np.flatnonzero(other != self._text) if same else np.array([], np.intp)

    def texts(self, first: int, block: Block) -> Iterator[tuple[int, str]]:
        """The texts of the solutions of a block, as many at a time as are written at once."""
        per_batch = max(1, _BYTES_PER_BATCH // len(self._text))
        per_write = max(1, _BYTES_PER_WRITE // len(self._text))
        for start in range(0, len(block), per_batch):
            values = block[start : start + per_batch].values
            text = np.tile(self._text, (values.shape[1], 1))
            text[:, self._cells] = values.T + _ZERO
            number = np.arange(first + start, first + start + len(text))
            for place in reversed(self._number):
                number, text[:, place] = number // 10, number % 10 + _ZERO
            for written in range(0, len(text), per_write):
                part = text[written : written + per_write]
                yield len(part), part.tobytes().decode()


def _bytes(text: str) -> Bytes:
    return np.frombuffer(text.encode(), np.uint8)


def _changed(grid: Grid, row: int, column: int) -> Grid:
    """The grid with another digit in a cell."""
    cells = list(grid[row])
    cells[column] = (cells[column] + 1) % 10
    return (*grid[:row], tuple(cells), *grid[row + 1 :])
