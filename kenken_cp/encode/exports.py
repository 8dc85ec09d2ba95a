"""A puzzle as a model for other solvers: texts that are written, never read.

Every model has as many solutions as the puzzle, and names the variables of cells.
"""

from collections.abc import Callable

from kenken_cp.encode.dimacs import dimacs
from kenken_cp.encode.mzn import mzn
from kenken_cp.errors import UnknownNameError
from kenken_cp.model.puzzle import Puzzle, expect_puzzle

EXPORTS: dict[str, Callable[[Puzzle], str]] = {"dimacs": dimacs, "mzn": mzn}
"""The kinds of models, by name."""


def export(puzzle: Puzzle, to: str) -> str:
    """A puzzle as a model for other solvers, ending in one newline.

    Args:
        to: ``dimacs`` or ``mzn``.

    Raises:
        UnknownNameError: for any other name.
        KenKenError: for a puzzle whose model would be too large.
    """
    expect_puzzle(puzzle)
    if not isinstance(to, str) or to not in EXPORTS:
        raise UnknownNameError("export", to, [*EXPORTS])
    return EXPORTS[to](puzzle)
