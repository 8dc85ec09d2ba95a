"""A puzzle in the forms that engines need, none of which depends on an engine.

- ``masks``: sets of numbers as the bits of an integer
- ``instance``: cells, houses and cages by index
- ``tuples``: the tuples of a clue; ``mdd``: its automaton
- ``line_sums``: sums and products that follow from whole lines (innies and outies)
- ``value_sets``: the sets of values that a cage can have
- ``exact_cover``: options and items; ``cnf``: clauses
- ``exports``: models for other solvers, in DIMACS and MiniZinc
"""
