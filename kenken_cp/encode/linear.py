"""A cage as linear equations, for cages whose tuples are too many to list."""

from __future__ import annotations

from kenken_cp.encode.instance import IndexedCage
from kenken_cp.model.equations import Equation


def linear(cage: IndexedCage, domain: tuple[int, ...]) -> list[list[Equation]] | None:
    """For each operator that may explain a cage, the equations that hold together exactly when it
    makes the target; None if some operator has no linear statement.
    """
    statements = []
    for operator in cage.operators:
        if operator.linear is None:
            return None
        statements.append(operator.linear(cage.cells, cage.target, domain))
    return statements
