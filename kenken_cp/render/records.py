"""Parts of puzzles as what JSON can hold, and empty boards."""

from collections.abc import Iterable
from typing import Any

from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.text import cell_name


def names_of(cells: Iterable[Cell]) -> list[str]:
    """The names of cells, each once, in reading order."""
    return [*map(cell_name, sorted(set(cells)))]


def cage_record(cage: Cage) -> dict[str, Any]:
    """A cage: its clue, and its cells by their names."""
    return {"clue": cage.clue, "cells": names_of(cage.cells)}


def open_board(puzzle: Puzzle) -> list[list[None]]:
    """The rows of a board in which every cell is open."""
    return [[None] * puzzle.columns] * puzzle.rows


def no_candidates(puzzle: Puzzle) -> list[list[tuple[int, ...]]]:
    """The rows of a board in which no cell has pencil marks."""
    return [[()] * puzzle.columns] * puzzle.rows
