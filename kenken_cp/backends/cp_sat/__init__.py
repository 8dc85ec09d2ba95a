"""CP-SAT, the backend ``cp-sat``.

- ``translation``: a puzzle as a model of CP-SAT; and
- ``engine``: every solution of a model, by CP-SAT's solver.

Both are built on ``cp_model_helper``, the binding under OR-Tools' own ``cp_model``: the same model
and solver objects, without pandas (0.04 s to import instead of 0.24 s), and taking a table as one
flat row. Importing this package imports neither.
"""
