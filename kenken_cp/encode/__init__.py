"""A puzzle as engines take it: indices, groups, automata, tuples, equations, clauses.

Knows no engine.
"""
