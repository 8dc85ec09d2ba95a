"""Lists of cages, a line each, in the spellings of many programs: the cells as rows and columns,
and the clue behind them, or before them where they stand in brackets or have names.

    (1,1)(2,1):12+      1,1; 2,1 12+        7                   12+ r1c1 r2c1
    (1,2):3             1,2 3               0 0 1 0 :12+        3 r1c2

    + 12 0,0 1,0        Add 12 1,1 2,1      + 12 2 0,0 1,0      12 + 11 21

    2
    12 + 0 0 1 0
    3 # 0 1

Cells between two, ``r1c1-r1c3``, are in the cage, too, where the line has an operator: without one
the dash may subtract. In ``12+,(0,0);(1,0),(0,0)`` the last cell is that in which the clue stands.
Two digits, ``11``, are a row and a column where this is a whole board, and each cell there once.

Rows and columns count from 0 if there is a 0, else from 1, or, as ``r1c1``, always from 1. Above
them may stand the size, and below it, or beside it, the number of cages; before the cells of a cage
their number. The operator may stand before the target in all lines. A bare number is a given on one
cell, as is ``3 #``, and has a hidden operator on more.
A line that begins with ``#`` or ``//`` is a comment.

Every cell of the board is in a cage: so it is seen what the numbers mean.
"""

import re
from itertools import chain, takewhile
from typing import NamedTuple

from kenken_cp.caches import remembered
from kenken_cp.formats import killer_list, mapu
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._spellings import HIDDEN, clue_text, is_operator, parse_shown
from kenken_cp.formats._words import (
    MAX_LINE,
    MAX_REMEMBERED,
    Lines,
    Word,
    board_by_board,
    located,
    said_lines,
)
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.cage_lines import dialects
from kenken_cp.formats.json import keys
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE, cell_set
from kenken_cp.model.operators import GIVEN, Operator
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import plural, quoted

NAME = "pairs"

_MAX_LOOKED_AT = 40
"""Lines by which detection decides."""

_MAX_OF_DIGITS = 9 * 9 + 1
"""Lines of a board whose rows and columns are one digit each."""

_NAMED = r"[rR]\s*+[0-9]++\s*+[cC]\s*+[0-9]++"
_BRACKETED = r"[(\[{]\s*+[0-9]++\s*+[,;:|\s]\s*+[0-9]++\s*+[)\]}]"
_CELL = rf"(?:{_NAMED}|{_BRACKETED})"
_DASH = r"\s*+[-−–]\s*+"
_CLEAR = rf"{_CELL}(?:(?:{_DASH}|[\s,;]*+){_CELL})*+"
"""Cells that cannot be anything else."""

_RANGES = regex(rf"({_DASH})?({_CELL})")

_BARE = r"[0-9]++(?:[\s,;]++[0-9]++)*"
_SIGN = r"[^\w\s()\[\]{},;:.'\"]"
_COMMAS = r"[0-9]++\s*+,\s*+[0-9]++(?:[\s;]++[0-9]++\s*+,\s*+[0-9]++)*+"
_TURNED = rf"(?P<turned>[^\W\d_]++|{_SIGN})\s*+(?P<after>[0-9]++)(?P<target>)(?P<operator>)"
_CLUE = (
    rf"(?:(?P<target>[0-9]++)\s*+(?P<operator>[^\W\d_]++|{_SIGN}|%s)"
    rf"|(?P<turned>[^\W\d_]++|{_SIGN})\s*+(?P<after>[0-9]++))"
)
_BEHIND, _BEFORE = _CLUE % ":|", _CLUE % ""
"""A colon behind the last number of a line divides; before cells it only stands between."""

