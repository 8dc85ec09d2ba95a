"""One command, run to its end or to a limit, and then ended with all that it started.

Whatever a solver does wrong must not stop the judge. Its output is read by threads, and bounded.
Its memory, what it and its descendants hold, is looked at 20 times a second. What it has left
running when it is over is killed. Descendants are found with psutil, on every system: by parentage;
once the parent is gone, by the environment variable ``_MARK``, and on POSIX by their group.
"""

import os
import signal
import subprocess
import threading
import time
import uuid
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import IO

import psutil

from kenken_cp.clock import Clock
from kenken_cp.errors import KenKenError

_TICK = 0.05
"""Seconds between two looks at the memory and at the clock."""

_MARK = "KENKEN_CP_RUN"
"""The environment variable by which the processes of one run are known."""

MAX_OUTPUT = 4 << 20
"""Bytes of an output that are read: those of 10,000 grids of 9x9, drawn."""

_MAX_ERROR = 1 << 18
"""Bytes of standard error that are kept of its end: the exception with thousands of frames."""

_KILLING_SECONDS = 2.0
"""How long killed processes may take to end: what is stuck in the kernel cannot be helped."""

_DRAIN_SECONDS = 1.0
"""How long the rest of an output may take to arrive once every process is over."""


class RunEnd(Enum):
    """How a run ended."""

    EXITED = "exited"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    FLOODED = "flooded"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class RunLimits:
    """When a run is ended; KenKenError for a limit that is not positive.

    Args:
        seconds: by the clock.
        memory: bytes that its processes may hold together.
    """

    seconds: float = 10.0
    memory: int = 1 << 30

    def __post_init__(self) -> None:
        if not 0 < self.seconds < 1e9:
            raise KenKenError(f"timeout {self.seconds}; expected more than 0, up to 1e9 seconds")
        if self.memory < 1 << 20:
            raise KenKenError(f"memory of {self.memory} bytes; expected at least 1 MB")


@dataclass(frozen=True, slots=True)
class Reply:
    """What a command did.

    Args:
        code: its exit code, or minus the signal that ended it.
        printed: its answer: what it printed, up to ``MAX_OUTPUT`` bytes, or wrote into a file.
        stderr: its standard error; of a long one the end.
        seconds: by the clock, from its start to its end.
        given: the puzzle as it was given.
    """

    ended: RunEnd
    code: int
    printed: str
    stderr: str
    seconds: float
    given: str = ""


def decoded(output: bytes | bytearray) -> str:
    """What a program printed, as text: UTF-8 as far as it goes."""
    return output.decode("utf-8-sig", errors="replace")


def run(words: Sequence[str], stdin: Path, limits: RunLimits, clock: Clock) -> Reply:
    """Runs a command with a file as its standard input; KenKenError if it cannot be started."""
    mark, before = uuid.uuid4().hex, set(psutil.pids())
    started = time.perf_counter()
    with stdin.open("rb") as source:
        try:
            process = subprocess.Popen(
                words,
                stdin=source,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, _MARK: mark},
                start_new_session=True,  # Ctrl-C is for us; elsewhere than on POSIX it is ignored
            )
        except (OSError, ValueError) as error:
            raise KenKenError(f"cannot run {words[0]!r}: {error}") from None
    output = _Pipe(process.stdout, dropped=slice(MAX_OUTPUT, None))
    error_output = _Pipe(process.stderr, dropped=slice(None, -_MAX_ERROR))
    try:
        ended = _watch(process, output, limits, clock, started)
        seconds = time.perf_counter() - started
    finally:
        _kill(process, mark, before)
    for pipe in (output, error_output):
        pipe.join(_DRAIN_SECONDS)
    if ended is RunEnd.EXITED and len(output.kept) >= MAX_OUTPUT:
        ended = RunEnd.FLOODED
    printed, error_text = decoded(output.kept), decoded(error_output.kept)
    return Reply(ended, process.returncode, printed, error_text, seconds)


def _watch(
    process: "subprocess.Popen[bytes]",
    output: "_Pipe",
    limits: RunLimits,
    clock: Clock,
    started: float,
) -> RunEnd:
    """Waits until a process is over, or has to be ended."""
    is_over = threading.Event()

    def wait() -> None:
        process.wait()
        is_over.set()

    threading.Thread(target=wait, daemon=True).start()
    end = started + limits.seconds
    while not is_over.wait(max(0.0, min(_TICK, end - time.perf_counter()))):
        if clock.status:
            return RunEnd.STOPPED
        if len(output.kept) >= MAX_OUTPUT:
            return RunEnd.FLOODED
        if time.perf_counter() >= end:
            return RunEnd.TIMEOUT
        if _resident(process.pid) > limits.memory:
            return RunEnd.MEMORY
    return RunEnd.EXITED


def _family(pid: int) -> list[psutil.Process]:
    """A process and its descendants; nothing if it is over."""
    with suppress(psutil.Error):
        parent = psutil.Process(pid)
        return [*parent.children(recursive=True), parent]
    return []


def _resident(pid: int) -> int:
    """Bytes that a process and its descendants hold, shared pages counted for each."""
    total = 0
    for each in _family(pid):
        with suppress(psutil.Error):
            total += each.memory_info().rss
    return total


def _kill(process: "subprocess.Popen[bytes]", mark: str, before: set[int]) -> None:
    """Ends a process and all that it started, which may have left it by now."""
    known = {*before, process.pid}
    end = time.perf_counter() + _KILLING_SECONDS
    while time.perf_counter() < end:
        left = [] if process.returncode is not None else _family(process.pid)
        over = set()
        for pid in set(psutil.pids()) - known:
            environment: dict[str, str] = {}  # what is over, or nearly so, has none
            with suppress(psutil.Error):
                other = psutil.Process(pid)
                environment = other.environ()
            if not environment:
                over.add(pid)
            elif environment.get(_MARK) == mark:
                left.append(other)
        if hasattr(os, "killpg"):  # not on Windows
            with suppress(OSError):  # its group, in which one may have another environment
                os.killpg(process.pid, signal.SIGKILL)
        # What was over when it was looked at may have started another after the list was made.
        if not left and not over:
            return
        known |= over
        for each in left:
            with suppress(psutil.Error):
                each.kill()
        time.sleep(_TICK / 10)  # not psutil's wait, which would take the exit code from us


class _Pipe(threading.Thread):
    """Reads a pipe to its end, so that no process waits for room in it.

    Args:
        dropped: which of the bytes that have come are not kept.
    """

    def __init__(self, stream: IO[bytes] | None, dropped: slice) -> None:
        super().__init__(daemon=True)
        assert stream is not None
        self._stream, self._dropped, self.kept = stream, dropped, bytearray()
        self.start()

    def run(self) -> None:
        with self._stream as stream, suppress(OSError, ValueError):
            while chunk := os.read(stream.fileno(), 1 << 16):
                self.kept += chunk
                del self.kept[self._dropped]
