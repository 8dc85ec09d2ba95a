"""Solvers that are wrong, each by one mistake that students make, to choose the suites by.

- ``program``: a right solver; every mutant is its text with a few lines replaced
- ``mutants.diff``: the mutants, what their authors did, and the lines they wrote
- ``catalogue``: that file as records
- ``running``: a mutant run in this process, and its answer compared with the solutions
- ``table``: which puzzle of the suites shows each to be wrong first

A new mutant is one entry, and one line of tests/data/mutants.tsv, which ``table`` prints.
"""
