"""Sudokus and Killer Sudokus.

Each module knows only those above it:

- ``cells``: boxes by size, what may stand in a cell, rows of cells; Samurais, which are refused.
- ``arrays``, ``rows``: rows in brackets or quotation marks, and in lines.
- ``killers``: cages of sums on boards with boxes, which many formats have.
"""
