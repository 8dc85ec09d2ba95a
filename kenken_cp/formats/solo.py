"""Game ids and saved games of "Solo" (Sudoku), from Simon Tatham's puzzle collection.

    2x2:c3a2d4a4c

An id is one line, ``3x3:GRID``; ``3x3k:GRID,CAGES,SUMS`` a killer, ``9j:GRID,REGIONS`` a jigsaw,
``9jk:GRID,REGIONS,CAGES,SUMS`` both; ``x`` after the size says that both diagonals hold every
value. ``2x3`` has 2 columns and 3 rows of boxes, each 2 high and 3 wide.

GRID and SUMS go through the cells in reading order: a number, or a letter for a run of cells
without one (``a`` one ... ``z`` 26); ``_`` keeps two numbers apart. REGIONS and CAGES are walls, as
``tatham`` says. A cage has its sum in one of its cells.

``d`` and a letter (the difficulty) and the symmetry (``a``, ``r4``, ``m2``, ``md2``, ...) say how a
puzzle was made, not what it is, and are not kept.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import groupby
from string import ascii_lowercase

from kenken_cp.errors import FormatError
from kenken_cp.formats.killers import KILLER_HOLDS, SudokuDraft, regions_of, sudoku_houses
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.tatham import first_id, game_reader, is_saved, read_regions, write_regions
from kenken_cp.formats.tokens import Token
from kenken_cp.model.geometry import Cell, all_cells, boxes, diagonals
from kenken_cp.model.operators import ADD
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import short_cell_names

_MOST, _MOST_IN_KILLER = 31, 9
"""Rows of the largest board that the game takes."""

_NO_WALL = "z"
_PARAMS = re.compile(r"([0-9]{1,2})(?:x([0-9]{1,2}))?((?:[jxk]|d[tbiaeu]?|[rm]d?[0-9]{0,2}|a)*)")
_ID = re.compile(r"[0-9]{1,2}(?:x[0-9]{1,2}|j)[a-z0-9]*(?::[_a-z0-9][_a-z0-9,]*|#.*)")
_DIFFICULTY = re.compile("d[tbiaeu]?")
_PART = re.compile(r"(?<![^,])[^,]*")
_RUN = re.compile(r"[0-9]+|[a-z]|[^0-9a-z]")


def signature(text: str) -> bool:
    """The first line is a game id, or the text a saved game of Solo."""
    return _ID.fullmatch(first_id(text)) is not None or is_saved(text, "Solo")


def _read_parts(params: Token, description: Token, rules: RuleSet | None) -> ReadPuzzle:
    match = params.matched(_PARAMS, "a size such as 3x3 or 9j, perhaps x, k, a symmetry, d", "size")
    across, down = int(match[1]), int(match[2] or 1)
    options = _DIFFICULTY.sub("", match[3])
    if not match[2] and "j" not in options:
        raise params.unlike("3x3, or 9j for irregular boxes", "size")
    size = across * down
    if not 2 <= size <= _MOST:
        raise params.error(f"a board of {size} rows; expected 2 to {_MOST}")
    names = ["grid"] + ["regions"] * ("j" in options) + ["cages", "sums"] * ("k" in options)
    words = description.split(_PART)
    if len(words) != len(names):
        raise description.error(
            f"{len(words)} parts between commas; expected {len(names)}: {', '.join(names)}"
        )
    parts = dict(zip(names, words, strict=True))
    draft = SudokuDraft(params)
    for cell, word in _numbers(parts["grid"], size, size).items():
        draft.give(cell, int(word.text))
    draft.houses += diagonals(size) if "x" in options else ()
    if "j" in options:
        regions = read_regions(parts["regions"], size, _NO_WALL, repeats=False)
        draft.houses += regions_of(regions, size, parts["regions"])
    else:
        draft.houses += boxes(size, across, down)
    if "k" in options:
        totals = _numbers(parts["sums"], size, size * (size + 1) // 2)
        for cells in read_regions(parts["cages"], size, _NO_WALL, repeats=False):
            sums = [totals[cell] for cell in cells if cell in totals]
            if len(sums) != 1:
                short = short_cell_names(cells)
                raise parts["sums"].error(f"{len(sums)} sums for the cage at {short}; expected 1")
            draft.add_sum(cells, int(sums[0].text), sums[0])
    return draft.sudoku(size, rules)


def _numbers(grid: Token, size: int, most: int) -> dict[Cell, Token]:
    """The numbers in the cells that have one."""
    cells = all_cells(size, size)
    numbers: dict[Cell, Token] = {}
    at = 0
    for word in grid.split(_RUN):
        if word.text.isdecimal():
            word.within("number", 1, most)
            if at < len(cells):
                numbers[cells[at]] = word
            at += 1
        elif word.text in ascii_lowercase:
            at += ascii_lowercase.index(word.text) + 1
        elif word.text != "_":
            raise word.unlike("a number, a letter a to z, or _")
        if at > len(cells):
            raise word.unlike(f"the end of the {len(cells)} cells of the board")
    if at < len(cells):
        raise grid.error(f"{at} cells; expected {len(cells)}")
    return numbers


def write(puzzle: Puzzle) -> str:
    """The game id as the game writes it.

    FormatError for what is no Sudoku: plain, or a killer whose cages cover the board.
    """
    size = puzzle.rows
    regions, shape, crossed = sudoku_houses(puzzle)
    cages = [cage.cells for cage in puzzle.cages]
    totals = {cage.cells[0]: cage.target for cage in puzzle.cages}
    killer = any(len(cage.cells) > 1 for cage in puzzle.cages)
    if killer and (size > _MOST_IN_KILLER or puzzle.free_cells):
        raise FormatError(f"a killer of more than {_MOST_IN_KILLER} rows, or with free cells")
    for cage in puzzle.cages:
        most = size * (size + 1) // 2 if killer else size
        if len(cage.cells) > size or cage.target > most:
            raise FormatError(f"the cage {cage}")
    if crossed and size < 4:
        raise FormatError("diagonals of fewer than 4 cells")
    parts = [_grid({} if killer else totals, size)]
    if not shape:
        parts.append(write_regions(regions, size, _NO_WALL))
    if killer:
        parts += [write_regions(cages, size, _NO_WALL), _grid(totals, size)]
    params = "x".join(map(str, shape)) if shape else f"{size}j"
    options = "x" * crossed + "k" * killer
    return f"{params}{options}:{','.join(parts)}\n"


def _grid(numbers: Mapping[Cell, int], size: int) -> str:
    """Numbers in cells, and letters for the runs of cells without."""
    text = ""
    for empty, cells in groupby(all_cells(size, size), lambda cell: cell not in numbers):
        if empty:
            full, rest = divmod(len(list(cells)), len(ascii_lowercase))
            text += "z" * full + ascii_lowercase[:rest][-1:]
        else:
            text += "_".join(str(numbers[cell]) for cell in cells)
    return text


FORMAT = Format(
    name="solo",
    summary="game ids and saved games of Solo (Simon Tatham's puzzles): Sudoku, killer, jigsaw, X",
    example="2x2:c3a2d4a4c\n",
    signature=signature,
    read=game_reader("Solo", "such as 3x3:GRID", _read_parts),
    writer=write,
    holds=replace(KILLER_HOLDS, sides=(2, _MOST)),
    operators={ADD: ()},
    separator="",
)
