"""What formats can express: the list, held against other puzzles than those it is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kenken_cp.errors import FormatError, KenKenError
from kenken_cp.formats import FORMATS, Format, dumps, dumps_all, loads_all
from kenken_cp.formats.features import FEATURES, abilities, missing
from kenken_cp.model.geometry import boxes, diagonals
from kenken_cp.model.operators import OPERATORS
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RULE_SETS, RuleSet


def covered(rules: RuleSet | str, size: int, **others: object) -> Puzzle:
    """Every cell in a cage that goes down: two cells, and in the last column the rest."""
    cages = []
    for column in range(size):
        for row in range(0, size - size % 2, 2):
            end = size if row + 3 == size else row + 2
            cells = [(each, column) for each in range(row, end)]
            target = sum((each + column) % size + 1 for each, _ in cells)
            cages.append(Cage(cells, "+", target))
    return Puzzle(size, cages, rules=rules, **others)  # type: ignore[arg-type]


def killer(**others: object) -> Puzzle:
    return covered("killer", 9, houses=boxes(9, 3, 3), **others)


def worlds() -> Iterator[Puzzle]:
    """What the formats hold that hold little."""
    yield covered("kenken", 5)
    yield covered("calcudoku", 5)
    yield killer()
    sudoku = Puzzle(
        9, [Cage([(4, column)], "=", column + 1) for column in range(5)], houses=boxes(9, 3, 3)
    )
    yield sudoku
    yield replace(sudoku, houses=())


def with_first(puzzle: Puzzle, *cages: Cage) -> Puzzle:
    return replace(puzzle, cages=(*cages, *puzzle.cages[1:]))


def with_feature(name: str, puzzle: Puzzle) -> Puzzle | None:
    """A puzzle that has a feature, made of one that may not have it; None if it cannot."""
    given, first = Cage([(0, 0)], "=", 1), puzzle.cages[0]
    match name:
        case "rectangles":
            cells = [[(0, column), (1, column)] for column in range(3)]
            return Puzzle((2, 3), [Cage(each, "+", 3) for each in cells], rules=puzzle.rules)
        case "values" if len(first.cells) > 1:
            values = tuple(value - 1 for value in puzzle.values)
            sums = [each.target - len(each.cells) for each in puzzle.cages]
            cages = [Cage(each.cells, "+", sums.pop(0)) for each in puzzle.cages]
            return replace(puzzle, values=values, cages=tuple(cages))
        case "hidden" if len(first.cells) > 1:
            return with_first(puzzle, Cage(first.cells, None, first.target))
        case "givens" if len(first.cells) > 1:
            other = Cage([(1, 0)], "=", first.target - 1)
            return with_first(puzzle, given, other)
        case "givens":
            return puzzle
        case "free":
            return with_first(puzzle)
        case "split" if len(first.cells) > 1:
            second = puzzle.cages[2]  # a diagonal neighbour is enough for some formats
            cells = (*first.cells[:1], *second.cells[1:]), (*second.cells[:1], *first.cells[1:])
            cages = [Cage(each, "+", 5) for each in cells]
            return replace(puzzle, cages=(*cages, puzzle.cages[1], *puzzle.cages[3:]))
        case "boxes":
            return puzzle if puzzle.houses else covered(puzzle.rules, 4, houses=boxes(4, 2, 2))
        case "regions" if not puzzle.houses:
            rows = ("aaab", "acbb", "ccbd", "cddd")
            houses = [
                tuple((r, c) for r in range(4) for c in range(4) if rows[r][c] == label)
                for label in "abcd"
            ]
            return covered(puzzle.rules, 4, houses=houses)
        case "regions":
            one, *others = (list(house) for house in boxes(9, 3, 3))
            one[2], others[0][3] = others[0][3], one[2]
            return replace(puzzle, houses=[tuple(sorted(each)) for each in (one, *others)])
        case "diagonals":
            return replace(puzzle, houses=(*puzzle.houses, *diagonals(puzzle.rows)))
        case "houses":
            return replace(puzzle, houses=(*puzzle.houses, ((0, 0), (2, 1), (3, 3))))
        case "title":
            return replace(puzzle, title="sample")
        case "level":
            return replace(puzzle, level="7")
        case "solutions":
            return replace(puzzle, expected=2)
    return None


def holds(known: Format, puzzle: Puzzle | None) -> bool:
    try:
        if puzzle is None:
            return False
        (back,) = loads_all(known.write(puzzle), known.name)
    except KenKenError:
        return False
    said = all(
        stated in (stated_back, None, "")
        for stated, stated_back in (
            (puzzle.title, back.title),
            (puzzle.level, back.level),
            (puzzle.expected, back.expected),
        )
    )
    return back == puzzle and said


BY_DEFAULT = {"keen", "sudoku", "arrows", "mathdoku-yaml", "gauguin"}


@pytest.mark.parametrize(
    "known",
    [
        pytest.param(
            each, id=each.name, marks=[] if each.name in BY_DEFAULT else pytest.mark.complete
        )
        for each in FORMATS
    ],
)
def test_the_list_is_right_of_other_puzzles(known: Format) -> None:
    found = abilities(known)
    names = {feature.name for feature in found.features}
    for feature in FEATURES:
        probes = [with_feature(feature.name, puzzle) for puzzle in worlds()]
        assert all(feature.needed(probe) for probe in probes if probe is not None)
        held = any(holds(known, probe) for probe in probes)
        assert held is (feature.name in names), (feature.name, held)
    for operator in OPERATORS:
        cells, target = [(0, 0), (1, 0)], 1
        probes = [
            with_first(puzzle, Cage(cells, operator, target))
            for puzzle in worlds()
            if operator.stands_on(2)
            and len(puzzle.cages[0].cells) == 2
            and puzzle.rules.allows(operator, 2)
        ]
        held = any(holds(known, probe) for probe in probes)
        assert held is (operator in found.operators), operator.name
    join = known.join
    twice = any(
        loads_all(join([known.write(puzzle)] * 2), known.name) == [puzzle] * 2
        for puzzle in worlds()
        if join is not None and holds(known, puzzle)
    )
    assert twice is found.several


def test_sizes_and_rules_of_some() -> None:
    for name, sizes in (("neknek", (1, 26)), ("lists", (1, 9)), ("krazydad", (9, 9))):
        found = abilities(FORMATS.named(name)).sizes
        assert (found[0], found[-1]) == sizes
    for name, rules in (("native", RULE_SETS.names()), ("vk", ["calcudoku"]), ("gauguin", [])):
        assert [each.name for each in abilities(FORMATS.named(name)).rules] == rules


@pytest.mark.parametrize(
    ("puzzle", "to", "lacking"),
    [
        (Puzzle(3, [Cage([(r, c) for r in range(3)], "-", 0) for c in range(3)], rules="calcudoku"),
         "keen", ["calcudoku rules"]),
        (covered("calcudoku", 4, values=(0, 1, 2, 3)), "keen", ["unusual values"]),
        (Puzzle((2, 3)), "keen", ["rectangles", "free cells"]),
        (covered("kenken", 4, values=(0, 1, 2, 3)), "bparr", ["unusual values"]),
        (Puzzle(2, [Cage([(0, 0), (0, 1)], "mod", 1), Cage([(1, 0), (1, 1)], "max", 2)]), "mapu",
         ["the operators mod max"]),
        (Puzzle(6, houses=[*boxes(6, 2, 3), *diagonals(6)]), "keen",
         ["free cells", "boxes", "diagonals"]),
        (Puzzle(4, houses=[((0, 0), (1, 1))]), "neknek", ["any other houses"]),
    ],
)  # fmt: skip
def test_what_keeps_a_puzzle_out(puzzle: Puzzle, to: str, lacking: list[str]) -> None:
    assert missing(puzzle, FORMATS.named(to)) == lacking
    assert missing(puzzle, FORMATS.named("native")) == []
    with pytest.raises(FormatError) as error:
        dumps(puzzle, to)
    words = " or ".join([", ".join(lacking[:-1]), lacking[-1]] if lacking[1:] else lacking)
    assert error.value.message.endswith(f"({to} never holds {words})")


def test_nothing_is_added_where_a_format_holds_such() -> None:
    with pytest.raises(FormatError, match=r"expected 1 or more\Z"):
        dumps_all([with_first(covered("kenken", 4), Cage([(0, 0), (1, 0)], "-", 0))], "keen")
