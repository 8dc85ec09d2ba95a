"""A picture in words, as one would read it aloud to somebody who cannot see it."""

from collections.abc import Iterable
from itertools import groupby

from kenken_cp.clock import checkpoint
from kenken_cp.model.geometry import Cell
from kenken_cp.render.board import drawn_houses, has_cages
from kenken_cp.render.picture import Picture
from kenken_cp.render.text import undrawn
from kenken_cp.text import listed, plural, short_values


def described(picture: Picture) -> str:
    """The board, its houses and cages, and what stands in its rows."""
    puzzle, regions = picture.puzzle, drawn_houses(picture.puzzle).regions
    sentences = [f"{puzzle.rows} by {puzzle.columns} board, {puzzle.rules.name} rules."]
    if not puzzle.has_usual_values:
        sentences.append(f"Values {short_values(puzzle.values)}.")
    if regions:
        sentences.append(f"{plural(len(regions), 'box', 'boxes')}.")
    sentences += undrawn(puzzle)
    if has_cages(puzzle):
        for cage in puzzle.cages:
            noun = "Cage" if cage.operator is None else cage.operator.noun.capitalize()
            sentences.append(f"{noun} {cage.target}: {places(cage.cells)}.")
    for row in range(puzzle.rows):
        checkpoint()
        cells = [_cell(picture, (row, column)) for column in range(puzzle.columns)]
        if set(cells) != {"open"}:
            sentences.append(f"Row {row + 1}: {', '.join(cells)}.")
    if picture.marked:
        sentences.append(f"Marked: {places(picture.marked)}.")
    return " ".join(sentences)


def places(cells: Iterable[Cell]) -> str:
    """``row 1 columns 2 and 3, row 2 column 3``."""
    rows = []
    for row, run in groupby(sorted(cells), key=lambda cell: cell[0]):
        columns = [column + 1 for _, column in run]
        noun = "column" if len(columns) == 1 else "columns"
        rows.append(f"row {row + 1} {noun} {listed(columns)}")
    return ", ".join(rows)


def _cell(picture: Picture, cell: Cell) -> str:
    if (value := picture.shown(cell)) is not None:
        return str(value)
    candidates = picture.candidates_of(cell)
    return f"possible {' '.join(map(str, candidates))}" if candidates else "open"
