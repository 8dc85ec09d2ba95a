"""Values in the source of a program, such as a student's solver, and tables in that of a page:
among them are puzzles, each given to the format that shows itself in it (``reading``).

Each module knows only those above it:

- ``asides``: a program without its comments, and without whatever else is no part of it.
- ``literals``: one value as a program writes it (lists, objects, calls, strings), in JSON.
- ``values``: all values that have names, with their places; and what is wrong where a value does
  not end, or where none of them can be read.
- ``changes``: whether the program changes a value below it.
- ``checks``: what else speaks against a value: another one belongs to it, its cells may be column
  and row, or it is a table of another kind.
- ``tables``: tables of HTML and of LaTeX, as values without a name.
"""
