"""Numbers of solutions by the oracle, each found once for all tests."""

from __future__ import annotations

from functools import cache

from kenken_cp import Limits, Puzzle, Status
from kenken_cp.search.verbs import find_solutions

MAX_COUNTED = 2000
"""Solutions that the oracle counts to."""


@cache
def truth(puzzle: Puzzle) -> int | None:
    """How many solutions by brute force; None if there are ``MAX_COUNTED`` or more."""
    outcome = find_solutions(puzzle, None, Limits(MAX_COUNTED), backend="brute-force")
    return int(outcome.count) if outcome.status is Status.EXHAUSTED else None


def agrees(total: int | None, puzzle: Puzzle) -> bool:
    """Whether a count of all solutions is right, as far as the oracle counts."""
    expected = truth(puzzle)
    return total is not None and (total >= MAX_COUNTED if expected is None else total == expected)
