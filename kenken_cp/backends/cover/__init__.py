"""Exact cover: the problem of a puzzle (``encode.exact_cover``) searched and counted.

Nothing here knows other engines. The backend ``cover``, which goes through these searches and
counts in stages, is in ``backends.auto``. To be read in this order:

- ``propagation``: inference, and the choice of the item to branch on
- ``search``: the search tree, one node after the other; ``merging``: a count of its leaves that
  counts equal nodes once
- ``bulk``: thousands of nodes at a time, in numpy, where there are many solutions
- ``frontier``: counting by what partly filled boards still need, in numpy
- ``estimate``: about how many solutions there are, by random probes
"""
