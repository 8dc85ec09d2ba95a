"""A right solver, as plain as homework: ``python3 program.py < FILE`` prints every solution.

It reads a puzzle as our JSON has it, and shares nothing with kenken_cp. The mutants of the
catalogue are this text with a few words replaced.
"""

import json
import math
import sys


def cell_of(pair):
    row, column = pair
    return row, column


def sides_of(size):
    rows, columns = size if isinstance(size, list) else (size, size)
    return rows, columns


def read(text):
    """The sides, values, houses and cages of a puzzle."""
    data = json.loads(text)
    rows, columns = sides_of(data["size"])
    values = data.get("values") or list(range(1, max(rows, columns) + 1))
    rules = data.get("rules", "kenken")
    houses = houses_of(data, rows, columns)
    cages = []
    for cage in data.get("cages", []):
        cells = [cell_of(pair) for pair in cage["cells"]]
        target, symbol = cage["target"], cage["op"].strip("=?")
        cages.append((cells, symbols_of(symbol, len(cells), rules), int(target)))
        if rules == "killer":
            houses.append(cells)
    return rows, columns, values, houses, cages


def houses_of(data, rows, columns):
    """The cells that must all differ: rows, columns, and those that the puzzle names."""
    houses = [[(row, column) for column in range(columns)] for row in range(rows)]
    houses += [[(row, column) for row in range(rows)] for column in range(columns)]
    houses += [[cell_of(pair) for pair in house] for house in data.get("houses", [])]
    return houses


def symbols_of(symbol, size, rules):
    """The operators that a cage may have."""
    if symbol or size == 1 or rules == "killer":
        return symbol or "+"
    return "+*-/" if size == 2 or rules == "calcudoku" else "+*"


def makes(symbol, values, target):
    """Whether the values of a full cage make its target."""
    if symbol == "+":
        return sum(values) == target
    if symbol == "*":
        return math.prod(values) == target
    if symbol == "-":
        largest, *rest = sorted(values, reverse=True)
        return largest - sum(rest) == target
    dividend, *rest = sorted(values, key=lambda value: (value != 0, -value))
    divisor = math.prod(rest)
    return divisor != 0 and dividend % divisor == 0 and dividend // divisor == target


def possible(symbol, values, left, target, domain):
    """Whether a cage with some values, and others left to fill, may still make its target."""
    if left == 0:
        return makes(symbol, values, target)
    low, high = domain[0], domain[-1]
    if symbol == "+":
        return sum(values) + left * low <= target <= sum(values) + left * high
    if symbol == "*" and low > 0:
        made = math.prod(values)
        return target % made == 0 and target <= made * high**left
    return True


def fits(cage, board, domain):
    """Whether the cells of a cage that are filled may stay so."""
    cells, symbols, target = cage
    values = [board[cell] for cell in cells if cell in board]
    left = len(cells) - len(values)
    return any(possible(symbol, values, left, target, domain) for symbol in symbols)


def solutions(rows, columns, domain, houses, cages):
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    cage_of = {cell: cage for cage in cages for cell in cage[0]}
    seen_by = {cell: [] for cell in cells}
    for house in houses:
        for cell in house:
            seen_by[cell] += [other for other in house if other != cell]
    # The givens first, then row by row.
    cells.sort(key=lambda cell: len(cage_of[cell][0]) > 1 if cell in cage_of else True)
    board = {}

    def fill(place):
        if place == len(cells):
            yield [[board[row, column] for column in range(columns)] for row in range(rows)]
            return
        cell = cells[place]
        taken = {board[other] for other in seen_by[cell] if other in board}
        for value in domain:
            if value in taken:
                continue
            board[cell] = value
            if cell not in cage_of or fits(cage_of[cell], board, domain):
                yield from fill(place + 1)
            del board[cell]

    return fill(0)


def lines(text):
    """What is printed for a puzzle."""
    puzzle = read(text)
    number = 0
    for number, grid in enumerate(solutions(*puzzle), 1):
        yield f"Solution {number}:"
        for row in grid:
            yield " ".join(map(str, row))
    if number == 0:
        yield "No solution."


if __name__ == "__main__":
    for line in lines(sys.stdin.read()):
        print(line)
