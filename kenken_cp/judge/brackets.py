"""Lists in brackets as lines: JSON, Python, Haskell, Rust, MiniZinc, ...

A list of cells becomes a line, a list of such lists their lines between blank ones. Whatever else
stands in brackets stays as it is. The text is read once, from its start to its end.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from kenken_cp.search.protocol import StopSignal

_MAX_DEPTH = 8
"""Brackets in each other that are rewritten; what is around them stays as it is."""

_GAP = r"[\s,;'\"]"
_CELL = r"-?\d+(?:\.0*(?=[\s,\])]))?|[._?]+|None|null|nil"
# Not the arguments of a call, cell(1,2,3), nor the key of an entry, (1, 2): 3.
_ROW = rf"(?:[\[{{]|(?<!\w)\()(?:{_GAP}|{_CELL})*+[\])}}]" r"(?![ \t]*+(?:[:=]|->))"
_TOKEN = re.compile(
    rf"(?P<row>{_ROW})|(?P<open>[\[({{])|(?P<close>[\])}}])|(?P<gap>{_GAP}++)"
    r"|(?P<other>[^\[\](){}\s,;'\"]++)"
)
_LISTED_CELL = re.compile(_CELL)
_LISTED_ROW = re.compile(_ROW)
_ROWS = re.compile(rf"[\[({{](?:{_GAP}*+{_ROW})++{_GAP}*+[\])}}]")
"""A list of rows, and of nothing else."""
_AROUND = rf"[\[({{]{_GAP}*+(?=[\[({{])"
_START = re.compile(
    rf"(?=[\[({{])((?:{_AROUND}){{1,{_MAX_DEPTH}}}+)?+"
    rf"(?(1)|(?=[\[({{]{_GAP}*+(?:{_CELL})))(?={_ROW})"
)
"""The brackets that the first row of a list stands in; an empty row is one in a list of lists only.
No list begins elsewhere.
"""
_ROW_IN_LINE = _ROW.replace(_GAP, r"[ \t,;'\"]")
_LONE_ROWS = re.compile(rf"(?:[ \t]*+{_ROW_IN_LINE}[ \t,;]*+\n)++")
"""Lines of a list of cells each, which stay as they are."""
_MINIZINC = re.compile(r"\[\s*+\|([-\d\s,|]*+)\]")  # [| 1, 2 | 2, 1 |]
_LABEL_WORD = re.compile("row|col", re.IGNORECASE)
_ROW_LABEL = re.compile(r"(?:row|col|column)[\W_]{0,3}\d{1,3}\W{0,4}\Z", re.IGNORECASE)


class _List(NamedTuple):
    """A list of cells, with how it was written, or one of such lists; its rows as lines, and the
    bracket of its rows, in another if there are several lists in it.
    """

    source: str
    lines: tuple[str, ...]
    kind: str


_Part = str | _List

_MAX_REMEMBERED_ROWS = 4096
_MAX_REMEMBERED_GRIDS = 256
"""Solvers print few different rows, and each of them often; or the same grid again and again."""


@lru_cache(_MAX_REMEMBERED_ROWS)
def _list_of_cells(source: str) -> _List:
    return _List(source, (" ".join(_LISTED_CELL.findall(source)),), source[0])


@lru_cache(_MAX_REMEMBERED_GRIDS)
def _list_of_rows(source: str) -> _List:
    return _list_of_lists([*map(_list_of_cells, _LISTED_ROW.findall(source))])


def _list_of_lists(lists: Sequence[_List]) -> _List:
    if len(lists) == 1 and not lists[0].source:
        return lists[0]  # more blank lines say no more
    lines = ("", *(line for each in lists for line in each.lines), "")
    return _List("", lines, "[" + lists[0].kind[-1])


def brackets_as_lines(text: str, stop: StopSignal | None = None) -> Iterator[str]:
    """The lines of the text with each list of cells on a line of its own, and a blank line around
    each list of lists; those until ``stop`` was given.
    """
    if "|" in text and "[" in text:
        text = _MINIZINC.sub(_nested, text)
    line: list[_Part] = []
    for part in _parts(text):
        if stop:
            break
        if not isinstance(part, str) or "\n" not in part:
            line.append(part)
            continue
        end, *others = part.split("\n")
        yield from _as_lines([*line, end])
        line = [others.pop()]
        yield from others
    yield from _as_lines(line)


def lists_by_kind(text: str) -> Iterator[str]:
    """The text without its lists; then, for each kind of list in it, with those of this kind only.
    Lists of lists are other ones than lists of cells, and tuples than arrays.
    """
    parts = list(_parts(text, rows_stay=False))
    for kind in [None, *sorted({part.kind for part in parts if isinstance(part, _List)})]:
        yield "".join(
            part
            if isinstance(part, str)
            else "\n".join(["", *part.lines, ""])
            if part.kind == kind
            else "\nother\n"
            for part in parts
        )


def _nested(array: re.Match[str]) -> str:
    rows = array[1].rstrip()
    return "[[" + rows[:-1].replace("|", "],[") + "]]" if rows.endswith("|") else array[0]


def _parts(text: str, *, rows_stay: bool = True) -> Iterator[_Part]:
    """The text as lists, and what stands between them.

    Args:
        rows_stay: whether the first lines of a list of cells each are left as they are.
    """
    here = 0
    while here < len(text):
        begins_line = not here or text.endswith("\n", 0, here)
        if rows_stay and begins_line and (alone := _LONE_ROWS.match(text, here)):
            yield alone[0]
            here = alone.end()
            continue
        found = _START.search(text, here)
        start = found.start() if found else len(text)
        if here < start:
            yield text[here:start]
        if found is None:
            return
        if found[1] and (rows := _ROWS.match(text, start)):
            yield _list_of_rows(rows[0])
            here = rows.end()
        else:
            parts, here = _bracketed(text, start)
            yield from parts


def _bracketed(text: str, here: int) -> tuple[list[_Part], int]:
    """The parts of what begins with a bracket, up to where none is open or something shows that
    they are no list, and where these end.
    """
    around: list[list[_Part]] = []
    while token := _TOKEN.match(text, here):
        kind, source, here = token.lastgroup, token[0], token.end()
        part: _Part = source
        if kind == "row":
            part = _list_of_cells(source)
        elif kind == "open" and len(around) < _MAX_DEPTH:
            rows = _ROWS.match(text, token.start()) if around else None
            if rows is None:
                around.append([source])
                continue
            part, here = _list_of_rows(rows[0]), rows.end()
        elif kind == "close" and around:
            inner = [each for each in around[-1] if isinstance(each, _List)]
            if inner:
                around.pop()
                part = _list_of_lists(inner)
        if not around or not (kind == "gap" or isinstance(part, _List)):
            around.append([part])
            break
        around[-1].append(part)
    return [each for one in around for each in one], here


def _as_lines(parts: list[_Part]) -> Iterator[str]:
    """A line of text, as several if there are lists in it.

    A list of one row stays in its line if nothing else is there, or only the label of the row.
    """
    if len(parts) == 1 and isinstance(parts[0], str):
        yield parts[0]
        return
    if len(parts) == 2 and not parts[1] and isinstance(parts[0], _List) and len(parts[0].lines) > 1:
        yield ""
        yield from parts[0].lines
        return
    lists = [part for part in parts if isinstance(part, _List)]
    beside = "".join(part for part in parts if isinstance(part, str))
    is_alone = len(lists) == 1 and not beside.strip(" \t,;")
    may_be_labelled = _LABEL_WORD.search(beside) is not None
    text: list[str] = []
    is_first = True
    for part in parts:
        if isinstance(part, str):
            text.append(part)
            continue
        (row, *others) = part.lines
        if not others and (is_alone or " " not in row):
            text.append(part.source)
            continue
        before = "".join(text)
        if not others and may_be_labelled and (label := _ROW_LABEL.search(before[-40:])):
            start = len(before) - len(label[0])
            if start:
                yield before[:start]
            yield f"{label[0]} {row}"
        else:
            yield before
            yield from part.lines
        text.clear()
        is_first = False
    rest = "".join(text)
    if is_first or rest.strip():
        yield rest
