"""The hand-written solver: how a person would reason, and how a program searches with that.

``candidates`` (what is still possible) and ``paths`` (which tuples that leaves a cage); ``steps``
(what a deduction and a technique are, and the registry of techniques) and ``techniques/`` (one
module a family); ``inference`` (taking steps), ``relevance`` (which of them mattered); then
``strategies``, ``search`` (the search tree), ``events`` and ``observers`` (what is reported of
it), ``solver``; and what people ask for: ``rating``, ``hint``, ``explanation``.

It reads puzzles through ``encode`` and prints nothing: what is a matter of layout is in ``render``.
"""
