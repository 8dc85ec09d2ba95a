"""The rules as wrong solvers read them: one record a mistake.

A solver with one of these mistakes is right about another puzzle than it was given. ``suspicion``
compares its answers with the boards that it would allow.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kenken_cp.frozen import frozen
from kenken_cp.model.geometry import Cell, Grid, House, boxes, diagonals
from kenken_cp.model.operators import ADD, DIVIDE, MULTIPLY, SUBTRACT, Operator
from kenken_cp.model.puzzle import Cage, Puzzle

Makes = Callable[[Operator, Sequence[int], int], bool]
"""Whether the values of a cage, in the order of its cells, make the target by an operator."""


@frozen
class Misreading:
    """A mistake about the rules.

    Args:
        clause: how the rules would be if its answers were right.
        houses: the cells that it takes to differ, a cage's under killer rules among them.
        cages: the cages that it looks at.
        operators: the operators that it takes a cage for.
        values: the values that it tries.
        narrows: whether it allows no board that is not a solution.
    """

    clause: str
    houses: Callable[[Puzzle], Iterable[House]] = lambda puzzle: _houses(puzzle)
    cages: Callable[[Puzzle], Sequence[Cage]] = lambda puzzle: puzzle.cages
    operators: Callable[[Puzzle, Cage], Sequence[Operator]] = Puzzle.possible_operators
    makes: Makes = Operator.holds
    values: Callable[[Puzzle], Sequence[int]] = lambda puzzle: puzzle.values
    narrows: bool = False


class TooLargeError(Exception):
    """There are more boards than are looked at."""


def is_allowed(misreading: Misreading, puzzle: Puzzle, grid: Grid) -> bool:
    """Whether a complete board satisfies a puzzle under a misreading."""
    board = {(r, c): value for r, row in enumerate(grid) for c, value in enumerate(row)}
    return (
        {*misreading.values(puzzle)}.issuperset(board.values())
        and all(len({board[c] for c in h}) == len(h) for h in misreading.houses(puzzle))
        and all(_holds(misreading, puzzle, cage, board) for cage in misreading.cages(puzzle))
    )


def boards_allowed(misreading: Misreading, puzzle: Puzzle, most: int) -> Iterator[Grid]:
    """The boards that satisfy a puzzle under a misreading; TooLargeError once more than that many
    values were tried.
    """
    givens = puzzle.givens
    order = sorted(puzzle.cells, key=lambda cell: cell not in givens)
    place = {cell: number for number, cell in enumerate(order)}
    before: list[set[Cell]] = [set() for _ in order]
    for house in misreading.houses(puzzle):
        for cell in house:
            before[place[cell]] |= {other for other in house if place[other] < place[cell]}
    due: dict[Cell, list[Cage]] = {cell: [] for cell in order}
    for cage in misreading.cages(puzzle):
        due[max(cage.cells, key=place.__getitem__)].append(cage)
    values, board, tried = misreading.values(puzzle), dict[Cell, int](), 0

    def fill(number: int) -> Iterator[Grid]:
        nonlocal tried
        if number == len(order):
            flat = [board[cell] for cell in puzzle.cells]
            yield tuple(zip(*[iter(flat)] * puzzle.columns, strict=True))
            return
        cell = order[number]
        taken = {board[other] for other in before[number]}
        for value in values:
            tried += 1
            if tried > most:
                raise TooLargeError
            board[cell] = value
            if value not in taken and all(
                _holds(misreading, puzzle, cage, board) for cage in due[cell]
            ):
                yield from fill(number + 1)

    return fill(0)


def _holds(misreading: Misreading, puzzle: Puzzle, cage: Cage, board: Mapping[Cell, int]) -> bool:
    values = [board[cell] for cell in cage.cells]
    operators = misreading.operators(puzzle, cage)
    return any(misreading.makes(each, values, cage.target) for each in operators)


# --- houses --------------------------------------------------------------------------------------


def _houses(puzzle: Puzzle) -> tuple[House, ...]:
    cages = tuple(cage.cells for cage in puzzle.cages) if puzzle.rules.distinct_cages else ()
    return puzzle.all_houses + cages


def _more_houses(clause: str, more: Callable[[Puzzle], Iterable[House]]) -> Misreading:
    return Misreading(clause, lambda puzzle: (*_houses(puzzle), *more(puzzle)), narrows=True)


def _other_lines(clause: str, changed: Callable[[House, bool], House]) -> Misreading:
    """With each line replaced; ``changed`` is given whether it is a column."""

    def houses(puzzle: Puzzle) -> Iterator[House]:
        number = puzzle.rows + puzzle.columns
        for at, house in enumerate(_houses(puzzle)):
            yield changed(house, at >= puzzle.rows) if at < number else house

    return Misreading(clause, houses)


def _cages_of(puzzle: Puzzle, operator: Operator) -> Iterable[House]:
    return [cage.cells for cage in puzzle.cages if cage.operator is operator]


def _square_boxes(puzzle: Puzzle) -> Sequence[House]:
    side = math.isqrt(puzzle.rows)
    is_square = puzzle.rows == puzzle.columns == side * side
    return boxes(puzzle.size, side, side) if is_square else ()


def _diagonals(puzzle: Puzzle) -> Sequence[House]:
    return diagonals(puzzle.size) if puzzle.rows == puzzle.columns else ()


def _lines_and_cages(puzzle: Puzzle) -> Iterable[House]:
    return _houses(replace(puzzle, houses=()))


def _givens(puzzle: Puzzle) -> Sequence[Cage]:
    return [cage for cage in puzzle.cages if len(cage.cells) == 1]


def _without_givens(puzzle: Puzzle) -> Sequence[Cage]:
    return [cage for cage in puzzle.cages if len(cage.cells) > 1]


def _first_cells(most: int) -> Callable[[Puzzle], Sequence[Cage]]:
    """What an array for that many cells keeps of each cage."""
    return lambda puzzle: [replace(cage, cells=cage.cells[:most]) for cage in puzzle.cages]


def _corners(*sides: int) -> Callable[[Puzzle], Iterable[House]]:
    """Pairs of cells that touch at a corner, the lower one on these sides: -1 left, 1 right."""

    def pairs(puzzle: Puzzle) -> Iterator[House]:
        cells = set(puzzle.cells)
        for row, column in puzzle.cells:
            for other in ((row + 1, column + side) for side in sides):
                if other in cells:
                    yield (row, column), other

    return pairs


def _rectangles(puzzle: Puzzle) -> Sequence[Cage]:
    found = []
    for cage in puzzle.cages:
        cells = _rectangle(cage.cells)
        # Two cells of a difference need not touch.
        fits = cage.operator is None or cage.operator.stands_on(len(cells))
        found.append(replace(cage, cells=cells) if fits else cage)
    return found


def _rectangle(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """All cells from the first to the last row and column of some."""
    rows, columns = ({cell[side] for cell in cells} for side in (0, 1))
    return tuple(
        (row, column)
        for row in range(min(rows), max(rows) + 1)
        for column in range(min(columns), max(columns) + 1)
    )


# --- arithmetic ----------------------------------------------------------------------------------


def _by(changed_one: Operator, makes: Callable[[Sequence[int], int], bool]) -> Makes:
    """Another meaning of one operator."""

    def changed(operator: Operator, values: Sequence[int], target: int) -> bool:
        is_other = operator is changed_one
        return makes(values, target) if is_other else operator.holds(values, target)

    return changed


def _difference_in_order(values: Sequence[int], target: int) -> bool:
    return values[0] - sum(values[1:]) == target


def _quotient_in_order(values: Sequence[int], target: int) -> bool:
    return values[0] == target * math.prod(values[1:])


def _rounded_quotient_in_order(values: Sequence[int], target: int) -> bool:
    divisor = math.prod(values[1:])
    return divisor != 0 and values[0] // divisor == target


def _in_order(operator: Operator, values: Sequence[int], target: int) -> bool:
    both = {SUBTRACT: _difference_in_order, DIVIDE: _quotient_in_order}
    return both.get(operator, operator.holds)(values, target)


def _quotient(rounded: Callable[[int, int], int]) -> Makes:
    """Division with a remainder."""

    def makes(values: Sequence[int], target: int) -> bool:
        dividend, *rest = sorted(values, key=lambda value: (value != 0, -value))
        divisor = math.prod(rest)
        return divisor != 0 and rounded(dividend, divisor) == target

    return _by(DIVIDE, makes)


def _near_quotient(distance: float) -> Makes:
    """Division in floating point, with a tolerance."""

    def makes(values: Sequence[int], target: int) -> bool:
        smallest = min(values)
        return smallest > 0 and abs(max(values) / smallest - target) <= distance

    return _by(DIVIDE, makes)


def _in_bits(bits: int, *, signed: bool, targets: bool) -> Makes:
    """Products, and perhaps targets, of which only the last bits are kept."""
    half = 1 << (bits - 1) if signed else 0

    def kept(number: int) -> int:
        return (number + half) % (1 << bits) - half

    def makes(values: Sequence[int], target: int) -> bool:
        return kept(math.prod(values)) == (kept(target) if targets else target)

    return _by(MULTIPLY, makes)


def _by_digits(agree: Callable[[str, str], bool]) -> Makes:
    """Results that are compared with their targets as text."""

    def makes(operator: Operator, values: Sequence[int], target: int) -> bool:
        result = operator.evaluate(values)
        return result is not None and agree(str(target), str(result))

    return makes


def _hidden(clause: str, *operators: Operator, always: bool = False) -> Misreading:
    """Hidden clues taken for one of these operators; for others, too, unless ``always``."""

    def possible(puzzle: Puzzle, cage: Cage) -> Sequence[Operator]:
        usual = puzzle.possible_operators(cage)
        if cage.operator or len(cage.cells) == 1:
            return usual
        return [each for each in (operators if always else usual) if each in operators]

    return Misreading(clause, operators=possible)


def _exchanged(one: Operator, other: Operator) -> Misreading:
    """Each of two operators taken for the other."""
    both = {one: other, other: one}

    def makes(operator: Operator, values: Sequence[int], target: int) -> bool:
        return both.get(operator, operator).holds(values, target)

    return Misreading(f"{one.symbol} and {other.symbol} were exchanged", makes=makes)


def _on_many(operators: Sequence[Operator]) -> Callable[[Puzzle, Cage], Sequence[Operator]]:
    """These for a hidden operator on three or more cells."""

    def possible(puzzle: Puzzle, cage: Cage) -> Sequence[Operator]:
        is_usual = cage.operator or len(cage.cells) < 3 or puzzle.rules.distinct_cages
        return puzzle.possible_operators(cage) if is_usual else operators

    return possible


def _usual_values(puzzle: Puzzle) -> Sequence[int]:
    return range(1, max(puzzle.rows, puzzle.columns) + 1)


def _extremes(values: Sequence[int], target: int) -> bool:
    return max(values) - min(values) == target


def _extreme_quotient(values: Sequence[int], target: int) -> bool:
    return min(values) != 0 and max(values) == target * min(values)


MISREADINGS: tuple[Misreading, ...] = (
    _more_houses("no sum could hold a value twice", lambda p: _cages_of(p, ADD)),
    _more_houses("no product could hold a value twice", lambda p: _cages_of(p, MULTIPLY)),
    _more_houses("no cage could hold a value twice", lambda p: [cage.cells for cage in p.cages]),
    Misreading(
        "differences were taken in the order of the cells",
        makes=_by(SUBTRACT, _difference_in_order),
        narrows=True,
    ),
    Misreading(
        "quotients were taken in the order of the cells",
        makes=_by(DIVIDE, _quotient_in_order),
        narrows=True,
    ),
    Misreading(
        "differences and quotients were taken in the order of the cells",
        makes=_in_order,
        narrows=True,
    ),
    Misreading(
        "quotients were taken in the order of the cells, and rounded down",
        makes=_by(DIVIDE, _rounded_quotient_in_order),
    ),
    Misreading("quotients were rounded down", makes=_quotient(lambda a, b: a // b)),
    # Halves go to the even number in Python, and up in C, Java and JavaScript.
    Misreading("quotients were rounded", makes=_quotient(lambda a, b: round(a / b))),
    Misreading("quotients were rounded", makes=_quotient(lambda a, b: (2 * a + b) // (2 * b))),
    Misreading("quotients were rounded up", makes=_quotient(lambda a, b: -(-a // b))),
    *(
        Misreading("a quotient had only to be near its target", makes=_near_quotient(distance))
        for distance in (0.15, 0.26, 0.34, 0.55)
    ),
    *(
        Misreading(
            "products overflowed 32 bits, or fewer",
            makes=_in_bits(bits, signed=signed, targets=targets),
        )
        for bits in (32, 16, 8)
        for signed in (True, False)
        for targets in (True, False)
    ),
    Misreading("products were sums", makes=_by(MULTIPLY, lambda v, target: sum(v) == target)),
    _exchanged(ADD, MULTIPLY),
    _exchanged(SUBTRACT, DIVIDE),
    _exchanged(MULTIPLY, DIVIDE),
    Misreading(
        "a result were compared with the first digits of its target",
        makes=_by_digits(str.startswith),
    ),
    Misreading(
        "a result were compared with the last digits of its target", makes=_by_digits(str.endswith)
    ),
    Misreading(
        "a difference were the largest value less the smallest", makes=_by(SUBTRACT, _extremes)
    ),
    Misreading(
        "a quotient were the largest value divided by the smallest",
        makes=_by(DIVIDE, _extreme_quotient),
    ),
    _hidden("a hidden operator were always +", ADD, always=True),
    _hidden("a hidden operator were never +", SUBTRACT, MULTIPLY, DIVIDE),
    _hidden("a hidden operator were never -", ADD, MULTIPLY, DIVIDE),
    _hidden("a hidden operator were never *", ADD, SUBTRACT, DIVIDE),
    _hidden("a hidden operator were never /", ADD, SUBTRACT, MULTIPLY),
    Misreading(
        "a hidden operator on three or more cells were + or *", operators=_on_many((ADD, MULTIPLY))
    ),
    Misreading(
        "a hidden operator on three or more cells were any of the four",
        operators=_on_many((ADD, SUBTRACT, MULTIPLY, DIVIDE)),
    ),
    Misreading("cages could hold a value twice", lambda puzzle: puzzle.all_houses),
    Misreading("boxes, diagonals and other houses did not matter", _lines_and_cages),
    _more_houses("both diagonals had to hold different values", _diagonals),
    _more_houses(
        "the diagonal from r1c1 had to hold different values", lambda p: _diagonals(p)[:1]
    ),
    _more_houses(
        "the diagonal to the last row had to hold different values", lambda p: _diagonals(p)[1:]
    ),
    _more_houses("square boxes had to hold different values", _square_boxes),
    *(
        _more_houses("cells that touch at a corner had to differ", _corners(*sides))
        for sides in ((1,), (-1,), (-1, 1))
    ),
    Misreading("a cage were the whole rectangle around its cells", cages=_rectangles),
    *(
        Misreading(f"only the first {most} cells of a cage counted", cages=_first_cells(most))
        for most in (3, 4, 5, 6, 8, 9, 10, 16)
    ),
    Misreading("the last cage did not matter", cages=lambda puzzle: puzzle.cages[:-1]),
    Misreading("the first cage did not matter", cages=lambda puzzle: puzzle.cages[1:]),
    Misreading("givens did not matter", cages=_without_givens),
    Misreading("only givens mattered", cages=_givens),
    _other_lines(
        "the first row did not matter to columns", lambda line, is_column: line[is_column:]
    ),
    _other_lines(
        "the last row did not matter to columns",
        lambda line, is_column: line[: len(line) - is_column],
    ),
    _other_lines("columns did not matter", lambda line, is_column: () if is_column else line),
    _other_lines("rows did not matter", lambda line, is_column: line if is_column else ()),
    Misreading("the values were 1 to the size", values=_usual_values),
)
"""The narrower ones first: they are named in this order if several explain equally much."""
