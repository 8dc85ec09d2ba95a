"""``auto``, a portfolio of engines: exact cover first, which solves most puzzles before CP-SAT has
translated them, and finds many solutions fastest; SAT and CP-SAT where it makes no progress, on
boards of large cages and of thousands of options, first one and where it has no answer soon the
other beside it (``side_by_side``). How it counts is in ``portfolio_counting``.

A search that switches engines starts over. The solutions that the first engine has shown are
remembered, so that each is visited once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kenken_cp.backends.cover.search import by_block, search_unless
from kenken_cp.encode.exact_cover import ExactCover, TooManyOptionsError
from kenken_cp.frozen import frozen
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import Ended, Limits, Visit, VisitBlock, prefixed

if TYPE_CHECKING:
    from kenken_cp.search.blocks import Block


@frozen(kw_only=True)
class SearchBudgets:
    """How much exact cover may do before other engines take over.

    Args:
        max_options: options of a board that exact cover searches at all. Of random boards with
            fewer than 1000 it finishes all within its budget, of those with 2000 to 4000 one in
            six, and finding that out costs as much as CP-SAT needs.
        search_seconds: work of a search without a solution. CP-SAT needs 0.05 to 0.2 s for a board
            of large cages. With 0.02 two of 18 boards that lack some of their cages are left to
            it that exact cover finishes soon after, one of them in a tenth of the time.
        seconds_per_solution: what each solution found adds; CP-SAT needs a third of that or more.
        solutions_before_dense: solutions of a search by SAT and CP-SAT, after which it is tried
            whether exact cover by many nodes at a time finds more;
        max_dense_options: on boards of no more options,
        dense_seconds: for so long,
        dense_solutions: in which it is to find as many. CP-SAT finds some thousand a second.
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
    remaining = limits.countdown()
    cover = exact_cover(puzzle, budgets.max_options)
    if cover is None:
        dense = _WhereDense(puzzle, visit, visit_block, remaining, set(), budgets)
        return dense.ended(_side_by_side(puzzle, dense.visit, remaining()))

    def makes_no_progress(seconds: float, found: int) -> bool:
        return seconds > budgets.search_seconds + found * budgets.seconds_per_solution

    first = search_unless(makes_no_progress, cover, visit, visit_block, limits)
    statistics = prefixed("cover", first.statistics)
    if isinstance(first, Ended):
        return Ended(first.status, statistics)
    dense = _WhereDense(puzzle, visit, visit_block, remaining, first.shown, budgets)
    ended = dense.ended(_side_by_side(puzzle, dense.visit, remaining()))
    return Ended(ended.status, {**statistics, **ended.statistics})


class _WhereDense:
    """The visitor of two engines side by side. After some solutions it tries, once, whether exact
    cover by many nodes at a time meets more of them in the same time; if so that does the rest.

    Args:
        shown: solutions that were visited before.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        visit: Visit,
        visit_block: VisitBlock | None,
        remaining: Callable[[], Limits],
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
        """How all of the search has ended, if this is how the two engines have."""
        if self._rest is None:
            return by_both
        return Ended(
            self._rest.status, {**by_both.statistics, **prefixed("cover", self._rest.statistics)}
        )

    def _by_many_nodes(self) -> Ended | None:
        """The rest, if solutions come soon enough; else those that came are remembered."""
        from kenken_cp.backends.cover.vector_visiting import Trial, inference, visit_all

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
    """The puzzle as exact cover takes it; None if it has more options than these."""
    try:
        return ExactCover(puzzle, max_options, with_operators=with_operators)
    except TooManyOptionsError:
        return None


def _side_by_side(puzzle: Puzzle, visit: Visit, limits: Limits) -> Ended:
    from kenken_cp.backends import side_by_side  # most puzzles need nothing of what it imports

    return side_by_side.search(puzzle, visit, limits)
