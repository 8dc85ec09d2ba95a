"""Suites of puzzles shipped with the package, each a ``.kk`` file in this folder.

Every puzzle has a title that says what it is about, and states how many solutions it has. All but
those of ``kinds``, ``sudoku`` and ``killer`` are of the ``kenken`` rules and the values 1 to the
size, with every cell in a cage and no operator hidden. ``smoke``, ``tricky`` and ``kinds`` are
chosen by the mutants of the tests: wrong solvers, each by one mistake.
"""

from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable

from kenken_cp.errors import FormatError
from kenken_cp.formats import decode, loads_all
from kenken_cp.frozen import frozen
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.registry import Registry


@frozen(slots=False)
class Suite:
    """Puzzles to judge a solver by.

    Args:
        name: what ``--suite`` calls it.
        summary: one line for people.
        file: its puzzles in the native format, easier ones first: a path, or a resource of a
            package. It is read once, when the puzzles are first wanted.
        plain: whether every solver of KenKen can be expected to take its puzzles.
    """

    name: str
    summary: str
    file: Traversable
    plain: bool = True

    @cached_property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """In the order of the file; FormatError if it cannot be read, or is not right."""
        source = str(self.file)
        try:
            data = self.file.read_bytes()
        except OSError as error:
            raise FormatError(f"cannot be read: {error.strerror}", source=source) from error
        return tuple(loads_all(decode(data, source), "native", source=source))


def _shipped(name: str, summary: str, *, plain: bool = True) -> Suite:
    return Suite(name, summary, files(__name__) / f"{name}.kk", plain)


SUITES: Registry[Suite] = Registry(
    "suite",
    "suites",
    (
        _shipped("smoke", "22 of 1x1 to 7x7, which find out most mistakes"),
        _shipped("sizes", "1x1 to 9x9, an easy and a hard one each"),
        _shipped(
            "tricky", "one mistake a puzzle; and 9x9 to 12x12, where digits and numbers overflow"
        ),
        _shipped(
            "kinds",
            "other rules, values, houses and shapes, hidden operators, free cells",
            plain=False,
        ),
        _shipped("sudoku", "Sudokus of 9x9: with one solution, several and none", plain=False),
        _shipped("killer", "Killer Sudokus of 9x9, likewise", plain=False),
    ),
)
