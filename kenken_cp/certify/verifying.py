"""The check of a certificate, without a solver and without trust in the encoder: this knows the
model, the native format, and what lies in this folder, but for ``proving``.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from itertools import islice

from kenken_cp.certify.certificate import Certificate
from kenken_cp.certify.propagation import Propagation
from kenken_cp.certify.soundness import UnsoundError, Variables, check_constraint, rules_in_words
from kenken_cp.clock import checkpoint
from kenken_cp.errors import FormatError, KenKenError
from kenken_cp.formats import dumps, loads
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import violations
from kenken_cp.search.interrupts import in_time
from kenken_cp.text import plural, quoted


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of the check of a certificate.

    Attributes:
        reason: why it proves nothing; empty if it is valid.
        line: the line of its text that is wrong; None if it is valid, or no single line is wrong.
        puzzle: the puzzle of the certificate; None if that cannot be read.
    """

    certificate: Certificate
    puzzle: Puzzle | None = None
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


class _InvalidError(Exception):
    """Why a certificate proves nothing, and on which line."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.line = line


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
        return _verification(certificate)


def _verification(certificate: Certificate) -> Verification:
    puzzle = None
    try:
        puzzle = _checked_puzzle(certificate)
        _check_solutions(certificate, puzzle)
        _check_clauses(certificate, puzzle)
        _check_proof(certificate)
    except _InvalidError as invalid:
        return Verification(certificate, puzzle, str(invalid), invalid.line)
    return Verification(certificate, puzzle)


def canonical(puzzle: Puzzle) -> str:
    """The text of a puzzle in a certificate: the native format, without title, level and count."""
    return dumps(puzzle.bare)


def _checked_puzzle(certificate: Certificate) -> Puzzle:
    text = "".join(f"{line}\n" for line in certificate.puzzle)
    try:
        puzzle = loads(text, "native")
        same = canonical(puzzle) == text
    except KenKenError as error:
        at = error.line if isinstance(error, FormatError) else None
        why = error.message if isinstance(error, FormatError) else str(error)
        raise _InvalidError(f"the puzzle cannot be read: {why}", at and at + 4) from None
    if not same:
        raise _InvalidError("the puzzle is not in its canonical form", 5)
    if sha256(text.encode()).hexdigest() != certificate.sha256:
        raise _InvalidError("the hash is not that of the puzzle", 3)
    if certificate.rules != rules_in_words(puzzle):
        line = len(certificate.puzzle) + 5
        raise _InvalidError("the rules are not those of the puzzle", line)
    return puzzle


def _check_solutions(certificate: Certificate, puzzle: Puzzle) -> None:
    grids = certificate.solutions
    if len(grids) != certificate.claim:
        found = plural(len(grids), "grid")
        raise _InvalidError(f"the claim is {certificate.claim}, but it has {found}", 2)
    line = len(certificate.puzzle) + len(certificate.rules) + 7
    seen: set[Grid] = set()
    for grid in grids:
        checkpoint()
        try:
            broken = violations(puzzle, grid)
        except KenKenError as error:
            raise _InvalidError(str(error), line) from None
        if broken:
            raise _InvalidError(f"this is no solution: {broken[0]}", line)
        if grid in seen:
            raise _InvalidError("this solution comes twice", line)
        seen.add(grid)
        line += puzzle.rows + 1


def _check_clauses(certificate: Certificate, puzzle: Puzzle) -> None:
    clauses, first_line = certificate.clauses, certificate.first_clause_line
    variables = Variables(puzzle)
    if certificate.cells != variables.of_cells:
        raise _InvalidError("the variables are not numbered by cells and values")
    for number, clause in enumerate(clauses):
        if any(abs(literal) > certificate.variable_count for literal in clause):
            raise _InvalidError("a variable that there is not", first_line + number)
    unchecked = iter(clauses)
    at = first_line
    for stated in certificate.constraints:
        own = list(islice(unchecked, stated.clauses))
        try:
            check_constraint(puzzle, variables, stated, own)
        except UnsoundError as error:
            line = stated.line or None if error.clause is None else at + error.clause
            raise _InvalidError(str(error), line) from None
        at += len(own)
    if not len(variables.used) == max(variables.used) == certificate.variable_count:
        raise _InvalidError("not every variable stands for a value or a state", first_line - 1)
    saying = {meaning: variable for variable, meaning in variables.meanings.items()}
    ruled_out = [
        tuple(-saying[(row, column), grid[row][column]] for row, column in puzzle.cells)
        for grid in certificate.solutions
    ]
    if list(unchecked) != ruled_out:
        raise _InvalidError("the last clauses are not those that rule out the solutions", at)


def _check_proof(certificate: Certificate) -> None:
    known, line = Propagation(certificate.variable_count), certificate.first_step_line
    for clause in certificate.clauses:
        checkpoint()
        known.add(clause)
    for number, (deletes, clause) in enumerate(certificate.proof):
        checkpoint()
        if any(abs(literal) > certificate.variable_count for literal in clause):
            raise _InvalidError("a variable that there is not", line + number)
        if deletes:
            if not known.delete(clause):
                raise _InvalidError("a clause is deleted that there is not", line + number)
            continue
        if not known.is_rup(clause):
            raise _InvalidError(
                "the clause does not follow from those before by unit propagation", line + number
            )
        if not clause:
            if number + 1 < len(certificate.proof):
                raise _InvalidError("the proof goes on after the empty clause", line + number + 1)
            return
        if known.conflict:
            raise _InvalidError("the proof goes on after a contradiction", line + number)
        known.add(clause)
    raise _InvalidError("the proof does not end in the empty clause", line + len(certificate.proof))
