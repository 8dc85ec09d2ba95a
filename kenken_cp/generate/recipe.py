"""What kind of puzzle is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kenken_cp.errors import KenKenError
from kenken_cp.model.geometry import Cell, House, Size, all_cells, shape_of
from kenken_cp.model.operators import GIVEN, Operator, operator_named
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.text import board_name, plural


@dataclass(frozen=True, slots=True, init=False)
class Recipe:
    """What kind of puzzle is wanted.

    Args:
        size: (rows, columns), or one integer for as many rows as columns.
        operators: those to use: symbols in a string (``"+-"``), names, or records; by default those
            of the rule set. Another that the rules allow where the clue shows it is never hidden.
            A cage of one cell is a given.
        cage_sizes: how many cells the smallest and the largest cage may have. Even if one cell is
            enough, such cages are made only of cells that are left over.
        rules: a rule set, or its name.
        values: what a cell may hold, as in ``Puzzle``.
        houses: extra houses, as in ``Puzzle``.
        hidden: the share of the cages whose operator is not shown, from 0 to 1.
        free: the share of the cages that are left out again, from 0 to 1: their cells are free.

    Raises:
        KenKenError: for what no puzzle can be, or no partition into cages.
    """

    size: Size
    operators: tuple[Operator, ...]
    cage_sizes: tuple[int, int]
    rules: RuleSet
    values: tuple[int, ...]
    houses: tuple[House, ...]
    hidden: float
    free: float

    def __init__(
        self,
        size: Size,
        *,
        operators: str | Sequence[Operator | str] = (),
        cage_sizes: tuple[int, int] = (1, 4),
        rules: RuleSet | str = KENKEN,
        values: Iterable[int] = (),
        houses: Iterable[Iterable[tuple[int, int]]] = (),
        hidden: float = 0.0,
        free: float = 0.0,
    ) -> None:
        board = Puzzle(size, (), values, houses, rules)
        for name, share in (("hidden", hidden), ("free", free)):
            if not 0 <= share <= 1:
                raise KenKenError(f"{name} {share}; expected a share from 0 to 1")
        chosen = _operators(operators, board.rules)
        object.__setattr__(self, "size", board.size)
        object.__setattr__(self, "operators", chosen)
        object.__setattr__(self, "cage_sizes", _cage_sizes(cage_sizes, board, chosen))
        object.__setattr__(self, "rules", board.rules)
        object.__setattr__(self, "values", board.values)
        object.__setattr__(self, "houses", board.houses)
        object.__setattr__(self, "hidden", hidden)
        object.__setattr__(self, "free", free)

    @property
    def size_name(self) -> str:
        """The size as people write it: ``4x6``, rows x columns."""
        return board_name(*shape_of(self.size))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell of the board, in reading order."""
        return all_cells(*shape_of(self.size))


def _operators(wanted: str | Sequence[Operator | str], rules: RuleSet) -> tuple[Operator, ...]:
    known = tuple(operator for operator, _ in rules.operators)
    chosen = tuple(
        operator_named(operator) if isinstance(operator, str) else operator for operator in wanted
    )
    for operator in chosen:
        if operator not in known and operator is not GIVEN and not rules.shown:
            raise KenKenError(
                f"{rules.name} rules have no operator {operator.symbol!r}; "
                f"expected of {_symbols(known)}"
            )
    # In the order of the rule set, so that "+-" and "-+" are one recipe.
    others = dict.fromkeys(op for op in chosen if op not in known and op is not GIVEN)
    return (*(operator for operator in known if operator in chosen), *others) or known


def _symbols(operators: Sequence[Operator]) -> str:
    return " ".join(operator.symbol for operator in operators)


def _cage_sizes(
    wanted: tuple[int, int], board: Puzzle, operators: tuple[Operator, ...]
) -> tuple[int, int]:
    """The range, cut to what the board and the operators can fill."""
    least, most = wanted
    rules, cells = board.rules, len(board.cells)
    if not 1 <= least <= most:
        raise KenKenError(f"cage sizes {least} to {most}; expected 1 or more, the smaller first")
    most = min(most, len(board.values) if rules.distinct_cages else cells, cells)
    while most > 1 and not any(rules.allows(operator, most) for operator in operators):
        most -= 1
    if least > most:
        raise KenKenError(
            f"cages of {plural(least, 'cell')} or more with {_symbols(operators)} on a "
            f"{board.size_name} board; expected at most {most} under {rules.name} rules"
        )
    if -(-cells // most) > cells // least:
        raise KenKenError(f"{cells} cells cannot be shared among cages of {least} to {most} cells")
    return least, most
