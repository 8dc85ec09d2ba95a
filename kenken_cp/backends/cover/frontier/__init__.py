"""Counting by frontier dynamic programming (the transfer-matrix method).

Cells are filled in order. Of a partly filled board it only matters what its houses still need: the
state of the frontier between filled and open cells. Boards of one state are equivalent, and are
kept once, with their number, so that a count takes time in the number of states. (Sekine, Imai and
Tani, "Computing the Tutte polynomial of a graph of moderate size", ISAAC 1995; Kawahara, Inoue,
Iwashita and Minato, "Frontier-based search for enumerating all constrained subgraphs", 2017.)

- ``states``: states as columns of numpy arrays; merging equivalent ones.
- ``encoding``: what the bits of a state mean; options as moves from state to state.
- ``advance``: one frontier, advanced from one end of the board; pruning of dead states.
- ``counting``: the method: frontiers from both ends of the board that meet in the middle.

Only ``counting`` is for other modules.
"""
