"""Under which rule sets a puzzle has one solution, and so which its author may have meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from kenken_cp.clock import Clock, Status, StoppedError
from kenken_cp.encode.instance import instance
from kenken_cp.errors import PuzzleError
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RULE_SETS, RuleSet
from kenken_cp.search.limits import Limits
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import count_solutions


def under(puzzle: Puzzle, rules: RuleSet) -> Puzzle | PuzzleError:
    """The puzzle with another rule set; the error if that does not allow its cages."""
    try:
        return replace(puzzle, rules=rules)
    except PuzzleError as error:
        return error


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
        meaning: object = puzzle.rules.name
        with suppress(StoppedError), Clock(seconds).running():
            meaning = tuple(
                (cage.relation.operators, cage.relation.conflicts)
                for cage in instance(puzzle).cages
            )
        if meaning not in known:
            known[meaning] = count_solutions(puzzle, Limits(limits.solutions, seconds))
        yield known[meaning]
        if known[meaning].status is Status.INTERRUPTED:
            return


def unique_under(puzzle: Puzzle, *, seconds: float) -> list[RuleSet]:
    """The other rule sets under which a puzzle has one solution, as far as is known in a time."""
    boards = [under(puzzle, rules) for rules in RULE_SETS if rules is not puzzle.rules]
    held = [board for board in boards if isinstance(board, Puzzle)]
    outcomes = counted_under(held, Limits(2, seconds))
    counted = zip(held, outcomes, strict=False)  # fewer if Ctrl-C came
    return [board.rules for board, outcome in counted if outcome.unique]
