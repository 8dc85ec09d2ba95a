"""The techniques, one module a family; from easy to hard in ``TECHNIQUES``.

Each is one whole record (``kenken_cp.logic.steps.Technique``): its level, its finder, its
sentences and its premises. Nothing else in the package knows one by its name. A module may use the
records of another; none prints, and none changes the candidates that it is given.
"""

from kenken_cp.logic.steps import TECHNIQUES
from kenken_cp.logic.techniques import cages, chains, intersections, subsets
from kenken_cp.logic.techniques.minimal_reason import MINIMAL_REASON

__all__ = ["TECHNIQUES"]

for _technique in (
    subsets.NAKED_SINGLE,
    subsets.HIDDEN_SINGLE,
    cages.CAGE_VALUES,
    cages.CAGE_COMBINATIONS,
    cages.CAGE_OVERLAP,
    intersections.POINTING,
    intersections.CLAIMING,
    *subsets.SUBSETS,
    cages.INNIES_AND_OUTIES,
    intersections.X_WING,
    intersections.SWORDFISH,
    cages.CAGE_COMPARISON,
    chains.CONTRADICTION_CHAIN,
    chains.NISHIO,
    MINIMAL_REASON,
):
    TECHNIQUES.register(_technique)
