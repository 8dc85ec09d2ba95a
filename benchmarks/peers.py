"""What ours is compared with, each a function of a puzzle and the most solutions that are wanted.

They return how many solutions they found. All are given the same: the tuples of each cage, as our
own engines have them; only the arithmetic model and python-constraint are given the clues.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from itertools import combinations, islice
from multiprocessing.connection import Connection
from typing import Any

from ortools.sat.python import cp_model

from kenken_cp import KenKenError, Limits, Puzzle
from kenken_cp.encode.instance import instance
from kenken_cp.search.verbs import count_solutions, find_solutions

MAX_TUPLES = 10**6
"""Tuples of a cage that are listed at all."""

Solver = Callable[[Puzzle, int | None], int]


def ours(backend: str) -> Solver:
    """One of our engines: counts, or finds as many solutions as are wanted."""

    def found(puzzle: Puzzle, most: int | None) -> int:
        if most is None:
            return int(count_solutions(puzzle, backend=backend).count)
        return int(find_solutions(puzzle, None, Limits(most), backend=backend).count)

    return found


def visiting(backend: str) -> Solver:
    """One of our engines with a Python function that is called with every grid."""

    def visited(puzzle: Puzzle, most: int | None) -> int:
        grids = 0

        def visit(_: object) -> None:
            nonlocal grids
            grids += 1

        find_solutions(puzzle, visit, Limits(most), backend=backend)
        return grids

    return visited


class _Counter(cp_model.CpSolverSolutionCallback):
    def __init__(self, cells: list[cp_model.IntVar], most: int | None) -> None:
        super().__init__()
        self.count, self._cells, self._most = 0, cells, most

    def on_solution_callback(self) -> None:
        [self.value(cell) for cell in self._cells]  # whoever asks for solutions reads them
        self.count += 1
        if self.count == self._most:
            self.stop_search()


def _board(puzzle: Puzzle) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    model, problem = cp_model.CpModel(), instance(puzzle)
    domain = cp_model.Domain.from_values(puzzle.values)
    grid = [model.new_int_var_from_domain(domain, "") for _ in problem.cells]
    for house in problem.houses:
        model.add_all_different(grid[cell] for cell in house.cells)
    return model, grid


def _enumerated(model: cp_model.CpModel, grid: list[cp_model.IntVar], most: int | None) -> int:
    counter, solver = _Counter(grid, most), cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, counter)
    return counter.count


def cp_sat_tables(puzzle: Puzzle, most: int | None) -> int:
    """CP-SAT's own interface: all-different houses, and a table a cage."""
    model, grid = _board(puzzle)
    for cage in instance(puzzle).cages:
        rows = _tuples(cage.relation.tuples(MAX_TUPLES), len(cage.cells))
        model.add_allowed_assignments([grid[cell] for cell in cage.cells], rows)
    return _enumerated(model, grid, most)


def cp_sat_arithmetic(puzzle: Puzzle, most: int | None) -> int:
    """The same with each clue as arithmetic, as one writes it first."""
    model, grid = _board(puzzle)
    for cage in instance(puzzle).cages:
        (operator,) = cage.relation.operators
        cells = [grid[cell] for cell in cage.cells]
        if operator.name in ("given", "add"):
            model.add(sum(cells) == cage.relation.target)
        elif operator.name == "multiply":
            model.add_multiplication_equality(cage.relation.target, cells)
        else:
            first, second = cells
            larger = model.new_bool_var("")
            subtracts = operator.name == "subtract"
            scale, offset = (1, cage.relation.target) if subtracts else (cage.relation.target, 0)
            model.add(first == scale * second + offset).only_enforce_if(larger)
            model.add(second == scale * first + offset).only_enforce_if(~larger)
    return _enumerated(model, grid, most)


def _tuples(flat: Any, width: int) -> list[tuple[int, ...]]:
    assert flat is not None, "a cage of too many tuples"
    return list(zip(*[iter(flat)] * width, strict=True))


def _options(puzzle: Puzzle) -> tuple[list[list[int]], int]:
    """For each tuple of a cage and each value of a free cell the items that it covers, and how many
    items there are: cages, and the values of each house; each is to be covered once.
    """
    problem = instance(puzzle)
    assert all(group.full for group in problem.groups), "not all programs know secondary items"
    cages = [(c.cells, _tuples(c.relation.tuples(MAX_TUPLES), len(c.cells))) for c in problem.cages]
    cages += [((cell,), [(value,) for value in problem.domain]) for cell in problem.free_cells]
    size, options = len(problem.domain), []
    place = {value: number for number, value in enumerate(problem.domain)}
    houses_of = [
        [number for number, group in enumerate(problem.groups) if cell in group.cells]
        for cell in range(len(problem.cells))
    ]
    for number, (cells, rows) in enumerate(cages):
        for row in rows:
            option = [number]
            for cell, value in zip(cells, row, strict=True):
                option += [len(cages) + h * size + place[value] for h in houses_of[cell]]
            options.append(option)
    return options, len(cages) + len(problem.groups) * size


