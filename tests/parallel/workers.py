"""What tests have workers do: backends of their own, in other processes and on other machines."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager
from contextvars import Context
from functools import partial
from pathlib import Path

from kenken_cp.search.backend import BACKENDS, Backend
from kenken_cp.search.protocol import Ended, Limits

PATIENT = "patient"
"""The backend that finds one solution, and then goes on until its limits stop it."""


def _search(folder, puzzle, visit, limits):
    # Outside of all limits: it finds one before its time is over, however busy the machine is.
    Context().run(
        BACKENDS.named("cover").search, puzzle, lambda grid: visit(grid) and False, Limits(1)
    )
    announce(folder)
    why_stop = limits.watch()
    while (reason := why_stop()) is None:
        time.sleep(0.01)
    return Ended(reason)


def announce(folder: Path) -> None:
    """Leaves a new file in a folder."""
    (folder / str(time.monotonic_ns())).touch()


def wait_for(what: Callable[[], object], seconds: float = 60.0) -> None:
    """Waits until something is so; the time is for machines that are busy."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


class Patient(Executor):
    """Another executor, in whose workers the patient backend is registered.

    Each search of it leaves a file in a folder when it has found its solution.
    """

    def __init__(self, executor: Executor, folder: Path) -> None:
        self._executor, self._folder = executor, folder

    def submit(self, fn, /, *args) -> Future:
        return self._executor.submit(_with_patient_backend, self._folder, fn, *args)

    def searching(self, tasks: int = 1) -> bool:
        """Whether that many searches have found their solution."""
        return len(list(self._folder.iterdir())) >= tasks


def patient_backend(folder: Path) -> AbstractContextManager[object]:
    """Within it the patient backend is registered in this process."""
    return BACKENDS.registered(Backend(PATIENT, "for tests", partial(_search, folder)))


def _with_patient_backend(folder, task, *args):
    with patient_backend(folder):
        return task(*args)


def announce_and_sleep(folder: Path, seconds: float) -> None:
    """A task that is busy for long."""
    announce(folder)
    time.sleep(seconds)


def until_recalled(_limits: Limits, is_recalled: Callable[[], bool]) -> bool:
    """A part of a count, which waits until it is asked to come back."""
    wait_for(is_recalled)
    return True


def is_recalled(_limits: Limits, is_recalled: Callable[[], bool]) -> bool:
    """A part that says whether it is asked to come back."""
    return is_recalled()


def announce_part(folder: Path, _limits: Limits, _is_recalled: Callable[[], bool]) -> None:
    """A part that leaves a file in a folder."""
    announce(folder)


def announce_until_stopped(
    begun: Path, stopped: Path, limits: Limits, _is_recalled: Callable[[], bool]
) -> None:
    """A part that leaves a file when it begins, and another when it is stopped."""
    announce(begun)
    wait_for(lambda: limits.stop)
    announce(stopped)
