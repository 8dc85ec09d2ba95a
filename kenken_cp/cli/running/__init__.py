"""What commands do with the puzzles that they are given, whatever is asked about these.

- ``outcomes``: what follows from the outcome for one puzzle: the exit code, and what is said
- ``progress``: how far the work on a puzzle has come
- ``arguments``: which puzzles a command is given
- ``turns``: one puzzle after the other

Here each module knows only those above it.
"""
