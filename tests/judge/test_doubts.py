"""Right answers among what looks like boards: read right, or unreadable, with advice.

Whoever is wrong stays wrong: nothing passes because it can be read in another way.
"""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from judge.test_false_passes import NONE, SEVERAL, UNIQUE, found, rows, verdicts

from kenken_cp import Cage, Puzzle
from kenken_cp.judge.answers import Claim, read_answers
from kenken_cp.judge.verdicts import Kind

FOUR = Puzzle(4, [Cage([(0, c)], None, c + 1) for c in range(4)] + [Cage([(1, 0)], None, 2)])
ALL = [*UNIQUE, *SEVERAL, ("several 4x4", FOUR), *NONE]


def side_by_side(grids, gap, between=" ", number=5):
    return "".join(
        "".join(
            gap.join(between.join(map(str, row)) for row in abreast) + "\n"
            for abreast in zip(*some, strict=True)
        )
        + "\n"
        for some in (grids[at : at + number] for at in range(0, len(grids), number))
    )


@pytest.mark.parametrize(
    ("gap", "between"), [("   ", " "), ("\t", " "), ("  |  ", " "), ("  ", ""), ("    ", ", ")]
)
def test_boards_side_by_side_are_read_by_the_gaps_between_them(gap, between):
    kinds, claim = verdicts(lambda p, g: side_by_side(g, gap, between) or "none\n", ALL)
    assert {kind for kind, _ in kinds} == {Kind.RIGHT}
    assert claim is Claim.GRIDS


def test_frames_of_boards_side_by_side():
    rule = "+---+---+---+   +---+---+---+\n"
    text = rule + rule.join(
        f"| {a} | {b} | {c} |   | {b} | {c} | {a} |\n" for a, b, c in ("123", "231", "312")
    )
    first, second = ((1, 2, 3), (2, 3, 1), (3, 1, 2)), ((2, 3, 1), (3, 1, 2), (1, 2, 3))
    assert read_answers(text + rule, Puzzle(3)).grids == (first, second)


def test_decimals_after_a_comma():
    """A 2x2 board of them is not taken for one of 4 cells a line, of which some are zero."""

    def printed(puzzle, grids):
        boards = [rows([[f"{value},0" for value in row] for row in grid]) for grid in grids]
        return "\n\n".join(boards) or "none\n"

    kinds, _ = verdicts(printed, UNIQUE)
    advice = "the values seem to have decimals after a comma: print whole numbers"
    assert set(kinds) == {(Kind.UNREADABLE, advice)}


def test_decimals_are_no_boards_side_by_side():
    text = "[[1. 2.]\n [2. 3.]\n [3. 1.]]\n"
    assert read_answers(text, Puzzle((3, 2))).grids == (((1, 2), (2, 3), (3, 1)),)


def test_a_board_a_line_stays_a_board_a_line():
    lines = ["1234 2143 3412 4321"] * 4
    assert len(read_answers("\n".join(lines), Puzzle(4)).grids) == 4
    assert len(set(read_answers("\n".join(lines), Puzzle(4)).grids)) == 1


def csv(grids, first=1):
    return "".join(
        f"{number},{r},{','.join(map(str, row))}\n"
        for number, grid in enumerate(grids, first)
        for r, row in enumerate(grid, first)
    )


def options(puzzle, start, form):
    return start + form([*permutations(range(1, puzzle.columns + 1))][: puzzle.rows]) + "\n\n"


def tuples_a_line(options):
    return "\n" + "\n".join(map(str, options))


def numbers_a_line(options):
    return "\n" + rows(options)


POINT = '{{"x": {c}, "y": {r}, "value": {v}}}'


def of_points(grids, form=POINT, by_columns=False):
    """A list of cells for each grid; the column is x, which counts from 0."""
    lists = []
    for grid in grids:
        cells = [(r, c, v) for r, row in enumerate(grid) for c, v in enumerate(row)]
        cells.sort(key=lambda cell: cell[by_columns])
        lists.append(", ".join(form.format(r=r, c=c, v=v) for r, c, v in cells))
    return "[" + ",\n".join(f"[{cells}]" for cells in lists) + "]\n"


