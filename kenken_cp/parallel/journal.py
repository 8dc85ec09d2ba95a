"""Journals: files of results, from which interrupted work is resumed.

JSON lines. The first identifies the work: a digest of the task and of every puzzle. Each of the
others is one result, written at once and whole, so that whatever ends the process, only the line
being written can be lost.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Generic

from kenken_cp.errors import KenKenError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.parallel.tasks import JournaledTask, Result


class Journal(Generic[Result]):
    """The results so far of a task on some puzzles; a context manager.

    Args:
        path: a file; made if there is none.
        task: its limit in seconds may be another when the work is resumed.
        puzzles: all of them, in their order.

    Attributes:
        results: by the puzzle's index.

    Raises:
        KenKenError: for a file that cannot be used, or that is not of these puzzles and this task.
    """

    def __init__(self, path: Path, task: JournaledTask[Result], puzzles: Sequence[Puzzle]) -> None:
        self._path, self._task = path, task
        self.results: dict[int, Result] = {}
        opening = {"kenken-cp": "results", "of": _digest(task, puzzles)}
        try:
            self._file = path.open("a+b", buffering=0)  # a line is one write, never divided
        except OSError as error:
            raise KenKenError(f"{path}: {error.strerror}") from None
        try:
            self._read(json.dumps(opening).encode() + b"\n", len(puzzles))
        except BaseException:
            self._file.close()
            raise

    def add(self, index: int, result: Result) -> None:
        """Keeps a result, unless it was cut short."""
        facts = self._task.to_json(result)
        if facts is not None:
            self._file.write(json.dumps({"item": index, "result": facts}).encode() + b"\n")

    def __enter__(self) -> Journal[Result]:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _read(self, opening: bytes, items: int) -> None:
        content = self._path.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if not whole and opening.startswith(content):
            self._file.truncate(0)
            self._file.write(opening)
            return
        first, *lines = whole.splitlines(keepends=True) or [b""]
        if first != opening:
            ours = first.startswith(b'{"kenken-cp": "results"')
            what = "results of other puzzles or other options" if ours else "no file of results"
            raise KenKenError(f"{self._path}: {what}; expected those of this very command")
        for number, line in enumerate(lines, 2):
            try:
                found = json.loads(line)
                index = range(items).index(int(found["item"]))
                self.results[index] = self._task.from_json(found["result"])
            except (ValueError, KeyError, TypeError, AttributeError):
                raise KenKenError(f"{self._path}:{number}: not a result") from None
        self._file.truncate(len(whole))  # a line half written is as good as none


def _digest(task: JournaledTask[Any], puzzles: Sequence[Puzzle]) -> str:
    """Identifies a task on some puzzles; the time allowed is no part of it."""
    digest = hashlib.sha256(type(task).__name__.encode())
    for field in fields(task):  # type: ignore[arg-type]  # tasks are dataclasses
        if field.name != "seconds":
            digest.update(f"\n{field.name}={getattr(task, field.name)!r}".encode())
    for puzzle in puzzles:
        digest.update(f"\n{puzzle!r}".encode())
    return digest.hexdigest()
