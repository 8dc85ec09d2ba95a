"""A puzzle as a model for other solvers: texts that are written, never read.

Each has a module: ``dimacs`` writes the clauses of ``encode.cnf``, ``pbtxt`` the model that
``backends.cp_sat`` solves, ``mzn`` an idiomatic MiniZinc model. Every model has as many solutions
as the puzzle, and names the variables of cells.
"""

from kenken_cp.exports import dimacs, mzn, pbtxt
from kenken_cp.exports.record import EXPORTS, Export
from kenken_cp.model.puzzle import Puzzle, expect_puzzle

__all__ = ["EXPORTS", "Export", "export"]

for _module in (dimacs, mzn, pbtxt):
    EXPORTS.register(_module.EXPORT)


def export(puzzle: Puzzle, to: str) -> str:
    """A puzzle as a model for other solvers, ending in one newline.

    Args:
        to: ``dimacs``, ``mzn`` or ``pbtxt``.

    Raises:
        UnknownNameError: for any other name.
        KenKenError: for a puzzle whose model would be too large.
    """
    expect_puzzle(puzzle)
    return EXPORTS.named(to).write(puzzle)
