"""Judging other people's solvers.

The map, from the ground up; each module knows only those above it:

- ``processes``: one command, run to its end or to a limit, and then gone
- ``boards``, ``entries``, ``answers``: what a solver says, read from whatever it prints
- ``truth``: the solutions, by two engines that agree; ``verdicts``: one answer held to them
- ``callables``, ``solvers``: commands, Python functions and our engines as solvers
- ``judging``: many puzzles, the smallest failure, engines against each other
- ``summary``, ``junit``: what it comes to
- ``suites``: puzzles shipped with the package, each with what it tests and its number of solutions
- ``shrink``: a failing puzzle made as small as can be
"""

from kenken_cp.judge.shrink import shrink
from kenken_cp.judge.suites import SUITES, Suite, suite_named

__all__ = ["SUITES", "Suite", "shrink", "suite_named"]
