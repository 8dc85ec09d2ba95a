"""Unit propagation over clauses, and the check of a proof by it, in plain Python.

A clause is *RUP* (reverse unit propagation) for some clauses if propagating the opposite of all its
literals makes one of them false; it follows from them then. A DRUP proof adds one such clause after
the other, until the empty one, and may delete clauses in between. (Goldberg and Novikov,
"Verification of proofs of unsatisfiability for CNF formulas", 2003; Heule, Hunt and Wetzler,
"Trimming while checking clausal proofs", 2013.)

Clauses of two literals are in lists, by each literal that makes the other one unit when it becomes
false. In longer clauses two literals that are not false are watched.
"""

from __future__ import annotations

Clause = tuple[int, ...]
"""Literals as in DIMACS: a variable, numbered from 1, or its negative."""


class Propagation:
    """Clauses, numbered from 1 in the order in which they are added; unit clauses are propagated at
    once, and permanently.

    Args:
        variable_count: variables are numbered from 1 to this.

    Attributes:
        false_clause: the number of a false clause, if the clauses cannot be satisfied; else 0.
    """

    def __init__(self, variable_count: int) -> None:
        literals = 2 * variable_count + 1  # a negative literal counts from the end of these lists
        self._value = [0] * literals  # 1 true, -1 false, 0 open
        self._reason = [0] * (variable_count + 1)
        self._twos: list[list[tuple[int, int]]] = [[] for _ in range(literals)]
        # A watched clause is [number, *literals], the first two of which are watched; a deleted one
        # has the number 0.
        self._watched: list[list[list[int]]] = [[] for _ in range(literals)]
        self._trail: list[int] = []
        self._propagated = 0
        self._clauses: list[Clause] = [()]
        self._longer: dict[int, list[int]] = {}
        self._numbers: dict[Clause, list[int]] = {}
        self.false_clause = 0

    def __getitem__(self, number: int) -> Clause:
        """The clause with a number."""
        return self._clauses[number]

    def add(self, clause: Clause) -> int:
        """Adds a clause; returns its number."""
        number = len(self._clauses)
        self._clauses.append(clause)
        self._numbers.setdefault(tuple(sorted(clause)), []).append(number)
        if self.false_clause:
            return number
        value = self._value
        possible = [literal for literal in clause if value[literal] >= 0]
        if len(clause) == 2:
            one, other = clause
            self._twos[-one].append((other, number))
            self._twos[-other].append((one, number))
        elif len(clause) > 2:
            order = sorted(clause, key=lambda literal: value[literal] < 0)
            self._longer[number] = watched = [number, *order]
            self._watched[order[0]].append(watched)
            self._watched[order[1]].append(watched)
        if not possible:
            self.false_clause = number
        elif len(possible) == 1 and not value[possible[0]]:
            self._assume(possible[0], number)
            self.false_clause = self._propagate()
        return number

    def delete(self, clause: Clause) -> bool:
        """Deletes a clause; returns whether it was there. What it has made true stays true."""
        numbers = self._numbers.get(tuple(sorted(clause)))
        if not numbers:
            return False
        if self.false_clause:
            return True
        number = numbers.pop()
        if len(clause) == 2:
            one, other = self._clauses[number]
            self._twos[-one].remove((other, number))
            self._twos[-other].remove((one, number))
        elif number in self._longer:
            self._longer.pop(number)[0] = 0
        return True

    def assume_false(self, clause: Clause) -> int:
        """Makes all literals of a clause false, until ``reset``, and propagates that; returns the
        number of a clause made false, 0 if there is none.
        """
        if self.false_clause:
            return self.false_clause
        value = self._value
        for literal in clause:
            if value[literal] > 0:
                return self._reason[abs(literal)]
            if not value[literal]:
                self._assume(-literal, 0)
        return self._propagate()

    def reset(self, length: int) -> None:
        """Undoes all assignments but the first ``length``."""
        value = self._value
        for literal in self._trail[length:]:
            value[literal] = value[-literal] = 0
        del self._trail[length:]
        self._propagated = length

    def is_rup(self, clause: Clause) -> bool:
        """Whether a clause is RUP for these clauses."""
        before = len(self._trail)
        found = self.assume_false(clause)
        self.reset(before)
        return bool(found)

    def causes(self, clause: Clause) -> set[int]:
        """The numbers of the clauses by which this one is RUP; none if it is not."""
        before = len(self._trail)
        found = self.assume_false(clause)
        used = {found} if found else set()
        unseen = list(self._clauses[found])
        while unseen:
            reason = self._reason[abs(unseen.pop())]
            if reason and reason not in used:
                used.add(reason)
                unseen += self._clauses[reason]
        self.reset(before)
        return used

    def _assume(self, literal: int, reason: int) -> None:
        self._value[literal], self._value[-literal] = 1, -1
        self._reason[abs(literal)] = reason
        self._trail.append(literal)

    def _propagate(self) -> int:
        """Propagates unit clauses; returns the number of a false clause, or 0.

        Nearly all time is spent here, so ``_assume`` is inlined, and the function is long.
        """
        value, reason, trail = self._value, self._reason, self._trail
        twos, watched = self._twos, self._watched
        at = self._propagated
        while at < len(trail):
            literal = trail[at]
            at += 1
            for other, number in twos[literal]:
                known = value[other]
                if known <= 0:
                    if known:
                        self._propagated = at
                        return number
                    value[other], value[-other] = 1, -1
                    reason[other if other > 0 else -other] = number
                    trail.append(other)
            false = -literal
            clauses = iter(watched[false])
            kept: list[list[int]] = []
            for clause in clauses:
                if not clause[0]:
                    continue
                if clause[1] == false:
                    clause[1], clause[2] = clause[2], false
                first = clause[1]
                known = value[first]
                if known > 0:
                    kept.append(clause)
                    continue
                for place in range(3, len(clause)):
                    if value[clause[place]] >= 0:
                        clause[2], clause[place] = clause[place], false
                        watched[clause[2]].append(clause)
                        break
                else:
                    kept.append(clause)
                    if known:
                        kept.extend(clauses)
                        watched[false] = kept
                        self._propagated = at
                        return clause[0]
                    value[first], value[-first] = 1, -1
                    reason[first if first > 0 else -first] = clause[0]
                    trail.append(first)
            watched[false] = kept
        self._propagated = at
        return 0
