"""Judging other people's solvers. Engines and formats are asked through their registries; nothing
in this folder knows how a puzzle is solved, or prints.

The modules, from the ground up; each knows only those above it:

- ``families``: a process with all that it starts, so that nothing is left of it
- ``processes``: one command, run to its end or to a limit, and then gone
- ``exchange``: what a solver was given and printed, as it can be run again
- ``crash_reports``: what runtimes write of errors that were not caught
- ``matches``: what a user's expression finds in an output
- ``recognition``, ``plain_text``, ``brackets``, ``lines``, ``boards``, ``symbols``, ``entries``,
  ``wordings``, ``statements``, ``doubts``, ``answers``: what a solver's output says, and what else
  it may say
- ``truth``: the solutions, by two engines that agree
- ``verdicts``, ``endings``, ``misprints``, ``comparison``: the verdict on one reply, by how the
  solver ended and by the solutions; solutions that are wrong only as they are printed
- ``results``: a verdict with its circumstances
- ``terms``, ``callables``, ``commands``, ``functions``, ``solvers``: commands, Python functions and
  our engines as solvers
- ``misreadings``, ``suspicion``: the rules as wrong solvers read them, and which of these mistakes
  explains what a solver answered
- ``simpler``: puzzles that are simpler than one and like it
- ``shrink``: a failing puzzle made as small as possible
- ``judging``: a solver on many puzzles and on the smallest; our engines compared with each other
- ``summary``: many verdicts as a table, and as JUnit XML
- ``suites``: puzzles shipped with the package, each with what it tests and its number of solutions

Nothing is imported here: a process for each call of a function that is judged imports ``callables``
alone.
"""
