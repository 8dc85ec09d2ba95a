"""A mutant run in this process, and its answer compared with the solutions."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from judge.mutants.catalogue import RIGHT, Mutant

from kenken_cp import Puzzle, dumps, solutions

PROGRAM = Path(__file__).with_name("program.py").read_text(encoding="utf-8")

MAX_LINES = 12_000
"""Lines that are read of what a mutant prints: more than any of these puzzles has solutions."""


class _OutOfTimeError(Exception):
    """A mutant has made as many checks as it may."""


def source_of(mutant: Mutant) -> str:
    """The program with the mutant's words replaced; each must be there, and only once."""
    source = PROGRAM
    for old, new in mutant.changes:
        if source.count(old) != 1:
            raise ValueError(f"{mutant.name}: {old!r} is there {source.count(old)} times")
        source = source.replace(old, new)
    return source


@lru_cache(maxsize=256)
def _compiled(mutant: Mutant):
    return compile(source_of(mutant), f"{mutant.name}.py", "exec")


def run(mutant: Mutant, puzzle: Puzzle, max_checks: int) -> tuple[list[str], bool]:
    """The lines that a mutant prints, and whether it came to its end, be it by a crash.

    Its time is counted in checks of a cage, so that it is the same on every machine.
    """
    namespace: dict = {"__name__": "program"}
    exec(_compiled(mutant), namespace)
    check, left, printed = namespace["fits"], max_checks, []

    def counted(*arguments):
        nonlocal left
        left -= 1
        if left < 0:
            raise _OutOfTimeError
        return check(*arguments)

    namespace["fits"] = counted
    try:
        for line in namespace["lines"](dumps(puzzle.bare, "json")):
            printed.append(line)
            if len(printed) > MAX_LINES:
                break
    except _OutOfTimeError:
        return printed, False
    except Exception:  # noqa: BLE001 - whatever it is, the program would have crashed
        pass
    return printed, True


@lru_cache(maxsize=256)
def max_checks(puzzle: Puzzle) -> int:
    """Checks of a cage that a mutant may make: several times what the right solver needs."""
    limits = (1_000, 4_000, 16_000)
    return 4 * next((most for most in limits if run(RIGHT, puzzle, most)[1]), 64_000)


@lru_cache(maxsize=256)
def truth_of(puzzle: Puzzle) -> list:
    """The solutions as they are printed, in order."""
    return sorted(tuple(tuple(map(str, row)) for row in grid) for grid in solutions(puzzle))


def grids_in(lines: list[str]) -> list:
    """The grids in a mutant's output: rows of values, or of digits, between lines of words."""
    grids: list[list] = [[]]
    for line in lines:
        if any(map(str.isalpha, line)):
            grids.append([])
        else:
            values = line.split()
            grids[-1].append(tuple(values if len(values) > 1 else line))
    return [tuple(grid) for grid in grids if grid]


def is_killed(mutant: Mutant, puzzle: Puzzle, *, first: bool = False) -> bool:
    """Whether a puzzle shows that a mutant is wrong; ``first``: by its first solution alone.

    One that is slow, and no more, is not: in another language it would not be. What it printed
    until then may be wrong all the same.
    """
    lines, ended = run(mutant, puzzle, max_checks(puzzle))
    truth, grids = truth_of(puzzle), grids_in(lines)[: 1 if first else None]
    if not ended:
        return mutant.hangs or len({*grids}) < len(grids) or not {*truth} >= {*grids}
    if mutant.answers == "count":
        return lines != [f"{len(truth)} solutions"]
    if mutant.answers == "unique":
        return lines != [("no solution", "unique", "not unique")[min(len(truth), 2)]]
    if not grids:
        return bool(truth) or lines != ["No solution."]
    return grids[0] not in truth if first else sorted(grids) != truth
