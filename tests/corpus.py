"""The puzzles that tests run on: those of ``puzzles/`` and those of ``tests/data/``."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from kenken_cp import Puzzle, load, load_all, loads
from kenken_cp.model.geometry import Grid

ROOT = Path(__file__).parent.parent
PUZZLES = ROOT / "puzzles"
DATA = ROOT / "tests" / "data"

LOOSE = {
    "12x12/large-cages.kk",
    "16x16/large-cages.kk",
    "20x20/large-cages.kk",
    "30x30/large-cages.kk",
    "ambiguous/6x6-388.kk",
    "ambiguous/7x7-258.kk",
    "ambiguous/8x8-92.kk",
    "ambiguous/9x9-144.kk",
}
"""Puzzles that take the hand-written solver seconds to hours; run on three engines."""

ALSO_COUNTED = {
    "ambiguous/7x7-258.kk": "count-7-sum-02",
    "ambiguous/8x8-92.kk": "count-8-big-05",
    "ambiguous/9x9-144.kk": "count-9-big-02",
}
"""Of these, which are counted puzzles too: what takes seconds is done once."""

LARGE_SUMS = {
    "count-7-big-02",
    "count-7-sum-02",
    "count-8-big-05",
    "count-8-sum-05",
    "count-9-big-02",
    "count-9-big-08",
    "count-9-big-14",
    "count-9-sum-01",
}
"""Counted puzzles that take exact cover in Python more than five seconds."""

LONG_COUNTS = LARGE_SUMS | {
    "count-6-big-00",
    "count-6-big-02",
    "count-6-sum-00",
    "count-7-sum-04",
    "count-8-big-00",
    "count-8-big-03",
    "count-8-big-07",
    "count-8-prod-00",
    "count-8-sum-01",
    "count-8-sum-07",
    "count-9-big-12",
}
"""Counted puzzles that take some fast backend a quarter of a second or more."""


@cache
def shipped() -> dict[str, Puzzle]:
    """Every puzzle of ``puzzles/``, by its path there."""
    return {
        path.relative_to(PUZZLES).as_posix(): load(path) for path in sorted(PUZZLES.rglob("*.kk"))
    }


@cache
def counted() -> list[Puzzle]:
    return load_all(DATA / "counts.jsonl")


@cache
def published() -> list[Puzzle]:
    return load_all(DATA / "real.jsonl")


@cache
def keen() -> list[tuple[str, Puzzle, Grid]]:
    """(our name, puzzle, solution)."""
    found = []
    for line in (DATA / "keen.tsv").read_text().splitlines():
        name, game_id, digits = line.split("\t")
        puzzle = loads(game_id, "keen")
        found.append((name, puzzle, grid_of(digits, puzzle.rows)))
    return found


@cache
def published_solutions() -> dict[str, str]:
    lines = (DATA / "real_solutions.tsv").read_text().splitlines()
    return dict(line.split("\t") for line in lines)


def named(parameter: object) -> str:
    """For the name of a test: of a puzzle what messages call it, for its text is a drawing."""
    return parameter.name if isinstance(parameter, Puzzle) else str(parameter)


def grid_of(digits: str, size: int) -> Grid:
    values = [int(digit) for digit in digits]
    return tuple(tuple(values[start : start + size]) for start in range(0, size * size, size))
