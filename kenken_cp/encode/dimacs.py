"""DIMACS: the clauses that the backend ``sat`` searches, for other SAT solvers and model counters.

Comments give the cell and value of each variable of a cell. All other variables follow from these,
so there is one model for each solution; ``c p show`` lists the variables of cells, for projected
model counters.
"""

from kenken_cp.encode.cnf import all_clauses
from kenken_cp.encode.instance import instance
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import cell_name


def dimacs(puzzle: Puzzle) -> str:
    """A comment for each variable of a cell, then the clauses, one a line.

    Raises:
        TooLargeError: for a puzzle of too many clauses.
    """
    problem = instance(puzzle)
    cnf, clauses = all_clauses(problem)
    literals = [
        (cnf.literal(number, value), f"{cell_name(cell)}={value}")
        for number, cell in enumerate(problem.cells)
        for value in problem.domain
    ]
    lines = [
        f"c {puzzle.summary}",
        *(f"c {literal} {meaning}" for literal, meaning in literals),
        f"p cnf {cnf.variable_count} {len(clauses)}",
        "c p show " + " ".join([*(str(literal) for literal, _ in literals), "0"]),
        *(" ".join([*map(str, clause), "0"]) for clause in clauses),
    ]
    return "\n".join(lines) + "\n"
