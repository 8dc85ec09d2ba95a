"""Who does the work, and what it goes on from: ``--jobs``, ``--scheduler``, ``--resume``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from kenken_cp.cli.options.groups import excluding
from kenken_cp.clock import Clock, Status
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.parallel.journal import Journal
from kenken_cp.parallel.workers import Workers
from kenken_cp.search.interrupts import interruptible


def cores() -> int:
    """The number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Work:
    """How the work of a command is to be done; its arguments are the options of the same names.

    Attributes:
        clock: what Ctrl-C stops while workers do the work.
    """

    def __init__(
        self, jobs: int = 1, scheduler: str | None = None, resume: Path | None = None
    ) -> None:
        if scheduler is not None and jobs != 1:
            raise excluding("--jobs", "--scheduler")
        self.workers = Workers(jobs or cores(), scheduler)
        self.resume = resume
        self.clock = Clock()

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C has stopped the work."""
        return self.clock.status is Status.INTERRUPTED

    def interruptible(self) -> AbstractContextManager[object]:
        """In the ``with`` block, Ctrl-C stops the work. In this process alone it does so anyway:
        each verb sees to it.
        """
        return interruptible(self.clock) if self.workers.several else nullcontext()

    def journal(
        self, task: partial[Any], puzzles: Sequence[Puzzle]
    ) -> AbstractContextManager[Journal | None]:
        """The file of results, if there is to be one."""
        return nullcontext() if self.resume is None else Journal(self.resume, task, puzzles)
