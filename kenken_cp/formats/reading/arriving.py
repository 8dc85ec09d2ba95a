"""Puzzles of a stream that comes slowly, each as soon as its end is there."""

# ruff: noqa: A002 - ``format`` is the name of the option

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from functools import partial
from typing import BinaryIO

from kenken_cp.errors import FormatError
from kenken_cp.formats._words import MAX_TEXT
from kenken_cp.formats.reading import waiting
from kenken_cp.formats.reading.bytes import MAX_BYTES, UTF_16, decode, normalised
from kenken_cp.formats.reading.detection import fitting
from kenken_cp.formats.reading.limits import each_of
from kenken_cp.formats.reading.texts import Rules
from kenken_cp.formats.record import FORMATS, Format, ReadPuzzle
from kenken_cp.model.rule_sets import rule_set_named

_MARKS = (BOM_UTF8, *UTF_16)
_END = rb"[^\s-][^\0]*?\n[ \t]*---[ \t]*\r?\n"
"""Something, and the line between two native puzzles."""


def begun(stream: BinaryIO, format: str | None = None) -> tuple[bytes, str | None]:
    """What a stream holds; or, where it keeps us waiting, what has come, and its format: if that
    begins with a puzzle whose end is there.
    """
    known = FORMATS.named(format) if format is not None else None
    found, examined = bytearray(), 0
    for part in waiting.parts(stream, pauses=True):
        found += part
        if len(found) > MAX_BYTES:
            break
        if not part and len(found) > examined:
            examined = len(found)
            if shown := _begun_in(bytes(found[:MAX_TEXT]), known):
                return bytes(found), shown.name
    return bytes(found), None


def _begun_in(data: bytes, known: Format | None) -> Format | None:
    """The only format in which data may begin with a puzzle, if they do, and its end is there."""
    end = re.search(_END, data)
    try:
        text = decode(data[: end.end() if end else data.rfind(b"\n") + 1], "")
        text = normalised(text, None)
    except FormatError:
        return None
    found = fitting(text) if known is None else [known] if known.detect(text) else []
    if len(found) != 1 or data.startswith(_MARKS):
        return None
    [shown] = found
    if shown.read_lines is None or (shown.separator and end is None):
        return None
    first = next(iter(shown.read_lines(text.split("\n"), None)), None)
    return shown if isinstance(first, ReadPuzzle) else None


def loads_arriving(
    begun: bytes,
    rest: Iterator[bytes],
    format: str,
    *,
    rules: Rules = None,
    source: str | None = None,
) -> Iterator[ReadPuzzle | FormatError]:
    """As ``loads_each`` of a text that has only ``begun``: each puzzle is read as soon as its end
    is there. What is no text is an error where it comes.
    """
    chosen = rule_set_named(rules) if isinstance(rules, str) else rules
    read_lines = FORMATS.named(format).read_lines
    assert read_lines is not None  # of what has begun
    lines = waiting.lines(begun, rest, MAX_BYTES)
    return each_of(partial(read_lines, lines, chosen), source)


def arriving(stream: BinaryIO) -> Iterator[bytes]:
    """What a stream holds, as it comes."""
    return waiting.parts(stream)
