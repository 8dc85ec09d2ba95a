"""Grids beside the cages of a board that is an object: its solution, its givens; and the check that
nothing else stands there that a puzzle is made of.

The tables of what a key may be called are in ``keys``.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from kenken_cp.formats.json import keys, unread
from kenken_cp.formats.json.boards import Grid, matrix
from kenken_cp.formats.json.object_cages import FoundBoard, has_cages, has_letter, position_of
from kenken_cp.formats.json.values import Node
from kenken_cp.model.geometry import Cell, House, all_cells, cells_by_owner
from kenken_cp.model.operators import ADD, GIVEN
from kenken_cp.text import quoted

_READ = (*keys.BOXES, *keys.REGIONS, *keys.GIVENS, *keys.KINDS)
"""Keys of which some say more than cages, and are read, or refused in other words."""

_EMPTY = frozenset((0, -1))
"""Numbers of cells without a value."""


def holders(node: Node) -> list[Node]:
    """The object of a puzzle, and the one it is in, which may say more of it."""
    found = [node] if type(node.value) is dict else []
    outer = node.parent
    if outer is not None and type(outer.value) is dict:
        puzzles = filter(has_cages, outer.value.values())
        found += [outer] if next(puzzles, None) and not next(puzzles, None) else []
    return found


def _is_latin(grid: Grid) -> bool:
    every = (*grid, *zip(*grid, strict=True))
    return all(0 not in line and len(set(line)) == len(line) for line in every)


def _is_map(grid: Grid, groups: Iterable[Sequence[Cell]]) -> bool:
    """Whether a grid has the numbers of cages, or of boxes, and perhaps 0 where there is none."""
    found = cells_by_owner(chain.from_iterable(grid), all_cells(len(grid), len(grid[0])))
    parts, named = set(map(frozenset, found.values())), set(map(frozenset, groups))
    return named <= parts and parts - named <= {frozenset(found.get(0, ()))}


# --- the solution --------------------------------------------------------------------------------


def as_solved(board: FoundBoard) -> tuple[FoundBoard, tuple[Grid, Node] | None]:
    """A board with its cells as its solution, if it has one, shows them: pairs may be columns and
    rows; and the solution, with its place. FormatError if it does not fit the cages.
    """
    found = _solution(board)
    if found is None or not all(map(all, found[0])):
        return board, None
    solution, place = found
    if _fits(board, solution):
        return board, found
    turned = board._replace(cells=[[(c, r) for r, c in cells] for cells in board.cells])
    cells = [cell for cage in board.found for cell in cage.cells]
    pairs = all(type(cell.value) is list or has_letter(cell) for cell in cells)
    if pairs and board.rows == board.columns and _fits(turned, solution):
        return turned, found
    raise place.error("the solution does not fit the cages")


def _solution(board: FoundBoard) -> tuple[Grid, Node] | None:
    """The values of all cells, which may stand where others have those of a player; their place."""
    for holder in holders(board.node):
        place = keys.first_of(holder, keys.SOLUTIONS)
        grid = matrix(place, board.rows, board.columns)
        if place is not None and grid is not None:
            return grid, place
    for key in keys.ENTRIES:
        place = keys.first_of(board.node, [key])
        grid = matrix(place, board.rows, board.columns)
        if place is not None and grid is not None and _is_latin(grid):
            return grid, place
    return None


def _fits(board: FoundBoard, solution: Grid) -> bool:
    for cage, cells in zip(board.found, board.cells, strict=True):
        values = [solution[r][c] for r, c in cells]
        operator = cage.operator or (GIVEN if len(cells) == 1 else None if cage.shown else ADD)
        if operator is not None and operator.evaluate(values) != cage.target:
            return False
    return True


# --- givens --------------------------------------------------------------------------------------


def givens(board: FoundBoard) -> Iterator[tuple[Node, Cell, int]]:
    """Values that are given: objects with a row, a column and a value, or a grid, if it is one."""
    node = board.node
    for key in (*keys.GIVENS, *keys.ENTRIES) if type(node.value) is dict else ():
        place = keys.first_of(node, [key])
        if place is None or place.value in ([], {}):
            continue
        grid = matrix(place, board.rows, board.columns)
        if key in keys.GIVENS:
            if grid is None or _are_triples(place, grid, board.first):
                yield from _listed(board, place)
            else:
                yield from _in_grid(place, grid)
        # Or it is the solution, or has the numbers of cages.
        elif grid is not None and not _is_latin(grid) and not _is_map(grid, board.cells):
            yield from _outside_cages(board, place, grid)


def _listed(board: FoundBoard, place: Node) -> Iterator[tuple[Node, Cell, int]]:
    """Givens that are objects, or arrays, of a cell and its value."""
    for given in place.items():
        if type(given.value) is list and len(given.value) == 3:
            row, column, said = given.items()
            cell = board.cell(given, (row.integer(), column.integer()))
        else:
            position, said = position_of(given), keys.expect(given, keys.VALUES, "value")
            cell = board.cell(given, position)
        yield given, cell, said.integer()


def _in_grid(place: Node, grid: Grid) -> Iterator[tuple[Node, Cell, int]]:
    for r, row in enumerate(grid):
        for c, value in enumerate(row):
            if value:
                yield place, (r, c), value


def _outside_cages(board: FoundBoard, place: Node, grid: Grid) -> Iterator[tuple[Node, Cell, int]]:
    """The values of a grid; FormatError for one in a cage, which may be an entry of a player."""
    caged = set(chain.from_iterable(board.cells))
    for given in _in_grid(place, grid):
        if given[1] in caged:
            r, c = given[1]
            raise place.error(
                f"a value in row {r + 1}, column {c + 1}, inside a cage: a given, or an "
                f"entry; expected {keys.GIVENS[0]!r} or {keys.SOLUTIONS[0]!r}"
            )
        yield given


def _are_triples(place: Node, grid: Grid, first: int) -> bool:
    """Whether the rows of a 3x3 board are cells, each with its value; FormatError if they may be,
    and the board as well.
    """
    if len(grid) != 3 or len(place.value) != 3:
        return False
    inside = range(first, first + 3)
    triples = all(r in inside and c in inside and 0 < v <= 3 for r, c, v in grid)
    lines = [[value for value in line if value] for line in (*grid, *zip(*grid, strict=True))]
    rows = all(len(set(line)) == len(line) and max(line, default=0) <= 3 for line in lines)
    if triples and rows:
        raise place.error("rows of a board, or cells with a value each; expected objects")
    return triples


# --- what is not read ----------------------------------------------------------------------------


def check_rules(board: FoundBoard) -> None:
    """FormatError for what some programs add to the rules, and this format has not."""
    for holder in holders(board.node):
        unread.check_cages_only(holder, _READ)
        most = keys.first_of(holder, keys.MOST)
        if most is not None and str(most.value) != str(max(board.rows, board.columns)):
            raise most.error(f"values to {quoted(str(most.value))}; expected the format native")


def check_others(board: FoundBoard, houses: Sequence[House]) -> None:
    """FormatError for values of cells, or regions, under keys that are not read, or in some cells
    only; ``houses`` are the boxes of a Killer Sudoku.
    """
    for holder in holders(board.node):
        read = {*keys.SOLUTIONS}
        if holder is board.node:
            read |= {str(board.cages.key), *keys.GIVENS, *keys.ENTRIES}
        said = keys.first_of(holder, keys.BOXES)
        if said is not None and unread.are_boxes(said.value) and not houses:
            raise unread.more_than_cages(said, "the format native")
        unread.check_spelling(holder)
        if any(cage.operator not in (None, GIVEN) for cage in board.found):
            unread.check_shown(holder)
        for key, value in holder.value.items():
            if key not in read and value is not None and not keys.OF_A_PLAYER.search(key):
                _check_other(board, holder[key], houses)
    _check_values(cell for cage in board.found for cell in cage.cells)


def _check_other(board: FoundBoard, node: Node, houses: Sequence[House]) -> None:
    """FormatError if the value of a key that is not read has values of cells, or regions."""
    are_regions = node.key in keys.REGIONS
    grid = matrix(node, board.rows, board.columns)
    if grid is None:
        if are_regions and node.value not in keys.NOTHING:
            raise unread.more_than_cages(node, "a grid")
        if type(node.value) is list and 0 < len(node.value) < board.rows * board.columns:
            unread.check_no_values(node)
        return
    if _is_map(grid, board.cells) or _is_map(grid, houses):
        return
    groups = set(chain.from_iterable(grid))
    is_partial = not _EMPTY.isdisjoint(groups) and not _EMPTY.issuperset(groups)
    in_range = min(_EMPTY) <= min(groups) <= max(groups) <= max(board.rows, board.columns)
    if are_regions or (is_partial and in_range):
        raise unread.numbers_of_cells(node)


def _check_values(cells: Iterable[Node]) -> None:
    """FormatError if some cells of cages have values, and others none: those of a solution, which
    are left out, stand in all.
    """
    has = [keys.first_of(cell, keys.VALUES_OF_CELLS) for cell in cells if type(cell.value) is dict]
    some = [value for value in has if value is not None and value.value not in keys.NOTHING]
    if some and len(some) < len(has):
        expected = f"expected {keys.GIVENS[0]!r}, or in none"
        raise some[0].error(f"values in some cells of cages; {expected}")
