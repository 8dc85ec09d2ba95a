"""What kind of puzzle is wanted."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Real
from typing import SupportsIndex

from kenken_cp.errors import KenKenError
from kenken_cp.model.geometry import AnyCell, AnySize
from kenken_cp.model.integers import as_integers, as_tuple
from kenken_cp.model.operators import GIVEN, OPERATORS, Operator, operator_named
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.text import listed, plural, quoted


@dataclass(frozen=True, slots=True, init=False)
class Recipe:
    """What kind of puzzle is wanted; the parameters are those of ``generate``.

    Operators that the rules allow only where the clue shows them are never hidden. No cage
    is planned with one cell; cells left over become givens, where ``cage_sizes`` begins at 1.

    Attributes:
        board: the puzzle without its cages: size, rules, values and houses.

    Raises:
        KenKenError: for what no puzzle can be, or no partition into cages.
    """

    board: Puzzle
    operators: tuple[Operator, ...]
    cage_sizes: tuple[int, int]
    hidden: float

    def __init__(
        self,
        size: AnySize,
        *,
        operators: str | Iterable[Operator | str] = (),
        cage_sizes: Iterable[SupportsIndex] = (1, 4),
        rules: RuleSet | str = KENKEN,
        values: Iterable[SupportsIndex] = (),
        houses: Iterable[Iterable[AnyCell]] = (),
        hidden: float = 0.0,
    ) -> None:
        board = Puzzle(size, (), values, houses, rules)
        if isinstance(hidden, bool) or not isinstance(hidden, Real) or not 0 <= hidden <= 1:
            raise KenKenError(f"hidden {quoted(hidden)}; expected a share from 0 to 1")
        chosen = _operators(operators, board.rules)
        if hidden and not any(map(board.rules.may_hide, chosen)):
            usual = symbols(operator for operator, _ in board.rules.operators)
            raise KenKenError(
                f"hidden {quoted(hidden)} with the operators {symbols(chosen)}; expected one that "
                f"{board.rules.name} rules let a cage hide: {usual}"
            )
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "operators", chosen)
        object.__setattr__(self, "hidden", float(hidden))
        object.__setattr__(self, "cage_sizes", _cage_sizes(cage_sizes, board, chosen))


def symbols(operators: Iterable[Operator]) -> str:
    """The symbols of some operators, as messages list them, and as a recipe takes them."""
    return " ".join(operator.symbol for operator in operators)


def _operators(wanted: str | Iterable[Operator | str], rules: RuleSet) -> tuple[Operator, ...]:
    """The operators that ``generate`` is given, in the order of the rule set (so that ``"+-"`` and
    ``"-+"`` are one recipe); all of the rule set if none are.
    """
    if isinstance(wanted, str):
        wanted = _listed(wanted)
    several = as_tuple(wanted, "operators")
    chosen = [each if isinstance(each, Operator) else operator_named(each) for each in several]
    if GIVEN in chosen:
        raise KenKenError(
            f"operator {GIVEN.symbol!r} is that of givens; expected operators of larger cages "
            "(for givens alone: cage sizes 1 to 1)"
        )
    known = [operator for operator, _ in rules.operators]
    others = [operator for operator in chosen if operator not in known]
    if others and not rules.shown:
        raise KenKenError(
            f"{rules.name} rules have no operator {others[0].symbol!r}; "
            f"expected {listed((each.symbol for each in known), 'or')}"
        )
    ordered = [*(operator for operator in known if operator in chosen), *others]
    return tuple(dict.fromkeys(ordered or known))


def _listed(text: str) -> list[str]:
    """The operators in a text: words, and the symbols of one character in what is no word."""
    found: list[str] = []
    for word in re.findall(r"[^\s,]+", text):
        one_by_one = not OPERATORS.get(word) and all(map(OPERATORS.get, word))
        found += word if one_by_one else [word]
    return found


def _cage_sizes(
    wanted: Iterable[SupportsIndex], board: Puzzle, operators: tuple[Operator, ...]
) -> tuple[int, int]:
    """The range, cut to what the board and the operators can fill."""
    sizes = as_integers(wanted)
    if sizes is None or len(sizes) != 2:
        raise KenKenError(f"cage sizes {quoted(wanted)}; expected two integers, such as (1, 4)")
    least, most = sizes
    rules, cells = board.rules, len(board.cells)
    if not 1 <= least <= most:
        raise KenKenError(f"cage sizes {least} to {most}; expected 1 or more, the smaller first")
    most = min(most, len(board.values) if rules.distinct_cages else cells, cells)
    while most > 1 and not any(rules.allows(operator, most) for operator in operators):
        most -= 1
    if least > most:
        raise KenKenError(
            f"cages of {plural(least, 'cell')} or more with {symbols(operators)} on a "
            f"{board.size_name} board; expected at most {most} under {rules.name} rules"
        )
    if -(-cells // most) > cells // least:
        several = plural(least, "cell") if least == most else f"{least} to {most} cells"
        raise KenKenError(f"{cells} cells cannot be divided into cages of {several}")
    return least, most
