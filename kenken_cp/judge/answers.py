"""What a solver says, read from whatever it prints.

Grids are its complete ``boards``; one with open cells is part of a trace, and no answer. Words are
believed only where they are few and plain: "no solution", "3 solutions", "unique".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from kenken_cp.errors import KenKenError, UnknownNameError
from kenken_cp.judge.boards import Board, boards
from kenken_cp.judge.entries import told_grids
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle


class Claim(Enum):
    """What the answers of a solver claim to be."""

    GRIDS = "grids"
    """Every solution, each once."""
    FIRST = "first"
    """A solution, or none."""
    COUNT = "count"
    """How many solutions there are."""
    UNIQUE = "unique"
    """Whether there are one, several or none."""

    def __str__(self) -> str:
        return self.value


def claim_named(name: str) -> Claim:
    """The claim of that name.

    Raises:
        UnknownNameError: if there is none.
    """
    for claim in Claim:
        if claim.value == name:
            return claim
    raise UnknownNameError("kind of answers", name, [claim.value for claim in Claim])


@dataclass(frozen=True, slots=True)
class Answers:
    """What a solver said about one puzzle.

    Args:
        grids: the complete grids, in order.
        count: how many solutions it says there are.
        unique: whether it says that there is exactly one.
        several: whether it says that there are more, not only that there is not exactly one.
        none: whether it says that there is none.
        blank: it said nothing at all.
        open_boards: it showed boards with open cells.
        other_size: grids of that size were found, and none of the puzzle's.
        claim: what the answer is by its type; None if that is not known.
    """

    grids: tuple[Grid, ...] = ()
    count: int | None = None
    unique: bool | None = None
    several: bool = False
    none: bool = False
    blank: bool = False
    open_boards: bool = False
    other_size: int | None = None
    claim: Claim | None = None


def read_answers(text: str, puzzle: Puzzle, echo: str = "") -> Answers:
    """What a text says about a puzzle.

    Args:
        text: all that a solver printed.
        puzzle: what it was asked.
        echo: the puzzle as the solver was given it; a repetition of that is no answer.
    """
    text = _ESCAPES.sub("", text).replace("\r\n", "\n").replace("\r", "\n")
    shown = echo.strip()
    if shown and shown in text:
        found = _read(text.replace(shown, "\nthe puzzle\n", 1), puzzle)
        # A puzzle of givens alone looks like its solution.
        if found.grids or found.none or found.count is not None or found.unique is not None:
            return found
    return _read(text, puzzle)


_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def _read(text: str, puzzle: Puzzle) -> Answers:
    shown = list(boards(text, puzzle.size, puzzle.values))
    grids = [grid for board in shown if (grid := _complete(board)) is not None]
    if puzzle.size == 1:
        # A lone number may be a statistic, too.
        grids = [grid for grid in grids if grid[0][0] in puzzle.values] or grids
    if not grids:
        grids = told_grids(text, puzzle.size)
    words = _JOINTS.sub(" ", text)  # names, such as num_solutions and isUnique
    return Answers(
        grids=tuple(grids),
        count=_count(words),
        unique=_unique(words),
        several=_SEVERAL.search(words) is not None,
        none=not grids and says_none(words),
        blank=not text.strip(),
        open_boards=any(_complete(board) is None for board in shown),
        other_size=None if shown or grids else _other_size(text, puzzle.size),
    )


def _complete(board: Board) -> Grid | None:
    """A board as a grid; None if a cell is open."""
    rows = [tuple(value for value in row if value is not None) for row in board]
    return tuple(rows) if all(len(row) == len(rows) for row in rows) else None


def _other_size(text: str, size: int) -> int | None:
    """The size of the grids in a text, if they are one larger or smaller than they should be."""
    for other in (size + 1, size - 1):
        # A lone number is no sign of a 1x1 grid, four digits are none of a 2x2 one.
        if other > 2 and any(boards(text, other, range(1, other + 1))):
            return other
    return None


# --- words ---------------------------------------------------------------------------------------

# None of these may look beyond a line for its end: there may be a million empty ones.
_NONE = re.compile(
    r"\b(?:no|0|zero) (?:valid |possible |such |unique |puzzle )?(?:solutions?|answers?)\b"
    r"|\bsolutions? not found\b"
    r"|\b(?:un|not |in)solv(?:e?able|ed)\b|\b(?:unsat|not sat)(?:isfiable)?\b"
    r"|\binfeasible\b|\bimpossible\b"
    r"|\b(?:cannot|can't|can not|could not|couldn't|unable to|failed to)"
    r" (?:(?:be )?solved?\b|find (?:an?|any) (?:\w+ )?solution)"
    r"|\b(?:has|have|found|is|are) none\b|\b0 \w+ solutions?\b"
    r"|\bsolutions?(?: \w+)?\"?\s*[:=]\s*(?:0\b|none|null|\[\s*\])|\bmodels\s*:\s*0\b"
    r"|\bsolv(?:able|ed)\"?\s*[:=?]\s*(?:false|no)\b"
    r"|^[^\w\n]*(?:none|null|nil|nothing|false|no|unsat|invalid|\[\s*\]|\(\s*\)|\{\s*\})[^\w\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
_NO_STEP = r"(?! (?:candidate|cell|place|position|rectangle|value))"
"""After "unique": what a trace calls so says nothing about solutions."""
_NOT_UNIQUE = re.compile(
    rf"\b(?:not|isn't|no|non)[ -]?(?:a )?unique\b{_NO_STEP}"
    r"|\bunique(?:ness| solution)?\"?\s*[:=?]\s*(?:false|no|0)\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"\bmore than one\b|\bambiguous\b"
    r"|\b(?:multiple|several|many|at least (?:2|two)) (?:\w+ )?(?:solutions?|answers?)\b"
    r"|^[^\w\n]*(?:several|multiple|many)[^\w\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
# "3 unique solutions" are counted: no two of them are the same.
_UNIQUE = re.compile(
    rf"(?<!\d )\bunique(?:ly)?\b{_NO_STEP}|\buniqueness\s*[:=?]\s*(?:true|yes|1)\b"
    r"|\b(?:only|single|exactly one|just one) (?:\w+ )?solution\b",
    re.IGNORECASE,
)
_NUMBER = r"(\d++(?:[,_]\d++)*+)"
_COUNTS = re.compile(
    r"(?<![\w.,])(?<!at least )(?<!more than )"
    rf"{_NUMBER}(?![\d.,+]*\d|\+) (?:\w+ )?(?:solution|answer)s?\b(?!\s*[:#]?\s*\d)"
    r"|\b(?:solutions|answers|number of solutions|solution count)"
    rf"(?: found| total)?\"?\s*(?:[:=]|is|are)\s*{_NUMBER}\b"
    rf"|\"?\bcount\b\"?\s*(?:[:=]|is)?\s*{_NUMBER}\b"
    rf"|\bfound {_NUMBER}\s*$|\bmodels\s*:\s*(\d+)\s*$",
    re.IGNORECASE | re.MULTILINE,
)
_BARE = re.compile(rf"^[ \t]*{_NUMBER}[ \t]*$", re.MULTILINE)
_JOINTS = re.compile(r"(?<=[a-z])(?:_(?=[a-z])|(?=[A-Z]))")


def says_none(text: str) -> bool:
    """Whether a text says that there is no solution."""
    return _NONE.search(text) is not None


def _count(text: str) -> int | None:
    """The last number of solutions that a text states; a number alone on its line is one, if there
    is but one such line.
    """
    found = [match for match in _COUNTS.finditer(text) if match.group().strip()]
    if found:
        return _number(next(group for group in found[-1].groups() if group))
    bare = _BARE.findall(text)
    return _number(bare[0]) if len(bare) == 1 else None


def _number(digits: str) -> int | None:
    plain = re.sub(r"\D", "", digits)
    return int(plain) if len(plain) <= 18 else None


def _unique(text: str) -> bool | None:
    if _SEVERAL.search(text) or _NOT_UNIQUE.search(text):
        return False
    return True if _UNIQUE.search(text) else None


# --- an expression of the user's -----------------------------------------------------------------


def read_matches(text: str, pattern: re.Pattern[str], puzzle: Puzzle) -> Answers:
    """What the matches of an expression in a text say.

    A match is a grid: its group ``grid`` if there is one, else all of it. Groups ``count`` and
    ``none`` mean what they are called.

    Raises:
        KenKenError: if a match that should be a grid is none.
    """
    grids: list[Grid] = []
    count, none = None, False
    for match in pattern.finditer(text):
        groups = match.groupdict()
        none = none or groups.get("none") is not None
        if groups.get("count") is not None:
            count = _number(groups["count"])
        whole = None if "none" in groups or "count" in groups else match.group()
        if (grid := groups.get("grid", whole)) is not None:
            grids.append(_only_grid(grid, puzzle))
    blank = not text.strip()
    return Answers(tuple(grids), count, none=none and not grids, blank=blank)


def _only_grid(text: str, puzzle: Puzzle) -> Grid:
    found = _read(text, puzzle)
    if len(found.grids) != 1:
        size = puzzle.size
        shown = text if len(text) <= 60 else text[:57] + "..."
        raise KenKenError(f"a match is no {size}x{size} grid: {shown!r}")
    return found.grids[0]


def answer_pattern(text: str) -> re.Pattern[str]:
    """The compiled expression of ``--answer-regex``.

    Raises:
        KenKenError: if it is none.
    """
    try:
        return re.compile(text, re.MULTILINE)
    except re.error as error:
        raise KenKenError(f"not a regular expression: {text!r}: {error}") from None
