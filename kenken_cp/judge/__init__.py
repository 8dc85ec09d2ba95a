"""The judge: whether another solver's answers to puzzles are right.

A solver is a command or a Python function. It is given puzzles, what it prints is read, and the
answer is compared with the true solutions. The modules, from the ground up:

- ``answers``: the shapes of answers that are read, and nothing else
- ``processes``: one command run within limits, and ended with all that it started
- ``solvers``: the command or function that a user named, and its reply to one puzzle
- ``call``: the program that calls somebody's Python function
- ``truth``: the solutions of a puzzle, by two engines that agree
- ``verdicts``: what a reply is, compared with the truth
- ``shrink``: the simplest puzzle that still fails
- ``judging``: a solver on many puzzles
- ``cross_check``: our own engines compared with each other (``cross-check``)
- ``junit``: verdicts as JUnit XML
- ``suites``: puzzles that are shipped to judge with
"""
