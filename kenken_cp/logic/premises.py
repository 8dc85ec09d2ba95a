"""What must be absent for a step to follow: the premises that several techniques share."""

from __future__ import annotations

from collections.abc import Callable

from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.paths import Paths, all_paths
from kenken_cp.logic.steps import Absent, Step


def nothing_else_in_cells(step: Step, before: Candidates) -> Absent:
    """The cells of the step have no other candidates than they have."""
    return dict.fromkeys(before.instance.indices(step.cells), before.domain.every)


def no_other_place(step: Step, before: Candidates) -> Absent:
    """The values of the step are nowhere else in its first house."""
    elsewhere = [cell for cell in step.houses[0] if cell not in step.cells]
    return dict.fromkeys(before.instance.indices(elsewhere), before.domain.mask(step.values))


def nothing_else_in_cages(step: Step, before: Candidates) -> Absent:
    """The cells of the cages of the step have no other candidates than they have."""
    cells = [cell for cage in step.cages for cell in cage.cells]
    return dict.fromkeys(before.instance.indices(cells), before.domain.every)


def fewest(before: Candidates, number: int, holds: Callable[[Paths], bool]) -> Absent:
    """Absences in a cage of which none can be spared, cell by cell, if a claim about its tuples is
    to hold; all of them, for a cage whose automaton is too large.
    """
    cage, every = before.instance.cages[number], before.domain.every
    masks = [before.masks[cell] for cell in cage.cells]
    whole = all_paths(cage.relation)
    if whole is not None:
        for i in range(len(masks)):
            narrow, masks[i] = masks[i], every
            if not holds(whole.within(masks)):
                masks[i] = narrow
    return {cell: every & ~mask for cell, mask in zip(cage.cells, masks, strict=True)}


def cage_number(step: Step, before: Candidates) -> int:
    """The number of the first cage of a step."""
    return before.instance.puzzle.cages.index(step.cages[0])
