"""The public names of the package, each from the module that defines it.

Type checkers and editors read this file instead of ``__init__.py``, which reads it, too.
"""

from kenken_cp.backends.cover.estimate import Estimate as Estimate
from kenken_cp.backends.cover.estimate import estimate as estimate
from kenken_cp.certify.certificate import Certificate as Certificate
from kenken_cp.certify.proving import TooManySolutionsError as TooManySolutionsError
from kenken_cp.certify.proving import prove as prove
from kenken_cp.certify.verifying import Verification as Verification
from kenken_cp.certify.verifying import verify as verify
from kenken_cp.clock import Progress as Progress
from kenken_cp.clock import Status as Status
from kenken_cp.diagnose.diagnosis import Diagnosis as Diagnosis
from kenken_cp.diagnose.true_candidates import TrueCandidates as TrueCandidates
from kenken_cp.diagnose.true_candidates import true_candidates as true_candidates
from kenken_cp.diagnose.warnings import warnings as warnings
from kenken_cp.diagnose.why import why as why
from kenken_cp.encode.exports import export as export
from kenken_cp.errors import FormatError as FormatError
from kenken_cp.errors import GridError as GridError
from kenken_cp.errors import InternalError as InternalError
from kenken_cp.errors import KenKenError as KenKenError
from kenken_cp.errors import LimitReachedError as LimitReachedError
from kenken_cp.errors import MissingExtraError as MissingExtraError
from kenken_cp.errors import PuzzleError as PuzzleError
from kenken_cp.errors import UnknownNameError as UnknownNameError
from kenken_cp.formats import dumps as dumps
from kenken_cp.formats import dumps_all as dumps_all
from kenken_cp.formats import load as load
from kenken_cp.formats import load_all as load_all
from kenken_cp.formats import loads as loads
from kenken_cp.formats import loads_all as loads_all
from kenken_cp.generation.generator import generate as generate
from kenken_cp.logic.candidates import Board as Board
from kenken_cp.logic.candidates import CandidateBoard as CandidateBoard
from kenken_cp.logic.explain import Explanation as Explanation
from kenken_cp.logic.explain import explain as explain
from kenken_cp.logic.hint import Hint as Hint
from kenken_cp.logic.hint import hint as hint
from kenken_cp.logic.pencil_marks import candidates as candidates
from kenken_cp.logic.rate import Rating as Rating
from kenken_cp.logic.rate import rate as rate
from kenken_cp.logic.steps import Level as Level
from kenken_cp.model.count import Count as Count
from kenken_cp.model.geometry import Grid as Grid
from kenken_cp.model.geometry import boxes as boxes
from kenken_cp.model.geometry import diagonals as diagonals
from kenken_cp.model.houses import anti_king as anti_king
from kenken_cp.model.houses import anti_knight as anti_knight
from kenken_cp.model.houses import windoku as windoku
from kenken_cp.model.puzzle import Cage as Cage
from kenken_cp.model.puzzle import Puzzle as Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU as CALCUDOKU
from kenken_cp.model.rule_sets import KENKEN as KENKEN
from kenken_cp.model.rule_sets import KILLER as KILLER
from kenken_cp.model.rules import Violation as Violation
from kenken_cp.model.rules import violations as violations
from kenken_cp.render.frames import Frame as Frame
from kenken_cp.render.frames import frames as frames
from kenken_cp.render.picture import Picture as Picture
from kenken_cp.render.svg import svg as svg
from kenken_cp.search.iterator import Solutions as Solutions
from kenken_cp.search.iterator import solutions as solutions
from kenken_cp.search.limits import Limits as Limits
from kenken_cp.search.outcome import Outcome as Outcome
from kenken_cp.search.verbs import count as count
from kenken_cp.search.verbs import each_solution as each_solution
from kenken_cp.search.verbs import is_unique as is_unique
from kenken_cp.search.verbs import solve as solve

__version__: str
