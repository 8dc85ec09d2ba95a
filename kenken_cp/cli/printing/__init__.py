"""Where text and pictures go, and what they look like.

- ``live``: the line on a terminal that is replaced, and how many of several are done
- ``colours``: colours by their meaning
- ``output``: standard output and standard error; ``files``: those that a command writes
- ``pictures``: puzzles drawn into files
- ``endings``: in which format a file is written

Here each module knows only those above it.
"""
