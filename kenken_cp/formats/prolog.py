"""The test cases of a Los Angeles course on programming languages: cages as terms of Prolog.

    kenken_testcase(
      2,
      [
       +(3, [[1|1], [1|2]]),
       -(1, [2|1], [2|2])
      ]
    ).

A cage is its operator, its target, and its cells, row and column from 1: ``[1|2]``, or as others
write them ``1-2``, ``[1,2]`` and ``(1,2)``; in one list, or, where there are two, one after the
other. What GNU Prolog prints, ``3+[[1|1],[1|2]]``, is read, too. A given is ``+`` of one cell.

In the terms of others the operator is a word, ``cage(div, 2, [[0,0], [1,0]])``: facts, or a list of
them. They count from 0 or from 1, as the board shows, of which each cell is in a cage.

Puzzles are found in whole programs: each is a term with a size and then a list of cages, and its
name becomes a title. Where there is none, a list of cages is as large as its last cells need, or
cages alone; and a program without any may have them in its comments.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from kenken_cp.errors import FormatError
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._spellings import operator_word, parse_operator, spelled_operator
from kenken_cp.formats._words import Later, Word, attempted, word_at
from kenken_cp.formats._writable import check_plain
from kenken_cp.formats.json import keys
from kenken_cp.formats.json.values import error_at
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE, Cell
from kenken_cp.model.operators import GIVEN, Operator
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import quoted

NAME = "prolog"

_TESTCASE = "kenken_testcase"
_NAME = regex(r"[a-z]\w{0,60}", re.ASCII)
_ON_TWO_CELLS = ("-", "/")
"""Operators whose two cells stand by themselves, not in a list."""

_S = r"\s*+"
_NUMBER = r"[0-9]++"
_PAIR = rf"{_NUMBER}{_S}-{_S}{_NUMBER}"
_CELL = (
    rf"(?:\[{_S}{_NUMBER}{_S}[|,]{_S}{_NUMBER}{_S}\]"
    rf"|\({_S}{_NUMBER}{_S},{_S}{_NUMBER}{_S}\)|{_PAIR})"
)
_TERM = rf"[-+*/]{_S}\({_S}-?+{_NUMBER}{_S},"
_PRINTED = rf"(?<![0-9]){_NUMBER}{_S}[-+*/]{_S}\[{_S}(?=\[|{_PAIR})"
_CAGE = rf"(?:{_TERM}|{_PRINTED})"

_FIRST = regex(rf"{_TERM}{_S}(?:\[{_S})?{_CELL}|{_PRINTED}{_CELL}")
_SIZED = regex(
    rf"(?:\b(?P<name>[a-z]\w*+){_S})?+\({_S}(?P<size>{_NUMBER}){_S},{_S}\[{_S}"
    rf"(?={_CAGE}|[^\w\s\[\]()'\",.|]{_S}\()"  # what could be meant as a cage
)
_LISTED = regex(rf"\[{_S}(?={_CAGE})")
_ALONE = regex(rf"\A{_S}(?={_CAGE})")

_ALL_CELLS = rf"\[{_S}{_CELL}(?:{_S},{_S}{_CELL})*+{_S}\]|{_CELL}"
_WORDED = regex(
    rf"\b[a-z]\w*+{_S}\({_S}(?:(?P<operator>[a-z]++|[-+*/]){_S},{_S}(?P<target>[0-9]{{1,9}}+)"
    rf"|(?P<after>[0-9]{{1,9}}+){_S},{_S}(?P<word>[a-z]++|[-+*/])){_S},{_S}(?P<cells>{_ALL_CELLS}){_S}\)",
    re.ASCII,
)
_MOST_NAMES = 100
"""Of the puzzles of a program, whose names are looked for again."""

_COMMENT = regex(
    r"/\*.*?(?:\*/|\Z)|%[^\n]*+|(?<![\w'])'(?:[^'\\\n]|\\.)*+'|\"(?:[^\"\\\n]|\\.)*+\"", re.DOTALL
)
_MARKS = regex(r"/\*|\*/|%++")
_ATOM = regex(r"'([-+*/])'")
_WORD = regex(r"-?[0-9]++|\w++|[^\w\s]")
_OPERATOR = regex(r"[^\w\s\[\]()]")
_CELLS = regex(_CELL)
_SPACES = regex(_S)


def detect(text: str) -> bool:
    """A cage, as no other format has it."""
    text = _ATOM.sub(r" \1 ", text)
    return _FIRST.search(text) is not None or next(_worded(text), None) is not None


def _worded(text: str) -> Iterator[re.Match[str]]:
    """The cages whose operators are words."""
    for match in _WORDED.finditer(text):
        word = match["operator"] or match["word"]
        if word in keys.NO_OPERATOR or spelled_operator(word, keys.NAME, 2) is not None:
            yield match


_Pair = tuple[int, int]


class _Beginning(NamedTuple):
    """Where the cages of a puzzle begin, and what is said before them."""

    at: int
    line: int
    column: int
    size: str
    title: str
    alone: bool


def read(text: str, rules: RuleSet | None) -> Iterable[ReadPuzzle | FormatError]:
    """Every puzzle of a text."""
    text = _ATOM.sub(r" \1 ", text)
    for hidden in (_COMMENT, _MARKS):
        shown = hidden.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
        for pattern in (_SIZED, _LISTED, _ALONE):
            found = list(_beginnings(pattern, shown))
            if found:
                return attempted(_read_puzzle, _with_others(found, shown), shown, rules)
        if boards := _boards(shown):
            return attempted(_read_worded, boards, shown, rules)
    raise FormatError("no puzzle; expected as in puzzle(2, [+(3, [[1|1], [1|2]])])")


class _Term(NamedTuple):
    """A cage whose operator is a word, its rows and columns as they are written."""

    match: re.Match[str]
    pairs: list[_Pair]


class _Board(NamedTuple):
    """The cages of a puzzle, the line of the first, and all their cells."""

    line: int
    terms: list[_Term]
    cells: set[_Pair]

    def square(self) -> tuple[int, int] | None:
        """What rows and columns count from, 0 or 1, and how many they are; None unless the cells
        are all those of a square board.
        """
        numbers = list(chain.from_iterable(self.cells))
        first, last = min(numbers), max(numbers)
        side = last + 1 - first
        return (first, side) if first < 2 and len(self.cells) == side**2 else None


def _boards(text: str) -> list[_Board]:
    """Every puzzle: the next begins where a cell comes again after a whole board."""
    found: list[_Board] = []
    line, counted = 1, 0
    for match in _worded(text):
        numbers = [int(digits[:6]) for digits in re.findall(_NUMBER, match["cells"])]
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        if not found or (not found[-1].cells.isdisjoint(pairs) and found[-1].square()):
            line, counted = line + text.count("\n", counted, match.start()), match.start()
            found.append(_Board(line, [], set()))
        if len(found[-1].terms) >= MAX_SIZE**2:
            expected = "expected one puzzle"
            raise error_at(text, match.start(), f"more than {MAX_SIZE**2} cages; {expected}")
        found[-1].terms.append(_Term(match, pairs))
        found[-1].cells.update(pairs)
    return found


def _read_worded(board: _Board, text: str, rules: RuleSet | None) -> ReadPuzzle:
    places = [_place(text, term.match.start()) for term in board.terms]
    square = board.square()
    if square is None:
        raise places[0].error(
            "cages that leave a cell out; expected each cell of a board in one, counted from 0 or 1"
        )
    first, side = square
    if side > MAX_SIZE:
        raise places[0].error(f"a board of {side} rows; expected 1 to {MAX_SIZE}")
    draft = Draft(board.line)
    for place, (match, pairs) in zip(places, board.terms, strict=True):
        cells = [(row - first, column - first) for row, column in pairs]
        word = match["operator"] or match["word"]
        operator = GIVEN if len(cells) == 1 else spelled_operator(word, keys.NAME, len(cells))
        if operator is None:
            raise place.error(f"{quoted(word)} of {len(cells)} cells; expected an operator")
        target = int(match["target"] or match["after"])
        draft.add(cells, operator, target, place)
    return draft.puzzle(side, draft.rules_or_shown(rules), listed=True)


def _beginnings(pattern: re.Pattern[str], text: str) -> Iterator[_Beginning]:
    line, counted = 1, 0
    for match in pattern.finditer(text):
        said = match.groupdict()
        start = match.start("size") if said else match.start()
        line, counted = line + text.count("\n", counted, start), start
        column = start - text.rfind("\n", 0, start)
        size, name = said.get("size") or "", said.get("name") or ""
        yield _Beginning(match.end(), line, column, size, name, alone=pattern is _ALONE)


def _with_others(found: list[_Beginning], text: str) -> list[_Beginning]:
    """The same, with lists of cages that have lost their size, and with terms of their names that
    begin with something else than a cage: they are wrong, while those of other names are a
    program's own.
    """
    by_place = {each.at: each for each in _beginnings(_LISTED, text)}
    names = {each.title for each in found} - {""}
    if 1 <= len(names) <= _MOST_NAMES:
        name = "|".join(sorted(names, key=len, reverse=True))
        pattern = re.compile(
            rf"\b(?P<name>{name}){_S}\({_S}(?P<size>{_NUMBER}){_S},{_S}(?:\[{_S}(?![\]A-Z_])|(?={_CAGE}))"
        )
        by_place |= {each.at: each for each in _beginnings(pattern, text)}
    by_place |= {each.at: each for each in found}
    return [by_place[at] for at in sorted(by_place)]


def _read_puzzle(found: _Beginning, text: str, rules: RuleSet | None) -> ReadPuzzle:
    draft = Draft(found.line)
    for place, operator, target, cells in _Cages(text, found.at, alone=found.alone).read():
        draft.add(cells, operator, target, place)
    if found.size:
        size = Word(found.size, found.line, found.column).side()
    else:
        size = max(max(cell) for cell in draft.cells) + 1
    return draft.puzzle(size, rules or KENKEN, listed=True, title=found.title)


def _place(text: str, at: int) -> Later:
    """An offset of a text, whose line is counted only where it is asked for."""
    return Later(word_at, (text, at))


_Cage = tuple[Later, Operator, int, list[Cell]]


class _Cages:
    """Reads cages that follow one another: in a list, or ``alone`` to the end of the text."""

    def __init__(self, text: str, at: int, *, alone: bool) -> None:
        self._text, self._at, self._alone = text, at, alone
        self._token = _place(text, at)

    def read(self) -> list[_Cage]:
        """All of them."""
        found = [self._cage()]
        while True:
            following = self._next()
            if self._alone:
                self._at += following in (",", ".")
                if not self._next():
                    return found
            elif following == "]":
                return found
            else:
                self._expect(",")
            if len(found) == MAX_SIZE**2:
                place = _place(self._text, self._at)
                raise place.error(f"more than {MAX_SIZE**2} cages; expected one puzzle")
            found.append(self._cage())

    def _cage(self) -> _Cage:
        self._next()
        place = self._token = _place(self._text, self._at)
        try:
            return (place, *self._clue())
        except FormatError as error:
            if not error.line:  # of a word, which does not know where it is
                raise self._token.error(error.message) from None
            raise

    def _clue(self) -> tuple[Operator, int, list[Cell]]:
        if self._next().isdigit():  # as it is printed
            target, word = self._number("target"), self._operator()
            cells = self._cells()
        else:
            word = self._operator()
            self._expect("(")
            target = self._number("target")
            self._expect(",")
            cells = self._cells()
            while self._next() == ",":
                self._at += 1
                cells += self._cells()
            self._expect(")")
        return parse_operator(word, NAME, len(cells)), target, cells

    def _operator(self) -> Word:
        word = self._take(_OPERATOR, "an operator")
        parse_operator(word, NAME, 2)  # the place is still that of this word
        return word

    def _number(self, what: str) -> int:
        return self._take(_WORD, what).integer(what)

    def _cells(self) -> list[Cell]:
        """A cell, or a list of cells."""
        if self._next() != "[" or _CELLS.match(self._text, self._at):
            return [self._cell()]
        self._at += 1
        found = [self._cell()]
        while self._next() == ",":
            self._at += 1
            found.append(self._cell())
        self._expect("]")
        return found

    def _cell(self) -> Cell:
        text = self._take(_CELLS, "a cell such as [1|2]").text
        row, column = (
            Word(side, 0).within("cell", 1, MAX_SIZE) - 1 for side in re.findall(_NUMBER, text)
        )
        return row, column

    def _next(self) -> str:
        """The character after white space; nothing at the end."""
        space = _SPACES.match(self._text, self._at)
        self._at = space.end() if space else self._at
        return self._text[self._at : self._at + 1]

    def _expect(self, sign: str) -> None:
        if self._next() != sign:
            raise self._unexpected(repr(sign))
        self._at += 1

    def _take(self, pattern: re.Pattern[str], expected: str) -> Word:
        """What matches; as a word without a place, which only errors need."""
        self._next()
        match = pattern.match(self._text, self._at)
        if match is None:
            raise self._unexpected(expected)
        self._token, self._at = _place(self._text, self._at), match.end()
        return Word(match[0], 0)

    def _unexpected(self, expected: str) -> FormatError:
        match = _WORD.match(self._text, self._at)
        found = quoted(match[0]) if match else "the text ends"
        return _place(self._text, self._at).error(f"{found}; expected {expected}")


# --- writing -------------------------------------------------------------------------------------


def write(puzzle: Puzzle) -> str:
    """A fact as the course has it; FormatError for what is not plain."""
    check_plain(puzzle, NAME, caged=True)
    cages = []
    for cage in puzzle.cages:
        word = operator_word(cage, NAME) if len(cage.cells) > 1 else "+"
        cells = ", ".join(f"[{row + 1}|{column + 1}]" for row, column in cage.cells)
        both = word in _ON_TWO_CELLS and len(cage.cells) == 2
        cages.append(f"   {word}({cage.target}, {cells if both else f'[{cells}]'})")
    name = puzzle.title if _NAME.fullmatch(puzzle.title) else _TESTCASE
    listed = ",\n".join(cages)
    return f"{name}(\n  {puzzle.rows},\n  [\n{listed}\n  ]\n).\n"


FORMAT = Format(
    name=NAME,
    summary="cages as terms of Prolog, +(3, [[1|1], [1|2]]), in a course's test cases",
    example="kenken_testcase(2, [+(3, [[1|1], [1|2]]), +(2, [[2|1]])]).\n",
    detect=detect,
    read=read,
    write=write,
    join="".join,
    suffix="pl",
)
