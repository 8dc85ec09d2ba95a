"""The registry of backends: one record an engine; each is imported only when it is used."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

from kenken_cp.errors import MissingExtraError
from kenken_cp.registry import Registry

if TYPE_CHECKING:
    from kenken_cp.search.run import CountSolutions, Search, SearchBlocks


_PACKAGES = {"fast": "numba"}
"""What an extra installs."""


@dataclass(frozen=True, slots=True)
class Backend:
    """An engine that can find every solution of a puzzle: its name, where it is, its use.

    ``counter`` names its function that counts without finding, if it has one; ``in_blocks`` that
    which finds many solutions at once; ``extra`` what has to be installed for it besides.
    """

    name: str
    module: str
    summary: str
    function: str = "search"
    counter: str | None = None
    in_blocks: str | None = None
    extra: str | None = None

    @property
    def installed(self) -> bool:
        """Whether what it needs is there; it is not loaded for that."""
        return self.extra is None or find_spec(_PACKAGES[self.extra]) is not None

    @property
    def search(self) -> Search:
        """The engine itself; importing it happens here."""
        engine: Search = getattr(self._imported(), self.function)
        return engine

    @property
    def count(self) -> CountSolutions | None:
        """Its way of counting without finding, if it has one."""
        if self.counter is None:
            return None
        engine: CountSolutions = getattr(self._imported(), self.counter)
        return engine

    @property
    def blocks(self) -> SearchBlocks | None:
        """Its way of finding many solutions at once, if it has one."""
        if self.in_blocks is None:
            return None
        engine: SearchBlocks = getattr(self._imported(), self.in_blocks)
        return engine

    def _imported(self) -> ModuleType:
        try:
            with uninterrupted():
                return import_module(f"kenken_cp.backends.{self.module}")
        except ModuleNotFoundError as error:
            if self.extra is None:
                raise
            raise MissingExtraError(f"the backend {self.name}", self.extra, error.name) from None


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Holds Ctrl-C back: an interrupted import of a compiled engine comes out as ImportError."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


BACKENDS: Registry[Backend] = Registry(
    "backend",
    "backends",
    records=(
        Backend(
            "auto",
            "portfolio",
            "the default: cover, and cp-sat where that does not get on",
            counter="count",
            in_blocks="blocks",
        ),
        Backend("cp-sat", "cp_sat", "OR-Tools CP-SAT: large cages, large boards"),
        Backend(
            "python-constraint",
            "python_constraint",
            "shares only the rules with cp-sat: a check on it, to 6x6",
        ),
        Backend(
            "cover",
            "cover.search",
            "exact cover on bit sets: a 9x9 in a millisecond, fast counts",
            counter="count",
        ),
        Backend(
            "compiled",
            "cover.compiled",
            "the same, compiled: many solutions; needs kenken-cp[fast]",
            counter="count",
            in_blocks="blocks",
            extra="fast",
        ),
        Backend("logic", "hand_written", "the hand-written solver: deduction, guessing when stuck"),
        Backend(
            "propagation",
            "hand_written",
            "the same, with single candidates and cages only",
            "propagation",
        ),
        Backend("best-first", "hand_written", "the same, with a queue of boards", "best_first"),
        Backend(
            "mcv-lcv",
            "hand_written",
            "the same, most constraining cell, least constraining value",
            "mcv_lcv",
        ),
        Backend("backtracking", "hand_written", "the same, row by row, to 6x6", "backtracking"),
        Backend(
            "brute-force", "brute_force", "thirty obvious lines: the oracle of the tests, to 4x4"
        ),
    ),
)


def backend_named(name: str) -> Backend:
    """The backend of that name.

    Raises:
        UnknownNameError: if there is none.
    """
    return BACKENDS.named(name)
