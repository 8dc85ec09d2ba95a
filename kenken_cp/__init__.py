"""kenken_cp: KenKen and its relatives, solved, counted, explained and checked.

The map, from the ground up. Each package imports only those above it; its docstring says more.

- ``text``: words of messages; ``errors``: exceptions; ``clock``: when work must stop, and how far
  it is; ``registry``: tables of records
- ``model``: what a puzzle is: operators, rule sets, cages, houses; the rules as a specification
- ``formats``: puzzles and grids from and to text; ``encode``: puzzles in the forms that engines
  and other solvers need
- ``sat``: questions to a SAT solver: which constraints of a puzzle can hold together
- ``search``: limits, the gate that checks every grid, and the verbs, such as ``solve``
- ``logic``: the hand-written solver: candidates, techniques, strategies, hints, ratings
- ``backends``: the engines; ``render``: pictures and sentences
- ``diagnose``: why a puzzle has no solution, or several; ``certify``: proofs of the number of
  solutions; ``generation``: random puzzles
- ``parallel``: many cores and many machines; ``judge``: whether another solver is right
- ``cli``: the commands

================================================== =========================================
a question                                         the module that answers it
================================================== =========================================
what does an operator make of values?              ``model.operators``, a module each
on how many cells may it stand, and hidden?        ``model.rule_sets``
which puzzles are refused, and in what words?      ``model.puzzle``
which rules does a grid break?                     ``model.rules``
which houses are boxes, diagonals, windoku?        ``model.houses``
how is a format read and written?                  ``formats``, a module each
which format is a text in?                         ``formats.loading``
which tuples may a cage have?                      ``encode.tuples``
what do CP-SAT, SAT, exact cover get?              ``backends.cp_sat``, ``encode.cnf``,
                                                   ``encode.exact_cover``
which engine answers, and in which order?          ``backends.auto``
when does a search stop, and who notices?          ``clock``, ``search.limits``
who checks what engines find?                      ``search.gate``
what happens at Ctrl-C?                            ``search.interrupts``
how is a puzzle solved by hand?                    ``logic.techniques``, ``logic.strategies``
how is a hint found, or a level?                   ``logic.hinting``, ``logic.rating``
why is there no solution? why several?             ``diagnose.contradiction``,
                                                   ``diagnose.ambiguity``
which clue was mistyped?                           ``diagnose.repairs``, ``diagnose.slips``
what does a certificate say, and is it right?      ``certify.certificate``, ``certify.verifying``
how is a board drawn?                              ``render.picture``, ``render.layout``
how is work divided among cores and machines?      ``parallel``
what may a judged solver print?                    ``judge.answers``
what does a command do, or an option mean?         ``cli.commands``, ``cli.options``
================================================== =========================================

The public names are listed in ``__init__.pyi``, where type checkers and editors look for them. Each
is imported when it is first used, so that importing the package takes no time.
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
    from kenken_cp.encode.exports import export
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
    if name == "__all__":
        return sorted(_public_names())
    if name.startswith("_") or name not in _public_names():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_homes[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_public_names()})
