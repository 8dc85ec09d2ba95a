"""The solvers to be judged, by their names: commands, Python functions, and our own engines.

Each is a function from a puzzle to a ``Reply``. Our own engines run in this process.
"""

import re
import time
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from kenken_cp.backends.hand_written import search_by
from kenken_cp.frozen import frozen
from kenken_cp.judge.answers import Answers, Claim
from kenken_cp.judge.commands import Command, command_named
from kenken_cp.judge.functions import PythonCallable, callable_named
from kenken_cp.judge.processes import RunEnd, RunLimits
from kenken_cp.judge.terms import Solver, Terms
from kenken_cp.judge.truth import max_solutions
from kenken_cp.judge.verdicts import Reply
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.backend import BACKENDS, Backend
from kenken_cp.search.protocol import Limits, Status, StopSignal, searched


def solver_named(text: str, terms: Terms) -> Solver:
    """The engine, the function (``package.module:function`` or ``file.py:function``) or the command
    so named; KenKenError if there is none.
    """
    if text in (*BACKENDS.names(), *STRATEGIES.names()):
        return Engine(text, terms.limits.seconds)
    named = re.fullmatch(r"([A-Za-z_][\w.]*|.*\.py):[A-Za-z_][\w.]*", text)
    # The last word of a command may be of this form, too; the name of a file may have spaces.
    if named and (" " not in text or Path(named[1]).is_file()):
        return callable_named(text, terms)
    return command_named(text, terms)


def limited(solver: Solver, limits: RunLimits) -> Solver:
    """A solver that was named, with other limits."""
    if isinstance(solver, Command | PythonCallable):
        return replace(solver, terms=replace(solver.terms, limits=limits))
    return replace(solver, seconds=limits.seconds) if isinstance(solver, Engine) else solver


@frozen
class Engine:
    """One of our backends, or a strategy of the hand-written solver; it finds every solution."""

    name: str
    seconds: float

    def __call__(self, puzzle: Puzzle, stop: StopSignal) -> Reply:
        """Runs it in this process, where there is no limit on memory; MissingExtraError if it needs
        what is not installed.
        """
        backend = BACKENDS.get(self.name)
        if backend is not None:
            backend.load()
        guesses = backend is not None or STRATEGIES.named(self.name).guesses
        search = search_by(self.name) if backend is None else _warm(backend).search
        grids: list[Grid] = []

        most = max_solutions(puzzle)

        def visit(grid: Grid) -> bool:
            grids.append(grid)
            return len(grids) < most

        started = time.perf_counter()
        ended = searched(search, puzzle, visit, Limits(None, self.seconds, stop))
        seconds = time.perf_counter() - started
        ends = {Status.TIMEOUT: RunEnd.TIMEOUT, Status.INTERRUPTED: RunEnd.STOPPED}
        none = not grids and guesses and ended.status is Status.EXHAUSTED
        stuck = () if guesses else (((None,) * puzzle.columns,) * puzzle.rows,)
        answers = Answers(grids=tuple(grids), none=none, unfinished=stuck, claim=Claim.GRIDS)
        return Reply(answers, seconds, ends.get(ended.status, RunEnd.EXITED))


@lru_cache
def _warm(backend: Backend) -> Backend:
    """A backend used once without a limit, so that neither importing nor compiling it is timed: on
    a busy machine numba takes longer for that than most limits allow.
    """
    backend.search(Puzzle(2), lambda grid: True, Limits())
    return backend
