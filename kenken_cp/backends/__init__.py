"""The engines, one module or folder each; ``ENGINES`` are their records.

An engine is a function that visits every solution of a puzzle, and it may have another that counts
them (``search.engine``). Limits, verification and counting are above the engines, in ``search``,
and no engine repeats them. To be read in this order:

- ``brute_force``, ``python_constraint``: the oracles, which share nothing with the others
- ``cover``: exact cover: ``propagation``, ``search``, ``merging``; many boards at a time, in numpy:
  ``bulk``, ``frontier``; and ``estimate``
- ``cp_sat``, ``sat``: two solvers that learn from conflicts; ``race``: both at once
- ``hand_written``: the solver of the package ``logic``, by its strategies
- ``auto``: the default, which uses ``cover`` and then ``race``

An engine is imported when it is first used: each solver package takes 0.05 to 0.2 s to import.
"""

from kenken_cp.clock import Clock
from kenken_cp.encode.instance import Instance
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.search.engine import BACKENDS, Backend, Counted, Ended, Search, Visit


def grid_by_cp_sat(instance: Instance, clock: Clock) -> Grid | None:
    """``cp_sat.solve.find``, for callers that need one grid of an instance and not a search."""
    from kenken_cp.backends.cp_sat.solve import find

    return find(instance, clock)


def _auto(puzzle: Puzzle, visit: Visit, clock: Clock) -> Ended:
    from kenken_cp.backends.auto import search

    return search(puzzle, visit, clock)


def _auto_count(puzzle: Puzzle, clock: Clock) -> Counted:
    from kenken_cp.backends.auto import count

    return count(puzzle, clock)


def _cover(puzzle: Puzzle, visit: Visit, clock: Clock) -> Ended:
    from kenken_cp.backends.auto import search_by_cover

    return search_by_cover(puzzle, visit, clock)


def _cover_count(puzzle: Puzzle, clock: Clock) -> Counted:
    from kenken_cp.backends.auto import count_by_cover

    return count_by_cover(puzzle, clock)


def _cp_sat(puzzle: Puzzle, visit: Visit, clock: Clock) -> Ended:
    from kenken_cp.backends.cp_sat.solve import search

    return search(puzzle, visit, clock)


def _sat(puzzle: Puzzle, visit: Visit, clock: Clock) -> Ended:
    from kenken_cp.backends.sat import search

    return search(puzzle, visit, clock)


def _python_constraint(puzzle: Puzzle, visit: Visit, clock: Clock) -> Ended:
    from kenken_cp.backends.python_constraint import search

    return search(puzzle, visit, clock)


def _brute_force(puzzle: Puzzle, visit: Visit, clock: Clock) -> Ended:
    from kenken_cp.backends.brute_force import search

    return search(puzzle, visit, clock)


def _hand_written(strategy: str) -> Search:
    def search(puzzle: Puzzle, visit: Visit, clock: Clock) -> Ended:
        from kenken_cp.backends.hand_written import search_by

        return search_by(strategy, puzzle, visit, clock)

    return search


ENGINES = (
    Backend("auto", "the default: cover; cp-sat and sat on hard boards", _auto, _auto_count),
    Backend("cp-sat", "OR-Tools CP-SAT: large cages, large boards", _cp_sat),
    Backend("sat", "SAT: large cages, in another way than cp-sat", _sat),
    Backend(
        "python-constraint",
        "shares only the rules with cp-sat: a check on it, to 6x6",
        _python_constraint,
        max_cells=36,
        usual=False,
    ),
    Backend(
        "cover",
        "exact cover on bit sets: a 9x9 in a millisecond, fast counts",
        _cover,
        _cover_count,
    ),
    Backend(
        "logic",
        "the hand-written solver: deduction, guessing when stuck",
        _hand_written("deduction"),
        usual=False,
    ),
    Backend(
        "propagation",
        "the same, with naked singles and cages only",
        _hand_written("propagation"),
        usual=False,
    ),
    Backend(
        "best-first", "the same, with a queue of boards", _hand_written("best-first"), usual=False
    ),
    Backend(
        "mcv-lcv",
        "the same, most constraining cell, least constraining value",
        _hand_written("mcv-lcv"),
        usual=False,
    ),
    Backend(
        "backtracking",
        "the same, row by row, to 6x6",
        _hand_written("backtracking"),
        max_cells=36,
        usual=False,
    ),
    Backend(
        "brute-force",
        "the oracle of the tests: thirty obvious lines, to 4x4",
        _brute_force,
        max_cells=16,
        usual=False,
    ),
)

for _engine in ENGINES:
    BACKENDS.register(_engine)
