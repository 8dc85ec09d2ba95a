"""Puzzles with a planted solution, for property tests: Latin rectangle, partition, clues."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st

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
    possible = rules.possible_operators(len(cells))
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
