"""Questions to SAT solvers, by python-sat, on the clauses of ``encode.cnf``.

``oracle`` says which of a puzzle's constraints hold together, on ``solver``, the one module that
calls the engines: CaDiCaL for answers, Glucose for proofs; ``hitting`` finds smallest sets. All of
it keeps to the limits of ``checkpoints``.
"""
