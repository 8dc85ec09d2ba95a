"""The search of many nodes at a time, in numpy, where an operation takes as long for thousands of
boards as for one. To be read in this order:

- ``inference``: eliminates candidates on many boards; ``cages``: those that cages do not support
- ``nodes``: the nodes, and the queue of those that wait, where equal ones are merged
- ``search``: the search, which counts solutions or visits them
- ``visiting``: the visits of the backends ``cover`` and ``auto``, where there are many solutions
- ``counting``: a method of counting by it, by one worker or several
"""
