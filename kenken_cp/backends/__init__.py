"""The engines, one module or folder each; ``BUILT_IN`` are the backends that one asks for.

An engine is a function that visits every solution of a puzzle, and it may have another that counts
them (``search.engine``). Limits, verification and counting are above the engines, in ``search``,
and no engine repeats them. To be read in this order:

- ``brute_force``, ``python_constraint``: the oracles, which share with the others only what
  operators mean
- ``cover``: exact cover: ``propagation``, ``search``, ``merging``; many boards at a time, in numpy:
  ``bulk``, ``frontier``; and ``estimate``
- ``cp_sat``, ``sat``: two solvers that learn from conflicts; ``race``: both at once
- ``hand_written``: the solver of the package ``logic``, by its strategies
- ``auto``: the default, which uses ``cover`` and then ``race``; and the backend ``cover``

An engine is imported when it is first used: each solver package takes 0.05 to 0.2 s to import.
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from kenken_cp.search.engine import BACKENDS, Backend


def _imported(module: str, function: str) -> Callable[..., Any]:
    """A function of a module of this folder, which is imported at the first call."""

    def call(*arguments: Any) -> Any:
        return getattr(import_module(f"{__name__}.{module}"), function)(*arguments)

    return call


def _by_strategy(
    name: str, summary: str, strategy: str, *, max_cells: int | None = None
) -> Backend:
    """The hand-written solver by one of its strategies."""
    search = partial(_imported("hand_written", "search_by"), strategy)
    return Backend(name, summary, search, max_cells=max_cells)


BUILT_IN = (
    Backend(
        "auto",
        "the default: cover; cp-sat and sat on hard boards",
        _imported("auto", "search"),
        _imported("auto", "count"),
    ),
    Backend(
        "cp-sat", "OR-Tools CP-SAT: large cages, large boards", _imported("cp_sat.solve", "search")
    ),
    Backend("sat", "SAT: large cages, in another way than cp-sat", _imported("sat", "search")),
    Backend(
        "python-constraint",
        "shares only the rules with cp-sat: a check on it, to 6x6",
        _imported("python_constraint", "search"),
        max_cells=36,
    ),
    Backend(
        "cover",
        "exact cover on bit sets: a 9x9 in a millisecond, fast counts",
        _imported("auto", "search_by_cover"),
        _imported("auto", "count_by_cover"),
    ),
    _by_strategy("logic", "the hand-written solver: deduction, guessing when stuck", "deduction"),
    _by_strategy("propagation", "the same, with naked singles and cages only", "propagation"),
    _by_strategy("best-first", "the same, with a queue of boards", "best-first"),
    _by_strategy(
        "mcv-lcv", "the same, most constraining cell, least constraining value", "mcv-lcv"
    ),
    _by_strategy("backtracking", "the same, row by row, to 6x6", "backtracking", max_cells=36),
    Backend(
        "brute-force",
        "the oracle of the tests: thirty obvious lines, to 4x4",
        _imported("brute_force", "search"),
        max_cells=16,
    ),
)

for _backend in BUILT_IN:
    BACKENDS.register(_backend)
