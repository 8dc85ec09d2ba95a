"""Lines of labels and their clues in the spellings that people use: ``a 12*``, ``a: 12*``,
``a12*``, ``a = *12``, several on a line; ``a;12;*`` and ``a,12*`` alone.

A spelling is read where it has one meaning. All meanings that a line can have are found, and if two
are left, an error names both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from heapq import heappop, heappush
from itertools import islice
from typing import NamedTuple, NoReturn
from unicodedata import normalize

from kenken_cp.errors import FormatError
from kenken_cp.formats._spellings import HIDDEN, is_operator, parse_clue, parse_shown
from kenken_cp.formats._words import MAX_TEXT, Word, located
from kenken_cp.formats.reading.around import heading, is_heading
from kenken_cp.model.geometry import MAX_SIZE
from kenken_cp.model.operators import GIVEN, OPERATORS, Operator
from kenken_cp.patterns import regex
from kenken_cp.text import listed, quoted

_MAX_CLUES = MAX_SIZE**2
"""Clues of a line: one for each cell."""

LABEL = regex(r"[^\W\d_]\w*")

_MINUS = "-−–"
_INTEGER = rf"[{_MINUS}]?[0-9]++"
_END = r"(?=\s|[,;]|$)"
_GAP = r"\s*+"
_SIGN = r"\s*+[:=]\s*+"
_DASH = rf"(?:[{_MINUS}—]\s*+|\s++[{_MINUS}—]\s++)"
_BETWEEN = regex(r"\s*+[,;]\s*+|\s++")
_CLOSE = regex(r"\s*+[,;]?\s*+$")

_SYMBOLS = r"(?:[^\w\s.,;()\[\]{}'\"|]{1,2}|\|)"
_SPACED = rf"([^\W\d_]\w{{0,40}})(?:\s++|\s*+[:=]\s*+){_INTEGER}(?:\s*+{_SYMBOLS})?"
_ATTACHED = rf"([^\W\d_]{{1,40}})[{_MINUS}]?[0-9]++\s*+{_SYMBOLS}"
_TURNED = rf"([^\W\d_]\w{{0,40}})(?:\s++|\s*+[:=]\s*+)?{_SYMBOLS}\s*+[0-9]++"
_ENTRY = regex(rf"(?:{_SPACED}|{_ATTACHED}|{_TURNED}){_END}")
_PLAIN = regex(
    r"[ \t]*+([^\W\d_]\w{0,40}+):?+[ \t]++([0-9]{1,12}+)([^\w\s.,;()\[\]{}'\"]?+)[ \t]*+"
)
"""A line of one clue, as it looks, ``a 12*`` or ``a: 12*``: what stands before it could be no other
label.
"""
_APART = re.compile(
    r'[ \t]*+"?+([^\W\d_]\w{0,40}+)"?+[ \t]*+[;,][ \t"]*+([0-9]{1,12}+)'
    r'(?:[ \t"]*+[;,][ \t"]*+|[ \t]*+)([^\s;,"]{0,20}+)[ \t;,"]*+'
)
"""``a;16;x`` or ``"a","16x",``, as a table has it."""

_CONSTANT = ("c", "const", "constant")
"""Operators of a given in a table."""

_WORD = r"([^\W\d_]\w{0,40})"
_WORDY = regex(
    rf"{_WORD}(?:\s++|\s*+[:=]\s*+)(?:{_INTEGER}\s*+{_WORD}|{_WORD}\s++{_INTEGER}){_END}"
)
"""``a 12 times`` or ``a times 12``: a clue if its second word is an operator."""


def clue_labels(line: str) -> list[str]:
    """The labels of a line that looks like clues, whatever puzzle it is in; else none.

    What could as well be the row of a picture in which nothing stands between the cells, ``a12``,
    does not.
    """
    if plain := _plain(line):  # as most lines of clues are
        return [plain[1]]
    if len(line) > MAX_TEXT:
        return []
    return _labels_of(line, wordy=False) or _labels_of(line, wordy=True)


def _labels_of(line: str, *, wordy: bool) -> list[str]:
    """The labels of a line of nothing but entries; ``wordy``: operators may be words."""
    found, at = [], len(line) - len(line.lstrip())
    while entry := (wordy and _worded(line, at)) or _ENTRY.match(line, at):
        found.append(next(filter(None, entry.groups())))
        between = _BETWEEN.match(line, entry.end())
        if between is None or between.end() == len(line):
            return found
        at = between.end()
    return []


def _worded(line: str, at: int) -> re.Match[str] | None:
    entry = _WORDY.match(line, at)
    return entry if entry and is_operator(entry[2] or entry[3]) else None


class Meaning(NamedTuple):
    """What a clue may mean; ``turned`` if the operator comes first, ``plain`` if it is written as
    this project writes it.
    """

    target: int
    operator: Operator | None
    turned: bool
    plain: bool

    def text(self, cells: int) -> str:
        """The clue, written so that it has no other meaning."""
        if self.operator is None and cells > 1:
            return f"{self.target}{HIDDEN}"
        return f"{self.target}{self.operator.symbol if self.operator not in (None, GIVEN) else ''}"


class Entry(NamedTuple):
    """A label with its clue: where they stand, and the meanings that the clue may have; ``text`` is
    both with what stands between them.
    """

    label: Word
    clue: Word
    text: str
    meanings: tuple[Meaning, ...]


class ClueReader:
    """Reads the lines of clues of a picture.

    Args:
        labels: how many cells each label of the picture has.
    """

    def __init__(self, labels: Mapping[str, int]) -> None:
        self._labels = labels
        self._read: dict[Word, list[Entry]] = {}
        self._lengths = sorted({len(label) for label in labels})
        self._clue = _clue_pattern(_operator_words())

    def labels_of(self, line: Word) -> set[str]:
        """The labels that have a clue on a line; none if it is no line of clues."""
        known = self._read.get(line) or self._plain_entry(line)
        if known is None:
            try:
                found, _ = self._ways(line)
            except FormatError:
                return set()
            known = found[0] if len(found) == 1 else []
        if known:
            self._read[line] = known
        return {entry.label.text for entry in known}

    def entries(self, line: Word) -> list[Entry]:
        """The clues of a line, in order; FormatError if it has none, or could be divided in two
        ways.
        """
        known = self._read.get(line) or self._plain_entry(line)
        if known:
            return known
        found, furthest = self._ways(line)
        if not found:
            self._refuse(line, furthest)
        if len(found) > 1:
            texts = [", ".join(map(self._spelled, way)) for way in found]
            text = line.text.lstrip()
            start = len(line.text) - len(text)
            raise line.part(text, start).error(_meanings_text(text.strip(), texts))
        return found[0]

    def _plain_entry(self, line: Word) -> list[Entry] | None:
        """The clue of a ``_PLAIN`` line, which has one meaning; None for any other line.

        Nearly all lines are so, and all that other lines may mean takes ten times as long to find.
        """
        text = line.text
        match = _plain(text)
        cells = self._labels.get(match[1]) if match else None
        # Of a longer label than others, a part might be one, too.
        if match is None or cells is None or len(match[1]) > self._lengths[0]:
            return None
        label, target, spelling = match.groups()
        if match.re is _APART and cells == 1 and spelling.lower() in _CONSTANT:
            spelling = ""
        meanings = _plain_meanings(target, spelling, cells, text[match.end(1)] != ":")
        if not meanings:
            return None
        clue = line.part(text[match.start(2) : match.end(3)], match.start(2))
        said = text[match.start(1) : match.end(3)]
        return [Entry(line.part(label, match.start(1)), clue, said, meanings)]

    def _ways(self, line: Word) -> tuple[list[list[Entry]], int]:
        """The clues of a line, in each way that it could be divided, two ways at most; and how far
        into the line any of them leads.
        """
        text = line.text
        start = len(text) - len(text.lstrip())
        # Each entry is an edge from where it begins to where the next one does, or to the end.
        edges: dict[int, list[tuple[int, Entry]]] = {}
        waiting = [start]
        while waiting:
            at = heappop(waiting)
            if len(edges) > _MAX_CLUES:
                raise line.first.error(
                    f"more than {_MAX_CLUES} clues on a line; expected one for each cage"
                )
            if at not in edges and at < len(text):
                edges[at] = list(self._entries_at(line, at))
                for following, _ in edges[at]:
                    heappush(waiting, following)
        # The ways from each place to the end; two are as good as many.
        ways: dict[int, list[_Way | None]] = {len(text): [None]}
        for at in sorted(edges, reverse=True):
            some = (
                _Way(entry, way)
                for following, entry in edges[at]
                for way in ways.get(following, ())
            )
            ways[at] = list(islice(some, 2))
        found = [list(_entries(way)) for way in ways.get(start, ())]
        return found, max(edges, default=start)

    def _entries_at(self, line: Word, at: int) -> Iterator[tuple[int, Entry]]:
        """The entries that may begin at a place, each with the place after it."""
        text = line.text
        for length in self._lengths:
            label = text[at : at + length]
            if label not in self._labels:
                continue
            found: dict[int, list[Meaning]] = {}
            for end, meaning in self._meanings(line, at + length):
                found.setdefault(end, []).append(meaning)
            for end, meanings in found.items():
                close = _CLOSE.match(text, end)
                between = _BETWEEN.match(text, end)
                following = len(text) if close else between.end() if between else end
                begin = at + length
                begin += len(text[begin:end]) - len(text[begin:end].lstrip(" \t:="))
                entry = Entry(
                    line.part(label, at),
                    line.part(text[begin:end], begin),
                    text[at:end],
                    _distinct(meanings, self._labels[label]),
                )
                yield following, entry

    def _meanings(self, line: Word, at: int) -> Iterator[tuple[int, Meaning]]:
        """What may stand after a label, each with its end."""
        text = line.text
        for gap, pattern in self._clue:
            match = pattern.match(text, at)
            if match is None:
                continue
            number, operator, turned = match["number"], match["operator"], gap == "turned"
            if turned and operator == ":" and text[at] == ":" and text[at + 1].isspace():
                continue  # a colon after a label, as in ``a: 3``, is what it is in ``title: x``
            target = line.part(number, match.start("number")).integer("target")
            plain = gap == "gap" and text[at].isspace()
            with located(line.part(operator, match.start("operator"))):
                yield match.end(), Meaning(target, parse_shown(operator), turned, plain)

    def _spelled(self, entry: Entry) -> str:
        label = entry.label.text
        return f"{label} {entry.meanings[0].text(self._labels[label])}"

    def _refuse(self, line: Word, at: int) -> NoReturn:
        """Raises the error of a line in which no entry that leads to the end begins at a place."""
        if self._is_heading(line.text):
            raise line.first.error(heading(line.text))
        rest = line.part(line.text[at:].rstrip(), at)
        head = LABEL.match(rest.text)
        unknown = re.match(rf"{_SYMBOLS}{_END}", rest.text)
        if unknown and line.text[:at].strip():  # after a number that is a clue already
            with located(rest):
                parse_shown(unknown[0])
        if head is None:
            raise rest.error(f"{quoted(rest.text)}; {self._expected(rest.text)}")
        label = head[0]
        if label not in self._labels:  # which may stand right before its clue
            label = re.match(r"[^\W\d_]+", label)[0]  # type: ignore[index]
        clue = rest.part(rest.text[len(label) :], len(label))
        clue = clue.part(clue.text.lstrip(" \t:="), len(clue.text) - len(clue.text.lstrip(" \t:=")))
        clue = clue.instead(re.split("[,;]", clue.text)[0].rstrip())
        if label in self._labels and clue.text:
            parse_clue(clue)
        elif clue.text and not clue.text[0].isalpha():
            place = rest.instead(label)
            meant = [known for known in self._labels if folded(known) == folded(label)]
            question = f"; is {quoted(meant[0])} meant?" if len(meant) == 1 else ""
            raise place.error(
                f"label {quoted(label)} has a clue but is not in the picture{question}"
            )
        raise rest.error(f"{quoted(rest.text)}; {self._expected(rest.text)}")

    def _is_heading(self, text: str) -> bool:
        """Whether a line has words, written as in a sentence or a heading, and no label."""
        words = re.findall(r"\w+", text)
        written = re.search(r"[A-Z][a-z]{2}(?!.*\d)|^\D*[.!?]\s*$|:\s*$", text)
        return bool(written) and is_heading(text) and self._labels.keys().isdisjoint(words)

    def _expected(self, text: str) -> str:
        """What was expected instead of a text, with the label and the clue that are in it."""
        expected = "expected a label and its clue, as in "
        clue = re.search(rf"\d+\s*{_SYMBOLS}{_END}|(?<!\S){_SYMBOLS}\s*\d+{_END}", text)
        words = re.findall(r"\w+", text)
        label = next(
            (word for word in words if word in self._labels), next(iter(self._labels), "a")
        )
        number = re.match(r"(\d+)\s*[:=.)]?\s+\d", text)
        if number:
            return (
                f"{expected}a 11+ (the number {number[1]} is no label: in a picture it is a given)"
            )
        if not any(char.isdigit() for char in text) and re.fullmatch(r"[\w.,\s]{2,}", text):
            slip = "a blank line in it, or a title above it without 'title:'"
            why = f"is there {slip}, or is its size wrong?"
            return f"{expected}a 11+ (the picture has ended above; {why})"
        written = "".join(clue[0].split()) if clue else ""
        shown = 0 < len(written) <= 20 and written.isprintable()
        return expected + (f"{label} {written}" if shown else "a 11+")


def settled(entries: Iterable[Entry], cells: Mapping[str, int]) -> Iterator[tuple[Entry, Meaning]]:
    """Each entry of a puzzle with the one meaning that its clue has.

    Whether ``-3`` is a number or the clue ``3-`` is seen from the others: where some have the
    number before the operator and none after it, it is a number; where it is the other way round,
    it is ``3-``. FormatError if the others do not show it.
    """
    entries = list(entries)
    if all(len(entry.meanings) == 1 for entry in entries):
        yield from ((entry, entry.meanings[0]) for entry in entries)
        return
    clear = [
        entry.meanings[0]
        for entry in entries
        if len(entry.meanings) == 1 and cells[entry.label.text] > 1
    ]
    turned = any(meaning.turned for meaning in clear)
    straight = any(not meaning.turned and meaning.operator is not None for meaning in clear)
    for entry in entries:
        left = entry.meanings
        if len(left) > 1 and turned and not straight:
            left = tuple(meaning for meaning in left if meaning.turned)
        elif len(left) > 1 and straight and not turned:
            left = tuple(meaning for meaning in left if meaning.plain)
        if len(left) != 1:
            raise two_meanings(entry, cells[entry.label.text])
        yield entry, left[0]


def two_meanings(entry: Entry, cells: int) -> FormatError:
    """The error of an entry of a label of that many cells whose clue has several meanings."""
    label = entry.label.text
    texts = [f"{label} {meaning.text(cells)}" for meaning in entry.meanings]
    return entry.label.error(_meanings_text(entry.text, texts))


def _meanings_text(text: str, meanings: list[str]) -> str:
    """The sentence that names the meanings of a text."""
    hidden = f" ({HIDDEN}: a hidden operator)" if any(HIDDEN in one for one in meanings) else ""
    named = listed(map(quoted, meanings), "or")
    return f"{quoted(text)} could mean {named}{hidden}; expected one of these"


def _distinct(meanings: Iterable[Meaning], cells: int) -> tuple[Meaning, ...]:
    """Those that differ on that many cells; if some may stand there, only these."""
    found: dict[object, Meaning] = {}
    for meaning in meanings:
        operator = meaning.operator
        if cells == 1 and (operator is None or operator.stands_on(1)):
            operator = GIVEN
        known = found.get((meaning.target, operator))
        if known is None or meaning.plain:
            found[meaning.target, operator] = meaning
    possible = [
        meaning
        for meaning in found.values()
        if meaning.operator is None or meaning.operator.stands_on(cells)
    ]
    return tuple(possible or list(found.values())[:1])


class _Way(NamedTuple):
    """Entries up to the end of a line, as a linked list: ways share their ends."""

    entry: Entry
    rest: _Way | None


def _entries(way: _Way | None) -> Iterator[Entry]:
    while way is not None:
        yield way.entry
        way = way.rest


def _plain(text: str) -> re.Match[str] | None:
    """The label, the target and the operator of a line that has one clue, as it looks."""
    return _PLAIN.fullmatch(text) or _APART.fullmatch(text)


@OPERATORS.remembered(1 << 13, lambda _: 400)
def _plain_meanings(
    number: str,
    spelling: str,
    cells: int,
    plain: bool,  # noqa: FBT001 - a part of the key
) -> tuple[Meaning, ...]:
    """What a number and an operator mean; nothing if it takes more than this to find out."""
    words = _operator_words()
    if spelling not in ("", *words) or any(word[0].isdigit() for word in words):
        return ()
    meaning = Meaning(int(number), parse_shown(spelling), turned=False, plain=plain)
    return _distinct([meaning], cells)


@OPERATORS.remembered(1, lambda _: 10_000)
def _operator_words() -> tuple[str, ...]:
    words = {HIDDEN}
    for operator in OPERATORS:
        words.update((operator.name, operator.symbol, operator.glyph, *operator.aliases))
    # The shorter first: most clues have symbols of one character; what follows tells in any order.
    return tuple(sorted(filter(None, words), key=lambda word: (len(word), word)))


@cache
def _clue_pattern(words: tuple[str, ...]) -> list[tuple[str, re.Pattern[str]]]:
    """What may follow a label, by the name of what it begins with."""
    operator = rf"(?P<operator>(?i:{'|'.join(map(re.escape, words))}))"
    number = rf"(?P<number>{_INTEGER})"
    bare = rf"(?P<number>{_INTEGER})(?P<operator>){_END}"
    after = rf"{number}\s*+{operator}{_END}"
    before = rf"{_GAP}{operator}\s*+{number}{_END}"
    gaps = {"gap": _GAP, "sign": _SIGN, "dash": _DASH}
    found = [(name, gap + clue) for name, gap in gaps.items() for clue in (bare, after)]
    found += [("turned", before), ("turned", _SIGN + before), ("turned", _DASH + before)]
    return [(name, re.compile(pattern)) for name, pattern in found]


def folded(label: str) -> str:
    """A label as people compare it: small or capital, narrow or wide."""
    return normalize("NFKC", label).casefold()
