"""What a format writes, it reads back, and nobody else claims."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import board_sizes, examples, house_choices, planted

from kenken_cp.errors import FormatError
from kenken_cp.formats import FORMATS, detect, dumps, dumps_all, loads, loads_all
from kenken_cp.logic.steps import Level
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import (
    Cell,
    all_cells,
    boxes,
    connected_components,
    diagonals,
    lines,
    shape_of,
)
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, GAUGUIN, KENKEN, KILLER, RULE_SETS, RuleSet
from kenken_cp.model.rules import has_same_meaning

BOX_SHAPES = {
    4: (2, 2),
    6: (2, 3),
    8: (2, 4),
    9: (3, 3),
    10: (2, 5),
    12: (3, 4),
    16: (4, 4),
    25: (5, 5),
}


SAID = st.text(alphabet="aA1 #:.-=[]{}\n\t\"'é", max_size=12)
"""Titles and levels, with all that means something elsewhere in a text."""


def partition(random: Random, size: int, largest: int) -> list[list[Cell]]:
    """Connected cages: each cell begins one or joins the one on its left or above it."""
    cage_at: dict[Cell, list[Cell]] = {}
    for cell in ((r, c) for r in range(size) for c in range(size)):
        neighbours = [(cell[0] - 1, cell[1]), (cell[0], cell[1] - 1)]
        open_cages = [cage_at[n] for n in neighbours if len(cage_at.get(n, [0] * 99)) < largest]
        cage = random.choice(open_cages) if open_cages and random.random() < 0.7 else []
        cage.append(cell)
        cage_at[cell] = cage
    return list({id(cage): cage for cage in cage_at.values()}.values())


def latin(random: Random, values: list[int], size: int) -> dict[Cell, int]:
    rows = random.sample(range(size), size)
    return {(r, c): values[(rows[r] + c) % size] for r in range(size) for c in range(size)}


def clue(random: Random, held: list[int]) -> tuple[str, int]:
    """An operator and the target that the planted values meet."""
    if len(held) == 1:
        return "=", held[0]
    clues = [("+", sum(held)), ("*", math.prod(held))]
    if len(held) == 2:
        small, large = sorted(held)
        clues.append(("-", large - small))
        if small > 0 and large % small == 0:
            clues.append(("/", large // small))
    return random.choice(clues)


@st.composite
def covered(draw: st.DrawFn) -> Puzzle:
    """Plain rules, every cell in a connected cage."""
    random = draw(st.randoms(use_true_random=False))
    size = draw(st.integers(1, 7))
    grid = latin(random, list(range(1, size + 1)), size)
    cages = [
        Cage(tuple(cells), *clue(random, [grid[cell] for cell in cells]))
        for cells in partition(random, size, draw(st.integers(1, 5)))
    ]
    return Puzzle(size, tuple(cages), title=draw(st.sampled_from(["", "kk_1", "Two words"])))


@st.composite
def with_free_cells(draw: st.DrawFn, rules: RuleSet) -> Puzzle:
    """Plain values, but only some of the cages: always the one with the last cell."""
    puzzle = draw(covered())
    random = draw(st.randoms(use_true_random=False))
    last = puzzle.cells[-1]
    kept = tuple(cage for cage in puzzle.cages if last in cage.cells or random.random() < 0.6)
    return Puzzle(puzzle.size, kept, rules=rules)


@st.composite
def anything(draw: st.DrawFn) -> Puzzle:
    """All that the data model can hold, solvable or not."""
    random = draw(st.randoms(use_true_random=False))
    size = draw(board_sizes(1, 6))
    longest = max(shape_of(size))
    powers = [2**i for i in range(longest)]
    values = draw(st.sampled_from([(), range(longest), range(-2, longest), powers]))
    rules = draw(st.sampled_from(tuple(RULE_SETS)))
    cells = list(all_cells(*shape_of(size)))
    random.shuffle(cells)
    cages = []
    while len(cells) > draw(st.integers(0, 3)):
        count = min(len(cells), draw(st.integers(1, 4)))
        taken, cells = cells[:count], cells[count:]
        operator = random.choice([None, *rules.possible_operators(count)])
        cages.append(Cage(tuple(taken), operator, draw(st.integers(-30, 200))))
    chosen = draw(st.lists(st.sampled_from(house_choices(size)), max_size=2))
    houses = [house for some in chosen for house in some]
    everywhere = all_cells(*shape_of(size))
    counts = draw(st.lists(st.integers(1, longest), max_size=2))
    houses += [tuple(random.sample(everywhere, count)) for count in counts]
    return Puzzle(
        size,
        tuple(cages),
        values=tuple(values),
        houses=tuple(houses),
        rules=rules,
        title=draw(SAID),
        expected=draw(st.none() | st.builds(Count, st.integers(0, 10**20), st.booleans())),
        level=draw(SAID | st.sampled_from(Level).map(str)),
    )


@st.composite
def sudokus(draw: st.DrawFn) -> Puzzle:
    random = draw(st.randoms(use_true_random=False))
    size = draw(st.sampled_from(sorted(BOX_SHAPES)))
    grid = latin(random, list(range(1, size + 1)), size)
    density = draw(st.sampled_from([0.0, 0.1, 0.3, 1.0]))
    cages = [Cage((cell,), "=", n) for cell, n in grid.items() if random.random() < density]
    return Puzzle(size, tuple(cages), houses=boxes(size, *BOX_SHAPES[size]))


def sum_cages(random: Random, grid: dict[Cell, int], size: int, *, free: float) -> list[Cage]:
    """Cages without a value twice, some of them left out."""
    cages = []
    for cells in partition(random, size, 5):
        if len({grid[cell] for cell in cells}) == len(cells) and random.random() >= free:
            operator = "+" if len(cells) > 1 else "="
            cages.append(Cage(tuple(cells), operator, sum(grid[cell] for cell in cells)))
    return cages


@st.composite
def killers(draw: st.DrawFn, sides: tuple[int, ...] = (2, 3), *, diagonal: bool = True) -> Puzzle:
    """Killer Sudokus with square boxes, solvable or not."""
    random = draw(st.randoms(use_true_random=False))
    side = draw(st.sampled_from(sides))
    size = side * side
    houses = boxes(size, side, side)
    if diagonal and draw(st.booleans()):
        houses += diagonals(size)
    cages = sum_cages(random, latin(random, list(range(1, size + 1)), size), size, free=0.2)
    return Puzzle(size, tuple(cages), houses=houses, rules=KILLER)


@st.composite
def jigsaws(draw: st.DrawFn) -> Puzzle:
    """Sudokus with boxes of any shape, killers and others."""
    random = draw(st.randoms(use_true_random=False))
    size = draw(st.integers(4, 7))
    regions = [list(line) for line in lines(size, size)[:size]]
    for _ in range(draw(st.integers(0, 3))):  # two rows that share some of their columns
        above = random.randrange(size - 1)
        for column in random.sample(range(size), random.randrange(size)):
            one, other = regions[above], regions[above + 1]
            one[column], other[column] = other[column], one[column]
    houses = tuple(map(tuple, regions))
    if draw(st.booleans()):
        houses += diagonals(size)
    grid = latin(random, list(range(1, size + 1)), size)
    killer = draw(st.booleans())
    cages = [Cage((cell,), "=", n) for cell, n in grid.items() if random.random() < 0.3]
    if killer:
        cages = sum_cages(random, grid, size, free=0.2)
        killer = any(len(cage.cells) > 1 for cage in cages)
    return Puzzle(size, tuple(cages), houses=houses, rules=KILLER if killer else KENKEN)


@st.composite
def solos(draw: st.DrawFn) -> Puzzle:
    """What the game takes: plain Sudokus, jigsaws, and killers whose cages cover the board."""
    puzzle = draw(sudokus() | killers() | jigsaws())
    random = draw(st.randoms(use_true_random=False))
    size = puzzle.rows
    houses = [house for house in puzzle.houses if _joined(house) or house in diagonals(size)]
    if len(houses) < len(puzzle.houses):
        houses = []
    if puzzle.rules is not KILLER:
        return replace(puzzle, houses=tuple(houses))
    pairs = [line[at : at + 2] for line in lines(size, size)[:size] for at in range(0, size - 1, 2)]
    if size % 2:  # the last cell of a row belongs to the cage before it
        pairs = [pair + ((pair[0][0], size - 1),) * (pair[1][1] == size - 2) for pair in pairs]
    cages = [Cage(pair, "+", random.randint(1, 2 * size)) for pair in pairs]
    return replace(puzzle, cages=tuple(cages), houses=tuple(houses))


def _joined(cells: tuple[Cell, ...]) -> bool:
    return len(connected_components(cells)) == 1


def has_sums(puzzle: Puzzle) -> bool:
    return any(len(cage.cells) > 1 for cage in puzzle.cages)


@st.composite
def covered_sums(draw: st.DrawFn) -> Puzzle:
    """Plain rules, every cell in a cage, which is a sum or a given."""
    random = draw(st.randoms(use_true_random=False))
    size = draw(st.integers(1, 7))
    grid = latin(random, list(range(1, size + 1)), size)
    cages = [
        Cage(tuple(cells), "+" if len(cells) > 1 else "=", sum(grid[cell] for cell in cells))
        for cells in partition(random, size, draw(st.integers(1, 5)))
    ]
    return Puzzle(size, tuple(cages))


def arrow_killers() -> st.SearchStrategy[Puzzle]:
    """With enough cages of several cells to show what they are."""
    found = killers((3,), diagonal=False)
    return found.filter(lambda puzzle: sum(len(cage.cells) - 1 for cage in puzzle.cages) > 20)


@st.composite
def covered_killers(draw: st.DrawFn) -> Puzzle:
    """Killer Sudokus of 9x9 with a sum everywhere."""
    random = draw(st.randoms(use_true_random=False))
    cages = partition(random, 9, 5)
    while len(cages) > 52:
        cages = [*cages[2:], cages[0] + cages[1]]
    sums = [Cage(cells, "+", random.randint(1, 45)) for cells in cages]
    return Puzzle(9, sums, houses=boxes(9, 3, 3), rules=KILLER)


@st.composite
def whole_killers(draw: st.DrawFn) -> Puzzle:
    """The same with the sums of a grid."""
    random = draw(st.randoms(use_true_random=False))
    grid = latin(random, list(range(1, 10)), 9)
    cages = partition(random, 9, 5)
    sums = [Cage(some, "+" if len(some) > 1 else "=", sum(map(grid.get, some))) for some in cages]
    return Puzzle(9, sums, houses=boxes(9, 3, 3), rules=KILLER)


PUZZLES = {
    "native": anything() | sudokus() | planted().map(lambda found: found[0]),
    "json": anything() | sudokus() | planted().map(lambda found: found[0]),
    "keen": covered(),
    "sudoku": sudokus(),
    "penpa": covered().map(lambda puzzle: replace(puzzle, rules=CALCUDOKU)),
    "solo": solos(),
    "unequal": sudokus().map(lambda puzzle: replace(puzzle, houses=())),
    "f-puzzles": sudokus() | jigsaws() | killers().filter(has_sums),
    "sudokupad": sudokus() | jigsaws() | killers().filter(has_sums),
    "ps": killers(),
    "sumocue": jigsaws() | killers().filter(has_sums),
    "arrows": arrow_killers(),
    "killer-list": killers(),
    "rmit": killers(diagonal=False)
    | sudokus().filter(lambda puzzle: puzzle.rows in (4, 9, 16, 25) and bool(puzzle.cages)),
    "letters": with_free_cells(KENKEN).filter(lambda puzzle: puzzle.rows > 1),
    "upc": with_free_cells(KENKEN).filter(lambda puzzle: puzzle.rows > 1),
    "indexgrid": covered(),
    "share": covered(),
    "inline": covered(),
    "krazydad": covered_killers(),
    "codingame": covered_killers(),
    "cpe101": covered_sums(),
    "sums": whole_killers(),
    "pairs": covered().filter(lambda puzzle: any(len(cage.cells) > 1 for cage in puzzle.cages)),
    "objects": with_free_cells(KENKEN).filter(
        lambda puzzle: any(0 in cell for cage in puzzle.cages for cell in cage.cells)
    ),
}
RULES = {
    **dict.fromkeys(("calcudoku", "vk", "blocks", "lists", "ipuz", "penpa"), CALCUDOKU),
    "gauguin": GAUGUIN,
    **dict.fromkeys(
        ("ps", "sumocue", "arrows", "killer-list", "rmit", "krazydad", "codingame", "sums"), KILLER
    ),
}
"""What a format's puzzles have, where that is not ``kenken``."""

