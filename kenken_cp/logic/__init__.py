"""The hand-written solver: how a person would reason, and how a program searches with that.

From the ground up; each module knows only those above it:

- ``listing``: few enough tuples of a cage, as the bits of a mask; ``paths``: which tuples its
  candidates leave a cage; ``candidates``: what is still possible, and what has changed
- ``steps``: what a deduction and a technique are, and the registry of techniques; ``inference``:
  taking steps; ``words``: what their sentences share; ``relevance``: which steps mattered
- ``questions``: what a few cages and houses forbid together, asked of a SAT solver; ``reasons``:
  the fewest that forbid a candidate
- ``techniques/``: one module a family
- ``strategies``; ``events``: what is reported of a search; ``solver``: the search
- ``sentences``: steps in words; ``explanation``: the way to a solution; ``hinting``: what to do
  next, and what is wrong; ``rating``: how hard a puzzle is; ``advice``: ``explain``, ``hint`` and
  ``candidates`` for programs

It reads puzzles through ``encode`` and prints nothing: what is a matter of layout is in ``render``.
"""
