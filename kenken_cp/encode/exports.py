"""A puzzle as a model for other solvers: texts that are written, never read.

Every model has as many solutions as the puzzle, and names the variables of cells.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf

from kenken_cp.encode.cnf import all_clauses
from kenken_cp.encode.instance import IndexedCage, Instance, instance
from kenken_cp.encode.tuples import each_tuple
from kenken_cp.errors import KenKenError, UnknownNameError
from kenken_cp.model.geometry import Cell
from kenken_cp.model.operators import ADD, GIVEN, MULTIPLY
from kenken_cp.model.puzzle import Cage, Puzzle, expect_puzzle
from kenken_cp.text import cell_name, cell_names

MAX_TUPLES = 20_000
"""Tuples of the largest cage that is stated as a table."""

_MAX_INTEGER = 2**31 - 1
"""The largest integer with which all solvers compute."""


def dimacs(puzzle: Puzzle) -> str:
    """The clauses that the backend ``sat`` searches, for SAT solvers and model counters.

    Comments give the cell and value of each variable of a cell. All other variables follow from
    these, so there is one model for each solution; ``c p show`` lists the variables of cells, for
    projected model counters.

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


def mzn(puzzle: Puzzle) -> str:
    """A model in MiniZinc, whose output is a grid, one row a line: ``alldifferent`` for lines and
    houses; cages as sums and products, or as tables.

    Raises:
        KenKenError: for a cage of too many tuples.
    """
    problem = instance(puzzle)
    lines = [
        f"% {puzzle.summary}",
        # Not "globals.mzn": solvers that are older than the library fail on some part of it.
        'include "alldifferent.mzn";',
        'include "table.mzn";',
        f"array[1..{puzzle.rows}, 1..{puzzle.columns}] of var {_values(problem.domain)}: grid;",
        *(f"constraint alldifferent({_cells(house)});" for house in puzzle.all_houses),
    ]
    for cage in problem.cages:
        lines.append(f"% {_in_words(cage.cage)}")
        if puzzle.rules.distinct_cages and len(cage.cells) > 1:
            lines.append(f"constraint alldifferent({_cells(cage.cage.cells)});")
        lines += _cage(problem, cage)
    row = f'join(" ", [show(grid[r, c]) | c in 1..{puzzle.columns}])'
    lines += ["solve satisfy;", f'output [{row} ++ "\\n" | r in 1..{puzzle.rows}];']
    return "\n".join(lines) + "\n"


def _cage(problem: Instance, cage: IndexedCage) -> Iterator[str]:
    cells, clue, width = _cells(cage.cage.cells), cage.relation, len(cage.cells)
    largest = max(map(abs, problem.domain))
    function, most = "table", inf
    if clue.operators in ((ADD,), (GIVEN,)):
        function, most = "sum", largest * width
    elif clue.operators == (MULTIPLY,):
        function, most = "product", largest**width
    if abs(clue.target) > most:
        yield "constraint false;"
    elif most <= _MAX_INTEGER:
        yield f"constraint {function}({cells}) = {clue.target};"
    else:
        tuples = clue.tuples(MAX_TUPLES)
        if tuples is None:
            raise KenKenError(
                f"{cage.cage} allows more than {MAX_TUPLES} tuples; expected fewer in MiniZinc"
            )
        listed = "".join(f"| {_listed(row)} " for row in each_tuple(tuples, width))
        yield f"constraint table({cells}, [{listed}|]);" if tuples else "constraint false;"


def _in_words(cage: Cage) -> str:
    hidden = "?" if cage.operator is None else ""
    return f"{cage.clue}{hidden} in {cell_names(cage.cells)}"


def _values(values: Sequence[int]) -> str:
    if values[-1] - values[0] == len(values) - 1:
        return f"{values[0]}..{values[-1]}"
    return f"{{{_listed(values)}}}"


def _cells(cells: Iterable[Cell]) -> str:
    return f"[{', '.join(f'grid[{row + 1}, {column + 1}]' for row, column in cells)}]"


def _listed(values: Iterable[int]) -> str:
    return ", ".join(map(str, values))


EXPORTS: dict[str, Callable[[Puzzle], str]] = {"dimacs": dimacs, "mzn": mzn}
"""The kinds of models, by name."""


def export(puzzle: Puzzle, to: str) -> str:
    """A puzzle as a model for other solvers, ending in one newline.

    Args:
        to: ``dimacs`` or ``mzn``.

    Raises:
        UnknownNameError: for any other name.
        KenKenError: for a puzzle whose model would be too large.
    """
    expect_puzzle(puzzle)
    if not isinstance(to, str) or to not in EXPORTS:
        raise UnknownNameError("export", to, [*EXPORTS])
    return EXPORTS[to](puzzle)
