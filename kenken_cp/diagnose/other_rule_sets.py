"""Under which other rule sets a puzzle has one solution: one of them its author may have meant."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from kenken_cp.clock import Status
from kenken_cp.errors import PuzzleError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RULE_SETS, RuleSet
from kenken_cp.search.limits import Limits
from kenken_cp.search.verbs import find_solutions


def unique_under(puzzle: Puzzle, *, seconds: float) -> list[RuleSet]:
    """The other rule sets under which a puzzle has one solution, as far as is known in a time, of
    which each may take an equal part.
    """
    unique = []
    others = list(_under_others(puzzle))
    for other in others:
        outcome = find_solutions(other, limits=Limits(2, seconds / len(others)))
        if outcome.status is Status.INTERRUPTED:
            break
        if outcome.unique:
            unique.append(other.rules)
    return unique


def _under_others(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The puzzle with each other rule set that allows its cages."""
    for rules in RULE_SETS:
        if rules is not puzzle.rules:
            with suppress(PuzzleError):
                yield replace(puzzle, rules=rules)
