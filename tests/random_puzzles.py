"""Random small puzzles of every kind, most of them with solutions."""

from __future__ import annotations

from random import Random

from oracle import HIDDEN, TARGETS, meets

from kenken_cp import Cage, Puzzle

Cell = tuple[int, int]

VALUES = (
    (1, 2, 3, 4, 5, 6),
    (0, 1, 2, 3, 4, 5),
    (-2, -1, 0, 1, 2, 3),
    (-6, -3, -2, 1, 4, 5),
    (0, 2, 3, 7, 12, 13),
    (2, 4, 8, 16, 32, 64),
    (-6, -5, -4, -3, -2, -1),
    (1, 10, 100, 1000, 10000, 100000),
)
"""What the values of a board are drawn from: with zero, negative ones, gaps, common factors."""

BASIC = ("add", "subtract", "multiply", "divide")

MOST_POWER_CELLS = 4
"""Each order of the values is a power: on more cells there are too many for the oracle."""


def random_puzzle(
    random: Random, most_cells: int = 12, *, shape: Cell | None = None, caged: float | None = None
) -> Puzzle:
    """A puzzle of any kind: a rectangle, any of the operators, shown or hidden, any values, extra
    houses, any rule set. Its clues are those of a planted grid, but for one in twelve.

    Args:
        most_cells: the cells of the largest board; at least 2.
        shape: rows and columns, at most 6; by default any.
        caged: the share of the cages that it keeps; by default most or all of them.
    """
    rows, columns = shape or random.choice(
        [(r, c) for r in range(1, 7) for c in range(1, 7) if 1 < r * c <= most_cells]
    )
    longest = max(rows, columns)
    number = min(6, longest + random.choice((0, 0, 0, 1, 2)))
    values = sorted(random.sample(random.choice(VALUES), number))
    rules = random.choice(("kenken", "calcudoku", "kenken", "calcudoku", "killer", *HIDDEN))
    board = _random_board(random, rows, columns, values)
    kept = random.choice((0.7, 0.9, 1)) if caged is None else caged
    cages = [
        _cage(random, rules, cells, [board[cell] for cell in cells])
        for cells in _partition(random, sorted(board))
        if random.random() < kept
    ]
    houses = _random_houses(random, board, number) if random.random() < 0.4 else []
    found = [cage for cage in cages if cage is not None]
    return Puzzle((rows, columns), found, values, houses, rules)


def _random_board(random: Random, rows: int, columns: int, values: list[int]) -> dict[Cell, int]:
    """A part of a cyclic Latin square, shuffled: its lines hold no value twice."""
    longest = max(rows, columns)
    down, across = random.sample(range(longest), rows), random.sample(range(longest), columns)
    used = random.sample(values, longest)
    return {
        (r, c): used[(down[r] + across[c]) % longest] for r in range(rows) for c in range(columns)
    }


def _partition(random: Random, cells: list[Cell]) -> list[list[Cell]]:
    """Groups of up to five cells, mostly of neighbours."""
    random.shuffle(cells)
    groups = []
    while cells:
        group = [cells.pop()]
        for _ in range(random.choice((0, 1, 1, 2, 2, 3, 4))):
            near = [one for one in cells if any(_adjacent(one, cell) for cell in group)]
            if cells:
                chosen = random.choice(near if near and random.random() < 0.85 else cells)
                cells.remove(chosen)
                group.append(chosen)
        groups.append(sorted(group))
    return groups


def _adjacent(one: Cell, other: Cell) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def _cage(random: Random, rules: str, cells: list[Cell], held: list[int]) -> Cage | None:
    """A cage whose clue the values meet, or now and then one that they nearly meet; None where they
    make no target of the operator that was drawn.
    """
    if rules == "killer" and len(set(held)) < len(held) and random.random() < 0.95:
        return None
    operator = random.choice(_operators(random, rules, len(cells)))
    targets = [
        made for made in TARGETS[operator](tuple(held)) if made is not None and made % 1 == 0
    ]
    if not targets:
        return None
    target = int(random.choice(sorted(targets))) + (random.random() < 1 / 12)
    hides = random.random() < 0.3 and meets(rules, None, target, tuple(held))
    return Cage(cells, None if hides else operator, target)


def _operators(random: Random, rules: str, cells: int) -> list[str]:
    """The operators that may be shown on that many cells; the four basic ones half of the time."""
    if cells == 1:
        return ["given"]
    basic = [name for name in BASIC if name in HIDDEN[rules]]
    if cells > 2 and rules != "calcudoku":
        basic = [name for name in basic if name in ("add", "multiply")]
    if rules not in ("kenken", "calcudoku") or random.random() < 0.5:
        return basic
    others = [name for name in TARGETS if name not in (*BASIC, "given")]
    if cells > 2:
        others.remove("modulo")
    if cells > MOST_POWER_CELLS:
        others.remove("power")
    return others


def _random_houses(random: Random, board: dict[Cell, int], most: int) -> list[list[Cell]]:
    """One to three, some of which the planted grid does not respect."""
    houses = []
    for _ in range(random.randint(1, 3)):
        house = random.sample(sorted(board), random.randint(1, min(most, len(board))))
        if len({board[cell] for cell in house}) == len(house) or random.random() < 0.2:
            houses.append(house)
    return houses
