"""Parts of puzzles as what JSON can hold."""

from typing import Any

from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.text import cell_name


def cage_record(cage: Cage) -> dict[str, Any]:
    """A cage: its clue, and its cells by their names."""
    return {"clue": cage.clue, "cells": list(map(cell_name, cage.cells))}


def open_board(puzzle: Puzzle) -> list[list[None]]:
    """The rows of a board in which every cell is open."""
    return [[None] * puzzle.columns] * puzzle.rows
