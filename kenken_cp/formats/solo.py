"""Game ids of "Solo" (Sudoku), from Simon Tatham's puzzle collection; and its saved games.

An id is one line, ``3x3:GRID``; ``3x3k:GRID,CAGES,SUMS`` a killer, ``9j:GRID,REGIONS`` a jigsaw,
``9jk:GRID,REGIONS,CAGES,SUMS`` both; ``x`` after the size says that both diagonals hold every
value.

- ``2x3`` has 2 columns and 3 rows of boxes, each 2 high and 3 wide; ``9j`` irregular ones.
- GRID and SUMS go through the cells in reading order: a number, or a letter for a run of cells
  without one (``a`` one ... ``z`` 26); ``_`` keeps two numbers apart.
- REGIONS and CAGES are walls, as ``_tatham`` says. A cage has its sum in one of its cells.

``d`` and a letter (the difficulty) and the symmetry (``a``, ``r4``, ``m2``, ``md2``, ...) say how a
puzzle was made, not what it is, and are not kept.

The game itself makes no puzzle with a value given inside a cage of several cells, which is read.
Nor does it take a cage of one cell.
"""

import re
from collections.abc import Iterable, Mapping
from string import ascii_lowercase

from kenken_cp.formats import _tatham as tatham
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._words import Later, Place, Word, line_by_line
from kenken_cp.formats._writable import cannot
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.sudokus import killers
from kenken_cp.model.geometry import Cell, all_cells, boxes, connected_components
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, KILLER, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import cell_name, listed, plural, quoted, short_cell_names

NAME = "solo"

_MOST, _MOST_IN_KILLER = 31, 9
"""Rows of the largest board that the game takes."""

_NO_WALL = "z"
_PARAMS = regex(r"([0-9]{1,3})(?:x([0-9]{1,3}))?((?:[jxk]|d[tbiaeu]?|[rm]d?[0-9]*|a)*)", re.ASCII)
_ID = regex(r"(?:[0-9]{1,3}x[0-9]{1,3}|[0-9]{1,3}j)[a-z0-9]*:[_a-z0-9][^:\s]*")
_SEED = regex(r"[0-9]{1,3}(?:x[0-9]{1,3}|j)[a-z0-9]*#.*")


def detect(text: str) -> bool:
    """A first line like a game id, or a saved game of Solo."""
    if tatham.is_saved(text):
        return tatham.saved_game(text) == "Solo"
    first = tatham.first_id(text)
    return bool(_ID.fullmatch(first) or _SEED.fullmatch(first))


