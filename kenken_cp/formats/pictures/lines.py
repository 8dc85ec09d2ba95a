"""Lines of native texts, without comments and in usual signs; the directives above a picture."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from kenken_cp.formats._words import Word, new_word
from kenken_cp.formats.pictures.directives import NAMES, REGIONS
from kenken_cp.formats.reading.around import LACKS_OPERATOR
from kenken_cp.patterns import regex

_DIRECTIVE = regex(r"\s*(\w+(?:-[a-z]+)*)\s*:\s*(.*)", re.IGNORECASE)
_TAKEN_AS_IT_IS = regex(r"\s*(?:title|level)\s*:", re.IGNORECASE)
_COMMENT = regex(r"(?:^|(?<=\s))#.*")
_FENCE = regex(r"\s*(?:`{3,}|~{3,})\s*\w*\s*")
"""The first or last line of a block of code in Markdown."""

_SIGNS = regex(r"[#`~]|[^\x00-\x7f]|---")
"""What is in every line that is more than it says, or perhaps in other signs."""

_ENDS_EMPTY = frozenset(',;"')
_EMPTY_ROW = regex(r'[\s,;"]++')
"""A row of nothing but empty cells, as a table has it."""

_FULL_WIDTH = {
    code + 0xFEE0: code for code in range(ord("!"), ord("~") + 1) if not chr(code).isalpha()
} | {ord("、"): ord(",")}
"""Digits and signs as East Asian keyboards write them; letters stay what they are."""


def plain_lines(lines: Iterable[str]) -> Iterator[Word | None]:
    """Lines without comments, and None where ``---`` stands between two puzzles; blank ones are
    kept, as they end a picture.
    """
    for number, raw in enumerate(lines, start=1):
        line = raw.rstrip()
        if _SIGNS.search(line):
            if not _TAKEN_AS_IT_IS.match(line):
                line = line.translate(_FULL_WIDTH)
                if not LACKS_OPERATOR.fullmatch(line):
                    line = _COMMENT.sub("", line).rstrip()
                line = "" if _FENCE.fullmatch(line) else line
            if line.strip() == "---":
                yield None
                continue
            if not line and raw.strip():
                continue
        if line[-1:] in _ENDS_EMPTY and _EMPTY_ROW.fullmatch(line):
            line = ""
        yield new_word(Word, (line, number, 0))


def directive_of(line: Word) -> tuple[Word, Word] | None:
    """The name of a directive, in small letters if it is known, and its value; None of others."""
    match = _DIRECTIVE.fullmatch(line.text) if ":" in line.text else None
    if match is None:
        return None
    name = match[1].lower() if match[1].lower() in NAMES else match[1]
    return line.part(name, match.start(1)), line.group(match, 2)


def is_directive(line: Word) -> bool:
    """Whether a line is a directive that is known."""
    directive = directive_of(line)
    return directive is not None and directive[0].text in NAMES


def head_length(block: list[Word], start: int = 0) -> int:
    """How many lines of directives, their rows, and blank ones come first."""
    return len(list(head_lines(block, start)))


def head_lines(block: list[Word], start: int = 0) -> Iterator[tuple[Word, Word] | Word]:
    """Of each of these lines the name and the value of its directive, or the line."""
    in_rows = False
    for line in islice(block, start, None):
        directive = directive_of(line)
        in_rows = directive[0].text == REGIONS if directive else in_rows and bool(line.text)
        if directive is None and line.text and not in_rows:
            return
        yield directive or line
