"""What formats share: words that know their place, numbers, cells, operators, drafts, refusals."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from math import prod
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from kenken_cp.caches import remembered
from kenken_cp.errors import FormatError, PuzzleError, UnknownNameError
from kenken_cp.formats.record import ReadLines, ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE, Cell, House, Size, all_cells, shape_of
from kenken_cp.model.operators import (
    ADD,
    DIVIDE,
    GIVEN,
    MULTIPLY,
    OPERATORS,
    SUBTRACT,
    Operator,
    operator_named,
)
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN, RuleSet
from kenken_cp.text import cell_name, plural, quoted, short_cell_names

MAX_DIGITS = 100
"""Longer numbers are noise, and ``int`` itself refuses to read the longest of them."""

MAX_LINE = 200_000
"""Characters of a line: many times what the largest board has in one."""

MAX_FIRST = 100_000
"""Characters of a first line by which detection decides."""

_CHARACTERS_AT_ONCE = 1 << 14
"""Characters of a text whose lines are made together."""

HIDDEN = "?"
"""What stands for an operator that is not shown, where a bare number could mean another thing."""

_NO_BLANKS = re.compile(r"\S+")
_CLUE = re.compile(r"([-−–]?[0-9]++)\s*+(\S*+)")
_CELL = re.compile(r"[rR]([0-9]{1,4})[cC]([0-9]{1,4})")


class Word(NamedTuple):
    """Part of a text, and where it stands, 1-based; column 0 if only the line is known."""

    text: str
    line: int
    column: int = 0

    def error(self, message: str) -> FormatError:
        """An error at this place."""
        return FormatError(message, line=self.line, column=self.column or None)

    def instead(self, text: str) -> Word:
        """Another text at this place."""
        return Word(text, self.line, self.column)

    def part(self, text: str, offset: int) -> Word:
        """A part that starts after ``offset`` characters of this word, or of this line."""
        _, line, column = self  # faster than by their names: this is done for each cell
        return new_word(Word, (text, line, (column or 1) + offset))

    def split(self) -> list[Word]:
        """The parts between white space; raises as ``in_bounds``."""
        return self.in_bounds().all_parts(_NO_BLANKS)

    @property
    def first(self) -> Word:
        """The first of the parts between white space; this one if there is none."""
        return next(self.parts(_NO_BLANKS), self)

    @property
    def stripped(self) -> Word:
        """The word without the white space around it."""
        return self.part(self.text.strip(), len(self.text) - len(self.text.lstrip()))

    def in_bounds(self) -> Word:
        """The word itself; FormatError if it is longer than any line of a puzzle."""
        if len(self.text) > MAX_LINE:
            raise self.error(f"a line of {len(self.text)} characters; expected at most {MAX_LINE}")
        return self

    def parts(self, pattern: re.Pattern[str]) -> Iterator[Word]:
        """The parts that a pattern finds, one after the other."""
        text, line, column = self
        start = column or 1
        for match in pattern.finditer(text):
            yield new_word(Word, (match[0], line, start + match.start()))

    def all_parts(self, pattern: re.Pattern[str]) -> list[Word]:
        """The same all at once, which is faster."""
        text, line, column = self
        start = column or 1
        return [
            new_word(Word, (match[0], line, start + match.start()))
            for match in pattern.finditer(text)
        ]


new_word = _new_added = tuple.__new__
"""Makes a word of its parts in half the time that ``Word`` takes; and what is added to a draft."""

_Line = TypeVar("_Line")


class Place(Protocol):
    """Where something stands in a text: a word, or what finds its place only when it is asked."""

    @property
    def line(self) -> int: ...

    def error(self, message: str) -> FormatError:
        """An error at this place."""
        ...


class Later(NamedTuple):
    """A place that is found only when it is asked for: by what it is called with."""

    find: Callable[..., Word]
    arguments: tuple[Any, ...]

    @property
    def line(self) -> int:
        return self.find(*self.arguments).line

    def error(self, message: str) -> FormatError:
        """An error at this place."""
        return self.find(*self.arguments).error(message)


def every_line(text: str) -> Iterator[str]:
    """The lines of a text, one after the other: all at once they take several times its memory."""
    start = 0
    while (end := text.find("\n", start + _CHARACTERS_AT_ONCE)) >= 0:
        yield from text[start:end].split("\n")
        start = end + 1
    yield from text[start:].split("\n")


def numbered_lines(text: str) -> Iterator[Word]:
    """The lines of a text that are not blank, each as a word that knows its line only."""
    for number, line in enumerate(every_line(text), start=1):
        if line and not line.isspace():
            yield new_word(Word, (line, number, 0))


def said_lines(text: str | Iterable[str], *comments: str) -> Iterator[Word]:
    """The lines of a text, or of those that are still to come, that say something: neither blank
    nor a comment, which begins with ``#`` or one of some other signs.
    """
    signs = ("#", *comments)
    every = every_line(text) if isinstance(text, str) else text
    for number, line in enumerate(every, start=1):
        said = line.lstrip()
        if said and not said.startswith(signs):
            yield new_word(Word, (line, number, 0))


def first_line(text: str) -> str:
    """The first line of a text, and no more than its beginning, by which a format shows itself."""
    return text.lstrip()[:MAX_FIRST].split("\n", 1)[0].strip()


class Lines(Generic[_Line]):
    """Lines of a text, or its words, taken one after the other: only what is looked at is made.

    Attributes:
        last: what was taken last; where the text has ended, the last there is.
    """

    last: _Line

    def __init__(self, lines: Iterable[_Line]) -> None:
        self._lines = iter(lines)
        self._ahead: deque[_Line] = deque()

    def __bool__(self) -> bool:
        """Whether there is another line."""
        return bool(self._ahead) or self.peek() is not None

    def peek(self) -> _Line | None:
        """The next line; None at the end."""
        if not self._ahead:
            line = next(self._lines, None)
            if line is None:
                return None
            self._ahead.append(line)
        return self._ahead[0]

    def view(self, count: int) -> list[_Line]:
        """The next lines, that many at most, which stay to be taken."""
        self._ahead.extend(islice(self._lines, max(count - len(self._ahead), 0)))
        return list(islice(self._ahead, count))

    def take(self) -> _Line:
        """The next line; there must be one."""
        self.last = self._ahead.popleft() if self._ahead else next(self._lines)
        return self.last

    def several(self, count: int) -> list[_Line]:
        """Takes the next lines, that many at most."""
        found = self.view(count)
        for _ in found:
            self.take()
        return found


class Stream(Lines[Word]):
    """Words that are one stream: where a line ends does not matter, but for comments."""

    @classmethod
    def of(cls, text: str, word: re.Pattern[str]) -> Stream:
        """The words of a text."""
        return cls(part for line in said_lines(text) for part in line.parts(word))

    def expect(self, what: str) -> Word:
        """Takes the next word; FormatError at the end."""
        word = self._ahead.popleft() if self._ahead else next(self._lines, None)
        if word is None:
            raise self.last.error(f"the text ends after {quoted(self.last.text)}; expected {what}")
        self.last = word
        return word


def attempted(
    read: Callable[..., ReadPuzzle], items: Iterable[Any], *more: Any
) -> Iterator[ReadPuzzle | FormatError]:
    """What ``read`` makes of each item, or in its place the FormatError."""
    for item in items:
        try:
            yield read(item, *more)
        except FormatError as error:
            yield error


def line_by_line(read: Callable[[Word, RuleSet | None], ReadPuzzle]) -> ReadLines:
    """A reader of lines that are still to come, with a puzzle in each of them."""
    return lambda lines, rules: attempted(read, said_lines(lines), rules)


class located:  # noqa: N801 - used as a function, and as one it would take four times as long
    """Turns what the data model finds wrong, inside a ``with``, into a FormatError at a place."""

    __slots__ = ("_place",)

    def __init__(self, place: Place) -> None:
        self._place = place

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, (PuzzleError, UnknownNameError)):
            raise self._place.error(str(error)) from error


def parse_integer(word: Word, what: str) -> int:
    """An integer in decimal digits, perhaps negative; ``what`` names it in the error."""
    digits = word.text
    if digits.isascii() and digits.isdecimal() and len(digits) <= MAX_DIGITS:
        return int(digits)
    digits = re.sub("^[−–]", "-", digits)
    if not re.fullmatch(r"-?[0-9]+", digits):
        raise word.error(f"{what} {quoted(word.text)}; expected an integer")
    if len(digits) > MAX_DIGITS:
        raise word.error(f"{what} has {len(digits)} digits; expected at most {MAX_DIGITS}")
    return int(digits)


def parse_within(word: Word, what: str, low: int, high: int) -> int:
    """An integer of ``low`` to ``high``."""
    number = parse_integer(word, what)
    if not low <= number <= high:
        raise word.error(f"{what} {quoted(word.text)}; expected {low} to {high}")
    return number


def parse_side(word: Word) -> int:
    """The rows or the columns of a board."""
    return parse_within(word, "size", 1, MAX_SIZE)


def parse_size(word: Word) -> tuple[int, int]:
    """Rows and columns of a board: ``4x6``, or ``6`` for a square."""
    first, separator, second = map(str.strip, word.text.partition("x"))
    if separator and not (first and second):
        raise word.error(f"size {quoted(word.text)}; expected rows x columns, as in 4x6")
    rows = parse_side(word.instead(first))
    return rows, parse_side(word.instead(second)) if separator else rows


def parse_cell(word: Word) -> Cell:
    """A cell as people write it, ``r1c1``."""
    match = _CELL.fullmatch(word.text)
    if match is None:
        raise word.error(f"cell {quoted(word.text)}; expected row and column, as in r1c1")
    return int(match[1]) - 1, int(match[2]) - 1


def parse_clue(word: Word) -> tuple[int, Operator | None]:
    """A target and an operator, None for a bare number: ``11+``, ``12 ×``, ``2mod``, ``24``."""
    match = _CLUE.fullmatch(word.text.strip())
    if match is None:
        raise word.error(f"clue {quoted(word.text)}; expected a target and an operator, as in 11+")
    target = parse_integer(word.instead(match[1]), "target")
    with located(word):
        return target, parse_shown(match[2])


def parse_shown(spelling: str) -> Operator | None:
    """The operator of a clue; None if it is hidden, by ``?`` or by nothing; UnknownNameError."""
    if spelling in ("", HIDDEN):
        return None
    return OPERATORS.get(spelling) or OPERATORS.get(spelling.lower()) or operator_named(spelling)


def clue_text(cage: Cage, name: str) -> str:
    """The clue of a cage as ``parse_clue`` reads it; FormatError if it could not be read back."""
    check_target(cage, name)
    if cage.operator is None or cage.operator is GIVEN:
        return cage.clue
    with suppress(FormatError):
        if parse_clue(Word(cage.clue, 1)) == (cage.target, cage.operator):
            return cage.clue
    raise cannot(name, f"the operator {cage.operator.name!r} of the cage {cage}")


_OTHER_SIGNS = {"*": "×·xX∗⋅✕✖", "x": "×·X∗⋅✕✖", "/": "÷∕➗", "-": "−–➖", "+": "➕"}
"""Signs that people type, or paste, for one that a format has, and that mean nothing else."""


def spelled_operators(name: str) -> dict[str, list[Operator]]:
    """The operators that each word of a format stands for: several on other numbers of cells."""
    return _spelled(name, OPERATORS.changes)


@remembered(1 << 8, lambda spelled: 400 * len(spelled))  # a reader asks for each clue
def _spelled(name: str, _changes: int) -> dict[str, list[Operator]]:
    found: dict[str, list[Operator]] = {}
    for operator in OPERATORS:
        for spelling in operator.spelled_in(name):
            found.setdefault(spelling, []).append(operator)
    for sign, others in _OTHER_SIGNS.items():
        for other in others if sign in found else ():
            found.setdefault(other, found[sign])
    for spelling in [each for each in found if len(each) > 1]:
        found.setdefault(spelling.upper(), found[spelling])
        found.setdefault(spelling.capitalize(), found[spelling])
    return found


def any_spelling(name: str) -> str:
    """A regular expression that matches any word a format has for an operator."""
    return _any_spelling(name, OPERATORS.changes)


@remembered(1 << 8, len)
def _any_spelling(name: str, changes: int) -> str:
    longest_first = sorted(_spelled(name, changes), key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, longest_first))})"


def parse_operator(word: Word, name: str, cells: int) -> Operator:
    """The operator that a word of the format ``name`` stands for on that many cells."""
    operator = spelled_operator(word.text, name, cells)
    if operator is None:
        known = " ".join(
            each
            for each, operators in spelled_operators(name).items()
            if any(each in operator.spelled_in(name) for operator in operators)
        )
        raise word.error(f"operator {quoted(word.text)}; expected one of {known}")
    return operator


def spelled_operator(spelling: str, name: str, cells: int) -> Operator | None:
    """The same of a spelling without a place; None if the format does not know it."""
    return _spelled_operator(spelling, name, cells, OPERATORS.changes)


@remembered(1 << 12, lambda _: 200)
def _spelled_operator(spelling: str, name: str, cells: int, changes: int) -> Operator | None:
    operators = _spelled(name, changes).get(spelling)
    if operators is None:
        return None
    if len(operators) == 1:
        return operators[0]
    return max(operators, key=lambda operator: operator.stands_on(cells))


def operator_word(cage: Cage, name: str, *, alone: bool = False) -> str:
    """A format's word for the operator of a cage; FormatError if none would be read back as it.

    A word that stands ``alone``, as in quotation marks, may have digits and blanks in it.
    """
    check_target(cage, name)
    if cage.operator is None:
        raise cannot(name, f"the hidden operator of the cage {cage}")
    word = next(iter(cage.operator.spelled_in(name)), "")
    # A word with a digit in it could run into the target.
    if word and (alone or not any(char.isdigit() or char.isspace() for char in word)):
        with suppress(FormatError):
            if parse_operator(Word(word, 1), name, len(cage.cells)) is cage.operator:
                return word
    raise cannot(name, f"the operator {cage.operator.name!r} of the cage {cage}")


def cannot(name: str, what: str) -> FormatError:
    """The error of a format that has no way to say ``what``."""
    return FormatError(f"the {name} format cannot express {what}")


def check_plain(
    puzzle: Puzzle,
    name: str,
    houses: Iterable[House] = (),
    *,
    rules: RuleSet = KENKEN,
    any_shape: bool = False,
) -> None:
    """FormatError unless the rules and the extra houses of a puzzle are as expected, and, but for
    ``any_shape``, its values are those of a square board.
    """
    if puzzle.rows != puzzle.columns and not any_shape:
        raise cannot(name, f"a {puzzle.size_name} board; it holds square boards only")
    if puzzle.rules is not rules:
        raise cannot(name, f"{puzzle.rules.name} rules; expected {rules.name}")
    if not puzzle.has_usual_values and not any_shape:
        raise cannot(name, f"values {values_text(puzzle.values)}; expected 1..{puzzle.rows}")
    expected = set(houses)
    for house in puzzle.houses:
        if house not in expected:
            raise cannot(name, f"the house {short_cell_names(house)}")
    for house in expected.difference(puzzle.houses):
        raise cannot(name, f"a board without the house {short_cell_names(house)}")


def values_text(values: tuple[int, ...]) -> str:
    """Values as files write them: ``0..5`` where none is left out, else ``1 2 3 5 7``."""
    first, last = values[0], values[-1]
    if len(values) > 1 and last - first == len(values) - 1:
        return f"{first}..{last}"
    return " ".join(map(str, values))


def check_target(cage: Cage, name: str) -> None:
    """FormatError for a target that could not be read back."""
    if abs(cage.target) >= 10 ** (MAX_DIGITS - 1):
        place = short_cell_names(cage.cells)
        raise cannot(name, f"the target of the cage at {place}; expected fewer digits")


@remembered(1 << 15, lambda cage: 400 + 100 * len(cage.cells))
def _cage(cells: House, operator: Operator | None, target: int, label: str) -> Cage:
    """A cage: of thousands of puzzles most have cages that are in others, too."""
    return Cage(cells, operator, target, label)


class _Added(NamedTuple):
    """A cage of a draft, as ``Draft.add`` takes it."""

    cells: tuple[Cell, ...]
    operator: Operator | None
    target: int
    label: str
    place: Place


@dataclass
class Draft:
    """A puzzle being read: the line where it starts, its cages so far, and the values that stand in
    cells, whatever cage these are in. All are checked together, when it is finished.
    """

    line: int
    _added: list[_Added] = field(default_factory=list)
    _given: list[tuple[Cell, int, Place]] = field(default_factory=list)

    def add(
        self,
        cells: Iterable[Cell],
        operator: Operator | None,
        target: int,
        place: Place,
        label: str = "",
    ) -> None:
        """Adds a cage; FormatError if they are more than a board has cells."""
        if len(self._added) >= MAX_SIZE**2:
            raise place.error(f"more than {MAX_SIZE**2} cages; expected one puzzle")
        self._added.append(_new_added(_Added, (tuple(cells), operator, target, label, place)))

    @property
    def cells(self) -> dict[Cell, int]:
        """Those that are in a cage, each with the number of cells of it."""
        return {cell: len(cage.cells) for cage in self._added for cell in cage.cells}

    def check_covered(self, size: int, place: Place) -> None:
        """FormatError if a cell of a square board is in no cage, or what is wrong with a cage."""
        covered = {*chain.from_iterable(cells for cells, *_ in self._added)}
        for cell in all_cells(size, size):
            if cell not in covered:
                self.check_each()
                raise place.error(f"cell {cell_name(cell)} is in no cage; expected one for each")

    def give(self, cell: Cell, value: int, place: Place) -> None:
        """Gives a cell its value, in a cage or in none."""
        self._given.append((cell, value, place))

    @property
    def rules_shown(self) -> RuleSet | None:
        """The rules that clues show: those of ``kenken`` know no - or / on more than two cells."""
        for cells, operator, *_ in self._added:
            if operator in (SUBTRACT, DIVIDE) and len(cells) > 2:
                return CALCUDOKU
        return None

    @property
    def is_killer(self) -> bool:
        """Whether there is a cage of several cells."""
        return any(len(cage.cells) > 1 for cage in self._added)

    def puzzle(self, size: Size, rules: RuleSet | None, **others: Any) -> ReadPuzzle:
        """The finished puzzle; ``others`` as ``Puzzle`` takes them. Rules of None, which nobody
        states, are ``kenken``.

        A FormatError has the place of the cage at fault, else of the puzzle.
        """
        if self._given:
            others["houses"] = self._with_givens(
                rules or KENKEN,
                others.get("values") or range(1, max(shape_of(size)) + 1),
                others.get("houses", ()),
            )
        try:
            cages = [
                _cage(cells, operator, target, label)
                for cells, operator, target, label, _ in self._added
            ]
            puzzle = Puzzle(size, cages, rules=rules or KENKEN, **others)
        except PuzzleError as error:
            places = self.check_each()
            place = places.get(error.cell) if error.cell else None
            raise (place or Word("", self.line)).error(str(error)) from error
        return ReadPuzzle(puzzle, rules_stated=rules is not None)

    def check_each(self) -> dict[Cell, Place]:
        """The place of each cell; FormatError at the first cage that no board could have, or that
        has a cell of another one.
        """
        places: dict[Cell, Place] = {}
        for cells, operator, target, label, place in self._added:
            if operator is GIVEN and len(cells) > 1:
                raise place.error(f"a given on {plural(len(cells), 'cell')}; expected one cell")
            for cell in cells:
                if cell in places:
                    first = places[cell].line
                    raise place.error(
                        f"cell {cell_name(cell)} is in two cages; the first is on line {first}"
                    )
            with located(place):
                Cage(cells, operator, target, label)
            places.update(dict.fromkeys(cells, place))
        return places

    def _with_givens(
        self, rules: RuleSet, values: Iterable[int], houses: Iterable[House]
    ) -> Iterable[House]:
        """Adds what is given: cages of a cell, or what is left of the cages with such a cell.
        Returns some houses, and those that such cages are in which no value may come twice.
        """
        held = self.cells
        inside: dict[Cell, tuple[int, Place]] = {}
        for cell, value, place in self._given:
            if inside.get(cell, (value, place))[0] != value:
                raise place.error(f"another value at {cell_name(cell)}; expected one")
            if cell in held:
                inside[cell] = value, place
            else:
                held[cell] = 1
                self.add((cell,), GIVEN, value, place)
        if not inside:
            return houses
        self.check_each()
        added = self._added
        split = [each for each in added if not inside.keys().isdisjoint(each.cells)]
        self._added = [each for each in added if inside.keys().isdisjoint(each.cells)]
        for cells, operator, target, label, place in split:
            for cage in _without_givens(
                Cage(cells, operator, target, label), inside, rules, values
            ):
                self.add(cage.cells, cage.operator, cage.target, place)
        if not rules.distinct_cages:
            return houses
        return [*houses, *(tuple(sorted(each.cells)) for each in split if len(each.cells) > 1)]


def _without_givens(
    cage: Cage, inside: Mapping[Cell, tuple[int, Place]], rules: RuleSet, values: Iterable[int]
) -> list[Cage]:
    """What is left of a cage in which values are given, and a cage for each of these: together
    they have the same tuples. FormatError if no cage has those that are left.
    """
    givens = {cell: inside[cell] for cell in cage.cells if cell in inside}
    place = next(iter(givens.values()))[1]
    known = {cell: value for cell, (value, _) in givens.items()}
    free = [cell for cell in cage.cells if cell not in known]
    operators = [cage.operator] if cage.operator else rules.possible_operators(len(cage.cells))
    last = [0] if not free else values if len(free) == 1 else []
    fitting = [
        value
        for value in last
        if any(
            operator.holds([known.get(cell, value) for cell in cage.cells], cage.target)
            for operator in operators
        )
    ]
    rest, product_ = cage.target, prod(known.values())
    if len(fitting) == 1:
        left = [Cage(free, GIVEN, fitting[0])] if free else []
    elif len(free) > 1 and cage.operator is ADD:
        left = [Cage(free, ADD, rest - sum(known.values()))]
    elif len(free) > 1 and cage.operator is MULTIPLY and product_ and rest % product_ == 0:
        left = [Cage(free, MULTIPLY, rest // product_)]
    else:
        cell = next(iter(known))
        found = f"{known[cell]} given at {cell_name(cell)}, inside the cage {cage}"
        why = "which no values of its other cells make then"
        if fitting or (len(free) > 1 and cage.operator is not MULTIPLY):
            why = "whose other cells are no cage by themselves then"
        raise place.error(f"{found}, {why}; expected it in a cage of its own")
    return [*left, *(Cage([cell], GIVEN, value) for cell, value in known.items())]
