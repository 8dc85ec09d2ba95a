"""What a hint is made of: the steps to the easiest placement on a board, entries that are wrong."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from kenken_cp.clock import Status, StoppedError, checkpoint
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.encode.instance import instance
from kenken_cp.logic.candidates import Candidates, filled
from kenken_cp.logic.events import Found, Observer
from kenken_cp.logic.explanation import easiest_guess
from kenken_cp.logic.inference import next_steps, take
from kenken_cp.logic.questions import Effort
from kenken_cp.logic.reasons import placeable
from kenken_cp.logic.relevance import relevant
from kenken_cp.logic.solver import events
from kenken_cp.logic.steps import Step, Taken, techniques_up_to
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.logic.techniques.reasons import SMALLEST_REASON, one_at_a_time
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Puzzle

Entries = Mapping[Cell, int]
"""What a player has written."""


def easiest_steps(
    puzzle: Puzzle, entries: Entries
) -> tuple[tuple[Taken, ...], tuple[Cell, tuple[int, ...]] | None]:
    """The steps up to the easiest placement, which is the last of them, on a board that can be
    completed, and is not complete.

    Of the placements that the easiest steps lead to, it takes the one that needs the fewest. Where
    the techniques end it goes on by the smallest reasons. Where no placement follows, or the board
    is too large for reasons, there are no steps, but a cell with the fewest candidates, and these.
    """
    start = filled(puzzle, entries)
    candidates = start.copy()
    effort = Effort()
    taken: list[Step] = []
    while steps := next_steps(candidates, techniques_up_to()) or _reasons(candidates, effort):
        if steps[0].places:
            ways = [tuple(relevant(start, [*taken, step])[0]) for step in steps]
            return min(ways, key=len), None
        taken += [step for step in steps if take(candidates, step)]
    return (), easiest_guess(candidates)


def _reasons(candidates: Candidates, effort: Effort) -> list[Step]:
    """The smallest reason on a board on which some placement follows; nothing where none does, or
    to find it takes too long.
    """
    left = candidates.copy()
    found = []
    try:
        with effort.spent():
            for reason in SMALLEST_REASON.find(left) if placeable(left) else ():
                for step in one_at_a_time(reason, left):
                    take(left, step)
                    found.append(step)
    except TooLargeError:
        return []
    except StoppedError as stopped:
        if stopped.status is not Status.TIMEOUT:
            raise
        return []  # where one is stuck is known, and says more than that the time is over
    return found


@dataclass(frozen=True, slots=True)
class Wrong:
    """Entries that no solution has: each one by itself, or only all of them ``together``."""

    entries: Entries
    together: bool = False


def wrong_entries(puzzle: Puzzle, entries: Entries, solution: Grid | None) -> Wrong | None:
    """What is wrong with a board; None if it can be completed.

    All entries that are wrong by themselves; failing these, some of which none can be spared.

    Args:
        solution: the only solution; None if there are several.
    """
    if solution is not None:
        differing = {(r, c): value for (r, c), value in entries.items() if solution[r][c] != value}
        return Wrong(differing) if differing else None
    if _completable(puzzle, entries):
        return None
    alone = {one: entries[one] for one in entries if not _completable(puzzle, {one: entries[one]})}
    if alone:
        return Wrong(alone)
    if pair := _plain_conflict(puzzle, entries):
        return Wrong(pair, together=True)
    together = dict(entries)
    for cell in entries:
        fewer = {other: value for other, value in together.items() if other != cell}
        if not _completable(puzzle, fewer):
            together = fewer
    return Wrong(together, together=True)


def _plain_conflict(puzzle: Puzzle, entries: Entries) -> Entries | None:
    """Two entries of one value in one house."""
    taken = instance(puzzle)
    for one, other in combinations(entries, 2):
        if entries[one] == entries[other] and taken.index(other) in taken.peers[taken.index(one)]:
            return {one: entries[one], other: entries[other]}
    return None


def _completable(puzzle: Puzzle, entries: Entries) -> bool:
    """Whether some solution has all entries."""
    for event in events(filled(puzzle, entries), STRATEGIES.named("deduction"), Observer()):
        checkpoint()
        if isinstance(event, Found):
            return True
    return False
