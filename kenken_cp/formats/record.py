"""The record that describes a file format, and the table of all of them.

A format is one module that builds one record. The record has everything that belongs to it: how
its texts are recognised, read and written, what puzzles it can hold and how it spells operators.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from kenken_cp.errors import FormatError
from kenken_cp.formats.holds import Holds
from kenken_cp.formats.operators import Operators
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.registry import Registry


@dataclass(frozen=True, slots=True)
class ReadPuzzle:
    """A puzzle as it was read from a text.

    Args:
        puzzle: what it is.
        rules_stated: whether the text, its format, or the caller says under which rules; else they
            are assumed to be ``kenken``.
        listed: whether the text is a list of cages, of which a line may be lost: a cell in no cage
            is then worth a warning.
    """

    puzzle: Puzzle
    rules_stated: bool
    listed: bool = False


Read = Callable[[Iterable[str], RuleSet | None], Iterator[ReadPuzzle | FormatError]]
"""Reads the puzzles of a text from its lines, each without its newline.

For a puzzle that is wrong it yields the error, where the next puzzle can be found for certain; else
it raises it. Rules other than None are what the caller asks for: they go before those of the text.
"""

Write = Callable[[Puzzle], str]
"""Writes a puzzle, ending in one newline. It is only asked for puzzles that the format holds."""


@dataclass(frozen=True, slots=True)
class Format:
    """One file format.

    Args:
        name: what ``--from`` and ``--to`` call it.
        summary: one line for people.
        example: a small valid text.
        signature: whether a text is meant as this format, by its first lines with content; for
            JSON, by the keys of the first value. Nothing else is looked at, and no other format is
            asked. One that is never true makes a format that is read with ``--from`` only.
        read: reads the puzzles of a text.
        writer: writes one puzzle; None for a format that is only read.
        holds: which puzzles it can write.
        operators: its words for operators; None if it takes every operator by its symbol.
        suffix: what the name of a file ends in, without the dot.
        separator: what stands between two puzzles of one text; None if a text holds only one.
    """

    name: str
    summary: str
    example: str
    signature: Callable[[str], bool]
    read: Read
    writer: Write | None = None
    holds: Holds = field(default_factory=Holds)
    operators: Operators | None = None
    suffix: str = "txt"
    separator: str | None = None

    def write(self, puzzle: Puzzle) -> str:
        """The text of a puzzle, ending in one newline; FormatError if it cannot be held."""
        if self.writer is None:
            raise FormatError(f"the {self.name} format is only read, not written")
        self.holds.check(puzzle, self.name, self.operators)
        return self.writer(puzzle)

    def join(self, texts: Iterable[str]) -> str:
        """Several written puzzles as one text; FormatError if a text holds only one."""
        every = list(texts)
        if not every:
            raise FormatError("no puzzle to write")
        if len(every) > 1 and self.separator is None:
            raise FormatError(
                f"the {self.name} format holds one puzzle a text; {len(every)} were given"
            )
        return (self.separator or "").join(every)


FORMATS: Registry[Format] = Registry("format", "formats")
