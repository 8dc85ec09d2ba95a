"""The stages of ``auto``: each is reached, none repeats a grid, and each alone finds the truth."""

from __future__ import annotations

from math import inf

import pytest
from engines import every_by, outcome_by, patched, reference
from hypothesis import assume, given
from oracle import few_solutions

from kenken_cp import Cage, Puzzle, Status
from kenken_cp.backends import auto, race
from kenken_cp.backends.cover import merging as merging_module
from kenken_cp.backends.cover.merging import MergingCount
from kenken_cp.clock import Clock
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.errors import InternalError
from kenken_cp.search.verbs import count_solutions, find_solutions
from puzzles import board_sizes, examples, planted

LOOSE = Puzzle(5, [Cage([(0, 0), (0, 1)], "+", 5)])
"""13,440 solutions: two pairs of values, each in two orders, of 20 ordered pairs that are equally
often the first of a row.
"""


def by_race(puzzle, visit, clock):
    return race.search(puzzle, visit, clock, set())


class TestSearch:
    def test_a_small_puzzle_is_done_by_exact_cover(self):
        assert find_solutions(Puzzle(3)).engine == "cover"

    @pytest.mark.slow
    def test_many_solutions_are_found_in_bulk(self):
        outcome = find_solutions(LOOSE)
        assert (outcome.status, outcome.count) == (Status.EXHAUSTED, 161280 * 4 // 20)
        assert outcome.engine == "bulk"

    def test_a_hopeless_one_by_the_race(self, monkeypatch):
        monkeypatch.setattr(auto, "MAX_OPTIONS", 0)
        monkeypatch.setattr(auto, "MAX_DENSE_OPTIONS", 0)
        outcome = find_solutions(Puzzle(4))
        assert outcome.count == 576
        assert outcome.engine in ("sat", "cp-sat")

    @pytest.mark.parametrize(("nodes", "engines"), [(10**6, {"bulk"}), (3, {"sat", "cp-sat"})])
    def test_after_the_race_in_bulk_and_back(self, monkeypatch, nodes, engines):
        """What the race and a lost trial have visited is left out."""
        monkeypatch.setattr(auto, "SECONDS_ONE_BY_ONE", 0)
        monkeypatch.setattr(auto, "DENSE_NODES", nodes)
        outcome = find_solutions(Puzzle(4))
        assert outcome.count == 576
        assert outcome.engine in engines

    @examples(30)
    @given(planted(sizes=board_sizes(2, 4)))
    def test_all_stages_agree(self, puzzle_and_grid):
        expected = few_solutions(puzzle_and_grid[0])
        assume(expected is not None)
        soon_over = {(auto, "SECONDS_ONE_BY_ONE"): 1e-5, (auto, "SOLUTIONS_OF_RACE"): 3}
        for changed in ({}, {(auto, "MANY_SOLUTIONS"): 1}, {(auto, "MAX_OPTIONS"): 0}):
            with patched(soon_over | changed):
                assert every_by(auto.search, puzzle_and_grid[0]) == expected


class TestRace:
    @examples(30)
    @given(planted(sizes=board_sizes(2, 4)))
    def test_each_grid_once(self, puzzle_and_grid):
        expected = few_solutions(puzzle_and_grid[0])
        assume(expected is not None)
        assert every_by(by_race, puzzle_and_grid[0]) == expected

    @pytest.mark.parametrize(
        ("name", "value"),
        [("STEPS_ALONE", 10**6), ("STEPS_ALONE", 0), ("MAX_LEAD", 3), ("MAX_CLAUSES", 0)],
    )
    def test_whichever_is_ahead_or_given_up(self, monkeypatch, name, value):
        monkeypatch.setattr(race, name, value)
        assert every_by(by_race, Puzzle(4)) == reference(Puzzle(4), "brute-force")

    def test_what_was_seen_is_left_out(self):
        known = set(list(reference(Puzzle(4)))[:100])
        found = []
        outcome = outcome_by(
            lambda puzzle, visit, clock: race.search(puzzle, visit, clock, known),
            Puzzle(4),
            found.append,
        )
        assert outcome.status is Status.EXHAUSTED
        assert set(found) == reference(Puzzle(4)) - known


class TestCount:
    @pytest.mark.parametrize(
        ("puzzle", "changed", "engine"),
        [
            (Puzzle(3), {}, "cover"),
            (Puzzle(4, [Cage([(0, 0), (0, 1)], "+", 5)]), {"NODES_OF_MERGING": 1}, "bulk"),
            (
                Puzzle(4, [Cage([(0, 0), (0, 1)], "+", 5)]),
                {"NODES_OF_MERGING": 1, "FIRST_NODES": 1},
                "frontiers",
            ),
            (Puzzle(4), {"NODES_OF_MERGING": 1}, "frontiers"),
        ],
    )
    def test_each_stage_is_reached(self, monkeypatch, puzzle, changed, engine):
        for name, value in changed.items():
            monkeypatch.setattr(auto, name, value)
        monkeypatch.setattr(auto, "_counted_by_race", lambda *_: None)
        outcome = count_solutions(puzzle)
        assert outcome.count == len(reference(puzzle))
        assert outcome.engine == engine

    def test_a_stage_does_not_report_the_share_of_the_one_before(self, monkeypatch):
        monkeypatch.setattr(auto, "NODES_OF_MERGING", 100)
        monkeypatch.setattr(auto, "NODES_PER_LEAF", 0)
        monkeypatch.setattr("kenken_cp.clock.SECONDS_BETWEEN_REPORTS", 0.0)
        shares = []
        outcome = count_solutions(Puzzle(4), progress=lambda report: shares.append(report.share))
        assert outcome.engine in ("sat", "cp-sat")
        assert any(share is not None for share in shares)
        assert shares[-1] is None

    @pytest.mark.parametrize(
        ("most", "engines"), [(5000, {"sat", "cp-sat"}), (10, {"cover", "bulk", "frontiers"})]
    )
    def test_where_no_leaf_is_reached_by_the_race(self, monkeypatch, most, engines):
        """Unless there are too many for it."""
        monkeypatch.setattr(auto, "NODES_OF_MERGING", 1)
        monkeypatch.setattr(auto, "FIRST_SOLUTIONS", most)
        outcome = count_solutions(Puzzle(4))
        assert outcome.count == 576
        assert outcome.engine in engines

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (lambda grid: tuple(row[::-1] for row in grid), "auto gave a wrong grid"),
            (lambda grid: grid, "gave a grid of .* twice"),
        ],
        ids=["wrong", "repeated"],
    )
    def test_what_the_race_counts_is_verified(self, monkeypatch, change, message):
        def twice(self):
            for grid in steps(self):
                yield grid
                yield grid and change(grid)

        steps = race.SatSearch.steps
        monkeypatch.setattr(race.SatSearch, "steps", twice)
        monkeypatch.setattr(race, "STEPS_ALONE", 10**6)
        monkeypatch.setattr(race._Race, "_record_and_filter", lambda _self, _engine, grids: grids)
        monkeypatch.setattr(auto, "NODES_OF_MERGING", 1)
        puzzle = Puzzle(4, [Cage([(0, 0)], "given", 1)])
        with pytest.raises(InternalError, match=message):
            count_solutions(puzzle)

    @pytest.mark.parametrize(("remembered", "nodes"), [(1, 977), (1 << 18, 617)])
    def test_merging_of_many_equal_nodes(self, monkeypatch, remembered, nodes):
        monkeypatch.setattr(merging_module, "MAX_REMEMBERED", remembered)
        merging = MergingCount(ExactCover(Puzzle(4)))
        assert (merging.run(Clock(), inf), merging.nodes) == (576, nodes)

    @pytest.mark.parametrize(
        ("puzzle", "total"),
        [
            (Puzzle(3, values=range(1, 6)), 27_480),
            (Puzzle((2, 4), [Cage([(0, 0), (0, 3)], "+", 4)], range(1, 6)), 636),
        ],
    )
    def test_nodes_that_differ_in_one_option_are_not_merged(self, puzzle, total):
        """With spare values, that one may be all by which two boards differ."""
        assert MergingCount(ExactCover(puzzle)).run(Clock(), inf) == total

    @examples(60)
    @given(planted(sizes=board_sizes(1, 4)))
    def test_merging_counts_what_there_is(self, puzzle_and_grid):
        """However it is interrupted, and however little it remembers."""
        expected = few_solutions(puzzle_and_grid[0])
        assume(expected is not None)
        for remembered in (1, 1 << 18):
            with patched({(merging_module, "MAX_REMEMBERED"): remembered}):
                merging, total = MergingCount(ExactCover(puzzle_and_grid[0])), None
            most = 0
            while total is None:
                most += 7
                total = merging.run(Clock(), most)
            assert total == len(expected)
