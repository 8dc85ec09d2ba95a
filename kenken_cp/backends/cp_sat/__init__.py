"""CP-SAT, the backend ``cp-sat``.

- ``binding``: what of OR-Tools is used
- ``model``: a puzzle as a model of CP-SAT
- ``solve``: every solution of a model, found by CP-SAT's solver
"""
