"""Bracketed lists (JSON, Python, Haskell, MiniZinc) rewritten as rows, a line each."""

from __future__ import annotations

import re
from typing import NamedTuple

_MAX_DEPTH = 8
"""Brackets in each other that are rewritten; what is around them stays as it is."""

_GAP = r"[\s,;'\"]"
_CELL = r"-?\d+(?:\.0*(?=[\s,\])]))?|[._?]+|None|null|nil"
_MARK = "\ue000(\\d+)\ue001"
"""What stands for a list while the lists around it are found: its number."""

_INNERMOST = re.compile(
    rf"[\[({{](?:(?:{_GAP}|{_CELL})*+|(?:{_GAP}|{_MARK})*+)[\])}}]",
)
_OUTERMOST = re.compile(rf"(?P<before>^[ \t,;]*+)?{_MARK}(?P<after>[ \t,;]*+(?:\n|\Z))?", re.M)
_MINIZINC = re.compile(r"\[\s*\|([-\d\s,|]*)\|\s*\]")


class _List(NamedTuple):
    """A list of cells or of such lists: how it was written, and its rows as lines."""

    source: str
    lines: list[str]


def brackets_as_lines(text: str) -> str:
    """The text with each list of numbers on a line of its own, and a blank line around each list of
    lists; everything else as it was.
    """
    lists: list[_List] = []

    def noted(match: re.Match[str]) -> str:
        inner = [lists[int(number)] for number in re.findall(_MARK, match[0])]
        if inner:
            lines = ["", *(line for each in inner for line in each.lines), ""]
        else:
            lines = [" ".join(re.findall(_CELL, match[0]))]
        source = re.sub(_MARK, lambda mark: lists[int(mark[1])].source, match[0])
        lists.append(_List(source, lines))
        return f"\ue000{len(lists) - 1}\ue001"

    def shown(match: re.Match[str]) -> str:
        before, number, after = match.groups()
        source, lines = lists[int(number)]
        is_alone = before is not None and after is not None
        if len(lines) == 1 and (is_alone or " " not in lines[0]):
            return f"{before or ''}{source}{after or ''}"
        # What ends its line needs no line for what follows: the next row may be there.
        end = "" if len(lines) == 1 and after == "\n" else after or ""
        return "\n".join([before or "", *lines, end])

    text = _MINIZINC.sub(_nested, re.sub("[\ue000\ue001]", " ", text))
    for _ in range(_MAX_DEPTH):
        text, found = _INNERMOST.subn(noted, text)
        if not found:
            break
    return _OUTERMOST.sub(shown, text)


def _nested(minizinc: re.Match[str]) -> str:
    """A list of lists in place of MiniZinc's ``[| 1, 2 | 2, 1 |]``."""
    return "[{}]".format(",".join(f"[{row}]" for row in minizinc[1].split("|")))
