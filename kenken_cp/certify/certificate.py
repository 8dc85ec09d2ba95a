"""A certificate as data and as text; ``docs/certificates.md`` describes the text.

Each certificate has one text. So reading is lenient; then the text of what was read is compared
with the text given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from itertools import zip_longest
from typing import NamedTuple

from kenken_cp.certify.propagation import Clause
from kenken_cp.clock import checkpoint
from kenken_cp.errors import FormatError, KenKenError, LimitReachedError
from kenken_cp.formats import dumps, loads
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.text import cell_names, plural, quoted

MAX_BYTES = 64 << 20
"""Size of the largest certificate that is written, and that the command line reads."""

_FIRST_LINE = "kenken-cp certificate 1"

Arc = tuple[int, int, int]
"""(state, value, next state)."""


def canonical(puzzle: Puzzle) -> str:
    """The text of a puzzle in a certificate: the native format, without title, level and count."""
    return dumps(puzzle.bare)


def name_of_cell(cell: Cell) -> str:
    """The name of the constraint that a cell has one value."""
    return f"cell {cell_names([cell])}"


def name_of_house(cells: Sequence[Cell]) -> str:
    """The name of the constraint that the cells of a house differ."""
    return f"house {cell_names(cells)}"


def name_of_cage(cage: Cage) -> str:
    """The name of the constraint that a cage makes its clue."""
    return f"cage {cage.clue} {cell_names(cage.cells)}"


def name_of_sum(operator: Operator) -> str:
    """The name of the constraint that cells make what cages leave of houses."""
    return f"sum {operator.symbol}"


@dataclass(frozen=True, slots=True)
class StatedConstraint:
    """A constraint of the puzzle, and how many clauses follow from it.

    Args:
        name: that of a cell, a house, a cage; or ``sum +``, by its operator, of the cells that
            cages leave of houses.
        clauses: their number.
        houses: of a sum: the names of the houses.
        cages: of a sum: the names of the cages inside them.
        states: of a cage and a sum: the states of an automaton in which each tuple has a path. For
            each layer, before the first cell, between two, and after the last, the variables of its
            states; 0 for a state without one. Paths begin in the first state of the first layer.
        arcs: the arcs from each layer to the next.
        line: where it stands in the text it was read from.
    """

    name: str
    clauses: int
    houses: tuple[str, ...] = ()
    cages: tuple[str, ...] = ()
    states: tuple[tuple[int, ...], ...] = ()
    arcs: tuple[tuple[Arc, ...], ...] = ()
    line: int | None = field(default=None, compare=False)

    def lines(self) -> Iterator[str]:
        """Its lines in a certificate."""
        yield f"{self.name}: {plural(self.clauses, 'clause')}"
        yield from (f"  of {house}" for house in self.houses)
        yield from (f"  less {cage}" for cage in self.cages)
        states = (f"  states {_numbers(variables)}".rstrip() for variables in self.states)
        arcs = (f"  arcs {', '.join(map(_numbers, layer))}".rstrip() for layer in self.arcs)
        for pair in zip_longest(states, arcs):  # there should be one more of states
            yield from filter(None, pair)


class ProofStep(NamedTuple):
    """One step of a proof: a clause that is added, or deleted."""

    deletes: bool
    clause: Clause


@dataclass(frozen=True)
class Certificate:
    """That a puzzle has exactly these solutions.

    Its text is ``str(certificate)``, from which ``Certificate.read`` makes it again.

    Args:
        puzzle: the puzzle; title, level and stated count are no part of the certificate.
        solutions: the grids, in ascending order.
        constraints: each with the number of clauses that follow from it, in the order of these.
        clauses: those of the constraints, then one for each solution, which rules it out. The first
            variables say, for each cell in reading order, that it has the first value, the second,
            and so on.
        proof: that these clauses cannot be satisfied.
    """

    puzzle: Puzzle
    solutions: tuple[Grid, ...]
    constraints: tuple[StatedConstraint, ...]
    clauses: tuple[Clause, ...]
    proof: tuple[ProofStep, ...]

    def __repr__(self) -> str:
        return f"<Certificate of {plural(self.claim, 'solution')}, sha256 {self.sha256}>"

    def __str__(self) -> str:
        return self._text

    @property
    def claim(self) -> int:
        """How many solutions there are."""
        return len(self.solutions)

    @property
    def claim_in_words(self) -> str:
        """How many solutions the puzzle has: ``exactly 1 solution``, ``no solution``."""
        count = Count(self.claim).in_words
        return f"exactly {count}" if self.claim else count

    @property
    def sha256(self) -> str:
        """The hash of the puzzle's text, in hexadecimal digits."""
        return sha256(canonical(self.puzzle).encode()).hexdigest()

    @cached_property
    def variable_count(self) -> int:
        """How many variables there are: those of cells, and those of states."""
        states = (
            variable for one in self.constraints for layer in one.states for variable in layer
        )
        return len(self.puzzle.cells) * len(self.puzzle.values) + sum(map(bool, states))

    @property
    def lemmas(self) -> list[Clause]:
        """The clauses that the proof adds, but for the empty one at its end."""
        return [clause for deletes, clause in self.proof if clause and not deletes]

    def expect_within_size(self) -> None:
        """LimitReachedError if its text is larger than what the command line reads."""
        if len(self._text) > MAX_BYTES:
            raise LimitReachedError(f"the certificate would have more than {MAX_BYTES >> 20} MB")

    @cached_property
    def _text(self) -> str:
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield _FIRST_LINE
        yield f"claim {plural(self.claim, 'solution')}"
        yield f"sha256 {self.sha256}"
        yield "[puzzle]"
        yield from canonical(self.puzzle).removesuffix("\n").split("\n")
        yield "[solutions]"
        for number, grid in enumerate(self.solutions):
            if number:
                yield ""
            yield from map(_numbers, grid)
        yield "[constraints]"
        for constraint in self.constraints:
            checkpoint()
            yield from constraint.lines()
        yield "[cnf]"
        yield from self.dimacs()
        yield "[proof]"
        yield from self.drup()
        yield "[end]"

    def dimacs(self) -> Iterator[str]:
        """The clauses, as the lines of a file in DIMACS."""
        yield f"p cnf {self.variable_count} {len(self.clauses)}"
        for clause in self.clauses:
            checkpoint()  # there may be hundreds of thousands, here and in proofs
            yield _numbers((*clause, 0))

    def drup(self) -> Iterator[str]:
        """The proof, as the lines of a file in DRUP."""
        for deletes, clause in self.proof:
            checkpoint()
            yield ("d " if deletes else "") + _numbers((*clause, 0))

    def line_after(self, heading: str) -> int:
        """The number of the line of its text that follows a heading, such as ``[proof]``."""
        return self._text.count("\n", 0, self._text.index(f"\n{heading}\n") + 1) + 2

    @classmethod
    def read(cls, text: str) -> Certificate:
        """The certificate that a text is; FormatError, with the line, if it is none. Lines may end
        as on Windows.
        """
        if not isinstance(text, str):
            raise FormatError(f"{quoted(text)} is no text; expected that of a certificate")
        text = text.replace("\r\n", "\n")
        lines = _Lines(text)
        if lines.next() != _FIRST_LINE:
            raise lines.error(f"no certificate; expected {_FIRST_LINE!r} on the first line")
        list(lines.until("[puzzle]"))
        made = cls(
            puzzle=_puzzle(lines),
            solutions=tuple(_solutions(lines)),
            constraints=_constraints(lines),
            clauses=tuple(map(lines.clause, lines.until("[proof]", skip=1))),
            proof=tuple(
                ProofStep(line.startswith("d "), lines.clause(line.removeprefix("d ")))
                for line in lines.until("[end]")
            ),
        )
        if str(made) == f"{text}\n":
            raise FormatError("expected a newline at the end", line=lines.at)
        pairs = zip_longest(str(made).split("\n"), text.split("\n"), fillvalue="(nothing)")
        for number, (expected, line) in enumerate(pairs, 1):
            if line != expected:
                raise FormatError(f"{quoted(line)}; expected {quoted(expected)}", line=number)
        return made


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


