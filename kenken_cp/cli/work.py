"""Who does the work, and how much of it: ``--jobs``, ``--scheduler``, ``--shard``, ``--resume``;
and the work of most commands: one task for each of several puzzles.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, Generic, NoReturn, TypeVar, cast

from kenken_cp.cli.app import Exit, leave
from kenken_cp.cli.inputs import MOST_AHEAD, Incoming, Named, Unread
from kenken_cp.cli.output import complain, progress_line, report_error
from kenken_cp.diagnose.warnings import likely_mistakes
from kenken_cp.errors import KenKenError, LimitReachedError
from kenken_cp.frozen import frozen
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.interrupts import stopped_by_ctrl_c
from kenken_cp.search.protocol import Outcome, Status, StopSignal
from kenken_cp.search.run import solve
from kenken_cp.text import listed, quoted, shortened

if TYPE_CHECKING:
    from kenken_cp.logic.candidates import Board
    from kenken_cp.parallel import Journal, Pool
    from kenken_cp.parallel.tasks import JournaledTask, Raised, Result

_MIN_CUBES = 256
"""Cubes of a count in several calls: many workers are busy in each, and a break loses little."""

SECONDS_FOR_MISTAKES = 0.5
"""Seconds that what is probably a mistake in a puzzle is looked for, before it is answered."""

SECONDS_FOR_RULES = 0.5
"""The same for other rule sets under which a puzzle has one solution, if it has none or several."""

SECONDS_FOR_SUSPECT = 1.0
"""The same for the only clue that may be wrong, of a puzzle without a solution."""

_T = TypeVar("_T")


@frozen
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
            raise KenKenError("--jobs and --scheduler exclude each other; expected one of them")
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
        from kenken_cp.parallel.helpers import CUBES_PER_WORKER

        if not self.in_several_calls:
            return CUBES_PER_WORKER * workers
        return max(_MIN_CUBES, CUBES_PER_WORKER * self.shard.of if self.shard else 0)

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
            from kenken_cp.parallel.processes import Processes

            with stopped_by_ctrl_c(self.stop), Processes(workers, self.stop) as executor:
                yield Pool(executor, workers, partial(Processes, 1, self.stop))
        else:
            yield Pool(InlineExecutor(), 1)

    def journal(
        self, task: JournaledTask[Result], puzzles: Sequence[Puzzle]
    ) -> AbstractContextManager[Journal[Result] | None]:
        """The file of results, if there is to be one."""
        from kenken_cp.parallel import Journal

        return nullcontext() if self._resume is None else Journal(self._resume, task, puzzles)


def each(
    named: Incoming,
    task: JournaledTask[Result],
    report: Callable[[Named, Result], Exit],
    *,
    work: Work,
    shows_progress: bool,
    fail_fast: bool,
    quiet: bool = False,
) -> NoReturn:
    """Does a task for each puzzle, has each result reported in the order of the input, and leaves
    with the highest exit code that ``report`` returns; an interruption ends it. So does, if it is
    to ``fail_fast``, a puzzle that the task cannot do; else that is reported in its turn. The first
    is begun before the last is read, unless the work is done in several calls.

    Args:
        quiet: if nothing is to be said of what is odd about a puzzle.
    """
    from kenken_cp.parallel import Attempted, Raised, Trial, each_outcome

    journaled: list[Puzzle] = []
    most = MOST_AHEAD
    if work.in_several_calls:  # each of which must see the same puzzles, whatever is its part
        whole = list(named)
        part = work.part(whole)
        if work.shard is not None:
            complain(f"shard {work.shard}: {len(part)} of {len(whole)} puzzles")
        journaled = [item.puzzle for item in part if isinstance(item, Named)]
        named, most = Incoming(part), len(part) + 1
    shows_progress = shows_progress and sys.stderr.isatty() and named.several
    ahead = named.ahead(most) if shows_progress or work.shared else []
    tasks = sum(isinstance(item, Named) for item in ahead)
    all_known = 0 < len(ahead) < most
    to_do, to_report = tee(named)
    puzzles = (item.puzzle for item in to_do if isinstance(item, Named))
    with (
        work.journal(task, journaled) as journal,
        work.pool(tasks if all_known else None) as pool,
        progress_line("puzzles", len(ahead) if all_known else None, shown=shows_progress) as add,
    ):
        kept = None if journal is None else cast("Journal[Result | Raised]", _Kept(journal))
        trial = Trial(task) if pool.workers > 1 else None
        results = each_outcome(
            puzzles, Attempted(task), pool, stop=work.stop, journal=kept, trial=trial
        )

        def report_next(item: Named) -> Exit:
            try:
                result = next(results)
            except StopIteration:  # it was interrupted, or has lost its workers
                return Exit.INTERRUPTED if work.stop else Exit.LIMIT
            if isinstance(result, Raised):
                raise result.error
            add(1)
            return report(item, result)

        code = in_turn(to_report, report_next, fail_fast=fail_fast, quiet=quiet)
    leave(Exit.INTERRUPTED if work.stop else code)


def in_turn(
    named: Iterable[Named | Unread],
    do: Callable[[Named], Exit],
    *,
    fail_fast: bool,
    quiet: bool = False,
) -> Exit:
    """Does something for each puzzle, and returns the highest exit code; reports in its turn what
    cannot be read or done. An interruption ends it, and the first error if it is to ``fail_fast``.

    Args:
        quiet: if nothing is to be said of what is odd about a puzzle.
    """
    code = Exit.ANSWERED
    for item in named:
        failed = False
        try:
            if isinstance(item, Unread):
                raise item.error
            if not quiet:
                warn(item)
            done = do(item)
        except KenKenError as error:
            failed, done = True, error_code(error)
            report_error(error, done, item.name)
        code = max(code, done)
        if done is Exit.INTERRUPTED or (failed and fail_fast):
            break
    return code


def warn(item: Named, mistakes: Iterable[str] | None = None) -> None:
    """Says what is probably a mistake in a puzzle; it is answered all the same.

    Args:
        mistakes: what is said; by default all that is found.
    """
    if mistakes is None:
        mistakes = likely_mistakes(item.puzzle, seconds=SECONDS_FOR_MISTAKES)
    for text in mistakes:
        complain(f"kenken-cp: {shortened(item.shown, 200)}: warning: {text}")


def solved(item: Named, seconds: float | None) -> Outcome:
    """The outcome of a search for two solutions; LimitReachedError if the time ran out."""
    outcome = solve(item.puzzle, seconds=seconds)
    if outcome.status is Status.INTERRUPTED:
        leave(Exit.INTERRUPTED)
    if outcome.unique is None:
        raise LimitReachedError(f"timeout after {outcome.seconds:.1f} s", outcome)
    return outcome


def point_to_why(item: Named, outcome: Outcome, left: float | None, *, quiet: bool) -> None:
    """Where a puzzle turned out to have no solution: says which clue alone may be wrong, if that is
    soon found, and where to find more.

    Args:
        left: seconds that the puzzle may still take; None for any number.
    """
    if not (outcome.count or outcome.status is not Status.EXHAUSTED or quiet):
        name_suspect(item, left)


def name_suspect(item: Named, left: float | None) -> None:
    """The same, of a puzzle that is known to have no solution."""
    if item.puzzle.expected == 0:  # as it should be
        return
    from kenken_cp.diagnose.diagnosis import only_suspect
    from kenken_cp.diagnose.words import of_only_suspect

    bound = SECONDS_FOR_SUSPECT if left is None else min(left, SECONDS_FOR_SUSPECT)
    suspect = only_suspect(item.puzzle, seconds=bound)
    text = "kenken-cp why says what may be wrong"
    if suspect is not None:
        text = f"{of_only_suspect(suspect)} (more: kenken-cp why)"
    complain(f"kenken-cp: {shortened(item.shown, 200)}: {text}")


def no_solution(board: Board | None) -> str:
    """What is said of a puzzle without candidates: with entries it may be these that are wrong."""
    if has_entries(board):
        return "There is no solution with what is filled in."
    return "There is no solution."


def has_entries(board: Board | None) -> bool:
    """Whether anything is filled in."""
    return any(value is not None for row in board or () for value in row)


def point_to_rules(item: Named, outcome: Outcome, left: float | None, *, quiet: bool) -> None:
    """Where a puzzle whose rules are assumed turned out to have no solution, or several: says under
    which other rule sets it has one, if that is soon found. The arguments are as above.
    """
    if item.rules_stated or outcome.unique is not False or quiet:
        return
    stated = item.puzzle.expected
    if stated is not None and stated != 1:  # as it should be
        return
    from kenken_cp.diagnose.rule_sets import unique_under

    bound = SECONDS_FOR_RULES if left is None else min(left, SECONDS_FOR_RULES)
    found = [rules.name for rules in unique_under(item.puzzle, seconds=bound)]
    if found:
        assumed = f"{item.puzzle.rules.name} rules are assumed (more: kenken-cp rules)"
        text = f"under {listed(found, 'or')} rules it has one solution; {assumed}"
        complain(f"kenken-cp: {shortened(item.shown, 200)}: {text}")


class _Kept(Generic[_T]):
    """A journal that keeps results only, and not what a task has raised."""

    def __init__(self, journal: Journal[_T]) -> None:
        self._journal, self.results = journal, journal.results

    def add(self, index: int, result: _T | Raised) -> None:
        """Keeps a result."""
        from kenken_cp.parallel import Raised

        if not isinstance(result, Raised):
            self._journal.add(index, result)


def error_code(error: KenKenError) -> Exit:
    """The code for what cannot be done."""
    if isinstance(error, LimitReachedError):
        return Exit.INTERRUPTED if error.status is Status.INTERRUPTED else Exit.LIMIT
    return Exit.BAD_INPUT


def exit_code(outcome: Outcome, *, settled: bool) -> Exit:
    """The code for an outcome; ``settled`` if a search cut short answered all the same."""
    if outcome.status is Status.INTERRUPTED:
        return Exit.INTERRUPTED
    if outcome.status is not Status.EXHAUSTED and not settled:
        return Exit.LIMIT
    return Exit.ANSWERED if outcome.count else Exit.NO


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
