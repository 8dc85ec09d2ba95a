"""SAT: CaDiCaL, by python-sat, on the clauses of ``encode.cnf``.

``solver`` is the one module that imports python-sat; whoever asks several questions of one puzzle,
with rules switched on and off, takes its ``Solver``.
"""
