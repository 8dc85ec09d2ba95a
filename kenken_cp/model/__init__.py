"""What a puzzle is: operators, rule sets, cages and houses, and the rules as a specification.

Knows no solver, no file format and no picture.
"""