ONE_LINE = "the boards seem to be in one line"
SIDE = "the boards seem to be side by side"
NUMBERS = "the first number of each line seems to count"
BESIDE = "beside the answers look like boards"
WORDS = "under other headings than the answers"
DOUBTFUL = {
    "no gaps": (lambda p, g: side_by_side(g, " "), SIDE),
    "as many as rows": (lambda p, g: side_by_side(g, "   ", number=p.rows), SIDE),
    "in one line": (
        lambda p, g: "".join("|".join("".join(map(str, row)) for row in grid) + ";" for grid in g),
        ONE_LINE,
    ),
    "JavaScript's toString": (
        lambda p, g: ",".join(str(value) for grid in g for row in grid for value in row) + "\n",
        ONE_LINE,
    ),
    "JSON of packed boards": (
        lambda p, g: json.dumps(["".join(str(v) for row in grid for v in row) for grid in g]),
        ONE_LINE,
    ),
    "all digits glued": (
        lambda p, g: "".join(str(value) for grid in g for row in grid for value in row) + "\n",
        ONE_LINE,
    ),
    "packed rows in one line": (
        lambda p, g: " ".join("".join(map(str, row)) for grid in g for row in grid) + "\n",
        ONE_LINE,
    ),
    "numbers of boards and rows": (lambda p, g: csv(g), NUMBERS),
    "under a heading": (lambda p, g: "solution,row,c1,c2\n" + csv(g), NUMBERS),
    "list of options": (lambda p, g: options(p, "", str) + "".join(map(rows, g)), BESIDE),
    "tuples a line": (lambda p, g: options(p, "", tuples_a_line) + "".join(map(rows, g)), BESIDE),
    "lists and tuples": (
        lambda p, g: str([*map(list, permutations(range(1, p.columns + 1)))]) + f"\n{g[0]}\n",
        BESIDE,
    ),
    "tuples and lists": (lambda p, g: options(p, "", str) + str([*map(list, g[0])]), BESIDE),
    "rows of options": (
        lambda p, g: options(p, "Candidates:\n", numbers_a_line) + "Solution:\n" + rows(g[0]),
        WORDS,
    ),
    "up to a blank line": (
        lambda p, g: options(p, "possible rows:", numbers_a_line) + "".join(map(rows, g)),
        WORDS,
    ),
}


@pytest.mark.parametrize(("printed", "advice"), DOUBTFUL.values(), ids=DOUBTFUL)
def test_what_can_be_read_in_two_ways_is_unreadable_and_says_what_to_do(printed, advice):
    kinds, _ = verdicts(lambda p, g: printed(p, g) if g else "No solution\n", ALL)
    wrong = [(kind, detail) for kind, detail in kinds if kind is not Kind.RIGHT]
    assert wrong
    assert {kind for kind, _ in wrong} == {Kind.UNREADABLE}
    assert all(advice in detail for _, detail in wrong), wrong


def test_lists_of_rows_printed_twice_are_duplicates():
    """They were taken for the solution and, below it, lists that are no answers."""
    kinds, _ = verdicts(
        lambda p, g: "\n".join(2 * [*map(str, g[0]), ""]), UNIQUE, claim=Claim.GRIDS
    )
    assert {kind for kind, _ in kinds} == {Kind.DUPLICATE}


def test_such_a_reading_does_not_say_what_the_solver_claims():
    """That it prints two boards does not mean that it finds every solution."""
    kinds, claim = verdicts(
        lambda p, g: (options(p, "", str) if p.rows == 3 else "") + rows(g[0]), ALL[:-1]
    )
    assert claim is Claim.FIRST
    assert {kind for kind, _ in kinds} == {Kind.UNREADABLE, Kind.RIGHT}


WRONG = {
    "a grid that breaks a rule": lambda p, g: [g[0][:1] * p.rows],
    "and then the right ones": lambda p, g: [g[0][:1] * p.rows, *g],
    "and before it": lambda p, g: [*g, g[0][:1] * p.rows],
    "one is there twice": lambda p, g: [*g, g[0]],
    "one is missing": lambda p, g: g[1:],
}


