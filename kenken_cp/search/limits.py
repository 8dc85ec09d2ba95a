"""Limits of a search: how many solutions are wanted, and how long it may take."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass

from kenken_cp.errors import KenKenError
from kenken_cp.model.integers import as_integer
from kenken_cp.text import quoted


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop early; KenKenError for a limit that is not positive.

    Args:
        solutions: stop after this many, at least 1; None for no limit.
        seconds: stop after this time, however many were found; None for no limit.
    """

    solutions: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.solutions is not None:
            limit = as_integer(self.solutions)
            if limit is None or limit < 1:
                raise KenKenError(f"limit {quoted(self.solutions)}; expected at least 1 solution")
            object.__setattr__(self, "solutions", limit)
        if self.seconds is not None:
            seconds = math.nan
            if not isinstance(self.seconds, bool | str | bytes):
                with suppress(OverflowError, TypeError, ValueError):
                    seconds = float(self.seconds)
            if not 0 < seconds < math.inf:
                raise KenKenError(
                    f"seconds {quoted(self.seconds)}; expected more than 0 seconds, a finite number"
                )
            object.__setattr__(self, "seconds", seconds)
