"""Exceptions: for callers' mistakes, and for our own bugs.

A puzzle without a solution is an answer, not an error.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kenken_cp.text import quoted


class KenKenError(Exception):
    """A caller's mistake. The message says what was wrong, where, and what was expected."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors are sent back by other processes. By default they would be constructed again from
        # the message alone, but not all of them take that as their argument.
        return type(self).__new__, (type(self), *self.args), self.__dict__


def is_bool(value: object) -> bool:
    """Whether a value is True or False, Python's or numpy's, which is not imported for this."""
    return type(value).__name__ in ("bool", "bool_")  # before version 2 numpy's was called bool_


def expect_bool(value: object, name: str) -> None:
    """KenKenError for anything but True and False: the text ``"no"`` would be true."""
    if not is_bool(value):
        raise KenKenError(f"{name}={quoted(value)}; expected True or False")


class PuzzleError(KenKenError, ValueError):
    """A puzzle that breaks its data model; ``cell``: the 0-based (row, column) at fault, if any."""

    def __init__(self, message: str, *, cell: tuple[int, int] | None = None) -> None:
        super().__init__(message)
        self.cell = cell


class GridError(KenKenError, ValueError):
    """A grid of another shape than its puzzle."""


class FormatError(KenKenError, ValueError):
    """A text that is not a puzzle in the format asked for (or in any).

    ``line`` and ``column`` are 1-based; ``source`` names the file, when there is one.
    """

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        source: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message, self.line, self.column, self.source = message, line, column, source

    def __str__(self) -> str:
        if self.source is None and self.line is not None:
            place = f"line {self.line}" + (f", column {self.column}" if self.column else "")
        else:
            place = ":".join(str(part) for part in (self.source, self.line, self.column) if part)
        return f"{place}: {self.message}" if place else self.message


class NoPuzzleError(FormatError):
    """Something that is not a puzzle at all: no text, an empty text, or one in no known format."""


class UnknownNameError(KenKenError, LookupError):
    """A name that its table does not have: of a backend, a format, an operator, and so on."""

    def __init__(self, kind: str, name: object, known: Iterable[str]) -> None:
        super().__init__(f"unknown {kind} {quoted(name, 60)}; known: {', '.join(known)}")


class MissingExtraError(KenKenError, ImportError):
    """Something needs an optional extra that is not installed."""

    def __init__(self, what: str, extra: str, module: object) -> None:
        super().__init__(
            f"{what} needs {module}, which is not installed; expected: "
            f'pip install "kenken-cp[{extra}]", pipx inject kenken-cp {module}, '
            f"or uv tool install --with {module} kenken-cp"
        )


class LimitReachedError(KenKenError):
    """A limit came before the answer.

    Attributes:
        status: the ``Status`` for a limit of time or solutions, or for Ctrl-C; None for others.
        outcome: the ``Outcome`` so far, if it was a search.
    """

    def __init__(self, message: str, outcome: Any = None, *, status: Any = None) -> None:
        super().__init__(message)
        self.outcome = outcome
        self.status = status if outcome is None else outcome.status


class InternalError(RuntimeError):
    """A bug of this package or of a registered backend, such as a grid that breaks the rules."""
