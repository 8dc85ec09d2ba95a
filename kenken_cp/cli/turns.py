"""One puzzle after the other: what is done for each, the exit codes of outcomes, and what is said
beside the answer, on standard error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, nullcontext
from functools import partial
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kenken_cp.cli.app import Exit, error_code
from kenken_cp.cli.items import Named, Unread
from kenken_cp.cli.output import Output, report_error, say_of
from kenken_cp.cli.progress import puzzles_done, shown
from kenken_cp.cli.reading import Incoming
from kenken_cp.clock import Clock, Progress, Status, StoppedError
from kenken_cp.diagnose.warnings import likely_mistakes
from kenken_cp.errors import KenKenError, LimitReachedError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.parallel.batches import each_result
from kenken_cp.parallel.journal import Journal
from kenken_cp.parallel.workers import Workers
from kenken_cp.search.interrupts import interruptible
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import solve
from kenken_cp.text import in_seconds, listed, plural

if TYPE_CHECKING:
    from kenken_cp.logic.candidates import Board

_SECONDS_FOR_MISTAKES = 0.5
"""Time to look for what is probably a mistake in a puzzle, before it is answered."""

_MOST_WARNINGS = 3
"""Of one puzzle: who reads more has lost the answer."""

_SECONDS_FOR_RULES = 0.5
"""Time to look for other rule sets under which a puzzle with no solution, or several, has one."""

_SECONDS_FOR_SUSPECT = 1.0
"""Time to look for the only clue that may be wrong, of a puzzle without a solution."""


def in_turn(named: Iterable[Named | Unread], do: Callable[[Named], Exit], output: Output) -> Exit:
    """Does something for each puzzle, and returns the highest exit code; reports in its turn what
    cannot be read or done, and before it what is probably a mistake. An interruption ends it.
    """
    code = Exit.ANSWERED
    for item in named:
        try:
            if isinstance(item, Unread):
                raise item.error
            if not output.is_bare:
                warn(item)
            done = do(item)
        except StoppedError as stopped:  # such as while a board is drawn
            done = Exit.INTERRUPTED if stopped.status is Status.INTERRUPTED else Exit.LIMIT
            report_error(str(stopped.status), done, as_json=output.json, name=item.name)
        except KenKenError as error:
            done = error_code(error)
            report_error(error, done, as_json=output.json, name=item.name)
        code = max(code, done)
        if done is Exit.INTERRUPTED:
            break
    return code


def each(
    named: Incoming,
    task: partial[Any],
    report: Callable[[Named, Any], Exit],
    output: Output,
    *,
    workers: Workers,
    resume: Path | None = None,
    doing: str = "",
) -> Exit:
    """Does a task for each puzzle, by workers if there are some, has each result reported in the
    order of the input, and returns the highest exit code. The first is begun before the last is
    read, unless the work may be resumed.

    Args:
        task: a verb, or another function of a puzzle, with its other arguments.
        doing: what is being done with each, if it is no search that reports its progress.
    """
    items: Iterable[Named | Unread] = named
    journal: Any = nullcontext()
    if resume is not None:
        items = list(named)
        journal = Journal(resume, task, [item.puzzle for item in items if isinstance(item, Named)])
    to_do, to_report = tee(items)
    clock = Clock()
    reported = 0
    current: Named

    def begin() -> Iterator[Puzzle]:
        nonlocal current
        for item in to_do:
            if isinstance(item, Named):
                current = item
                yield item.puzzle

    def here(puzzle: Puzzle) -> Any:
        def show(progress: Progress) -> None:
            line.report(current, progress, f"{puzzles_done(reported)}; " if named.several else "")

        return task(puzzle, progress=show) if line.reports and not doing else task(puzzle)

    def report_next(item: Named) -> Exit:
        nonlocal reported
        try:
            result = next(results)
        except StopIteration:  # it was interrupted, or has lost its workers, which was said
            if clock.status is not Status.INTERRUPTED:
                return Exit.LIMIT
            raise LimitReachedError("interrupted", status=Status.INTERRUPTED) from None
        if isinstance(result, KenKenError):
            raise result
        reported += 1
        return report(item, result)

    words = (lambda: puzzles_done(reported)) if named.several else doing or "solving"
    # In this process alone each verb sees to Ctrl-C itself.
    with (
        interruptible(clock) if workers.several else nullcontext(),
        journal as results_kept,
        shown(output, words) as line,
    ):
        results = each_result(begin(), task, workers, journal=results_kept, here=here)
        with closing(results):
            code = in_turn(to_report, report_next, output)
    return Exit.INTERRUPTED if clock.status is Status.INTERRUPTED else code


# --- outcomes ------------------------------------------------------------------------------------


def exit_code(outcome: Outcome, *, settled: bool) -> Exit:
    """The code for an outcome; ``settled`` if a search cut short answered all the same."""
    if outcome.status is Status.INTERRUPTED:
        return Exit.INTERRUPTED
    if outcome.status is not Status.EXHAUSTED and not settled:
        return Exit.LIMIT
    return Exit.ANSWERED if outcome.count else Exit.NO


def solved(item: Named, seconds: float | None) -> Outcome:
    """The outcome of a search for two solutions; LimitReachedError if the time ran out, or on
    Ctrl-C.
    """
    outcome = not_interrupted(solve(item.puzzle, seconds=seconds))
    if outcome.unique is None:
        raise _stopped(outcome)
    return outcome


def not_interrupted(outcome: Outcome) -> Outcome:
    """The outcome; LimitReachedError if Ctrl-C ended its search."""
    if outcome.status is Status.INTERRUPTED:
        raise _stopped(outcome)
    return outcome


def _stopped(outcome: Outcome) -> LimitReachedError:
    return LimitReachedError(f"{outcome.status} after {in_seconds(outcome.seconds)}", outcome)


def seconds_left(seconds: float | None, outcome: Outcome) -> float | None:
    """Seconds that a puzzle may still take after its search."""
    return None if seconds is None else max(seconds - outcome.seconds, 1e-3)


# --- what is said beside the answer --------------------------------------------------------------


def warn(item: Named) -> None:
    """Says what is probably a mistake in a puzzle; it is answered all the same."""
    found = likely_mistakes(item.puzzle, listed=item.listed, seconds=_SECONDS_FOR_MISTAKES)
    for text in found[:_MOST_WARNINGS]:
        say_of(item, f"warning: {text}")
    if (more := len(found) - _MOST_WARNINGS) > 0:
        say_of(item, f"and {plural(more, 'more warning', 'more warnings')}")


def advise(item: Named, outcome: Outcome, left: float | None, output: Output) -> None:
    """Where a puzzle turned out to have no solution, or several: says under which other rules it
    has one, if its own are assumed; or which clue alone may be wrong, if it has none; and where to
    find more.

    Args:
        left: seconds that the puzzle may still take; None for any number.
    """
    if output.is_bare or outcome.unique is not False:
        return
    clock = Clock(left)
    if others := other_rules(item, left):  # the clues are right under them: none is suspect
        say_of(item, under_rules(item, others))
    elif not outcome.count and item.puzzle.expected != 0:
        name_suspect(item, clock.left)


def name_suspect(item: Named, left: float | None) -> None:
    """Says which clue alone may be wrong if there is no solution, and where to find more."""
    from kenken_cp.diagnose.diagnosis import of_only_suspect
    from kenken_cp.diagnose.why import only_suspect

    bound = _SECONDS_FOR_SUSPECT if left is None else min(left, _SECONDS_FOR_SUSPECT)
    suspect = only_suspect(item.puzzle, seconds=max(bound, 1e-3))
    text = "kenken-cp why says what may be wrong"
    if suspect is not None:
        text = f"{of_only_suspect(suspect)} (more: kenken-cp why)"
    say_of(item, text)


def other_rules(item: Named, left: float | None) -> list[str]:
    """The names of other rule sets under which a puzzle has one solution, if its own are assumed
    and one is soon found.
    """
    stated = item.puzzle.expected
    if item.rules_stated or not (stated is None or stated == 1):
        return []
    from kenken_cp.diagnose.rule_sets import unique_under

    bound = _SECONDS_FOR_RULES if left is None else min(left, _SECONDS_FOR_RULES)
    return [rules.name for rules in unique_under(item.puzzle, seconds=bound)]


def under_rules(item: Named, others: list[str]) -> str:
    """What is said of these rule sets."""
    assumed = f"{item.puzzle.rules.name} rules are assumed"
    return f"under {listed(others, 'or')} rules it has one solution; {assumed}"


def no_solution(board: Board | None) -> str:
    """What is said of a puzzle without candidates: with entries it may be these that are wrong."""
    entries = any(value is not None for row in board or () for value in row)
    return f"There is no solution{' with these entries' if entries else ''}."
