"""Puzzles for tests, small and of every kind, around a planted grid: drawn by hypothesis
(``planted``), or by a seed (``random_puzzle``), whose clues are now and then wrong.
"""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from oracle import HIDDEN, TARGETS, meets

from kenken_cp.model.geometry import Cell, Grid, House, Size, all_cells, boxes, shape_of
from kenken_cp.model.houses import HOUSE_KINDS, anti_knight
from kenken_cp.model.operators import OPERATORS
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RULE_SETS, RuleSet


def examples(number: int) -> settings:
    """Of each hundred examples six by default, and twenty in the slow run; three at least."""
    return settings(max_examples=max(3, number * settings().max_examples // 100))


small_integers = st.integers(-4, 9)


def board_sizes(least: int, most: int) -> st.SearchStrategy[Size]:
    """Squares as one integer, and rectangles as (rows, columns), of that many rows and columns."""
    sides = st.integers(least, most)
    return sides | st.tuples(sides, sides)


@st.composite
def latin_squares(draw, size: Size, values: tuple[int, ...]) -> Grid:
    """A cyclic square with rows, columns and values shuffled; of a rectangle, a part of it."""
    row_count, column_count = shape_of(size)
    longest = max(row_count, column_count)
    rows = draw(st.permutations(range(longest)))[:row_count]
    columns = draw(st.permutations(range(longest)))[:column_count]
    chosen = draw(st.permutations(values))[:longest]
    return tuple(tuple(chosen[(r + c) % longest] for c in columns) for r in rows)


@st.composite
def partitions(draw, size: Size, most: int = 4) -> list[tuple[Cell, ...]]:
    """Groups of cells, mostly connected; some cells may be left in none."""
    unused = set(all_cells(*shape_of(size)))
    groups = []
    while unused:
        first = min(unused)
        group, wanted = [first], draw(st.integers(0, most))
        unused.remove(first)
        while len(group) < wanted and unused:
            near = {
                (r + dr, c + dc) for r, c in group for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
            }
            choices = sorted(near & unused) or sorted(unused)
            cell = draw(st.sampled_from(choices))
            group.append(cell)
            unused.remove(cell)
        if wanted:
            groups.append(tuple(group))
    return groups


def clue(draw, rules: RuleSet, cells: tuple[Cell, ...], grid: Grid) -> Cage | None:
    """A cage over cells that a grid satisfies; its operator may be hidden."""
    values = [grid[row][column] for row, column in sorted(cells)]  # as a cage has them
    if rules.distinct_cages and len(set(values)) < len(values):
        return None
    possible = rules.hidden_operators(len(cells))
    allowed = [operator for operator in OPERATORS if rules.allows(operator, len(cells))]
    operator = draw(st.sampled_from(possible) | st.sampled_from(allowed))
    target = operator.evaluate(values)
    if target is None:
        return None
    hidden = operator in possible and draw(st.integers(0, 4)) == 0
    return Cage(cells, None if hidden else operator, target)


def house_choices(size: Size) -> list[tuple[House, ...]]:
    """Extra houses that a board of this size may have: none, boxes that tile it, or those of a
    kind, such as diagonals; or two of their pairs.
    """
    rows, columns = shape_of(size)
    shapes = [
        (height, width)
        for height in range(2, rows + 1)
        for width in range(2, columns + 1)
        if not rows % height and not columns % width and height * width <= max(rows, columns)
    ]
    return [
        (),
        *(tuple(kind.houses(size)) for kind in HOUSE_KINDS if kind.houses(size)),
        anti_knight(size)[:2],
        *(boxes(size, *shape) for shape in shapes),
    ]


@st.composite
def planted(
    draw, sizes: st.SearchStrategy[Size] | None = None, most: int = 4
) -> tuple[Puzzle, Grid]:
    """A puzzle of any kind, square or not, and one of its solutions."""
    size = draw(sizes if sizes is not None else board_sizes(1, 4))
    longest = max(shape_of(size))
    rules = draw(st.sampled_from(tuple(RULE_SETS)))
    values = tuple(range(1, longest + 1))
    if draw(st.booleans()):
        chosen = st.sets(small_integers, min_size=longest, max_size=longest + 2)
        values = tuple(sorted(draw(chosen)))
    grid = draw(latin_squares(size, values))
    cages = [clue(draw, rules, cells, grid) for cells in draw(partitions(size, most))]
    possible = [
        houses
        for houses in house_choices(size)
        if all(len({grid[r][c] for r, c in house}) == len(house) for house in houses)
    ]
    houses = draw(st.sampled_from(possible))
    found = tuple(cage for cage in cages if cage is not None)
    return Puzzle(size, found, values, houses, rules), grid


# --- by a seed ------------------------------------------------------------------------------------


VALUES = (
    (1, 2, 3, 4, 5, 6),
    (0, 1, 2, 3, 4, 5),
    (-2, -1, 0, 1, 2, 3),
    (-6, -3, -2, 1, 4, 5),
    (0, 2, 3, 7, 12, 13),
    (2, 4, 8, 16, 32, 64),
    (-6, -5, -4, -3, -2, -1),
    (1, 10, 100, 1000, 10000, 100000),
)
"""What the values of a board are drawn from: with zero, negative ones, gaps, common factors."""

BASIC = ("add", "subtract", "multiply", "divide")

MOST_POWER_CELLS = 4
"""Each order of the values is a power: on more cells there are too many for the oracle."""


def random_puzzle(
    random: Random, most_cells: int = 12, *, shape: Cell | None = None, caged: float | None = None
) -> Puzzle:
    """A puzzle of any kind: a rectangle, any of the operators, shown or hidden, any values, extra
    houses, any rule set. Its clues are those of a planted grid, but for one in twelve.

    Args:
        most_cells: the cells of the largest board; at least 2.
        shape: rows and columns, at most 6; by default any.
        caged: the share of the cages that it keeps; by default most or all of them.
    """
    rows, columns = shape or random.choice(
        [(r, c) for r in range(1, 7) for c in range(1, 7) if 1 < r * c <= most_cells]
    )
    longest = max(rows, columns)
    number = min(6, longest + random.choice((0, 0, 0, 1, 2)))
    values = sorted(random.sample(random.choice(VALUES), number))
    rules = random.choice(("kenken", "calcudoku", "kenken", "calcudoku", "killer", *HIDDEN))
    board = _random_board(random, rows, columns, values)
    kept = random.choice((0.7, 0.9, 1)) if caged is None else caged
    cages = [
        _cage(random, rules, cells, [board[cell] for cell in cells])
        for cells in _partition(random, sorted(board))
        if random.random() < kept
    ]
    houses = _random_houses(random, board, number) if random.random() < 0.4 else []
    found = [cage for cage in cages if cage is not None]
    return Puzzle((rows, columns), found, values, houses, rules)


def _random_board(random: Random, rows: int, columns: int, values: list[int]) -> dict[Cell, int]:
    """A part of a cyclic Latin square, shuffled: its lines hold no value twice."""
    longest = max(rows, columns)
    down, across = random.sample(range(longest), rows), random.sample(range(longest), columns)
    used = random.sample(values, longest)
    return {
        (r, c): used[(down[r] + across[c]) % longest] for r in range(rows) for c in range(columns)
    }


def _partition(random: Random, cells: list[Cell]) -> list[list[Cell]]:
    """Groups of up to five cells, mostly of neighbours."""
    random.shuffle(cells)
    groups = []
    while cells:
        group = [cells.pop()]
        for _ in range(random.choice((0, 1, 1, 2, 2, 3, 4))):
            near = [one for one in cells if any(_adjacent(one, cell) for cell in group)]
            if cells:
                chosen = random.choice(near if near and random.random() < 0.85 else cells)
                cells.remove(chosen)
                group.append(chosen)
        groups.append(sorted(group))
    return groups


def _adjacent(one: Cell, other: Cell) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def _cage(random: Random, rules: str, cells: list[Cell], held: list[int]) -> Cage | None:
    """A cage whose clue the values meet, or now and then one that they nearly meet; None where they
    make no target of the operator that was drawn.
    """
    if rules == "killer" and len(set(held)) < len(held) and random.random() < 0.95:
        return None
    operator = random.choice(_operators(random, rules, len(cells)))
    targets = [
        made for made in TARGETS[operator](tuple(held)) if made is not None and made % 1 == 0
    ]
    if not targets:
        return None
    target = int(random.choice(sorted(targets))) + (random.random() < 1 / 12)
    hides = random.random() < 0.3 and meets(rules, None, target, tuple(held))
    return Cage(cells, None if hides else operator, target)


def _operators(random: Random, rules: str, cells: int) -> list[str]:
    """The operators that may be shown on that many cells; the four basic ones half of the time."""
    if cells == 1:
        return ["given"]
    basic = [name for name in BASIC if name in HIDDEN[rules]]
    if cells > 2 and rules != "calcudoku":
        basic = [name for name in basic if name in ("add", "multiply")]
    if rules not in ("kenken", "calcudoku") or random.random() < 0.5:
        return basic
    others = [name for name in TARGETS if name not in (*BASIC, "given")]
    if cells > 2:
        others.remove("modulo")
    if cells > MOST_POWER_CELLS:
        others.remove("power")
    return others


def _random_houses(random: Random, board: dict[Cell, int], most: int) -> list[list[Cell]]:
    """One to three, some of which the planted grid does not respect."""
    houses = []
    for _ in range(random.randint(1, 3)):
        house = random.sample(sorted(board), random.randint(1, min(most, len(board))))
        if len({board[cell] for cell in house}) == len(house) or random.random() < 0.2:
            houses.append(house)
    return houses
