"""What solvers say in words: the values of cells one by one, and how many solutions there are.

Cells are read as Python prints a dictionary and as logic programs print their facts: ``{(0, 0): 3,
...}``, ``r1c1 = 3``, ``cell(1,1,3)``, ``A1: 3``. Statements are read in English, and believed only
where they are few and plain: "no solution", "3 solutions", "unique".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from kenken_cp.judge.recognition import Meaning, Recognition
from kenken_cp.model.geometry import Cell, Grid

# --- cells ---------------------------------------------------------------------------------------

_INTEGER = r"\d{1,18}+"
_VALUE = rf"(-?{_INTEGER})\b"


def _entry(name: str, pattern: str, example: str) -> Recognition[str]:
    """A record of three groups: row, column and value; each example gives r1c2 the value 4."""
    return Recognition(name, Meaning.ENTRY, pattern, example, ((1, 2), 4))


ENTRIES: tuple[Recognition[str], ...] = (
    _entry(
        "a fact, or an item of a dictionary or of an array",
        rf"[(\[]\s*({_INTEGER})\s*(?:,|\]\s*\[)\s*({_INTEGER})\s*"
        rf"(?:,|[)\]]['\"]?\s*(?:[:=]|[-=]>))\s*{_VALUE}",
        "cell(1,2,4)",
    ),
    _entry(
        "a cell by row and column",
        rf"\br({_INTEGER})c({_INTEGER})['\"]?\s*[:=]\s*{_VALUE}",
        "r1c2 = 4",
    ),
    _entry(
        "a cell by letter and number", rf"\b([A-Z])({_INTEGER})['\"]?\s*[:=]\s*{_VALUE}", "A2: 4"
    ),
)
_ENTRY = re.compile("|".join(record.pattern for record in ENTRIES), re.IGNORECASE)


def grids_of_entries(text: str, rows: int, columns: int) -> list[Grid]:
    """The grids of which a text gives every cell once, in order; none if it gives anything else."""
    found = list(entries(text))
    cells = rows * columns
    grids = [dict(found[start : start + cells]) for start in range(0, len(found), cells)]
    lowest = min((min(cell) for cell, _ in found), default=0)
    expected = [
        [(lowest + row, lowest + column) for column in range(columns)] for row in range(rows)
    ]
    if lowest > 1 or any(grid.keys() != set(chain.from_iterable(expected)) for grid in grids):
        return []
    return [tuple(tuple(grid[cell] for cell in row) for row in expected) for grid in grids]


def entries(text: str) -> Iterator[tuple[Cell, int]]:
    """Every entry of a text; cells as the text counts them, from 0 or 1."""
    for match in _ENTRY.finditer(text):
        row, column, value = (group for group in match.groups() if group is not None)
        number = ord(row.upper()) - ord("A") + 1 if row.isalpha() else int(row)
        yield (number, int(column)), int(value)


# --- the number of solutions ----------------------------------------------------------------------

_NUMBER = r"(\d++(?:[,_]\d++)*+)"
_MAX_DIGITS = 18
"""Digits of a number that is read; no count of solutions of ours has more."""

_NO_STEP = r"(?! (?:candidate|cell|place|position|rectangle|value))"
"""After "unique": what a trace calls so says nothing about solutions."""


def _none(name: str, pattern: str, example: str) -> Recognition[str]:
    return Recognition(name, Meaning.NONE, pattern, example)


def _count(name: str, pattern: str, example: str, value: int) -> Recognition[str]:
    return Recognition(name, Meaning.COUNT, pattern, example, value)


# Upper and lower case are the same, and ^ and $ are the ends of a line. None of these may look for
# its end beyond a line more than once: there may be a million empty ones.
STATEMENTS: tuple[Recognition[str], ...] = (
    _none(
        "no solution",
        r"\b(?:no|0|zero) (?:valid |possible |such |unique |puzzle )?(?:solutions?|answers?)\b",
        "There is no valid solution.",
    ),
    _none("solution not found", r"\bsolutions? not found\b", "Solution not found"),
    _none("unsolvable", r"\b(?:un|not |in)solv(?:e?able|ed)\b", "Puzzle is unsolvable!"),
    _none("unsatisfiable", r"\b(?:unsat|not sat)(?:isfiable)?\b", "UNSAT"),
    _none("infeasible", r"\binfeasible\b", "status: INFEASIBLE"),
    _none("impossible", r"\bimpossible\b", "Impossible"),
    _none(
        "cannot be solved",
        r"\b(?:cannot|can't|can not|could not|couldn't|unable to|failed to)"
        r" (?:(?:be )?solved?\b|find (?:an?|any) (?:\w+ )?solution)",
        "Could not find a solution",
    ),
    _none("found none", r"\b(?:has|have|found|is|are) none\b", "I found none."),
    _none("no solutions of a kind", r"\b0 \w+ solutions?\b", "0 distinct solutions"),
    _none(
        "an empty field of solutions",
        r"\bsolutions?(?: \w+)?\"?\s*[:=]\s*(?:0\b|none|null|\[\s*\])",
        '{"solutions": []}',
    ),
    _none("no models", r"\bmodels\s*:\s*0\b", "Models       : 0"),
    _none("solved: false", r"\bsolv(?:able|ed)\"?\s*[:=?]\s*(?:false|no)\b", "solved: False"),
    _none(
        "a line of one such word",
        r"^[^\w\n]*+(?:none|null|nil|nothing|false|no|unsat|invalid)[^\w\n]*+$",
        "None\n",
    ),
    _none(
        "a line of empty brackets", r"^(?>[^\w\n]*?(?:\[\s*+\]|\(\s*+\)|\{\s*+\}))[^\w\n]*+$", "[]"
    ),
    Recognition(
        "not unique",
        Meaning.NOT_UNIQUE,
        rf"\b(?:not|isn't|no|non)[ -]?(?:a )?unique\b{_NO_STEP}",
        "The solution is not unique.",
    ),
    Recognition(
        "unique: false",
        Meaning.NOT_UNIQUE,
        r"\bunique(?:ness| solution)?\"?\s*[:=?]\s*(?:false|no|0)\b",
        '{"unique": false}',
    ),
    Recognition("more than one", Meaning.SEVERAL, r"\bmore than one\b", "There is more than one"),
    Recognition("ambiguous", Meaning.SEVERAL, r"\bambiguous\b", "This puzzle is ambiguous."),
    Recognition(
        "multiple solutions",
        Meaning.SEVERAL,
        r"\b(?:multiple|several|many|at least (?:2|two)) (?:\w+ )?(?:solutions?|answers?)\b",
        "Multiple solutions!",
    ),
    Recognition(
        "a line of the word multiple",
        Meaning.SEVERAL,
        r"^[^\w\n]*+(?:several|multiple|many)[^\w\n]*+$",
        "multiple\n",
    ),
    Recognition(  # but "3 unique solutions" are counted: no two of them are the same
        "unique", Meaning.UNIQUE, rf"(?<!\d )\bunique(?:ly)?\b{_NO_STEP}", "The solution is unique."
    ),
    Recognition(
        "uniqueness: yes",
        Meaning.UNIQUE,
        r"\buniqueness\s*[:=?]\s*(?:true|yes|1)\b",
        "uniqueness: yes",
    ),
    Recognition(
        "the only solution",
        Meaning.UNIQUE,
        r"\b(?:only|single|exactly one|just one) (?:\w+ )?solution\b",
        "The only solution.",
    ),
    _count(
        "3 solutions",
        r"(?<![\w.,])(?<!at least )(?<!more than )"
        rf"{_NUMBER} (?:\w+ )?(?:solution|answer)s?\b(?!\s*+(?:[:#]\s*+)?\d)",
        "Found 12 different solutions in 3 ms",
        12,
    ),
    _count(
        "solutions: 3",
        r"\b(?:solutions|answers|number of solutions|solution count)"
        rf"(?: found| total)?\"?\s*(?:[:=]|is|are)\s*{_NUMBER}\b",
        "number of solutions = 8",
        8,
    ),
    _count(
        "count: 3",
        rf"\"?\bcount\b\"?\s*+(?:(?:[:=]|is)\s*+)?{_NUMBER}\b",
        '{"count": 576, "seconds": 1.5}',
        576,
    ),
    _count("found 3", rf"\bfound {_NUMBER}\s*$", "found 17", 17),
    _count("models: 3", rf"\bmodels\s*:\s*{_NUMBER}\s*$", "Models       : 3", 3),
    Recognition(
        "a line of one number", Meaning.LONE_COUNT, rf"^[ \t]*+{_NUMBER}[ \t]*+$", "3\n", 3
    ),
)

_FOUND_BY = {
    meaning: re.compile(
        "|".join(record.pattern for record in STATEMENTS if record.meaning is meaning),
        re.IGNORECASE | re.MULTILINE,
    )
    for meaning in {record.meaning for record in STATEMENTS}
}
_COMPOUND_NAME = re.compile(r"(?<=[a-z])(?:_(?=[a-z])|(?=[A-Z]))")
"""Where a name such as num_solutions or isUnique is put together."""


@dataclass(frozen=True, slots=True)
class Statements:
    """What the words of a text say; the fields mean what they mean in ``Answers``."""

    none: bool = False
    count: int | None = None
    unique: bool | None = None
    several: bool = False


def read_statements(text: str) -> Statements:
    """What the words of a text say about the number of solutions."""
    text = _COMPOUND_NAME.sub(" ", text)
    said = {meaning for meaning, found_by in _FOUND_BY.items() if found_by.search(text)}
    several = Meaning.SEVERAL in said
    unique = True if Meaning.UNIQUE in said else None
    if several or Meaning.NOT_UNIQUE in said:
        unique = False
    return Statements(Meaning.NONE in said, _stated_count(text), unique, several)


def _stated_count(text: str) -> int | None:
    counts = list(_FOUND_BY[Meaning.COUNT].finditer(text))
    if not counts:
        counts = list(_FOUND_BY[Meaning.LONE_COUNT].finditer(text))
        if len(counts) != 1:
            return None
    return read_number(next(filter(None, counts[-1].groups())))


def read_number(digits: str) -> int | None:
    """A number that may have separators in it; None if it is too long for a count."""
    plain = re.sub(r"\D", "", digits)
    return int(plain) if 0 < len(plain) <= _MAX_DIGITS else None
