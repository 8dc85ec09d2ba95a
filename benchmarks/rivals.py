"""What we are compared with: other ways to ask CP-SAT the same question."""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model
from ortools.sat.python import cp_model_helper as cmh

from kenken_cp import Limits, Puzzle
from kenken_cp.backends.cp_sat import engine, translation
from kenken_cp.encode.instance import instance

MAX_TUPLES = 10**6
"""Tuples of a cage that are listed at all."""


class _Counter(cmh.SolutionCallback):
    def __init__(self, most: int | None) -> None:
        super().__init__()
        self.count, self._most = 0, most

    def OnSolutionCallback(self) -> None:  # noqa: N802
        self.count += 1
        if self.count == self._most:
            self.StopSearch()


def table_model(puzzle: Puzzle) -> cmh.CpModelProto:
    """A table a cage and nothing else."""
    problem = instance(puzzle)
    model = cmh.CpModelProto()
    model.copy_from(translation.board(len(problem.cells), problem.domain, problem.houses))
    for cage in problem.cages:
        tuples = cage.relation.tuples(MAX_TUPLES)
        assert tuples is not None
        table = model.constraints.add().table
        table.values.extend(tuples)
        translation.extend(table.exprs, cage.cells)
    return model


def count_bare(model: cmh.CpModelProto, most: int | None = 2) -> int:
    """CP-SAT alone on a model that is there already, with a callback that only counts."""
    counter = _Counter(most)
    solver = cmh.SolveWrapper()
    solver.set_parameters(engine.parameters(Limits()))
    solver.add_solution_callback(counter)
    engine.solve(solver, model)
    solver.clear_solution_callback(counter)
    return counter.count


def arithmetic_model(puzzle: Puzzle) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """What one writes first: sums, products and differences as CP-SAT states them."""
    model, problem = cp_model.CpModel(), instance(puzzle)
    domain = cp_model.Domain.from_values(problem.domain)
    grid = [model.new_int_var_from_domain(domain, "") for _ in problem.cells]
    for house in problem.houses:
        model.add_all_different(grid[cell] for cell in house.cells)
    for cage in problem.cages:
        (operator,) = cage.operators
        cells = [grid[cell] for cell in cage.cells]
        _add_arithmetic(model, operator.name, cells, cage.target)
    return model, grid


def _add_arithmetic(
    model: cp_model.CpModel, operator: str, cells: Sequence[cp_model.IntVar], target: int
) -> None:
    if operator in ("given", "add"):
        model.add(sum(cells) == target)
    elif operator == "multiply":
        model.add_multiplication_equality(target, cells)
    else:
        first, second = cells
        larger = model.new_bool_var("")
        scale, offset = (1, target) if operator == "subtract" else (target, 0)
        model.add(first == scale * second + offset).only_enforce_if(larger)
        model.add(second == scale * first + offset).only_enforce_if(~larger)


def count_arithmetic(puzzle: Puzzle) -> int:
    """Builds and enumerates the arithmetic model, up to two solutions."""
    model, _ = arithmetic_model(puzzle)
    return count_bare(model.proto)


def count_by_two_solves(puzzle: Puzzle) -> int:
    """Solves the table model without enumerating; forbids what was found; solves again."""
    model = table_model(puzzle)
    cells = range(len(puzzle.cells))
    for found in range(2):
        solver = cmh.SolveWrapper()
        parameters = engine.parameters(Limits())
        parameters.enumerate_all_solutions = False
        solver.set_parameters(parameters)
        response = engine.solve(solver, model)
        if response.status == cmh.CpSolverStatus.INFEASIBLE:
            return found
        table = model.constraints.add().table
        table.values.extend(list(response.solution)[: len(cells)])
        table.negated = True
        translation.extend(table.exprs, cells)
    return 2
