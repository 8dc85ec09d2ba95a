"""Boards drawn as rows of letters or names, and the clues of these.

Each module knows only those above it:

- ``clues``: lines of labels and their clues, in all spellings that have one meaning.
- ``directives``: what a text says of a puzzle besides its cages; how a row is split into cells.
- ``lines``, ``picture``, ``parts``: of the format ``native``, the lines without comments, the
  picture, and where one puzzle ends and the next begins.
- ``cage_grid``: what all other formats share that draw the names of cages and list their clues.
- ``letter_clues``: of the format ``letters``, the clues below a grid.
"""
