"""Links of puzzle editors that hold a puzzle in JSON: what f-puzzles and SudokuPad share.

Both draw Killer Sudokus: cages that repeat no value, with their sums, givens, boxes, other houses.
Both can also draw anything else, which has a meaning only in the rules that the author wrote; such
a puzzle is refused, and so is a link that only names a puzzle on a server.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from kenken_cp.errors import FormatError
from kenken_cp.formats._words import Word, first_line, said_lines, unbroken
from kenken_cp.formats.json.boards import JSON_FORMATS, Board, Clue, JsonFormat, solution_of
from kenken_cp.formats.json.values import Node
from kenken_cp.formats.links.lz_string import packed, unpacked
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.frozen import frozen
from kenken_cp.model.geometry import Cell, House
from kenken_cp.model.operators import ADD
from kenken_cp.model.rule_sets import KENKEN, KILLER, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import listed, quoted

_JSON = regex(r"\s*(?!\[[^\[\]{}\"]*+\]\()[\[{]")
"""The beginning of JSON; but ``[text](link)`` is a link in Markdown."""

_WORD = regex(r"\S++")
_PACKED = regex(r"\s*+[A-Za-z0-9+/=_%-]++\s*+")
"""A line that may be the rest of a link."""


@dataclass
class Drawn:
    """A Sudoku being read: its sums and givens, and the houses that it draws."""

    clues: list[tuple[Node, Clue]] = field(default_factory=list)
    houses: list[House] = field(default_factory=list)
    givens: list[tuple[Node, Cell, int]] = field(default_factory=list)

    def cage(self, node: Node, cells: list[Cell], total: int | None) -> None:
        """A cage; without a sum it says only that its values differ."""
        if total is None:
            self.houses += [tuple(cells)] if len(cells) > 1 else []
            return
        self.clues.append((node, Clue(cells, ADD, total)))

    def given(self, node: Node, cell: Cell, value: int) -> None:
        """A value in a cell."""
        self.givens.append((node, cell, value))

    def board(self, rows: int, columns: int, title: str, solution: Node | None) -> Board:
        """What was read; with a sum of several cells under the rules of ``killer``. A solution is
        not taken, but it must fit.
        """
        killer = any(len(clue.cells) > 1 for _, clue in self.clues)
        rules = KILLER if killer else KENKEN
        others = {"houses": self.houses, "title": title, "rules": rules}
        solved = solution_of(solution, rows, columns)
        return Board(self.clues, rows, columns, others, self.givens, solved)


def unwrapped(lines: Iterable[Word], pattern: re.Pattern[str]) -> Iterator[Word]:
    """The lines; those that a link with a pattern has been broken into, as mail does, are one."""

    def goes_on(held: list[Word], line: Word) -> bool:
        begun, another = pattern.search(held[0].text), pattern.search(line.text)
        return begun is not None and another is None and _PACKED.fullmatch(line.text) is not None

    return unbroken(lines, goes_on)


def total_of(node: Node | None) -> int | None:
    """The sum of a cage, a number or a text; None if there is none."""
    if node is None or node.value == "":
        return None
    if type(node.value) is not str:
        return node.integer()
    if not re.fullmatch(r"\s*[0-9]{1,9}\s*", node.value):
        raise node.error(f"{node.name} is {quoted(node.value)}; expected a sum")
    return int(node.value)


def link_of(fields: dict[str, Any]) -> str:
    """What a link has of JSON: as little as possible, packed."""
    return packed(json.dumps(fields, ensure_ascii=False, separators=(",", ":"))) + "\n"


def refuse(node: Node, known: Sequence[str]) -> None:
    """FormatError, with its name, for what a puzzle has besides ``known``."""
    held = [name for name, value in node.members_by_name() if value and name not in known]
    for name in known if held else ():
        node.has(name)  # or it is misspelt
    if held:
        raise node[held[0]].error(
            f"it has {listed(map(quoted, held))}, which cannot be held here; "
            "expected sums, givens, boxes and other houses only"
        )


@frozen
class LinkFormat:
    """A format of links, one a line, perhaps with words, brackets or quotation marks around it, and
    of the JSON in them.

    Args:
        json: the format of the JSON, which writes the links.
        pattern: what a link or an id that holds a puzzle has, with the group ``packed``.
        server: what the links have that only name a puzzle.
        unzipped: makes JSON of what is unpacked.
    """

    json: JsonFormat
    pattern: re.Pattern[str]
    server: re.Pattern[str]
    unzipped: Callable[[str], str] = str

    def format(self, summary: str, example: str) -> Format:
        """The record of the format."""
        JSON_FORMATS.append(self.json)
        name, write = self.json.name, self.json.write
        return Format(name, summary, example, self.detect, self.read, write, "".join)

    def detect(self, text: str) -> bool:
        """A first line that is a link or an id, or what its JSON has."""
        if _JSON.match(text):
            return self.json.detect(text)
        first = first_line(text)
        return bool(self.pattern.search(first) or self.server.match(first))

    def read(self, text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
        """The puzzle of every link, or those of a text in JSON."""
        if _JSON.match(text):
            yield from self.json.read(text, rules)
            return
        for line in unwrapped(said_lines(text), self.pattern):
            yield from self._read_link(line, rules)

    def _read_link(self, line: Word, rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
        found = (word for word in line.parts(_WORD) if self.pattern.search(word.text))
        link = next(found, line.first)
        try:
            match = self.pattern.search(link.text)
            if match is None:
                raise link.error(self._what_is_wrong(link.text))
            place = link.part(unquote(match["packed"]), match.start("packed"))
            text = self.unzipped(unpacked(place))
        except FormatError as error:
            yield error
            return
        for each in self.json.read(text, rules):
            if isinstance(each, FormatError):
                yield place.error(f"in the link: {each.message}")
            else:
                yield each

    def _what_is_wrong(self, text: str) -> str:
        if self.server.match(text):
            return (
                "a link that only names a puzzle on a server; expected one that holds it, which "
                "has hundreds of characters, or its JSON"
            )
        return f"{quoted(text, 40)}; expected a link that holds a puzzle"