def _matrix(puzzle: Puzzle) -> Any:
    import numpy as np

    options, items = _options(puzzle)
    matrix = np.zeros((len(options), items), dtype=np.int32)
    for number, option in enumerate(options):
        matrix[number, option] = 1
    return matrix


def xcover(puzzle: Puzzle, most: int | None) -> int:
    """Knuth's algorithm in numba."""
    from xcover import covers_bool

    return sum(1 for _ in islice(covers_bool(_matrix(puzzle).astype(bool)), most))


def exact_cover(puzzle: Puzzle, most: int | None) -> int:
    """Knuth's algorithm in C."""
    from exact_cover import get_all_solutions, get_solution_count

    if most is None:
        return int(get_solution_count(_matrix(puzzle)))
    return len(get_all_solutions(_matrix(puzzle), max_count=most))


def clingo(puzzle: Puzzle, most: int | None) -> int:
    """Answer sets: one choice an item."""
    from clingo import Control

    facts = [f"in({o},{item})." for o, its in enumerate(_options(puzzle)[0]) for item in its]
    control = Control([str(most or 0)], logger=lambda *_: None)
    control.add("base", [], " ".join(facts) + " 1 { x(O) : in(O,I) } 1 :- in(_,I).")
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        return sum(1 for _ in models)


def ganak(puzzle: Puzzle, most: int | None) -> int:
    """A propositional model counter, which finds independent parts and remembers them."""
    from pyganak import Counter

    assert most is None, "it only counts"
    options, items = _options(puzzle)
    counter = Counter()
    counter.new_vars(len(options))
    for item in range(items):
        variables = [number for number, option in enumerate(options, 1) if item in option]
        counter.add_clause(variables)
        counter.add_clauses([[-one, -other] for one, other in combinations(variables, 2)])
    return int(counter.count())


PEERS: dict[str, Solver] = {
    "CP-SAT, tables": cp_sat_tables,
    "CP-SAT, arithmetic": cp_sat_arithmetic,
    "python-constraint": ours("python-constraint"),
    "exact_cover": exact_cover,
    "xcover": xcover,
    "clingo": clingo,
    "ganak": ganak,
}
PACKAGES = {
    "xcover": "xcover",
    "exact_cover": "exact_cover",
    "clingo": "clingo",
    "ganak": "pyganak",
}
SOLVERS = PEERS | {name: ours(name) for name in ("auto", "cover", "cp-sat", "sat")}
SOLVERS |= {f"{name}, visiting": visiting(name) for name in ("auto", "cover", "cp-sat")}
SOLVERS = {n: s for n, s in SOLVERS.items() if n not in PACKAGES or find_spec(PACKAGES[n])}
"""By name; programs that are not installed are left out."""


def _work(name: str, puzzle: Puzzle, most: int | None, answers: Connection) -> None:
    SOLVERS[name](Puzzle(3), None)  # what it imports and compiles is not counted
    answers.send(None)
    cpu, clock = time.process_time(), time.perf_counter()
    with suppress(KenKenError):  # exact cover cannot state puzzles of so many options
        found = SOLVERS[name](puzzle, most)
        answers.send((found, time.process_time() - cpu, time.perf_counter() - clock))


def measured(
    name: str, puzzle: Puzzle, most: int | None, seconds: float
) -> tuple[int, float, float] | None:
    """Solutions found, seconds of CPU and seconds by the clock, in a process of its own; None if it
    has no answer after some seconds by the clock, or cannot state the puzzle.
    """
    receiving, sending = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(
        target=_work, args=(name, puzzle, most, sending)
    )
    process.start()
    sending.close()
    try:
        receiving.recv()  # it has begun
        answer: tuple[int, float, float] | None = None
        if receiving.poll(seconds):
            answer = receiving.recv()
    except EOFError:
        answer = None
    finally:
        process.kill()
        process.join()
    return answer


def row(title: str, cells: list[str]) -> None:
    """Prints a row of a table in Markdown."""
    print(f"| {title} | " + " | ".join(cells) + " |", flush=True)


def heading(names: list[str]) -> None:
    row("", names)
    print("|---" * (len(names) + 1) + "|", flush=True)
