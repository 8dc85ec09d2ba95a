"""Exact cover: the backends ``cover`` and ``compiled``, their ways of counting, and estimates.

The problem itself is made by ``encode.exact_cover``. Nothing here knows other engines. What most
puzzles need is plain Python, in modules; what needs numpy or numba, whose import takes longer than
such a puzzle, is in folders and in ``arrays``. To be read in this order:

Finding solutions:

- ``propagation``: inference, the choice of the item to branch on, connected components
- ``search``: the backend ``cover``; one solution at a time, depth first
- ``vector``: where there are many, a search of many nodes at a time, in numpy

Counting them, by a portfolio of two methods:

- ``counting``: the portfolio; ``methods``: the protocols of its methods; ``pace``: their speeds
- ``search_counting``: the first method, counting by search; itself two that take turns:
  ``components``, component caching, and ``vector`` again, by one or several workers
- ``frontier``: the second method, frontier dynamic programming, in numpy

Compiled, and what all in numpy share:

- ``compiled``: the backend ``compiled``; with its inference, ``vector`` is compiled, too
- ``arrays``: bit sets and large numbers as numpy arrays

Reports:

- ``progress``: how far a search or a count has come; ``estimate``: about how many solutions there
  are, by random probes
"""
