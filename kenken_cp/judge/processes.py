"""One command, run to its end or to a limit, and then wholly gone.

Whatever a solver does wrong must not stop us. It runs in a session of its own; its output is read
as it comes, up to a limit; and when it is over, every process that it left behind is killed
(``families``).

Memory is what its processes really hold (their resident pages), measured 20 times a second, so that
a program may exceed the limit for a twentieth of a second. A limit on the address space instead
would stop Java, Go and Node before they begin: they reserve gigabytes that they never touch. It is
measured on Linux only; elsewhere there is no limit on memory.
"""

import os
import selectors
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from enum import Enum
from pathlib import Path
from typing import IO

from kenken_cp.errors import KenKenError
from kenken_cp.frozen import frozen
from kenken_cp.judge.families import Family, is_over
from kenken_cp.search.protocol import StopSignal

_SECONDS_PER_CHECK = 0.05
"""Time between two measurements of the memory, each with a check whether to stop."""

_MAX_ERROR_BYTES = 1 << 14
"""Bytes of standard error that are kept: its end says what went wrong."""


class RunEnd(Enum):
    """How a run ended."""

    EXITED = "exited"
    """By itself, or by a signal that we did not send."""
    TIMEOUT = "timeout"
    MEMORY = "memory"
    FLOODED = "flooded"
    """It printed more than its limit."""
    STOPPED = "stopped"
    """A signal from another thread stopped it."""


@frozen
class RunLimits:
    """When a run is ended: after seconds by the clock, or once its processes together hold more
    than that many bytes of memory (None: any number), or it has printed more bytes than that.
    KenKenError for a limit that is not positive.
    """

    seconds: float = 10.0
    memory: int | None = None
    output: int = 16 << 20

    def __post_init__(self) -> None:
        if not 0 < self.seconds < 1e9:
            raise KenKenError(f"timeout {self.seconds}; expected more than 0 seconds")
        if self.memory is not None and self.memory < 1 << 20:
            raise KenKenError(f"memory of {self.memory} bytes; expected at least 1 MB")


@frozen
class RunResult:
    """What a run did.

    Args:
        code: its exit code, or minus the signal that ended it.
        output: what it printed, up to the limit.
        error: the end of its standard error.
        seconds: by the clock, from its start to its end.
        read_input: whether it read anything from standard input.
    """

    ended: RunEnd
    code: int
    output: bytes
    error: bytes
    seconds: float
    read_input: bool


def run(arguments: Sequence[str], stdin: Path, limits: RunLimits, stop: StopSignal) -> RunResult:
    """Runs a command on a file, and ends all its processes; KenKenError if it cannot be started."""
    started = time.perf_counter()
    with ExitStack() as stack:
        source = stack.enter_context(stdin.open("rb", buffering=0))
        last_read = os.fstat(source.fileno()).st_atime_ns

        def start(variables: Mapping[str, str]) -> subprocess.Popen[bytes]:
            return subprocess.Popen(
                arguments,
                stdin=source,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env={**os.environ, **variables},
            )

        try:
            family = Family(start)
        except OSError as error:
            raise KenKenError(f"cannot run {arguments[0]!r}: {error.strerror}") from None
        process = stack.enter_context(family.process)  # closes the pipes
        stack.callback(family.kill)
        reader = _Reader(family, limits, stop, started)
        ended = reader.read()
        seconds = time.perf_counter() - started
        # The program shares our place in the file, unless it opened that anew: /dev/stdin.
        read_input = source.tell() > 0 or os.fstat(source.fileno()).st_atime_ns > last_read
    return RunResult(
        ended, process.returncode, bytes(reader.output), bytes(reader.error), seconds, read_input
    )


class _Reader:
    """Reads what a process prints until it is over, or a limit is reached."""

    def __init__(self, family: Family, limits: RunLimits, stop: StopSignal, started: float) -> None:
        process = family.process
        assert process.stdout is not None
        assert process.stderr is not None
        self._family, self._limits, self._stop = family, limits, stop
        self._streams = process.stdout, process.stderr
        self._end = started + limits.seconds
        self._next_check = started + _SECONDS_PER_CHECK
        self.output, self.error = bytearray(), bytearray()

    def read(self) -> RunEnd:
        with ExitStack() as stack:
            selector = stack.enter_context(selectors.DefaultSelector())
            for stream in self._streams:
                os.set_blocking(stream.fileno(), False)
                selector.register(stream, selectors.EVENT_READ, stream)
            longest_wait = _SECONDS_PER_CHECK / 10
            with suppress(AttributeError, OSError):  # not every system reports when a child is over
                exited = os.pidfd_open(self._family.process.pid)
                stack.callback(os.close, exited)
                selector.register(exited, selectors.EVENT_READ)
                longest_wait = _SECONDS_PER_CHECK
            while True:
                wait = max(0.0, min(longest_wait, self._end - time.perf_counter()))
                for key, _ in selector.select(wait):
                    if key.data is not None and not self._take(key.data):
                        selector.unregister(key.data)
                if ended := self._why_over():
                    return ended

    def _take(self, stream: IO[bytes]) -> bool:
        """Takes what a stream has; false at its end."""
        try:
            chunk = os.read(stream.fileno(), 1 << 16)
        except BlockingIOError:
            return True
        if stream is self._streams[0]:
            self.output += chunk
        else:
            self.error = (self.error + chunk)[-_MAX_ERROR_BYTES:]
        return bool(chunk)

    def _why_over(self) -> RunEnd | None:
        if len(self.output) > self._limits.output:
            return RunEnd.FLOODED
        if is_over(self._family.process):
            return self._drained()
        now = time.perf_counter()
        if now >= self._end:
            return RunEnd.TIMEOUT
        if now >= self._next_check:
            self._next_check = now + _SECONDS_PER_CHECK
            if self._stop:
                return RunEnd.STOPPED
            memory = self._limits.memory
            if memory is not None and self._family.resident() > memory:
                return RunEnd.MEMORY
        return None

    def _drained(self) -> RunEnd:
        """Takes what is left in the pipes; a daemon that holds them open is not waited for."""
        for stream in self._streams:
            before = -1
            while len(self.output) + len(self.error) != before:
                before = len(self.output) + len(self.error)
                if len(self.output) > self._limits.output:
                    return RunEnd.FLOODED
                self._take(stream)
        return RunEnd.EXITED
