"""Puzzles are answered one after the other, in this process or by workers; the exit codes of
outcomes; and what is said beside an answer, on standard error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, nullcontext
from contextvars import Context
from functools import partial
from itertools import tee
from pathlib import Path
from typing import Any

from kenken_cp.cli.items import PuzzleItem, Unread
from kenken_cp.cli.output import NAME, Exit, Output
from kenken_cp.cli.progress import progress_line
from kenken_cp.clock import Clock, Status, StoppedError
from kenken_cp.diagnose.warnings import impossible_cages, warnings_with
from kenken_cp.encode.instance import IndexedCage
from kenken_cp.errors import KenKenError
from kenken_cp.parallel.batches import each_result
from kenken_cp.parallel.journal import Journal
from kenken_cp.parallel.workers import Workers, WorkersLostError
from kenken_cp.search.interrupts import interruptible
from kenken_cp.search.outcome import Outcome
from kenken_cp.text import listed, plural

_SECONDS_FOR_ADVICE = 0.5
"""Time to look for what is probably a mistake in a puzzle, before it is answered; and for other
rule sets under which a puzzle with no solution, or several, has one.
"""

_MOST_WARNINGS = 3
"""Of one puzzle: so few that the answer stays in view."""


def answer_here(
    puzzles: Iterable[PuzzleItem | Unread],
    do: Callable[[PuzzleItem], Exit],
    output: Output,
    words: str = "",
) -> Exit:
    """Answers each puzzle by ``do``, and returns the highest exit code. Prints each error in its
    turn, and each puzzle's warnings before its answer. An interruption ends it, but not between an
    answer and its heading.

    Args:
        words: what is done with each, for a line of progress.
    """
    code = Exit.ANSWERED
    clock = Clock()
    answered = 0

    def what_goes_on() -> str:
        done = f"{plural(answered, 'puzzle')} done" if answered else ""
        return "; ".join(filter(None, [done, words, output.how_far]))

    with progress_line(output, what_goes_on) if words else nullcontext():
        for item in puzzles:
            try:
                if isinstance(item, Unread):
                    raise item.error
                output.begin(item)
                warn(item, output)
                with interruptible(clock):
                    done = do(item)
                answered += 1
                if clock.status is Status.INTERRUPTED and done is not Exit.INTERRUPTED:
                    raise KeyboardInterrupt  # after the answer
            except (KenKenError, StoppedError) as error:
                done = output.error(error, item)
            except KeyboardInterrupt as error:
                done = output.error(error)
            code = max(code, done)
            if done is Exit.INTERRUPTED:
                break
    return code


def answer_by_workers(
    puzzles: Iterable[PuzzleItem | Unread],
    task: partial[Any],
    report: Callable[[PuzzleItem, Any], Exit],
    output: Output,
    *,
    workers: Workers,
    resume: Path | None = None,
    what: str = "",
) -> Exit:
    """Like ``answer_here``, but each answer is made in two parts: a task computes a result, in a
    worker if there are any, and a report of it is printed here, in the order of the input. Workers
    may be ahead of the printing. The first puzzle is begun before the last is read, unless the work
    may be resumed.

    Args:
        task: a verb, or another function of a puzzle, with its other arguments.
        what: what is done with each, if it is no search that reports its progress.
    """
    journal: Any = nullcontext()
    if resume is not None:
        puzzles = list(puzzles)
        known = [item.puzzle for item in puzzles if isinstance(item, PuzzleItem)]
        journal = Journal(resume, task, known)
    to_do, to_report = tee(puzzles)

    def report_next(item: PuzzleItem) -> Exit:
        result = next(results, None)
        if result is None:  # it was interrupted, or has lost its workers, which was said
            return Exit.LIMIT
        if isinstance(result, KenKenError):
            if isinstance(result, WorkersLostError) and result.outcome is not None:
                report(item, result.outcome)
            raise result
        # Without the clock, which Ctrl-C may have stopped: what was found is printed whole.
        return Context().run(report, item, result)

    with journal as results_kept:
        each = (item.puzzle for item in to_do if isinstance(item, PuzzleItem))
        here = task if what else partial(task, progress=output.report)
        results = each_result(each, task, workers, journal=results_kept, here=here)
        with closing(results):
            return answer_here(to_report, report_next, output, what or "solving")


# --- outcomes ------------------------------------------------------------------------------------


def exit_code(outcome: Outcome, *, settled: bool) -> Exit:
    """The code for an outcome; ``settled`` if a search cut short answered all the same."""
    if outcome.status is Status.INTERRUPTED:
        return Exit.INTERRUPTED
    if outcome.status is not Status.EXHAUSTED and not settled:
        return Exit.LIMIT
    return Exit.ANSWERED if outcome.count else Exit.NO


# --- what is said beside the answer --------------------------------------------------------------


def warn(item: PuzzleItem, output: Output) -> None:
    """Says what is probably a mistake in a puzzle; it is answered all the same."""
    if output.is_bare:
        return
    texts = warnings_of(item, impossible_cages(item.puzzle, seconds=_SECONDS_FOR_ADVICE))
    for text in texts[:_MOST_WARNINGS]:
        output.note(f"warning: {text}", item)
    if (more := len(texts) - _MOST_WARNINGS) > 0:
        output.note(f"and {plural(more, 'more warning', 'more warnings')}", item)


def warnings_of(item: PuzzleItem, impossible: Sequence[IndexedCage]) -> list[str]:
    """The warnings, given the cages that no values make; of these nobody is warned where a puzzle
    states that it has no solution.
    """
    wrong = () if item.puzzle.expected == 0 else impossible
    return warnings_with(item.puzzle, wrong, free_cells=item.may_lack_cages)


def advise(item: PuzzleItem, outcome: Outcome, output: Output) -> None:
    """Where a puzzle turned out to have no solution, or several: says under which other rules it
    has one, if its own are assumed; or, if it has none, where to find out why.
    """
    if output.is_bare or outcome.unique is not False or outcome.status is Status.INTERRUPTED:
        return
    if others := other_rules(item):
        output.note(under_rules(item, others), item)
    elif not outcome.count and item.puzzle.expected != 0:
        output.note(f"{NAME} why says what may be wrong", item)


def other_rules(item: PuzzleItem) -> list[str]:
    """The names of other rule sets under which a puzzle has one solution, if its own are assumed
    and one is soon found.
    """
    stated = item.puzzle.expected
    if item.rules_stated or not (stated is None or stated == 1):
        return []
    from kenken_cp.diagnose.other_rule_sets import unique_under

    return [rules.name for rules in unique_under(item.puzzle, seconds=_SECONDS_FOR_ADVICE)]


def under_rules(item: PuzzleItem, others: list[str]) -> str:
    """What is said of these rule sets."""
    assumed = f"{item.puzzle.rules.name} rules are assumed"
    return f"under {listed(others, 'or')} rules it has one solution; {assumed}"
