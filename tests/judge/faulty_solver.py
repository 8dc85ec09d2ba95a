"""A small solver, right or with one classic error: ``python faulty_solver.py ERROR FILE``.

It reads our JSON and prints every solution. It shares nothing with kenken_cp, and is as plain as
homework: row by row, each rule checked as soon as its last cell is filled.
"""

import json
import sys
import time
from pathlib import Path

ERRORS = {
    "right": "none",
    "no-columns": "ignores the columns",
    "no-repeats": "forbids a value twice in a cage",
    "ordered": "subtracts in the order of the cells",
    "truncating": "divides like integers: 7/2 is 3",
    "first": "stops at the first solution",
    "twice": "prints the first solution twice",
    "loops": "loops for ever on a puzzle without a solution",
    "crashes": "crashes on a board of one cell",
    "off-by-one": "makes boards one too large",
    "unique": "says unique whatever it finds",
    "count": "none: prints how many there are",
    "wrong-count": "counts one too many if there are several",
    "none": "finds nothing where there are several",
    "hog": "takes memory without end",
}


def folded(symbol, values, error):
    """What the values of a cage make, or None."""
    if error != "ordered":  # the largest first, but a zero can only be what is divided
        values = sorted(values, key=lambda value: (symbol == "/" and value != 0, -value))
    total, *rest = values
    for value in rest:
        if symbol == "+":
            total += value
        elif symbol == "*":
            total *= value
        elif symbol == "-":
            total -= value
        elif value == 0 or (total % value and error != "truncating"):
            return None
        else:
            total //= value
    return total


def symbols_of(symbol, cells, rules):
    """The operators that may explain a cage."""
    if symbol or cells == 1 or rules == "killer":
        return symbol or "+"
    return "+*-/" if cells == 2 or rules == "calcudoku" else "+*"


def houses_of(puzzle, size, error):
    span = range(size)
    houses = [[(r, c) for c in span] for r in span]
    if error != "no-columns":
        houses += [[(r, c) for r in span] for c in span]
    if error != "off-by-one":
        houses += [list(map(tuple, house)) for house in puzzle.get("houses", [])]
    return houses


def solutions(puzzle, error):
    size = puzzle["size"] + (error == "off-by-one")
    values = puzzle.get("values") or list(range(1, size + 1))
    rules = puzzle.get("rules", "kenken")
    houses = houses_of(puzzle, size, error)
    cages = []
    for cage in puzzle.get("cages", []):
        symbol = cage["op"].strip("=?")
        cells = sorted(map(tuple, cage["cells"]))
        cages.append((cells, symbols_of(symbol, len(cells), rules), cage["target"]))
        if rules == "killer" or error == "no-repeats":
            houses.append(cells)
    seen_by = {(r, c): set() for r in range(size) for c in range(size)}
    for house in houses:
        for cell in house:
            seen_by[cell] |= set(house) - {cell}
    due = {cells[-1]: (cells, symbols, target) for cells, symbols, target in cages}
    order, board = list(seen_by), {}

    def holds(cell):
        if cell not in due:
            return True
        cells, symbols, target = due[cell]
        numbers = [board[c] for c in cells]
        return any(folded(symbol, numbers, error) == target for symbol in symbols)

    def fill(place):
        if place == len(order):
            yield [[board[r, c] for c in range(size)] for r in range(size)]
            return
        cell = order[place]
        taken = {board[c] for c in seen_by[cell] if c in board}
        for value in values:
            if value not in taken:
                board[cell] = value
                if holds(cell):
                    yield from fill(place + 1)
                del board[cell]

    return fill(0)


def answer(puzzle, error):
    """The lines that it prints for a puzzle as JSON has it."""
    if error == "crashes" and puzzle["size"] == 1:
        raise IndexError("list index out of range")
    if error == "hog":
        hoard = []
        while True:
            hoard.append(bytearray(1 << 20))
    found = list(solutions(puzzle, error))
    if error == "loops" and not found:
        while True:
            time.sleep(1)
    if error == "first":
        found = found[:1]
    if error == "none" and len(found) > 1:
        found = []
    if error in ("count", "wrong-count"):
        yield f"{len(found) + (error == 'wrong-count' and len(found) > 1)} solutions"
    elif error == "unique":
        yield "The solution is unique."
    else:
        for grid in found[:1] * (error == "twice") + found:
            yield from (" ".join(map(str, row)) for row in grid)
            yield ""
        if not found:
            yield "No solution."


def main():
    error, path = sys.argv[1:]
    for line in answer(json.loads(Path(path).read_text()), error):
        print(line)


if __name__ == "__main__":
    main()
