"""Texts and files to puzzles."""

# ruff: noqa: A002 - ``format`` is the name of the option

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice

from kenken_cp.errors import FormatError
from kenken_cp.formats._bytes import AnyPath, no_path, normalised, read_text
from kenken_cp.formats._detection import as_known, detected, recognised
from kenken_cp.formats._json import JSON_FORMATS
from kenken_cp.formats._program_checks import has_wrong_size, is_other_table, objection, wrong_size
from kenken_cp.formats._programs import has_few_digits, values_in
from kenken_cp.formats._stray import (
    between_rules,
    has_numbers_in_comments,
    solution_below,
    without_numbered_titles,
    without_words,
)
from kenken_cp.formats.record import FORMATS, Format, ReadPuzzle
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet, rule_set_named
from kenken_cp.model.rules import violations
from kenken_cp.text import quoted

MAX_ERRORS = 100
"""Puzzles of a text that may be wrong: one of which more are is hardly in that format."""

MAX_VALUES = 200
"""Values of a program that are read."""

MAX_EMPTY = 10_000
"""Boards of a text in which nothing stands, neither cages nor houses: more are no puzzles."""

Rules = RuleSet | str | None


def detect(text: str, source: str | None = None) -> Format:
    """The one format of a text, judged by its content; FormatError if none or several fit.

    Of several that a text may be meant as, that one fits by which all of it can be read. If there
    are several of these, all must read the same puzzles.
    """
    text = normalised(text, source)
    found = _with_more(text, None, None)
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
    if found := _with_more(text, known, chosen):
        return each_of(partial(iter, found[1]), source)
    reader, text = (known, text) if known is not None else detected(text, source, chosen)
    example = reader.example.lstrip().partition("\n")[0]
    return each_of(partial(reader.read, text, chosen), source, example)


_Found = tuple[Format, list[ReadPuzzle | FormatError]] | None
"""The format and the puzzles of a text."""


def _with_more(text: str, known: Format | None, rules: RuleSet | None) -> _Found:
    """What is read of a text with words or a solution around its puzzles, or of a program; None of
    another text.
    """
    return (
        _without_words(text, known, rules)
        or _solved(text, known, rules)
        or _in_program(text, known, rules)
    )


def _without_words(text: str, known: Format | None, rules: RuleSet | None) -> _Found:
    """The format and the puzzles of a text with comments, words that count its puzzles, or ``---``
    between them: as it is, or, if it cannot be read so, without them. None of another text, and if
    neither can be read.
    """
    bare = without_words(text)
    parts = between_rules(bare)
    if (bare == text and not parts) or not bare.strip() or has_wrong_size(text):
        return None
    for each in dict.fromkeys((without_numbered_titles(text), text, bare)):
        if found := _all_right(each, known, rules):
            # A cage with a mistake may look like a comment.
            lacks_cages = each == bare != text and any(map(_lacks_cages, found[1]))
            return None if lacks_cages and has_numbers_in_comments(text) else found
    read = [one for part in parts if (one := _all_right(part, known, rules))]
    if len(read) < len(parts) or len({shown.name for shown, _ in read}) != 1:
        return None
    return read[0][0], [puzzle for _, puzzles in read for puzzle in puzzles]


def _lacks_cages(read: ReadPuzzle | FormatError) -> bool:
    """Whether a board of cages has cells in none."""
    return _has_cages(read) and isinstance(read, ReadPuzzle) and bool(read.puzzle.free_cells)


def _all_right(text: str, known: Format | None, rules: RuleSet | None) -> _Found:
    """What is read of a text, perhaps with a solution below; None if a puzzle cannot be read."""
    return _solved(text, known, rules) or _without_errors(text, known, rules)


def _without_errors(
    text: str, known: Format | None, rules: RuleSet | None, most: int | None = None
) -> _Found:
    """What is read of a text, of that many puzzles at most; None if one of them cannot be."""
    found: list[ReadPuzzle | FormatError] = []
    with suppress(FormatError):
        reader, text = (known, text) if known else recognised(text, rules)
        for each in islice(reader.read(text, rules), most):
            if isinstance(each, FormatError):
                return None
            found.append(each)
        return (reader, found) if found else None
    return None


