"""Two solutions of generated boards with large cages, and of large ones: seconds by the clock.

.venv/bin/python benchmarks/hard_boards.py --seconds 20 --boards 3 --kinds 9x9
"""

from __future__ import annotations

import argparse
import random
from dataclasses import replace

from peers import SOLVERS, heading, measured, row

from kenken_cp.generation.generator import generate_from
from kenken_cp.generation.recipe import Recipe

KINDS = {
    "9x9, 1-4 cells": Recipe(9, cage_sizes=(1, 4)),
    "9x9, 1-4 cells, a fifth of the cages missing": Recipe(9, cage_sizes=(1, 4)),
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
    "20x20, 1-3 cells": Recipe(20, cage_sizes=(1, 3)),
}
NAMES = ["auto", "sat", "cp-sat", "cover", "CP-SAT, tables", "exact_cover", "xcover", "clingo"]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=20, help="for each board")
    parser.add_argument("--boards", type=int, default=3, help="of each kind")
    parser.add_argument("--kinds", default="", help="those whose names begin with this")
    asked = parser.parse_args()
    names = [name for name in NAMES if name in SOLVERS]
    heading(names)
    for kind in (kind for kind in KINDS if kind.startswith(asked.kinds)):
        cells: list[list[str]] = [[] for _ in names]
        for seed in range(asked.boards):
            puzzle = generate_from(KINDS[kind], random.Random(seed), unique=False)
            if kind.endswith("missing"):
                kept = tuple(cage for place, cage in enumerate(puzzle.cages) if place % 5)
                puzzle = replace(puzzle, cages=kept)
            answers = [measured(name, puzzle, 2, asked.seconds) for name in names]
            counts = {answer[0] for answer in answers if answer is not None}
            assert len(counts) <= 1, (
                f"{kind}, seed {seed}: {dict(zip(names, answers, strict=True))}"
            )
            for cell, answer in zip(cells, answers, strict=True):
                cell.append("-" if answer is None else f"{answer[2]:.2f}")
        row(kind, [", ".join(cell) for cell in cells])


if __name__ == "__main__":
    main()
