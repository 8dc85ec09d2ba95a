"""From what a person types to puzzles with names.

- ``texts``: what files and standard input hold, within the time that they may take
- ``folders``: the files of folders
- ``inputs``: the puzzles in such texts
"""
