"""The techniques, one module a family; from easy to hard in ``TECHNIQUES``.

Each is one whole record (``kenken_cp.logic.steps.Technique``): its level, its finder, its words and
its premises. Nothing else in the package knows one by its name. A module may use the records of
another; none prints, and none changes the candidates that it is given.
"""

from kenken_cp.logic.steps import TECHNIQUES, Level, Technique
from kenken_cp.logic.techniques.cages import CAGE_COMBINATIONS, CAGE_OVERLAP, CAGE_VALUES
from kenken_cp.logic.techniques.chains import CONTRADICTION_CHAIN, NISHIO
from kenken_cp.logic.techniques.fish import SWORDFISH, X_WING
from kenken_cp.logic.techniques.intersections import CLAIMING, POINTING
from kenken_cp.logic.techniques.line_sums import INNIES_AND_OUTIES
from kenken_cp.logic.techniques.singles import HIDDEN_SINGLE, NAKED_SINGLE
from kenken_cp.logic.techniques.subsets import SUBSETS
from kenken_cp.logic.techniques.two_cages import CAGE_COMPARISON

for _technique in (
    NAKED_SINGLE,
    HIDDEN_SINGLE,
    CAGE_VALUES,
    CAGE_COMBINATIONS,
    CAGE_OVERLAP,
    POINTING,
    CLAIMING,
    *SUBSETS,
    INNIES_AND_OUTIES,
    X_WING,
    SWORDFISH,
    CAGE_COMPARISON,
    CONTRADICTION_CHAIN,
    NISHIO,
):
    TECHNIQUES.register(_technique)

__all__ = [
    "CAGE_COMBINATIONS",
    "CAGE_COMPARISON",
    "CAGE_OVERLAP",
    "CAGE_VALUES",
    "CLAIMING",
    "CONTRADICTION_CHAIN",
    "HIDDEN_SINGLE",
    "INNIES_AND_OUTIES",
    "NAKED_SINGLE",
    "NISHIO",
    "POINTING",
    "SUBSETS",
    "SWORDFISH",
    "TECHNIQUES",
    "X_WING",
    "Level",
    "Technique",
]
