"""Checks of facts that are read back from JSON: ValueError, with a sentence, for a wrong one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import Checker
from kenken_cp.text import listed, quoted


def record(facts: object, keys: Iterable[str]) -> Mapping[str, Any]:
    """Expects an object with exactly these keys."""
    keys = list(keys)
    if not isinstance(facts, dict) or facts.keys() != set(keys):
        raise ValueError(f"{quoted(facts)}; expected an object with the keys {', '.join(keys)}")
    return facts


def integer(value: object, name: str, least: int = 0, most: int | None = None) -> int:
    """Expects an integer from ``least`` to ``most``; None for no upper bound."""
    if type(value) is not int or value < least or (most is not None and value > most):
        bounds = f"{least} or more" if most is None else f"from {least} to {most}"
        raise ValueError(f"{name} {quoted(value)}; expected an integer, {bounds}")
    return value


def duration(value: object) -> float:
    """Expects a number of seconds."""
    if type(value) not in (int, float) or not (0 <= value < math.inf):  # type: ignore[operator]
        raise ValueError(f"seconds {quoted(value)}; expected a number, 0 or more")
    return value  # type: ignore[return-value]


def figures(value: object) -> Mapping[str, int | float]:
    """Expects numbers by name."""
    if not isinstance(value, dict) or not all(
        type(figure) in (int, float) and math.isfinite(figure) for figure in value.values()
    ):
        raise ValueError(f"figures {quoted(value)}; expected numbers by name")
    return value


def one_of(value: object, name: str, *choices: object) -> None:
    """Expects one of some values, also of the same type."""
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        raise ValueError(f"{name} {quoted(value)}; expected {listed(map(repr, choices), 'or')}")


def solutions(value: object, puzzle: Puzzle) -> tuple[Grid, ...]:
    """Expects different grids that satisfy the rules of a puzzle."""
    if not isinstance(value, list):
        raise ValueError(f"grids {quoted(value)}; expected a list")
    check = Checker(puzzle)
    grids = tuple(_of_integers(grid, puzzle) for grid in value)
    for grid in grids:
        if broken := check(tuple(chain.from_iterable(grid))):
            raise ValueError(f"a grid that is no solution: {broken[0]}")
    if len(set(grids)) != len(grids):
        raise ValueError("a grid comes twice")
    return grids


def _of_integers(value: object, puzzle: Puzzle) -> Grid:
    """Expects a grid of the size of a puzzle."""
    if (
        not isinstance(value, list)
        or len(value) != puzzle.rows
        or not all(isinstance(row, list) and len(row) == puzzle.columns for row in value)
        or not all(type(cell) is int for row in value for cell in row)
    ):
        raise ValueError(f"a grid {quoted(value)}; expected {puzzle.size_name} integers")
    return tuple(map(tuple, value))
