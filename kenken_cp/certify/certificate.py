"""A certificate as data and as text; the guide ``certificate`` describes the text.

Reading takes any text of the right form; that each byte is as it would be written is then one
comparison.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest
from typing import NamedTuple

from kenken_cp.certify.propagation import Clause
from kenken_cp.clock import checkpoint
from kenken_cp.errors import FormatError, LimitReachedError
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.text import cell_names, plural, quoted

MAX_BYTES = 64 << 20
"""Size of the largest certificate that is written or read."""

_FIRST_LINE = "kenken-cp certificate 1"

Arc = tuple[int, int, int]
"""(state, value, next state)."""


class Automaton(NamedTuple):
    """What is claimed of a cage's tuples: each has a path.

    Attributes:
        states: before each cell, and after the last, the variables of the states there are; 0 for
            a state without one. The first state before the first cell is where paths begin.
        arcs: of each cell.
    """

    states: tuple[tuple[int, ...], ...]
    arcs: tuple[tuple[Arc, ...], ...]


class NamedCage(NamedTuple):
    """A cage by its clue and cells."""

    clue: str
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return " ".join([self.clue, *map(cell_names, [self.cells])]).rstrip()


@dataclass(frozen=True, slots=True)
class Stated:
    """A constraint, and how many clauses follow from it.

    Args:
        kind: ``cell``, ``house``, ``cage`` or ``sum``.
        clue: of a cage or a sum; else empty.
        automaton: of a cage or a sum; else None.
        houses: of a sum: those whose totals are added up.
        cages: of a sum: those whose targets are subtracted from that.
    """

    kind: str
    cells: tuple[Cell, ...]
    clauses: int
    clue: str = ""
    automaton: Automaton | None = None
    houses: tuple[tuple[Cell, ...], ...] = ()
    cages: tuple[NamedCage, ...] = ()
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return " ".join(filter(None, [self.kind, self.clue, cell_names(self.cells)]))


class ProofStep(NamedTuple):
    """One step of a proof: a clause that is added, or deleted."""

    deletes: bool
    clause: Clause


@dataclass(frozen=True)
class Certificate:
    """That a puzzle has exactly these solutions.

    Its text is ``str(certificate)``, from which ``Certificate.read`` makes it again.

    Args:
        claim: how many solutions there are.
        sha256: of the puzzle's text.
        puzzle: the puzzle in the native format, without title and level, in lines.
        rules: what they are called, and in words, in lines.
        solutions: the grids, in ascending order.
        cells: for each cell, in reading order, the variables that say what it holds.
        constraints: each with the number of clauses that follow from it, in the order of these.
        variable_count: variables are numbered from 1 to this.
        clauses: those of the constraints, then one for each solution, which rules it out.
        proof: that these clauses cannot be satisfied.
    """

    claim: int
    sha256: str
    puzzle: tuple[str, ...]
    rules: tuple[str, ...]
    solutions: tuple[Grid, ...]
    cells: tuple[tuple[int, ...], ...]
    constraints: tuple[Stated, ...]
    variable_count: int
    clauses: tuple[Clause, ...]
    proof: tuple[ProofStep, ...]

    def __repr__(self) -> str:
        return f"<Certificate of {plural(self.claim, 'solution')}, sha256 {self.sha256}>"

    def __str__(self) -> str:
        return self._text

    @property
    def claim_in_words(self) -> str:
        """How many solutions the puzzle has: ``exactly 1 solution``, ``no solution``."""
        count = Count(self.claim).in_words
        return f"exactly {count}" if self.claim else count

    def expect_readable(self) -> None:
        """LimitReachedError if its text is longer than one that is read."""
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
        yield from self.puzzle
        yield "[rules]"
        yield from self.rules
        yield "[solutions]"
        for number, grid in enumerate(self.solutions):
            if number:
                yield ""
            yield from (_numbers(row) for row in grid)
        yield "[variables]"
        yield from map(_numbers, self.cells)
        yield "[constraints]"
        for stated in self.constraints:
            checkpoint()
            yield from _stated_lines(stated)
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
            yield "d " * deletes + _numbers((*clause, 0))

    @property
    def lemmas(self) -> list[Clause]:
        """The clauses that the proof adds, but for the empty one at its end."""
        return [clause for deletes, clause in self.proof if clause and not deletes]

    @cached_property
    def first_clause_line(self) -> int:
        """The line of the text on which the first clause stands."""
        return self._line_of("[cnf]") + 2

    @cached_property
    def first_step_line(self) -> int:
        """The line of the text on which the first step of the proof stands."""
        return self._line_of("[proof]") + 1

    def _line_of(self, heading: str) -> int:
        return self._text.count("\n", 0, self._text.index(f"\n{heading}\n") + 1) + 1

    @classmethod
    def read(cls, text: str) -> Certificate:
        """The certificate that a text is; FormatError, with the line, if it is none."""
        if not isinstance(text, str):
            raise FormatError(f"{quoted(text)} is no text; expected that of a certificate")
        found = _Reader(text).certificate()
        if str(found) != text:
            pairs = zip_longest(str(found).split("\n"), text.split("\n"), fillvalue="(nothing)")
            line, wanted, there = next(
                (number, wanted, there)
                for number, (wanted, there) in enumerate(pairs, 1)
                if wanted != there
            )
            raise FormatError(f"{quoted(there)}; expected {quoted(wanted)}", line=line)
        return found


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _stated_lines(stated: Stated) -> Iterator[str]:
    yield f"{stated}: {plural(stated.clauses, 'clause')}"
    for house in stated.houses:
        yield f"  of {cell_names(house)}"
    for cage in stated.cages:
        yield f"  less {cage}"
    if stated.automaton is not None:
        states, arcs = stated.automaton
        for number, variables in enumerate(states):
            if number:
                words = (f"{state} {value} {after}" for state, value, after in arcs[number - 1])
                yield f"  arcs {', '.join(words)}".rstrip()
            yield f"  states {_numbers(variables)}".rstrip()


_MAX_DIGITS = 400
"""Digits of the largest number in a certificate: targets may be large, but not so large."""

_STATED = re.compile(
    r"(cell|house|cage|sum)((?: (?!r[0-9])[^\s:]+)?)((?: r[0-9]+c[0-9]+)*): ([0-9]{1,9}) clauses?"
)
_INTEGER = re.compile(rf"-?[0-9]{{1,{_MAX_DIGITS}}}")


class _Reader:
    """Reads the lines of a certificate, one after the other."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._at = 0  # lines read

    def certificate(self) -> Certificate:
        """The whole; FormatError if something is not as it should be."""
        if self._next() != _FIRST_LINE:
            raise self._error(f"no certificate; expected {_FIRST_LINE!r} on the first line")
        claim = self._match(r"claim ([0-9]{1,4}) solutions?", "claim N solutions")
        sha256 = self._match(r"sha256 ([0-9a-f]{64})", "sha256 and 64 hexadecimal digits")
        self._expect("[puzzle]")
        puzzle = tuple(self._until("[rules]"))
        rules = tuple(self._until("[solutions]"))
        solutions = tuple(self._solutions())
        cells = tuple(self._integers(line) for line in self._until("[constraints]"))
        constraints = tuple(self._constraints())
        header = self._match(r"p cnf ([0-9]{1,9} [0-9]{1,9})", "p cnf VARIABLES CLAUSES")
        variable_count, clause_count = map(int, header.split())
        clauses = tuple(self._clause(line) for line in self._until("[proof]"))
        if len(clauses) != clause_count:
            raise self._error(f"{len(clauses)} clauses; expected {clause_count}")
        proof = tuple(
            ProofStep(line.startswith("d "), self._clause(line.removeprefix("d ")))
            for line in self._until("[end]")
        )
        return Certificate(
            int(claim),
            sha256,
            puzzle,
            rules,
            solutions,
            cells,
            constraints,
            variable_count,
            clauses,
            proof,
        )

    def _error(self, message: str) -> FormatError:
        return FormatError(message, line=self._at)

    def _next(self) -> str:
        if self._at == len(self._lines):
            raise self._error("the certificate ends too early; expected [end] on its last line")
        self._at += 1
        return self._lines[self._at - 1]

    def _until(self, heading: str) -> Iterator[str]:
        """The lines before a heading, which is read too."""
        while (line := self._next()) != heading:
            if not self._at % 256:
                checkpoint()
            yield line

    def _expect(self, wanted: str) -> None:
        if (line := self._next()) != wanted:
            raise self._error(f"{quoted(line)}; expected {wanted!r}")

    def _match(self, pattern: str, expected: str) -> str:
        line = self._next()
        found = re.fullmatch(pattern, line)
        if found is None:
            raise self._error(f"{quoted(line)}; expected {expected}")
        return found[1]

    def _integers(self, text: str) -> tuple[int, ...]:
        words = text.split(" ") if text else []
        for word in words:
            if not _INTEGER.fullmatch(word):
                raise self._error(f"{quoted(word)}; expected a number")
        return tuple(map(int, words))

    def _clause(self, text: str) -> Clause:
        *clause, end = self._integers(text) or (1,)
        if end or 0 in clause:
            raise self._error(f"{quoted(text)}; expected literals, and 0 at the end")
        return tuple(clause)

    def _solutions(self) -> Iterator[Grid]:
        rows: list[tuple[int, ...]] = []
        for line in self._until("[variables]"):
            if line:
                rows.append(self._integers(line))
            else:
                yield tuple(rows)
                rows = []
        if rows:
            yield tuple(rows)

    def _constraints(self) -> Iterator[Stated]:
        line = self._next()
        while line != "[cnf]":
            checkpoint()
            match = _STATED.fullmatch(line)
            if match is None:
                raise self._error(f"{quoted(line)}; expected a constraint, or [cnf]")
            kind, clue, cells, clauses = match.groups()
            number, details = self._at, self._details()
            houses = [_cells(text) for word, text in details if word == "of"]
            cages = [_named(text) for word, text in details if word == "less"]
            states = [self._integers(text) for word, text in details if word == "states"]
            arcs = [self._arcs(text) for word, text in details if word == "arcs"]
            if states and len(states) != len(arcs) + 1:
                raise self._error(
                    "states and arcs do not alternate; expected states first and last"
                )
            automaton = Automaton(tuple(states), tuple(arcs)) if states else None
            yield Stated(
                kind,
                _cells(cells.strip()),
                int(clauses),
                clue.strip(),
                automaton,
                tuple(houses),
                tuple(cages),
                number,
            )
            line = self._lines[self._at - 1]

    def _details(self) -> list[tuple[str, str]]:
        """The indented lines that come next, each as its first word and the rest; and one more line
        is read.
        """
        found = []
        while (line := self._next()).startswith("  "):
            word, _, text = line.strip().partition(" ")
            if word not in ("of", "less", "states", "arcs"):
                raise self._error(f"{quoted(line)}; expected of, less, states or arcs")
            found.append((word, text))
        return found

    def _arcs(self, text: str) -> tuple[Arc, ...]:
        found = []
        for words in text.split(", ") if text else []:
            arc = self._integers(words)
            if len(arc) != 3:
                raise self._error(f"{quoted(words)}; expected a state, a value and a state")
            found.append(arc)
        return tuple(found)


def _cells(text: str) -> tuple[Cell, ...]:
    """The cells that a text names: other words would not be written again."""
    found = re.findall(r"r([0-9]{1,4})c([0-9]{1,4})", text)
    return tuple((int(row) - 1, int(column) - 1) for row, column in found)


def _named(text: str) -> NamedCage:
    clue, _, cells = text.partition(" ")
    return NamedCage(clue, _cells(cells))
