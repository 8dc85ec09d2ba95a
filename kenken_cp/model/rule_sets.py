"""Rule sets: the rules as different publishers of puzzles read them, one record each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields

from kenken_cp.model.operators import ADD, DIVIDE, GIVEN, MULTIPLY, SUBTRACT, Operator
from kenken_cp.registry import Registry


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Which operators a puzzle may use, on how many cells, and whether a cage may repeat a value.

    Args:
        name: its name for ``--rules``.
        summary: one line for people.
        operators: the operators that a hidden clue may have, without givens, each with the most
            cells it may stand on (None for any number).
        shown: whether a clue that shows its operator may have one that is not among these.
        distinct_cages: whether no value may occur twice in a cage, whatever its shape.
        source: where a publisher of such puzzles states these rules.
        aliases: other names of these rules, each with its source.
    """

    name: str
    summary: str
    operators: tuple[tuple[Operator, int | None], ...]
    shown: bool = True
    distinct_cages: bool = False
    source: str = ""
    aliases: Mapping[str, str] = field(default_factory=dict, compare=False)

    def hidden_operators(self, cells: int) -> tuple[Operator, ...]:
        """The operators that a hidden clue on that many cells may have."""
        if cells == 1:
            return (GIVEN,)
        return tuple(
            operator
            for operator, most in self.operators
            if operator.stands_on(cells) and (most is None or cells <= most)
        )

    def may_hide(self, operator: Operator) -> bool:
        """Whether the operator of a hidden clue may be this one."""
        return any(known is operator for known, _ in self.operators)

    def allows(self, operator: Operator | None, cells: int) -> bool:
        """Whether a cage of that many cells may show an operator, or, for None, may hide one."""
        if operator is None:
            return bool(self.hidden_operators(cells))
        if cells == 1:
            return operator is GIVEN
        if self.may_hide(operator):
            return operator in self.hidden_operators(cells)
        return self.shown and operator.stands_on(cells)

    def __repr__(self) -> str:
        return f"<rules {self.name}>"

    def __reduce__(self) -> tuple[Callable[..., RuleSet], tuple[object, ...]]:
        if RULE_SETS.get(self.name) is self:
            return rule_set_named, (self.name,)  # in every process the one of its table
        return RuleSet, tuple(getattr(self, each.name) for each in fields(self))


_FOUR = (ADD, SUBTRACT, MULTIPLY, DIVIDE)
_ON_TWO = ((ADD, None), (SUBTRACT, 2), (MULTIPLY, None), (DIVIDE, 2))

KENKEN = RuleSet(
    "kenken",
    "- and / on two cells only; hidden on three or more is + or *",
    _ON_TWO,
    source="kenkenpuzzle.com",
    aliases={
        "keen": "the manual of Keen, of Simon Tatham's puzzle collection",
        "mathdoku": "the source of the app, github.com/mathdoku/mathdoku",
    },
)
CALCUDOKU = RuleSet(
    "calcudoku",
    "- and / on any number, largest first; hidden is any of the four",
    tuple((operator, None) for operator in _FOUR),
    source="calcudoku.org",
    aliases={
        "tomtom": "TomTom Rules and Info, gmpuzzles.com",
        "cdok": "the README of github.com/dlbeer/cdok",
    },
)
KILLER = RuleSet(
    "killer",
    "sums only, and no value twice in a cage; a bare number is a sum",
    ((ADD, None),),
    shown=False,
    distinct_cages=True,
    source="the manual of Solo, of Simon Tatham's puzzle collection",
)
GAUGUIN = RuleSet(
    "gauguin",
    "as kenken, but with these four operators only",
    _ON_TWO,
    shown=False,
    source="the source of the app, github.com/meikpiep/gauguin",
)
INSHI = RuleSet(
    "inshi",
    "products only; a bare number is a product",
    ((MULTIPLY, None),),
    shown=False,
    source="Inshi no heya of Nikoli, en.wikipedia.org/wiki/Inshi_no_heya",
)

RULE_SETS: Registry[RuleSet] = Registry(
    "rule set",
    "rule_sets",
    (KENKEN, CALCUDOKU, KILLER, GAUGUIN, INSHI),
    names_of=lambda rules: (rules.name, *rules.aliases),
)


def rule_set_named(name: str) -> RuleSet:
    """The rule set of that name or alias; UnknownNameError if there is none."""
    return RULE_SETS.named(name)
