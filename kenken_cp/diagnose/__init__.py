"""What is wrong, or odd, about a puzzle: why it has no solution, or several, and what to change.

From the ground up; each module knows only those above it:

- ``clue_distance``: how near two clues are
- without a solution: ``repairs`` (suspects, fewest changes), ``drawing_slips`` (redrawn cages),
  ``contradiction`` (a conflict)
- with several: ``candidates`` (true candidates), ``ambiguity`` (what differs, and the fewest
  givens), ``settling`` (the puzzle with these)
- ``sections``: all of it in words and pictures; ``diagnosis``: ``why``, which asks for each in turn

``warnings`` and ``rule_sets`` stand alone: what is odd about a puzzle that may well be right, and
under which rule sets it has one solution.
"""
