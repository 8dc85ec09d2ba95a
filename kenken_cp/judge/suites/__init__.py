"""Suites of puzzles shipped with the package, each a ``.kk`` file in this folder.

Every puzzle has a title that says plainly what it tries, states how many solutions it has, and is
of 2x2 or more: on a board of one cell a number and a grid look alike. Small boards come first.
``smoke`` is plain KenKen: values 1 to the size, every cell in a connected cage, no operator hidden.
It and ``tricky`` are chosen by the mutants of the tests: wrong solvers, each by one mistake.
"""

from dataclasses import dataclass
from importlib.resources import files

from kenken_cp.formats import loads_all
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.registry import Registry


@dataclass(frozen=True, slots=True)
class Suite:
    """Puzzles to judge a solver by.

    Args:
        name: what ``--suite`` calls it, and the name of its file.
        summary: one line for people.
    """

    name: str
    summary: str

    @property
    def puzzles(self) -> list[Puzzle]:
        """In the order of the file."""
        return loads_all((files(__name__) / f"{self.name}.kk").read_text("utf-8"), "native")


SUITES: Registry[Suite] = Registry(
    "suite",
    records=[
        Suite("smoke", "24 plain puzzles of 2x2 to 7x7, which show most mistakes"),
        Suite("tricky", "rarer mistakes, boards to 12x12, other rules, values, houses and shapes"),
        Suite("sudoku", "Sudokus of 9x9: with one solution, several and none"),
        Suite("killer", "Killer Sudokus of 9x9, likewise"),
    ],
)
