"""Other programs that count exact covers or models, each given the same options as ours.

Each is a function from a puzzle to its number of solutions, and the nodes of the search where it
reports them; those that are not installed are left out, and it is said which.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from itertools import combinations
from typing import NamedTuple

from kenken_cp import Puzzle
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.encode.mdd import bits
from kenken_cp.parallel import Pool, count_in_parallel
from kenken_cp.parallel.processes import Processes
from kenken_cp.search.protocol import Outcome
from kenken_cp.search.run import count_solutions, find_solutions


class Answer(NamedTuple):
    """A count, and the nodes (decisions, states of a frontier) that it took, if known."""

    total: int
    nodes: int | None = None


Counter = Callable[[Puzzle], Answer]


def _items_of(puzzle: Puzzle) -> tuple[list[list[int]], int]:
    """For each option its items, and how many items there are; all of them to be covered once."""
    cover = ExactCover(puzzle)
    assert not cover.transitions, "not all of them can state automata"
    assert not cover.secondary_items
    options: list[list[int]] = [[] for _ in range(cover.options)]
    for number, item in enumerate(cover.primary_items):
        for option in bits(item):
            options[option].append(number)
    return options, len(cover.primary_items)


def xcover(puzzle: Puzzle) -> Answer:
    """Knuth's algorithm in numba."""
    import numpy as np
    from xcover import covers_bool

    options, items = _items_of(puzzle)
    matrix = np.zeros((len(options), items), dtype=bool)
    for number, option in enumerate(options):
        matrix[number, option] = True
    return Answer(sum(1 for _ in covers_bool(matrix)))


def exact_cover(puzzle: Puzzle) -> Answer:
    """Knuth's algorithm in C."""
    import numpy as np
    from exact_cover import get_solution_count

    options, items = _items_of(puzzle)
    matrix = np.zeros((len(options), items), dtype=np.int32)
    for number, option in enumerate(options):
        matrix[number, option] = 1
    return Answer(int(get_solution_count(matrix)))


def clingo(puzzle: Puzzle) -> Answer:
    """Answer sets: one choice an item."""
    import clingo

    options, _ = _items_of(puzzle)
    facts = " ".join(f"in({option},{item})." for option, its in enumerate(options) for item in its)
    program = (
        f"{facts} 1 {{ x(O) : in(O,I) }} 1 :- in(_,I). :- in(O,I), in(P,I), x(O), x(P), O < P."
    )
    control = clingo.Control(["0"], logger=lambda *_: None)
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
        variables = [option + 1 for option in bits(item)]
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
            pool = Pool(executor, 2, partial(Processes, 1))
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