READ_ONLY = ("gauguin", "walls", "drawn")
"""Their texts hold a solution, which no puzzle does, or are drawn by what formats do not know."""

NAMES = [format_.name for format_ in FORMATS]
WRITTEN = [name for name in NAMES if name not in READ_ONLY]
for _name in NAMES:
    PUZZLES.setdefault(_name, with_free_cells(RULES.get(_name, KENKEN)))


@pytest.mark.parametrize("name", WRITTEN)
@examples(60)
@given(data=st.data())
def test_written_puzzle_is_recognised_and_read_back(name: str, data: st.DataObject) -> None:
    puzzle = data.draw(PUZZLES[name])
    text = dumps(puzzle, name)
    assert text == text.rstrip("\n") + "\n"
    assert detect(text).name == name
    assert loads(text) == puzzle
    assert loads(text.replace("\n", "\r\n"), name) == puzzle


OF_MANY = (KENKEN, CALCUDOKU, GAUGUIN)
"""Rule sets under which many clues mean the same."""


@pytest.mark.parametrize("name", WRITTEN)
@examples(40)
@given(data=st.data())
def test_a_puzzle_of_the_same_meaning_is_written(name: str, data: st.DataObject) -> None:
    """Reading it back gives the rules of the format."""
    puzzle = data.draw(PUZZLES[name])
    same = [rules for rules in OF_MANY if has_same_meaning(puzzle, rules)]
    rules = data.draw(st.sampled_from([puzzle.rules, *same]))
    text = dumps(replace(puzzle, rules=rules), name)
    assert detect(text).name == name
    again = loads(text)
    assert again == replace(puzzle, rules=again.rules)
    assert has_same_meaning(puzzle, again.rules)


