"""Puzzles made to order, and made to test solvers.

From the ground up; each module knows only those above it:

- ``grids``: random grids
- ``recipe``: ``Recipe``, what kind of puzzle is wanted
- ``cages``: random cages and clues around a planted grid
- ``local_search``: small changes to a puzzle, until it has one solution, or a level
- ``generator``: puzzles made to order: ``generate``, with plain parameters, and by recipe
- ``mixture``: random puzzles for judging solvers: ``random_test_puzzle``, ``fuzz``

Everything is drawn from the ``random.Random`` that is handed in, so the same seed gives the same
puzzles on every machine (with the same releases of this package and of the engines, whose choice of
a second solution decides where an ambiguous puzzle is repaired).
"""
