"""Strategies: how far to infer, which cell and value to try first, which board to go on with."""

from collections.abc import Callable
from dataclasses import dataclass

from kenken_cp.encode.masks import bits_in
from kenken_cp.logic.candidates import Candidates
from kenken_cp.logic.steps import Level, Technique, techniques_up_to
from kenken_cp.logic.techniques.cages import CAGE_COMBINATIONS
from kenken_cp.logic.techniques.intersections import CLAIMING, POINTING
from kenken_cp.logic.techniques.subsets import HIDDEN_SINGLE, NAKED_SINGLE
from kenken_cp.registry import Registry
from kenken_cp.text import cell_name

CellOrder = Callable[[Candidates, int, frozenset[int]], tuple[int, ...]]
"""By what open cells are compared: the cell with the least is chosen, and of several the first in
reading order. The last argument: the cells that the last choice narrowed.
"""

ValueOrder = Callable[[Candidates, int], list[int]]
"""The candidates of a cell (bits), in the order in which they are tried."""


def fewest_candidates(candidates: Candidates, cell: int, _: frozenset[int]) -> tuple[int, ...]:
    """By the number of candidates."""
    return (candidates.masks[cell].bit_count(),)


def fewest_then_most_constraining(
    candidates: Candidates, cell: int, _: frozenset[int]
) -> tuple[int, ...]:
    """By the number of candidates, and then by how many peers are open."""
    open_peers = candidates.open_cells.intersection(candidates.instance.peers[cell])
    return candidates.masks[cell].bit_count(), -len(open_peers)


def chosen_cell(
    candidates: Candidates, order: CellOrder, latest: frozenset[int] = frozenset()
) -> int:
    """The open cell that comes first by an order."""
    return min(sorted(candidates.open_cells), key=lambda cell: order(candidates, cell, latest))


def ascending(candidates: Candidates, cell: int) -> list[int]:
    """A cell's candidates (bits), the smallest value first."""
    return list(bits_in(candidates.masks[cell]))


def least_constraining(candidates: Candidates, cell: int) -> list[int]:
    """A cell's candidates (bits), that first which the fewest open peers have too."""
    masks, peers = candidates.masks, candidates.instance.peers[cell]
    theirs = [masks[peer] for peer in peers if peer in candidates.open_cells]
    return sorted(bits_in(masks[cell]), key=lambda bit: sum(mask & bit > 0 for mask in theirs))


Assign = Callable[[Candidates, int, int], str | None]
"""Puts a value (bit) into an open cell; returns what that violates, where it checks."""


def check_only(candidates: Candidates, cell: int, bit: int) -> str | None:
    """Eliminates nothing: checks the value against the placed cells and the cage."""
    candidates.keep(cell, bit)
    candidates.open_cells.discard(cell)
    instance = candidates.instance
    for group in sorted(instance.groups_of[cell]):
        for other in instance.groups[group].cells:
            same = other != cell and candidates.masks[other] == bit
            if same and other not in candidates.open_cells:
                return f"{cell_name(instance.cells[other])} is {candidates.domain.value(bit)}"
    number = instance.cage_of[cell]
    if number is not None and not candidates.cage_tuples(number):
        return f"{instance.cages[number].cage.clue} cannot be met"
    return None


@dataclass(frozen=True, slots=True)
class Strategy:
    """How to solve.

    Args:
        name: what the command line calls it.
        summary: one line for people.
        techniques: what to infer with, from easy to hard, before each choice: some techniques, or
            all that are registered up to a level when it runs.
        assign: how a value is put into a cell.
        cell_order: which cell is tried first.
        value_order: in which order its candidates are.
        best_first: go on with the most promising board of all, not with the latest one. To know
            it, it infers from each as soon as it is made, and never keeps a dead one.
        guesses: whether to branch at all when the techniques find no more.
    """

    name: str
    summary: str
    techniques: tuple[Technique, ...] | Level = ()
    assign: Assign = Candidates.place
    cell_order: CellOrder = fewest_candidates
    value_order: ValueOrder = ascending
    best_first: bool = False
    guesses: bool = True

    def inference(self) -> tuple[Technique, ...]:
        """The techniques to infer with, as of now."""
        known = self.techniques
        return techniques_up_to(known) if isinstance(known, Level) else known


STRATEGIES: Registry[Strategy] = Registry(
    "strategy",
    records=(
        Strategy(
            "backtracking",
            "row by row, checking rows, columns and cages at each assignment",
            assign=check_only,
            cell_order=lambda _, cell, __: (cell,),
        ),
        Strategy(
            "mcv-lcv",
            "forward checking; most constraining cell, least constraining value",
            (CAGE_COMBINATIONS,),
            cell_order=fewest_then_most_constraining,
            value_order=least_constraining,
        ),
        Strategy(
            "propagation",
            "naked singles and cages propagated; fewest candidates first",
            (NAKED_SINGLE, CAGE_COMBINATIONS),
        ),
        Strategy(
            "best-first",
            "forward checking; a queue of boards, the most constrained cell of all first",
            (CAGE_COMBINATIONS,),
            cell_order=lambda candidates, cell, latest: (
                candidates.masks[cell].bit_count(),
                cell not in latest,
            ),
            best_first=True,
        ),
        Strategy(
            "deduction", "every technique first, guessing only when stuck", Level.UNREASONABLE
        ),
        Strategy(
            "patterns",
            "singles, cages, pointing and claiming; never guesses",
            (NAKED_SINGLE, HIDDEN_SINGLE, CAGE_COMBINATIONS, POINTING, CLAIMING),
            guesses=False,
        ),
    ),
)
