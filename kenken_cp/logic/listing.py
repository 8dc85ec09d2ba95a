"""Tuples of a cage as a numbered list, so that a set of them is a mask and a filter a few ANDs.

A cage of thousands of tuples is filtered, and asked what all its tuples have, in microseconds: as
often as trials ask.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from kenken_cp.encode.masks import numbers_in
from kenken_cp.encode.mdd import Arc

BitTuple = tuple[int, ...]
"""A tuple of a cage, each value as its bit."""

_MAX_BYTE = 255


class Listing:
    """Tuples, numbered from 0 in lexicographic order; immutable.

    Attributes:
        every: the mask of all of them.
        holding: for each cell and each value (bit) that it has, a mask of the tuples that have it.
    """

    __slots__ = ("_pages", "_with_any", "every", "holding")

    def __init__(self, layers: Sequence[Sequence[Arc]], count: int) -> None:
        """The paths of an automaton, whose arcs have values as bits, and how many there are."""
        values = sorted({bit for arcs in layers for _, bit, _ in arcs})
        starts = range(0, len(values), _MAX_BYTE)
        self.every = (1 << count) - 1
        self._pages = [_page(layers, [0, *values[start : start + _MAX_BYTE]]) for start in starts]
        self.holding: list[dict[int, int]] = [{} for _ in layers]
        for numbered, columns in self._pages:
            for held, column in zip(self.holding, columns, strict=True):
                digits = column[::-1]
                for number in set(column) - {0}:
                    held[numbered[number]] = int(digits.translate(_only(number)), 2)
        self._with_any: dict[tuple[int, ...], dict[int, int]] = {}

    def tuples(self, some: int) -> list[BitTuple]:
        """The tuples of a mask."""
        cells = range(len(self.holding))
        return [
            tuple([sum([bit[columns[cell][i]] for bit, columns in self._pages]) for cell in cells])
            for i in numbers_in(some)
        ]

    def supports(self, some: int, among: Sequence[int]) -> tuple[int, ...]:
        """For each cell, those of the values of a mask that it has in some tuple of a mask."""
        supports = []
        for held, mask in zip(self.holding, among, strict=True):
            support = 0
            while mask:
                bit = mask & -mask
                mask ^= bit
                if some & held[bit]:
                    support |= bit
            supports.append(support)
        return tuple(supports)

    def with_any(self, cells: tuple[int, ...]) -> Mapping[int, int]:
        """For each value (bit), a mask of the tuples that have it in one of some cells."""
        known = self._with_any.get(cells)
        if known is None:
            known = self._with_any[cells] = {}
            for cell in cells:
                for bit, tuples in self.holding[cell].items():
                    known[bit] = known.get(bit, 0) | tuples
        return known


_Page = tuple[list[int], list[bytes]]
"""Some values (bits), numbered from 1, and for each cell what each tuple has there: the number of
the value, 0 for one of another page.
"""


def _page(layers: Sequence[Sequence[Arc]], numbered: list[int]) -> _Page:
    byte = {bit: bytes([number]) for number, bit in enumerate(numbered)}
    below: dict[int, tuple[int, list[bytes]]] = {0: (1, [])}
    for arcs in reversed(layers):
        leaving: dict[int, list[tuple[bytes, int]]] = {}
        for state, bit, target in arcs:
            leaving.setdefault(state, []).append((byte.get(bit, b"\0"), target))
        above = {}
        for state, pairs in leaving.items():
            first = b"".join([value * below[target][0] for value, target in pairs])
            rest = map(b"".join, zip(*[below[target][1] for _, target in pairs], strict=True))
            above[state] = len(first), [first, *rest]
        below = above
    return numbered, below[0][1] if below else [b""] * len(layers)


@cache
def _only(number: int) -> bytes:
    """Translates bytes: 1 for a number, 0 for the others."""
    return b"0" * number + b"1" + b"0" * (_MAX_BYTE - number)