@pytest.mark.parametrize("name", ["calcudoku", "vk", "blocks", "lists", "ipuz", "penpa"])
def test_a_kenken_puzzle_in_a_format_of_calcudoku_rules(name: str) -> None:
    cages = [Cage([(0, 0), (0, 1)], "-", 1), Cage([(0, 2), (1, 2)], "/", 2)]
    cages += [Cage([(1, 0), (1, 1), (2, 0), (2, 1)], "+", 9), Cage([(2, 2)], "=", 3)]
    puzzle = Puzzle(3, cages)
    assert loads(dumps(puzzle, name), name) == replace(puzzle, rules=CALCUDOKU)
    hidden = replace(puzzle, cages=(Cage(cages[2].cells, None, 9), *cages[:2], cages[3]))
    with pytest.raises(FormatError, match="kenken rules; expected calcudoku"):
        dumps(hidden, name)


@pytest.mark.parametrize("name", ["keen", "neknek", "cs332", "aikenken", "tuples", "upc", "xy"])
def test_a_calcudoku_puzzle_in_a_format_of_kenken_rules(name: str) -> None:
    two = [Cage([(0, 0), (0, 1)], "-", 1), Cage([(0, 2), (1, 2)], "/", 2)]
    others = [Cage([(1, 0), (1, 1)], "*", 6), Cage([(2, 0), (2, 1), (2, 2)], "+", 6)]
    puzzle = Puzzle(3, [*two, *others], rules=CALCUDOKU)
    assert loads(dumps(puzzle, name), name) == replace(puzzle, rules=KENKEN)
    three = replace(puzzle, cages=(*two, others[0], Cage(others[1].cells, "-", 0)))
    with pytest.raises(FormatError, match="calcudoku rules; expected kenken"):
        dumps(three, name)


