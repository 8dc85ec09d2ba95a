"""The clues below a grid of letters, in the spellings of many programs; the boxes of a Sudoku."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from kenken_cp.errors import FormatError
from kenken_cp.formats._spellings import any_spelling, parse_operator
from kenken_cp.formats._words import Lines, Word
from kenken_cp.formats.pictures.cage_grid import FREE, Clue, add_clue, clue, clue_pattern
from kenken_cp.formats.pictures.clues import ClueReader, Entry, settled
from kenken_cp.model.geometry import MAX_SIZE, House, boxes
from kenken_cp.patterns import regex
from kenken_cp.text import plural, quoted

NAME = "letters"


_PLAIN = regex(r"\s*+(\w++)\s*+[:=]?\s*+[-−–]?[0-9]++\s*+(\S++)\s*+")
_COLON = regex(r"\s*+(\w++)\s*+:\s*+([0-9]++)\s*+")
"""A target, or, where other operators stand before theirs, a quotient."""

_BOXES = regex(r"\s*+\.\s++B\s++([0-9]++)\s*+")


def _alone() -> re.Pattern[str]:
    return re.compile(rf"[\s,;]*+({clue_pattern(NAME)})(?=[\s,;]|$)[\s,;]*+")


def _turned() -> re.Pattern[str]:
    return re.compile(rf"\s*+([^\s:=]++)\s++({any_spelling(NAME)})\s*+([-−–]?[0-9]++)\s*+")


def _straight() -> re.Pattern[str]:
    return re.compile(rf"\s*+(\w++)\s*+[:=]?\s*+(?![-−–][0-9]++\s*+$)({clue_pattern(NAME)})\s*+")


class Listed(NamedTuple):
    """What stands below a grid: the clues, and the boxes of a Sudoku."""

    clues: dict[str, Clue]
    houses: tuple[House, ...]


def listed(
    lines: Lines[Word], rows: list[list[Word]], ends: Callable[[Word, Collection[str]], bool]
) -> Listed:
    """Takes what stands below a grid, up to the line that ends it, given the labels."""
    counts = Counter(word.text for row in rows for word in row if word.text != FREE)
    labels = sorted(label for label in counts if label[0].isalpha())
    if labels and (line := lines.peek()) and _clues_alone(line):
        return _listed_alone(lines, labels)
    found = _List(counts)
    houses: tuple[House, ...] = ()
    while line := lines.peek():
        if match := _BOXES.fullmatch(line.text):
            houses = _boxes(line, match, len(rows))
        elif ends(line, counts):
            break
        else:
            found.add(line)
        lines.take()
    return Listed(found.settled(), houses)


def _boxes(line: Word, match: re.Match[str], rows: int) -> tuple[House, ...]:
    side = line.group(match, 1).within("box", 1, MAX_SIZE)
    if side * side != rows:
        raise line.first.error(f"boxes of {side}x{side}; expected a board of {side * side} rows")
    return boxes(rows, side, side)


class _List:
    """The clues of labels, each of which has a count of cells, as they are read line by line."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self._counts = counts
        self._turned, self._straight, self._reader = _turned(), _straight(), ClueReader(counts)
        self._clues: dict[str, Clue] = {}
        self._entries: list[Entry] = []
        self._colons: list[tuple[Word, re.Match[str]]] = []
        self._are_turned = False

    def add(self, line: Word) -> None:
        """Reads a line, but for those with a colon, whose meaning the others show."""
        if match := _COLON.fullmatch(line.text):
            self._colons.append((line, match))
        elif match := self._turned.fullmatch(line.text):
            self._are_turned = True
            target = line.group(match, 3).integer("target")
            letter = self._letter(line, match)
            operator = line.group(match, 2)
            add_clue(self._clues, letter, Clue(letter, target, operator))
        elif match := self._straight.fullmatch(line.text):
            place = line.part(match[2].rstrip(), match.start(2))
            add_clue(self._clues, self._letter(line, match), clue(place))
        else:
            self._entries += _entries(line, self._reader)
        if max(len(self._colons), len(self._entries)) > MAX_SIZE**2:
            raise line.first.error(f"more than {MAX_SIZE**2} clues; expected one for each cage")

    def settled(self) -> dict[str, Clue]:
        """All clues by label, once there are no more."""
        for line, match in self._colons:
            letter = self._letter(line, match)
            if not self._are_turned or self._counts[letter.text] == 1:
                self._entries += _entries(line, self._reader)
            else:
                target = line.group(match, 2).integer("target")
                colon = line.part("/", line.text.index(":"))
                add_clue(self._clues, letter, Clue(letter, target, colon))
        for entry, meaning in settled(self._entries, self._counts):
            operator = meaning.operator.symbol if meaning.operator else ""
            place = entry.clue.instead(operator)
            add_clue(self._clues, entry.label, Clue(entry.clue, meaning.target, place))
        return self._clues

    def _letter(self, line: Word, match: re.Match[str]) -> Word:
        """The label that a line begins with, small or capital as in the grid."""
        text = match[1]
        if text not in self._counts and text.swapcase() in self._counts:
            text = text.swapcase()
        return line.part(text, match.start(1))


def _entries(line: Word, reader: ClueReader) -> list[Entry]:
    """The clues of a line in any spelling, perhaps several."""
    try:
        return reader.entries(line.instead(line.text.replace(",", " ")))
    except FormatError as error:
        if match := _PLAIN.fullmatch(line.text):
            parse_operator(line.group(match, 2), NAME, 2)
        raise line.unlike("a letter and its clue, as in A + 12") from error


def _clues_alone(line: Word) -> list[Clue]:
    """The clues of a line that has nothing else."""
    found, at, alone = [], 0, _alone()
    while at < len(line.text):
        match = alone.match(line.text, at)
        if match is None:
            return []
        found.append(clue(line.group(match, 1)))
        at = match.end()
    return found


def _listed_alone(lines: Lines[Word], labels: list[str]) -> Listed:
    """Takes the clues of the labels, in this order."""
    found: list[Clue] = []
    while len(found) < len(labels):
        line = lines.peek()
        some = _clues_alone(line) if line else []
        found += some
        if not some or len(found) > len(labels):
            place = (line or lines.last).first
            if line and not some:
                raise place.error(
                    f"{quoted(line.text.strip(), 60)}; expected the clue of "
                    f"{quoted(labels[len(found)])}, as in 3+"
                )
            expected = f"expected {len(labels)}, one for each"
            raise place.error(f"clues of {plural(len(found), 'letter')}; {expected}")
        lines.take()
    return Listed(dict(zip(labels, found, strict=True)), ())
