"""A small solver, right or with one fault: ``python homework.py FAULT FILE``.

It shares nothing with kenken_cp, and reads the puzzle as a student's adapter would.
"""

import json
import math
import sys
import time


def makes(op, values, target, fault):
    largest, *rest = sorted(values, reverse=True)
    if op == "+" or op == "=":
        return sum(values) == target
    if op == "*":
        return math.prod(values) == target + (fault == "product")
    if op == "-":
        return largest - sum(rest) == target
    exact = largest % math.prod(rest) == 0 or fault == "truncating"
    return exact and largest // math.prod(rest) == target


def solutions(puzzle, fault):
    size, grid = puzzle["size"], {}
    ends = {tuple(max(cage["cells"])): cage for cage in puzzle["cages"]}
    order = [(r, c) for r in range(size) for c in range(size)]

    def fill(at):
        if at == len(order):
            yield [[grid[r, c] for c in range(size)] for r in range(size)]
            return
        row, column = cell = order[at]
        used = {grid[row, c] for c in range(column)} | {grid[r, column] for r in range(row)}
        for value in range(1, size + 1):
            grid[cell] = value
            cage = ends.get(cell)
            values = cage and [grid[r, c] for r, c in cage["cells"]]
            if value not in used and (
                cage is None or makes(cage["op"], values, cage["target"], fault)
            ):
                yield from fill(at + 1)

    return fill(0)


def main():
    fault, path = sys.argv[1:]
    with open(path) as file:  # noqa: PTH123 - pathlib takes as long to import as all the rest
        puzzle = json.load(file)
    if fault == "sleeps" and puzzle["size"] > 2:
        time.sleep(600)
    if fault == "large cages" and max(len(cage["cells"]) for cage in puzzle["cages"]) > 2:
        raise IndexError("list index out of range")
    found = None
    for found in solutions(puzzle, fault):
        print(*(" ".join(map(str, row)) for row in found), sep="\n", end="\n\n")
        if fault == "first":
            break
    if found is None:
        print("No solution.")


if __name__ == "__main__":
    main()
