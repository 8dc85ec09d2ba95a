"""What a puzzle is. Nothing here depends on a solver, a file format or a picture.

- ``puzzle``: ``Puzzle`` and ``Cage``
- ``operators``: the operator table; ``equations``: the linear equations that state their meaning
- ``rule_sets``: which operators may be used, and whether a cage may repeat a value
- ``geometry``: cells, lines, boxes, diagonals; ``houses``: the names and kinds of extra houses
- ``rules``: the executable specification: the rules that a grid breaks
- ``count``: numbers of solutions, exact or lower bounds; ``integers``: arguments that are such
"""
