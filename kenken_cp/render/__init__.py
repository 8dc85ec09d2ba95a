"""Puzzles, grids and deductions as text: functions of data that return a str; no input or output.

- ``text``: pictures of puzzles, boards and grids with characters
- ``traces``: what the hand-written solver did

It knows the model and the steps of ``logic``; nothing in it solves or searches.
"""
