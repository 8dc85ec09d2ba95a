"""The command line: it translates between people and the library, nothing more.

- ``signals``: which end a command; ``table``: the table of commands
- ``reading/``: from what a person types to puzzles
- ``printing/``: where text and pictures go, and what they look like
- ``options/``: the options that commands take, and the help on them
- ``app``: the Typer application, and how the process ends
- ``running/``: what is done for each of several puzzles, and what follows from the outcome
- ``reports/``: what is printed of results, as JSON lines and for people
- ``commands/``: the commands; they are imported when they are called
- ``manual``: the help of all commands, as a manual page

Here each module, or folder, knows only those above it. The files of the guides, and the schema of
JSON lines, are beside them. What solves, judges, generates or draws is in the library; this folder
has no such logic.
"""

from kenken_cp.cli.app import main

__all__ = ["main"]
