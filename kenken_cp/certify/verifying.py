"""The check of a certificate, without a solver and without trust in the encoder: it imports model,
the native reader and this folder, never ``proving``.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from kenken_cp.certify.certificate import Certificate
from kenken_cp.certify.propagation import Propagation
from kenken_cp.certify.soundness import Soundness, UnsoundError
from kenken_cp.clock import checkpoint
from kenken_cp.errors import KenKenError
from kenken_cp.model.geometry import Grid
from kenken_cp.model.rules import violations
from kenken_cp.search.interrupts import in_time
from kenken_cp.text import quoted


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of the check of a certificate.

    Attributes:
        reason: why it proves nothing; empty if it is valid.
        line: the line of its text that is wrong; None if it is valid, or no single line is wrong.
    """

    certificate: Certificate
    reason: str = ""
    line: int | None = None

    @property
    def valid(self) -> bool:
        """Whether the puzzle has exactly the solutions that the certificate has."""
        return not self.reason

    def __bool__(self) -> bool:
        return self.valid

    def __repr__(self) -> str:
        return f"<Verification {f'invalid: {self.reason}' if self.reason else 'valid'}>"

    def __str__(self) -> str:
        if self.valid:
            return f"valid: {self.certificate.claim_in_words}"
        place = "" if self.line is None else f" line {self.line}:"
        return f"not valid:{place} {self.reason}"


def verify(certificate: Certificate | str, *, seconds: float | None = None) -> Verification:
    """Checks a certificate: that its puzzle has exactly its solutions.

    Args:
        certificate: or its text.

    Raises:
        FormatError: for a text that is no certificate.
        LimitReachedError: if the time ran out, or on Ctrl-C.
        KenKenError: for a certificate that is too large to be checked, and for an argument that is
            neither a certificate nor a text.
    """
    with in_time(seconds):
        if isinstance(certificate, str):
            certificate = Certificate.read(certificate)
        if not isinstance(certificate, Certificate):
            raise KenKenError(f"{quoted(certificate, 60)} is no Certificate, nor the text of one")
        try:
            _check_solutions(certificate)
            _check_clauses(certificate)
            _check_proof(certificate)
        except UnsoundError as error:
            return Verification(certificate, str(error), error.line)
        return Verification(certificate)


def _check_solutions(certificate: Certificate) -> None:
    line = certificate.line_after("[solutions]")
    seen: set[Grid] = set()
    for grid in certificate.solutions:
        checkpoint()
        try:
            broken = violations(certificate.puzzle, grid)
        except KenKenError as error:
            raise UnsoundError(str(error), line) from None
        if broken:
            raise UnsoundError(f"this is no solution: {broken[0]}", line)
        rows = tuple(map(tuple, grid))  # a program may have made lists
        if rows in seen:
            raise UnsoundError("this solution comes twice", line)
        seen.add(rows)
        line += certificate.puzzle.rows + 1


def _check_clauses(certificate: Certificate) -> None:
    soundness = Soundness(certificate.puzzle, certificate.variable_count)
    clauses, line = iter(certificate.clauses), certificate.line_after("[cnf]") + 1
    for constraint in certificate.constraints:
        soundness.check(constraint, list(islice(clauses, constraint.clauses)), line)
        line += constraint.clauses
    if list(clauses) != list(map(soundness.excluding, certificate.solutions)):
        raise UnsoundError("the last clauses are not those that rule out the solutions", line)


def _check_proof(certificate: Certificate) -> None:
    known = Propagation(certificate.variable_count)
    for clause in certificate.clauses:
        checkpoint()
        known.add(clause)
    first = line = certificate.line_after("[proof]")
    for line, (deletes, clause) in enumerate(certificate.proof, first):
        checkpoint()
        if any(abs(literal) > certificate.variable_count for literal in clause):
            raise UnsoundError("a variable that there is not", line)
        if deletes:
            if not known.delete(clause):
                raise UnsoundError("a clause is deleted that there is not", line)
        elif not known.is_rup(clause):
            raise UnsoundError(
                "the clause does not follow from those before by unit propagation", line
            )
        elif clause and known.contradictory:
            raise UnsoundError("the proof goes on after a contradiction", line)
        else:
            known.add(clause)
    if not certificate.proof or certificate.proof[-1] != (False, ()):
        raise UnsoundError("the proof does not end in the empty clause", line)
