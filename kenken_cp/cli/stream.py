"""The text of many solutions at once: that of one with the digits of the others put in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from kenken_cp.model.geometry import Grid
from kenken_cp.search.blocks import Block

Bytes = NDArray[np.uint8]

Tell = Callable[[int, Grid], str]
"""The text of a solution, given its number (from 1)."""

AT_ONCE = 1 << 19
"""Bytes of text made at once: few enough to stay in the processor's cache."""

PIECE = 4096
"""Bytes of text written at once: what a pipe takes whole or not at all (PIPE_BUF), so that Ctrl-C
leaves no half of a solution. To write everything at once is hardly faster.
"""

_ZERO = ord("0")


class Press:
    """Makes the text of blocks.

    Args:
        tell: makes that of one solution; nothing but digits may depend on number and grid.
        values: of the puzzle.
    """

    def __init__(self, tell: Tell, values: Sequence[int]) -> None:
        self._tell = tell
        self._digits_only = min(values) >= 0 and max(values) <= 9
        self._stencils: dict[int, _Stencil] = {}

    def texts(self, first: int, block: Block) -> Iterator[tuple[int, str]]:
        """The text of a block, in pieces: how many solutions, and theirs.

        Args:
            first: the number of its first solution.
        """
        while len(block):
            digits = len(str(first))
            same = block[: 10**digits - first]  # those whose number has as many digits
            stencil = self._stencils.get(digits)
            if stencil is None:
                stencil = self._stencils[digits] = _Stencil(self._tell, first, next(same.grids()))
            if self._digits_only and stencil.fits:
                yield from stencil.texts(first, same)
            else:
                for number, grid in enumerate(same.grids(), first):
                    yield 1, self._tell(number, grid)
            first, block = first + len(same), block[len(same) :]


class _Stencil:
    """A text, as bytes, and where in it the digits of the cells and of the number are: found by
    making it again with one of them changed, so that it holds for whatever text there is.

    Attributes:
        fits: whether every cell has one byte of its own.
    """

    def __init__(self, tell: Tell, number: int, grid: Grid) -> None:
        self._text = _bytes(tell(number, grid))
        twos, threes = (int(digit * len(str(number))) for digit in "23")
        self._number = np.flatnonzero(_bytes(tell(twos, grid)) != _bytes(tell(threes, grid)))
        size = len(grid)
        cells = [divmod(cell, size) for cell in range(size * size)]
        places = [self._differing(_bytes(tell(number, _changed(grid, *cell)))) for cell in cells]
        self.fits = all(len(place) == 1 for place in places)
        self._cells = np.concatenate(places)

    def _differing(self, other: Bytes) -> NDArray[np.intp]:
        """Where another text differs from this; in no place if it is longer or shorter."""
        same = len(other) == len(self._text)
        return np.flatnonzero(other != self._text) if same else np.array([], np.intp)

    def texts(self, first: int, block: Block) -> Iterator[tuple[int, str]]:
        """The texts of solutions, a good many at once."""
        at_once = max(1, AT_ONCE // len(self._text))
        together = max(1, PIECE // len(self._text))
        for start in range(0, len(block), at_once):
            values = block[start : start + at_once].values
            text = np.tile(self._text, (values.shape[1], 1))
            text[:, self._cells] = values.T + _ZERO
            number = np.arange(first + start, first + start + len(text))
            for place in reversed(self._number):
                number, text[:, place] = number // 10, number % 10 + _ZERO
            for piece in range(0, len(text), together):
                part = text[piece : piece + together]
                yield len(part), part.tobytes().decode()


def _bytes(text: str) -> Bytes:
    return np.frombuffer(text.encode(), np.uint8)


def _changed(grid: Grid, row: int, column: int) -> Grid:
    """The grid with another digit in a cell."""
    cells = list(grid[row])
    cells[column] = (cells[column] + 1) % 10
    return (*grid[:row], tuple(cells), *grid[row + 1 :])
