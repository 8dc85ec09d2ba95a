"""Puzzles as data: in JSON, and in what is read as JSON.

Each module knows only those above it:

- ``values``: values that know their place.
- ``boards``: the one reader of boards of cages, and ``JsonFormat``, by which formats differ.
- ``keys``, ``unread``: what keys are called, and those that are not read.
- ``object_cages``, ``object_grids``: of the format ``objects``, the cages and grids beside them.
- ``yaml``, ``tables``, ``notations``: texts in YAML, tables with headings; these, TOML, RON and the
  values of programs as JSON.
"""
