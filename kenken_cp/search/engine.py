"""What a backend is: a function that finds every solution of a puzzle; and their registry.

It knows no engine: ``kenken_cp.backends`` has the built-in ones, and others register theirs, at run
time or by an entry point of the group ``kenken_cp.backends``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from kenken_cp.clock import Clock, Status
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle, expect_puzzle
from kenken_cp.registry import Registry

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Batch = Sequence[Grid] | NDArray[np.signedinteger[Any]]

Visit = Callable[["Batch"], bool]
"""What an engine calls with each batch of solutions, at least one. It returns whether the search
goes on; after False the engine returns, and its status does not matter. It raises nothing.

A batch is a sequence of grids, each a tuple of rows of plain integers; or, from an engine that
finds thousands at a time, a numpy array ``[grid, cell in reading order]`` of integers.
"""


def grids_of(batch: Batch, puzzle: Puzzle) -> Sequence[Grid]:
    """The grids of a batch as tuples of rows."""
    if isinstance(batch, Sequence):
        return batch
    # From each cell's values in all grids, tuples come eight times as fast as grid by grid.
    of_cells = batch.T.tolist()
    rows = (
        zip(*of_cells[first : first + puzzle.columns], strict=True)
        for first in range(0, len(of_cells), puzzle.columns)
    )
    return list(zip(*rows, strict=True))


class Ended(NamedTuple):
    """How a search, or a count, ended.

    Attributes:
        status: ``EXHAUSTED`` if every solution was visited, or counted.
        statistics: the engine's own figures, by name.
        engine: the name of the engine that answered, if the backend chose among several.
        total: of a count, the number of solutions; a lower bound unless the status is
            ``EXHAUSTED``.
    """

    status: Status
    statistics: Mapping[str, int | float] = {}
    engine: str = ""
    total: int | None = None


SearchFunction = Callable[[Puzzle, Visit, Clock], Ended]
"""Finds every solution of a puzzle once, in any order, and visits each. It checks its clock (which
is the current one, too), or returns with the clock's status.
"""

CountFunction = Callable[[Puzzle, Clock], Ended]
"""Counts the solutions without finding each, and returns their ``total``. It notes what it has
counted with ``clock.note``: of a count that is cut short, that is the lower bound.
"""

DEFAULT_BACKEND = "auto"


@dataclass(frozen=True, slots=True, eq=False)
class Backend:
    """What one asks for by name; an *engine* is what answers. A backend may choose among several.

    Any function that keeps to ``SearchFunction`` is one::

        BACKENDS.register(Backend("mine", "my own solver", search))

    Args:
        summary: what it is good for, in one line.
        search: finds every solution.
        count: counts without finding each solution, if it can.
        max_cells: cells of the largest board that it searches in reasonable time; on larger boards
            it is used only if it is asked for by name. None for no bound.
    """

    name: str
    summary: str
    search: SearchFunction
    count: CountFunction | None = None
    max_cells: int | None = None


BACKENDS: Registry[Backend] = Registry("backend", "backends", home="kenken_cp.backends")


def backend_for(puzzle: Puzzle, name: str) -> Backend:
    """The backend of that name; KenKenError for what is no puzzle, or no backend's name."""
    expect_puzzle(puzzle)
    return BACKENDS.named(name)
