"""Journals: files of results, from which interrupted work is resumed.

A journal consists of JSON lines. The first identifies the work, by a digest of the task and all
puzzles. Each other line is one result with its checksum. It is written in one call as soon as the
result is known, so that only the last line can be torn, whatever ends the process.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import fields
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any

from kenken_cp.clock import Status
from kenken_cp.errors import KenKenError
from kenken_cp.formats import json_format
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome
from kenken_cp.text import path_name

_VERSION = 5
"""The version of the format of lines, and of what tasks do."""


class Journal:
    """The results so far of a task on some puzzles, in a file; a context manager.

    Args:
        path: a regular file; it is created if there is none.
        task: what is called with each puzzle: a function, with its other arguments. When the work
            is resumed, its limit in seconds may be different.
        puzzles: all puzzles, in their order.

    Attributes:
        results: by the puzzle's index.

    Raises:
        KenKenError: for a file that cannot be used, that is not of this work, or that was edited.
    """

    def __init__(self, path: Path, task: partial[Any], puzzles: Sequence[Puzzle]) -> None:
        self._name, self._digest = path_name(path), _digest(task, puzzles)
        self.results: dict[int, Any] = {}
        with ExitStack() as stack, self._telling_errors():
            # Reading anything but a file may block or never end: a FIFO, a terminal, /dev/zero.
            if path.exists() and not path.is_file():
                raise self._error("not a regular file; expected one to keep results in")
            # Unbuffered, so that each line is a single write.
            self._file = stack.enter_context(path.open("a+b", buffering=0))
            self._read()
            stack.pop_all()

    def add(self, index: int, result: object) -> None:
        """Keeps a result, without its puzzle, unless it is an error or was cut short."""
        cut = isinstance(result, Outcome) and result.status.is_of_clock
        if cut or isinstance(result, KenKenError):
            return
        names = [each.name for each in fields(result) if each.name != "puzzle"]  # type: ignore[arg-type]
        facts = {name: _plain(getattr(result, name)) for name in names}
        line = {"item": index, "kind": type(result).__name__, "result": facts}
        self._append(self._line(json.dumps(line)))

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _error(self, what: str) -> KenKenError:
        return KenKenError(f"{self._name}: {what}")

    @contextmanager
    def _telling_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise self._error(str(error.strerror)) from None

    def _line(self, facts: str) -> bytes:
        """A line: a JSON object whose last entry is a checksum of the text and the work's digest,
        so that no line of other work is accepted.
        """
        checksum = hashlib.sha256((self._digest + facts).encode()).hexdigest()[:16]
        return f'{facts[:-1]}, "checksum": "{checksum}"}}\n'.encode()

    def _append(self, line: bytes) -> None:
        with self._telling_errors():
            end = self._file.seek(0, os.SEEK_END)
            if self._file.write(line) != len(line):
                self._file.truncate(end)  # half a line must not come before others
                raise self._error("no space left for a result")

    def _read(self) -> None:
        opening = self._line(json.dumps({"kenken-cp": "results", "version": _VERSION}))
        self._file.seek(0)
        first = self._file.read(len(opening)) or b""
        if len(first) < len(opening) and opening.startswith(first):  # new, or torn
            self._file.truncate(0)
            self._append(opening)
            return
        if first != opening:
            ours = first.startswith(b'{"kenken-cp": "results"')
            what = "results of other puzzles, options or version" if ours else "no file of results"
            raise self._error(f"{what}; expected those of this very command")
        *lines, torn = self._file.readall().split(b"\n")
        self._file.truncate(self._file.tell() - len(torn))
        for number, line in enumerate(lines, 2):
            if line + b"\n" == opening:  # two files of the same work were joined
                continue
            text = line.decode(errors="replace").rpartition(', "checksum"')[0] + "}"
            if self._line(text) != line + b"\n":
                raise self._error(
                    f"line {number} does not match its checksum; expected it as it was written, or "
                    "no such line (its work is done again)"
                )
            facts = json.loads(text)
            self.results[facts["item"]] = _READERS[facts["kind"]](**facts["result"])


def _plain(value: object) -> object:
    """A value of a result, as JSON can hold it; ``_READERS`` has the way back."""
    if isinstance(value, Count):
        return [int(value), value.exact]
    return value.name if isinstance(value, Enum) else value


def _outcome(status: str, count: list[Any], grids: list[Any], **others: Any) -> Outcome:
    found = tuple(tuple(map(tuple, grid)) for grid in grids)
    return Outcome(Status[status], Count(*count), found, **others)


def _rating(level: str | None, solutions: list[Any], **others: Any) -> object:
    from kenken_cp.logic.rate import Rating  # with all of the hand-written solver
    from kenken_cp.logic.steps import Level

    return Rating(None if level is None else Level[level], solutions=Count(*solutions), **others)


_READERS: dict[str, Callable[..., object]] = {"Outcome": _outcome, "Rating": _rating}
"""What makes a result of each kind again, given its attributes as JSON; no others are kept."""


def _digest(task: partial[Any], puzzles: Sequence[Puzzle]) -> str:
    """Identifies a task on puzzles; without time limits, titles, levels and stated numbers."""
    options = {
        str(name): value.solutions if isinstance(value, Limits) else value
        for name, value in (*enumerate(task.args), *task.keywords.items())
        if name != "seconds"
    }
    digest = hashlib.sha256(f"{task.func.__qualname__} {sorted(options.items())}".encode())
    for puzzle in puzzles:
        digest.update(json_format.write(puzzle.bare).encode())
    return digest.hexdigest()
