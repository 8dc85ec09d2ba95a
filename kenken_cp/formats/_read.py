"""What every reader shares: words that know their place, numbers, clues, the draft of a puzzle."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from kenken_cp.errors import FormatError, PuzzleError, UnknownNameError
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import MAX_SIZE, Cell, House, Size
from kenken_cp.model.operators import GIVEN, OPERATORS, Operator, operator_named
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.text import cell_name, plural, quoted

MAX_DIGITS = 100
"""Longer numbers are noise, and ``int`` itself refuses to read the longest of them."""

_CLUE = re.compile(r"([-−]?[0-9]++)\s*+(\S*+)")
_CELL = re.compile(r"[rR]([0-9]{1,4})[cC]([0-9]{1,4})")


class Word(NamedTuple):
    """Part of a text, and where it stands, 1-based; column 0 if only the line is known."""

    text: str
    line: int
    column: int = 0

    def error(self, message: str) -> FormatError:
        """An error at this place."""
        return FormatError(message, line=self.line, column=self.column or None)


def split_words(text: str, line: int, column: int = 1) -> list[Word]:
    """The words of one line between white space; ``column`` is where ``text`` starts in it."""
    return [Word(m[0], line, column + m.start()) for m in re.finditer(r"\S+", text)]


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text that are not blank, each with its 1-based number."""
    return ((n, line) for n, line in enumerate(text.split("\n"), start=1) if line.strip())


@contextmanager
def located(place: Word) -> Iterator[None]:
    """Turns what the data model finds wrong into a FormatError at a place."""
    try:
        yield
    except (PuzzleError, UnknownNameError) as error:
        raise place.error(str(error)) from error


# --- numbers and cells -------------------------------------------------------------------------


def parse_integer(word: Word, what: str) -> int:
    """An integer in decimal digits, perhaps negative; ``what`` names it in the error."""
    digits = word.text.replace("−", "-", 1)
    if not re.fullmatch(r"-?[0-9]+", digits):
        raise word.error(f"{what} {quoted(word.text)}; expected an integer")
    if len(digits) > MAX_DIGITS:
        raise word.error(f"{what} has {len(digits)} digits; expected at most {MAX_DIGITS}")
    return int(digits)


def parse_side(word: Word) -> int:
    """The rows or the columns of a board."""
    side = parse_integer(word, "size")
    if not 1 <= side <= MAX_SIZE:
        raise word.error(f"size {quoted(word.text)}; expected 1 to {MAX_SIZE}")
    return side


def parse_size(word: Word) -> tuple[int, int]:
    """Rows and columns of a board: ``4x6``, or ``6`` for a square."""
    first, separator, second = word.text.partition("x")
    if not separator:
        return (parse_side(word),) * 2
    if not first.strip() or not second.strip():
        raise word.error(f"size {quoted(word.text)}; expected rows x columns, as in 4x6")
    sides = [parse_side(word._replace(text=side.strip())) for side in (first, second)]
    return sides[0], sides[1]


def parse_cell(word: Word) -> Cell:
    """A cell as people write it, ``r1c1``."""
    match = _CELL.fullmatch(word.text)
    if match is None:
        raise word.error(f"cell {quoted(word.text)}; expected row and column, as in r1c1")
    return int(match[1]) - 1, int(match[2]) - 1


def parse_box_shape(word: Word) -> tuple[int, int]:
    """Rows and columns of a box, ``2x3``."""
    match = re.fullmatch(r"([0-9]{1,4})\s*x\s*([0-9]{1,4})", word.text)
    if match is None:
        raise word.error(f"boxes {quoted(word.text)}; expected rows x columns, as in 2x3")
    return int(match[1]), int(match[2])


def parse_count(word: Word) -> Count:
    """A number of solutions: ``8``, or ``3+`` for a lower bound."""
    try:
        return Count.parse(word.text)
    except ValueError:
        message = f"solutions {quoted(word.text)}; expected a count such as 8 or 3+"
        raise word.error(message) from None


# --- operators ---------------------------------------------------------------------------------


def parse_clue(word: Word) -> tuple[int, Operator | None]:
    """A target and an operator, by its symbol, name or an alias: ``11+``, ``12 *``, ``2mod``; a
    bare number has operator None.
    """
    match = _CLUE.fullmatch(word.text.strip())
    if match is None:
        raise word.error(f"clue {quoted(word.text)}; expected a target and an operator, as in 11+")
    target = parse_integer(word._replace(text=match[1]), "target")
    if not match[2]:
        return target, None
    with located(word):
        return target, operator_named(match[2])


def spelled_operators(name: str) -> dict[str, list[Operator]]:
    """The operators that each word of a format stands for, asked from their records.

    One word may stand for several that differ in how many cells they stand on.
    """
    found: dict[str, list[Operator]] = {}
    for operator in OPERATORS:
        for spelling in operator.spellings.get(name, ()):
            found.setdefault(spelling, []).append(operator)
    return found


def any_spelling(name: str) -> str:
    """A regular expression that matches any word a format has for an operator."""
    longest_first = sorted(spelled_operators(name), key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, longest_first))})"


def parse_operator(word: Word, name: str, cells: int) -> Operator:
    """The operator that a word of the format ``name`` stands for on that many cells."""
    spelled = spelled_operators(name)
    if word.text not in spelled:
        known = " ".join(spelled)
        raise word.error(f"operator {quoted(word.text)}; expected one of {known}")
    operators = spelled[word.text]
    return next((operator for operator in operators if operator.stands_on(cells)), operators[0])


# --- puzzles -----------------------------------------------------------------------------------


@dataclass
class Draft:
    """A puzzle being read: its cages so far, and the place where each cell was claimed.

    Args:
        line: where the puzzle starts; the place of errors that belong to no cage.
    """

    line: int
    cages: list[Cage] = field(default_factory=list)
    places: dict[Cell, Word] = field(default_factory=dict)

    def add(
        self, cells: Iterable[Cell], operator: Operator | None, target: int, place: Word
    ) -> None:
        """Adds a cage that was read at ``place``.

        Raises:
            FormatError: for a cell that another cage has, or a cage that could stand on no board.
        """
        cells = tuple(cells)
        if operator is GIVEN and len(cells) > 1:
            raise place.error(f"a given on {plural(len(cells), 'cell')}; expected one cell")
        for cell in cells:
            if cell in self.places:
                raise place.error(
                    f"cell {cell_name(cell)} is in two cages; the first is on line "
                    f"{self.places[cell].line}"
                )
        with located(place):
            self.cages.append(Cage(cells, operator, target))
        self.places.update(dict.fromkeys(cells, place))

    def puzzle(
        self,
        size: Size,
        rules: RuleSet | None,
        *,
        values: Iterable[int] = (),
        houses: Iterable[House] = (),
        title: str = "",
        expected: Count | None = None,
    ) -> Puzzle:
        """The finished puzzle; ``rules`` of None means ``kenken``.

        Raises:
            FormatError: with the place of the cage at fault, else of the puzzle.
        """
        try:
            return Puzzle(
                size, self.cages, values, houses, rules or KENKEN, title=title, expected=expected
            )
        except PuzzleError as error:
            place = self.places.get(error.cell) if error.cell else None
            raise (place or Word("", self.line)).error(str(error)) from error
