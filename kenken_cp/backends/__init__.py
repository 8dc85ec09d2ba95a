"""The engines: one module or folder each, imported when it is first used.

``ENGINES`` are the first records of ``search.backend.BACKENDS``; importing this package imports no
engine. What engines have in common (limits, verification, counting) is in ``search``, which runs
them, and no engine may repeat it.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from kenken_cp.encode.instance import Instance
from kenken_cp.model.geometry import Grid
from kenken_cp.search.backend import Backend
from kenken_cp.search.interrupts import uninterrupted
from kenken_cp.search.protocol import Limits, SharedCount


class _Lazy:
    """A function of an engine, imported when it is first called.

    Args:
        place: ``module:function``, the module within this package.
        named: keyword arguments of every call.
    """

    def __init__(self, place: str, **named: Any) -> None:
        module, _, self._function = place.partition(":")
        self._module = f"kenken_cp.backends.{module}"
        self._named = named
        self._is_imported = False

    def __call__(self, *arguments: Any) -> Any:
        return self.load()(*arguments, **self._named)

    def load(self) -> Any:
        """The function itself."""
        if not self._is_imported:  # holding signals back takes 14 microseconds
            # A compiled engine whose import is interrupted raises a misleading ImportError.
            with uninterrupted():
                import_module(self._module)
            self._is_imported = True
        return getattr(import_module(self._module), self._function)


grid_by_cp_sat: Callable[[Instance, Limits], Grid | None] = _Lazy("cp_sat.engine:find")
"""``cp_sat.engine.find``, for callers that need one grid of an instance and not a search."""

_DECIDE_TO_CUT = _Lazy("cover.search:decide_to_cut")

ENGINES = (
    Backend(
        "auto",
        "the default: cover; cp-sat and sat where it makes no progress",
        _Lazy("portfolio:search"),
        _Lazy("portfolio_counting:count"),
        _Lazy("portfolio:blocks"),
        shared_count=SharedCount(_Lazy("portfolio_counting:count"), _DECIDE_TO_CUT),
        count_with_operators=_Lazy("portfolio_counting:count", with_operators=True),
    ),
    Backend(
        "cp-sat",
        "OR-Tools CP-SAT: large cages, large boards",
        _Lazy("cp_sat.engine:search"),
        search_hard=_Lazy("cp_sat.engine:search", first_conflicts=0),
    ),
    Backend("sat", "SAT: large cages, in another way than cp-sat", _Lazy("sat:search")),
    Backend(
        "python-constraint",
        "shares only the rules with cp-sat: a check on it, to 6x6",
        _Lazy("python_constraint:search"),
        max_cells=36,
        usual=False,
    ),
    Backend(
        "cover",
        "exact cover on bit sets: a 9x9 in a millisecond, fast counts",
        _Lazy("cover.search:search"),
        _Lazy("cover.search:count"),
        _Lazy("cover.search:blocks"),
        shared_count=SharedCount(_Lazy("cover.search:count"), _DECIDE_TO_CUT),
        count_with_operators=_Lazy("cover.search:count", with_operators=True),
    ),
    Backend(
        "compiled",
        "the same, compiled: many solutions; needs kenken-cp[fast]",
        _Lazy("cover.compiled.engine:search"),
        _Lazy("cover.compiled.engine:count"),
        _Lazy("cover.compiled.engine:blocks"),
        shared_count=SharedCount(_Lazy("cover.compiled.engine:count"), _DECIDE_TO_CUT),
        count_with_operators=_Lazy("cover.compiled.engine:count", with_operators=True),
        extra="fast",
        requires=("numba", "numpy"),
    ),
    Backend(
        "logic",
        "the hand-written solver: deduction, guessing when stuck",
        _Lazy("hand_written:search"),
        usual=False,
    ),
    Backend(
        "propagation",
        "the same, with naked singles and cages only",
        _Lazy("hand_written:propagation"),
        usual=False,
    ),
    Backend(
        "best-first",
        "the same, with a queue of boards",
        _Lazy("hand_written:best_first"),
        usual=False,
    ),
    Backend(
        "mcv-lcv",
        "the same, most constraining cell, least constraining value",
        _Lazy("hand_written:mcv_lcv"),
        usual=False,
    ),
    Backend(
        "backtracking",
        "the same, row by row, to 6x6",
        _Lazy("hand_written:backtracking"),
        max_cells=36,
        usual=False,
    ),
    Backend(
        "brute-force",
        "the oracle of the tests: thirty obvious lines, to 4x4",
        _Lazy("brute_force:search"),
        max_cells=16,
        usual=False,
    ),
)
