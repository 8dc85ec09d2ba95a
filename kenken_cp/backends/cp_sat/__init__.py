"""CP-SAT, the backend ``cp-sat``.

- ``translation``: a puzzle as a model of CP-SAT
- ``engine``: every solution of a model, found by CP-SAT's solver

Both use ``cp_model_helper``, the binding below OR-Tools' own ``cp_model``. It has the same model
and solver objects, needs no pandas (0.04 s to import instead of 0.24 s), and takes a table as one
flat list. Importing this package imports neither module.
"""
