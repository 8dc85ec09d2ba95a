"""Rule sets: the named readings of the rules, as records."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MULTIPLY, SUBTRACT, Operator
from kenken_cp.registry import record_named


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Which operators a puzzle may use, on how many cells, and whether a cage may repeat a value.

    Args:
        name: what ``--rules`` calls it.
        summary: one line for people.
        arities: (operator, most cells it may stand on; None for any number), givens apart.
        distinct_cages: no value twice in a cage, whatever its shape.
    """

    name: str
    summary: str
    arities: tuple[tuple[Operator, int | None], ...]
    distinct_cages: bool = False

    def readings(self, cells: int) -> tuple[Operator, ...]:
        """The operators that may stand on a cage of that many cells; a hidden one is any of
        them.
        """
        if cells == 1:
            return (GIVEN,)
        return tuple(op for op, most in self.arities if most is None or cells <= most)

    def __repr__(self) -> str:
        return f"<rules {self.name}>"

    def __reduce__(self) -> tuple[Callable[[str], RuleSet], tuple[str]]:
        return rules_named, (self.name,)


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
    distinct_cages=True,
)

RULE_SETS = (KENKEN, CALCUDOKU, KILLER)


def rules_named(name: str) -> RuleSet:
    """The rule set of that name.

    Raises:
        UnknownNameError: if there is none.
    """
    return record_named("rule set", name, RULE_SETS)
