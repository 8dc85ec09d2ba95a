"""The child process that calls somebody's Python function, and writes what it returns into a file.

What it writes is a JSON object: ``seconds``, ``shown`` (the beginning of the value), and one of
``grids`` (with ``claim``: one grid is ``first``, an iterable of them ``grids``), ``count``,
``unique``, ``none``, ``text`` (to be read like output) or ``problem``. A quick function is called
again in the same process: for the same puzzle, and then, if another is given, for that and once
more for the same. ``again`` lists what it returned then, in the same form, as far as that is known.
"""

import inspect
import json
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any

from kenken_cp.formats import loads
from kenken_cp.model.geometry import all_cells
from kenken_cp.text import board_name, listed, quoted

_MAX_SECONDS_OF_REPEATED = 0.5
"""Processor time of a call that is repeated. By the clock it may take twice as long, on a busy
machine or while it waits for another program.
"""

_MAX_SECONDS_OF_FURTHER = 2.0
"""Processor time for all further calls: the other puzzle may take much longer than the first."""

MAX_SHOWN = 1000
"""Characters of a value, or of what is printed, that are kept for messages."""


def main(arguments: Sequence[str]) -> None:
    """Calls a function on the puzzle of standard input, given its name, what it takes (``puzzle``,
    ``text``, or nothing to go by its annotation), the format of the puzzle, the file for what it
    returns, and perhaps another puzzle; without a file it is only imported.
    """
    target, argument, format_name, output, *others = arguments
    place, _, name = target.rpartition(":")
    module = _run_file(Path(place)) if place.endswith(".py") else import_module(place)
    function = attrgetter(name)(module)
    if not callable(function):
        sys.exit(f"{target} is not callable")
    _expect_one_argument(function)
    if not output:
        return
    given = sys.stdin.read()
    takes_text = argument == "text" or (not argument and _wants_text(function))

    def call(text: str) -> dict[str, Any]:
        puzzle = loads(text, format_name)
        started = time.perf_counter()
        value = function(text if takes_text else puzzle)
        if isinstance(value, Iterable) and not isinstance(value, str | Mapping):
            value = value.tolist() if hasattr(value, "tolist") else list(value)
        facts = {"seconds": time.perf_counter() - started, "shown": repr(value)[:MAX_SHOWN]}
        return facts | described(value, puzzle.rows, puzzle.columns)

    worked = time.process_time()
    facts = call(given)
    worked = time.process_time() - worked
    if max(worked, facts["seconds"] / 2) < _MAX_SECONDS_OF_REPEATED:
        facts["again"] = []
        # By default SIGPROF ends the process, whatever it does; few functions use it themselves.
        signal.setitimer(signal.ITIMER_PROF, _MAX_SECONDS_OF_FURTHER)
        for text in [given, *(text for other in others for text in (other, given))]:
            _write(facts, output)
            try:
                facts["again"].append(call(text))
            except Exception as error:  # noqa: BLE001 - whatever the function raises
                problem = f"raised {quoted(repr(error), 60)}"
                facts["again"].append({"shown": "", "problem": problem})
        signal.setitimer(signal.ITIMER_PROF, 0)  # to end may take time, too
    _write(facts, output)


def _run_file(path: Path) -> ModuleType:
    """The module that a file makes; it can import what is in its folder, as when Python runs it,
    and what is in its package.
    """
    path = path.resolve()
    sys.path.insert(0, str(path.parent))
    package, folders = path.parent, list[str]()
    while (package / "__init__.py").is_file() and package.name.isidentifier():
        folders.insert(0, package.name)
        package = package.parent
    if folders:
        sys.path.insert(1, str(package))
        return import_module(".".join([*folders, path.stem]))
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules.setdefault(path.stem, module)  # where dataclasses and pickle look for it
    spec.loader.exec_module(module)
    return module


def _expect_one_argument(function: Callable[..., Any]) -> None:
    """Exits with a message if a function cannot be called with the puzzle alone."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # of some functions in C
        return
    try:
        signature.bind(None)
    except TypeError:
        names = list(signature.parameters)
        takes = f"takes {listed(names)}" if names else "takes nothing"
        sys.exit(
            f"it {takes}; expected a function of one argument, the puzzle, that calls this one "
            "(an example: kenken-cp guide judge)"
        )


def _write(facts: Mapping[str, Any], output: str) -> None:
    """Writes a file anew, whole: the process may be ended meanwhile."""
    part = Path(f"{output}.part")
    part.write_text(json.dumps(facts), encoding="utf-8")
    part.replace(output)


def _wants_text(function: Callable[..., Any]) -> bool:
    """Whether the first parameter is annotated as text; a puzzle is the default."""
    try:
        first = next(iter(inspect.signature(function).parameters.values()), None)
    except (TypeError, ValueError):
        return False
    return first is not None and first.annotation in (str, "str")


def described(value: object, rows: int, columns: int) -> dict[str, Any]:
    """What a returned value says, in the fields that the module's docstring lists."""
    if hasattr(value, "tolist"):  # an array of numpy, or a number or a truth value
        value = value.tolist()
    if value is None:
        return {"none": True}
    if isinstance(value, bool):
        return {"unique": value}
    if isinstance(value, int):
        return {"count": value, "none": value == 0, "claim": "count"}
    if isinstance(value, str):
        return {"text": value}
    if (grid := _as_grid(value, rows, columns)) is not None:
        return {"grids": [grid], "claim": "first"}
    if isinstance(value, list):
        grids = [_as_grid(item, rows, columns) for item in value]
        if None not in grids:
            return {"grids": grids, "none": not grids, "claim": "grids"}
    size = board_name(rows, columns)
    return {"problem": f"returned neither a {size} grid, several, nor a count: {quoted(value, 60)}"}


def _as_grid(value: object, rows: int, columns: int) -> list[list[int]] | None:
    """A value as a grid: rows, a flat list, or a mapping from (row, column); else None."""
    if isinstance(value, Mapping):
        value = _in_order(value, rows, columns)
    flat = _numbers(value)
    if flat is not None and len(flat) == rows * columns:
        return [flat[start : start + columns] for start in range(0, len(flat), columns)]
    if isinstance(value, str) or not isinstance(value, Iterable):
        return None
    found = [_numbers(row) for row in value]
    grid = [row for row in found if row is not None and len(row) == columns]
    return grid if len(grid) == len(found) == rows else None


def _numbers(value: object) -> list[int] | None:
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        return None
    try:
        return [int(item) if isinstance(item, str) else item.__index__() for item in value]
    except (TypeError, ValueError, AttributeError):
        return None


def _in_order(value: Mapping[Any, Any], rows: int, columns: int) -> list[Any] | None:
    """The values of a mapping in reading order; None if its keys are not the cells."""
    for first in (0, 1):
        cells = [(row + first, column + first) for row, column in all_cells(rows, columns)]
        if value.keys() == set(cells):
            return [value[cell] for cell in cells]
    return None
