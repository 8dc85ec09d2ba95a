"""What a record of the table of exports holds, and the table."""

from collections.abc import Callable

from kenken_cp.frozen import frozen
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.registry import Registry
from kenken_cp.text import cell_names


@frozen
class Export:
    """A kind of model for other solvers.

    Args:
        name: what ``convert --to`` calls it.
        summary: one line for people.
        write: one puzzle, ending in a newline; KenKenError for one that would be too large.
        suffix: what the name of a file ends in, without the dot.
    """

    name: str
    summary: str
    write: Callable[[Puzzle], str]
    suffix: str


EXPORTS: Registry[Export] = Registry("export", "exports")


def in_words(cage: Cage) -> str:
    """What a comment says of a cage: its clue, and its cells."""
    hidden = "?" if cage.operator is None else ""
    return f"{cage.clue}{hidden} in {cell_names(cage.cells)}"