@given(found=planted(board_sizes(1, 4) | st.tuples(st.integers(5, 12), st.integers(1, 3)), most=3))
def test_a_picture_shows_its_size(found: tuple[Puzzle, object]) -> None:
    """The size of a rectangle may be left out, where there is a word for each cell."""
    text = dumps(found[0])
    without = "".join(line for line in text.splitlines(True) if not line.startswith("size: "))
    picture = next(part for part in without.split("\n\n") if ":" not in part)
    one_word = len(picture.split("\n", 1)[0].split()) == 1
    if found[0].columns > 1 or (one_word and len(picture.split("\n", 1)[0].strip()) == 1):
        assert loads(without, "native") == found[0]


@pytest.mark.parametrize("name", ["native", "json"])
@examples(60)
@given(puzzle=anything())
def test_what_is_said_of_a_puzzle_is_kept(name: str, puzzle: Puzzle) -> None:
    again = loads(dumps(puzzle, name), name)
    assert " ".join(again.title.split()) == " ".join(puzzle.title.split())
    if name == "native":  # JSON has no level
        assert " ".join(again.level.split()) == " ".join(puzzle.level.split())
    assert str(again.expected) == str(puzzle.expected)


@examples(20)
@given(puzzles=st.lists(anything(), min_size=2, max_size=3))
def test_a_level_stays_with_its_puzzle_where_files_are_put_together(puzzles: list[Puzzle]) -> None:
    texts = [dumps(replace(puzzle, level=f"level {n}")) for n, puzzle in enumerate(puzzles)]
    assert [puzzle.level for puzzle in loads_all("".join(texts))] == [
        f"level {n}" for n in range(len(puzzles))
    ]


