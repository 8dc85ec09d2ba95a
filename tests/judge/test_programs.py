"""Programs as people write them: what each prints for every puzzle, and whether it is right.

Those that are right are right in many styles; those that are wrong are so in one point.
"""

from __future__ import annotations

import json
from itertools import chain

import pytest
from judge.test_false_passes import EACH, rows, verdicts, zeros

from kenken_cp import Puzzle
from kenken_cp.judge.answers import Claim
from kenken_cp.judge.verdicts import Kind
from kenken_cp.judge.wordings import NUMBER_WORDS

ALL = [*EACH, ("lone", Puzzle(1))]
WORDS = ["zero", *NUMBER_WORDS]


def each(grids, heading="", end=""):
    """All grids, each below its heading."""
    return "".join(heading.format(n=n) + rows(grid) for n, grid in enumerate(grids, 1)) + end


def flat(grid):
    return [*chain.from_iterable(grid)]


def cells(grid, form, between=" "):
    return between.join(
        form.format(r=r, c=c, v=v, letter=chr(ord("A") + r), number=c + 1)
        for r, row in enumerate(grid)
        for c, v in enumerate(row)
    )


def boxed(grid):
    rule = "+" + "---+" * len(grid) + "\n"
    return rule + "".join("| " + " | ".join(map(str, row)) + " |\n" + rule for row in grid)


def events(grids):
    yield {"event": "start", "cages": 3}
    for number, grid in enumerate(grids, 1):
        yield {"event": "solution", "index": number, "grid": grid}
    yield {"event": "end", "solutions": len(grids), "node_count": 77}


SUMMARY = (
    "\nSummary\n-------\nCages     : 7\nSolutions : {}\nNodes     : 1234\nTime      : 0.012 s\n"
)

ENUMERATING = {
    "numbers in brackets": lambda p, g: each(g, "({n}) \n", f"{len(g)} total\n"),
    "times and nodes": lambda p, g: each(g, "[0.013s] solution {n} after 37 nodes\n"),
    "colours": lambda p, g: each(g, "\x1b[1;32mSolution {n}\x1b[0m\n"),
    "boxes": lambda p, g: "\n".join(map(boxed, g)) or "unsolvable\n",
    "events": lambda p, g: "".join(json.dumps(event) + "\n" for event in events(g)),
    "indented JSON": lambda p, g: json.dumps(
        {"result": {"status": "SOLVED" if g else "UNSOLVABLE", "solutions": g}}, indent=4
    ),
    "a number in words": lambda p, g: (
        f"I found {WORDS[len(g)]} solutions:\n{each(g)}" if g else "I found no solutions.\n"
    ),
    "the unsolved board first": lambda p, g: (
        f"Puzzle:\n{rows(zeros(p, '_'))}" + (each(g, "Solution {n}:\n") or "No solution\n")
    ),
    "a row a line with its letter": lambda p, g: (
        "\n".join(
            "".join(f"{chr(65 + r)}: {' '.join(map(str, row))}\n" for r, row in enumerate(grid))
            for grid in g
        )
        or "no solution\n"
    ),
    "a bar of progress": lambda p, g: (
        "".join(f"\r[{'#' * at}{' ' * (10 - at)}] {at * 10}%" for at in range(11)) + "\n" + each(g)
    ),
    "checks behind each": lambda p, g: "\n".join(
        f"{rows(grid)}rows ok\ncolumns ok\ncages ok\n" for grid in g
    ),
    "names of cells": lambda p, g: "\n".join(
        cells(grid, "{letter}{number}={v}", ", ") for grid in g
    ),
    "keys of tuples": lambda p, g: "\n".join(
        "{" + cells(grid, "({r}, {c}): {v}", ", ") + "}" for grid in g
    ),
    "rows as texts": lambda p, g: json.dumps([[" ".join(map(str, r)) for r in x] for x in g]),
    "cells of each": lambda p, g: json.dumps([{"cells": flat(grid)} for grid in g]),
    "no line between": lambda p, g: ("-" * 12 + "\n").join(
        rows(grid).rstrip() + "\n" for grid in g
    ),
    "a summary": lambda p, g: each(g, end=SUMMARY.format(len(g))),
    "debugging": lambda p, g: (
        "candidates r1c1: {1, 2, 3}\nr1c1=1: no solution\nno solution here, backtracking\n"
        + each(g)
    ),
}
COUNTING = {
    "a summary": lambda p, g: SUMMARY.format(len(g)),
    "capitals": lambda p, g: f"SOLUTIONS: {len(g)}\n",
    "a sentence": lambda p, g: f"This puzzle has {len(g)} different solutions (took 0.02s).\n",
    "as they are found": lambda p, g: (
        "".join(f"solution {n} found\n" for n in range(1, len(g) + 1)) + f"total {len(g)}\n"
    ),
    "a list in JSON": lambda p, g: json.dumps([{"file": "a.kk", "num_solutions": len(g)}]),
    "abbreviated": lambda p, g: f"No. of solutions: {len(g)}\n",
    "a gap": lambda p, g: f"solutions\t{len(g)}\n",
    "ways": lambda p, g: f"Searched 77 nodes\nNumber of ways: {len(g)}\n",
}


