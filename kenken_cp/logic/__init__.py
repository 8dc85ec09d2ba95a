"""The hand-written solver: how a person would reason, and how a program searches with that.

From the ground up; each module knows only those above it:

- ``cage_tuples``: the tuples that its candidates leave a cage; ``candidates``: what is still
  possible
- ``steps``: what a deduction and a technique are, the registry of techniques, taking steps
- ``sentences``: steps in words; ``relevance``: which steps mattered
- ``techniques/``: one module a family
- ``strategies``; ``events``: what is reported of a search; ``solver``: the search
- ``explain``: the way to a solution; ``hint``: what to do next, and what is wrong;
  ``pencil_marks``: what deduction leaves to each cell; ``rate``: how hard a puzzle is

It reads puzzles through ``encode`` and prints nothing: what is a matter of layout is in ``render``.
"""
