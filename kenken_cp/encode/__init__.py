"""A puzzle in the forms that engines need, none of which depends on an engine.

- ``masks``: sets of numbers as the bits of an integer
- ``instance``: cells, houses and cages by index
- ``mdd``: the automaton of a clue; ``tuples``: the tuples on its paths
- ``line_sums``: sums and products that follow from whole lines (innies and outies)
- ``value_sets``: the sets of values that a cage can have
- ``exact_cover``: options and items; ``cnf``: clauses
"""
