"""One task for each of several puzzles, and the exit code of the whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

from kenken_cp.cli.app import Exit, leave
from kenken_cp.cli.inputs import Named
from kenken_cp.cli.output import complain
from kenken_cp.cli.progress import progress_line
from kenken_cp.cli.work import Work
from kenken_cp.search.protocol import Outcome, Status

if TYPE_CHECKING:
    from kenken_cp.parallel.tasks import JournaledTask, Result


def each(
    named: Sequence[Named],
    task: JournaledTask[Result],
    report: Callable[[Named, Result], Exit],
    *,
    work: Work,
    shows_progress: bool,
) -> NoReturn:
    """Does a task for each puzzle, reports each result in the order of the input, and leaves with
    the highest exit code; an interruption ends it.

    Args:
        report: prints the result of a puzzle; returns its exit code.
    """
    from kenken_cp.parallel import each_outcome

    whole, named = len(named), work.part(named)
    if work.shard is not None:
        complain(f"shard {work.shard}: {len(named)} of {whole} puzzles")
    puzzles = [item.puzzle for item in named]
    code = Exit.ANSWERED
    with (
        work.journal(task, puzzles) as journal,
        work.pool(len(puzzles)) as (executor, workers),
        progress_line("puzzles", len(named), shown=shows_progress and len(named) > 1) as counter,
    ):
        results = each_outcome(
            puzzles, task, executor, workers=workers, stop=work.stop, journal=journal
        )
        for item, result in zip(named, results, strict=False):  # fewer if interrupted
            code = max(code, report(item, result))
            counter.add()
            if code is Exit.INTERRUPTED:
                break
    leave(Exit.INTERRUPTED if work.stop else code)


def exit_code(outcome: Outcome, *, settled: bool) -> Exit:
    """The exit code for an outcome; ``settled`` if a search that was cut short answered all the
    same.
    """
    if outcome.status is Status.INTERRUPTED:
        return Exit.INTERRUPTED
    if outcome.status is not Status.EXHAUSTED and not settled:
        return Exit.LIMIT
    return Exit.ANSWERED if outcome.count else Exit.NO
