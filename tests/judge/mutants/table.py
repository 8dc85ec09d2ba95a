"""``python -m judge.mutants.table``: which puzzle shows each mutant to be wrong first.

The table is tests/data/mutants.tsv: a mutant, the puzzle, and the same for one that prints only its
first solution. A dash stands for none. To run it, the project and its tests must be on the path.
"""

from __future__ import annotations

from judge.mutants.catalogue import MUTANTS, Mutant
from judge.mutants.running import is_killed

from kenken_cp.judge.suites import SUITES

PUZZLES = {
    f"{suite} {number}": puzzle
    for suite in ("smoke", "tricky")
    for number, puzzle in enumerate(SUITES.named(suite).puzzles, 1)
}


def first_killer(mutant: Mutant, *, first: bool = False) -> str:
    """The first puzzle that shows that a mutant is wrong; a dash if there is none."""
    if first and mutant.answers != "all":
        return "-"
    killers = (name for name, p in PUZZLES.items() if is_killed(mutant, p, first=first))
    return next(killers, "-")


if __name__ == "__main__":
    for each in MUTANTS:
        print(each.name, first_killer(each), first_killer(each, first=True), sep="\t", flush=True)