class _Lines:
    """The lines of a text, read one after the other; ``at`` of them were read."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self.at = 0

    def next(self) -> str:
        """The next line; FormatError if there is none."""
        if self.at == len(self._lines):
            raise self.error("the certificate ends too early; expected [end] on its last line")
        self.at += 1
        return self._lines[self.at - 1]

    def until(self, heading: str, skip: int = 0) -> Iterator[str]:
        """The lines before a heading, which is read too, without the first ones to ``skip``."""
        for _ in range(skip):
            self.next()
        while (line := self.next()) != heading:
            if not self.at % 256:
                checkpoint()
            yield line

    def error(self, message: str) -> FormatError:
        """An error on the line that was read last."""
        return FormatError(message, line=self.at)

    def integers(self, text: str) -> tuple[int, ...]:
        """The numbers of a text."""
        try:
            return tuple(map(int, text.split()))
        except ValueError:
            raise self.error(f"{quoted(text)}; expected numbers") from None

    def arcs(self, text: str) -> tuple[Arc, ...]:
        """The arcs of a text."""
        arcs = []
        for words in text.split(",") if text else []:
            arc = self.integers(words)
            if len(arc) != 3:
                raise self.error(f"{quoted(words)}; expected a state, a value and a state")
            arcs.append(arc)
        return tuple(arcs)

    def clause(self, text: str) -> Clause:
        """The clause of a line of a DIMACS file."""
        *clause, end = self.integers(text) or (1,)
        if end or 0 in clause:
            raise self.error(f"{quoted(text)}; expected literals, and 0 at the end")
        return tuple(clause)


def _puzzle(lines: _Lines) -> Puzzle:
    before = lines.at
    text = "".join(f"{line}\n" for line in lines.until("[solutions]"))
    try:
        return loads(text, "native")
    except FormatError as error:
        raise FormatError(error.message, line=before + (error.line or 1)) from None
    except KenKenError as error:
        raise FormatError(str(error), line=before + 1) from None


def _solutions(lines: _Lines) -> Iterator[Grid]:
    rows: list[tuple[int, ...]] = []
    for line in lines.until("[constraints]"):
        if line:
            rows.append(lines.integers(line))
        else:
            yield tuple(rows)
            rows = []
    if rows:
        yield tuple(rows)


def _constraints(lines: _Lines) -> tuple[StatedConstraint, ...]:
    made: list[StatedConstraint] = []
    for line in lines.until("[cnf]"):
        word, _, text = line.strip().partition(" ")
        last = made[-1] if made and line.startswith("  ") else None
        if last is not None and word == "of":
            made[-1] = replace(last, houses=(*last.houses, text))
        elif last is not None and word == "less":
            made[-1] = replace(last, cages=(*last.cages, text))
        elif last is not None and word == "states":
            made[-1] = replace(last, states=(*last.states, lines.integers(text)))
        elif last is not None and word == "arcs":
            made[-1] = replace(last, arcs=(*last.arcs, lines.arcs(text)))
        elif match := re.fullmatch(r"(\S.*): ([0-9]{1,9}) clauses?", line):
            made.append(StatedConstraint(match[1], int(match[2]), line=lines.at))
        else:
            raise lines.error(f"{quoted(line)}; expected a constraint, or [cnf]")
    return tuple(made)
