"""Random puzzles of every kind, and all their solutions by a search that shares no code with the
package.

A puzzle here is plain data; ``built`` makes the package's of it. What the operators and the rule
sets mean is stated here once more, from their descriptions.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from random import Random

from kenken_cp import Cage, Puzzle

Grid = tuple[tuple[int, ...], ...]

KINDS = (
    (1, 2, 3, 4, 5),
    (0, 1, 2, 3, 4),
    (-2, -1, 0, 1, 2),
    (-6, -3, -2, 1, 4),
    (0, 2, 3, 7, 12),
    (2, 4, 8, 16, 32),
    (-5, -4, -3, -2, -1),
    (1, 10, 100, 1000, 10000),
)
"""Values: with zero, negative ones, gaps, common factors."""


@dataclass
class Plain:
    """A puzzle as plain data: an operator is one of ``+-*/=``, of ``SHOWN``, or None where it is
    hidden.
    """

    rows: int
    columns: int
    values: tuple[int, ...]
    rules: str
    cages: list[tuple[list[tuple[int, int]], str | None, int]]
    houses: list[list[tuple[int, int]]]

    def built(self) -> Puzzle:
        """The same as the package has it."""
        return Puzzle(
            (self.rows, self.columns),
            [Cage(cells, operator, target) for cells, operator, target in self.cages],
            values=self.values,
            houses=self.houses,
            rules=self.rules,
        )


def _power(base: int, exponent: int | None) -> int | None:
    """None for what is no whole number; what is larger than any clue here."""
    if exponent is None or (exponent < 0 and base not in (1, -1)):
        return None
    if abs(base) > 1 and exponent > 400:
        return None
    return base ** abs(exponent)


def _tower(held: tuple[int, ...]) -> int | None:
    result: int | None = held[-1]
    for base in reversed(held[:-1]):
        result = _power(base, result)
    return result


def _divisors(number: int) -> set[int]:
    return {each for each in range(1, abs(number) + 1) if number % each == 0}


def _common_divisor(held: list[int]) -> int:
    some = [_divisors(value) for value in held if value]
    return max(set.intersection(*some)) if some else 0


def _common_multiple(held: list[int]) -> int:
    largest = max(map(abs, held))
    if 0 in held:
        return 0
    return next(n for n in range(largest, 10**9, largest) if all(n % value == 0 for value in held))


def _by_digits(held: list[int], keeps: str) -> int:
    """Of two's complement in 24 digits: those of which some, all or an odd number are 1."""
    columns = zip(*(f"{value % 2**24:024b}" for value in held), strict=True)
    counts = [column.count("1") for column in columns]
    kept = {"|": [n > 0 for n in counts], "&": [n == len(held) for n in counts]}
    bits = kept.get(keeps, [n % 2 == 1 for n in counts])
    number = int("".join("01"[bit] for bit in bits), 2)
    return number - 2**24 if bits[0] else number


def _mean(held: list[int]) -> int | None:
    return next((n for n in range(min(held), max(held) + 1) if n * len(held) == sum(held)), None)


def _read(held: list[int]) -> int | None:
    return int("".join(map(str, held))) if all(value >= 0 for value in held[1:]) else None


SHOWN = {
    "mod": lambda held: {a % b for a, b in permutations(held) if b} if len(held) == 2 else set(),
    "^": lambda held: set(map(_tower, permutations(held))),
    "|": lambda held: {_by_digits(held, "|")},
    "&": lambda held: {_by_digits(held, "&")},
    "xor": lambda held: {_by_digits(held, "xor")},
    "gcd": lambda held: {_common_divisor(held)},
    "lcm": lambda held: {_common_multiple(held)},
    "min": lambda held: {sorted(held)[0]},
    "max": lambda held: {sorted(held)[-1]},
    "range": lambda held: {sorted(held)[-1] - sorted(held)[0]},
    "avg": lambda held: {_mean(held)},
    "concat": lambda held: {_read(held)},
    "parity": lambda held: {len([value for value in held if value % 2]) % 2},
    "distinct": lambda held: {sum(value not in held[:at] for at, value in enumerate(held))},
    "order": lambda held: {(sorted(set(held)) == held) - (sorted(set(held))[::-1] == held)},
}
"""The targets that values make, of operators that are never hidden."""


def meets(rules: str, operator: str | None, target: int, held: list[int]) -> bool:
    """Whether the values of a cage, all of them, make its clue true."""
    if rules == "killer":
        return sum(held) == target and len(set(held)) == len(held)
    if len(held) == 1:
        return held[0] == target
    if operator is None:
        known = "+-*/" if rules == "calcudoku" or len(held) == 2 else "+*"
        return any(meets(rules, one, target, held) for one in known)
    if operator in SHOWN:
        return target in SHOWN[operator](held)
    if operator == "+":
        return sum(held) == target
    if operator == "*":
        product = 1
        for value in held:
            product *= value
        return product == target
    first = max(held)
    if operator == "-":
        return first - (sum(held) - first) == target
    # A zero is what is divided; two zeros divide by zero.
    if held.count(0) == 1:
        return target == 0
    if 0 in held:
        return False
    others = list(held)
    others.remove(first)
    divisor = 1
    for value in others:
        divisor *= value
    return target * divisor == first


