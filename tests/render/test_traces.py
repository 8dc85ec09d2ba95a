"""The layouts of traces: their exact text where it is short, and what holds of all of them."""

from __future__ import annotations

import json
from itertools import islice, pairwise

import pytest
from corpus import shipped
from hypothesis import given
from hypothesis import strategies as st

from kenken_cp import loads
from kenken_cp.logic.events import DeadEnd, Expanded, Found
from kenken_cp.logic.solver import events
from kenken_cp.logic.strategies import STRATEGIES
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.records import event_record
from kenken_cp.render.traces import STYLES, style_for, with_open_cells
from puzzles import board_sizes, examples, planted

PROBLEM_2 = "ab\ncb\n\na 1\nb 2/\nc 2\n"
"""The 2x2 puzzle that document 004 draws; its solution is 12 21."""

LATIN_3 = "1..\n.2.\n...\n"


def chunks(puzzle, strategy, style=None, counts=None):
    happening = events(puzzle, STRATEGIES.named(strategy))
    if counts is not None:
        happening = with_open_cells(happening, counts)
    chosen = style_for(strategy) if style is None else STYLES.named(style)
    return chosen.render(happening, puzzle)


def text(*arguments, **more):
    return "".join(f"{chunk}\n" for chunk in chunks(*arguments, **more))


# --- exact text ----------------------------------------------------------------------------------


def test_the_wiki_layout():
    trace = text(shipped()["4x4/cs332.kk"], "best-first")
    assert trace.startswith(
        "  _ _ _ _\n  _ _ _ _\n  _ _ _ _\n  _ _ _ _\n"
        "\tOpen cells: 16\n\t(1,2) -> [1,4]\n"
        "  _ 1 _ _\n  _ _ _ _\n  _ _ _ _\n  _ _ _ _\n"
        "\tQueue length: 1\n\n"
        "  _ 1 _ _\n  _ _ _ _\n  _ _ _ _\n  _ _ _ _\n"
        "\tOpen cells: 15\n\t(1,3) -> [4]\n"
    )
    assert (
        "  3 1 4 2\n  _ _ _ _\n  1 _ _ 3\n  _ _ _ _\n"
        "\tOpen cells: 10\n\t(3,3) -> []\n\n"
        " Dead end\n\n"
        "  _ 4 _ _\n  _ _ _ _\n  _ _ _ _\n  _ _ _ _\n"
        "\tOpen cells: 15\n"
    ) in trace
    assert trace.endswith("\tQueue length: 0\n\n  3 4 1 2\n  2 1 3 4\n  1 2 4 3\n  4 3 2 1\n\n")


def test_the_tree_of_document_004():
    assert text(loads(PROBLEM_2), "backtracking") == (
        "0  .. ..  start\n"
        "1  1. ..   r1c1 = 1\n"
        "2  11 ..    r1c2 = 1  pruned: r1c1 is 1\n"
        "2  12 ..    r1c2 = 2\n"
        "3  12 1.     r2c1 = 1  pruned: r1c1 is 1\n"
        "3  12 2.     r2c1 = 2\n"
        "4  12 21      r2c2 = 1\n"
        "   12 21  solution 1\n"
        "4  12 22      r2c2 = 2  pruned: r2c1 is 2\n"
        "1  2. ..   r1c1 = 2  pruned: 1 cannot be met\n"
    )


def test_a_round():
    assert text(loads(LATIN_3, "native"), "patterns").startswith(
        "Givens\n  1 . .\n  . 2 .\n  . . .\n\n"
        "Round 1\n  1 . .\n  . 2 .\n  . . .\n"
        "Candidates\n  -  3  23\n  3  -  13\n  23 13 123\n"
        "Placements\n  r1c2 = 3, r2c1 = 3\n"
        "After\n  1 3 .\n  3 2 .\n  . . .\n\n"
        "Round 2\n"
    )
    assert text(loads(LATIN_3, "native"), "patterns").endswith(
        "Solved\n  1 3 2\n  3 2 1\n  2 1 3\n\n"
    )


def test_steps():
    assert text(loads(PROBLEM_2), "propagation") == (
        "cage combinations    r1c1 not 2\n"
        "cage combinations    r2c1 not 1\n"
        "naked single         r1c1 = 1\n"
        "naked single         r2c1 = 2\n"
        "naked single         r1c2 = 2\n"
        "naked single         r2c2 = 1\n"
        "solution 1\n  1 2\n  2 1\n\n"
    )


def test_guesses_and_dead_ends_among_steps():
    trace = text(shipped()["4x4/cs332.kk"], "propagation")
    assert "\nguess                r1c2 is 1 or 4\ntry, depth 1         r1c2 = 1\n" in trace
    dead_end = "dead end             no value is left for r3c4\n"
    assert f"\n{dead_end}try, depth 1         r1c2 = 4\n" in trace


def test_a_dead_end_that_no_expansion_shows_has_its_board():
    assert text(shipped()["impossible/3x3-sum.kk"], "deduction") == (
        "  . . .\n  . . .\n  . . .\n\tOpen cells: 9\n"
        "\tnothing is left that makes 7+ at r1c1 r1c2\n\n Dead end\n\n"
    )
    assert text(shipped()["impossible/4x4-line.kk"], "deduction").endswith(
        "\tOpen cells: 14\n\t(3,1) -> []\n"
        "  1 . . .\n  2 . . .\n  . . . .\n  . . . .\n\n Dead end\n\n"
    )


def test_a_tree_of_large_boards():
    """Each below its words, but for those that were pruned at once."""
    lines = text(shipped()["6x6/cs332.kk"], "mcv-lcv").splitlines()
    assert lines[7:14] == [" 1   r1c3 = 1", "    . . 1 . . .", *["    . . . . . ."] * 5]
    pruned = next(islice(chunks(Puzzle(6, ()), "backtracking"), 2, None))
    assert pruned == " 2    r1c2 = 1  pruned: r1c1 is 1"


