"""The hand-written solver: how a person would reason, and how a program searches with that.

``candidates`` (what is still possible, and what has changed), ``paths`` (which tuples that leaves
a cage) and ``listing`` (tuples that are few enough, as the bits of a mask); ``steps``
(what a deduction and a technique are, and the registry of techniques), ``techniques/`` (one module
a family), ``words`` (what their sentences share); ``inference`` (taking steps), ``relevance``
(which of them mattered); then ``strategies``, ``solver`` (the search), ``events`` (what is reported
of it); and what people ask for: ``rating``, ``explanation`` (and what to do next), in the words of
``sentences``; ``advice``, for programs: ``explain``, ``hint``, ``candidates``.

It reads puzzles through ``encode`` and prints nothing: what is a matter of layout is in ``render``.
"""
