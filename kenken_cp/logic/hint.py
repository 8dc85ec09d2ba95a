"""Help with a partly filled board: an entry that is wrong, or what to look at next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from kenken_cp.encode.instance import instance
from kenken_cp.logic.candidates import Candidates, bits_of, filled
from kenken_cp.logic.inference import contradiction_in, next_steps, settle, take
from kenken_cp.logic.relevance import relevant
from kenken_cp.logic.steps import TECHNIQUES, Step, Taken
from kenken_cp.logic.strategies import fewest_candidates
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Puzzle

Entries = Mapping[Cell, int]
"""What a player has written."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What to look at next: the steps up to the easiest placement, which is the last of them.

    Without steps, the techniques find nothing more: ``stuck`` is a cell with the fewest
    candidates, to guess at.
    """

    steps: tuple[Taken, ...]
    stuck: tuple[Cell, tuple[int, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Wrong:
    """Entries that no solution has: each by itself, or only ``together``."""

    entries: Entries
    together: bool = False


def wrong_entries(puzzle: Puzzle, entries: Entries, solution: Grid | None) -> Wrong | None:
    """What is wrong with a board; None if it can be completed.

    All entries that are wrong by themselves; failing these, some of which none can be spared.

    Args:
        solution: the only solution; None if there are several.
    """
    if solution is not None:
        differing = {
            (row, column): value
            for (row, column), value in entries.items()
            if solution[row][column] != value
        }
        return Wrong(differing) if differing else None
    if _completable(filled(puzzle, entries)):
        return None
    alone = {
        cell: value
        for cell, value in entries.items()
        if not _completable(filled(puzzle, {cell: value}))
    }
    if alone:
        return Wrong(alone)
    if pair := _plain_conflict(puzzle, entries):
        return Wrong(pair, together=True)
    together = dict(entries)
    for cell in entries:
        fewer = {other: value for other, value in together.items() if other != cell}
        if not _completable(filled(puzzle, fewer)):
            together = fewer
    return Wrong(together, together=True)


def _plain_conflict(puzzle: Puzzle, entries: Entries) -> Entries | None:
    """Two entries of one value in one house."""
    taken = instance(puzzle)
    for one, other in combinations(entries, 2):
        if entries[one] == entries[other] and taken.index(other) in taken.peers[taken.index(one)]:
            return {one: entries[one], other: entries[other]}
    return None


def hint(puzzle: Puzzle, entries: Entries) -> Hint:
    """What to look at next on a board that can be completed, and is not complete.

    Of the placements that the easiest steps lead to, it takes the one that needs the fewest.
    """
    start = filled(puzzle, entries)
    candidates = start.copy()
    taken: list[Step] = []
    while steps := next_steps(candidates, TECHNIQUES):
        if steps[0].places:
            chains = [_leading_to(step, taken, start) for step in steps]
            return Hint(min(chains, key=len))
        taken += [step for step in steps if take(candidates, step)]
    index = fewest_candidates(candidates)
    values = candidates.domain.values(candidates.masks[index])
    return Hint((), (candidates.instance.cells[index], values))


def _leading_to(place: Step, taken: list[Step], start: Candidates) -> tuple[Taken, ...]:
    chain, _ = relevant(start, [*taken, place], lambda _: {}, all_places=True)
    return tuple(chain)


def _completable(candidates: Candidates) -> bool:
    """Whether some solution has all that is placed."""
    settle(candidates, tuple(TECHNIQUES))
    if contradiction_in(candidates):
        return False
    if candidates.solved:
        return True
    cell = fewest_candidates(candidates)
    for bit in bits_of(candidates.masks[cell]):
        branch = candidates.copy()
        branch.place(cell, bit)
        if _completable(branch):
            return True
    return False