@pytest.mark.parametrize("name", [f.name for f in FORMATS if f.join])
@examples(20)
@given(data=st.data())
def test_several_puzzles_in_one_text(name: str, data: st.DataObject) -> None:
    puzzles = data.draw(st.lists(PUZZLES[name], min_size=1, max_size=4))
    text = dumps_all(puzzles, name)
    assert loads_all(text, name) == puzzles
    assert detect(text).name == name


def test_sixteen_small_sudokus_are_not_one_large_one() -> None:
    small = Puzzle(4, (Cage(((0, 0),), "=", 3),), houses=boxes(4, 2, 2))
    assert loads_all(dumps_all([small] * 16, "sudoku")) == [small] * 16


ONLY_SUMS_AND_GIVENS = {
    "letters": "2\nAA\nBB\nA + 3\nB + 3\n",
    "rooms": "1 1\n2 2\n1: 3+\n2: 3+\n",
    "native": "ab\nab\n\na 3+\nb 3+\n",
    "json": '{"size": 1, "cages": [], "rules": "calcudoku"}',
    "keen": "2:b__,a3a3\n",
    "cs332": "Cage 3 Add [(1, 1), (1, 2)]",
    "sudoku": "1..............." + "\n",
}


@pytest.mark.parametrize("name", NAMES)
def test_rules_that_are_given_go_before_those_of_the_text(name: str) -> None:
    text = ONLY_SUMS_AND_GIVENS.get(name, FORMATS.named(name).example)
    assert loads(text, name).rules is (CALCUDOKU if name == "json" else RULES.get(name, KENKEN))
    assert loads(text, name, rules="killer").rules is KILLER
    assert loads(text, name, rules=KILLER).rules is KILLER
