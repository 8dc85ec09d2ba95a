"""One thing after the other: what is done for each of several puzzles."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count, tee
from typing import TYPE_CHECKING, Generic, NamedTuple, NoReturn, TypeVar, cast

from kenken_cp.cli.app import Exit, leave
from kenken_cp.cli.options.common import Output
from kenken_cp.cli.options.work import Work
from kenken_cp.cli.printing.live import progress_line
from kenken_cp.cli.printing.output import complain, report_error
from kenken_cp.cli.reading.inputs import MOST_AHEAD, Incoming, Named, Unread
from kenken_cp.cli.reading.texts import still_coming
from kenken_cp.cli.running.outcomes import error_code, warn
from kenken_cp.cli.running.progress import OneASecond, Shown
from kenken_cp.errors import KenKenError, LimitReachedError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.progress import Meter, Progress
from kenken_cp.search.protocol import Status

if TYPE_CHECKING:
    from kenken_cp.parallel import Journal, Pool
    from kenken_cp.parallel.chunks import Raised
    from kenken_cp.parallel.tasks import JournaledTask, Result

_T = TypeVar("_T")


def in_turn(named: Incoming, do: Callable[[Named], Exit], *, quiet: bool) -> Exit:
    """Does something for each puzzle, and returns the highest exit code; reports in its turn what
    cannot be read or done. An interruption ends it, and the first error if it is to fail fast.

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
        if done is Exit.INTERRUPTED or (failed and named.fail_fast):
            break
    return code


def each(
    named: Incoming,
    task: JournaledTask[Result],
    report: Callable[[Named, Result], Exit],
    *,
    work: Work,
    output: Output,
    doing: str = "",
    warns: bool = True,
) -> NoReturn:
    """Does a task for each puzzle, has each result reported in the order of the input, and leaves
    with the highest exit code that ``report`` returns; an interruption ends it. So does, if it is
    to fail fast, a puzzle that the task cannot do; else that is reported in its turn. The first is
    begun before the last is read, unless the work is done in several calls.

    Args:
        doing: what is being done with each, if it is no search for solutions.
        warns: whether what is odd about a puzzle is said, unless the output is to be quiet.
    """
    from kenken_cp.parallel import Raised

    ahead = _read_ahead(named, work, output)
    to_do, to_report = tee(ahead.named)
    items = (item for item in to_do if isinstance(item, Named))
    with (
        work.journal(task, ahead.journaled) as journal,
        work.pool(None if ahead.whole is None else ahead.puzzles) as pool,
        progress_line("puzzles", ahead.whole, shown=ahead.shows_progress) as add,
    ):
        on_terminal = not (output.quiet or ahead.shows_progress)
        shown = Shown(
            output,
            on_terminal=on_terminal,
            several=named.several,
            add=add if ahead.shows_progress else None,
        )
        at_work = _AtWork(shown, doing)
        results = _results(items, task, work, pool, journal, at_work, expected=ahead.expected)

        def report_next(item: Named) -> Exit:
            try:
                result = next(results)
            except StopIteration:  # it was interrupted, or has lost its workers
                if work.stop:
                    raise LimitReachedError("interrupted", status=Status.INTERRUPTED) from None
                return Exit.LIMIT
            finally:
                at_work.next_is_done()
            if isinstance(result, Raised):
                raise result.error
            add(1)
            return report(item, result)

        quiet = output.quiet or not warns
        code = in_turn(Incoming(to_report, fail_fast=named.fail_fast), report_next, quiet=quiet)
    leave(Exit.INTERRUPTED if work.stop else code)


class _Ahead(NamedTuple):
    """What is known of the puzzles of a batch before the first of them is begun.

    Attributes:
        named: those that this call does.
        journaled: all of those, if the work is done in several calls.
        puzzles: how many are known.
        whole: how many there are, with those that cannot be read; None if that is not known.
        shows_progress: whether it is to be shown how many are done.
    """

    named: Incoming
    journaled: Sequence[Puzzle]
    puzzles: int
    whole: int | None
    shows_progress: bool

    @property
    def expected(self) -> int:
        """About how many there are: of those not known as many again."""
        return self.puzzles if self.whole is not None else 2 * self.puzzles


