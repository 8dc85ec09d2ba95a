"""The oracle of the tests: every solution of a puzzle by a plain brute force of their own.

Nothing here is shared with the package but the puzzle's public data. What the operators and the
rule sets mean is stated once more, from their descriptions: an operator that is wrong in the
package, and so in every engine, differs from this. It is written as one would in C: cells and
houses are numbers, the values taken in a house are the bits of an integer, and each cage is checked
when its last cell is filled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice, permutations

from kenken_cp import Puzzle

Grid = tuple[tuple[int, ...], ...]

HIDDEN = {
    "kenken": ("add", "multiply", "subtract", "divide"),
    "gauguin": ("add", "multiply", "subtract", "divide"),
    "calcudoku": ("add", "multiply", "subtract", "divide"),
    "killer": ("add",),
    "inshi": ("multiply",),
}
"""The operators that a clue may hide, by the name of the rule set. Under all but ``calcudoku``
rules, differences and quotients stand on two cells only.
"""


def solutions(puzzle: Puzzle, most: int | None = None) -> list[Grid]:
    """Every solution once, or the first ``most`` of them, in no particular order."""
    return list(islice(_search(puzzle), most))


MOST = 3000
"""Puzzles with more solutions are compared with other engines only."""


@lru_cache(1 << 12)
def few_solutions(puzzle: Puzzle) -> frozenset[Grid] | None:
    """All solutions; None if there are more than ``MOST``."""
    found = solutions(puzzle, MOST + 1)
    return None if len(found) > MOST else frozenset(found)


def _houses(puzzle: Puzzle) -> list[set[tuple[int, int]]]:
    rows, columns = range(puzzle.rows), range(puzzle.columns)
    houses = [{(row, column) for column in columns} for row in rows]
    houses += [{(row, column) for row in rows} for column in columns]
    houses += map(set, puzzle.houses)
    if puzzle.rules.name == "killer":
        houses += (set(cage.cells) for cage in puzzle.cages)
    return houses


def _search(puzzle: Puzzle) -> Iterator[Grid]:
    """Fills the cells cage by cage, then those in no cage."""
    board = [(row, column) for row in range(puzzle.rows) for column in range(puzzle.columns)]
    cells = [cell for cage in puzzle.cages for cell in cage.cells]
    cells += [cell for cell in board if cell not in cells]
    place = [cells.index(cell) for cell in board]
    houses = _houses(puzzle)
    houses_of = [[at for at, house in enumerate(houses) if cell in house] for cell in cells]
    cage_at = {}  # by the number of its last cell: where it begins, and what is asked of it
    end = 0
    for cage in puzzle.cages:
        start, end = end, end + len(cage.cells)
        operator = None if cage.operator is None else cage.operator.name
        cage_at[end - 1] = start, (puzzle.rules.name, operator, cage.target)
    values, used = puzzle.values, [0] * len(houses)
    filled = [-1] * len(cells)  # for each cell, which value it has; -1: none
    at = 0
    while at >= 0:
        if at == len(cells):
            flat = [values[filled[cell]] for cell in place]
            rows = range(0, len(flat), puzzle.columns)
            yield tuple(tuple(flat[row : row + puzzle.columns]) for row in rows)
            at -= 1
            continue
        choice = filled[at]
        if choice >= 0:
            for house in houses_of[at]:
                used[house] ^= 1 << choice
        taken = 0
        for house in houses_of[at]:
            taken |= used[house]
        choice += 1
        while choice < len(values) and taken >> choice & 1:
            choice += 1
        if choice == len(values):
            filled[at] = -1
            at -= 1
            continue
        filled[at] = choice
        for house in houses_of[at]:
            used[house] |= 1 << choice
        if at in cage_at:
            start, clue = cage_at[at]
            if not meets(*clue, tuple(values[each] for each in filled[start : at + 1])):
                continue
        at += 1


@lru_cache(1 << 16)
def meets(rules: str, operator: str | None, target: int, held: tuple[int, ...]) -> bool:
    """Whether the values of a cage, in the order of its cells, make its clue true."""
    if len(held) == 1:
        return held[0] == target
    if operator is not None:
        return target in TARGETS[operator](held)
    all_four = len(held) == 2 or rules == "calcudoku"
    known = [each for each in HIDDEN[rules] if all_four or each in ("add", "multiply")]
    return any(target in TARGETS[each](held) for each in known)


def _product(held: tuple[int, ...]) -> int:
    product = 1
    for value in held:
        product *= value
    return product


def _quotient(held: tuple[int, ...]) -> int | None:
    """The largest by all others; a zero is what is divided, and two zeros divide by zero."""
    if 0 in held:
        return 0 if held.count(0) == 1 else None
    first, divisor = max(held), 1
    for at, value in enumerate(held):
        divisor *= 1 if at == held.index(first) else value
    return first // divisor if first % divisor == 0 else None


def _tower(held: tuple[int, ...]) -> int | None:
    """None for what is no whole number, and for what is larger than any clue of the tests. Above
    that only sign and parity matter, of what is the exponent of 0, 1 or -1.
    """
    exponent = held[-1]
    for base in reversed(held[:-1]):
        if exponent < 0 and abs(base) != 1:
            return None
        exponent = abs(exponent)
        exponent = base ** (exponent if exponent <= 400 else 400 + exponent % 2)
    return exponent if abs(exponent) < 2**400 else None


def _common_divisor(held: tuple[int, ...]) -> int:
    most = min((abs(value) for value in held if value), default=0)
    divides = (n for n in range(most, 0, -1) if all(value % n == 0 for value in held))
    return next(divides, 0)


def _common_multiple(held: tuple[int, ...]) -> int:
    if 0 in held:
        return 0
    largest, multiple = max(map(abs, held)), 0
    while True:
        multiple += largest
        if all(multiple % value == 0 for value in held):
            return multiple


def _by_digits(held: tuple[int, ...], keeps: Callable[[int], bool]) -> int:
    """Of two's complement in 24 digits: each digit is 1 if the number of values that have it is
    such a one.
    """
    number = 0
    for digit in range(24):
        if keeps(sum(value >> digit & 1 for value in held)):
            number += -(1 << digit) if digit == 23 else 1 << digit
    return number


def _read(held: tuple[int, ...]) -> int | None:
    return int("".join(map(str, held))) if all(value >= 0 for value in held[1:]) else None


def _order(held: tuple[int, ...]) -> int:
    rising = sorted(set(held))
    return (rising == list(held)) - (rising[::-1] == list(held))


TARGETS: dict[str, Callable[[tuple[int, ...]], set[int | float | None]]] = {
    "given": lambda held: {held[0]},
    "add": lambda held: {sum(held)},
    "subtract": lambda held: {max(held) - (sum(held) - max(held))},
    "multiply": lambda held: {_product(held)},
    "divide": lambda held: {_quotient(held)},
    "modulo": lambda held: {a % b for a, b in permutations(held) if b},
    "power": lambda held: set(map(_tower, permutations(held))),
    "or": lambda held: {_by_digits(held, lambda ones: ones > 0)},
    "and": lambda held: {_by_digits(held, lambda ones: ones == len(held))},
    "xor": lambda held: {_by_digits(held, lambda ones: ones % 2 == 1)},
    "gcd": lambda held: {_common_divisor(held)},
    "lcm": lambda held: {_common_multiple(held)},
    "minimum": lambda held: {sorted(held)[0]},
    "maximum": lambda held: {sorted(held)[-1]},
    "range": lambda held: {sorted(held)[-1] - sorted(held)[0]},
    "average": lambda held: {sum(held) / len(held)},
    "concatenation": lambda held: {_read(held)},
    "parity": lambda held: {len([value for value in held if value % 2]) % 2},
    "distinct": lambda held: {sum(value not in held[:at] for at, value in enumerate(held))},
    "order": lambda held: {_order(held)},
}
"""What values make under each operator, by its name; some make several targets, or none (None)."""
