"""What a record of the format table holds, and the table."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace

from kenken_cp.errors import FormatError, UnknownNameError
from kenken_cp.frozen import frozen
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.registry import Registry

Join = Callable[[Sequence[str]], str]
"""Puts several written puzzles into one text."""


@frozen
class ReadPuzzle:
    """A puzzle as a text has it.

    Args:
        puzzle: what it is.
        rules_stated: whether somebody says under which rules: the text, the format, whose puzzles
            have these rules always, or whoever asked for them; else they are assumed.
        listed: whether the text is a list of cages, which may have lost one: cells in no cage are
            hardly meant.
        doubts: sentences about what may be meant otherwise in the text.
    """

    puzzle: Puzzle
    rules_stated: bool
    listed: bool = False
    doubts: tuple[str, ...] = ()


Write = Callable[[Puzzle], str]
"""Writes one puzzle, ending in a newline; FormatError if the format cannot express it."""

ReadLines = Callable[[Iterable[str], RuleSet | None], Iterable[ReadPuzzle | FormatError]]
"""Reads the puzzles of lines."""


@frozen
class Format:
    """One file format.

    How it spells an operator is asked from the operator's record (``spelled_in``); ``symbol`` and
    ``aliases`` are what a format without words of its own has.

    Args:
        name: what ``--from`` and ``--to`` call it.
        summary: one line for people.
        example: a small valid text.
        detect: whether the head of a text is meant as this format, right or wrong in its details.
        read: every puzzle of a text, and in place of one that is not right its FormatError; raises
            one where it cannot tell where the next puzzle begins. Rules other than None go before
            those of the text.
        write: one puzzle, ending in a newline; FormatError if the format cannot express it.
        join: puts several written puzzles into one text; None if only one fits.
        suffix: what the name of a file ends in, without the dot.
        read_lines: reads lines that are still to come, each puzzle as soon as its end is there;
            None if all of a text is needed.
        separator: the line that ends a puzzle then; nothing if each has a line of its own.
        spellings: what writes each spelling of a format that has several, by its name; all are
            read, and ``write`` is one of them.
    """

    name: str
    summary: str
    example: str
    detect: Callable[[str], bool]
    read: Callable[[str, RuleSet | None], Iterable[ReadPuzzle | FormatError]]
    write: Write
    join: Join | None = None
    suffix: str = "txt"
    read_lines: ReadLines | None = None
    separator: str = ""
    spellings: Mapping[str, Write] = field(default_factory=dict)


FORMATS: Registry[Format] = Registry("format", "formats")


def format_to_write(name: str) -> Format:
    """The format that a name for writing means: ``letters``, or one of its spellings after a colon,
    ``letters:start``, as a format that writes this one. UnknownNameError for one that is not known.
    """
    found = FORMATS.get(name)
    if found is not None:
        return found
    base, colon, spelling = str(name).partition(":")
    known = FORMATS.named(base if colon else name)
    if not known.spellings:
        raise UnknownNameError(FORMATS.kind, name, FORMATS.names())
    if spelling not in known.spellings:
        raise UnknownNameError(f"spelling of the format {base}", spelling, known.spellings)
    return replace(known, name=name, write=known.spellings[spelling])