def _read_ahead(named: Incoming, work: Work, output: Output) -> _Ahead:
    """Reads as many puzzles ahead as is of use."""
    most, journaled = MOST_AHEAD, list[Puzzle]()
    if work.in_several_calls:
        named = _own_part(named, work)
        journaled = [item.puzzle for item in named.ahead() if isinstance(item, Named)]
        most = len(named.ahead()) + 1
    shows_progress = output.shows_progress and sys.stderr.isatty() and named.several
    if still_coming() and not work.shared:
        most = 1  # how many come is not known for long
    ahead = named.ahead(most) if shows_progress or work.shared else []
    puzzles = sum(isinstance(item, Named) for item in ahead)
    whole = len(ahead) if 0 < len(ahead) < most else None
    return _Ahead(named, journaled, puzzles, whole, shows_progress)


def _results(
    items: Iterator[Named],
    task: JournaledTask[Result],
    work: Work,
    pool: Pool,
    journal: Journal[Result] | None,
    at_work: _AtWork,
    *,
    expected: int,
) -> Iterator[Result | Raised]:
    """The results of a task, or what it has raised, in the order of the puzzles."""
    from kenken_cp.parallel import Attempted, Trial, each_outcome, measured

    attempt = Attempted(task)
    kept = None if journal is None else cast("Journal[Result | Raised]", _Kept(journal))
    if work.shared:
        return each_outcome(
            at_work.handed_out(items),
            attempt,
            pool,
            stop=work.stop,
            journal=kept,
            trial=Trial(task),
            reported=at_work.reported,
            expected=expected,
        )

    def measured_attempt(item: Named) -> Result | Raised:
        with measured(at_work.meter(item)):
            return attempt(item.puzzle)

    return each_outcome(items, measured_attempt, pool, stop=work.stop, journal=kept)


class _AtWork:
    """The puzzles that are worked on, and what is shown of how far that has come."""

    def __init__(self, shown: Shown, doing: str) -> None:
        self._shown, self._doing = shown, doing
        self._begun: dict[int, Named] = {}
        self._done = count()
        self._progress = OneASecond(self._show)

    def _show(self, number: int, progress: Progress) -> None:
        self._show_one(self._begun[number], progress)

    def _show_one(self, item: Named, progress: Progress) -> None:
        self._shown.show(item, progress, self._doing)

    def meter(self, item: Named) -> Meter | None:
        """What measures the work on one in this process; None if nothing is shown."""
        return Meter(partial(self._show_one, item)) if self._shown.wanted else None

    @property
    def reported(self) -> Callable[[int, Progress], None] | None:
        """What is called with the progress of each, by its number; None if none is shown."""
        return self._progress.report if self._shown.wanted else None

    def handed_out(self, items: Iterable[Named]) -> Iterator[Puzzle]:
        """Puzzles as they are begun."""
        for number, item in enumerate(items):
            self._begun[number] = item
            yield item.puzzle

    def next_is_done(self) -> None:
        """Shows nothing more of the one after that which was done last."""
        self._shown.clear()
        self._progress.forget(number := next(self._done))
        self._begun.pop(number, None)


def _own_part(named: Incoming, work: Work) -> Incoming:
    """What of the puzzles one of several calls does; each must see the same ones before."""
    whole = list(named)
    part = work.part(whole)
    if work.shard is not None:
        complain(f"shard {work.shard}: {len(part)} of {len(whole)} puzzles")
    return Incoming(part, fail_fast=named.fail_fast)


class _Kept(Generic[_T]):
    """A journal that keeps results only, and not what a task has raised."""

    def __init__(self, journal: Journal[_T]) -> None:
        self._journal, self.results = journal, journal.results

    def add(self, index: int, result: _T | Raised) -> None:
        """Keeps a result."""
        from kenken_cp.parallel import Raised

        if not isinstance(result, Raised):
            self._journal.add(index, result)
