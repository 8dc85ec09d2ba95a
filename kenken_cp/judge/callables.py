"""The child process that calls somebody's Python function, and writes down what it returns.

What it writes is a JSON object: ``seconds``, ``shown`` (the beginning of the value), and one of
``grids`` (with ``claim``: one grid is ``first``, an iterable of them ``grids``), ``count``,
``unique``, ``none``, ``text`` (to be read like output) or ``problem``.
"""

from __future__ import annotations

import inspect
import json
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any

from kenken_cp.formats import loads


def main(arguments: Sequence[str]) -> None:
    """Calls a function with the puzzle of standard input.

    Args:
        arguments: its name, what it takes (``puzzle``, ``text``, or nothing to go by its
            annotation), the format of the puzzle, and the file for what it returns; without a file
            the function is only looked up.
    """
    target, argument, format_name, output = arguments
    module, _, name = target.partition(":")
    function = attrgetter(name)(import_module(module))
    if not callable(function):
        sys.exit(f"{target} is not callable")
    if not output:
        return
    text = sys.stdin.read()
    puzzle = loads(text, format_name)
    takes_text = argument == "text" or (not argument and _wants_text(function))
    started = time.perf_counter()
    value = function(text if takes_text else puzzle)
    if isinstance(value, Iterable) and not isinstance(value, str | Mapping):
        value = value.tolist() if hasattr(value, "tolist") else list(value)
    seconds = time.perf_counter() - started
    said = {"seconds": seconds, "shown": repr(value)[:1000], **described(value, puzzle.size)}
    Path(output).write_text(json.dumps(said), encoding="utf-8")


def _wants_text(function: Callable[..., Any]) -> bool:
    """Whether the first parameter is annotated as text; a puzzle is the default."""
    try:
        first = next(iter(inspect.signature(function).parameters.values()), None)
    except (TypeError, ValueError):
        return False
    return first is not None and first.annotation in (str, "str")


def described(value: object, size: int) -> dict[str, Any]:
    """What a returned value says, as the module's docstring has it."""
    if value is None:
        return {"none": True}
    if isinstance(value, bool):
        return {"unique": value}
    if isinstance(value, int):
        return {"count": value, "none": value == 0, "claim": "count"}
    if isinstance(value, str):
        return {"text": value}
    if (grid := as_grid(value, size)) is not None:
        return {"grids": [grid], "claim": "first"}
    if isinstance(value, list):
        grids = [as_grid(item, size) for item in value]
        if None not in grids:
            return {"grids": grids, "none": not grids, "claim": "grids"}
    shown = repr(value)
    shown = shown if len(shown) <= 60 else shown[:57] + "..."
    return {"problem": f"returned neither a {size}x{size} grid, several, nor a count: {shown}"}


def as_grid(value: object, size: int) -> list[list[int]] | None:
    """A value as a grid: rows of numbers, all numbers in a row, or a mapping from (row, column),
    counted from 0 or 1. None if it is none of these.
    """
    if isinstance(value, Mapping):
        return _of_mapping(value, size)
    flat = _numbers(value)
    if flat is not None and len(flat) == size * size:
        return [flat[start : start + size] for start in range(0, len(flat), size)]
    if isinstance(value, str) or not isinstance(value, Iterable):
        return None
    rows = [_numbers(row) for row in value]
    grid = [row for row in rows if row is not None and len(row) == size]
    return grid if len(grid) == len(rows) == size else None


def _numbers(value: object) -> list[int] | None:
    """A sequence of whole numbers, or digits, as a list."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        return None
    try:
        return [int(item) if isinstance(item, str) else item.__index__() for item in value]
    except (TypeError, ValueError, AttributeError):
        return None


def _of_mapping(value: Mapping[Any, Any], size: int) -> list[list[int]] | None:
    try:
        lowest = min(min(cell) for cell in value)
        cells = [(row + lowest, column + lowest) for row in range(size) for column in range(size)]
        return as_grid([value[cell] for cell in cells], size) if len(value) == len(cells) else None
    except (TypeError, KeyError, ValueError):
        return None
