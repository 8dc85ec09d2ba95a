"""All solutions of small puzzles by the oracle."""

from __future__ import annotations

from functools import cache

from kenken_cp import Puzzle
from kenken_cp.backends import brute_force
from kenken_cp.clock import Clock
from kenken_cp.model.geometry import Grid

MOST = 3000
"""Puzzles with more solutions are left to other tests."""


@cache
def solutions(puzzle: Puzzle) -> frozenset[Grid] | None:
    """The solutions; None if there are more than ``MOST``."""
    found: list[Grid] = []

    def visit(batch) -> bool:
        found.extend(batch)
        return len(found) <= MOST

    brute_force.search(puzzle, visit, Clock())
    return None if len(found) > MOST else frozenset(found)