_BETWEEN = r"(?P<between>[\s,;]*+(?:->|=>|[@:=|#])?+\s*+)"
_CAGES = (
    re.compile(rf"[\s\[({{]*?(?P<cells>{_CLEAR})[\])}}]?{_BETWEEN}{_BEHIND}[\s,;.)\]]*+"),
    re.compile(rf"\s*+{_BEFORE}{_BETWEEN}[\[({{]?(?P<cells>{_CLEAR})[\s,;.)\]}}]*+"),
    re.compile(rf"\s*+{_TURNED}(?P<between>\s++)(?P<cells>(?:[0-9]++\s++)?+{_COMMAS})[\s;.]*+"),
    re.compile(rf"\s*+(?P<cells>{_BARE})(?P<between>\s*+[:;|]\s*+|\s++){_BEHIND}[\s,;.]*+"),
)
_DIGITS = re.compile(
    rf"\s*+(?P<target>[0-9]++)\s*+(?P<operator>{_SIGN}|[xX]|(?<=\s))(?P<between>\s++|(?<=\s))"
    r"(?P<cells>[1-9]{2}(?:\s++[1-9]{2})*+)(?P<turned>(?!))?(?P<after>(?!))?\s*+"
)
"""A row and a column without anything between."""

_STRAIGHT = re.compile(
    rf"\s*+(?P<target>[0-9]++)\s++(?P<operator>[^\W\d_]++|{_SIGN})(?P<between>\s++)"
    r"(?P<cells>[0-9]++(?:\s++[0-9]++)++)(?P<turned>(?!))?(?P<after>(?!))?\s*+"
)
"""Numbers behind a clue, below a size: without one they are likely to be those of cells."""

_NONE_OF_ONE = "#"
"""The operator of a given, on one cell only."""

_ENTRIES_BELOW = "separator"
"""Above what a player has entered, to the end of a saved game."""

_HEAD = regex(
    r"\s*+(?:(?:size|n)\s*+[:=]?+\s*+)?([0-9]{1,2})(?:\s*+[x×,]\s*+\1|\s++([0-9]{1,4}))?\s*+",
    re.IGNORECASE,
)


class _Cage(NamedTuple):
    """What a line says: rows and columns as they are written."""

    place: Word
    pairs: list[tuple[int, int]]
    named: bool
    operator: Operator | None
    turned: bool
    target: int
    colon: bool


def _match(line: Word) -> re.Match[str] | None:
    """The parts of the line of a cage."""
    if len(line.text) > MAX_LINE:
        return None
    found = filter(None, (pattern.fullmatch(line.text) for pattern in _CAGES))
    match = next(found, None)
    if match is None or not _numbers(match):
        return _DIGITS.fullmatch(line.text) or _STRAIGHT.fullmatch(line.text) or match
    return match


def _is_head(line: Word) -> bool:
    return _HEAD.fullmatch(line.text) is not None


# --- recognising ---------------------------------------------------------------------------------


def detect(text: str) -> bool:
    """Over half of the first lines are cages, in clear spellings or with an operator, and one of
    them has an operator. None of the formats that have such lines, too, has them.
    """
    said = Lines(said_lines(text, "//")).view(_MAX_LOOKED_AT)
    every = list(takewhile(lambda line: line.text.strip() != _ENTRIES_BELOW, said))
    lines = [line for line in every if not _is_head(line)]
    found = [match for match in map(_match, lines) if match is not None and _numbers(match)]
    shown = [word for match in found if (word := match["operator"] or match["turned"])]
    clear = sum(bool(match["operator"] or match["turned"]) or _is_clear(match) for match in found)
    if any(match.re is _DIGITS for match in found):
        likely = _is_board_of_digits(text)
    else:
        likely = 2 * clear > len(lines)
    if any(match.re is _STRAIGHT for match in found) and not _is_head(every[0]):
        return False
    if not likely or not any(word == HIDDEN or is_operator(word) for word in shown):
        return False
    if killer_list.detect(text):
        return not killer_list.has_head(text)  # else it may be either
    others = (dialects.BPARR, dialects.BRACKETS, dialects.TUPLES, dialects.VK, mapu.FORMAT)
    return not any(known.detect(text) for known in others)


def _is_board_of_digits(text: str) -> bool:
    """Whether all lines have cells of two digits, and these are a whole board."""
    lines = Lines(said_lines(text, "//")).view(_MAX_OF_DIGITS)
    lines = lines[_is_head(lines[0]) :]
    matches = [match for line in lines if (match := _match(line)) and match.re is _DIGITS]
    numbers = list(chain.from_iterable(map(_numbers, matches)))
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    used = set(pairs)
    whole = _is_whole(used) and min(used) == (1, 1)
    return len(matches) == len(lines) and len(pairs) == len(used) and whole


