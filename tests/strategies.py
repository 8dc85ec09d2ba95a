"""Puzzles with a planted solution, for property tests: Latin square, then partition, then clues."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st

from kenken_cp.model.geometry import Cell, Grid, boxes, diagonals
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RULE_SETS, RuleSet

small_integers = st.integers(-4, 9)


@st.composite
def latin_squares(draw, size: int, values: tuple[int, ...]) -> Grid:
    """A cyclic square with rows, columns and values shuffled."""
    rows = draw(st.permutations(range(size)))
    columns = draw(st.permutations(range(size)))
    chosen = draw(st.permutations(values))[:size]
    return tuple(tuple(chosen[(r + c) % size] for c in columns) for r in rows)


@st.composite
def partitions(draw, size: int, most: int = 4) -> list[tuple[Cell, ...]]:
    """Groups of cells, mostly connected; some cells may be left in none."""
    unused = set(product(range(size), repeat=2))
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
    values = [grid[row][column] for row, column in cells]
    if rules.distinct_cages and len(set(values)) < len(values):
        return None
    operator = draw(st.sampled_from(rules.possible_operators(len(cells))))
    target = operator.evaluate(values)
    if target is None:
        return None
    hidden = draw(st.integers(0, 4)) == 0
    return Cage(cells, None if hidden else operator, target)


@st.composite
def planted(
    draw, sizes: st.SearchStrategy[int] | None = None, most: int = 4
) -> tuple[Puzzle, Grid]:
    """A puzzle of any kind, and one of its solutions."""
    size = draw(sizes if sizes is not None else st.integers(1, 4))
    rules = draw(st.sampled_from(tuple(RULE_SETS)))
    values = tuple(range(1, size + 1))
    if draw(st.booleans()):
        values = tuple(sorted(draw(st.sets(small_integers, min_size=size, max_size=size + 2))))
    grid = draw(latin_squares(size, values))
    cages = [clue(draw, rules, cells, grid) for cells in draw(partitions(size, most))]
    possible = [
        houses
        for houses in ((), diagonals(size), boxes(size, 2, 2) if size == 4 else ())
        if all(len({grid[r][c] for r, c in house}) == len(house) for house in houses)
    ]
    houses = draw(st.sampled_from(possible))
    found = tuple(cage for cage in cages if cage is not None)
    return Puzzle(size, found, values, houses, rules), grid
