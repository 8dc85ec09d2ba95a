"""kenken_cp: KenKen and its relatives, solved, counted and checked.

The map, from the ground up; each module knows only those above it:

- ``errors``, ``tables``, ``operators`` (the operator table), ``rule_sets``
- ``puzzle``: ``Cage`` and ``Puzzle``, frozen and validated once
- ``rules``: ``violations``, the executable specification; ``tuples``: a cage's allowed tuples;
  ``equations``, ``remainders``, ``exact_cover``: a puzzle as engines take it; ``remarks``: what
  is odd about it
- ``search``: limits, outcomes, and ``solve``, ``count``, ``is_unique``; ``blocks``: many grids at
  once, for the compiled engine; ``streaming``: ``solutions``, one at a time
- ``logic``: the hand-written solver: candidates, techniques, strategies, traces, explanations;
  ``rate``: how hard a puzzle is
- ``backends``: the engines, one module each, imported only when used
- ``estimate``: about how many, where counting is too much; ``generate``: random puzzles
- ``judge``: whether another solver is right
- ``parallel``: batches and single puzzles on many cores and many machines
- ``formats``: puzzles from and to text; ``grids``: grids from text; ``render``: pictures
- ``cli``: the commands
"""

import kenken_cp.backends  # noqa: F401 - registers the engines
from kenken_cp.diagnose.warnings import warnings
from kenken_cp.errors import (
    FormatError,
    GridError,
    InternalError,
    KenKenError,
    LimitReachedError,
    MissingExtraError,
    PuzzleError,
    UnknownNameError,
)
from kenken_cp.formats import dumps, dumps_all, load, load_all, loads, loads_all
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid, boxes, diagonals
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN, KILLER
from kenken_cp.model.rules import Violation, violations
from kenken_cp.search.protocol import Limits, Outcome, Status
from kenken_cp.search.run import count, each_solution, is_unique, solve
from kenken_cp.search.stream import solutions

__version__ = "0.1.0"

__all__ = [
    "CALCUDOKU",
    "KENKEN",
    "KILLER",
    "Cage",
    "Count",
    "FormatError",
    "Grid",
    "GridError",
    "InternalError",
    "KenKenError",
    "LimitReachedError",
    "Limits",
    "MissingExtraError",
    "Outcome",
    "Puzzle",
    "PuzzleError",
    "Status",
    "UnknownNameError",
    "Violation",
    "boxes",
    "count",
    "diagonals",
    "dumps",
    "dumps_all",
    "each_solution",
    "is_unique",
    "load",
    "load_all",
    "loads",
    "loads_all",
    "solutions",
    "solve",
    "violations",
    "warnings",
]
