"""What a puzzle means under one rule set or another, and which its author may have meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from kenken_cp.clock import Clock, Status, StoppedError
from kenken_cp.encode.instance import instance
from kenken_cp.errors import PuzzleError
from kenken_cp.model.operators import OPERATORS, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RULE_SETS, RuleSet
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import count_solutions
from kenken_cp.text import listed

_SIZES = range(2, 10)
"""Cells of the cages that rule sets are compared on; what holds for all holds for any number."""

_MAX_LISTED = 20_000
"""Tuples of a cage that are listed to be compared."""


# --- in words ------------------------------------------------------------------------------------


def differences(one: RuleSet, other: RuleSet) -> list[str]:
    """What one rule set says and another does not, a phrase each; none if they mean the same."""

    def both(say: Callable[[RuleSet], str]) -> str:
        first, second = say(one), say(other)
        return "" if first == second else f"{one.name} {first}; {other.name} {second}"

    by_text: dict[str, list[str]] = {}
    for operator in OPERATORS:
        if operator.stands_on(2) and (text := both(partial(_where, operator))):
            by_text.setdefault(text, []).append(operator.symbol)
    found = [f"{listed(symbols)} shown: {text}" for text, symbols in by_text.items()]
    for what, say in (("a hidden operator", _hidden), ("a value twice in a cage", _repeats)):
        if text := both(say):
            found.append(f"{what}: {text}")
    return found


def _where(operator: Operator, rules: RuleSet) -> str:
    """On how many cells an operator may be shown."""
    sizes = [cells for cells in _SIZES if rules.allows(operator, cells)]
    if not sizes:
        return "never"
    if sizes == [cells for cells in _SIZES if operator.stands_on(cells)]:
        return "wherever it can stand" if len(sizes) < len(_SIZES) else "on any number of cells"
    return f"on {_cells(sizes)}"


def _cells(sizes: Sequence[int]) -> str:
    if sizes[-1] == _SIZES[-1]:
        return f"{sizes[0]} or more cells"
    return f"{sizes[0]} cells" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]} cells"


def _hidden(rules: RuleSet) -> str:
    """What a hidden operator may be."""
    parts = []
    for operators, group in groupby(_SIZES, rules.possible_operators):
        sizes = list(group)
        what = listed((operator.symbol for operator in operators), "or") or "none"
        parts.append(what if len(sizes) == len(_SIZES) else f"{what} on {_cells(sizes)}")
    return ", ".join(parts)


def _repeats(rules: RuleSet) -> str:
    return "never" if rules.distinct_cages else "where no house forbids it"


# --- of a puzzle ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CageDifference:
    """A cage that means something else under another rule set.

    Attributes:
        only_one, only_other: how many tuples one of them allows and the other does not; None if
            there are too many to compare, or the time was over.
        example: a tuple that only one of them allows.
    """

    cage: Cage
    only_one: int | None
    only_other: int | None
    example: tuple[int, ...] | None = None


def cage_differences(
    one: Puzzle, other: Puzzle, *, seconds: float | None = None
) -> list[CageDifference]:
    """The cages that do not allow the same tuples in two puzzles that differ by their rules only.

    Args:
        seconds: how long tuples are listed; cages not reached by then are returned without numbers.
    """
    found = []
    clock = Clock(seconds)
    for mine, theirs in zip(instance(one).cages, instance(other).cages, strict=True):
        if (mine.operators, mine.conflicts) == (theirs.operators, theirs.conflicts):
            continue
        tuples = []
        with suppress(StoppedError), clock.running():
            tuples = [each.relation.tuples(_MAX_LISTED) for each in (mine, theirs)]
        if len(tuples) < 2 or None in tuples:
            found.append(CageDifference(mine.cage, None, None))
            continue
        first, second = (_as_tuples(rows or (), len(mine.cells)) for rows in tuples)
        if first != second:
            example = min(first ^ second)
            found.append(
                CageDifference(mine.cage, len(first - second), len(second - first), example)
            )
    return found


def _as_tuples(rows: Sequence[int], cells: int) -> set[tuple[int, ...]]:
    return {tuple(rows[start : start + cells]) for start in range(0, len(rows), cells)}


def under(puzzle: Puzzle, rules: RuleSet) -> Puzzle | PuzzleError:
    """The puzzle with another rule set; the error if that does not allow its cages."""
    try:
        return replace(puzzle, rules=rules)
    except PuzzleError as error:
        return error


def _meaning(puzzle: Puzzle) -> object:
    """What is the same for two puzzles that differ by their rules only and mean the same."""
    return tuple((cage.operators, cage.conflicts) for cage in instance(puzzle).cages)


def counted_under(puzzles: Iterable[Puzzle], limits: Limits) -> Iterator[Outcome]:
    """The solutions of puzzles that differ by their rules only, counted; those that mean the same
    are searched once. They share the time: each may take an equal part of what is left.
    """
    puzzles = list(puzzles)
    clock = Clock(limits.seconds)
    known: dict[object, Outcome] = {}
    for number, puzzle in enumerate(puzzles):
        left = clock.left
        seconds = None if left is None else max(left, 1e-3) / (len(puzzles) - number)
        key: object = puzzle.rules.name
        with suppress(StoppedError), Clock(seconds).running():
            key = _meaning(puzzle)
        if key not in known:
            known[key] = count_solutions(puzzle, Limits(limits.solutions, seconds))
        yield known[key]
        if known[key].status is Status.INTERRUPTED:
            return


def unique_under(puzzle: Puzzle, *, seconds: float) -> list[RuleSet]:
    """The other rule sets under which a puzzle has one solution, as far as is found in a time."""
    boards = [under(puzzle, rules) for rules in RULE_SETS if rules is not puzzle.rules]
    held = [board for board in boards if isinstance(board, Puzzle)]
    outcomes = counted_under(held, Limits(2, seconds))
    found = zip(held, outcomes, strict=False)  # fewer if Ctrl-C came
    return [board.rules for board, outcome in found if outcome.unique]
