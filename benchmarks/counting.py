"""Counting all solutions, and visiting each: seconds by the clock.

PYTHONPATH=tests .venv/bin/python benchmarks/counting.py --seconds 20
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

from corpus import keen
from peers import SOLVERS, heading, measured, row

from kenken_cp import Puzzle

LOOSE = [
    ("keen-7n-28", 12, 1591),
    ("keen-7n-28", 13, 28_215),
    ("keen-7n-28", 14, 199_842),
    ("keen-7n-14", 14, 1_859_740),
    ("keen-7n-14", 15, 21_013_184),
    ("keen-9n-04", 16, 348),
    ("keen-9n-04", 18, 48_026),
    ("keen-9n-04", 19, 1_181_500),
]
"""A Keen puzzle, how many of its cages are left out (in an order drawn by its name), and the
solutions that it has then.
"""

COUNTING = ["auto", "cover", "ganak", "exact_cover", "xcover", "clingo"]
VISITING = ["auto, visiting", "cover, visiting", "cp-sat, visiting", "CP-SAT, tables"]
MAX_VISITED = 2_000_000


def puzzles() -> Iterator[tuple[str, Puzzle, int]]:
    """What is counted: name, puzzle, number of solutions."""
    keens = {name: puzzle for name, puzzle, _ in keen()}
    for level in "nu":
        yield f"Keen 9x9, {level}", keens[f"keen-9{level}-00"], 1
    for name, away, count in LOOSE:
        cages = list(keens[name].cages)
        random.Random(name).shuffle(cages)
        yield f"{name} less {away} cages", Puzzle(keens[name].size, cages[away:]), count
    # Only five rows have cages, which leaves four rows to each way of filling those.
    upper = [cage for cage in keens["keen-9n-04"].cages if cage.cells[-1][0] < 5]
    yield "keen-9n-04, five rows", Puzzle(9, upper), 16_318_464
    yield "keen-9n-04, five rows less a cage", Puzzle(9, upper[:10] + upper[11:]), 117_209_856
    yield "Latin squares of order 5", Puzzle(5), 161_280
    yield "Latin squares of order 6", Puzzle(6), 812_851_200
    yield "Latin squares of order 7", Puzzle(7), 61_479_419_904_000


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=20, help="for each puzzle and program")
    limit = parser.parse_args().seconds
    for names, most in ((COUNTING, None), (VISITING, MAX_VISITED)):
        installed = [name for name in names if name in SOLVERS]
        heading(["solutions", *installed])
        for title, puzzle, count in puzzles():
            if most is None or count <= most:
                cells = [_seconds(name, puzzle, count, limit) for name in installed]
                row(title, [f"{count:,}", *cells])
        print()


def _seconds(name: str, puzzle: Puzzle, count: int, limit: float) -> str:
    answer = measured(name, puzzle, None, limit)
    if answer is None:
        return "-"
    assert answer[0] == count, f"{name} finds {answer[0]}; there are {count}"
    return f"{answer[2]:.3g}"


if __name__ == "__main__":
    main()
