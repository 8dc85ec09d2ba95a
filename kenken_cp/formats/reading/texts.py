"""Texts and files to puzzles."""

# ruff: noqa: A002 - ``format`` is the name of the option

import os
from collections.abc import Iterator
from functools import partial

from kenken_cp.errors import FormatError
from kenken_cp.formats.reading.bytes import AnyPath, no_path, normalised, read_text
from kenken_cp.formats.reading.detection import as_known, detected
from kenken_cp.formats.reading.limits import each_of
from kenken_cp.formats.reading.surrounded import with_more
from kenken_cp.formats.record import FORMATS, Format, ReadPuzzle
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet, rule_set_named

Rules = RuleSet | str | None


def detect(text: str, source: str | None = None) -> Format:
    """The one format of a text, judged by its content; FormatError if none or several fit.

    Of several that a text may be meant as, that one fits by which all of it can be read. If there
    are several of these, all must read the same puzzles.
    """
    text = normalised(text, source)
    found = with_more(text, None, None)
    return found[0] if found else detected(text, source, None)[0]


def loads_all(
    text: str, format: str | None = None, *, rules: Rules = None, source: str | None = None
) -> list[Puzzle]:
    """Every puzzle of a text, at least one.

    Args:
        format: the name of its format (``kenken-cp formats`` lists them); detected if None.
        rules: a rule set or its name, to go before what the text says.
        source: what errors call the text, such as its path.

    Raises:
        FormatError: with source, line and column, if any puzzle of it cannot be read.
        UnknownNameError: for a format or a rule set that does not exist.
    """
    found = []
    for each in loads_each(text, format, rules=rules, source=source):
        if isinstance(each, FormatError):
            raise each
        found.append(each.puzzle)
    return found


def loads_each(
    text: str, format: str | None = None, *, rules: Rules = None, source: str | None = None
) -> Iterator[ReadPuzzle | FormatError]:
    """As ``loads_all``, but for each puzzle that cannot be read the error; each is read when it is
    asked for. A FormatError is raised if the text as a whole cannot be read.
    """
    chosen = rule_set_named(rules) if isinstance(rules, str) else rules
    known = FORMATS.named(format) if format is not None else None
    text = normalised(text, source)
    if known is not None:
        text = as_known(text, known)
    if found := with_more(text, known, chosen):
        return each_of(partial(iter, found[1]), source)
    reader, text = (known, text) if known is not None else detected(text, source, chosen)
    return each_of(partial(reader.read, text, chosen), source, reader.example.strip())


def loads(
    text: str, format: str | None = None, *, rules: Rules = None, source: str | None = None
) -> Puzzle:
    """The one puzzle of a text: as ``loads_all``, but several are a FormatError."""
    puzzles = loads_all(text, format, rules=rules, source=source)
    if len(puzzles) > 1:
        message = f"{len(puzzles)} puzzles; expected one (loads_all and load_all read several)"
        raise FormatError(message, source=source)
    return puzzles[0]


def load(path: AnyPath, format: str | None = None, *, rules: Rules = None) -> Puzzle:
    """The one puzzle of a file: as ``loads``, and a FormatError if the file cannot be read."""
    return loads(_content(path), format, rules=rules, source=os.fspath(path))


def load_all(path: AnyPath, format: str | None = None, *, rules: Rules = None) -> list[Puzzle]:
    """Every puzzle of a file: as ``loads_all``, and a FormatError if the file cannot be read."""
    return loads_all(_content(path), format, rules=rules, source=os.fspath(path))


def _content(path: AnyPath) -> str:
    """The text of a file. For a text in place of its path the error says what to call."""
    try:
        return read_text(path)
    except FormatError:
        if isinstance(path, str) and "\n" in path:
            raise no_path(path) from None
        raise
