"""The backend ``auto``: a portfolio of engines. ``portfolio_counting`` has its way of counting.

Exact cover begins. It solves most puzzles before CP-SAT has built a model, and finds many solutions
fastest. Where it makes no progress, on boards of large cages or with thousands of options, SAT and
CP-SAT take over (``side_by_side``).

A search that switches engines starts over. The solutions that were visited by then are remembered,
so that each is visited once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kenken_cp.backends.cover.search import by_block, search_unless
from kenken_cp.encode.exact_cover import ExactCover, TooManyOptionsError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import Ended, Limits, Remaining, Visit, VisitBlock, prefixed

if TYPE_CHECKING:
    from kenken_cp.search.blocks import Block


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchBudgets:
    """How much exact cover may do before other engines take over.

    Args:
        max_options: options of the largest board that exact cover searches. Of random boards with
            fewer than 1000 it finishes all within its budget, of those with 2000 to 4000 one in
            six, and finding that out costs as much as CP-SAT needs.
        search_seconds: work of a search without a solution. CP-SAT needs 0.05 to 0.2 s for a board
            of large cages. With 0.02, two of 18 boards that lack some of their cages were given up
            just before exact cover would have finished, one of them in a tenth of CP-SAT's time.
        seconds_per_solution: what each solution found adds; CP-SAT needs a third of that or more.
        solutions_before_dense: solutions found by SAT and CP-SAT before exact cover is tried again,
            searching many nodes at a time: a board with many solutions may be *dense* in them.
        max_dense_options: options of the largest board on which that is tried.
        dense_seconds: how long it is tried.
        dense_solutions: solutions that it must find in that time; CP-SAT finds some thousand a
            second.
    """

    max_options: int = 2500
    search_seconds: float = 0.05
    seconds_per_solution: float = 3e-4
    solutions_before_dense: int = 100
    max_dense_options: int = 20_000
    dense_seconds: float = 1.0
    dense_solutions: int = 2000


DEFAULT_BUDGETS = SearchBudgets()


def search(
    puzzle: Puzzle, visit: Visit, limits: Limits, budgets: SearchBudgets = DEFAULT_BUDGETS
) -> Ended:
    """Visits every solution."""
    return blocks(puzzle, visit, None, limits, budgets)


def blocks(
    puzzle: Puzzle,
    visit: Visit,
    visit_block: VisitBlock | None,
    limits: Limits,
    budgets: SearchBudgets = DEFAULT_BUDGETS,
) -> Ended:
    """Visits every solution; many at once, if ``visit_block`` is given, where there are many."""

    def makes_no_progress(seconds: float, found: int) -> bool:
        return seconds > budgets.search_seconds + found * budgets.seconds_per_solution

    remaining = limits.countdown()
    cover = exact_cover(puzzle, budgets.max_options)
    statistics, shown = dict[str, int | float](), set[Grid]()
    if cover is not None:
        first = search_unless(makes_no_progress, cover, visit, visit_block, limits)
        statistics = prefixed("cover", first.statistics)
        if isinstance(first, Ended):
            return Ended(first.status, statistics)
        shown = first.shown
    visitor = _DenseVisitor(puzzle, visit, visit_block, remaining, shown=shown, budgets=budgets)
    ended = visitor.ended(search_side_by_side(puzzle, visitor.visit, remaining()))
    return Ended(ended.status, {**statistics, **ended.statistics})


class _DenseVisitor:
    """The visitor of two engines side by side, which may replace them.

    After some solutions it tries, once, whether exact cover finds more of them in the same time by
    searching many nodes at a time. If so, that search does the rest.

    Args:
        shown: solutions that were visited before.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        visit: Visit,
        visit_block: VisitBlock | None,
        remaining: Remaining,
        *,
        shown: set[Grid],
        budgets: SearchBudgets,
    ) -> None:
        self._puzzle, self._visit, self._visit_block = puzzle, visit, visit_block
        self._remaining, self._shown, self._budgets = remaining, shown, budgets
        self._found = 0
        self._rest: Ended | None = None

    def visit(self, grid: Grid) -> bool:
        if grid in self._shown:
            return True
        self._found += 1
        if self._found <= self._budgets.solutions_before_dense:
            self._shown.add(grid)
        if not self._visit(grid):
            return False
        if self._found == self._budgets.solutions_before_dense:
            self._rest = self._by_many_nodes()
        return self._rest is None

    def ended(self, by_both: Ended) -> Ended:
        """How the whole search has ended, given how the two engines have."""
        if self._rest is None:
            return by_both
        return Ended(
            self._rest.status, {**by_both.statistics, **prefixed("cover", self._rest.statistics)}
        )

    def _by_many_nodes(self) -> Ended | None:
        """How the search of the rest ended; None if it found too few solutions in its time, which
        are then remembered as shown.
        """
        from kenken_cp.backends.cover.vector.visiting import Trial, inference, visit_all

        budgets = self._budgets
        cover = exact_cover(self._puzzle, budgets.max_dense_options)
        infers = None if cover is None else inference(cover)
        if cover is None or infers is None:
            return None
        trial = Trial(budgets.dense_solutions, budgets.dense_seconds)
        new: list[Block] = []
        visit = self._visit_block or by_block(self._visit)

        def visit_new(block: Block) -> bool:
            if not trial.is_won:
                new.append(block)
            return visit(block)

        rest = visit_all(cover, infers, visit_new, self._remaining(), self._shown, trial)
        if rest is None:
            for block in new:
                self._shown.update(block.grids())
        return rest


def exact_cover(
    puzzle: Puzzle, max_options: int | None, *, with_operators: bool = False
) -> ExactCover | None:
    """The exact cover problem of a puzzle; None if it has more options than that."""
    try:
        return ExactCover(puzzle, max_options, with_operators=with_operators)
    except TooManyOptionsError:
        return None


def search_side_by_side(puzzle: Puzzle, visit: Visit, limits: Limits, known: int = 0) -> Ended:
    """A search by SAT and CP-SAT; by CP-SAT alone if many solutions are known already."""
    from kenken_cp.backends import side_by_side  # it imports what most puzzles do not need

    budgets = side_by_side.SideBySideBudgets()
    if known > budgets.sat_found:
        budgets = replace(budgets, max_least_clauses=0)  # no board is small enough for SAT
    return side_by_side.search(puzzle, visit, limits, budgets)
