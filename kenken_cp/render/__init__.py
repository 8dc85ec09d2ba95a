"""Puzzles, grids and deductions as text: functions of data that return a str; no input or output.

- ``layout``: what every picture of a puzzle shows: boxes, clues, edges
- ``text``: pictures of puzzles, boards and grids with characters
- ``sentences``: explanations and hints; ``traces``: what the hand-written solver did

It knows the model and the steps of ``logic``; nothing in it solves or searches.
"""

from kenken_cp.render.text import CellValues, Style, board, plain

__all__ = ["CellValues", "Style", "board", "plain"]
