"""Suites of puzzles shipped with the package, each a ``.kk`` file in this folder.

Every puzzle has a title that says plainly what it tries, states how many solutions it has, and is
of 2x2 or more: on a board of one cell a number and a grid look alike. Small boards come first.
``smoke`` is plain KenKen: values 1 to the size, every cell in a connected cage, no operator hidden.
It and ``tricky`` are chosen by the mutants of the tests: wrong solvers, each by one mistake.
"""

from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable

from kenken_cp.formats import loads_all
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.registry import Registry


@dataclass(frozen=True)  # without slots, in which nothing can be cached
class Suite:
    """Puzzles to judge a solver by.

    Args:
        name: what ``--suite`` calls it.
        summary: one line for people.
        file: its puzzles in the native format: a path, or a resource of a package.
    """

    name: str
    summary: str
    file: Traversable

    @cached_property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """In the order of the file; FormatError if they are not right."""
        text = self.file.read_text(encoding="utf-8")
        return tuple(loads_all(text, "native", source=str(self.file)))


_SHIPPED = {
    "smoke": "24 plain puzzles of 2x2 to 7x7, which show most mistakes",
    "tricky": "rarer mistakes, boards to 12x12, other rules, values, houses and shapes",
    "sudoku": "Sudokus of 9x9: with one solution, several and none",
    "killer": "Killer Sudokus of 9x9, likewise",
}

SUITES: Registry[Suite] = Registry(
    "suite",
    "suites",
    [Suite(name, summary, files(__name__) / f"{name}.kk") for name, summary in _SHIPPED.items()],
)
