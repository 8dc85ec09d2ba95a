"""Unit propagation over clauses, and the check of a proof by it, in plain Python.

A clause is *RUP* (reverse unit propagation) for some clauses if propagating the opposite of all its
literals makes one of them false; it follows from them then. A DRUP proof adds one such clause after
the other, until the empty one, and may delete clauses in between. (Goldberg and Novikov,
"Verification of proofs of unsatisfiability for CNF formulas", 2003.)

In each clause of several literals two that are not false are watched.
"""

from __future__ import annotations

Clause = tuple[int, ...]
"""Literals as in DIMACS: a variable, numbered from 1, or its negative."""


class Propagation:
    """Clauses, and what follows from them; unit clauses are propagated at once, and permanently.

    Args:
        variable_count: variables are numbered from 1 to this.

    Attributes:
        contradictory: whether unit propagation alone makes a clause false.
    """

    def __init__(self, variable_count: int) -> None:
        literals = 2 * variable_count + 1  # a negative literal counts from the end of these lists
        self._value = [0] * literals  # 1 true, -1 false, 0 open
        # Of a watched clause the first two literals are watched; a deleted one has none.
        self._watched: list[list[list[int]]] = [[] for _ in range(literals)]
        self._trail: list[int] = []
        self._propagated = 0
        self._copies: dict[Clause, list[list[int]]] = {}  # of each clause, as it is watched
        self.contradictory = False

    def add(self, clause: Clause) -> None:
        """Adds a clause, perhaps once more."""
        value = self._value
        watched = sorted(clause, key=lambda literal: value[literal] < 0)
        self._copies.setdefault(tuple(sorted(clause)), []).append(watched)
        if self.contradictory:
            return
        if len(clause) > 1:
            self._watched[watched[0]].append(watched)
            self._watched[watched[1]].append(watched)
        possible = [literal for literal in clause if value[literal] >= 0]
        if not possible:
            self.contradictory = True
        elif len(possible) == 1 and not value[possible[0]]:
            self._assume(possible[0])
            self.contradictory = self._propagate()

    def delete(self, clause: Clause) -> bool:
        """Deletes a clause; returns whether it was there. What it has made true stays true."""
        copies = self._copies.get(tuple(sorted(clause)))
        if not copies:
            return False
        copies.pop().clear()
        return True

    def is_unit(self, clause: Clause) -> bool:
        """Whether all literals but one are false. What a unit clause has made true may need it."""
        return sum(self._value[literal] >= 0 for literal in clause) == 1

    def is_rup(self, clause: Clause) -> bool:
        """Whether a clause is RUP for these clauses."""
        if self.contradictory:
            return True
        value, before = self._value, len(self._trail)
        for literal in clause:
            if not value[literal]:
                self._assume(-literal)
        found = any(value[literal] > 0 for literal in clause) or self._propagate()
        for literal in self._trail[before:]:
            value[literal] = value[-literal] = 0
        del self._trail[before:]
        self._propagated = before
        return found

    def _assume(self, literal: int) -> None:
        self._value[literal], self._value[-literal] = 1, -1
        self._trail.append(literal)

    def _propagate(self) -> bool:
        """Propagates unit clauses; returns whether a clause becomes false.

        Nearly all time is spent here, so ``_assume`` is inlined, and the function is long.
        """
        value, trail, watched = self._value, self._trail, self._watched
        at = self._propagated
        while at < len(trail):
            literal = trail[at]
            at += 1
            false = -literal
            clauses = iter(watched[false])
            kept: list[list[int]] = []
            for clause in clauses:
                if not clause:
                    continue
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                known = value[first]
                if known > 0:
                    kept.append(clause)
                    continue
                for place in range(2, len(clause)):
                    if value[clause[place]] >= 0:
                        clause[1], clause[place] = clause[place], false
                        watched[clause[1]].append(clause)
                        break
                else:
                    kept.append(clause)
                    if known:
                        kept.extend(clauses)
                        watched[false] = kept
                        self._propagated = at
                        return True
                    value[first], value[-first] = 1, -1
                    trail.append(first)
            watched[false] = kept
        self._propagated = at
        return False
