"""Every engine and every question ends at its limit, on the largest boards that are accepted.

How long each takes is not measured: the bound is so wide that only a loop without a checkpoint
breaks it. (Without limits each of these takes minutes, or hours.)
"""

import time
from contextlib import suppress
from itertools import product

import pytest
from giants import BOARDS
from memory import takes_less

from kenken_cp import LimitReachedError, Limits, Status
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.logic.explain import explain
from kenken_cp.logic.hint import hint
from kenken_cp.logic.rate import rate
from kenken_cp.search.verbs import count_solutions, find_solutions

SECONDS = 0.03
MAX_CPU_SECONDS, MAX_MEGABYTES = 10, 1024


def by_sat(puzzle):
    """It refuses what would take too many clauses."""
    with suppress(TooLargeError):
        return find_solutions(puzzle, limits=Limits(seconds=SECONDS), backend="sat")


QUESTIONS = {
    **{
        backend: lambda puzzle, backend=backend: find_solutions(
            puzzle, limits=Limits(seconds=SECONDS), backend=backend
        )
        for backend in ("auto", "cp-sat", "logic", "best-first", "backtracking")
    },
    "sat": by_sat,
    "count": lambda puzzle: count_solutions(puzzle, Limits(seconds=SECONDS)),
    "rate": lambda puzzle: rate(puzzle, seconds=SECONDS),
    "explain": lambda puzzle: explain(puzzle, seconds=SECONDS),
    "hint": lambda puzzle: hint(puzzle, seconds=SECONDS),
}

QUICK = {
    ("one hidden operator on 4096 cells", "logic"),
    ("an empty 64x64", "cp-sat"),
    ("an empty 16x16", "hint"),
    ("a product of 1000 values", "count"),
}


@pytest.mark.parametrize(
    ("board", "question"),
    [
        pytest.param(*call, marks=() if call in QUICK else pytest.mark.slow)
        for call in product(BOARDS, QUESTIONS)
    ],
)
def test_ends_at_its_limit(board, question):
    puzzle = BOARDS[board]()
    began = time.process_time()
    outcome = None
    with takes_less(MAX_MEGABYTES), suppress(LimitReachedError):
        outcome = QUESTIONS[question](puzzle)
    assert time.process_time() - began < MAX_CPU_SECONDS
    if getattr(outcome, "status", None) is Status.TIMEOUT:
        assert not outcome.count.exact
