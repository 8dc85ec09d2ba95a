"""Exact cover: the backends ``cover`` and ``compiled``, their ways of counting, and estimates.

The problem itself is made by ``encode.exact_cover``. Nothing here knows other engines.

Finding solutions:

- ``search``: the backend ``cover``; one solution at a time, depth first
- ``propagation``: inference, the choice of the item to branch on, connected components
- ``vector_visiting``: where there are many solutions, by the search of many nodes at a time

Counting them, by a portfolio of two methods:

- ``counting``: the portfolio; ``methods``: the protocols of its methods; ``pace``: their speeds
- ``search_counting``: the first method, counting by search; itself two that take turns:
  ``components``, component caching, and ``vector_counting``, many nodes at a time, by one or
  several workers
- ``frontier``: the second method, frontier dynamic programming, in numpy; ``frontier_states``: its
  data; ``frontier_symmetry``: which states are equivalent

The search of many nodes at a time, in numpy:

- ``vector_search``, with its ``vector_nodes`` and ``vector_inference``, which has cages in
  ``vector_cages``

Compiled:

- ``compiled``: the backend ``compiled``; ``kernel``: its inner loops; ``kernel_data``: their data
- ``vector_compiled``: the inference on many nodes; ``vector_kernel``: its inner loops
- ``compiling``: the only module that imports numba; ``loading``: loads the compiled engine while
  another one is at work

Reports, and what all in numpy share:

- ``arrays``: bit sets and large numbers as numpy arrays
- ``progress``: how far a search or a count has come; ``estimate``: about how many solutions there
  are, by random probes
"""