def test_rounds_that_end_stuck():
    """Their candidates are a table with rules between boxes; a list where that is too wide."""
    trace = text(shipped()["9x9/sudoku-stuck.kk"], "patterns")
    board, left = trace.split("Could not solve. The board left\n")[1].split("Its candidates\n")
    assert board.startswith("  . 7 . | . . . | 4 . 5\n  5 . . | 6 8 9 | . . .\n")
    assert left.startswith("  128 -   3689 | 12   123   12  | -    169   -\n")
    (trace,) = chunks(Puzzle(12, ()), "patterns")
    assert trace.split("Its candidates\n")[1].splitlines()[:2] == [
        "  r1c1:1,2,3,4,5,6,7,8,9,10,11,12  r1c2:1,2,3,4,5,6,7,8,9,10,11,12",
        "    r1c3:1,2,3,4,5,6,7,8,9,10,11,12  r1c4:1,2,3,4,5,6,7,8,9,10,11,12",
    ]


# --- the filter ----------------------------------------------------------------------------------


def test_only_the_numbers_of_open_cells_asked_for():
    trace = text(shipped()["8x8/cs332.kk"], "best-first", counts={1, 20, 60})
    counts = [line.split()[-1] for line in trace.splitlines() if "Open cells" in line]
    assert counts[0] == "60"
    assert set(counts) == {"1", "20", "60"}
    assert trace.endswith("  5 4 6 1 3 2 8 7\n  4 6 3 8 5 7 2 1\n\n"), "the solution is shown"
    assert text(shipped()["8x8/cs332.kk"], "best-first", counts=()).count("\n") == 9


@examples(30)
@given(
    planted(sizes=board_sizes(2, 3)), st.sampled_from(tuple(STRATEGIES)), st.sets(st.integers(0, 9))
)
def test_the_filter_takes_whole_expansions(puzzle_and_grid, strategy, counts):
    puzzle, _ = puzzle_and_grid
    happened = list(islice(events(puzzle, strategy), 300))
    shown = list(with_open_cells(happened, counts))
    assert [e for e in shown if isinstance(e, Found)] == [
        e for e in happened if isinstance(e, Found)
    ]
    assert [e for e in shown if isinstance(e, Expanded)] == [
        e for e in happened if isinstance(e, Expanded) and e.open_cells in counts
    ]
    for before, event in pairwise(happened):
        if isinstance(event, DeadEnd) and isinstance(before, Expanded) and not before.values:
            assert (event in shown) == (before in shown)


# --- every style ---------------------------------------------------------------------------------

MIXED = ["6x6/negative.kk", "5x5/primes.kk", "6x6/killer.kk", "ambiguous/4x4-36.kk", "4x4/hard.kk"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("strategy", "style"),
    [  # by default each strategy in every other style, and each style of every other strategy
        pytest.param(strategy, style, marks=pytest.mark.slow if (row + column) % 2 else [])
        for row, strategy in enumerate(STRATEGIES)
        for column, style in enumerate(STYLES)
    ],
    ids=lambda record: record.name,
)
def test_any_strategy_in_any_style_fits_the_screen(strategy, style):
    for name in MIXED:
        puzzle = shipped()[name]
        trace = list(islice(style.render(events(puzzle, strategy), puzzle), 150))
        assert trace
        for line in "\n".join(trace).splitlines():
            assert len(line.expandtabs()) <= 80
            assert line == line.rstrip()


@pytest.mark.parametrize("style", list(STYLES), ids=lambda style: style.name)
def test_every_style_streams(style):
    """The first chunks come at once, of a trace that would never end."""
    empty = Puzzle(9, ())
    for strategy in ("backtracking", "best-first", "propagation"):
        count = 0

        def counted(happening):
            nonlocal count
            for event in happening:
                count += 1
                yield event

        trace = style.render(counted(events(empty, STRATEGIES.named(strategy))), empty)
        assert next(trace)
        assert count < 2000  # most until something is to be shown: the first solution, in rounds


# --- records -------------------------------------------------------------------------------------


def test_records():
    puzzle = shipped()["4x4/cs332.kk"]
    first = {}
    for event in events(puzzle, STRATEGIES.named("propagation")):
        facts = json.loads(json.dumps(event_record(event, puzzle)))
        first.setdefault(facts["kind"], facts)
    assert set(first) == {"deduced", "expanded", "tried", "round", "dead-end", "solution"}
    blank = [None] * 4
    assert first["expanded"] == {
        "kind": "expanded",
        "cell": "r1c2",
        "values": [1, 4],
        "open_cells": 16,
        "queue": 1,
        "before": [blank] * 4,
        "after": [[None, 1, None, None], blank, blank, blank],
    }
    assert first["deduced"] == {
        "kind": "deduced",
        "technique": "cage combinations",
        "places": {},
        "eliminates": {"r1c2": [2, 3], "r1c3": [2, 3]},
        "cells": ["r1c2", "r1c3"],
        "values": [],
        "houses": [],
        "cages": [{"clue": "3-", "cells": ["r1c2", "r1c3"]}],
        "total": None,
        "open_cells": 16,
    }
    assert first["tried"]["broken"] is None
    assert first["dead-end"]["why"] == "no value is left for r3c4"
    assert first["solution"]["grid"] == [[3, 4, 1, 2], [2, 1, 3, 4], [1, 2, 4, 3], [4, 3, 2, 1]]
    assert first["round"]["placements"] == {"r1c3": 4, "r3c2": 2}
