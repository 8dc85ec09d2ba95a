"""What every engine must answer about a small puzzle, as the oracle knows it."""

from __future__ import annotations

from random import Random

from oracle import Grid

from kenken_cp import Puzzle, Status, count, each_solution, solve
from kenken_cp.formats import dumps


def differences(puzzle: Puzzle, known: frozenset[Grid], backend: str, random: Random) -> list[str]:
    """Where an engine's answers differ from the oracle's, each in a line; empty if nowhere."""
    wrong = []

    def expect(fine: bool, what: str, found: object) -> None:
        if not fine:
            wrong.append(f"{backend}, {what}: {found!r}; there are {len(known)} solutions")

    found: list[Grid] = []
    outcome = each_solution(puzzle, found.append, backend=backend)
    complete = set(found) == known and len(found) == len(known) == outcome.count
    expect(complete, "every solution", outcome)
    expect(outcome.status is Status.EXHAUSTED and outcome.count.exact, "the status", outcome)

    counted = count(puzzle, backend=backend)
    expect(counted.exact and counted == len(known), "the count", counted)

    solved = solve(puzzle, backend=backend)
    expect(len(set(solved.grids)) == solved.count == min(2, len(known)), "two", solved)
    expect(set(solved.grids) <= known, "two of the solutions", solved)
    expect(len(known) > 1 or solved.unique is (len(known) == 1), "whether it is unique", solved)

    most = random.randint(1, max(1, len(known)))
    found = []
    outcome = each_solution(puzzle, found.append, backend=backend, limit=most)
    some = set(found) <= known and len(set(found)) == len(found) == min(most, len(known))
    expect(some and outcome.count == len(found), f"a limit of {most}", outcome)
    found = []
    outcome = each_solution(
        puzzle, lambda grid: found.append(grid) or len(found) < most, backend=backend
    )
    some = set(found) <= known and len(set(found)) == len(found) == min(most, len(known))
    expect(some and outcome.count == len(found), f"a visitor of {most}", outcome)
    return wrong


def report(puzzle: Puzzle, wrong: list[str]) -> str:
    """What a failing test says: the puzzle as text that can be read again, and what is wrong."""
    return "\n".join((dumps(puzzle), *wrong))