@pytest.mark.parametrize("changed", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize(
    "printed",
    [
        lambda g: "".join(map(rows, g)),
        lambda g: str([[list(row) for row in grid] for grid in g]),
        lambda g: found(g) + "".join(f"Solution {n}:\n{rows(x)}" for n, x in enumerate(g, 1)),
        lambda g: side_by_side(g, "   "),
    ],
    ids=["rows", "lists", "headings", "side by side"],
)
def test_wrong_answers_keep_their_fault(changed, printed):
    kinds, _ = verdicts(lambda p, g: printed(changed(p, g)), SEVERAL, Claim.GRIDS)
    assert {kind for kind, _ in kinds} <= {Kind.WRONG_GRID, Kind.DUPLICATE, Kind.MISSING}


def test_a_column_of_ones_counts_no_rows():
    text = "1 1   1 2   2 1\n1 1   2 1   1 2\n"
    assert verdicts(lambda p, g: text, SEVERAL[:1], Claim.GRIDS)[0][0][0] is Kind.WRONG_GRID


def test_a_wrong_grid_where_there_is_none():
    for text in ("1 2\n2 1\n", "[[1, 2], [2, 1]]\n", "Trying\n1 2\n2 1\n", "1,1,1,2\n1,2,2,1\n"):
        assert verdicts(lambda p, g, text=text: text, NONE, Claim.GRIDS)[0][0][0] is Kind.WRONG_GRID


def test_grids_and_no_solution():
    said = "1 2\n2 1\nThere is no solution\n"
    ((kind, detail),) = verdicts(lambda p, g: said, NONE)[0]
    assert (kind, "says that there is no solution" in detail) == (Kind.UNREADABLE, True)


def test_the_puzzle_printed_again_is_not_read_again():
    puzzle = "1 2\n2 .\n"
    found = read_answers(puzzle + "Solution\n1 2\n2 1\n", Puzzle(2), puzzle)
    assert found.grids
    assert puzzle not in found.text


@pytest.mark.parametrize(("between", "first"), [(" ", "A"), ("", "A"), (" | ", "a")])
def test_letters_for_values(between, first):
    """No board of nine values or fewer is read from letters: the message asks for numbers."""

    def letters(grid):
        return [[chr(ord(first) + value - 1) for value in row] for row in grid]

    def printed(puzzle, grids):
        boards = ("\n".join(map(between.join, letters(grid))) + "\n\n" for grid in grids)
        return "".join(boards) or "no solution\n"

    kinds, _ = verdicts(printed, [("lone", Puzzle(1)), *ALL])
    asked = (Kind.UNREADABLE, "the values seem to be letters: print numbers")
    assert kinds == [asked] * len(ALL) + [(Kind.RIGHT, "")]
    only_one, _ = verdicts(lambda p, g: printed(p, g[:1]), SEVERAL, Claim.GRIDS)
    assert asked not in only_one


@pytest.mark.parametrize(
    "form",
    [
        POINT,
        "{{ x: {c}, y: {r}, value: {v} }}",
        "Cell(x={c}, y={r}, value={v})",
        "{{X:{c} Y:{r} Value:{v}}}",
        "{{'value': {v}, 'y': {r}, 'x': {c}}}",
        '{{"x": {r}, "y": {c}, "val": {v}}}',  # the one that changes first is the column
        '{{"row": {r}, "col": {c}, "num": {v}, "given": false}}',
        '{{\n   "digit": "{v}",\n   "column": {c},\n   "row": {r}\n  }}',
        "Cell(i={r}, j={c}, v={v})",
    ],
)
def test_lists_of_cells(form):
    kinds, claim = verdicts(lambda p, g: of_points(g, form), [*UNIQUE, *SEVERAL, *NONE])
    assert ({kind for kind, _ in kinds}, claim) == ({Kind.RIGHT}, Claim.GRIDS)


WAYS = Puzzle(3, [Cage([(0, 0)], None, 1), Cage([(0, 1)], None, 2), Cage([(1, 0)], None, 3)])


def test_points_column_by_column_may_be_meant_otherwise():
    kinds, _ = verdicts(lambda p, g: of_points(g, by_columns=True), [("ways", WAYS)])
    ((kind, detail),) = kinds
    assert (kind, "print r1c2 = 3, or row and col" in detail) == (Kind.UNREADABLE, True)


def test_points_of_a_wrong_grid():
    wrong = ((1, 2, 3), (3, 1, 2), (3, 2, 1))
    ((kind, _),), _ = verdicts(lambda p, g: of_points([wrong]), [("ways", WAYS)])
    assert kind is Kind.WRONG_GRID
