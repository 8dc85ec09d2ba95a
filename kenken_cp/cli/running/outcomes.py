"""What follows from the outcome for one puzzle: the exit code, and what is said beside the answer,
on standard error.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kenken_cp.cli.app import Exit
from kenken_cp.cli.printing.output import complain
from kenken_cp.cli.reading.inputs import Named
from kenken_cp.clock import Clock, Status
from kenken_cp.diagnose.warnings import likely_mistakes
from kenken_cp.errors import KenKenError, LimitReachedError
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import solve
from kenken_cp.text import in_seconds, listed, shortened

if TYPE_CHECKING:
    from kenken_cp.logic.candidates import Board

_SECONDS_FOR_MISTAKES = 0.5
"""Seconds that what is probably a mistake in a puzzle is looked for, before it is answered."""

_SECONDS_FOR_RULES = 0.5
"""The same for other rule sets under which a puzzle has one solution, if it has none or several."""

SECONDS_FOR_SUSPECT = 1.0
"""The same for the only clue that may be wrong, of a puzzle without a solution."""


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


def warn(item: Named, mistakes: Iterable[str] | None = None) -> None:
    """Says what is probably a mistake in a puzzle; it is answered all the same.

    Args:
        mistakes: what is said; by default all that is found.
    """
    if mistakes is None:
        mistakes = likely_mistakes(item.puzzle, listed=item.listed, seconds=_SECONDS_FOR_MISTAKES)
    for text in mistakes:
        say_of(item, f"warning: {text}")


def say_of(item: Named, text: str) -> None:
    """Says something about a puzzle, after its name."""
    complain(f"kenken-cp: {shortened(item.shown, 200)}: {text}")


def point_to_why(item: Named, outcome: Outcome, left: float | None, *, quiet: bool) -> None:
    """Where a puzzle turned out to have no solution: says under which other rules it has one, or
    which clue alone may be wrong, if that is soon found, and where to find more.

    Args:
        left: seconds that the puzzle may still take; None for any number.
    """
    if not (outcome.count or outcome.status is not Status.EXHAUSTED or quiet):
        name_suspect(item, left)


def name_suspect(item: Named, left: float | None) -> None:
    """The same, of a puzzle that is known to have no solution."""
    if item.puzzle.expected == 0:  # as it should be
        return
    clock = Clock(left)
    if name_rules(item, left):  # the clues are right under them: none of them is suspect
        return
    from kenken_cp.diagnose.diagnosis import only_suspect
    from kenken_cp.diagnose.sections import of_only_suspect

    left = clock.left
    bound = SECONDS_FOR_SUSPECT if left is None else min(left, SECONDS_FOR_SUSPECT)
    suspect = only_suspect(item.puzzle, seconds=bound)
    text = "kenken-cp why says what may be wrong"
    if suspect is not None:
        text = f"{of_only_suspect(suspect)} (more: kenken-cp why)"
    say_of(item, text)


def point_to_rules(item: Named, outcome: Outcome, left: float | None, *, quiet: bool) -> None:
    """Where a puzzle whose rules are assumed turned out to have several solutions: says under which
    other rule sets it has one, if that is soon found. The arguments are as above.
    """
    if outcome.count and outcome.unique is False and not quiet:
        name_rules(item, left)


def name_rules(item: Named, left: float | None) -> bool:
    """Says under which other rule sets a puzzle has one solution, if its own are assumed; whether
    there is one.
    """
    stated = item.puzzle.expected
    if item.rules_stated or not (stated is None or stated == 1):
        return False
    from kenken_cp.diagnose.rule_sets import unique_under

    bound = _SECONDS_FOR_RULES if left is None else min(left, _SECONDS_FOR_RULES)
    found = [rules.name for rules in unique_under(item.puzzle, seconds=bound)]
    if found:
        assumed = f"{item.puzzle.rules.name} rules are assumed (more: kenken-cp rules)"
        say_of(item, f"under {listed(found, 'or')} rules it has one solution; {assumed}")
    return bool(found)


def no_solution(board: Board | None) -> str:
    """What is said of a puzzle without candidates: with entries it may be these that are wrong."""
    if has_entries(board):
        return "There is no solution with these entries."
    return "There is no solution."


def has_entries(board: Board | None) -> bool:
    """Whether anything is filled in."""
    return any(value is not None for row in board or () for value in row)
