"""The hand-written solver as backends: one for each of its strategies that finds all solutions.

They share the tuples with ``cp-sat``, and nothing else.
"""

from __future__ import annotations

from kenken_cp.logic.events import Found
from kenken_cp.logic.solver import events
from kenken_cp.logic.strategies import strategy_named
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import Ended, Limits, Search, Status, Visit


def search_by(strategy_name: str) -> Search:
    """The search of a strategy, by its name."""
    strategy = strategy_named(strategy_name)

    def search(puzzle: Puzzle, visit: Visit, limits: Limits) -> Ended:
        """Visits every solution: the strategy's order."""
        why_stop = limits.watch()
        looks = 0
        for event in events(puzzle, strategy, watched=False):
            looks += 1
            if isinstance(event, Found) and not visit(event.grid):
                return Ended(Status.LIMIT, {"looks": looks})
            if status := why_stop():
                return Ended(status, {"looks": looks})
        return Ended(Status.EXHAUSTED, {"looks": looks})

    return search


search = search_by("deduction")
backtracking = search_by("backtracking")
mcv_lcv = search_by("mcv-lcv")
propagation = search_by("propagation")
best_first = search_by("best-first")
