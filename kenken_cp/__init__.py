"""kenken_cp: KenKen and its relatives, solved, counted and checked.

The map, from the ground up. Each package imports only those above it; its docstring says more.

- ``text``: words of messages; ``errors``: exceptions; ``showing``: how objects are displayed;
  ``cores``: the processor cores; ``caches``: results that are kept; ``checkpoints``: where work
  stops at its limits; ``registry``: tables of records
- ``model``: what a puzzle is: operators, rule sets, cages, houses; the rules as a specification
- ``formats``: puzzles and grids from and to text; ``encode``: puzzles in the forms that engines
  need: indices, automata, tuples, line sums, exact cover, clauses
- ``sat``: questions to a SAT solver: which constraints of a puzzle can hold together
- ``search``: limits, statuses, verification, and the verbs, such as ``solve`` and ``count``
- ``logic``: the hand-written solver: candidates, techniques, strategies, hints, ratings
- ``backends``: the engines, each imported only when it is used; ``render``: pictures and sentences
- ``diagnose``: why a puzzle has no solution, or several; ``certify``: proofs of the number of
  solutions; ``generation``: random puzzles
- ``parallel``: many cores and many machines; ``judge``: whether another solver is right
- ``cli``: the commands
"""

from importlib import import_module

TYPE_CHECKING = False  # what typing's is, to type checkers too; typing takes a while to import
if TYPE_CHECKING:
    from kenken_cp.backends.cover.estimate import Estimate, estimate
    from kenken_cp.certify.certificate import Certificate
    from kenken_cp.certify.proving import TooManySolutionsError, prove
    from kenken_cp.certify.verifying import Verification, verify
    from kenken_cp.diagnose.candidates import TrueCandidates, true_candidates
    from kenken_cp.diagnose.diagnosis import Diagnosis, why
    from kenken_cp.diagnose.warnings import warnings
    from kenken_cp.encode.exports import export
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
    from kenken_cp.generation.generator import generate
    from kenken_cp.logic.advice import Hint, candidates, explain, hint
    from kenken_cp.logic.candidates import Board, CandidateBoard
    from kenken_cp.logic.explanation import Explanation
    from kenken_cp.logic.rating import Rating, rate
    from kenken_cp.logic.steps import Level
    from kenken_cp.model.count import Count
    from kenken_cp.model.geometry import Grid, boxes, diagonals
    from kenken_cp.model.houses import anti_king, anti_knight, windoku
    from kenken_cp.model.puzzle import Cage, Puzzle
    from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN, KILLER
    from kenken_cp.model.rules import Violation, violations
    from kenken_cp.render.frames import Frame, frames
    from kenken_cp.render.picture import Picture
    from kenken_cp.render.svg import svg
    from kenken_cp.search.progress import Progress
    from kenken_cp.search.protocol import Limits, Outcome, Status
    from kenken_cp.search.run import count, each_solution, is_unique, solve
    from kenken_cp.search.stream import Solutions, solutions

__version__ = "0.1.0"

__all__ = [
    "CALCUDOKU",
    "KENKEN",
    "KILLER",
    "Board",
    "Cage",
    "CandidateBoard",
    "Certificate",
    "Count",
    "Diagnosis",
    "Estimate",
    "Explanation",
    "FormatError",
    "Frame",
    "Grid",
    "GridError",
    "Hint",
    "InternalError",
    "KenKenError",
    "Level",
    "LimitReachedError",
    "Limits",
    "MissingExtraError",
    "Outcome",
    "Picture",
    "Progress",
    "Puzzle",
    "PuzzleError",
    "Rating",
    "Solutions",
    "Status",
    "TooManySolutionsError",
    "TrueCandidates",
    "UnknownNameError",
    "Verification",
    "Violation",
    "anti_king",
    "anti_knight",
    "boxes",
    "candidates",
    "count",
    "diagonals",
    "dumps",
    "dumps_all",
    "each_solution",
    "estimate",
    "explain",
    "export",
    "frames",
    "generate",
    "hint",
    "is_unique",
    "load",
    "load_all",
    "loads",
    "loads_all",
    "prove",
    "rate",
    "solutions",
    "solve",
    "svg",
    "true_candidates",
    "verify",
    "violations",
    "warnings",
    "why",
    "windoku",
]

_HOMES = {
    "backends.cover.estimate": ("Estimate", "estimate"),
    "certify.certificate": ("Certificate",),
    "certify.proving": ("TooManySolutionsError", "prove"),
    "certify.verifying": ("Verification", "verify"),
    "diagnose.candidates": ("TrueCandidates", "true_candidates"),
    "diagnose.diagnosis": ("Diagnosis", "why"),
    "diagnose.warnings": ("warnings",),
    "errors": (
        *("FormatError", "GridError", "InternalError", "KenKenError", "LimitReachedError"),
        *("MissingExtraError", "PuzzleError", "UnknownNameError"),
    ),
    "encode.exports": ("export",),
    "formats": ("dumps", "dumps_all", "load", "load_all", "loads", "loads_all"),
    "generation.generator": ("generate",),
    "logic.advice": ("Hint", "candidates", "explain", "hint"),
    "logic.candidates": ("Board", "CandidateBoard"),
    "logic.explanation": ("Explanation",),
    "logic.rating": ("Rating", "rate"),
    "logic.steps": ("Level",),
    "model.count": ("Count",),
    "model.geometry": ("Grid", "boxes", "diagonals"),
    "model.houses": ("anti_king", "anti_knight", "windoku"),
    "model.puzzle": ("Cage", "Puzzle"),
    "model.rule_sets": ("CALCUDOKU", "KENKEN", "KILLER"),
    "model.rules": ("Violation", "violations"),
    "render.frames": ("Frame", "frames"),
    "render.picture": ("Picture",),
    "render.svg": ("svg",),
    "search.progress": ("Progress",),
    "search.protocol": ("Limits", "Outcome", "Status"),
    "search.run": ("count", "each_solution", "is_unique", "solve"),
    "search.stream": ("Solutions", "solutions"),
}
"""The module of each public name, which is imported when the name is first used. So importing the
package takes no time, and the command line can handle Ctrl-C from the start.
"""


def __getattr__(name: str) -> object:
    for module, names in _HOMES.items():
        if name in names:
            value: object = getattr(import_module(f"kenken_cp.{module}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'kenken_cp' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
