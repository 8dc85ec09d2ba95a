"""Links of puzzle editors that hold a puzzle.

- ``lz_string``: what packs and unpacks the text in them.
- ``editors``: links, one a line, and the JSON in them.
"""
