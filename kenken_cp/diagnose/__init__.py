"""What is wrong, or odd, about a puzzle: why it has no solution, or several, and what to change.

From the ground up; each module knows only those above it:

- ``clue_distance``: how near two clues are
- without a solution: ``repairs`` (suspects), ``drawing_slips`` (redrawn cages), ``conflict``
- with several: ``true_candidates``, ``ambiguity`` (what differs, and the fewest givens)
- ``diagnosis``: all of it, in words and pictures; ``why``: asks for each in turn

``warnings`` and ``other_rule_sets`` stand alone: what is odd about a puzzle that may well be right,
and under which rule sets it has one solution.
"""
