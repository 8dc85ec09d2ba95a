"""The hand-written solver as backends: one for each strategy that finds all solutions.

They share with the other engines only what is in ``encode``, such as the automata of cages.
"""

from kenken_cp.clock import Clock, Status
from kenken_cp.logic.events import Found, Observer
from kenken_cp.logic.solver import events
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.engine import Ended, Visit


def search_by(strategy: str, puzzle: Puzzle, visit: Visit, clock: Clock) -> Ended:
    """Visits every solution, in the order of a strategy, given by its name."""
    count = 0
    for count, event in enumerate(events(puzzle, STRATEGIES.named(strategy), Observer()), 1):
        if isinstance(event, Found) and not visit([event.grid]):
            return Ended(Status.LIMIT, {"events": count})
        clock.check()
    return Ended(Status.EXHAUSTED, {"events": count})