def _is_clear(match: re.Match[str]) -> bool:
    return match.re in _CAGES[:2]


# --- reading -------------------------------------------------------------------------------------


def _read_puzzle(lines: Lines[Word], rules: RuleSet | None) -> ReadPuzzle:
    """The next puzzle: it begins with a size, or with a cell that was there before when all cells
    of a board were.
    """
    first = lines.view(1)[0]
    size, count = _take_head(lines)
    found = _take_cages(lines)
    if not found or (count is not None and len(found) != count):
        expected = (
            "lines such as '(1,1)(1,2):3+'" if count is None else f"{count}, as the head says"
        )
        raise first.first.error(f"{plural(len(found), 'cage')}; expected {expected}")
    _check_places(found)
    if all(cage.pairs[-1] in cage.pairs[:-1] for cage in found):  # where the clues stand
        found = [cage._replace(pairs=cage.pairs[:-1]) for cage in found]
    sides = [side for cage in found for pair in cage.pairs for side in pair]
    base = 0 if 0 in sides and not any(cage.named for cage in found) else 1
    side = size or max(sides) + 1 - base
    if side > MAX_SIZE:
        raise found[0].place.error(f"a board of {side} rows; expected 1 to {MAX_SIZE}")
    draft = Draft(first.line)
    for cage in found:
        _add(draft, cage, base, side)
    draft.check_covered(side, first.first)
    return draft.puzzle(side, draft.rules_or_shown(rules))


def _take_cages(lines: Lines[Word]) -> list[_Cage]:
    """Up to another head, to what a player has entered, or to a cage with a cell that was there
    before, when all cells of a board were.
    """
    found: list[_Cage] = []
    used: set[tuple[int, int]] = set()
    while (line := lines.peek()) and not (found and _is_head(line) and not _is_digits(line, used)):
        if line.text.strip() == _ENTRIES_BELOW:
            while lines:
                lines.take()
            break
        if len(found) == MAX_SIZE**2:
            raise line.first.error(f"more than {MAX_SIZE**2} cages; expected one puzzle")
        cage = _cage(line)
        if not used.isdisjoint(cage.pairs) and _is_whole(used):
            break
        found.append(cage)
        used.update(cage.pairs)
        lines.take()
    return found


def _add(draft: Draft, cage: _Cage, base: int, side: int) -> None:
    """Adds a cage whose rows and columns count from ``base``."""
    cells = [(row - base, column - base) for row, column in cage.pairs]
    for row, column in () if cell_set(side, side).issuperset(cells) else cage.pairs:
        if not all(base <= each < side + base for each in (row, column)):
            raise cage.place.error(
                f"cell {row},{column}; expected rows and columns {base} to {side + base - 1}"
            )
    draft.add(cells, cage.operator, cage.target, cage.place)


def _is_digits(line: Word, used: set[tuple[int, int]]) -> bool:
    """Whether a line that could be a head is a given, ``4 11``, of a board that is not whole."""
    return _DIGITS.fullmatch(line.text) is not None and not _is_whole(used)


def _take_head(lines: Lines[Word]) -> tuple[int | None, int | None]:
    """The size and the number of cages, if they are said."""
    line = lines.view(1)[0]
    match = _HEAD.fullmatch(line.text)
    if match is None:
        return None, None
    lines.take()
    size = line.group(match, 1).side()
    if match[2] is not None:
        return size, int(match[2])
    if (below := lines.peek()) and below.text.strip().isdecimal():
        lines.take()
        return size, below.first.integer("the number of cages")
    return size, None


def _cage(line: Word) -> _Cage:
    match = _match(line)
    if match is None:
        raise line.unlike("a cage, as in '(1,1)(1,2):3+'")
    place = line.group(match, "cells")
    numbers = _numbers(match)
    if not numbers:
        raise place.unlike("a row and a column for each cell")
    group = "after" if match["after"] is not None else "target"
    target = line.group(match, group).integer("target")
    group = "operator" if match["turned"] is None else "turned"
    spelled = line.group(match, group)
    with located(spelled):
        word = spelled.text.lower()
        none = word in keys.NO_OPERATOR or (word == _NONE_OF_ONE and len(numbers) == 2)
        operator = None if none else parse_shown(spelled.text)
        if word in keys.GIVEN_WORDS:
            operator = GIVEN
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    if _is_clear(match) and re.search("[-−–]", place.text):
        if operator in (None, GIVEN):
            raise place.error(
                f"{quoted(place.text, 60)}: the dash may subtract, or mean the cells between; "
                "expected an operator beside the target"
            )
        pairs = _with_those_between(place, pairs)
    named = place.text[0] in "rR"
    colon = ":" in match["between"]
    return _Cage(place, pairs, named, operator, match["turned"] is not None, target, colon)


