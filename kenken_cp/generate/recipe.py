"""What kind of puzzle is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kenken_cp.errors import KenKenError
from kenken_cp.model.geometry import House
from kenken_cp.model.operators import GIVEN, Operator, operator_named
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet, rule_set_named


@dataclass(frozen=True, slots=True, init=False)
class Recipe:
    """What kind of puzzle is wanted.

    Args:
        size: rows, and columns.
        operators: those to use: symbols in a string (``"+-"``), or records; by default all that
            the rules have. Whatever stands on one cell is a given.
        cage_sizes: cells of the smallest and the largest cage. With a smallest of 1, a single cell
            is still only what cannot be avoided: none is drawn on purpose.
        rules: a rule set, or its name.
        values: what a cell may hold, as in ``Puzzle``.
        houses: extra houses, as in ``Puzzle``.
        hidden: the share of the cages whose operator is not shown, from 0 to 1.
        free: the share of the cages that are left out again, from 0 to 1: their cells are free.

    Raises:
        KenKenError: for what no puzzle can be, or no cages can do.
    """

    size: int
    operators: tuple[Operator, ...]
    cage_sizes: tuple[int, int]
    rules: RuleSet
    values: tuple[int, ...]
    houses: tuple[House, ...]
    hidden: float
    free: float

    def __init__(
        self,
        size: int,
        *,
        operators: str | Sequence[Operator] = (),
        cage_sizes: tuple[int, int] = (1, 4),
        rules: RuleSet | str = KENKEN,
        values: Iterable[int] = (),
        houses: Iterable[Iterable[tuple[int, int]]] = (),
        hidden: float = 0.0,
        free: float = 0.0,
    ) -> None:
        board = Puzzle(size, (), values, houses, rules)
        rules = rules if isinstance(rules, RuleSet) else rule_set_named(rules)
        for name, share in (("hidden", hidden), ("free", free)):
            if not 0 <= share <= 1:
                raise KenKenError(f"{name} {share}; expected a share from 0 to 1")
        chosen = _operators(operators, rules)
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "operators", chosen)
        object.__setattr__(self, "cage_sizes", _cage_sizes(cage_sizes, board, chosen))
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "values", board.values)
        object.__setattr__(self, "houses", board.houses)
        object.__setattr__(self, "hidden", hidden)
        object.__setattr__(self, "free", free)


def _operators(wanted: str | Sequence[Operator], rules: RuleSet) -> tuple[Operator, ...]:
    known = tuple(operator for operator, _ in rules.operators)
    chosen = tuple(
        operator_named(operator) if isinstance(operator, str) else operator for operator in wanted
    )
    for operator in chosen:
        if operator not in known and operator is not GIVEN:
            symbols = " ".join(op.symbol for op in known)
            raise KenKenError(
                f"{rules.name} rules have no operator {operator.symbol!r}; expected of {symbols}"
            )
    # In the order of the table, so that "+-" and "-+" are one recipe.
    return tuple(operator for operator in known if operator in chosen) or known


def _cage_sizes(
    wanted: tuple[int, int], board: Puzzle, operators: tuple[Operator, ...]
) -> tuple[int, int]:
    """The range, cut to what the board and the operators can fill."""
    least, most = wanted
    size, rules = board.size, board.rules
    if not 1 <= least <= most:
        raise KenKenError(f"cage sizes {least} to {most}; expected 1 or more, the smaller first")
    reach = size * size
    if rules.distinct_cages:
        reach = min(reach, len(board.values))
    limits = [limit for operator, limit in rules.operators if operator in operators]
    if None not in limits:
        reach = min(reach, max(limit for limit in limits if limit is not None))
    most = min(most, reach)
    if least > most:
        symbols = " ".join(operator.symbol for operator in operators)
        raise KenKenError(
            f"cages of {least} cells or more with {symbols} on a {size}x{size} board; "
            f"expected at most {most} under {rules.name} rules"
        )
    cells = size * size
    if -(-cells // most) > cells // least:
        raise KenKenError(f"{cells} cells cannot be shared among cages of {least} to {most} cells")
    return least, most
