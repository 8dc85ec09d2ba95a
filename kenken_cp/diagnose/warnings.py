"""Warnings: what is odd about a well-formed puzzle, though not wrong."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from kenken_cp.clock import Clock, StoppedError, checkpoint
from kenken_cp.encode.instance import IndexedCage, instance
from kenken_cp.model.geometry import connected_components
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.limits import Limits
from kenken_cp.text import listed, short_cell_names

_LEAST_KILLER = 6
"""Rows of the smallest Killer Sudoku that people make."""

_LEAST_SHOWN = 3
"""So many cages must show an operator before hiding it in one is odd."""

_MAX_LISTED = 10_000
"""Tuples of a cage that are listed at most: with more it is taken to be possible."""


def warnings(puzzle: Puzzle, *, seconds: float | None = None) -> list[str]:
    """Sentences about what a puzzle's author may not have meant, naming cages by their cells.

    Args:
        seconds: how long cages may be searched for tuples; those not reached by then are taken to
            have some.
    """
    return warnings_with(puzzle, impossible_cages(puzzle, seconds=seconds))


def warnings_with(
    puzzle: Puzzle, impossible: Sequence[IndexedCage], *, free_cells: bool = True
) -> list[str]:
    """The warnings, where the cages whose clue no values make are known; those about cells in no
    cage only if wanted.
    """
    no_values = [f"{no_values_make(cage)}, so there is no solution" for cage in impossible]
    return [*no_values, *_odd_clues(puzzle), *(_free_cells(puzzle) if free_cells else ())]


def no_values_make(cage: IndexedCage) -> str:
    """That a cage has no tuple, in words."""
    mdd = cage.relation.clue_automaton
    differing = "that differ as they must " if mdd is not None and mdd.possible else ""
    return f"no values {differing}make {cage.cage}"


def impossible_cages(puzzle: Puzzle, *, seconds: float | None = None) -> list[IndexedCage]:
    """The cages without a tuple.

    Args:
        seconds: as for ``warnings``.
    """
    found = []
    with suppress(StoppedError), Clock(Limits(seconds=seconds).seconds).running():
        for cage in instance(puzzle).cages:
            checkpoint()
            if cage.relation.tuples(_MAX_LISTED) == ():
                found.append(cage)
    return found


def _free_cells(puzzle: Puzzle) -> Iterator[str]:
    """The sentence about cells in no cage; none if all cages are givens, as in a Sudoku, whose open
    cells are in no cage.
    """
    free = puzzle.free_cells
    if free and any(cage.operator is not GIVEN for cage in puzzle.cages):
        yield f"{len(free)} of {len(puzzle.cells)} cells are in no cage: {short_cell_names(free)}"


def _odd_clues(puzzle: Puzzle) -> Iterator[str]:
    """The sentences about cages, but for the one on clues that no values make."""
    for cage in puzzle.cages:
        if len(groups := connected_components(cage.cells)) > 1:
            kind = "letter" if len(cage.label) == 1 else "label"
            used = f"the cage {cage.clue} is in"
            if cage.label:
                used = f"the {kind} {cage.label} is used for"
            count = "two" if len(groups) == 2 else len(groups)
            places = listed(map(short_cell_names, groups))
            text = f"{used} {count} groups of cells that do not touch: {places}"
            yield f"{text}; is one of them another cage?"
    larger = [cage for cage in puzzle.cages if len(cage.cells) > 1]
    hidden = [cage for cage in larger if cage.operator is None]
    only_one = len(hidden) == 1 and len(larger) > _LEAST_SHOWN
    if only_one and len(puzzle.possible_operators(hidden[0])) > 1:
        yield f"{hidden[0]} shows no operator, but all other cages do: was it left out?"
    givens = sum(cage.operator is GIVEN for cage in puzzle.cages)
    if givens == len(puzzle.cells) > 1:
        yield "every cell is a given; is this a solution (check --board), not a puzzle?"
    if _may_be_sums(puzzle):
        yield (
            "no clue has an operator, and the clues add up to the sum of all cells: are they the "
            "sums of a Killer Sudoku (rules killer, and boxes)?"
        )


def _may_be_sums(puzzle: Puzzle) -> bool:
    larger = [cage.operator for cage in puzzle.cages if len(cage.cells) > 1]
    return (
        bool(larger)
        and not any(larger)
        and puzzle.rows == puzzle.columns >= _LEAST_KILLER
        and not (puzzle.houses or puzzle.free_cells or puzzle.rules.distinct_cages)
        and sum(cage.target for cage in puzzle.cages) == puzzle.rows * sum(puzzle.values)
    )
