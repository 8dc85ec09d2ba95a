"""Rule sets: what each says of clues, by facts that its publisher states, under every engine."""

from __future__ import annotations

import pickle
from itertools import permutations, product

import pytest
from engines import each_engine

from kenken_cp import solutions
from kenken_cp.errors import KenKenError, PuzzleError
from kenken_cp.formats import dumps, loads
from kenken_cp.model.operators import DIVIDE
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, GAUGUIN, KENKEN, RULE_SETS, RuleSet

ALIASES = {"keen": "kenken", "mathdoku": "kenken", "tomtom": "calcudoku", "cdok": "calcudoku"}

BENT = ((0, 0), (0, 1), (1, 0))
"""Two of its cells may be equal, unless the rule set says no."""
STRAIGHT = ((2, 0), (2, 1), (2, 2))
PAIR = ((1, 1), (1, 2))


def makes(name: str, symbol: str, values: tuple[int, ...], target: int) -> bool:
    """Whether values make a clue, written again without the records of operators."""
    high, *rest = sorted(values, reverse=True)
    total, whole = sum(values), 1
    divisor = 1
    for value in values:
        whole *= value
    for value in rest:
        divisor *= value
    found = {
        "+": total == target,
        "-": high - sum(rest) == target,
        "*": whole == target,
        "/": high == target * divisor,
    }
    if symbol != "?":
        return found[symbol]
    possible = {"kenken": "+*", "gauguin": "+*", "synlogic": "+*", "killer": "+", "inshi": "*"}
    usual = possible.get(name, "+-*/")
    if len(values) == 2 and name not in ("killer", "inshi"):
        usual = "+-*/"
    return any(found[each] for each in usual)


def by_hand(name: str, clues) -> set:
    """Every 3x3 grid of a rule set's puzzle."""
    found = set()
    for grid in product(permutations((1, 2, 3)), repeat=3):
        if any(len(set(column)) < 3 for column in zip(*grid, strict=True)):
            continue
        cages = [(tuple(grid[r][c] for r, c in cells), sign, n) for cells, sign, n in clues]
        apart = name in ("killer", "synlogic")
        if any(apart and len(set(values)) < len(values) for values, _, _ in cages):
            continue
        if all(makes(name, sign, values, target) for values, sign, target in cages):
            found.add(grid)
    return found


GIVEN = (((0, 2),), "?", 3)

CLUES = [
    ((BENT, "?", 5),),
    ((BENT, "?", 0), (PAIR, "?", 2)),
    ((PAIR, "?", 3), (STRAIGHT, "?", 6)),
    ((BENT, "+", 5),),
    ((BENT, "*", 4),),
    ((BENT, "-", 0), (PAIR, "/", 3)),
]


@each_engine
def test_every_engine_against_all_grids(backend):
    counts: dict[str, list[int | None]] = {}
    for rules in RULE_SETS:
        for clues in [(GIVEN, *others) for others in CLUES]:
            cages = [Cage(cells, None if sign == "?" else sign, n) for cells, sign, n in clues]
            try:
                puzzle = Puzzle(3, cages, rules=rules)
            except PuzzleError:
                counts.setdefault(rules.name, []).append(None)
                continue
            expected = by_hand(rules.name, clues)
            assert set(solutions(puzzle, backend=backend)) == expected, (rules, clues)
            counts.setdefault(rules.name, []).append(len(expected))
    assert len({tuple(found) for name, found in counts.items() if name != "gauguin"}) == 5


def test_where_four_operators_are_all():
    for rules in RULE_SETS:
        shown = {symbol for symbol in ("max", "mod", "^") if _allows(rules, symbol)}
        assert shown == ({"max", "mod", "^"} if rules in (KENKEN, CALCUDOKU) else set()), rules


def _allows(rules: RuleSet, symbol: str) -> bool:
    try:
        return bool(Puzzle(3, [Cage(PAIR, symbol, 1)], rules=rules))
    except PuzzleError:
        return False


@pytest.mark.parametrize(("alias", "name"), ALIASES.items())
def test_a_name_of_another_place_is_read(alias, name):
    puzzle = loads(f"rules: {alias}\n\naa\nbb\n\na 3+\nb 3+\n")
    assert puzzle.rules is RULE_SETS.named(name)
    assert loads(dumps(puzzle)).rules is puzzle.rules
    with pytest.raises(KenKenError, match="there is a rule set 'keen' already"):
        RULE_SETS.register(RuleSet("keen", "another", ()))


def test_the_record_of_each_says_where_it_is_from():
    for rules in RULE_SETS:
        assert rules.source, rules
        assert all(rules.aliases.values())
    assert {alias for rules in RULE_SETS for alias in rules.aliases} == set(ALIASES)


def test_they_survive_pickling():
    for rules in RULE_SETS:
        assert pickle.loads(pickle.dumps(rules)) is rules


def filled_in_right(one, other, result):
    """GridCage.isDivideMathsCorrect of github.com/meikpiep/gauguin."""
    if result == 0:
        return (one == 0) != (other == 0)
    return max(one, other) == min(one, other) * result


def made_with(one, other, result):
    """The pairs of DivideCreator there, which its puzzles have one solution by."""
    if result == 0:
        return (one == 0) != (other == 0)
    return one == other * result or other == one * result


def test_gauguin_divides_as_the_app_checks_what_is_filled_in():
    """With digits from -2 and from -5, too. What else it makes puzzles with adds pairs only, so
    that a puzzle of one solution has it here, too; and the target is a quotient of the larger.
    """
    for first in (-5, -2, 0, 1):
        digits = range(first, first + 12)
        for one, other in permutations(digits, 2):
            larger, smaller = max(one, other), min(one, other)
            for result in range(-12, 13):
                right = DIVIDE.holds((one, other), result)
                assert right == filled_in_right(one, other, result)
                assert made_with(one, other, result) or not right
            if 0 in (one, other) or larger % smaller == 0:
                target = 0 if 0 in (one, other) else larger // smaller
                assert DIVIDE.holds((one, other), target)
    assert Puzzle(3, values=(-1, 0, 1), rules=GAUGUIN).values == (-1, 0, 1)
