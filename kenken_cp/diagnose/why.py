"""``why``: looks for what is wrong with a puzzle, and what would mend it."""

from functools import partial

from kenken_cp.clock import Clock, Status, StoppedError, checkpoint
from kenken_cp.diagnose.ambiguity import ambiguity
from kenken_cp.diagnose.conflict import conflict
from kenken_cp.diagnose.diagnosis import Diagnosis
from kenken_cp.diagnose.drawing_slips import drawing_slips
from kenken_cp.diagnose.repairs import sorted_repairs, sorted_suspects, suspects
from kenken_cp.encode.cnf import TooLargeError
from kenken_cp.encode.instance import Scope, instance
from kenken_cp.errors import expect_bool
from kenken_cp.model.puzzle import Puzzle, expect_puzzle
from kenken_cp.sat.oracle import Constraints, Oracle
from kenken_cp.search.interrupts import until_stopped
from kenken_cp.search.limits import Limits
from kenken_cp.search.verbs import find_solutions

SECONDS_FOR_REPAIRS = 20.0
"""For the search for suspects and slips together."""

_SHARE_FOR_REPAIRS = 0.6
"""The share of a time limit for that search: on large boards the conflict takes as long."""

_LIKELY = 3.0
"""The distance beyond which a clue that fits is so unlikely that other mistakes are looked for."""

_MANY_CAGES = 25
"""In puzzles of fewer cages other mistakes are always looked for: there a likely clue more often
fits by chance.
"""


def why(puzzle: Puzzle, *, seconds: float | None = None, minimal: bool = False) -> Diagnosis:
    """Finds out why a puzzle has no solution, or several, and what would mend it.

    Args:
        seconds: a limit of time; what is known by then is returned, and ``status`` says so.
        minimal: of a puzzle with one solution, also look for clues that could be left out.
    """
    expect_puzzle(puzzle)
    expect_bool(minimal, "minimal")
    diagnosis = Diagnosis(puzzle)
    fill(diagnosis, seconds=seconds, minimal=minimal)
    return diagnosis


def fill(diagnosis: Diagnosis, *, seconds: float | None = None, minimal: bool = False) -> None:
    """Fills an empty diagnosis with what ``why`` finds out, each thing as soon as it is known."""
    clock = Clock(Limits(seconds=seconds).seconds)
    try:
        stopped = until_stopped(clock, partial(_look_into, diagnosis, minimal=minimal))
        diagnosis.status = stopped or diagnosis.status
    except TooLargeError as error:
        diagnosis.too_large = str(error)
    if clock.status is Status.INTERRUPTED:  # perhaps after the last checkpoint
        diagnosis.status = Status.INTERRUPTED


def _look_into(diagnosis: Diagnosis, *, minimal: bool) -> None:
    puzzle = diagnosis.puzzle
    outcome = find_solutions(puzzle, limits=Limits(2), keep=2)
    diagnosis.grids = outcome.grids
    if outcome.unique is None:
        raise StoppedError(outcome.status)
    diagnosis.solutions = outcome.count
    if outcome.count > 1:
        diagnosis.ambiguity = ambiguity(puzzle)
        checkpoint()  # whether a limit kept the givens from being known
    elif outcome.count:
        if minimal:
            with Oracle(instance(puzzle), {Scope.CAGE}) as oracle:
                oracle.exclude(outcome.grids[0])
                enough = sorted(oracle.find_minimal(oracle.constraints))
            diagnosis.enough = tuple(puzzle.cages[each.number] for each in enough)
    else:
        left = Clock().seconds_left
        seconds = SECONDS_FOR_REPAIRS
        if left is not None:
            seconds = min(seconds, _SHARE_FOR_REPAIRS * left)
        try:
            with Clock(seconds).running(), Oracle(instance(puzzle), {Scope.CAGE}) as oracle:
                _look_for_repairs(diagnosis, oracle)
        except StoppedError:
            checkpoint()  # raises it again if another limit was reached
            diagnosis.complete = False
        with Oracle(instance(puzzle), {Scope.CAGE, Scope.HOUSE}) as oracle:
            diagnosis.conflict = conflict(oracle)
            checkpoint()


def _look_for_repairs(diagnosis: Diagnosis, oracle: Oracle) -> None:
    cores: list[Constraints] = []
    for suspect in suspects(oracle, cores):
        diagnosis.suspects = sorted_suspects((*diagnosis.suspects, suspect))
    likely = diagnosis.suspects and diagnosis.suspects[0].rank <= _LIKELY
    if likely and len(diagnosis.puzzle.cages) >= _MANY_CAGES:
        return
    for slip in drawing_slips(oracle, cores):
        diagnosis.slips = sorted_repairs((*diagnosis.slips, slip))
