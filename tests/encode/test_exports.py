"""Each model, read and solved by somebody else, has the puzzle's solutions, each once."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from itertools import product
from math import prod

import pytest
from corpus import shipped
from hypothesis import given
from oracle import solutions
from pysat.formula import CNF
from pysat.solvers import Solver

from kenken_cp import Cage, KenKenError, Puzzle, UnknownNameError, export, violations
from puzzles import board_sizes, examples, planted

needs_minizinc = pytest.mark.skipif(shutil.which("minizinc") is None, reason="needs minizinc")

PUZZLES = ["4x4/cs332.kk", "6x6/killer.kk", "6x6/negative.kk", "6x6/hidden.kk", "5x5/primes.kk"]


def in_rows(puzzle, values):
    values = list(values)
    return tuple(
        tuple(values[row * puzzle.columns : (row + 1) * puzzle.columns])
        for row in range(puzzle.rows)
    )


def of_dimacs(text, puzzle):
    """By minisat, forbidding the literals of the cells alone; and how many models there are."""
    meanings = dict(re.findall(r"^c ([0-9]+) (r[0-9]+c[0-9]+=-?[0-9]+)$", text, re.MULTILINE))
    cells = [int(variable) for variable in meanings]
    formula = CNF(from_string=text)
    assert formula.nv >= len(cells)
    found, models = [], 0
    for forbidding in (cells, range(1, formula.nv + 1)):
        with Solver("minisat22", bootstrap_with=formula.clauses) as solver:
            while solver.solve():
                model = solver.get_model()
                model += range(len(model) + 1, formula.nv + 1)
                if forbidding is cells:
                    true = [meanings[str(cell)].split("=") for cell in cells if model[cell - 1] > 0]
                    held = {name: int(value) for name, value in true}
                    assert len(held) == len(true) == len(puzzle.cells)
                    names = [f"r{row + 1}c{column + 1}" for row, column in puzzle.cells]
                    found.append(in_rows(puzzle, [held[name] for name in names]))
                models += 1
                solver.add_clause([-model[variable - 1] for variable in forbidding])
    assert models == 2 * len(found)
    return found


def of_mzn(text, puzzle):
    """Every filling of the board, tried on the constraints as Python reads them: they are plain."""
    head = re.search(r"^array\[1\.\.(\d+), 1\.\.(\d+)\] of var (.*): grid;$", text, re.MULTILINE)
    assert (int(head[1]), int(head[2])) == (puzzle.rows, puzzle.columns)
    if bounds := re.fullmatch(r"(-?\d+)\.\.(-?\d+)", head[3]):
        values = range(int(bounds[1]), int(bounds[2]) + 1)
    else:
        values = sorted(eval(head[3]))
    constraints = []
    for line in re.findall(r"^constraint (.*);$", text, re.MULTILINE):
        line = re.sub(
            r"\[\| (.*) \|\]", lambda rows: f"{{({rows[1].replace(' | ', ',), (')},)}}", line
        )
        constraints.append(compile(line.replace(" = ", " == "), line, "eval"))
    meaning = {
        "alldifferent": lambda cells: len(set(cells)) == len(cells),
        "table": lambda cells, rows: tuple(cells) in rows,
        "product": prod,
        "sum": sum,
        "false": False,
    }
    places = [(row + 1, column + 1) for row, column in puzzle.cells]
    found = []
    for filling in product(values, repeat=len(places)):
        names = meaning | {"grid": dict(zip(places, filling, strict=True))}
        if all(eval(constraint, names) for constraint in constraints):
            found.append(in_rows(puzzle, filling))
    return found


def by_minizinc(text, puzzle):
    """By the real program."""
    done = subprocess.run(
        ["minizinc", "--all-solutions", "--input-from-stdin"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    blocks = done.stdout.split("----------\n")
    assert blocks.pop().strip() in ("==========", "=====UNSATISFIABLE=====")
    return [in_rows(puzzle, map(int, block.split())) for block in blocks]


@examples(30)
@given(planted(sizes=board_sizes(1, 3)))
def test_models_in_dimacs(puzzle_and_grid):
    puzzle, _ = puzzle_and_grid
    found = of_dimacs(export(puzzle, "dimacs"), puzzle)
    assert Counter(found) == Counter(solutions(puzzle))


@examples(30)
@given(planted(sizes=board_sizes(1, 2)))
def test_models_in_minizinc(puzzle_and_grid):
    puzzle, _ = puzzle_and_grid
    found = of_mzn(export(puzzle, "mzn"), puzzle)
    assert Counter(found) == Counter(solutions(puzzle))


@pytest.mark.slow
@needs_minizinc
@examples(10)
@given(planted(sizes=board_sizes(1, 3)))
def test_models_by_the_real_minizinc(puzzle_and_grid):
    puzzle, _ = puzzle_and_grid
    found = by_minizinc(export(puzzle, "mzn"), puzzle)
    assert Counter(found) == Counter(solutions(puzzle))


@pytest.mark.parametrize("name", PUZZLES)
def test_shipped_puzzles(name):
    puzzle = shipped()[name]
    found = of_dimacs(export(puzzle, "dimacs"), puzzle)
    assert len(found) == len(set(found)) == puzzle.expected
    assert not any(violations(puzzle, grid) for grid in found)


@pytest.mark.slow
@needs_minizinc
@pytest.mark.parametrize("name", PUZZLES)
def test_shipped_puzzles_by_the_real_minizinc(name):
    puzzle = shipped()[name]
    found = by_minizinc(export(puzzle, "mzn"), puzzle)
    assert len(found) == len(set(found)) == puzzle.expected
    assert not any(violations(puzzle, grid) for grid in found)


def test_refusals(monkeypatch):
    with pytest.raises(UnknownNameError, match="dimacs, mzn"):
        export(Puzzle(2), "native")
    with pytest.raises(UnknownNameError, match="dimacs, mzn"):
        export(Puzzle(2), [])
    with pytest.raises(KenKenError, match="clauses"):
        export(Puzzle(64), "dimacs")
    monkeypatch.setattr("kenken_cp.encode.exports.MAX_TUPLES", 10)
    with pytest.raises(KenKenError, match="tuples"):
        export(Puzzle(4, [Cage([(0, 0), (1, 1), (2, 2)], "max", 4)]), "mzn")


def test_minizinc_multiplies_no_further_than_32_bits():
    for cells, said in ((9, True), (10, False)):  # 9^10 is more
        cage = Cage([(n // 9, n % 9) for n in range(cells)], "*", 1)
        assert ("product" in export(Puzzle(9, [cage]), "mzn")) is said


@pytest.mark.parametrize("operator", ["+", "*", "="])
def test_minizinc_has_no_number_beyond_its_own(operator):
    cage = Cage([(0, 0), (0, 1)][: 1 + (operator != "=")], operator, 10**30)
    text = export(Puzzle(3, [cage]), "mzn")
    assert "constraint false;" in text
    assert not re.search("^constraint.*000", text, re.MULTILINE)


def test_minizinc_has_no_value_that_the_puzzle_lacks():
    assert "of var 0..2: grid;" in export(Puzzle(3, values=(0, 1, 2)), "mzn")
    assert "of var {0, 1, 3}: grid;" in export(Puzzle(3, values=(0, 1, 3)), "mzn")