def all_solutions(puzzle: Plain) -> set[Grid]:
    """Every solution: each value in each cell in reading order, each finished cage checked."""
    cells = [(row, column) for row in range(puzzle.rows) for column in range(puzzle.columns)]
    groups = [[cell for cell in cells if cell[0] == row] for row in range(puzzle.rows)]
    groups += [[cell for cell in cells if cell[1] == column] for column in range(puzzle.columns)]
    groups += puzzle.houses
    different = {
        cell: {other for group in groups if cell in group for other in group} - {cell}
        for cell in cells
    }
    finished = {cell: [cage for cage in puzzle.cages if max(cage[0]) == cell] for cell in cells}
    board: dict[tuple[int, int], int] = {}
    found = set()

    def fill(at: int) -> None:
        if at == len(cells):
            rows = range(puzzle.rows)
            found.add(tuple(tuple(board[r, c] for c in range(puzzle.columns)) for r in rows))
            return
        cell = cells[at]
        for value in puzzle.values:
            if any(board.get(other) == value for other in different[cell]):
                continue
            board[cell] = value
            if all(
                meets(puzzle.rules, operator, target, [board[one] for one in cage])
                for cage, operator, target in finished[cell]
            ):
                fill(at + 1)
            del board[cell]

    fill(0)
    return found


def random_puzzle(random: Random, most_cells: int, *, shown: bool = False) -> Plain:
    """A puzzle of any kind, of that many cells at most; most of them have solutions.

    Args:
        shown: whether its clues are those of operators that are never hidden.
    """
    shapes = [(r, c) for r in range(1, 5) for c in range(1, 5) if r * c <= most_cells and r + c > 2]
    rows, columns = random.choice(shapes)
    longest = max(rows, columns)
    kind = sorted(random.sample(random.choice(KINDS), min(5, longest + random.choice((0, 0, 1)))))
    rules = random.choice(("kenken", "calcudoku", "killer")[: 2 if shown else 3])
    board = _random_board(random, rows, columns, kind)
    puzzle = Plain(rows, columns, tuple(kind), rules, [], [])
    left = sorted(board)
    random.shuffle(left)
    while left:
        # Mostly neighbours: the cell that follows is one, if one is left.
        cells = [left.pop()]
        for _ in range(random.choice((0, 1, 1, 2, 2, 3))):
            if left:
                near = [one for one in left if any(_adjacent(one, cell) for cell in cells)]
                chosen = random.choice(near if near and random.random() < 0.85 else left)
                left.remove(chosen)
                cells.append(chosen)
        held = [board[c] for c in sorted(cells)]
        if random.random() < 0.85 and (clue := (_shown if shown else _clue)(random, rules, held)):
            puzzle.cages.append((sorted(cells), *clue))
    if random.random() < 0.3:
        house = random.sample(sorted(board), random.randint(1, min(len(kind), len(board))))
        if random.random() < 0.3 or len({board[cell] for cell in house}) == len(house):
            puzzle.houses.append(sorted(house))
    return puzzle


def _adjacent(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def _random_board(
    random: Random, rows: int, columns: int, values: list[int]
) -> dict[tuple[int, int], int]:
    """A part of a cyclic Latin square, shuffled: its lines hold no value twice."""
    longest = max(rows, columns)
    down, across = random.sample(range(longest), rows), random.sample(range(longest), columns)
    used = random.sample(values, longest)
    return {
        (r, c): used[(down[r] + across[c]) % longest] for r in range(rows) for c in range(columns)
    }


def _shown(random: Random, rules: str, held: list[int]) -> tuple[str | None, int] | None:
    """A clue of an operator that is never hidden, or now and then one that the values miss."""
    if len(held) == 1:
        return _clue(random, rules, held)
    operator = random.choice(list(SHOWN))
    targets = sorted({target for target in SHOWN[operator](held) if target is not None})
    if not targets:
        return None
    return operator, random.choice(targets) + (random.random() < 0.08)


def _clue(random: Random, rules: str, held: list[int]) -> tuple[str | None, int] | None:
    """A clue that the values meet, or now and then one that they nearly meet."""
    if len(held) == 1:
        return "=", held[0]
    known = "+-*/" if rules == "calcudoku" or len(held) == 2 else "+*"
    if rules == "killer":
        known = "+"
    operator = random.choice(known)
    near = {sum(held), 2 * max(held) - sum(held), max(held) - min(held), max(held), 0, 1}
    targets = [target for target in near if meets(rules, operator, target, held)]
    product = 1
    for value in held:
        product *= value
    if operator == "*":
        targets = [product]
    if operator == "/":
        targets = [target for target in range(-12, 13) if meets(rules, "/", target, held)]
    if not targets:
        return None
    target = random.choice(targets) + random.choice((0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    return (None if random.random() < 0.25 else operator), target
