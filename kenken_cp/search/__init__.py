"""What every search has in common, whatever its engine: limits, statuses, verification, counting.

- ``protocol``: limits, the signal to stop, statuses, outcomes, and what a backend is
- ``backend``: the registry of backends
- ``interrupts``: Ctrl-C, and how verbs end with it, or when their time is over
- ``gate``: the checks that every grid passes; ``callbacks``: the functions that callers pass in
- ``run``, ``stream``: the verbs
- ``progress``: how far a search has come, as far as its engine knows
- ``within``: several searches in one limit of time
- ``blocks``: many grids at once, and their verification

No engine is imported here, and none is named but the default; an engine knows ``protocol`` and
nothing above it. All verbs take ``backend``, ``limit`` (solutions) and ``seconds``:

================= ======================= ========================== ==============================
verb              returns                 a limit or Ctrl-C          ``limit`` by default
================= ======================= ========================== ==============================
``solve``         an ``Outcome`` with up  is the outcome's status    2: enough to know whether there
                  to two grids                                       is only one
``each_solution`` an ``Outcome``, once    is the outcome's status    none
                  every grid was visited
``solutions``     an iterator over the    ends the iteration, and is none
                  grids, ``async`` too    the status; Ctrl-C is
                                          raised where it is waited
``count``         a ``Count``             ``limit``: an inexact      none
                                          count, ``10+``; time or
                                          Ctrl-C: raises
                                          ``LimitReachedError``
``is_unique``     True or False           raises                     2: a second solution is an
                                          ``LimitReachedError``      answer
                                          unless it knows the answer
================= ======================= ========================== ==============================

A ``LimitReachedError`` has the outcome. The verbs of other folders end in the same way: a result
with a status (that of ``why``) says so; the others raise, by ``interrupts.in_time``.

Having no solution is an outcome like others, never an error. All verbs raise ``UnknownNameError``
and ``MissingExtraError`` for a backend that is not there, ``KenKenError`` for a limit that is not
positive, and ``InternalError`` for a bug of an engine: a grid that breaks the rules, or one that
comes twice.
"""
