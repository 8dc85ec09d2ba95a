"""Grids by the block: none passes that would not pass alone."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import board_sizes, examples, planted

from kenken_cp import CALCUDOKU, KILLER, Cage, InternalError, Limits, Puzzle, Status, loads
from kenken_cp.model.rules import Checker, violations
from kenken_cp.search.backend import BACKENDS, Backend
from kenken_cp.search.protocol import Ended
from kenken_cp.search.run import find_solutions

np = pytest.importorskip("numpy")
blocks = pytest.importorskip("kenken_cp.search.blocks")


def block_of(grids: Iterable, values=(1,)):
    grids = list(grids)
    flat = [[value for row in grid for value in row] for grid in grids]
    return blocks.Block(np.array(flat, blocks.cell_type(values)).T.copy(), len(grids[0][0]))


def solutions_of(puzzle, most=200):
    found = []
    find_solutions(puzzle, lambda grid: not found.append(grid), Limits(most))
    return found


@pytest.mark.parametrize(
    ("values", "size"), [((-128, 127), 1), ((-129, 0), 8), ((0, 128), 8), ((-(10**6), 10**6), 8)]
)
def test_a_cell_takes_one_byte_if_all_values_fit_into_it(values, size):
    assert np.dtype(blocks.cell_type(values)).itemsize == size
    assert block_of([(values,)], values).values.ravel().tolist() == list(values)


class TestALyingEngine:
    """A stand-in that pushes blocks."""

    GRIDS = solutions_of(Puzzle(4))

    def run(self, pushed, puzzle=Puzzle(4), **more):  # noqa: B008
        def search(puzzle, visit, limits):
            raise AssertionError("it finds blocks")

        def in_blocks(puzzle, _, visit, limits):
            for block in pushed:
                if not visit(block):
                    return Ended(Status.LIMIT)
            return Ended(Status.EXHAUSTED)

        with BACKENDS.registered(Backend("engine", "errs", search, blocks=in_blocks)):
            return find_solutions(puzzle, backend="engine", visit_block=lambda _: None, **more)

    @pytest.mark.parametrize(
        "change",
        [
            lambda block: blocks.Block(block.values[:15], 4),
            lambda block: blocks.Block(np.concatenate([block.values, block.values]), 4),
            lambda block: blocks.Block(block.values, 2),
            lambda block: blocks.Block(block.values.astype(np.int64), 4),
            lambda block: blocks.Block(block.values.reshape(4, 4, -1), 4),
        ],
    )
    def test_another_shape(self, change):
        expected = r"engine gave a block of int.* 4x4 .*expected int8, \(16, grids\), in 4 columns"
        with pytest.raises(InternalError, match=expected):
            self.run([change(block_of(self.GRIDS))])

    @pytest.mark.parametrize("place", [0, 57, 199])
    def test_a_wrong_grid(self, place):
        grids = list(self.GRIDS)
        (first, _, *others), *rows = grids[place]
        grids[place] = ((first, first, *others), *rows)
        with pytest.raises(InternalError, match=r"engine gave a wrong grid .* row 1 has \d more"):
            self.run([block_of(grids)])

    @pytest.mark.parametrize("value", [0, 5, -1, 100, 127, -128])
    def test_a_value_that_is_none(self, value):
        grids = list(self.GRIDS)
        (_, *others), *rows = grids[100]
        grids[100] = ((value, *others), *rows)
        with pytest.raises(InternalError, match=f"r1c1 holds {value}; expected one of"):
            self.run([block_of(grids)])

    def test_a_cage_that_misses_its_clue(self):
        puzzle = loads("a a . .\n. . . .\n. . b b\n. . . .\n\na 3+\nb 2-")
        assert len(solutions_of(puzzle)) < 200
        with pytest.raises(InternalError, match=r"which do not (add to 3|subtract to 2)"):
            self.run([block_of(self.GRIDS)], puzzle)

    def test_a_repeated_grid(self):
        half, again = block_of(self.GRIDS[:100]), block_of(self.GRIDS[99:])
        with pytest.raises(InternalError, match=r"engine gave a grid of .* twice: \(\("):
            self.run([half, again])
        with pytest.raises(InternalError, match="twice"):
            self.run([block_of([*self.GRIDS[:50], self.GRIDS[7]])])

    def test_a_limit_cuts_a_block_before_what_is_wrong_in_it(self):
        pushed = [block_of(self.GRIDS[:100]), block_of([*self.GRIDS[100:110], self.GRIDS[0]])]
        outcome = self.run(pushed, limits=Limits(110), keep=105)
        assert (outcome.status, outcome.count) == (Status.LIMIT, 110)
        assert list(outcome.grids) == self.GRIDS[:105]

    def test_right_ones_pass(self):
        assert self.run([block_of(self.GRIDS)]).count == 200


@examples(80)
@given(planted(sizes=board_sizes(2, 4)), st.randoms(use_true_random=False))
def test_the_inspector_and_the_rules_agree(puzzle_and_grid, chance: random.Random):
    """On the planted grid with some cells changed to any value, or to one that is none."""
    puzzle, grid = puzzle_and_grid
    grids = {grid}
    for _ in range(20):
        rows = [list(row) for row in grid]
        for _ in range(chance.randint(1, 3)):
            row = chance.choice(rows)
            row[chance.randrange(len(row))] = chance.choice(
                [*puzzle.values, max(puzzle.values) + 1]
            )
        grids.add(tuple(map(tuple, rows)))
    for one in grids:
        inspect = blocks.Inspector(puzzle, "engine", None)
        block = block_of([grid, one] if one != grid else [grid], (*puzzle.values, 0))
        if violations(puzzle, one):
            with pytest.raises(InternalError, match="wrong grid"):
                inspect(block)
        else:
            inspect(block)


@pytest.mark.parametrize(
    "text",
    [
        "values: 100..103\na a b b\nc . . d\nc . . d\n. . . .\n\na 203+\nb 1-\nc 1-\nd 203+",
        "values: 0 1 2 200\na a . .\n. . . .\n. . . .\n. . . .\n\na 200-",
        "size: 3x5\nvalues: 0..5\na a . b b\n. a . . .\nc c . . d\n\na 6+\nb 2-\nc 0*\nd 4",
        "a a a a a\na a a a b\n. . . . b\n. . . . .\n. . . . .\n\na 28+\nb 2-",
    ],
    ids=["large", "wide apart", "a rectangle", "a cage of nine cells"],
)
def test_other_values_and_wide_cages(text):
    puzzle = loads(text)
    grids = solutions_of(puzzle)
    assert len(grids) > 20
    inspect = blocks.Inspector(puzzle, "engine", None)
    inspect(block_of(grids, puzzle.values))
    changed = [grid[::-1] for grid in grids]
    wrong = [grid for grid in changed if violations(puzzle, grid)]
    for grid in wrong[:20]:
        with pytest.raises(InternalError, match="wrong grid"):
            inspect(block_of([grid], puzzle.values))
    assert wrong


@cache
def all_grids(puzzle):
    """Every grid of its values, and whether each is a solution."""
    grids = list(product(puzzle.values, repeat=len(puzzle.cells)))
    random.Random(1).shuffle(grids)
    broken_rules = Checker(puzzle)
    cells = np.array(grids, blocks.cell_type(puzzle.values)).T.copy()
    return cells, [not broken_rules(grid) for grid in grids]


MIXED = [
    Cage([(0, 0), (0, 1)], "+", 3),
    Cage([(0, 2), (1, 2)], None, 2),
    Cage([(1, 0), (1, 1), (2, 0)], "+", 8),
    Cage([(2, 2)], "given", 2),
]


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(3),
        Puzzle(3, houses=[((0, 0), (1, 1), (2, 2))]),
        Puzzle(3, MIXED, rules=CALCUDOKU),
        Puzzle(3, [Cage([(1, 0), (1, 1), (2, 0)], "+", 6)], rules=KILLER),
        Puzzle((2, 3), [Cage([(0, 0), (1, 1)], "+", 0)], values=(-1, 0, 1, 2)),
    ],
    ids=["houses", "diagonal", "cages", "killer", "rectangle"],
)
@pytest.mark.parametrize("entries", [0, blocks.MAX_TABLE_ENTRIES], ids=["remembered", "tabled"])
def test_of_all_grids_those_pass_that_are_solutions(puzzle, entries, monkeypatch):
    monkeypatch.setattr(blocks, "MAX_TABLE_ENTRIES", entries)
    values, expected = all_grids(puzzle)
    passes = blocks._Sieve(puzzle)
    found = [passes(values[:, first : first + 5000]) for first in range(0, len(expected), 5000)]
    assert np.concatenate(found).tolist() == expected
    assert any(expected)


class TestDistinctRows:
    def rows(self, *numbers):
        return np.array(numbers, np.int64)[None, :]

    def test_notices_every_repetition_while_there_is_room(self):
        distinct = blocks.DistinctRows(100)
        assert distinct.first_repeated(self.rows(*range(60))) is None
        assert distinct.first_repeated(self.rows(*range(60, 100))) is None
        assert distinct.first_repeated(self.rows(1000, 30)) == 1

    def test_memory_is_bounded_and_systematic_repetition_still_seen(self):
        distinct = blocks.DistinctRows(64)
        for start in range(0, 5000, 50):
            assert distinct.first_repeated(self.rows(*range(start, start + 50))) is None
            assert len(distinct._seen) <= 64
        assert distinct.first_repeated(self.rows(*range(5000))) is not None

    def test_grids_of_one_hash_are_distinguished(self, monkeypatch):
        monkeypatch.setattr(
            "kenken_cp.search.blocks._hashes", lambda values: np.zeros(values.shape[1], np.uint64)
        )
        distinct = blocks.DistinctRows(None)
        assert distinct.first_repeated(self.rows(*range(1000))) is None
        assert distinct.first_repeated(self.rows(17)) == 0


def test_grids_and_blocks_are_gathered_in_one_block():
    grids = TestALyingEngine.GRIDS
    gathered = blocks.Gathered(Puzzle(4), 90)
    assert gathered.add(grids[0])
    assert gathered.add_block(block_of(grids[1:50]))
    assert not gathered.add_block(block_of(grids[50:]))  # as many as are wanted
    found = gathered.block()
    assert sorted(found.grids()) == sorted(grids[:90])
    assert len(set(found.rows())) == len(found) == 90
    some = found.having({(0, 0): 1, (3, 2): 4})
    assert sorted(found[some].beside(found[~some]).grids()) == sorted(grids[:90])
    assert all((grid[0][0], grid[3][2]) == (1, 4) for grid in found[some].grids())


@pytest.mark.parametrize("values", [(1, 2, 3), (-(10**6), 5, 10**6)])
def test_nothing_gathered(values):
    found = blocks.Gathered(Puzzle(3, values=values)).block()
    assert (len(found), found.rows(), list(found.grids())) == (0, [], [])
    assert len(found[found.having({(0, 0): 1})]) == 0
