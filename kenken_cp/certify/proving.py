"""Making a certificate: the solutions by any engine, the clauses by the encoder, the proof by a SAT
solver. None of these is trusted: see ``verifying``.

Line sums are stated too: on 9x9 boards of sums, proofs without them are up to fifty times as long.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kenken_cp.certify.certificate import (
    Arc,
    Certificate,
    ProofStep,
    StatedConstraint,
    canonical,
    name_of_cage,
    name_of_cell,
    name_of_house,
    name_of_sum,
)
from kenken_cp.certify.propagation import Clause, Propagation
from kenken_cp.certify.soundness import REST, Soundness
from kenken_cp.clock import checkpoint
from kenken_cp.encode.cnf import Cnf, StatedAutomaton
from kenken_cp.encode.instance import Instance, Scope
from kenken_cp.errors import InternalError, KenKenError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle, expect_puzzle
from kenken_cp.sat.solver import refutation
from kenken_cp.search.interrupts import in_time
from kenken_cp.search.verbs import find_or_stop

MAX_SOLUTIONS = 1000
"""Solutions that a certificate may have: it lists each."""

_MAX_CLAUSES = 600_000
"""Clauses of a certificate: those of a 24x24. To check as many takes half a gigabyte."""


class TooManySolutionsError(KenKenError):
    """A puzzle of which no certificate is made."""


def prove(puzzle: Puzzle, *, seconds: float | None = None) -> Certificate:
    """A certificate that a puzzle has exactly the solutions that it has.

    Raises:
        TooManySolutionsError: if these are more than 1000 (``MAX_SOLUTIONS``).
        LimitReachedError: if the time ran out, on Ctrl-C, or if the certificate would be too long.
        FormatError: for a puzzle that the native format cannot hold.
        KenKenError: for a puzzle that is too large to be stated as clauses, or a cage that is too
            large to be checked.
    """
    expect_puzzle(puzzle)
    canonical(puzzle)  # before the work
    with in_time(seconds):
        most = MAX_SOLUTIONS + 1
        outcome = find_or_stop(puzzle, solutions=most, keep=most)
        if outcome.count > MAX_SOLUTIONS:
            raise TooManySolutionsError(
                f"more than {MAX_SOLUTIONS} solutions; expected fewer, as a certificate lists "
                "each of them"
            )
        made = _certificate(puzzle, sorted(outcome.grids))
        made.expect_within_size()
    return made


def _certificate(puzzle: Puzzle, grids: Sequence[Grid]) -> Certificate:
    instance = Instance(puzzle)
    cnf = Cnf(instance, max_clauses=_MAX_CLAUSES)
    clauses = cnf.clauses
    constraints = [*_constraints(cnf), *_sums(cnf, clauses)]
    soundness = Soundness(puzzle, cnf.variable_count)
    for constraint in constraints:
        soundness.checked_rule(constraint)  # whether it can be checked
    clauses += [tuple(-literal for literal in cnf.literals(grid)) for grid in grids]
    lines = refutation(clauses)
    if lines is None:
        raise InternalError(f"{puzzle.name} has a solution that was not found")
    return Certificate(
        puzzle=puzzle.bare,
        solutions=tuple(grids),
        constraints=tuple(constraints),
        clauses=tuple(clauses),
        proof=tuple(_to_contradiction(cnf.variable_count, clauses, map(_step, lines))),
    )


def _step(line: str) -> ProofStep:
    deletes = line.startswith("d")
    return ProofStep(deletes, tuple(map(int, line.removeprefix("d").split()[:-1])))


def _constraints(cnf: Cnf) -> Iterator[StatedConstraint]:
    """The constraints of the puzzle, in the order of their clauses."""
    instance = cnf.instance
    for owner, count in cnf.clause_counts.items():
        if owner.scope is Scope.CELL:
            yield StatedConstraint(name_of_cell(instance.cells[owner.number]), count)
        elif owner.scope is Scope.HOUSE:
            yield StatedConstraint(name_of_house(instance.houses[owner.number].places), count)
        else:
            cage = instance.cages[owner.number].cage
            states, arcs = _automaton(cnf.automata[owner.number])
            yield StatedConstraint(name_of_cage(cage), count, states=states, arcs=arcs)


def _sums(cnf: Cnf, clauses: list[Clause]) -> Iterator[StatedConstraint]:
    """Line sums; their clauses are added."""
    for line_sum, its_clauses, automaton in cnf.stated_sums():
        if line_sum.target is None or line_sum.operator not in REST:
            continue
        before = len(clauses)
        clauses += its_clauses
        states, arcs = (((),), ()) if automaton is None else _automaton(automaton)
        yield StatedConstraint(
            name_of_sum(line_sum.operator),
            len(clauses) - before,
            tuple(map(name_of_house, line_sum.houses)),
            tuple(map(name_of_cage, line_sum.cages)),
            states,
            arcs,
        )


def _automaton(
    stated: StatedAutomaton,
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[Arc, ...], ...]]:
    """The states and the arcs of an automaton, as a constraint has them."""
    return tuple(map(tuple, stated.variables)), stated.mdd.layers


def _to_contradiction(
    variable_count: int, clauses: Sequence[Clause], proof: Iterable[ProofStep]
) -> Iterator[ProofStep]:
    """A proof as far as it is needed, to where unit propagation makes a clause false, and then the
    empty clause. (A solver writes none where the clauses of the puzzle alone lead there.)

    Raises:
        InternalError: if it does not come as far.
    """
    known = Propagation(variable_count)
    for clause in clauses:
        checkpoint()
        known.add(clause)
    for step in proof:
        checkpoint()
        if known.contradictory:
            break
        if step.deletes:
            # Not all checkers keep what a deleted clause has made true.
            if not known.is_unit(step.clause) and known.delete(step.clause):
                yield step
        else:
            known.add(step.clause)
            if step.clause:
                yield step
    if not known.contradictory:
        raise InternalError("the solver's proof ends before a contradiction")
    yield ProofStep(deletes=False, clause=())
