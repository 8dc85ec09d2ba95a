"""The SAT oracle that a diagnosis asks which cages and houses of a puzzle hold together."""

from kenken_cp.encode.cnf import TooLargeError, least_clauses
from kenken_cp.encode.instance import Kind, instance
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.sat.oracle import SatOracle

MAX_CLAUSES = 3_000_000
"""Clauses of the largest board that is asked about: of a 38x38, which takes some 700 MB."""


def oracle_for(puzzle: Puzzle, *kinds: Kind) -> SatOracle:
    """An oracle in which constraints of some kinds can be left out; to be used in a ``with`` block.

    Raises:
        TooLargeError: for a board, or a cage, that would take too much memory.
    """
    problem = instance(puzzle)
    if least_clauses(problem, MAX_CLAUSES) > MAX_CLAUSES:
        raise TooLargeError(
            f"{puzzle.name} is too large: it would take more than {MAX_CLAUSES} clauses"
        )
    return SatOracle(problem, kinds)
