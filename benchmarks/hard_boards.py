"""Two solutions of generated boards, by our engines and others: a process each, with limited CPU.

PYTHONPATH=tests:benchmarks .venv/bin/python benchmarks/hard_boards.py --seconds 20 --kinds 9x9

With --files those of files, a row each, such as `generate` makes:

.venv/bin/kenken-cp generate --size 16 --cage-sizes 1-5 --seed 1 --count 3 -o 16x16.kk
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import combinations

from kenken_cp import Puzzle, load_all, solve
from kenken_cp.encode.cnf import Clause, Cnf
from kenken_cp.encode.instance import instance
from kenken_cp.generation import Recipe, random_puzzle
from kenken_cp.sat.solver import Solver

MAX_TUPLES = 10**6
"""Tuples of a cage that are listed at all."""

KINDS = {
    "9x9, 1-4 cells": Recipe(9, cage_sizes=(1, 4)),
    "9x9, 1-4 cells, a fifth of the cages missing": Recipe(9, cage_sizes=(1, 4), free=0.2),
    "9x9, 2-5 cells, four operators": Recipe(9, cage_sizes=(2, 5), operators="+-*/"),
    "9x9, 3-6 cells, hidden": Recipe(9, cage_sizes=(3, 6), operators="+*", hidden=1),
    "9x9, 3-6 cells, sums": Recipe(9, cage_sizes=(3, 6), operators="+"),
    "9x9, 3-6 cells, products": Recipe(9, cage_sizes=(3, 6), operators="*"),
    "9x9, 3-6 cells, sums and products": Recipe(9, cage_sizes=(3, 6), operators="+*"),
    "12x12, 1-3 cells": Recipe(12, cage_sizes=(1, 3)),
    "12x12, 2-4 cells": Recipe(12, cage_sizes=(2, 4)),
    "12x12, 2-5 cells": Recipe(12, cage_sizes=(2, 5)),
    "14x14, 1-3 cells": Recipe(14, cage_sizes=(1, 3)),
    "16x16, 1-3 cells": Recipe(16, cage_sizes=(1, 3)),
    "16x16, 2-4 cells": Recipe(16, cage_sizes=(2, 4)),
    "20x20, 1-3 cells": Recipe(20, cage_sizes=(1, 3)),
}


def by_tuples(puzzle: Puzzle) -> int:
    """CaDiCaL on the encoding that one writes first: a variable a tuple of a cage."""
    board = Puzzle(puzzle.size, (), puzzle.values, puzzle.houses, puzzle.rules)
    cnf = Cnf(instance(board))
    clauses: list[Clause] = list(cnf.clauses)
    for cage in instance(puzzle).cages:
        flat, width = cage.relation.tuples(MAX_TUPLES), len(cage.cells)
        assert flat is not None
        chosen = [cnf.new_variable() for _ in range(len(flat) // width)]
        clauses.append(tuple(chosen))
        if len(chosen) < 2000:
            clauses += [(-one, -other) for one, other in combinations(chosen, 2)]
        for number, variable in enumerate(chosen):
            row = flat[number * width : (number + 1) * width]
            pairs = zip(cage.cells, row, strict=True)
            clauses += [(-variable, cnf.literal(cell, value)) for cell, value in pairs]
    with closing(Solver(clauses, 2000)) as solver:
        for found in range(2):
            if not solver.solve():
                return found
            solver.add([-one for one in cnf.literals(cnf.grid(solver.model()))])
    return 2


def by_tables(puzzle: Puzzle) -> int:
    """CP-SAT on a table a cage and nothing else."""
    from rivals import count_bare, table_model

    return count_bare(table_model(puzzle))


def by_options(engine: str) -> Callable[[Puzzle], int]:
    """A program that is given an option a tuple, and items to cover."""

    def found(puzzle: Puzzle) -> int:
        import counters

        answer: counters.Answer = getattr(counters, engine)(puzzle, 2, MAX_TUPLES)
        return answer.total

    return found


def ours(backend: str) -> Callable[[Puzzle], int]:
    return lambda puzzle: int(solve(puzzle, backend=backend).count)


ENGINES = {
    **{backend: ours(backend) for backend in ("auto", "cp-sat", "sat", "cover")},
    "CP-SAT, tables": by_tables,
    "SAT, a variable a tuple": by_tuples,
    **{engine: by_options(engine) for engine in ("xcover", "exact_cover", "clingo")},
}


def board(kind: str, seed: int) -> Puzzle:
    """A random board of a kind; or of a file the puzzle of that number, from 0."""
    if kind in KINDS:
        return random_puzzle(KINDS[kind], random.Random(seed))
    return load_all(kind)[seed]


def _one(kind: str, seed: int, engine: str, limit: int) -> None:
    """Solves a board, and prints how many solutions were found, up to two, and seconds."""
    puzzle = board(kind, seed)
    for imported in {engine, "cp-sat", "sat"}:  # of which *auto* imports what a board needs
        ENGINES[imported](Puzzle(2))
    ends = int(time.process_time()) + limit
    resource.setrlimit(resource.RLIMIT_CPU, (ends, ends))
    wall, cpu = time.perf_counter(), time.process_time()
    found = ENGINES[engine](puzzle)
    print(json.dumps([found, time.process_time() - cpu, time.perf_counter() - wall]))


def measured(kind: str, seed: int, engine: str, limit: int) -> tuple[int, float, float] | None:
    """What ``_one`` prints; None if it took too long, or the engine cannot state the board."""
    call = [sys.executable, __file__, "--seconds", str(limit), "--one", kind, str(seed), engine]
    try:
        done = subprocess.run(call, capture_output=True, check=True)
    except subprocess.CalledProcessError:
        return None
    found, cpu, wall = json.loads(done.stdout)
    return found, cpu, wall


def row(kind: str, boards: int, limit: int, engines: Iterable[str]) -> Iterator[str]:
    """Of each engine, seconds of CPU for each board of a kind; of *auto* also by the clock.

    Raises:
        AssertionError: if two engines find different numbers of solutions.
    """
    all_results = [
        {engine: measured(kind, seed, engine, limit) for engine in engines}
        for seed in range(boards)
    ]
    for seed, results in enumerate(all_results):
        counts = {result[0] for result in results.values() if result is not None}
        assert len(counts) <= 1, f"{kind}, seed {seed}: {results}"
    for engine in engines:
        of_boards = [results[engine] for results in all_results]
        for clock in (1, 2) if engine == "auto" else (1,):
            yield ", ".join("-" if one is None else f"{one[clock]:.2f}" for one in of_boards)


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=20, help="of CPU, for each board")
    parser.add_argument("--boards", type=int, default=3)
    parser.add_argument("--kinds", default="", help="those whose names begin with this")
    parser.add_argument("--files", nargs="+", default=[], help="with that many boards each")
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=[*ENGINES])
    parser.add_argument("--one", nargs=3, metavar=("KIND", "SEED", "ENGINE"))
    asked = parser.parse_args()
    if asked.one:
        kind, seed, engine = asked.one
        _one(kind, int(seed), engine, asked.seconds)
        return
    columns = []
    for engine in asked.engines:
        columns += [engine, "auto, by the clock"] if engine == "auto" else [engine]
    print("| | " + " | ".join(columns) + " |")
    print("|---" * (len(columns) + 1) + "|", flush=True)
    for kind in asked.files or [kind for kind in KINDS if kind.startswith(asked.kinds)]:
        cells = row(kind, asked.boards, asked.seconds, asked.engines)
        print(f"| {kind} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