def _with_those_between(place: Word, pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The cells of a line with those between two that have a dash between them."""
    found: list[tuple[int, int]] = []
    for (dash, _), cell in zip(_RANGES.findall(place.text), pairs, strict=True):
        if dash:
            steps = [cell[side] - found[-1][side] for side in (0, 1)]
            length = max(map(abs, steps))
            if 0 not in steps or not 0 < length < MAX_SIZE:
                raise place.error(
                    f"{quoted(place.text, 60)}: a dash between cells that are in no line; "
                    "expected two of a row or column"
                )
            row, column = found[-1]
            step = [each // length for each in steps]
            found += [(row + step[0] * at, column + step[1] * at) for at in range(1, length)]
        found.append(cell)
    return found


def _numbers(match: re.Match[str]) -> list[int]:
    """The rows and columns of the cells, without how many these are; none if one is missing."""
    cells = match["cells"]
    find = _remembered_numbers if len(cells) <= MAX_REMEMBERED else _numbers_in
    return list(find(cells, digits=match.re is _DIGITS, clear=_is_clear(match)))


def _numbers_in(cells: str, *, digits: bool, clear: bool) -> tuple[int, ...]:
    every = "[0-9]" if digits else "[0-9]++"
    found = [int(number[:6]) for number in re.findall(every, cells)]
    if len(found) % 2 and not clear and found[0] == len(found) // 2:
        del found[0]
    return () if len(found) % 2 else tuple(found)


_remembered_numbers = remembered(1 << 14, lambda numbers: 300 + 8 * len(numbers))(_numbers_in)


def _is_whole(used: set[tuple[int, int]]) -> bool:
    """Whether some cells are all those of a square board, and not only a given written twice."""
    sides = {side for pair in used for side in pair}
    return len(sides) ** 2 == len(used) > 1 and max(sides) - min(sides) == len(sides) - 1


def _check_places(found: list[_Cage]) -> None:
    """FormatError if operators stand before their targets here and behind them there; or if a colon
    may divide, as there is none where others have their operator.
    """
    shown = [cage for cage in found if cage.operator not in (None, GIVEN)]
    for cage in shown:
        if cage.turned != shown[0].turned:
            here, there = ("before", "behind") if cage.turned else ("behind", "before")
            raise cage.place.error(
                f"the operator {here} the target, and {there} it on line {shown[0].place.line}; "
                "expected all in one place"
            )
    for cage in found:
        if len(cage.pairs) == 1 or cage.operator is not None:
            continue
        if cage.colon and not all(other.colon for other in shown):
            raise cage.place.error("a colon that may divide, or only stand there; expected / or ?")


# --- writing -------------------------------------------------------------------------------------


def write(puzzle: Puzzle) -> str:
    """A line for each cage, counted from 1; FormatError for what is not plain, or not covered."""
    check_plain(puzzle, NAME, covered=True, natural=True)
    larger = [cage.operator for cage in puzzle.cages if len(cage.cells) > 1]
    if not any(larger):  # by which it is recognised
        raise cannot(NAME, "a board without a shown operator")
    lines = []
    for cage in puzzle.cages:
        cells = "".join(f"({row + 1},{column + 1})" for row, column in cage.cells)
        lines.append(f"{cells}:{clue_text(cage, NAME)}\n")
    return "".join(lines)


FORMAT = Format(
    name=NAME,
    summary="cages as rows and columns with a clue, (1,1)(1,2):3+, in the spellings of many",
    example="(1,1)(1,2):3+\n(2,1):2\n(2,2):1\n",
    detect=detect,
    read=board_by_board(_read_puzzle, "//"),
    write=write,
    join="".join,
)