@pytest.mark.parametrize("name", ENUMERATING)
def test_right_programs_that_print_all_solutions(name):
    kinds, claim = verdicts(ENUMERATING[name], ALL)
    assert ({kind for kind, _ in kinds}, claim) == ({Kind.RIGHT}, Claim.GRIDS), kinds


@pytest.mark.parametrize("name", COUNTING)
def test_right_programs_that_count(name):
    kinds, claim = verdicts(COUNTING[name], ALL)
    assert ({kind for kind, _ in kinds}, claim) == ({Kind.RIGHT}, Claim.COUNT), kinds


@pytest.mark.parametrize("name", ENUMERATING)
@pytest.mark.parametrize(
    ("some", "wrong"),
    [
        (lambda g: g[:-1] if len(g) > 1 else g, Kind.MISSING),
        (lambda g: g + g[-1:] if len(g) > 2 else g, Kind.DUPLICATE),
        (lambda g: g[:-1] + g[:1] if len(g) > 2 else g, Kind.MISSING),
        (lambda g: [*g[:-1], (*g[-1][:-1], g[-1][0])] if len(g) > 2 else g, Kind.WRONG_GRID),
    ],
    ids=["the last missing", "the last twice", "the first for the last", "a wrong row in the last"],
)
def test_programs_that_print_other_grids(name, some, wrong):
    """Each style, with one mistake that shows only where there are several solutions."""
    kinds, _ = verdicts(lambda p, g: ENUMERATING[name](p, some(g)), ALL)
    assert wrong in {kind for kind, _ in kinds}


@pytest.mark.parametrize("name", COUNTING)
@pytest.mark.parametrize(
    "counted",
    [lambda g: g + g[-1:], lambda g: g[:2], lambda g: g or ["one at least"]],
    ids=["one too many", "up to two", "one at least"],
)
def test_programs_that_count_otherwise(name, counted):
    kinds, _ = verdicts(lambda p, g: COUNTING[name](p, counted(g)), ALL)
    assert Kind.WRONG_COUNT in {kind for kind, _ in kinds}


def shifted(grid):
    return [row[1:] + row[:1] for row in grid]


WRONG = {
    "a wrong board for none": lambda p, g: rows(g[0] if g else zeros(p, 1)),
    "a number beside the grids": lambda p, g: each(g, end=f"{len(g) + 1} solutions\n"),
    "a number in words": lambda p, g: f"{WORDS[len(g) + 1]} solutions\n",
    "a total": lambda p, g: each(g, end=f"Total: {len(g) + 1}\n"),
    "none beside the grids": lambda p, g: each(g, end="0 solutions\n"),
    "unsolvable, with solutions": lambda p, g: json.dumps({"solvable": False, "solutions": g}),
    "infeasible, above the grids": lambda p, g: "status: INFEASIBLE\n\n" + each(g),
    "the only one": lambda p, g: rows(g[0]) + "This is the only solution.\n" if g else "none\n",
    "two at most": lambda p, g: f"Found {min(len(g), 2)} solutions:\n" + each(g[:2]),
    "columns moved": lambda p, g: each(map(shifted, g)),
    "a row of zeros": lambda p, g: each([zeros(p)[:1] + list(grid) for grid in g]),
    "a row twice": lambda p, g: each([[*grid[:1], *grid] for grid in g]),
    "unique or not": lambda p, g: "unique\n" if len(g) < 2 else "multiple\n",
    "solved, always": lambda p, g: rows(g[0]) if g else "success\n",
    "an error for none": lambda p, g: rows(g[0]) if g else "AssertionError\n",
    "zeros after the first": lambda p, g: each([*g[:1], *([zeros(p)] * (len(g) - 1))]),
    "done": lambda p, g: "Done.\n",
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_programs(name):
    kinds, _ = verdicts(WRONG[name], ALL)
    assert {kind for kind, _ in kinds} != {Kind.RIGHT}
