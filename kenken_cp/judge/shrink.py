"""A failing puzzle made as small as is quickly possible.

Random puzzles of its kind on smaller boards come first, the bound of their size growing: another
small puzzle often shows the same fault. On the board that is left cages then become givens, as
long as the solver still fails: delta debugging (Zeller and Hildebrandt, "Simplifying and isolating
failure-inducing input", 2002).
"""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from kenken_cp.clock import Status
from kenken_cp.generation.mixture import random_test_puzzle
from kenken_cp.model.geometry import Grid
from kenken_cp.model.operators import GIVEN, OPERATORS
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.search.verbs import solve

_RANDOM_PUZZLES = {2: 20, 3: 100, 4: 100, 5: 40}
"""By the longest side of random boards, how many are tried with sides up to it."""

_MAX_SOLUTIONS = 100
"""Solutions of a random puzzle: with more, a solver might only seem to hang."""


def shrink(puzzle: Puzzle, still_fails: Callable[[Puzzle], bool], seconds: float = 20.0) -> Puzzle:
    """The simplest puzzle found for which ``still_fails`` is true; the given one if there is none.

    Two calls with the same arguments try the same candidates, as far as time allows.
    """
    end = time.monotonic() + seconds
    tried = {puzzle}

    def first_failing(candidates: Iterator[Puzzle]) -> Puzzle | None:
        for candidate in candidates:
            if time.monotonic() > end:
                return None
            if candidate not in tried:
                tried.add(candidate)
                if still_fails(candidate):
                    return candidate
        return None

    best = first_failing(_smaller_boards(puzzle)) or puzzle
    while simpler := first_failing(_simpler_cages(best)):
        best = simpler
    return best if best is puzzle else replace(best.bare, title=f"{puzzle.name}, shrunk")


def _smaller_boards(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Random puzzles of the same kind on boards of fewer cells: with the same rules and operators,
    or with any if some of the puzzle's are hidden. Those of a puzzle without a solution have none.
    """
    used = {cage.operator for cage in puzzle.cages} - {GIVEN}
    if not used:  # of givens alone there is nothing simpler
        return
    solvable = _solution(puzzle) is not None
    for side, number in _RANDOM_PUZZLES.items():
        if side * side >= len(puzzle.cells):
            return
        rng = random.Random(side)
        for _ in range(number):
            candidate = random_test_puzzle(
                rng,
                side,
                puzzle.rules,
                most_solutions=_MAX_SOLUTIONS,
                operators=() if None in used else [op for op in OPERATORS if op in used],
            )
            if solvable or candidate.expected == 0:
                yield candidate.bare


def _simpler_cages(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Puzzles on the same board with givens instead of cages: of all of them but one (a picture of
    givens alone looks solved), of halves, quarters, ..., and of single ones.
    """
    grid = _solution(puzzle)
    if grid is None:
        return
    multiple = [cage for cage in puzzle.cages if len(cage.cells) > 1]
    length = max(len(multiple) - 1, 0)
    while length:
        for start in range(0, len(multiple), length):
            chunk = multiple[start : start + length]
            cells = (cell for cage in chunk for cell in cage.cells)
            givens = [Cage([(row, column)], GIVEN, grid[row][column]) for row, column in cells]
            yield puzzle.with_cages(chunk, givens)
        length //= 2


def _solution(puzzle: Puzzle) -> Grid | None:
    """A solution, if one is found within three seconds."""
    outcome = solve(puzzle, limit=1, seconds=3.0)
    if outcome.status is Status.INTERRUPTED:
        raise KeyboardInterrupt
    return outcome.solution
