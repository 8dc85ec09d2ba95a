"""Rule sets: the rules as those who publish puzzles read them, one record each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MULTIPLY, SUBTRACT, Operator
from kenken_cp.registry import Registry


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """Which operators a puzzle may use, on how many cells, and whether a cage may repeat a value.

    Args:
        name: what ``--rules`` calls it.
        summary: one line for people.
        operators: (operator, most cells it may stand on; None for any number), givens apart: those
            that a hidden clue may be.
        shown: whether other operators may be used where the clue shows them.
        distinct_cages: no value twice in a cage, whatever its shape.
    """

    name: str
    summary: str
    operators: tuple[tuple[Operator, int | None], ...]
    shown: bool = True
    distinct_cages: bool = False

    def possible_operators(self, cells: int) -> tuple[Operator, ...]:
        """The operators that a hidden clue on that many cells may be."""
        if cells == 1:
            return (GIVEN,)
        return tuple(
            operator
            for operator, most in self.operators
            if operator.stands_on(cells) and (most is None or cells <= most)
        )

    def allows(self, operator: Operator, cells: int) -> bool:
        """Whether an operator may be shown on a cage of that many cells."""
        if cells == 1 or any(operator is known for known, _ in self.operators):
            return operator in self.possible_operators(cells)
        return self.shown and operator.stands_on(cells)

    def __repr__(self) -> str:
        return f"<rules {self.name}>"

    def __reduce__(self) -> tuple[Callable[[str], RuleSet], tuple[str]]:
        return rule_set_named, (self.name,)


KENKEN = RuleSet(
    "kenken",
    "- and / on two cells only; hidden on three or more is + or *",
    ((ADD, None), (SUBTRACT, 2), (MULTIPLY, None), (DIVIDE, 2)),
)
CALCUDOKU = RuleSet(
    "calcudoku",
    "- and / on any number, largest first; hidden is any of the four",
    ((ADD, None), (SUBTRACT, None), (MULTIPLY, None), (DIVIDE, None)),
)
KILLER = RuleSet(
    "killer",
    "sums only, and no value twice in a cage; a bare number is a sum",
    ((ADD, None),),
    shown=False,
    distinct_cages=True,
)

RULE_SETS: Registry[RuleSet] = Registry("rule set", "rule_sets", (KENKEN, CALCUDOKU, KILLER))


def rule_set_named(name: str) -> RuleSet:
    """The rule set of that name; UnknownNameError if there is none."""
    return RULE_SETS.named(name)
