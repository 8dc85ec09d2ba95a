"""Journals: files of results, from which interrupted work is resumed.

A journal consists of JSON lines. The first identifies the work, by a digest of the task and all
puzzles. Each other line is one result with its checksum. It is written in one call as soon as the
result is known, so that only the line being written can be lost, whatever ends the process.

A journal is not trusted. A line that does not match its checksum, or that is not a possible result
of the task on its puzzle (grids are checked against the rules), is an error.

One process at a time has a journal: two would each add every result, and one could cut off as half
written the line that the other is writing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any, Generic

from kenken_cp.errors import KenKenError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.parallel.facts import integer, record
from kenken_cp.parallel.tasks import JournaledTask, Result
from kenken_cp.text import path_name

MAX_LINE_BYTES = 1 << 25
"""Bytes of a line. A longer result, of some hundred thousand grids, is not kept."""

_VERSION = 2
"""The version of the format of lines and of results."""

_CHECKSUM_DIGITS = 16
"""Hexadecimal digits of a checksum: enough that no damage passes by chance."""


class Journal(Generic[Result]):
    """The results so far of a task on some puzzles, in a file; a context manager.

    Args:
        path: a regular file; it is created if there is none.
        task: when the work is resumed, its limit in seconds may be different.
        puzzles: all puzzles, in their order.

    Attributes:
        results: by the puzzle's index.

    Raises:
        KenKenError: for a file that cannot be used, that another process has open as a journal,
            that is not of these puzzles and this task, or that holds a line which no such task has
            written.
    """

    def __init__(self, path: Path, task: JournaledTask[Result], puzzles: Sequence[Puzzle]) -> None:
        self._path, self._task = path, task
        self._name = path_name(path)
        self._digest = _digest(task, puzzles)
        self.results: dict[int, Result] = {}
        try:
            # Reading anything but a file may block or never end: a FIFO, a terminal, /dev/zero.
            if path.exists() and not path.is_file():
                raise KenKenError(
                    f"{self._name}: not a regular file; expected one to keep results in"
                )
            self._file = path.open("a+b", buffering=0)  # so that each line is a single write
        except OSError as error:
            raise KenKenError(f"{self._name}: {error.strerror}") from None
        try:
            self._lock()
            self._read(puzzles)
        except OSError as error:
            self._file.close()
            raise KenKenError(f"{self._name}: {error.strerror}") from None
        except BaseException:
            self._file.close()
            raise

    def add(self, index: int, result: Result) -> None:
        """Keeps a result, unless it was cut short; KenKenError if the file takes no more."""
        facts = self._task.to_json(result)
        if facts is None:
            return
        line = self._line(json.dumps({"item": index, "result": facts}).encode())
        if len(line) <= MAX_LINE_BYTES:
            self._append(line)

    def __enter__(self) -> Journal[Result]:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _lock(self) -> None:
        """Locks the file until it is closed, by whatever ends the process."""
        try:
            from fcntl import LOCK_EX, LOCK_NB, flock

            flock(self._file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise KenKenError(
                f"{self._name}: in use by another command; expected a file that no other has open"
            ) from None
        except (ImportError, OSError):  # a system, or a file system, without such locks
            return

    def _append(self, line: bytes) -> None:
        end = self._file.seek(0, 2)
        try:
            written = self._file.write(line)
        except OSError as error:
            raise KenKenError(f"{self._name}: {error.strerror}") from None
        if written != len(line):  # the disk is full; half a line must not come before others
            with suppress(OSError):
                self._file.truncate(end)
            raise KenKenError(f"{self._name}: no space left for a result")

    def _read(self, puzzles: Sequence[Puzzle]) -> None:
        opening = self._opening()
        self._file.seek(0)
        first = self._file.read(len(opening)) or b""
        if first != opening:
            if not opening.startswith(first) or self._file.read(1):
                ours = first.startswith(b'{"kenken-cp": "results"')
                what = "results of other puzzles or other options" if ours else "no file of results"
                raise KenKenError(f"{self._name}: {what}; expected those of this very command")
            self._file.truncate(0)  # new, or its first line is half written
            self._append(opening)
            return
        end = len(opening)
        with self._path.open("rb") as file:
            file.seek(end)
            for number, line in enumerate(iter(lambda: file.readline(MAX_LINE_BYTES), b""), 2):
                if not line.endswith(b"\n"):
                    if len(line) == MAX_LINE_BYTES:
                        raise self._bad_line(number, f"longer than {MAX_LINE_BYTES} bytes")
                    self._file.truncate(end)  # a line half written is as good as none
                    return
                end += len(line)
                try:
                    index, result = self._result(line, puzzles)
                except (ValueError, RecursionError) as error:
                    raise self._bad_line(number, str(error)) from None
                if index in self.results:
                    raise self._bad_line(number, f"a second result of item {index}")
                self.results[index] = result

    def _opening(self) -> bytes:
        facts = {"kenken-cp": "results", "version": _VERSION, "of": self._digest}
        return json.dumps(facts).encode() + b"\n"

    def _line(self, facts: bytes) -> bytes:
        """A line: a JSON object whose last entry is a checksum of the text and the work's digest.

        So a line of another journal, of other work, is not accepted.
        """
        checksum = hashlib.sha256(self._digest.encode() + facts).hexdigest()[:_CHECKSUM_DIGITS]
        return b'%b, "checksum": "%b"}\n' % (facts[:-1], checksum.encode())

    def _result(self, line: bytes, puzzles: Sequence[Puzzle]) -> tuple[int, Result]:
        """The index and the result on a line; ValueError if it is not a result."""
        after = len(self._line(b"{}")) - 1
        facts = line[:-after] + b"}"
        if self._line(facts) != line:
            raise ValueError("it does not match its checksum")
        found = record(json.loads(facts), ("item", "result"))
        index = integer(found["item"], "item", 0, len(puzzles) - 1)
        return index, self._task.from_json(found["result"], puzzles[index])

    def _bad_line(self, number: int, why: str) -> KenKenError:
        return KenKenError(
            f"{self._name}:{number}: not a result of this work: {why}; expected the line as it was "
            "written (delete the line to do its work again)"
        )


def _digest(task: JournaledTask[Any], puzzles: Sequence[Puzzle]) -> str:
    """Identifies a task on some puzzles; its time limit is not included."""
    digest = hashlib.sha256(type(task).__name__.encode())
    for field in fields(task):  # type: ignore[arg-type]  # tasks are dataclasses
        if field.name != "seconds":
            digest.update(f"\n{field.name}={getattr(task, field.name)!r}".encode())
    for puzzle in puzzles:
        digest.update(f"\n{_facts(puzzle)}".encode())
    return digest.hexdigest()


def _facts(puzzle: Puzzle) -> tuple[object, ...]:
    """Everything about a puzzle that the result of a task may depend on."""
    cages = [
        (cage.cells, None if cage.operator is None else cage.operator.name, cage.target)
        for cage in puzzle.cages
    ]
    board = (puzzle.size, puzzle.values, puzzle.houses, puzzle.rules.name)
    return (*board, cages, puzzle.expected)
