"""Puzzles with names: what a command works on, and what its answers are about."""

from __future__ import annotations

from dataclasses import dataclass

from kenken_cp.errors import KenKenError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import printable, shortened

_MAX_NAME = 200
"""Characters of a name in what is printed."""


@dataclass(frozen=True, slots=True)
class Item:
    """What was read, and what to call it: its file, with ``#2`` for the second of several."""

    name: str

    @property
    def printable_name(self) -> str:
        """Its name as a terminal may have it."""
        return shortened(printable(self.name), _MAX_NAME) if self.name.strip() else repr(self.name)


@dataclass(frozen=True, slots=True)
class PuzzleItem(Item):
    """A puzzle with its name; ``rules_stated`` and ``may_lack_cages`` as of a ``ReadPuzzle``."""

    puzzle: Puzzle
    rules_stated: bool = False
    may_lack_cages: bool = False

    @property
    def heading(self) -> str:
        """What stands above the answer on one of several: its name and its title."""
        title = printable(self.puzzle.title)
        return f"{self.printable_name}: {title}" if title else self.printable_name


@dataclass(frozen=True, slots=True)
class Unread(Item):
    """What is not a puzzle, and why; its name is made as a puzzle's is."""

    error: KenKenError
