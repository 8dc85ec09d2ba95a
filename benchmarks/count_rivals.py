"""Counting, ours against other programs: one process a puzzle and program, stopped after a time.

python benchmarks/count_rivals.py [--seconds 60] [--only auto,cover]
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection

from corpus import counted, keen
from counters import COUNTERS, missing

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


def puzzles() -> Iterator[tuple[str, Puzzle, int]]:
    """What is counted: name, puzzle, number of solutions."""
    keens = {name: puzzle for name, puzzle, _ in keen()}
    for level in "enhxu":
        yield f"Keen 9x9, {level}", keens[f"keen-9{level}-00"], 1
    most = sorted(counted(), key=lambda puzzle: (-int(puzzle.expected or 0), puzzle.title))
    for puzzle in [puzzle for puzzle in most if "prod" in puzzle.title][:2]:
        yield puzzle.title, puzzle, int(puzzle.expected or 0)
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


def _work(name: str, puzzle: Puzzle, limit: float, answers: Connection) -> None:
    """Counts three times if that is quick, so that imports and compilation are paid for."""
    import numpy as np  # noqa: F401 - ours imports it after some counts, once that pays

    count, _ = COUNTERS[name]
    times: list[float] = []
    while not times or (len(times) < 3 and sum(times) < limit / 4):
        started = time.perf_counter()
        found = count(puzzle)
        times.append(time.perf_counter() - started)
    answers.send((*found, sorted(times)[len(times) // 2]))


def seconds_for(name: str, puzzle: Puzzle, count: int, limit: float) -> str:
    """The median of its times in seconds, and the nodes; or that it took longer than the limit."""
    receiving, sending = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(
        target=_work,
        args=(name, puzzle, limit, sending),  # no daemon: some have workers, which end with it
    )
    process.start()
    sending.close()
    try:
        if not receiving.poll(limit):
            return f"> {limit:.0f}"
        found, nodes, seconds = receiving.recv()
    except EOFError:
        return "failed"
    finally:
        process.kill()
        process.join()
    assert found == count, f"{name} counts {found}; there are {count}"
    shown = f"{seconds:.3g}" if seconds >= 1e-3 else f"{seconds:.1g}"
    return shown if nodes is None else f"{shown} ({_short(nodes)})"


def _short(number: float) -> str:
    """Three digits of a number: 12, 3.46k, 12.5M."""
    for unit in ("", "k", "M"):
        if number < 1000 or unit == "M":
            break
        number /= 1000
    return f"{number:.3g}{unit}"


def main() -> None:
    """Prints the table of the README, row by row."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--only", type=lambda text: text.split(","), default=[*COUNTERS])
    given = parser.parse_args()
    limit = given.seconds
    names = [name for name in COUNTERS if name in given.only and name not in missing()]
    if missing():
        sys.stderr.write(f"not installed, left out: {', '.join(missing())}\n")
    print("| | solutions | " + " | ".join(names) + " |")
    print("|---" * (len(names) + 2) + "|", flush=True)
    for title, puzzle, count in puzzles():
        cells = [seconds_for(name, puzzle, count, limit) for name in names]
        print(f"| {title} | {count} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
