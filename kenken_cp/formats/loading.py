"""Files and texts to puzzles, and puzzles to text: the public functions of the formats.

A text is read in the one format whose signature claims it, or in the one that the caller names.
Nothing is tried, and nothing is repaired. Files are UTF-8, or UTF-16 with its mark; either may be
in gzip.
"""

# ruff: noqa: A002 - ``format`` is the name of the option

from __future__ import annotations

import gzip
import os
import re
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import islice
from pathlib import Path

from kenken_cp.errors import FormatError, NoPuzzleError
from kenken_cp.formats.json_values import begins_json, first_value, object_in, parsed
from kenken_cp.formats.record import FORMATS, Format, ReadPuzzle
from kenken_cp.formats.tokens import content_lines
from kenken_cp.model.integers import as_tuple
from kenken_cp.model.puzzle import Puzzle, expect_puzzle
from kenken_cp.model.rule_sets import RuleSet, rule_set_named
from kenken_cp.text import listed, quoted

Rules = RuleSet | str | None
AnyPath = str | os.PathLike[str]

MAX_BYTES = 16 << 20
"""Bytes of a text: some 200,000 Sudokus. What never ends must end before memory does."""

_GZIP = b"\x1f\x8b"
_UTF_16 = (BOM_UTF16_LE, BOM_UTF16_BE)
_OBJECT = re.compile(r'[\s\[]*\{\s*"')
"""How an object of JSON begins, or an array of objects, and no text of another kind."""

_MARKS = re.compile("^\ufeff+", re.MULTILINE)
"""Byte order marks where a file began."""

_NATIVELY = (
    "natively a puzzle is rows of letters, a letter a cage, and for each a line such as 'a 12*'; "
    "numbers alone have 'rules: kenken' above them"
)


def detect(text: str, source: str | None = None) -> Format:
    """The one format whose signature claims a text.

    Raises:
        NoPuzzleError: if none does; the message lists the formats.
        FormatError: if several do, which the message names; and for JSON that cannot be parsed.
    """
    text = _plain(text, source)
    claiming = formats_claiming(text)
    if len(claiming) == 1:
        return claiming[0]
    if claiming:
        names = listed(format_.name for format_ in claiming)
        message = f"this may be {names} alike; say which with --from"
        raise FormatError(message, line=1, source=source)
    message = "no known format"
    if begins_json(text):
        try:
            value, _ = parsed(text)
        except FormatError as error:
            place = {"line": error.line, "column": error.column}
            kind = FormatError if _OBJECT.match(text) else NoPuzzleError
            raise kind(error.message, **place, source=source) from None
        keys = ", ".join(quoted(key, 20) for key in islice(object_in(value), 5)) or "no keys"
        message = f"JSON of no known format, with {keys}"
    elif not any(content_lines(text.split("\n"))):
        raise NoPuzzleError("no puzzle, only comments", source=source)
    names = ", ".join(FORMATS.names())
    raise NoPuzzleError(f"{message}; known: {names}; {_NATIVELY}", source=source)


def formats_claiming(text: str) -> list[Format]:
    """The formats whose signatures claim a text."""
    text = _normalized(text)
    claiming = [format_ for format_ in FORMATS if format_.signature(text)]
    first_value.cache_clear()  # it may be of many megabytes
    return claiming


def loads_each(
    text: str, format: str | None = None, *, rules: Rules = None, source: str | None = None
) -> Iterator[ReadPuzzle | FormatError]:
    """Every puzzle of a text, and in place of one that is wrong its error.

    Args:
        format: the name of its format; detected if None.
        rules: a rule set or its name, to go before what the text says.
        source: what errors call the text, such as its path.

    Raises:
        FormatError: at once if the text as a whole cannot be read.
        UnknownNameError: for a format or a rule set that does not exist.
    """
    chosen = rules if rules is None or isinstance(rules, RuleSet) else rule_set_named(rules)
    text = _plain(text, source)
    format_ = FORMATS.named(format) if format is not None else detect(text, source)
    return _read(format_, text.split("\n"), chosen, source)


def _read(
    format_: Format, lines: Iterable[str], rules: RuleSet | None, source: str | None
) -> Iterator[ReadPuzzle | FormatError]:
    """The puzzles of lines; an error after which nothing can be read is the last."""
    is_empty = True
    try:
        for each in format_.read(lines, rules):
            is_empty = False
            if isinstance(each, FormatError):
                each.source = source
            yield each
        if is_empty:
            raise FormatError(f"no puzzle in the {format_.name} format")
    except FormatError as error:
        error.source = source
        yield error


def _plain(text: str, source: str | None) -> str:
    """A text as formats read it, with plain newlines.

    Raises:
        FormatError: for what is no text at all; a ``NoPuzzleError`` if it is empty.
    """
    if not isinstance(text, str):
        expected = "expected a text (load and load_all read files)"
        raise FormatError(f"{quoted(text, 60)} is no text; {expected}", source=source)
    try:
        text.encode()
    except UnicodeEncodeError as error:  # what arguments in another encoding come as
        what = f"not UTF-8: {text[error.start]!r} at offset {error.start}"
        raise FormatError(what, source=source) from None
    content = _normalized(text)
    if not content.strip():
        what = "holds only white space" if text else "is empty"
        raise NoPuzzleError(f"no puzzle: the text {what}", source=source)
    return content


