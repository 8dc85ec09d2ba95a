"""Formats of a cage a line: one reader and one writer for all of them.

Each module knows only those above it:

- ``cells``: what they call a cell.
- ``line``: the line of a cage, in all orders of operator, target and cells.
- ``lines``: ``CageLines``, by which these formats differ: that line, and those before the first.
- ``dialects``: the formats that have nothing else of their own.
"""
