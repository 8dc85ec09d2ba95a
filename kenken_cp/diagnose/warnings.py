"""Warnings: what is odd about a well-formed puzzle, though not wrong."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from kenken_cp.clock import Clock, StoppedError, checkpoint
from kenken_cp.encode.instance import instance
from kenken_cp.model.geometry import connected_components
from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MULTIPLY, SUBTRACT
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.search.limits import Limits
from kenken_cp.text import listed, short_cell_names

_LEAST_KILLER = 6
"""Rows of the smallest Killer Sudoku that people make."""

_LEAST_CAGES = 3
"""So many cages must show an operator before hiding it is odd; so many must hide it before one
counts as lost.
"""

_USUAL = (ADD, SUBTRACT, MULTIPLY, DIVIDE)

_MAX_LISTED = 10_000
"""Limits the effort of finding that a cage has no tuple: see ``Relation.impossible``."""


@dataclass(frozen=True, slots=True)
class Oddities:
    """What is odd about a puzzle.

    Attributes:
        warnings: all of it, in sentences.
        impossible: the cages whose clue no values make.
    """

    warnings: list[str]
    impossible: list[Cage]


def warnings(puzzle: Puzzle, *, seconds: float | None = None) -> list[str]:
    """Sentences about what a puzzle's author may not have meant, naming cages by their cells.

    Args:
        seconds: how long cages may be searched for tuples; those not reached by then are taken to
            have some.
    """
    return oddities(puzzle, seconds=seconds).warnings


def oddities(puzzle: Puzzle, *, seconds: float | None = None) -> Oddities:
    """What is odd about a puzzle; the parameters are those of ``warnings``."""
    impossible = impossible_cages(puzzle, seconds=seconds)
    found = [*map(_no_values_sentence, impossible), *odd_clues(puzzle)]
    return Oddities([*found, *_free_cells_sentences(puzzle)], impossible)


def _free_cells_sentences(puzzle: Puzzle) -> list[str]:
    """The sentence about cells in no cage; none of a Sudoku, or a Latin square to be completed,
    whose open cells are.
    """
    free = puzzle.free_cells
    if not free or all(cage.operator is GIVEN for cage in puzzle.cages):
        return []
    return [f"{len(free)} of {len(puzzle.cells)} cells are in no cage: {short_cell_names(free)}"]


def likely_mistakes(
    puzzle: Puzzle, *, listed: bool = False, seconds: float | None = None
) -> list[str]:
    """Sentences about impossible clues (unless the puzzle states no solution), odd clues, and, if
    the cages were ``listed`` in a text, which may have lost one, cells in no cage.
    """
    impossible = [] if puzzle.expected == 0 else impossible_cages(puzzle, seconds=seconds)
    lost = [f"{each}; is a cage missing?" for each in _free_cells_sentences(puzzle) if listed]
    return [*map(_no_values_sentence, impossible), *odd_clues(puzzle), *lost]


def _no_values_sentence(cage: Cage) -> str:
    return f"no values make {cage}, so there is no solution"


def odd_clues(puzzle: Puzzle) -> Iterator[str]:
    """The sentences about cages, without those whose clue no values make."""
    yield from filter(None, map(_not_connected_sentence, puzzle.cages))
    if sentence := _without_operator_sentence(puzzle):
        yield sentence
    givens = sum(cage.operator is GIVEN for cage in puzzle.cages)
    if givens == len(puzzle.cells) > 1:
        yield "every cell is a given; is this a solution (check --board), not a puzzle?"
    if _may_be_sums(puzzle):
        yield (
            "no clue has an operator, and the clues add up to the sum of all cells: are they the "
            "sums of a Killer Sudoku (rules killer, and boxes)?"
        )


def _without_operator_sentence(puzzle: Puzzle) -> str:
    """The sentence about the only cage that hides its operator, or about several, if one of the
    usual operators is nowhere shown and fits them all: it may have been lost, as + is in links.
    """
    larger = [cage for cage in puzzle.cages if len(cage.cells) > 1]
    hidden = [cage for cage in larger if cage.operator is None]
    if not hidden or len(larger) - len(hidden) < _LEAST_CAGES:
        return ""
    possible = [puzzle.possible_operators(cage) for cage in hidden]
    if len(hidden) == 1:
        sentence = f"{hidden[0]} shows no operator, but all other cages do: was it left out?"
        return sentence if len(possible[0]) > 1 else ""
    shown = {cage.operator for cage in larger}
    missing = [each for each in _USUAL if each not in shown and all(each in p for p in possible)]
    if len(hidden) < _LEAST_CAGES or len(missing) != 1:
        return ""
    (lost,) = missing
    shown_so = tuple(Cage(cage.cells, lost, cage.target) for cage in hidden)
    if impossible_cages(replace(puzzle, cages=shown_so)):
        return ""
    return f"{len(hidden)} cages show no operator, and no cage has {lost.symbol}: was it lost?"


def _may_be_sums(puzzle: Puzzle) -> bool:
    larger = [cage.operator for cage in puzzle.cages if len(cage.cells) > 1]
    return (
        bool(larger)
        and not any(larger)
        and puzzle.rows == puzzle.columns >= _LEAST_KILLER
        and not (puzzle.houses or puzzle.free_cells or puzzle.rules.distinct_cages)
        and sum(cage.target for cage in puzzle.cages) == puzzle.rows * sum(puzzle.values)
    )


def impossible_cages(puzzle: Puzzle, *, seconds: float | None = None) -> list[Cage]:
    """The cages without a tuple.

    Args:
        seconds: as for ``warnings``.
    """
    found = []
    with suppress(StoppedError), Clock(Limits(seconds=seconds).seconds).running():
        for cage in instance(puzzle).cages:
            checkpoint()
            if cage.relation.tuples(_MAX_LISTED) == ():
                found.append(cage.cage)
    return found


def _not_connected_sentence(cage: Cage) -> str:
    """The sentence about cells that may be two cages under one label; none if they touch."""
    groups = connected_components(cage.cells)
    if len(groups) == 1:
        return ""
    places = listed(map(short_cell_names, groups))
    kind = "letter" if len(cage.label) == 1 else "label"
    used = f"the {kind} {cage.label} is used for" if cage.label else f"the cage {cage.clue} is in"
    count = "two" if len(groups) == 2 else len(groups)
    asked = "is one of them another cage?"
    return f"{used} {count} groups of cells that do not touch: {places}; {asked}"
