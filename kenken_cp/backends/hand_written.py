"""The hand-written solver as backends: one for each strategy that finds all solutions.

They share with the other engines only what is in ``encode``, such as the automata of cages.
"""

from kenken_cp.logic.events import Found, Observer
from kenken_cp.logic.solver import events
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.protocol import Ended, Limits, Search, Status, Visit


def search_by(strategy_name: str) -> Search:
    """The search function of a strategy, by its name."""
    strategy = STRATEGIES.named(strategy_name)

    def search(puzzle: Puzzle, visit: Visit, limits: Limits) -> Ended:
        """Visits every solution, in the strategy's order."""
        why_stop, seen = limits.watch(), 0
        for seen, event in enumerate(events(puzzle, strategy, Observer()), 1):
            stopped = isinstance(event, Found) and not visit(event.grid)
            if status := Status.LIMIT if stopped else why_stop():
                return Ended(status, {"events": seen})
        return Ended(Status.EXHAUSTED, {"events": seen})

    return search


search = search_by("deduction")
backtracking = search_by("backtracking")
mcv_lcv = search_by("mcv-lcv")
propagation = search_by("propagation")
best_first = search_by("best-first")
