"""Questions to SAT solvers, through python-sat, on the clauses of ``encode.cnf``.

- ``oracle``: which of a puzzle's constraints can hold together
- ``solver``: the one module that calls the engines: Glucose for many easy questions and for proofs,
  CaDiCaL for few hard ones
- ``hitting``: smallest hitting sets

All of them respect limits, at ``clock.checkpoint()``.
"""
