"""A count of solutions: exact, or a lower bound."""

from __future__ import annotations

import re
from operator import index
from typing import SupportsIndex

from kenken_cp.text import quoted

MAX_COUNT_DIGITS = 100
"""Digits of the largest number of solutions that a puzzle states."""


class Count(int):
    """A number of solutions. If ``exact`` is false it is a lower bound, and printed ``304492+``.

    Args:
        exact: by default as the value is, if that is a ``Count``; else true.
    """

    exact: bool

    def __new__(
        cls,
        value: SupportsIndex,
        exact: bool | None = None,  # noqa: FBT001 - reads well
    ) -> Count:
        self = super().__new__(cls, index(value))
        if exact is None:
            exact = value.exact if isinstance(value, Count) else True
        self.exact = exact
        return self

    @classmethod
    def parse(cls, text: str) -> Count:
        """Reads ``8`` or ``3+``; ValueError for anything else."""
        if not re.fullmatch(rf"[0-9]{{1,{MAX_COUNT_DIGITS}}}\+?", text):
            raise ValueError(f"{quoted(text)} is no count; expected one such as 8 or 3+")
        return cls(int(text.rstrip("+")), not text.endswith("+"))

    def agrees(self, found: Count) -> bool:
        """Whether this count, which is stated, and one that was found may both be true."""
        if found.exact:
            return self == found if self.exact else self <= found
        return not self.exact or found <= self

    @property
    def in_words(self) -> str:
        """The count and what is counted: ``no solution``, ``1 solution``, ``304492+ solutions``."""
        if self == 0 and self.exact:
            return "no solution"
        return f"{self} solution{'' if self == 1 and self.exact else 's'}"

    def __str__(self) -> str:
        return int.__repr__(self) + ("" if self.exact else "+")

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        if re.fullmatch("[<>^]?[0-9]*", spec):  # a width: of numbers that stand on the right
            return format(str(self), spec if spec[:1] in "<>^" else f">{spec}")
        return int.__format__(self, spec) + ("" if self.exact else "+")

    def __reduce__(self) -> tuple[type[Count], tuple[int, bool]]:
        return Count, (int(self), self.exact)
