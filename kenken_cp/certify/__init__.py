"""Certificates: what a stranger needs to believe that a puzzle has exactly these solutions.

``proving`` makes one, ``verifying`` checks one without a solver and without trust in who made it;
``certificate`` is the data and its text, ``soundness`` holds clauses against the puzzle,
``arithmetic`` is what it takes of operators, ``propagation`` checks the proof.

**Claim.** A certificate has a puzzle P, grids g1 to gk, clauses C and a proof. If it passes the
check, then g1 to gk are all solutions of P, each once.

**The grids are solutions.** Each is held against the executable rules (``model.rules``), and they
are pairwise different. What remains is that there is no other.

**Every solution is a model.** The variables are x[c, v] for each cell c and value v, and
variables of states, each of one state of one automaton. Let g be a solution of P. Let x[c, v] be
true if g has v in c. It is shown that the variables of states have values with which all clauses
of C hold, except those that rule out the grids listed:

- *A clause of a cell* has only the variables of that cell, and holds whichever one of them alone is
  true: all of these are tried. In g exactly one is.
- *A clause of a house* says that two different cells of it do not both have v, or, if the house has
  as many cells as there are values, that some cell of it has v. Both hold in g, as the cells of the
  house differ (the second, because they then hold all values).
- *A clause of a cage.* The cage comes with an automaton: layers of states, one before each cell and
  one after the last, and arcs (state, value, next state), never two of one state for one value. So
  a tuple of values has one path at most, from the first state of the first layer. It is checked
  that **each tuple by which the cage makes its clue has one**: all tuples are followed layer by
  layer, those with the same partial result and state as one, and none without a path makes the
  target (``arithmetic`` says why the partial result is enough to know). A hidden operator is
  checked once for each that it may be. Now let a variable of a state be true if the path of g's
  tuple passes through the state. No state has two variables and no variable two states, not of
  different cages either, so this is well defined, and x is untouched. To make a clause false, the
  path must have the values and states that falsify its literals, between the first and the last
  layer that it mentions. It is checked that no part of any path between these layers has: states
  are walked over from the one layer to the other, by arcs that the clause leaves. Where the rules
  forbid a repetition in a cage, clauses as of a house are allowed too.
- *A clause of a sum* is treated alike. Its cells and its total are worked out: some houses without
  a common cell, each with as many cells as there are values, hold every value once each, so what
  they make together is known; cages that lie within them, which show the operator (or are givens),
  take their targets from it; the other cells of the houses make the rest. For products all values
  must differ from 0.

**The other solutions are models of the last clauses, too.** These are, for each grid listed, that
not all of its x[c, v] are true. A solution that is not listed differs from it in some cell, where
it has another value, so that clause holds.

**There is none.** The proof adds clauses, one after the other, each of which is false in no model
of those before: if all its literals were false, unit propagation would make some clause false.
The last one is empty, so there is no model at all, and no solution that is not listed. Deleting
clauses in between only leaves less to follow from.

Nothing above asks whether the clauses say everything about the puzzle: if they said too little,
there would be no proof.

What has to be trusted: this folder except ``proving``, the rules of ``model``, the reader of the
native format, and Python. The encoder, the solver and the engine that found the grids need not be.
"""