def _normalized(text: str) -> str:
    """A text with plain newlines and plain blanks, without the marks that programs leave at its
    ends, and where they have joined files.
    """
    text = _MARKS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    text = text.replace("\u00a0", " ")  # as browsers copy blanks
    return text.rstrip("\x1a\f\n")


def loads_all(
    text: str, format: str | None = None, *, rules: Rules = None, source: str | None = None
) -> list[Puzzle]:
    """Every puzzle of a text, at least one; arguments as of ``loads_each``.

    Raises:
        FormatError: with source, line and column, if any puzzle of it cannot be read.
        UnknownNameError: for a format or a rule set that does not exist.
    """
    puzzles = []
    for each in loads_each(text, format, rules=rules, source=source):
        if isinstance(each, FormatError):
            raise each
        puzzles.append(each.puzzle)
    return puzzles


def loads(
    text: str, format: str | None = None, *, rules: Rules = None, source: str | None = None
) -> Puzzle:
    """The one puzzle of a text: as ``loads_all``, but several are a FormatError."""
    puzzles = loads_all(text, format, rules=rules, source=source)
    if len(puzzles) > 1:
        message = f"{len(puzzles)} puzzles; expected one (loads_all and load_all read several)"
        raise FormatError(message, source=source)
    return puzzles[0]


def read_text(path: AnyPath, most: int = MAX_BYTES) -> str:
    """The content of a text file.

    Raises:
        FormatError: if it cannot be read, has more than ``most`` bytes, or is no text (then a
            ``NoPuzzleError``).
    """
    no_path = f"{quoted(path, 60)} is no path; expected one (loads and loads_all read texts)"
    source = os.fspath(path) if isinstance(path, str | os.PathLike) else None
    if not isinstance(source, str):  # the path of a PathLike may be bytes
        raise FormatError(no_path)
    try:
        with Path(source).open("rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        if "\n" in source:
            raise FormatError(no_path) from None
        raise FormatError("no such file", source=source) from None
    except IsADirectoryError:
        what = "a directory; expected a file" if source else "no such file"
        raise FormatError(what, source=source) from None
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", source=source) from error
    except ValueError as error:  # a path that no file can have, such as one with a NUL
        raise FormatError(f"not a path: {error}", source=source) from error
    return decode(data, source, most)


def decode(data: bytes, source: str | None, most: int = MAX_BYTES) -> str:
    """Bytes as text; FormatError for more than ``most``, NoPuzzleError for what is no text."""
    try:
        if data.startswith(_GZIP):
            data = _unpacked(data, most + 1)
        encoding = "UTF-16" if data.startswith(_UTF_16) else "UTF-8"
        if encoding == "UTF-8" and b"\0" in data:
            raise NoPuzzleError(f"not text: a NUL byte at offset {data.index(0)}")
        if len(data) > most:
            raise FormatError(f"more than {most / (1 << 20):g} MB; expected less")
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, "replace")
        place = {"line": before.count("\n") + 1, "column": len(before) - before.rfind("\n")}
        message = f"byte 0x{data[error.start]:02x} is not {encoding}; save the text as UTF-8"
        raise NoPuzzleError(message, **place, source=source) from error
    except FormatError as error:
        error.source = source
        raise


def _unpacked(data: bytes, most: int) -> bytes:
    """What gzip has packed, no more than ``most`` bytes of it; FormatError if it is damaged."""
    try:
        return gzip.GzipFile(fileobj=BytesIO(data)).read(most)
    except (OSError, EOFError, zlib.error) as error:
        raise FormatError(f"a damaged gzip file: {error}") from error


def load(path: AnyPath, format: str | None = None, *, rules: Rules = None) -> Puzzle:
    """The one puzzle of a file: as ``loads``, and a FormatError if the file cannot be read."""
    return loads(read_text(path), format, rules=rules, source=os.fspath(path))


def load_all(path: AnyPath, format: str | None = None, *, rules: Rules = None) -> list[Puzzle]:
    """Every puzzle of a file: as ``loads_all``, and a FormatError if the file cannot be read."""
    return loads_all(read_text(path), format, rules=rules, source=os.fspath(path))


def dumps(puzzle: Puzzle, format: str = "native") -> str:
    """A puzzle as text, ending in one newline.

    Raises:
        FormatError: if the format cannot hold it.
        UnknownNameError: for a format that does not exist.
    """
    return dumps_all([puzzle], format)


def dumps_all(puzzles: Iterable[Puzzle], format: str = "native") -> str:
    """Several puzzles as one text; raises as ``dumps``, and if a text holds only one."""
    writer = FORMATS.named(format)
    every = as_tuple(puzzles, "puzzles")
    for puzzle in every:
        expect_puzzle(puzzle)
    return writer.join(map(writer.write, every))
