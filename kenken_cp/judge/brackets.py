"""Bracketed lists (JSON, Python, Haskell, MiniZinc) rewritten as rows, a line each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

_TOKEN = re.compile(
    r"(?P<open>[\[({])|(?P<close>[\])}])|(?P<cell>-?\d+(?:\.0*(?=[\s,\])]))?|[._?]+|None|null|nil)"
    r"|(?P<gap>[\s,;'\"]+)|(?P<other>[^\[\](){}]+)",
)
_MINIZINC = re.compile(r"\[\s*\|([-\d\s,|]*)\|\s*\]")


@dataclass(slots=True)
class _OpenList:
    """A list whose bracket is still open: where it starts, its cells, and the lists in it.

    It is ``mixed`` once it holds anything but cells and lists.
    """

    start: int
    cells: list[str]
    lists: list[_ClosedList]
    mixed: bool = False


class _ClosedList(NamedTuple):
    """A finished list: where it is in the text, and its rows as lines."""

    start: int
    end: int
    lines: list[str]


def brackets_as_lines(text: str) -> str:
    """The text with each list of numbers on a line of its own, and a blank line around each list of
    lists; everything else as it was.
    """
    text = _MINIZINC.sub(_nested, text)
    parts, done = [], 0
    for found in _outermost_lists(text):
        if len(found.lines) > 1 or _shares_its_line(text, found):
            parts += [text[done : found.start], "\n", *(f"{line}\n" for line in found.lines)]
            # What ends its line needs no line for what follows: the next row may be there.
            done = found.end + (len(found.lines) == 1 and text.startswith("\n", found.end))
    return "".join([*parts, text[done:]])


def _nested(minizinc: re.Match[str]) -> str:
    """A list of lists in place of MiniZinc's ``[| 1, 2 | 2, 1 |]``."""
    return "[{}]".format(",".join(f"[{row}]" for row in minizinc[1].split("|")))


def _shares_its_line(text: str, found: _ClosedList) -> bool:
    """Whether there is more on the line of a list, so that it must be given its own."""
    before, after = found.start - 1, found.end
    while before >= 0 and text[before] in " \t,;":
        before -= 1
    while after < len(text) and text[after] in " \t,;":
        after += 1
    ends_line = after == len(text) or text[after] == "\n"
    return not ends_line or (before >= 0 and text[before] != "\n")


def _outermost_lists(text: str) -> Iterator[_ClosedList]:
    """The lists of numbers, and of lists of numbers, that are in no other such list, in order."""
    stack: list[_OpenList] = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "open":
            stack.append(_OpenList(match.start(), [], []))
        elif not stack or kind == "gap":
            continue
        elif kind == "cell":
            stack[-1].cells.append(match.group())
        elif kind == "other":
            yield from _released(stack)
        else:
            closed = stack.pop()
            if closed.mixed:
                continue
            rows = _ClosedList(closed.start, match.end(), _lines_of(closed))
            if closed.cells and closed.lists:
                yield from closed.lists
                yield from _released(stack)
            elif stack and not stack[-1].mixed:
                stack[-1].lists.append(rows)
            elif len(rows.lines) > 1 or len(closed.cells) > 1:
                yield rows
    yield from _released(stack)


def _released(stack: Sequence[_OpenList]) -> Iterator[_ClosedList]:
    """Makes the open lists mixed, and yields the finished lists in them: each stands for itself."""
    # Around a mixed list all are mixed already.
    fresh = list(takewhile(lambda each: not each.mixed, reversed(stack)))
    for each in reversed(fresh):
        each.mixed = True
        yield from each.lists
        each.lists = []


def _lines_of(closed: _OpenList) -> list[str]:
    """Cells are a row; lists are a board, with blank lines around it."""
    if closed.lists:
        return ["", *(line for each in closed.lists for line in each.lines), ""]
    return [" ".join(closed.cells)]
