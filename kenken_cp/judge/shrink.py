"""A failing puzzle made as small as possible.

Delta debugging (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002)
adapted to puzzles: cells cannot be left out one by one, but another small puzzle of the same kind
often shows the same fault. So small boards are tried first, the smallest before larger ones; then,
on the board that is left, fewer and simpler cages, until none can be left out alone.

A square stays square: a solver that reads only squares would fail on another board for another
reason. A rectangle loses rows and columns independently.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace

from kenken_cp.frozen import frozen
from kenken_cp.generation.cages import with_cages
from kenken_cp.judge.simpler import (
    MAX_SECONDS,
    chunks,
    has_solution,
    is_part,
    new_boards,
    simpler_boards,
    smaller_boards,
    solved,
    weight,
)
from kenken_cp.model.count import Count
from kenken_cp.model.puzzle import Puzzle

StillFails = Callable[[Puzzle], bool]

_MAX_CONTROLS = 3
"""Puzzles by which is found out whether a solver can do with free cells."""

_MIN_SECONDS = 0.05
"""The least time for finding the solutions of a candidate, when all is over."""


@frozen
class Shrunk:
    """The simplest failing puzzle found.

    Args:
        open_question: why there may be a simpler one by leaving out a given or a cage, as a
            sentence; empty if there is none: each was left out, and the failure was gone.
    """

    puzzle: Puzzle
    open_question: str = ""


def shrink(
    puzzle: Puzzle,
    still_fails: StillFails,
    *,
    seconds: float = 60.0,
    calls: int = 2000,
    solutions: int = 1000,
) -> Shrunk:
    """The simplest puzzle found for which ``still_fails`` is true, its number of solutions stated.

    Args:
        puzzle: one that fails; it is returned if no simpler one does.
        still_fails: shows whether a puzzle has the same fault, the same each time; never raises.
        calls: how many candidates are tried at most.
        solutions: how many a candidate may have: with more, a solver might only seem to hang.

    Two calls with the same arguments try the same candidates, as far as time allows.
    """
    hunt = _Hunt(puzzle, still_fails, time.monotonic() + seconds, calls, solutions)
    hunt.step(new_boards)
    while hunt.step(hunt.simpler_boards) or hunt.step(smaller_boards):
        pass
    found = hunt.best
    if found is not puzzle:
        found = replace(found.bare, title=f"{puzzle.name}, shrunk", expected=hunt.solutions(found))
    return Shrunk(found, hunt.open_question)


class _Hunt:
    """The simplest failing puzzle so far, and what has been tried."""

    def __init__(
        self, puzzle: Puzzle, still_fails: StillFails, end: float, calls: int, solutions: int
    ) -> None:
        self.best = puzzle
        self._still_fails, self._end, self._calls = still_fails, end, calls
        self._most = solutions
        self._tried = {puzzle}
        self._right: deque[Puzzle] = deque(maxlen=_MAX_CONTROLS)
        self._solvable = has_solution(puzzle)
        self._may_open: bool | None = True if puzzle.free_cells else None
        self._verdicts: dict[Puzzle, bool] = {}
        self._too_open: list[Puzzle] = []
        self._over = False

    def step(self, candidates: Callable[[Puzzle], Iterator[Puzzle]]) -> bool:
        """Finds one simpler puzzle that fails; returns whether there was one."""
        for candidate in candidates(self.best):
            if self._spent:
                self._over = True
                return False
            if candidate in self._tried or weight(candidate) >= weight(self.best):
                continue
            self._tried.add(candidate)
            # There are 576 Latin squares of order 4.
            if len(candidate.values) > 4 and self._has_too_many(candidate):
                continue
            if not self._solvable and not is_part(candidate, self.best) and has_solution(candidate):
                continue
            if self._fails(candidate):
                self.best = candidate
                return True
            self._right.append(candidate)
        return False

    @property
    def _spent(self) -> bool:
        return time.monotonic() > self._end or self._calls <= 0

    def simpler_boards(self, puzzle: Puzzle) -> Iterator[Puzzle]:
        """Simpler puzzles of the same size, those with fewer cages first, if these may be tried."""
        if puzzle.cages and self._opens():
            for chunk in chunks(list(puzzle.cages)):
                yield with_cages(puzzle, chunk, [])
        yield from simpler_boards(puzzle, opens=self._opens())

    def solutions(self, puzzle: Puzzle) -> Count:
        """How many solutions there are; a lower bound if they are too many or take too long."""
        left = max(_MIN_SECONDS, min(MAX_SECONDS, self._end - time.monotonic()))
        return solved(puzzle, self._most + 1, left).count

    @property
    def open_question(self) -> str:
        """As ``Shrunk`` has it."""
        if self._over:
            return "The time was over before each given and cage had been left out once."
        if self._may_open is False and self.best.cages:
            return "It fails wherever cells are free: no given and no cage was left out."
        if any(self._is_too_open(with_cages(self.best, [cage], [])) for cage in self.best.cages):
            return f"What would have more than {self._most:,} solutions was not tried."
        return ""

    def _opens(self) -> bool:
        """Whether cages may be left out, though each cell of the first puzzle is in one.

        A solver that fails in the same way as soon as any cell is free, on puzzles too that it has
        just solved, shows nothing of the fault that we are after.
        """
        if self._may_open is None:
            if self._spent:
                return False
            opened = [with_cages(puzzle, puzzle.cages[:1], []) for puzzle in self._right]
            self._may_open = True
            if opened and all(map(self._fails, opened)):
                self._may_open = False
        return self._may_open

    def _fails(self, puzzle: Puzzle) -> bool:
        if puzzle not in self._verdicts:
            self._calls -= 1
            self._verdicts[puzzle] = self._still_fails(puzzle)
        return self._verdicts[puzzle]

    def _has_too_many(self, puzzle: Puzzle) -> bool:
        """Whether there are too many solutions to let a solver search for them."""
        if self._is_too_open(puzzle):
            return True
        if self.solutions(puzzle).exact:
            return False
        self._too_open.append(puzzle)
        return True

    def _is_too_open(self, puzzle: Puzzle) -> bool:
        """Whether it is a part of one that has too many solutions, so that it has more."""
        return any(puzzle == known or is_part(puzzle, known) for known in self._too_open)
