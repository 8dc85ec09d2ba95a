"""Who does the work, and how much of it: ``--jobs``, ``--scheduler``, ``--shard``, ``--resume``."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from kenken_cp.cli.options.groups import excluding
from kenken_cp.errors import KenKenError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.interrupts import stopped_by_ctrl_c
from kenken_cp.search.protocol import StopSignal
from kenken_cp.text import quoted

if TYPE_CHECKING:
    from kenken_cp.parallel import Journal, Pool
    from kenken_cp.parallel.processes import Processes
    from kenken_cp.parallel.tasks import JournaledTask, Result

_CUBES_PER_SHARD = 32
"""Several workers are busy in each, and a break loses little. The more there are, the more is done
again in each: 64 cubes took as long as the whole, 256 more than twice as long.
"""

_CUBES_TO_RESUME = 256
"""Of a count without shards: a break loses hardly anything."""

_T = TypeVar("_T")


def cores() -> int:
    """The number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Shard:
    """Every ``of``-th item, beginning with the ``number``-th (from 1)."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Reads ``2/5``; a KenKenError for anything else."""
        found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
        if found and 1 <= int(found[1]) <= int(found[2]):
            return cls(int(found[1]), int(found[2]))
        raise KenKenError(f"--shard {quoted(text)}; expected i/n, i from 1 to n, such as 2/5")

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


class Work:
    """How the work of a command is to be done; its arguments are the options of the same names."""

    def __init__(
        self,
        jobs: int = 1,
        scheduler: str | None = None,
        shard: str | None = None,
        resume: Path | None = None,
    ) -> None:
        if scheduler is not None and jobs != 1:
            raise excluding("--jobs", "--scheduler")
        self._jobs = jobs or cores()
        self._scheduler = scheduler
        self._resume = resume
        self.shard = None if shard is None else Shard.parse(shard)
        self.stop = StopSignal()

    @property
    def shared(self) -> bool:
        """Whether several workers share it."""
        return self._jobs > 1 or self._scheduler is not None

    @property
    def in_several_calls(self) -> bool:
        """Whether it may be done in several calls, each of which must cut it in the same way."""
        return self.shard is not None or self._resume is not None

    def part(self, items: Sequence[_T]) -> Sequence[_T]:
        """What of some items is to be done in this call."""
        return items if self.shard is None else items[self.shard.number - 1 :: self.shard.of]

    def cubes(self, workers: int) -> int:
        """Into how many cubes a puzzle is to be cut; of several calls, each must get the same."""
        from kenken_cp.parallel.cubes import CUBES_PER_WORKER

        if not self.in_several_calls:
            return CUBES_PER_WORKER * workers
        return _CUBES_PER_SHARD * self.shard.of if self.shard else _CUBES_TO_RESUME

    @contextmanager
    def pool(self, tasks: int | None = None) -> Iterator[Pool]:
        """The workers for that many tasks (None: any number). Ctrl-C stops them."""
        from kenken_cp.parallel import InlineExecutor, Pool

        workers = self._jobs if tasks is None else min(self._jobs, tasks)
        if self._scheduler is not None and workers:
            import logging

            from kenken_cp.parallel.dask import dask_pool

            with stopped_by_ctrl_c(self.stop), dask_pool(self._scheduler) as pool:
                # Our own messages say what matters. Importing Dask has set these levels.
                for name in list(logging.root.manager.loggerDict):
                    if name.split(".")[0] in ("distributed", "tornado", "asyncio"):
                        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
                yield pool
        elif workers > 1:
            from kenken_cp.parallel import StartedLater

            make = partial(_processes, stop=self.stop)
            with stopped_by_ctrl_c(self.stop), StartedLater(partial(make, workers)) as executor:
                yield Pool(executor, workers, make, executor.reports)
        else:
            yield Pool(InlineExecutor(), 1)

    def journal(
        self, task: JournaledTask[Result], puzzles: Sequence[Puzzle]
    ) -> AbstractContextManager[Journal[Result] | None]:
        """The file of results, if there is to be one."""
        from kenken_cp.parallel import Journal

        return nullcontext() if self._resume is None else Journal(self._resume, task, puzzles)


def _processes(workers: int, stop: StopSignal) -> Processes:
    from kenken_cp.parallel.processes import Processes

    return Processes(workers, stop)