def _read_puzzle(params: Word, description: Word, rules: RuleSet | None) -> ReadPuzzle:
    match = params.matched(_PARAMS, "a size such as 3x3 or 9j, perhaps x, k, a symmetry, d")
    across, options = int(match[1]), re.sub("d[tbiaeu]?", "", match[3])
    down = int(match[2]) if match[2] else 1
    if not match[2] and "j" not in options:
        raise params.unlike("3x3, or 9j for irregular boxes")
    size = across * down
    if not 2 <= size <= _MOST:
        raise params.error(f"a board of {size} rows; expected 2 to {_MOST}")
    names = ["the grid", "the regions"] if "j" in options else ["the grid"]
    if "k" in options:
        names += ["the cages", "the sums"]
    parts = _parts(description, names)
    grid = _numbers(parts["the grid"], size, size)
    draft = Draft(params.line)
    if "k" in options:
        cages = tatham.read_regions(parts["the cages"], size, _NO_WALL, repeats=False)
        sums = _numbers(parts["the sums"], size, size * (size + 1) // 2)
        killers.add_sums(draft, [_sum(cells, sums, grid, parts["the sums"]) for cells in cages])
    for cell, (number, place) in grid.items():
        draft.give(cell, number, place)
    if "j" in options:
        word = parts["the regions"]
        regions = tatham.read_regions(word, size, _NO_WALL, repeats=False)
        owners = {cell: number for number, cells in enumerate(regions) for cell in cells}
        houses = killers.regions_of(owners, size, word)
    else:
        houses = boxes(size, across, down)
    return draft.puzzle(
        size,
        rules or killers.rules_meant(draft),
        houses=killers.with_diagonals(houses, "x" in options),
    )


def _parts(description: Word, names: list[str]) -> dict[str, Word]:
    parts = description.between(",")
    if len(parts) != len(names):
        raise description.error(
            f"{plural(len(parts), 'part')} between commas; expected {listed(names)}"
        )
    return dict(zip(names, parts, strict=True))


_RUN = regex(r"([0-9]+)|([a-z])|(_)|.")
"""A number, a run of empty cells, or what stands between two numbers."""

_LENGTHS = {letter: length for length, letter in enumerate(ascii_lowercase, start=1)}


_Numbers = dict[Cell, tuple[int, Place]]
"""The numbers in the cells that have one, each with its place."""


def _numbers(grid: Word, size: int, most: int) -> _Numbers:
    cells, at = all_cells(size, size), 0
    found: _Numbers = {}
    for match in _RUN.finditer(grid.text):
        number, letter, separator = match.groups()
        if number:
            value = int(number) if len(number) < 9 else 0
            if not 1 <= value <= most:
                value = grid.group(match).within("number", 1, most)
            if at < len(cells):
                found[cells[at]] = value, Later(grid.group, (match,))
            at += 1
        elif letter:
            at += _LENGTHS[letter]
        elif not separator:
            raise grid.group(match).unlike("a number, a letter a to z, or _")
        if at > len(cells):
            raise grid.group(match).error(
                f"{quoted(match[0])} goes beyond the {len(cells)} cells of the board"
            )
    if at < len(cells):
        raise grid.error(f"{plural(at, 'cell')}; expected {len(cells)}")
    return found


def _sum(cells: list[Cell], sums: _Numbers, grid: _Numbers, place: Word) -> killers.Sum:
    """A cage with its sum, which stands in one of its cells."""
    found = [sums[cell] for cell in cells if cell in sums]
    if not found and len(cells) == 1 and cells[0] in grid:
        found = [grid[cells[0]]]
    if len(found) != 1:
        raise (found[1][1] if found else place).error(
            f"{plural(len(found), 'sum')} for the cage at {short_cell_names(cells)}; expected one"
        )
    return killers.Sum(cells, *found[0])


def write(puzzle: Puzzle) -> str:
    """The game id as the game writes it.

    FormatError for what is no Sudoku: plain, or a killer whose cages cover the board.
    """
    killer = puzzle.rules is KILLER
    board = killers.Board.of(puzzle, NAME, KILLER if killer else KENKEN)
    size, most = puzzle.rows, _MOST_IN_KILLER if killer else _MOST
    if size > most:
        raise cannot(NAME, f"a board of {size} rows; the game takes {most} at most")
    if board.diagonals and size < 4:
        raise cannot(NAME, f"diagonals of {size} cells; the game takes 4 at least")
    killers.check_sums(puzzle, NAME)
    parts = [_grid({} if killer else puzzle.givens, size)]
    params = "x".join(map(str, board.shape)) if board.shape else f"{size}j"
    if board.shape is None:
        _check_connected(board.regions)
        parts.append(tatham.write_regions(board.regions, size, _NO_WALL))
    if killer:
        _check_cages(puzzle)
        cages = [cage.cells for cage in puzzle.cages]
        _check_connected(cages)
        parts.append(tatham.write_regions(cages, size, _NO_WALL))
        parts.append(_grid({cage.cells[0]: cage.target for cage in puzzle.cages}, size))
    else:
        for cage in puzzle.cages:
            if cage.operator is not GIVEN or cage.target > size:
                raise cannot(NAME, f"the cage {cage} under {puzzle.rules.name} rules")
    options = ("x" if board.diagonals else "") + ("k" if killer else "")
    return f"{params}{options}:{','.join(parts)}\n"


def _check_cages(puzzle: Puzzle) -> None:
    if puzzle.free_cells:
        raise cannot(NAME, f"the free cell {cell_name(puzzle.free_cells[0])} in a killer")
    for cage in puzzle.cages:
        if not 2 <= len(cage.cells) <= puzzle.rows:
            raise cannot(
                NAME, f"the cage {cage}; the game takes cages of 2 to {puzzle.rows} cells in it"
            )
        if cage.target > puzzle.rows * (puzzle.rows + 1) // 2:
            raise cannot(NAME, f"the target of the cage {cage}, larger than that of a row")


def _check_connected(regions: Iterable[Iterable[Cell]]) -> None:
    for cells in map(tuple, regions):
        if len(connected_components(cells)) > 1:
            raise cannot(NAME, f"{short_cell_names(cells)} as one region, as it is not connected")


def _grid(numbers: Mapping[Cell, int], size: int) -> str:
    """Numbers in cells, and letters for the runs of cells without."""
    text, run = "", 0
    for cell in all_cells(size, size):
        if cell not in numbers:
            run += 1
            continue
        text += _run(run) or ("_" if text else "")
        text += str(numbers[cell])
        run = 0
    return text + _run(run)


def _run(length: int) -> str:
    last = "z" * (length // 26)
    return last + ("_abcdefghijklmnopqrstuvwxyz"[length % 26] if length % 26 else "")


_GAME = tatham.Game("Solo", "such as 3x3:GRID", _read_puzzle)

FORMAT = Format(
    name=NAME,
    summary="game ids and saved games of Solo (Simon Tatham's puzzles): Sudoku, killer, jigsaw, X",
    example="2x2:c3a2d4a4c\n",
    detect=detect,
    read=_GAME.read,
    write=write,
    join="".join,
    read_lines=line_by_line(_GAME.read_line),
)
