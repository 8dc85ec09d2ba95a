"""What is wrong, or odd, about a puzzle: why it has no solution, or several, and what to change.

From the ground up; each module knows only those above it:

- ``typing_slips``: how near two clues are
- ``oracles``: which cages and houses hold together, by SAT, or by CP-SAT in its place
- without a solution: ``repairs`` (suspects, fewest changes), ``slips`` (those of drawing),
  ``contradiction`` (a conflict)
- with several: ``candidates`` (true candidates), ``ambiguity`` (what differs, and the fewest givens
  or operators), ``settling`` (the puzzle with these)
- ``words``: all of it in sections; ``diagnosis``: ``why``, which asks for each in its turn

``warnings`` and ``rule_sets`` stand alone: what is odd about a puzzle that may well be right, and
what it means under one rule set or another.
"""
