"""What every search has in common, whatever its engine: limits, verification, counting.

- ``limits``: how many solutions are wanted, and for how long; ``outcome``: the result
- ``engine``: what a backend is, and the registry of backends
- ``gate``: the checks that every grid passes; ``grid_arrays``: those of thousands of grids at once
- ``interrupts``: Ctrl-C, and verbs that end with an error when their time is over
- ``verbs``: ``solve``, ``each_solution``, ``count``, ``is_unique``; ``iterator``: ``solutions``

The road of a puzzle: a verb makes a ``Clock`` and a ``Gate`` and calls the engine's function; the
engine hands batches of grids to the gate, which checks them and calls the visitor with each.

No engine is imported here, and none is named but the default. All verbs take ``backend``, ``limit``
(solutions) and ``seconds``:

================= ======================= ========================== ==============================
verb              returns                 a limit or Ctrl-C          ``limit`` by default
================= ======================= ========================== ==============================
``solve``         an ``Outcome`` with up  is the outcome's status    2: enough to know whether there
                  to two grids                                       is only one
``each_solution`` an ``Outcome``, once    is the outcome's status    none
                  every grid was visited
``solutions``     an iterator over the    ends the iteration, and is none
                  grids, ``async`` too    the status; Ctrl-C is
                                          raised from ``next()``
``count``         a ``Count``             ``limit``: an inexact      none
                                          count, ``10+``; time or
                                          Ctrl-C: raises
                                          ``LimitReachedError``
``is_unique``     True or False           raises                     2: a second solution is an
                                          ``LimitReachedError``      answer
                                          unless it knows the answer
================= ======================= ========================== ==============================

A ``LimitReachedError`` of these verbs has the outcome. The verbs of other folders end in the same
way: a result with a status (that of ``why``) says so; the others raise, by ``interrupts.in_time``.
Only ``warnings`` returns what it has by then.

Having no solution is an outcome like others, never an error. All verbs raise ``UnknownNameError``
for a backend that is not there, ``KenKenError`` for a limit that is not positive, and
``InternalError`` for a bug of an engine: a grid that breaks the rules, or one that comes twice.
"""
