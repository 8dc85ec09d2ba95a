"""Questions to SAT solvers, by python-sat, on the clauses of ``encode.cnf``.

``oracle`` says which of a puzzle's constraints hold together, on ``solver``, the one module that
calls the engines: Glucose for many questions that are easy and for proofs, CaDiCaL for few that are
hard; ``hitting`` finds smallest sets. All of it keeps to the limits of ``checkpoints``.
"""
