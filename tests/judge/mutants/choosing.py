"""Which puzzle of the suites finds a mutant out first, as the guide's table has it.

``python -m judge.mutants.choosing`` (with the project and its tests on the path) prints the table.
For a mutant that no puzzle finds out it draws random puzzles until one does, and prints that.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

from judge.mutants.catalogue import MUTANTS
from judge.mutants.judging import finds_out, run, truth_of
from judge.mutants.record import RIGHT, Mutant

from kenken_cp import dumps
from kenken_cp.errors import KenKenError
from kenken_cp.generation import Recipe
from kenken_cp.generation.cages import plant
from kenken_cp.judge.processes import RunEnd
from kenken_cp.judge.suites import SUITES
from kenken_cp.model.puzzle import Cage, Puzzle

CHOSEN = ("smoke", "tricky", "kinds")
"""The suites that are chosen by the catalogue, in the order in which they are tried."""

HEAD = "| mutant | what is wrong | found out by | if it stops at the first solution |"

MAX_DRAWN = 2000
"""Random puzzles that are tried for a mutant."""


def names() -> Iterator[tuple[str, Puzzle]]:
    for suite in CHOSEN:
        for number, puzzle in enumerate(SUITES.named(suite).puzzles, 1):
            yield f"{suite} {number}", puzzle


PUZZLES = dict(names())


@cache
def max_checks(puzzle: Puzzle) -> int:
    """Checks of a cage that a mutant may make: several times what the right solver needs."""
    limits = (1_000 * 4**power for power in range(6))
    least = next(n for n in limits if run(RIGHT, puzzle, n).ended is RunEnd.EXITED)
    return 4 * least


def firsts(mutant: Mutant) -> tuple[str, str]:
    """The first puzzle that finds a mutant out, and the same if it stops at the first solution;
    a dash for none.
    """
    found = ["", ""]
    for name, puzzle in PUZZLES.items():
        if all(found):
            break
        for place, killed in enumerate(finds_out(mutant, puzzle, max_checks(puzzle))):
            found[place] = found[place] or (name if killed else "")
    return found[0] or "-", found[1] or "-"


def row(mutant: Mutant) -> str:
    return f"| {mutant.name} | {mutant.wrong} | {' | '.join(firsts(mutant))} |"


def drawn(seed: str) -> Iterator[Puzzle]:
    """Random puzzles, every other one with a clue that a mistaken author would print."""
    rng = random.Random(seed)
    while True:
        size = rng.randint(2, 6)
        operators = rng.choice(("+-*/", "-/", "/", "-", "*", "+"))
        try:
            recipe = Recipe(size, operators=operators, cage_sizes=(1, rng.choice((2, 3, 4, 6, 12))))
            puzzle, builder = plant(recipe, rng)
        except KenKenError:
            continue
        place = rng.randrange(len(puzzle.cages))
        cage = puzzle.cages[place]
        values = builder.values_of(cage.cells)
        mistaken = cage
        if len(values) == 2:
            mistaken = Cage(
                cage.cells, "/", rng.choice((math.floor, math.ceil))(max(values) / min(values))
            )
        elif len(values) > 2:
            mistaken = Cage(cage.cells, cage.operator, cage.target + rng.choice((-1, 1)))
        cages = list(puzzle.cages)
        cages[place] = rng.choice((cage, mistaken))
        changed = replace(puzzle, cages=tuple(cages))
        if run(RIGHT, changed, 3_000).ended is RunEnd.EXITED:
            yield replace(changed, expected=truth_of(changed).count)


def main() -> None:
    print(HEAD)
    print("|---|---|---|---|")
    lost = []
    for mutant in MUTANTS:
        found = row(mutant)
        print(found, flush=True)
        if "| - | - |" in found:
            lost.append(mutant)
    for mutant in lost:
        for puzzle in islice(drawn(mutant.name), MAX_DRAWN):
            if any(finds_out(mutant, puzzle, max_checks(puzzle))):
                print(f"\n{mutant.name} is found out by\n{dumps(puzzle)}")
                break
        else:
            print(f"\n{mutant.name} is found out by none of {MAX_DRAWN}")


if __name__ == "__main__":
    main()
