"""Counting by frontier dynamic programming (the transfer-matrix method), in numpy.

To be read in this order:

- ``counting``: the method: which frontiers there are, and how two of them make the count
- ``frontier``: one of them
- ``states``: its states, options as moves from state to state, and the merging of equal states
- ``symmetry``: which states are equivalent, though not equal, while only free lines are open
"""
