"""Several searches that share one time limit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from kenken_cp.checkpoints import StoppedError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import Outcome, Remaining, Status, Visitor
from kenken_cp.search.run import find_solutions


@contextmanager
def at_most(seconds: float, remaining: Remaining) -> Iterator[Remaining]:
    """In the ``with`` block, shortens the time that is left to at most that many seconds."""
    limits = remaining()
    shorter = replace(limits, seconds=min(seconds, limits.seconds or seconds))
    with shorter.enforced():
        yield shorter.countdown()


def search(
    puzzle: Puzzle,
    remaining: Remaining,
    visit: Visitor | None = None,
    *,
    solutions: int,
    keep: int = 0,
) -> Outcome:
    """``find_solutions`` for at most that many solutions.

    Raises:
        StoppedError: if the time, or Ctrl-C, came first.
    """
    outcome = find_solutions(puzzle, visit, replace(remaining(), solutions=solutions), keep=keep)
    if outcome.status in (Status.TIMEOUT, Status.INTERRUPTED):
        raise StoppedError(outcome.status)
    return outcome
