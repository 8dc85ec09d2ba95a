"""Lists of cages as terms in source text, such as that of Haskell and Prolog."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kenken_cp.errors import FormatError
from kenken_cp.formats.draft import Draft
from kenken_cp.formats.operators import Operators, read_operator, reading_table
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.formats.tokens import Token, numbered_lines
from kenken_cp.model.geometry import MAX_SIZE
from kenken_cp.model.rule_sets import RuleSet

_COMMA = re.compile(",")


@dataclass(frozen=True, slots=True)
class TermLists:
    """How a language writes lists of cages. Cells are counted from 1.

    Args:
        left_out: white space and comments, between terms; it matches nothing, too.
        head: what stands before the first cage, with a group ``title``; the size is its group
            ``size``, else it is the largest coordinate.
        cage: with groups ``target``, ``operator`` and ``cells``.
        cell: with two groups.
        end: what stands behind the last cage.
        operators: the format's words for them.
        example: of a cage.
    """

    left_out: re.Pattern[str]
    head: re.Pattern[str]
    cage: re.Pattern[str]
    cell: re.Pattern[str]
    end: re.Pattern[str]
    operators: Operators
    example: str

    def signature(self, text: str) -> bool:
        """A head and a cage, below what is left out."""
        source = _Source(text, self.left_out)
        return source.taken(self.head) is not None and source.taken(self.cage) is not None

    def read(
        self, lines: Iterable[str], rules: RuleSet | None
    ) -> Iterator[ReadPuzzle | FormatError]:
        """Every list of a text."""
        source = _Source("\n".join(line.text for line in numbered_lines(lines)), self.left_out)
        table = reading_table(self.operators)
        while source.at < len(source.text):
            draft = Draft(source.rest_of_line(), listed=True)
            head = source.take(self.head, f"the beginning of a list of {self.example}")
            largest = 0
            separator: re.Match[str] | None = head
            while separator:
                place = source.rest_of_line()
                cage = source.take(self.cage, f"a cage such as {self.example}")
                found = self.cell.finditer(source.text, *cage.span("cells"))
                pairs = ([source.group(cell, at) for at in (1, 2)] for cell in found)
                cells = [
                    (row.within("cell", 1, MAX_SIZE) - 1, column.within("cell", 1, MAX_SIZE) - 1)
                    for row, column in pairs
                ]
                largest = max(largest, *map(max, cells))
                operator = read_operator(source.group(cage, "operator"), table)
                draft.add(cells, operator, source.group(cage, "target").integer("target"), place)
                separator = source.taken(_COMMA)
            source.take(self.end, "a comma and a cage, or the end of the list")
            stated = "size" in head.re.groupindex
            size = source.group(head, "size").side() if stated else largest + 1
            yield draft.puzzle(size, rules, title=head["title"] or "")


class _Source:
    """A text of which one part after the other is taken; ``at`` is where the next one begins."""

    def __init__(self, text: str, left_out: re.Pattern[str]) -> None:
        self.text, self._left_out = text, left_out
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.at = 0
        self.taken(left_out)

    def rest_of_line(self) -> Token:
        """The rest of the line that comes next."""
        end = self.text.find("\n", self.at)
        return self._token(self.at, len(self.text) if end < 0 else end)

    def group(self, match: re.Match[str], group: int | str) -> Token:
        """What a group of a match has."""
        return self._token(*match.span(group))

    def _token(self, start: int, end: int) -> Token:
        line = bisect_right(self._starts, start)
        return Token(self.text[start:end], line, start - self._starts[line - 1] + 1)

    def taken(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Takes what matches a pattern, and what is left out behind it; None if nothing does."""
        match = pattern.match(self.text, self.at)
        if match is not None:
            behind = self._left_out.match(self.text, match.end())
            self.at = behind.end() if behind else match.end()
        return match

    def take(self, pattern: re.Pattern[str], expected: str) -> re.Match[str]:
        """Takes what must match a pattern."""
        match = self.taken(pattern)
        if match is None and self.at == len(self.text):
            raise self.rest_of_line().error(f"the text ends; expected {expected}")
        if match is None:
            raise self.rest_of_line().unlike(expected)
        return match
