"""What tests have workers do; they import it by its name."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from kenken_cp.clock import Clock, Progress, Status
from kenken_cp.errors import KenKenError
from kenken_cp.model.count import Count
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import count_solutions


def wait_for(what: Callable[[], object], seconds: float = 120.0) -> None:
    """Waits until something is so; the time is for machines that are busy."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def wait_for_clock() -> Status | None:
    """Waits until the current clock says that work must stop."""
    clock = Clock()
    wait_for(lambda: clock.status)
    return clock.status


def announce(folder: Path) -> None:
    """Leaves a new file in a folder, named after this process."""
    (folder / f"{os.getpid()}-{time.monotonic_ns()}").touch()


def announced(folder: Path) -> set[int]:
    """The processes that have left files in a folder."""
    return {int(path.name.split("-")[0]) for path in folder.iterdir()}


def is_alive(pid: int) -> bool:
    """Whether there is such a process; a zombie is none."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def announce_and_sleep(folder: Path) -> None:
    """A task that is busy for long."""
    announce(folder)
    time.sleep(600)


def announce_until_stopped(begun: Path, ended: Path) -> None:
    """A task that goes on until its clock stops it."""
    announce(begun)
    wait_for_clock()
    announce(ended)


def double(number: int) -> int:
    """A quick task; of 13 it is an error."""
    if number == 13:
        raise KenKenError("13 is unlucky")
    return 2 * number


def double_slowly(number: int) -> tuple[int, int]:
    """A task whose first takes longer than the others, and where it ran."""
    time.sleep(0.5 if number == 0 else 0.01)
    return double(number), os.getpid()


def killed(number: int) -> int:
    """A task that ends its worker if it is 3."""
    if number == 3:
        os.kill(os.getpid(), 9)
    return number


def count_cubes_only(puzzle, limits=None, *, backend, progress=None):
    """A count that never ends of a puzzle without givens."""
    if puzzle.givens:
        return count_solutions(puzzle, limits, backend=backend)
    status = wait_for_clock()
    return Outcome(status, Count(0, exact=False), (), 0.0, backend, backend, {})


def count_whole_only(puzzle, limits=None, *, backend, progress=None):
    """A count that never ends of a cube, nor of the whole within a second and a half."""
    if puzzle.givens:
        time.sleep(600)
    time.sleep(1.5)
    return count_solutions(puzzle, limits, backend=backend)


def count_given_up(puzzle, limits=None, *, backend, progress=None):
    """A count that never ends of the whole, and is given up of a cube."""
    status = Status.LIMIT if puzzle.givens else wait_for_clock()
    return Outcome(status, Count(0, exact=False), (), 0.0, backend, backend, {})


def count_found_alone(puzzle, limits=None, *, backend, progress=None):
    """A count that finds nothing in a cube; it never ends of the whole, of which it knows five."""
    if puzzle.givens:
        status, found = Status.EXHAUSTED, Count(0)
    else:
        progress(Progress(5, 0.0))
        status, found = wait_for_clock(), Count(5, exact=False)
    return Outcome(status, found, (), 0.0, backend, backend, {})
