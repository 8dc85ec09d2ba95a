"""The record of an export, and the registry of exports."""

from collections.abc import Callable
from dataclasses import dataclass

from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.registry import Registry
from kenken_cp.text import cell_names


@dataclass(frozen=True, slots=True)
class Export:
    """A kind of model for other solvers.

    Args:
        name: its name for ``convert --to``.
        summary: one line for people.
        write: returns the model of a puzzle, ending in a newline; KenKenError if it is too large.
        suffix: the suffix of its files, without the dot.
    """

    name: str
    summary: str
    write: Callable[[Puzzle], str]
    suffix: str


EXPORTS: Registry[Export] = Registry("export")


def in_words(cage: Cage) -> str:
    """A cage in a comment: its clue and its cells."""
    hidden = "?" if cage.operator is None else ""
    return f"{cage.clue}{hidden} in {cell_names(cage.cells)}"
