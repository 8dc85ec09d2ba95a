"""The engines: one module or folder each, imported when it is first used.

Importing this package registers them in ``search.backend.BACKENDS``; it imports none. What they
have in common (limits, verification, counting) is in ``search``, above all of them, and no engine
may repeat it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from kenken_cp.errors import MissingExtraError
from kenken_cp.search.backend import BACKENDS, Backend
from kenken_cp.search.interrupts import uninterrupted


class _Lazy:
    """A function of an engine's module, which is imported when the function is first called."""

    def __init__(self, backend: str, module: str, function: str, extra: str | None) -> None:
        self._backend, self._module, self._function = backend, module, function
        self._extra = extra

    def __call__(self, *arguments: Any) -> Any:
        return self.load()(*arguments)

    def load(self) -> Any:
        """The function itself.

        Raises:
            MissingExtraError: if its module needs something that is not installed.
        """
        try:
            # An interrupted import of a compiled engine comes out as ImportError.
            with uninterrupted():
                module = import_module(f"kenken_cp.backends.{self._module}")
        except ModuleNotFoundError as error:
            if self._extra is None:
                raise
            raise MissingExtraError(
                f"the backend {self._backend}", self._extra, error.name
            ) from None
        return getattr(module, self._function)


def _register(
    name: str,
    module: str,
    summary: str,
    *,
    search: str = "search",
    count: str | None = None,
    blocks: str | None = None,
    extra: str | None = None,
    requires: tuple[str, ...] = (),
    max_cells: int | None = None,
) -> None:
    """Registers an engine by the names of its module and of its functions there."""

    def lazy(function: str) -> _Lazy:
        return _Lazy(name, module, function, extra)

    BACKENDS.register(
        Backend(
            name,
            summary,
            lazy(search),
            count=lazy(count) if count else None,
            blocks=lazy(blocks) if blocks else None,
            extra=extra,
            requires=requires,
            max_cells=max_cells,
        )
    )


_register(
    "auto",
    "portfolio",
    "the default: cover, and cp-sat where that makes no progress",
    count="count",
    blocks="blocks",
)
_register("cp-sat", "cp_sat", "OR-Tools CP-SAT: large cages, large boards")
_register(
    "python-constraint",
    "python_constraint",
    "shares only the rules with cp-sat: a check on it, to 6x6",
    max_cells=36,
)
_register(
    "cover",
    "cover.search",
    "exact cover on bit sets: a 9x9 in a millisecond, fast counts",
    count="count",
)
_register(
    "compiled",
    "cover.compiled",
    "the same, compiled: many solutions; needs kenken-cp[fast]",
    count="count",
    blocks="blocks",
    extra="fast",
    requires=("numba", "numpy"),
)
_register("logic", "hand_written", "the hand-written solver: deduction, guessing when stuck")
_register(
    "propagation",
    "hand_written",
    "the same, with naked singles and cages only",
    search="propagation",
)
_register("best-first", "hand_written", "the same, with a queue of boards", search="best_first")
_register(
    "mcv-lcv",
    "hand_written",
    "the same, most constraining cell, least constraining value",
    search="mcv_lcv",
)
_register(
    "backtracking",
    "hand_written",
    "the same, row by row, to 6x6",
    search="backtracking",
    max_cells=36,
)
_register(
    "brute-force",
    "brute_force",
    "the oracle of the tests: thirty obvious lines, to 4x4",
    max_cells=16,
)
