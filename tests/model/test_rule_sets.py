"""Rule sets: what each says of clues, by facts that its publisher states."""

from __future__ import annotations

import pickle
from itertools import permutations, product

import pytest

from kenken_cp.errors import KenKenError, PuzzleError
from kenken_cp.formats import dumps, loads
from kenken_cp.model.operators import ADD, DIVIDE, MODULO
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN, RULE_SETS, RuleSet
from kenken_cp.model.rules import violations

BENT = ((0, 0), (0, 1), (1, 0))
"""Two of its cells may be equal, unless the rule set says no."""
STRAIGHT = ((2, 0), (2, 1), (2, 2))
PAIR = ((1, 1), (1, 2))
GRIDS = [
    grid
    for grid in product(permutations((1, 2, 3)), repeat=3)
    if all(len(set(column)) == 3 for column in zip(*grid, strict=True))
]


def makes(name: str, symbol: str, values: tuple[int, ...], target: int) -> bool:
    """Whether values make a clue, written again without the records of operators."""
    high, *rest = sorted(values, reverse=True)
    whole = divisor = 1
    for value in values:
        whole *= value
    for value in rest:
        divisor *= value
    found = {
        "+": sum(values) == target,
        "-": high - sum(rest) == target,
        "*": whole == target,
        "/": high == target * divisor,
    }
    if symbol != "?":
        return found[symbol]
    hidden = {"kenken": "+*", "gauguin": "+*", "killer": "+", "inshi": "*"}.get(name, "+-*/")
    if len(values) == 2 and name not in ("killer", "inshi"):
        hidden = "+-*/"
    return any(found[each] for each in hidden)


@pytest.mark.parametrize(
    "clues",
    [
        ((BENT, "?", 5),),
        ((BENT, "?", 0), (PAIR, "?", 2)),
        ((PAIR, "?", 3), (STRAIGHT, "?", 6)),
        ((BENT, "+", 5),),
        ((BENT, "*", 4),),
        ((BENT, "-", 0), (PAIR, "/", 3)),
    ],
)
@pytest.mark.parametrize("rules", list(RULE_SETS), ids=lambda rules: rules.name)
def test_against_the_rules_spelled_out(rules, clues):
    cages = [Cage(cells, None if sign == "?" else sign, n) for cells, sign, n in clues]
    try:
        puzzle = Puzzle(3, cages, rules=rules)
    except PuzzleError:
        assert rules.name != "calcudoku"
        return
    for grid in GRIDS:
        right = True
        for cells, sign, target in clues:
            values = tuple(grid[row][column] for row, column in cells)
            right &= makes(rules.name, sign, values, target)
            right &= rules.name != "killer" or len(set(values)) == len(values)
        assert (violations(puzzle, grid) == []) == right, grid


def test_where_four_operators_are_all():
    for rules in RULE_SETS:
        shown = {symbol for symbol in ("max", "mod", "^") if _allows(rules, symbol)}
        assert shown == ({"max", "mod", "^"} if rules in (KENKEN, CALCUDOKU) else set()), rules


def _allows(rules: RuleSet, symbol: str) -> bool:
    try:
        return bool(Puzzle(3, [Cage(PAIR, symbol, 1)], rules=rules))
    except PuzzleError:
        return False


def test_a_rule_set_may_have_other_names():
    aliases = {"keen": "kenken", "mathdoku": "kenken", "tomtom": "calcudoku", "cdok": "calcudoku"}
    assert {alias: rules.name for rules in RULE_SETS for alias in rules.aliases} == aliases
    for alias, name in aliases.items():
        puzzle = loads(f"rules: {alias}\n\naa\nbb\n\na 3+\nb 3+\n")
        assert puzzle.rules is RULE_SETS.named(name)
        assert loads(dumps(puzzle)).rules is puzzle.rules
    with pytest.raises(KenKenError, match="there is a rule set 'keen' already"):
        RULE_SETS.register(RuleSet("keen", "another", ()))


def test_the_record_of_each_says_where_it_is_from():
    for rules in RULE_SETS:
        assert rules.source, rules
        assert all(rules.aliases.values())
        assert pickle.loads(pickle.dumps(rules)) is rules


def test_rules_of_no_table_survive_pickling():
    rules = RuleSet("sums and remainders", "", ((ADD, None), (MODULO, 2)), distinct_cages=True)
    puzzle = Puzzle(3, [Cage(PAIR, None, 1)], rules=rules)
    copy = pickle.loads(pickle.dumps(puzzle))
    assert copy == puzzle
    assert hash(copy) == hash(puzzle)
    assert copy != Puzzle(3, [Cage(PAIR, None, 1)], rules=KENKEN)


def test_gauguin_divides_as_the_app_checks_what_is_filled_in():
    """GridCage.isDivideMathsCorrect of github.com/meikpiep/gauguin, with its digits from -5."""
    for one, other in permutations(range(-5, 7), 2):
        for target in range(-12, 13):
            right = max(one, other) == min(one, other) * target
            if target == 0:
                right = (one == 0) != (other == 0)
            assert DIVIDE.holds((one, other), target) == right
