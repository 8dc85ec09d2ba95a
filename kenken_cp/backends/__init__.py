"""The registry of backends: one record an engine; each is imported only when it is used."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from kenken_cp.errors import UnknownNameError

if TYPE_CHECKING:
    from kenken_cp.search import Search


@dataclass(frozen=True, slots=True)
class Backend:
    """An engine that can find every solution of a puzzle: its name, module and use."""

    name: str
    module: str
    summary: str

    @property
    def search(self) -> Search:
        """The engine itself; importing it happens here."""
        with _uninterrupted():
            module = import_module(f"kenken_cp.backends.{self.module}")
        function: Search = module.search
        return function


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Holds Ctrl-C back: an interrupted import of a compiled engine comes out as ImportError."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


BACKENDS = (
    Backend("cp-sat", "cp_sat", "OR-Tools CP-SAT; the default: fast, any size"),
    Backend(
        "python-constraint",
        "python_constraint",
        "shares only the rules with cp-sat: a check on it, to 6x6",
    ),
    Backend("brute-force", "brute_force", "thirty obvious lines: the oracle of the tests, to 4x4"),
)


def backend_named(name: str) -> Backend:
    """The backend of that name.

    Raises:
        UnknownNameError: if there is none.
    """
    for backend in BACKENDS:
        if backend.name == name:
            return backend
    raise UnknownNameError("backend", name, [backend.name for backend in BACKENDS])
