"""A puzzle as a model for other solvers: texts that are written, and never read again.

One module for each: ``dimacs`` has the clauses of ``encode.cnf``, ``pbtxt`` the model that
``backends.cp_sat`` solves, ``mzn`` the puzzle as one writes it in MiniZinc. Every model has as many
solutions as the puzzle, and says which of its variables is which cell.
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
        UnknownNameError: for what is none of these.
        KenKenError: for a puzzle that would make too large a model.
    """
    expect_puzzle(puzzle)
    return EXPORTS.named(to).write(puzzle)
