"""A puzzle as engines take it: indices, groups, automata, tuples, equations.

Knows no engine.
"""
