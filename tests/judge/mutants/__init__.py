"""Solvers that are wrong, each by one mistake that students make, to choose the suites by.

- ``program``: a right solver; every mutant is its text with a few words replaced
- ``record``: what a record of the catalogue holds
- ``arithmetic``, ``cages``, ``houses``, ``searching``, ``printing``, ``kinds``: the mutants
- ``catalogue``: all of them, in order
- ``judging``: a mutant run in this process, and the judge's verdict on it
- ``choosing``: the suites by which all of them are found out, and the table in the guide

A new mutant is one record. If no puzzle of the suites finds it out, the tests say so; then
``python -m judge.mutants.choosing`` looks for a puzzle that does.
"""
