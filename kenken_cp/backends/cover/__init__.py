"""Exact cover: the backends ``cover`` and ``compiled``, their ways of counting, and estimates.

- ``propagation``: inference, the choice of what to branch on, connected components.
- ``search``: the backend ``cover``; finds solutions one by one, depth first, and where there are
  many goes on with ``vector_visiting``, many nodes at a time.
- ``counting``: the portfolio of two counting methods that take turns; ``methods``: what these have
  in common, and ``pace``: how fast they make progress;
- ``searching``: counting by search: ``components``, component caching, and where that takes long
  ``vector_counting``, by one worker or several: ``vector_search``, many nodes at a time, in numpy,
  with its ``vector_nodes`` and ``vector_inference``; and
- ``frontier``: counting by frontier dynamic programming, in numpy; ``frontier_states``: its data,
  and ``frontier_symmetry``, which of these are equivalent.
- ``compiled``: the backend ``compiled``; ``kernel`` has its inner loops, ``arrays`` their data;
  ``vector_compiled``: the inference on many nodes, compiled, with its loops in ``vector_kernel``.
  Only ``compiling`` imports numba; ``loading`` makes it ready while others are at work.
- ``progress``: how far a search or a count has come, with an estimate.
- ``estimate``: about how many solutions there are, by random probes.

The problem itself is ``encode.exact_cover``. Nothing here knows other engines.
"""
