"""Solvers that are wrong, each by one mistake that students make, to choose the suites by.

- ``program``: a right solver; every mutant is its text with a few words replaced
- ``record``: what a record of the catalogue holds
- ``arithmetic``, ``cages``, ``houses``, ``searching``, ``printing``, ``kinds``: the mutants
- ``catalogue``: all of them, in order
- ``running``: a mutant run in this process, and its answer compared with the solutions
- ``table``: which puzzle of the suites shows each to be wrong first

A new mutant is one record, and one line of tests/data/mutants.tsv, which ``table`` prints.
"""
