"""What we are compared with: other ways to ask CP-SAT the same question."""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model
from ortools.sat.python import cp_model_helper as cmh

from kenken_cp import Limits, Puzzle
from kenken_cp.backends import cp_sat
from kenken_cp.encode.tuples import allowed_tuples


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
    model = cmh.CpModelProto()
    model.copy_from(cp_sat._board(puzzle.size, puzzle.values, puzzle.all_houses))
    for cage in puzzle.cages:
        table = model.constraints.add().table
        table.values.extend(allowed_tuples(puzzle, cage))
        cp_sat._extend(table.exprs, (r * puzzle.size + c for r, c in cage.cells))
    return model


def count_bare(model: cmh.CpModelProto, most: int | None = 2) -> int:
    """CP-SAT alone on a model that is there already, with a callback that only counts."""
    counter = _Counter(most)
    solver = cmh.SolveWrapper()
    solver.set_parameters(cp_sat.parameters(Limits()))
    solver.add_solution_callback(counter)
    cp_sat._solve(solver, model)
    solver.clear_solution_callback(counter)
    return counter.count


def arithmetic_model(puzzle: Puzzle) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """What one writes first: sums, products and differences as CP-SAT states them."""
    model, size = cp_model.CpModel(), puzzle.size
    grid = [[model.new_int_var(1, size, "") for _ in range(size)] for _ in range(size)]
    for line in (*grid, *zip(*grid, strict=True)):
        model.add_all_different(line)
    for cage in puzzle.cages:
        cells = [grid[row][column] for row, column in cage.cells]
        assert cage.operator is not None
        _add_arithmetic(model, cage.operator.name, cells, cage.target)
    return model, [cell for row in grid for cell in row]


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
    cells = range(puzzle.size**2)
    for found in range(2):
        solver = cmh.SolveWrapper()
        parameters = cp_sat.parameters(Limits())
        parameters.enumerate_all_solutions = False
        solver.set_parameters(parameters)
        response = cp_sat._solve(solver, model)
        if response.status == cmh.CpSolverStatus.INFEASIBLE:
            return found
        table = model.constraints.add().table
        table.values.extend(list(response.solution)[: puzzle.size**2])
        table.negated = True
        cp_sat._extend(table.exprs, cells)
    return 2
