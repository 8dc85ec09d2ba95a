"""One thing after the other: what is done for each of several puzzles."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from functools import partial
from itertools import tee
from typing import Any, NoReturn

from kenken_cp.cli.app import Exit, leave
from kenken_cp.cli.options.common import Output
from kenken_cp.cli.options.work import Work
from kenken_cp.cli.printing.live import progress_line
from kenken_cp.cli.printing.output import report_error
from kenken_cp.cli.reading.inputs import MOST_AHEAD, Incoming, Named, Unread
from kenken_cp.cli.running.outcomes import error_code, warn
from kenken_cp.cli.running.progress import Shown, work_shown
from kenken_cp.clock import Progress, Status, StoppedError
from kenken_cp.errors import KenKenError, LimitReachedError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.parallel.batches import each_result


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
    task: partial[Any],
    report: Callable[[Named, Any], Exit],
    *,
    work: Work,
    output: Output,
    doing: str = "",
    warns: bool = True,
) -> NoReturn:
    """Does a task for each puzzle, has each result reported in the order of the input, and leaves
    with the highest exit code that ``report`` returns; an interruption ends it. So does, if it is
    to fail fast, a puzzle that the task cannot do; else that is reported in its turn. The first is
    begun before the last is read, unless the work may be resumed.

    Args:
        task: a verb, or another function of a puzzle, with its other arguments.
        doing: what is being done with each, if it is no search that reports its progress.
        warns: whether what is odd about a puzzle is said, unless the output is to be quiet.
    """
    puzzles = list[Puzzle]()
    if work.resume is not None:
        puzzles = [item.puzzle for item in named.ahead() if isinstance(item, Named)]
    shows_count = output.shows_progress and sys.stderr.isatty() and named.several
    total = _total(named) if shows_count else None
    to_do, to_report = tee(named)
    with (
        work.interruptible(),
        work.journal(task, puzzles) as journal,
        progress_line("puzzles", total, shown=shows_count) as add,
    ):
        shown = Shown(
            output,
            on_terminal=not (output.quiet or shows_count),
            several=named.several,
            add=add if shows_count else None,
        )
        begun: Named

        def begin() -> Iterator[Puzzle]:
            nonlocal begun
            for item in to_do:
                if isinstance(item, Named):
                    begun = item
                    yield item.puzzle

        def here(puzzle: Puzzle) -> Any:
            def show(progress: Progress) -> None:
                shown.show(begun, progress)

            return task(puzzle, progress=show) if shown.wanted and not doing else task(puzzle)

        results = each_result(begin(), task, work.workers, journal=journal, here=here)

        def report_next(item: Named) -> Exit:
            one = bool(doing) and not named.several
            try:
                with work_shown(output, doing) if one else nullcontext():
                    result = next(results)
            except StopIteration:  # it was interrupted, or has lost its workers
                if work.interrupted:
                    raise LimitReachedError("interrupted", status=Status.INTERRUPTED) from None
                return Exit.LIMIT
            finally:
                shown.clear()
            add(1)
            if isinstance(result, KenKenError):
                raise result
            return report(item, result)

        reported = Incoming(to_report, fail_fast=named.fail_fast)
        try:
            with closing(results):
                code = in_turn(reported, report_next, quiet=output.quiet or not warns)
        except StoppedError:  # while puzzles were being read
            code = Exit.INTERRUPTED
    leave(Exit.INTERRUPTED if work.interrupted else code)


def _total(named: Incoming) -> int | None:
    """How many puzzles there are, with those that cannot be read; None if that is not known."""
    known = len(named.ahead(MOST_AHEAD))
    return known if 0 < known < MOST_AHEAD else None