def _solved(text: str, known: Format | None, rules: RuleSet | None) -> _Found:
    """The only puzzle of a text with a grid below it that is its solution; None if it has none, or
    others.
    """
    below = solution_below(text)
    found = _without_errors(below.text, known, rules, most=2) if below else None
    if below is None or found is None or len(found[1]) > 1:
        return None
    [read] = found[1]
    assert isinstance(read, ReadPuzzle)
    fits = (read.puzzle.rows, read.puzzle.columns) == (len(below.grid), len(below.grid[0]))
    return found if fits and not violations(read.puzzle, below.grid) else None


def _in_program(text: str, known: Format | None, rules: RuleSet | None) -> _Found:
    """The format of the first puzzle among the values of a program, and all of these, with what is
    wrong in one; None if there is none, and of a text that can be read as it is.
    """
    values = list(islice(values_in(text), MAX_VALUES + 1))
    if not values or (not any(map(wrong_size, values)) and _all_right(text, known, rules)):
        return None
    found: list[ReadPuzzle | FormatError] = []
    first = None
    for value in values[:MAX_VALUES]:
        if is_other_table(value):
            continue
        with suppress(FormatError):  # of a value that is no puzzle
            reader, inside = (known, value.text) if known else recognised(value.text, rules)
            read = _of_value(reader, inside, rules)
            if any(map(_is_to_solve, read)):
                first = first or reader
                against = objection(value, values, is_board=not any(map(_has_cages, read)))
                found += [against] if against else map(value.doubted, read)
    if len(values) > MAX_VALUES:
        expected = "expected the puzzles in a list"
        message = f"more than {MAX_VALUES} values in a program; {expected}"
        found.append(FormatError(message, line=values[MAX_VALUES].line))
    return (first, found) if first else None


def _of_value(reader: Format, text: str, rules: RuleSet | None) -> list[ReadPuzzle | FormatError]:
    """The puzzles of a value; in a format whose values are hardly anything else, with errors: one
    is enough if there is nothing else.
    """
    read = [*each_of(partial(reader.read, text, rules), None)]
    errors = [each for each in read if isinstance(each, FormatError)]
    if any(reader.name == each.name for each in JSON_FORMATS) and not has_few_digits(text):
        return read[:1] if len(errors) == len(read) else read
    return [] if errors else read


def _is_to_solve(read: ReadPuzzle | FormatError) -> bool:
    """Whether it is no solution, and no empty board."""
    if isinstance(read, FormatError):
        return True
    return _has_cages(read) or bool(read.puzzle.cages and read.puzzle.free_cells)


def _has_cages(read: ReadPuzzle | FormatError) -> bool:
    """Whether it has more than values of cells."""
    return isinstance(read, FormatError) or any(len(cage.cells) > 1 for cage in read.puzzle.cages)


def each_of(
    read: Callable[[], Iterable[ReadPuzzle | FormatError]], source: str | None, example: str = ""
) -> Iterator[ReadPuzzle | FormatError]:
    """What is read, with the source of its errors; FormatError if that is nothing, with what might
    begin as an example does, and if too much of it is wrong or empty.
    """
    found, errors, empty = False, 0, 0
    try:
        for each in read():
            found = True
            if isinstance(each, FormatError):
                each.source = source
                errors += 1
            elif not each.puzzle.cages and not each.puzzle.houses:
                empty += 1
            yield each
            if errors > MAX_ERRORS:
                raise FormatError(f"more than {MAX_ERRORS} puzzles are wrong; the rest is not read")
            if empty > MAX_EMPTY:
                raise FormatError(f"more than {MAX_EMPTY:,} boards are empty; the rest is not read")
        if not found:
            expected = f"; expected one, such as {quoted(example, 60)}" if example else ""
            raise FormatError(f"no puzzle, only comments or empty lists{expected}")
    except FormatError as error:  # of a reader that cannot go on from there
        error.source = source
        yield error


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
