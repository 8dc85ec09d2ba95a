"""What formats can express: found by writing small puzzles and reading them back, so that nobody
has to state it of a format, and nothing that is stated can be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import islice, permutations
from typing import ParamSpec

from kenken_cp.errors import KenKenError
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.frozen import frozen
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import (
    MAX_SIZE,
    House,
    boxes,
    connected_components,
    diagonals,
    shape_of,
)
from kenken_cp.model.houses import DIAGONALS, extra_houses
from kenken_cp.model.operators import ADD, GIVEN, OPERATORS, Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN, KILLER, RULE_SETS, RuleSet
from kenken_cp.model.rules import has_same_meaning

_SMALL, _LARGE = 4, 9
"""Sizes of the probes: most formats have any, those of Killer Sudokus often one."""

_USUAL_SIZES = range(1, 10)
_LARGE_SIZES = (MAX_SIZE, 52, 36, 26, 25, 16)
"""Of which the largest is looked for: squares, and as many as there are letters and digits."""


@frozen
class Feature:
    """Something that a puzzle may have.

    Args:
        name: a word for lists.
        words: what sentences call it, in the plural.
        needed: whether a puzzle has it.
        probes: puzzles that have it, and little else: under several rules, as formats may have one
            rule set only.
        same: whether what was read back has it as what was written; the puzzles are equal.
        keeps_out: whether a format without it refuses the puzzle; else it is left out.
    """

    name: str
    words: str
    needed: Callable[[Puzzle], bool]
    probes: Callable[[], Iterable[Puzzle]]
    same: Callable[[Puzzle, Puzzle], bool] = lambda _, __: True
    keeps_out: bool = True

    def held(self, known: Format) -> bool:
        """Whether a format holds one of the probes."""
        return any(
            back is not None and self.same(probe, back)
            for probe in self.probes()
            if (back := _back(known, probe)) is not None
        )


def _back(known: Format, *puzzles: Puzzle) -> Puzzle | None:
    """The last of some puzzles, as it is read from what a format writes; None if they are not the
    same, or cannot be written.
    """
    try:
        texts = [known.write(puzzle) for puzzle in puzzles]
        if len(texts) > 1 and known.join is None:
            return None
        read = list(known.read(known.join(texts) if known.join else texts[0], None))
    except KenKenError:
        return None
    found = [each.puzzle for each in read if isinstance(each, ReadPuzzle)]
    return found[-1] if found == list(puzzles) and len(read) == len(found) else None


# --- puzzles to try ------------------------------------------------------------------------------


_Arguments = ParamSpec("_Arguments")


def _kept(made: Callable[_Arguments, Iterator[Puzzle]]) -> Callable[_Arguments, tuple[Puzzle, ...]]:
    """Each format is tried with the same puzzles."""
    return cache(lambda *arguments, **named: tuple(made(*arguments, **named)))  # type: ignore[return-value]


def _box(size: int) -> tuple[int, int]:
    """Rows and columns of the boxes of a square board; those of a single line where it has none."""
    height = max(each for each in range(1, size + 1) if size % each == 0 and each * each <= size)
    return height, size // height


def _grid(rows: int, columns: int) -> list[list[int]]:
    """Values of which none is twice in a line, nor, on a square board, in a box."""
    height, width = _box(rows) if rows == columns else (1, 1)
    longest = max(rows, columns)
    return [
        [
            (width * (row % height) + row // height + column) % longest + 1
            for column in range(columns)
        ]
        for row in range(rows)
    ]


def _boxes(size: int) -> tuple[House, ...]:
    height, width = _box(size)
    return boxes(size, height, width) if height > 1 else ()


@cache
def _sums(size: int | tuple[int, int], rules: RuleSet, width: int, *, boxed: bool) -> Puzzle:
    """Rows cut into sums of that many cells; a rest of one cell is a given."""
    rows, columns = shape_of(size)
    houses = _boxes(rows) if boxed and rows == columns else ()
    grid = _grid(rows, columns)
    cages = []
    for row in range(rows):
        for start in range(0, columns, width):
            cells = [(row, column) for column in range(start, min(start + width, columns))]
            total = sum(grid[r][c] for r, c in cells)
            cages.append(Cage(cells, ADD, total))
    return Puzzle(size, cages, houses=houses, rules=rules)


@cache
def _sudoku(size: int) -> Puzzle:
    """A Sudoku, whose first row has givens in all cells but the last."""
    grid = _grid(size, size)
    cages = [Cage([(0, column)], GIVEN, grid[0][column]) for column in range(size - 1)]
    return Puzzle(size, cages, houses=_boxes(size))


def _of_givens(size: int) -> Iterator[Puzzle]:
    """A Sudoku, if there are boxes, and a Latin square."""
    found = _sudoku(size)
    yield found
    if found.houses:
        yield replace(found, houses=())


@_kept
def _cage_boards() -> Iterator[Puzzle]:
    for rules in (KENKEN, CALCUDOKU):
        yield _sums(_SMALL, rules, 2, boxed=False)
    yield _sums(_LARGE, KILLER, 3, boxed=True)


@_kept
def _boards() -> Iterator[Puzzle]:
    yield from _cage_boards()
    yield from _of_givens(_LARGE)


def _but_first(puzzle: Puzzle, *cages: Cage) -> Puzzle:
    """A puzzle with other cages in place of its first."""
    return replace(puzzle, cages=(*cages, *puzzle.cages[1:]))


@_kept
def _rectangles() -> Iterator[Puzzle]:
    for rules in (KENKEN, CALCUDOKU, KILLER):
        yield _sums((2, 4), rules, 2, boxed=False)


@_kept
def _values() -> Iterator[Puzzle]:
    for puzzle in _cage_boards():
        lower = [replace(each, target=each.target - len(each.cells)) for each in puzzle.cages]
        yield replace(puzzle, cages=tuple(lower), values=tuple(range(len(puzzle.values))))


@_kept
def _hidden() -> Iterator[Puzzle]:
    for puzzle in _cage_boards():
        first = puzzle.cages[0]
        yield _but_first(puzzle, Cage(first.cells, None, first.target))


@_kept
def _free() -> Iterator[Puzzle]:
    for puzzle in _cage_boards():
        yield _but_first(puzzle)
    yield from _of_givens(_LARGE)


@_kept
def _givens() -> Iterator[Puzzle]:
    for puzzle in _cage_boards():
        first = puzzle.cages[0]
        grid = _grid(puzzle.rows, puzzle.columns)
        yield _but_first(puzzle, *(Cage([(r, c)], GIVEN, grid[r][c]) for r, c in first.cells))
    yield from _of_givens(_LARGE)


@_kept
def _split() -> Iterator[Puzzle]:
    for puzzle in _cage_boards():
        first, second, *others = puzzle.cages
        cells = [*first.cells, *second.cells]
        grid = _grid(puzzle.rows, puzzle.columns)
        mixed = (cells[::2], cells[1::2])
        cages = [Cage(each, ADD, sum(grid[r][c] for r, c in each)) for each in mixed]
        yield replace(puzzle, cages=(*cages, *others))


@_kept
def _with_houses(houses: Callable[[int], Iterable[House]], *, added: bool) -> Iterator[Puzzle]:
    for puzzle in _boards():
        kept = puzzle.houses if added else ()
        yield replace(puzzle, houses=(*kept, *houses(puzzle.rows)))


def _jigsaw(size: int) -> list[House]:
    """Boxes of which the first two have exchanged a cell: each is still connected, but no box."""
    first, second, *others = map(list, _boxes(size))
    _, width = _box(size)
    first[width - 1], second[width] = second[width], first[width - 1]
    return [tuple(sorted(house)) for house in (first, second, *others)]


def _has_boxes(puzzle: Puzzle) -> bool:
    return extra_houses(puzzle.size, puzzle.houses).box_shape is not None


def _has_diagonals(puzzle: Puzzle) -> bool:
    return DIAGONALS in extra_houses(puzzle.size, puzzle.houses).kinds


def _has_regions(puzzle: Puzzle) -> bool:
    return bool(extra_houses(puzzle.size, puzzle.houses).regions)


def _has_others(puzzle: Puzzle) -> bool:
    found = extra_houses(puzzle.size, puzzle.houses)
    return bool(found.others) or any(kind is not DIAGONALS for kind in found.kinds)


def _pair(_: int) -> list[House]:
    return [((0, 0), (1, 2))]


def _said(name: str, words: str, attribute: str, value: object) -> Feature:
    """Something that is said of a puzzle, and no part of it: an attribute, and a value of it."""

    def probes() -> Iterator[Puzzle]:
        for puzzle in _boards():
            yield replace(puzzle, **{attribute: value})  # type: ignore[arg-type]

    return Feature(
        name=name,
        words=words,
        needed=lambda each: bool(getattr(each, attribute)),
        probes=_kept(probes),
        same=lambda one, other: getattr(one, attribute) == getattr(other, attribute),
        keeps_out=False,
    )


FEATURES = (
    Feature("rectangles", "rectangles", lambda each: each.rows != each.columns, _rectangles),
    Feature("values", "unusual values", lambda each: not each.has_usual_values, _values),
    Feature(
        "hidden",
        "hidden operators",
        lambda each: any(cage.operator is None for cage in each.cages),
        _hidden,
    ),
    Feature(
        "givens", "givens", lambda each: any(cage.operator is GIVEN for cage in each.cages), _givens
    ),
    Feature("free", "free cells", lambda each: bool(each.free_cells), _free),
    Feature(
        "split",
        "cages that are not connected",
        lambda each: any(len(connected_components(cage.cells)) > 1 for cage in each.cages),
        _split,
    ),
    Feature("boxes", "boxes", _has_boxes, lambda: _with_houses(_boxes, added=False)),
    Feature(
        "regions", "irregular regions", _has_regions, lambda: _with_houses(_jigsaw, added=False)
    ),
    Feature("diagonals", "diagonals", _has_diagonals, lambda: _with_houses(diagonals, added=True)),
    Feature("houses", "any other houses", _has_others, lambda: _with_houses(_pair, added=True)),
    _said("title", "titles", "title", "example"),
    _said("level", "levels", "level", "2"),
    _said("solutions", "numbers of solutions", "expected", Count(1)),
)


@_kept
def _with_operator(operator: Operator) -> Iterator[Puzzle]:
    for puzzle in _cage_boards():
        cells = puzzle.cages[0].cells
        if puzzle.rules.allows(operator, len(cells)):
            values = permutations(puzzle.values, len(cells))
            targets = {operator.evaluate(each) for each in values}
            numbers = sorted(each for each in targets if each is not None)
            # 0 is no target in some formats: the least that is positive, if there is one.
            for target in islice((*(each for each in numbers if each > 0), *numbers), 1):
                yield _but_first(puzzle, Cage(cells, operator, target))


@_kept
def _under(rules: RuleSet) -> Iterator[Puzzle]:
    """Cages of each operator that is usual there: of products only, perhaps."""
    for size, width, boxed in ((_SMALL, 2, False), (_LARGE, 3, False), (_LARGE, 3, True)):
        for operator, _ in rules.operators:
            with suppress(KenKenError):
                sums = _sums(size, KENKEN, width, boxed=boxed)
                cages = [replace(each, operator=operator) for each in sums.cages]
                yield replace(sums, cages=tuple(cages), rules=rules)


@_kept
def _of_size(size: int) -> Iterator[Puzzle]:
    """Boards of which as little as possible is to be read: they may be large."""
    for rules, boxed in ((KENKEN, False), (CALCUDOKU, False), (KILLER, True)):
        with suppress(KenKenError):
            full = _sums(size, rules, size, boxed=boxed)
            yield replace(full, cages=full.cages[-1:])
            yield full
    if size > 1:
        yield from _of_givens(size)


# --- formats -------------------------------------------------------------------------------------


@frozen
class Abilities:
    """What a format can express.

    Args:
        sizes: of squares, to 9, and the largest beyond.
        operators: those that it has a word for.
        rules: the rule sets of its puzzles.
        features: the others.
        several: whether a file may hold several puzzles.
    """

    sizes: tuple[int, ...]
    operators: tuple[Operator, ...]
    rules: tuple[RuleSet, ...]
    features: tuple[Feature, ...]
    several: bool

    @property
    def written(self) -> bool:
        """Whether it is written at all."""
        return bool(self.rules)


def abilities(known: Format) -> Abilities:
    """What a format can express."""
    rules = tuple(rules for rules in RULE_SETS if _holds_rules(known, rules))
    if not rules:
        return Abilities((), (), (), (), several=False)
    sizes = [size for size in _USUAL_SIZES if _holds(known, _of_size(size))]
    sizes += islice((size for size in _LARGE_SIZES if _holds(known, _of_size(size))), 1)
    return Abilities(
        sizes=tuple(sizes),
        operators=tuple(each for each in OPERATORS if _holds(known, _with_operator(each))),
        rules=rules,
        features=tuple(each for each in FEATURES if each.held(known)),
        several=any(_back(known, each, each) is not None for each in _boards()),
    )


def _holds(known: Format, probes: Iterable[Puzzle]) -> bool:
    return any(_back(known, probe) is not None for probe in probes)


def _holds_rules(known: Format, rules: RuleSet) -> bool:
    return _holds(known, _under(rules)) or (rules is KENKEN and _holds(known, _of_givens(_LARGE)))


def missing(puzzle: Puzzle, known: Format) -> list[str]:
    """What a puzzle has and none that a format holds can have, in the words of sentences; nothing
    of a format that is read only.
    """
    found = []
    held = [rules for rules in RULE_SETS if _holds_rules(known, rules)]
    if not held:
        return []
    if not any(has_same_meaning(puzzle, rules) for rules in held):
        found.append(f"{puzzle.rules.name} rules")
    shown = {cage.operator for cage in puzzle.cages} - {GIVEN}
    symbols = [
        each.symbol
        for each in OPERATORS
        if each in shown and not _holds(known, _with_operator(each))
    ]
    if symbols:
        found.append(f"the operator{'s' * (len(symbols) > 1)} {' '.join(symbols)}")
    found += [
        each.words
        for each in FEATURES
        if each.keeps_out and each.needed(puzzle) and not each.held(known)
    ]
    return found
