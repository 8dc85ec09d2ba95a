"""Solutions that are wrong only as they are printed: one record a way of printing."""

from collections.abc import Callable, Collection, Iterable

from kenken_cp.frozen import frozen
from kenken_cp.model.geometry import Grid


@frozen
class Misprint:
    """A way of printing that makes a solution wrong.

    Args:
        question: asks whether it was printed so.
        clause: how the grids would have to be printed to be right, after "if".
        undone: the solution that was meant by a grid.
        turns: whether the values stay what they are, in other places: then a wrong grid may look so
            by chance.
    """

    question: str
    clause: str
    undone: Callable[[Grid], Grid]
    turns: bool = False


def _plus(grid: Grid, number: int) -> Grid:
    return tuple(tuple(value + number for value in row) for row in grid)


MISPRINTS: tuple[Misprint, ...] = (
    Misprint(
        "do its values count from 0?", "its values counted from 1", lambda grid: _plus(grid, 1)
    ),
    Misprint(
        "are its values one too large?", "its values were one less", lambda grid: _plus(grid, -1)
    ),
    Misprint(
        "does it print columns as rows?",
        "it printed rows, not columns",
        lambda grid: (*zip(*grid, strict=True),),
        turns=True,
    ),
    Misprint(
        "does it print the last row first?",
        "it printed the first row first",
        lambda grid: grid[::-1],
        turns=True,
    ),
    Misprint(
        "does it print rows from their end?",
        "it printed rows from their beginning",
        lambda grid: tuple(row[::-1] for row in grid),
        turns=True,
    ),
)

MAX_CELLS_BY_CHANCE = 9
"""On a board of no more cells a wrong grid often looks like a solution that is turned, or like a
trace that comes before the solutions: there are twelve Latin squares of order 3. Other answers have
to tell (``suspicion``).
"""


def misprint(grids: Iterable[Grid], solutions: Collection[Grid]) -> str:
    """What to ask about wrong grids that are all misprinted solutions in the same way; empty if
    they are not, or may be so by chance.
    """
    grids = tuple(grids)
    is_small = any(len(grid) * len(grid[0]) <= MAX_CELLS_BY_CHANCE for grid in grids)
    for each in MISPRINTS:
        if not (each.turns and is_small) and all(each.undone(grid) in solutions for grid in grids):
            return each.question
    return ""
