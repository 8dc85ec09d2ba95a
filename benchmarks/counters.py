"""Other programs that count exact covers or models, each given the same options as ours.

Each is a function from a puzzle to its number of solutions, and the nodes of the search where it
reports them; those that are not installed are left out, and it is said which.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from itertools import combinations, islice
from typing import Any, NamedTuple

from kenken_cp.search.protocol import Outcome
from kenken_cp.search.run import count_solutions, find_solutions

from kenken_cp import Puzzle
from kenken_cp.encode.exact_cover import MAX_LISTED_TUPLES, ExactCover
from kenken_cp.encode.instance import instance
from kenken_cp.encode.masks import numbers_in
from kenken_cp.parallel import Pool, count_in_parallel
from kenken_cp.parallel.processes import Processes


class Answer(NamedTuple):
    """A count, and the nodes (decisions, states of a frontier) that it took, if known."""

    total: int
    nodes: int | None = None


Counter = Callable[[Puzzle], Answer]


def items_of(puzzle: Puzzle, max_tuples: int = MAX_LISTED_TUPLES) -> tuple[list[list[int]], int]:
    """For each option, a tuple of a cage, its items, and how many items there are; all of them to
    be covered once.
    """
    taken = instance(puzzle)
    assert all(group.full for group in taken.groups), "not all of them know secondary items"
    cages = [(cage.cells, cage.relation.tuples(max_tuples)) for cage in taken.cages]
    cages += [((cell,), taken.domain) for cell in taken.free_cells]
    first = {number: len(cages) + number * len(taken.domain) for number in range(len(taken.groups))}
    place = {value: number for number, value in enumerate(taken.domain)}
    options = []
    for number, (cells, flat) in enumerate(cages):
        assert flat is not None, "a cage of too many tuples"
        for start in range(0, len(flat), len(cells)):
            option = [number]
            for cell, value in zip(cells, flat[start : start + len(cells)], strict=True):
                option += [first[group] + place[value] for group in taken.groups_of[cell]]
            options.append(option)
    return options, len(cages) + len(taken.groups) * len(taken.domain)


def _matrix(puzzle: Puzzle, max_tuples: int) -> Any:
    """The same as rows of 0 and 1."""
    import numpy as np

    options, items = items_of(puzzle, max_tuples)
    matrix = np.zeros((len(options), items), dtype=np.int32)
    for number, option in enumerate(options):
        matrix[number, option] = 1
    return matrix


def xcover(puzzle: Puzzle, most: int | None = None, max_tuples: int = MAX_LISTED_TUPLES) -> Answer:
    """Knuth's algorithm in numba."""
    from xcover import covers_bool

    covers = covers_bool(_matrix(puzzle, max_tuples).astype(bool))
    return Answer(sum(1 for _ in islice(covers, most)))


def exact_cover(
    puzzle: Puzzle, most: int | None = None, max_tuples: int = MAX_LISTED_TUPLES
) -> Answer:
    """Knuth's algorithm in C."""
    from exact_cover import get_all_solutions, get_solution_count

    matrix = _matrix(puzzle, max_tuples)
    if most is None:
        return Answer(int(get_solution_count(matrix)))
    return Answer(len(get_all_solutions(matrix, max_count=most)))


def clingo(puzzle: Puzzle, most: int | None = None, max_tuples: int = MAX_LISTED_TUPLES) -> Answer:
    """Answer sets: one choice an item."""
    import clingo

    options, _ = items_of(puzzle, max_tuples)
    facts = " ".join(f"in({option},{item})." for option, its in enumerate(options) for item in its)
    program = f"{facts} 1 {{ x(O) : in(O,I) }} 1 :- in(_,I)."
    control = clingo.Control([str(most or 0)], logger=lambda *_: None)
    control.add("base", [], program)
    control.ground([("base", [])])
    found = 0
    with control.solve(yield_=True) as models:
        for _ in models:
            found += 1
    return Answer(found, int(control.statistics["solving"]["solvers"]["choices"]))


def ganak(puzzle: Puzzle) -> Answer:
    """A propositional model counter, which finds independent parts and remembers them."""
    from pyganak import Counter as Ganak

    cover = ExactCover(puzzle)
    counter = Ganak()
    counter.new_vars(cover.options)
    for item in cover.primary_items:
        variables = [option + 1 for option in numbers_in(item)]
        counter.add_clause(variables)
        counter.add_clauses([[-one, -other] for one, other in combinations(variables, 2)])
    return Answer(int(counter.count()))


def _answer(outcome: Outcome) -> Answer:
    nodes = [
        int(figure)
        for name, figure in outcome.statistics.items()
        if name.split()[-1] in ("nodes", "states", "branches")
    ]
    return Answer(int(outcome.count), sum(nodes) if nodes else None)


def _counting_by(backend: str) -> Counter:
    return lambda puzzle: _answer(count_solutions(puzzle, backend=backend))


def _counting_with_two_jobs(backend: str) -> Counter:
    """As ``count --jobs 2`` does; the workers' start is part of it."""

    def counted(puzzle: Puzzle) -> Answer:
        with Processes(2) as executor:
            pool = Pool(executor, 2, Processes)
            return _answer(count_in_parallel(puzzle, backend=backend, pool=pool))

    return counted


def _enumerating_by(backend: str) -> Counter:
    return lambda puzzle: _answer(find_solutions(puzzle, backend=backend))


COUNTERS: dict[str, tuple[Counter, str | None]] = {
    "auto": (_counting_by("auto"), None),
    "auto 2 jobs": (_counting_with_two_jobs("auto"), None),
    "cover": (_counting_by("cover"), None),
    "cover 2 jobs": (_counting_with_two_jobs("cover"), None),
    "compiled": (_counting_by("compiled"), "numba"),
    "cp-sat": (_enumerating_by("cp-sat"), None),
    "python-constraint": (_enumerating_by("python-constraint"), None),
    "ganak": (ganak, "pyganak"),
    "xcover": (xcover, "xcover"),
    "exact_cover": (exact_cover, "exact_cover"),
    "clingo": (clingo, "clingo"),
}
"""By name: the function, and the package that it needs besides ours."""


def missing() -> list[str]:
    """Those that are not installed."""
    return [name for name, (_, package) in COUNTERS.items() if package and not find_spec(package)]
