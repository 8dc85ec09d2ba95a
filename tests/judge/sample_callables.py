"""Solvers as Python functions, of every signature that is understood."""

import atexit
import os
import time

from faulty import solver

from kenken_cp import Puzzle, solutions

NOT_CALLABLE = 3


def of_its_own(size, cages, depth=0):
    """One to be called by a function of the puzzle."""


def of_nothing():
    """One that cannot know the puzzle."""


def enumerates(puzzle: Puzzle):
    with solutions(puzzle) as grids:
        yield from grids


def prints_only(puzzle):
    for row in first_only(puzzle) or []:
        print(*row)


def prints_and_denies(puzzle):
    print("searching")
    return []


def first_only(puzzle):
    return next(enumerates(puzzle), None)


def listed(puzzle):
    return [first_only(puzzle)] if first_only(puzzle) else []


def by_cell(puzzle):
    grid = first_only(puzzle)
    return grid and {(r + 1, c + 1): v for r, row in enumerate(grid) for c, v in enumerate(row)}


def flat(puzzle):
    grid = first_only(puzzle)
    return grid and [str(value) for row in grid for value in row]


def how_many(puzzle):
    return len(list(enumerates(puzzle)))


def is_unique(puzzle):
    return how_many(puzzle) == 1


def from_text(text: str):
    assert text.startswith(("{", "abbc")), text
    return "3412\n2134\n1243\n4321\n"


def chatty(puzzle):
    print("1 1 1 1\n" * 4)
    return first_only(puzzle)


def raises(puzzle):
    raise ZeroDivisionError("division by zero")


def leaves(puzzle):
    os._exit(0)


def sleeps(puzzle):
    time.sleep(60)


def nonsense(puzzle):
    return {"a": [object()]}


def accumulates(puzzle, found=[]):  # noqa: B006 - the mistake
    found.extend(enumerates(puzzle))
    return found


def spends(puzzle, grids=[]):  # noqa: B006 - the mistake
    if not grids:
        grids.append(first_only(puzzle))
        return grids[0]
    raise KeyError("spent")


def hangs_again(puzzle, calls=[]):  # noqa: B006 - so that only the second call is slow
    if calls:
        time.sleep(60)
    calls.append(1)
    return first_only(puzzle)


def spins_on_large_boards(puzzle):
    while puzzle.rows > 3:
        pass


def spin(seconds):
    """Works for that long, in processor time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def ends_slowly(puzzle, calls=[]):  # noqa: B006
    if not calls:
        atexit.register(spin, 2.5)
    calls.append(1)
    return first_only(puzzle)


def leaves_again(puzzle, calls=[]):  # noqa: B006
    if calls:
        os._exit(0)
    calls.append(1)
    return first_only(puzzle)


def size_of_the_first(puzzle, sizes=[]):  # noqa: B006 - the mistake
    sizes.append(puzzle.rows)
    return min(solver()(puzzle), default=None) if puzzle.rows <= sizes[0] else None


def wrong_on_large_boards(puzzle):
    return min(solver()(puzzle), default=None) if puzzle.rows < 4 else None


def right_at_last(puzzle, calls=[]):  # noqa: B006
    calls.append(1)
    return first_only(puzzle) if len(calls) > 1 else None


def gives_up(puzzle, failed=[]):  # noqa: B006 - the mistake
    found = None if failed else min(solver()(puzzle), default=None)
    if found is None:
        failed.append(1)
    return found
