"""True candidates: the values that cells have in some solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kenken_cp.clock import Clock, Status
from kenken_cp.encode.instance import instance
from kenken_cp.logic.candidates import AnyBoard, CandidateBoard, Entries, entries_of
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import violations
from kenken_cp.render.picture import Picture
from kenken_cp.render.sections import Section, as_html, as_text
from kenken_cp.sat.oracle import Oracle
from kenken_cp.search.gate import wrong_grid
from kenken_cp.search.interrupts import in_time
from kenken_cp.search.verbs import find_or_stop
from kenken_cp.text import cell_name

MAX_SOLUTIONS = 10_000
"""Solutions that are found one by one, so that it is known how many have each candidate."""

FEW_SOLUTIONS, MAX_SECONDS = 20, 2.0
"""So many are found however long it takes; with more the search ends after that time."""

MAX_BY_QUESTIONS = 300
"""Solutions asked of a SAT solver, once the search was too slow."""


@dataclass(frozen=True, slots=True)
class TrueCandidates:
    """The values that the cells of a board have in some solution; ``print`` draws them as pencil
    marks, and so does a notebook.

    Attributes:
        solutions: how many solutions there are; not exact if there are too many to find each.
        counts: for each cell its true candidates, and how many solutions have each; None where
            the solutions are too many.
        grids: all solutions, or some if they are too many.
    """

    puzzle: Puzzle
    solutions: Count
    counts: Mapping[Cell, Mapping[int, int | None]]
    grids: tuple[Grid, ...]

    @property
    def table(self) -> CandidateBoard:
        """The candidates of every cell, in rows; all empty if there is no solution."""
        return instance(self.puzzle).grid([tuple(found) for found in self.counts.values()])

    @property
    def sentences(self) -> tuple[str, ...]:
        """How many solutions there are, and how many have each value of the cells that differ."""
        if not all(self.counts.values()):
            return ("There is no solution.",)
        if not self.solutions.exact:
            return (f"{self.solutions} solutions: too many to count how often each value occurs.",)
        occurrences = (
            f"{cell_name(cell)}: "
            + ", ".join(f"{value} in {number}" for value, number in found.items())
            for cell, found in self.counts.items()
            if len(found) > 1
        )
        return (self.solutions.in_words, *occurrences)

    def __repr__(self) -> str:
        return f"<TrueCandidates of {self.solutions.in_words}>"

    def __str__(self) -> str:
        return as_text(self._sections())

    def _repr_html_(self) -> str:
        return as_html(self._sections())

    def _sections(self) -> tuple[Section, ...]:
        first, *items = self.sentences
        marks = Picture(self.puzzle, candidates=self.table)
        return (Section("", picture=marks), Section(first, tuple(items)))


def true_candidates(
    puzzle: Puzzle, board: AnyBoard | None = None, *, seconds: float | None = None
) -> TrueCandidates:
    """The values that the cells of a board have in some solution, and in how many.

    Args:
        board: as for ``hint``.

    Raises:
        GridError, LimitReachedError: as ``hint``.
        KenKenError: for a puzzle of many solutions with a cage that allows too much to be stated
            as clauses.
    """
    entries = entries_of(puzzle, board)
    with in_time(seconds):
        return true_candidates_of(puzzle, entries)


def true_candidates_of(puzzle: Puzzle, entries: Entries) -> TrueCandidates:
    """The true candidates of a puzzle with some entries.

    Raises:
        StoppedError: if a limit of the caller's came first.
        TooLargeError: if there are too many solutions to find each, on too large a board.
    """
    grids: list[Grid] = []
    visited, clock = 0, Clock(MAX_SECONDS)

    def note(grid: Grid) -> bool:
        """Whether to go on."""
        nonlocal visited
        visited += 1
        if all(grid[row][column] == value for (row, column), value in entries.items()):
            grids.append(grid)
        return visited < FEW_SOLUTIONS or clock.status is None

    if find_or_stop(puzzle, note, solutions=MAX_SOLUTIONS).status is Status.EXHAUSTED:
        return _counted(puzzle, grids)
    problem = instance(puzzle)
    with Oracle(problem) as oracle:
        board = [oracle.literal(problem.index(cell), value) for cell, value in entries.items()]
        # If there are this many already, only the values are asked for.
        known = grids if len(grids) < MAX_BY_QUESTIONS else ()
        for grid in known:
            oracle.exclude(grid)
        while len(grids) < MAX_BY_QUESTIONS:
            another = _solution(oracle, board)
            if another is None:
                return _counted(puzzle, grids)
            grids.append(another)
            oracle.exclude(another)
        values = _values_of_solutions(oracle, grids, board)
    counts = {cell: dict.fromkeys(sorted(some)) for cell, some in values.items()}
    return TrueCandidates(puzzle, Count(len(grids), exact=False), counts, tuple(grids))


def _counted(puzzle: Puzzle, grids: Sequence[Grid]) -> TrueCandidates:
    """The true candidates, from all solutions."""
    counts = {
        (row, column): dict(sorted(Counter(grid[row][column] for grid in grids).items()))
        for row, column in puzzle.cells
    }
    return TrueCandidates(puzzle, Count(len(grids)), counts, tuple(grids))


def _values_of_solutions(
    oracle: Oracle, known: Sequence[Grid], board: Sequence[int]
) -> dict[Cell, set[int]]:
    """For each cell the values that it has in some solution.

    Each question asks for a solution with some value not seen before, until there is none: as
    many questions as there are candidates at most, however many solutions there are. (The
    backbone algorithm of Janota, Lynce and Marques-Silva, "Algorithms for computing backbones of
    propositional formulae", 2015.)

    Args:
        known: some solutions, among them those that are excluded.
        board: the literals of the entries.
    """
    puzzle = oracle.puzzle
    seen = {(row, column): {grid[row][column] for grid in known} for row, column in puzzle.cells}
    while True:
        unseen = [
            oracle.literal(index, value)
            for index, values in enumerate(seen.values())
            for value in puzzle.values
            if value not in values
        ]
        grid = _solution(oracle, [oracle.require_any(unseen), *board])
        if grid is None:
            return seen
        for (row, column), values in seen.items():
            values.add(grid[row][column])


def _solution(oracle: Oracle, literals: Sequence[int]) -> Grid | None:
    """A solution that satisfies some literals, checked by the rules."""
    grid = oracle.find_grid((), literals)
    if grid is not None and (broken := violations(oracle.puzzle, grid)):
        raise wrong_grid(oracle.puzzle, "sat", broken[0], grid)
    return grid
